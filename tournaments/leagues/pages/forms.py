"""The forms on which a league is announced and its next season is opened."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import RuleError
from matches.accounts.permissions import Caller
from matches.base.forms import OPTION, PageForm, Segments
from matches.base.translation import code_word
from matches.play.pages.terms import regulations_names, variant_names, with_preset
from matches.players.models import Player
from matches.players.pages.fields import NewPlayer, PlayerField
from tournaments.clubs.pages.placed import PlacedForm
from tournaments.events.models import Announced
from tournaments.events.pages.options import option_field_of
from tournaments.events.pages.sent import read_lengths
from tournaments.formats import FORMATS, Format
from tournaments.leagues.models import League
from tournaments.leagues.rules import PLAYERS_MAX, Claims

MOVEMENT_MAX = 16
ROWS = 8
"""How many players can be named at first, and how many more with each press."""


def league_formats() -> dict[str, type[Format]]:
    """What divisions may play on the pages: what is one table or one draw, of persons or pairs."""
    return {
        code: each
        for code, each in FORMATS.items()
        if all(not isinstance(option["default"], list | dict) for option in each.options_as_json())
    }


class LeagueForm(PlacedForm):
    """What is announced of a league, with the options of what its divisions play."""

    concerns = {
        **PlacedForm.concerns,
        "invalid_length": "lengths",
        "invalid_regulation": "regulations",
        "wrong_entrants": "entrants",
    }

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    up = forms.IntegerField(
        label=gettext_lazy("How many go up"),
        min_value=0,
        max_value=MOVEMENT_MAX,
        initial=2,
        help_text=gettext_lazy("Of each division after a season."),
    )
    down = forms.IntegerField(
        label=gettext_lazy("How many go down"), min_value=0, max_value=MOVEMENT_MAX, initial=2
    )
    lengths = forms.CharField(
        label=gettext_lazy("Points of a match"),
        max_length=100,
        initial="7",
        help_text=gettext_lazy("Or one number for each round, the last for all that follow: 5, 7."),
    )
    entrants = forms.ChoiceField(
        label=gettext_lazy("Who enters"), widget=Segments, initial=Announced.Entrants.SINGLES
    )
    variant = forms.ChoiceField(label=gettext_lazy("Variant"), choices=variant_names, initial="backgammon")
    regulations = forms.ChoiceField(
        label=gettext_lazy("Regulations"),
        choices=regulations_names,
        initial="club",
        help_text=gettext_lazy("How results are reported and confirmed."),
    )
    rated = forms.BooleanField(label=gettext_lazy("Its matches are rated"), required=False, initial=True)

    def __init__(self, format: type[Format], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.format = format
        entrants: Any = self.fields["entrants"]
        entrants.choices = [
            (code, code_word(code, "entrants"))
            for code in (Announced.Entrants.SINGLES, Announced.Entrants.DOUBLES)
        ]
        for option in format.options_as_json():
            field = option_field_of(option)
            field.initial = option["default"]
            self.fields[OPTION + option["name"]] = field

    @property
    def options_shown(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def options_faulty(self) -> bool:
        return any(field.errors for field in self.options_shown)

    def clean_lengths(self) -> list[int]:
        return read_lengths(self.cleaned_data["lengths"])

    def sent_terms(self, regulations: Mapping[str, Any]) -> dict[str, Any]:
        """What was sent, as services take it; `regulations` stand where their preset is chosen again."""
        sent = {name: value for name, value in self.cleaned_data.items() if not name.startswith(OPTION)}
        chosen = {}
        for option in self.format.options_as_json():
            value = self.cleaned_data[OPTION + option["name"]]
            if value not in (None, "", option["default"]):
                chosen[option["name"]] = value
        return {
            **sent,
            "format": self.format.code,
            "format_options": chosen,
            "regulations": with_preset(regulations, sent["regulations"]),
        }


class SeasonForm(PageForm):
    """Who plays in the next season, and what it is called."""

    name = forms.CharField(
        label=gettext_lazy("Name of the season"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Such as Spring 2027; without one it is numbered."),
    )
    sizes = forms.CharField(
        label=gettext_lazy("Players in each division"),
        required=False,
        max_length=100,
        help_text=gettext_lazy("The top one first: 8, 8, 6. Left empty, as before; at first all in one."),
    )
    draw = forms.BooleanField(
        label=gettext_lazy("Draw the divisions at once"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Else they stay open for entries."),
    )
    rows = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=PLAYERS_MAX, required=False)
    preview = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(
        self, sent: QueryDict | None, *, viewer: Caller, league: League, before: list[Player] | None
    ) -> None:
        super().__init__(sent, initial={"draw": True})
        self.before, self.data_sent = before, sent or QueryDict()
        self.row_count = self.rows_asked()
        if before is not None:
            self.fields["withdrawn"] = forms.MultipleChoiceField(
                label=_("Who leaves the league"),
                required=False,
                choices=[(player.pk, player.name) for player in before],
                widget=forms.CheckboxSelectMultiple,
            )
        for number in range(1, self.row_count + 1):
            player = PlayerField(
                label=_("Player %(number)s") % {"number": number}
                if before is None
                else _("New player %(number)s") % {"number": number},
                required=False,
                records_new=True,
            )
            player.look_for(viewer, club=league.club_id)
            self.fields[f"player_{number}"] = player
        for name in self.data_sent:
            if name.startswith("order_") and name[6:].isdigit():
                self.add_order(int(name[6:]))

    def rows_asked(self) -> int:
        sent = self.data_sent.get("rows", "")
        least = ROWS if self.before is None else 2
        rows = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 4 else least
        return min(rows + (ROWS if self.data_sent.get("do") == "more" else 0), PLAYERS_MAX)

    def add_order(self, number: int) -> None:
        """Ask for the place of somebody among those who share one."""
        player = Player.objects.filter(pk=number).first()
        if player is not None:
            self.fields[f"order_{number}"] = forms.IntegerField(
                label=player.name, min_value=1, max_value=PLAYERS_MAX
            )

    def clean_sizes(self) -> list[int]:
        text = self.cleaned_data["sizes"]
        return read_lengths(text) if text.strip() else []

    def add_refusal(self, refusal: RuleError) -> None:
        """Ask, too, in which order they are who share places that decide who plays where."""
        super().add_refusal(refusal)
        self.ask_order(refusal)

    def ask_order(self, refusal: RuleError) -> None:
        if refusal.code == "places_shared":
            for number in getattr(refusal, "data", {}).get("players", ()):
                self.add_order(number)

    @property
    def newly_named(self) -> dict[str, NewPlayer]:
        """Who is on file under no name yet, by field."""
        return {name: each for name, each in self.cleaned_data.items() if isinstance(each, NewPlayer)}

    @property
    def claims(self) -> Claims:
        """What was sent, as the service takes it; who is new is recorded by then."""
        sent = self.cleaned_data
        named = [sent[f"player_{number}"] for number in range(1, self.row_count + 1)]
        players = tuple(player.pk for player in named if player is not None)
        ranks = {int(name[6:]): rank for name, rank in sent.items() if name.startswith("order_")}
        sizes = tuple(sent["sizes"])
        if self.before is None:
            return Claims(players=players, sizes=sizes or (len(players),))
        return Claims(
            withdrawn=tuple(map(int, sent["withdrawn"])),
            newcomers=players,
            sizes=sizes,
            order=tuple(sorted(ranks, key=lambda player: ranks[player])),
        )

    @property
    def players_shown(self) -> list[forms.BoundField]:
        return [self[f"player_{number}"] for number in range(1, self.row_count + 1)]

    @property
    def orders_shown(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("order_")]
