"""How something is printed, as a director chooses it: the address of a printout says all of it."""

from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.base.forms import PageForm, Segments
from tournaments.desk.rules.chosen_matches import read_chosen
from tournaments.desk.selectors import NOW, named_matches, published_round_numbers, round_code

from .desk import Desk

BLANK = "blank"
"""In place of a round: slips and score sheets on which nothing is printed but the event."""


class PrintoutForm(PageForm):
    """Choices that one need not make: what is not said is as it comes."""

    code: ClassVar[str]

    def __init__(self, desk: Desk, sent: QueryDict | None = None) -> None:
        super().__init__(auto_id=f"{self.code}-%s")
        self.prepare(desk)
        if sent is not None:
            self.is_bound = True
            self.data = {name: sent.get(name, self[name].initial) for name in self.fields}

    def prepare(self, desk: Desk) -> None:
        """Offer what there is of the event."""

    def offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        """What a field takes: the first, where nothing is said."""
        fields: Any = self.fields
        fields[name].choices = choices
        fields[name].initial = choices[0][0]


def round_choices(desk: Desk) -> list[tuple[str, Any]]:
    """What can be played now, and every round; nothing before the draw."""
    now = [] if desk.tournament.draw is None else [(NOW, _("All that can be played now"))]
    return [*now, *((round_code(each), each.full_name) for each in desk.grid)]


class PairingsForm(PrintoutForm):
    """Which pairings, and in which order."""

    code = "pairings"

    round = forms.ChoiceField(label=gettext_lazy("Round"))
    order = forms.ChoiceField(
        label=pgettext_lazy("list", "Order"),
        initial="match",
        widget=Segments,
        choices=[("match", gettext_lazy("By match")), ("name", gettext_lazy("By name"))],
    )

    def prepare(self, desk: Desk) -> None:
        # Before the draw the card leads there, and nobody sees the form.
        self.offer("round", round_choices(desk) or [(NOW, "")])


class MatchesForm(PrintoutForm):
    """Of which matches: those of a round, or some that are named."""

    round = forms.ChoiceField(label=gettext_lazy("Round"))
    matches = forms.CharField(
        label=gettext_lazy("Only these matches"),
        required=False,
        max_length=400,
        widget=forms.TextInput(attrs={"placeholder": "12 L3 20-24", "autocomplete": "off"}),
    )

    def prepare(self, desk: Desk) -> None:
        rounds = round_choices(desk)
        self.offer("round", [*rounds, (BLANK, _("Blank slips"))])
        self.known = named_matches(desk.grid)
        if not rounds:
            del self.fields["matches"]

    def clean_matches(self) -> frozenset[str]:
        """The keys of the matches that are named."""
        chosen = read_chosen(self.cleaned_data["matches"], self.known)
        if chosen.unknown:
            raise forms.ValidationError(
                [_("There is no match %(number)s.") % {"number": each} for each in chosen.unknown]
            )
        return chosen.keys


class SlipsForm(MatchesForm):
    """Of which matches, and how large."""

    code = "slips"

    per_page = forms.ChoiceField(
        label=gettext_lazy("Slips on a page"),
        initial="4",
        widget=Segments,
        choices=[("2", "2"), ("4", "4"), ("6", "6")],
    )


class ScoreSheetsForm(MatchesForm):
    """Of which matches, and how large."""

    code = "scoresheets"

    per_page = forms.ChoiceField(
        label=gettext_lazy("Score sheets on a page"),
        initial="2",
        widget=Segments,
        choices=[("2", "2"), ("4", "4")],
    )


class WallForm(PrintoutForm):
    """How large the brackets are."""

    code = "wall"

    scale = forms.ChoiceField(
        label=gettext_lazy("Type size"),
        initial="large",
        widget=Segments,
        choices=[("large", gettext_lazy("Larger type")), ("small", gettext_lazy("Fewer sheets"))],
    )


class StandingsForm(PrintoutForm):
    """As of when: now, or after a round, where rounds are published one by one."""

    code = "standings"

    after = forms.TypedChoiceField(label=gettext_lazy("As of"), coerce=int)

    def prepare(self, desk: Desk) -> None:
        rounds = published_round_numbers(desk.event)
        after = [(str(number), _("After round %(number)s") % {"number": number}) for number in rounds]
        self.offer("after", [("0", _("Now")), *after])
        if not rounds:
            del self.fields["after"]


class PrizeListForm(PrintoutForm):
    """Nothing is to be chosen."""

    code = "prizes"


class EntryListForm(PrintoutForm):
    """In which order."""

    code = "entries"

    order = forms.ChoiceField(
        label=pgettext_lazy("list", "Order"),
        initial="name",
        widget=Segments,
        choices=[("name", gettext_lazy("By name")), ("entered", gettext_lazy("As entered"))],
    )


class CertificateForm(PrintoutForm):
    """Nothing is to be chosen."""

    code = "certificate"


class NameCardsForm(PrintoutForm):
    """Nothing is to be chosen."""

    code = "cards"
