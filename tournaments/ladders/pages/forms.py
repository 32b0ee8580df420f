"""The form on which a ladder is announced and changed."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine import RuleError
from matches.accounts.permissions import Caller
from matches.base.forms import OPTION, RowForm, option_fields, options_chosen
from matches.play.models import LENGTH_MAX
from matches.play.pages.terms import regulations_names, variant_names, with_preset
from matches.players.pages.fields import PlayerField
from tournaments.clubs.models import Club
from tournaments.clubs.pages.placed import PlacedForm
from tournaments.ladders.rules import LadderKind


class LadderForm(PlacedForm):
    """What is announced of a ladder, with the options of its kind."""

    concerns = {
        **PlacedForm.concerns,
        "invalid_length": "length",
        "invalid_regulation": "regulations",
    }

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    length = forms.IntegerField(
        label=pgettext_lazy("length", "Points"),
        min_value=1,
        max_value=LENGTH_MAX,
        initial=5,
        help_text=gettext_lazy("To how many points each match is played: an odd number."),
    )
    variant = forms.ChoiceField(label=gettext_lazy("Variant"), choices=variant_names, initial="backgammon")
    regulations = forms.ChoiceField(
        label=gettext_lazy("Regulations"),
        choices=regulations_names,
        initial="club",
        help_text=gettext_lazy("How results are reported and confirmed."),
    )
    rated = forms.BooleanField(label=gettext_lazy("Its matches are rated"), required=False, initial=True)

    def __init__(self, kind: type[LadderKind], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.options = option_fields(kind, "ladder_choice")
        self.fields.update(self.options)

    @property
    def options_shown(self) -> list[forms.BoundField]:
        return [self[name] for name in self.options]

    @property
    def options_faulty(self) -> bool:
        return any(field.errors for field in self.options_shown)

    def fields_concerned(self, refusal: RuleError) -> list[str]:
        """Those of the options too that may not be changed any more."""
        stay = [OPTION + name for name in getattr(refusal, "data", {}).get("options", ())]
        return [name for name in stay if name in self.options] or super().fields_concerned(refusal)

    def sent_terms(self, regulations: dict[str, Any]) -> dict[str, Any]:
        """What was sent, as services take it; `regulations` stand where their preset is chosen again."""
        sent = {name: value for name, value in self.cleaned_data.items() if name not in self.options}
        return {
            **sent,
            "regulations": with_preset(regulations, sent["regulations"]),
            "kind": self.kind.code,
            "kind_options": options_chosen(self.kind, self.cleaned_data),
        }


class MemberForm(RowForm):
    """Whom a director puts on a ladder."""

    player = PlayerField(label=gettext_lazy("Player"), records_new=True)

    def __init__(self, *args: Any, viewer: Caller, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player: Any = self.fields["player"]
        player.look_for(viewer, club=club.pk)
