"""Events as clubs play them, to begin an announcement with; docs/announcing.md says which clubs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import time
from typing import Any

from engine.words import Text, pgettext_lazy
from engine.words import gettext_lazy as _
from tournaments.formats.base import FORMATS, Format

EVENING = time(19, 30)
MORNING = time(11, 0)
AFTERNOON = time(13, 0)


@dataclass(frozen=True, slots=True)
class EventPreset:
    """An announcement to begin with.

    event_name: what such an event is called, %(weekday)s where its day is in the name. least, most: for how
    many it is meant; as many as `most` are drawn. starts: at what time of its place. entries_close_minutes:
    how long before that players enter themselves at the latest; None where they may until the draw.
    """

    code: str
    name: Text
    description: Text
    event_name: Text
    format: str
    lengths: Sequence[int]
    least: int
    most: int
    format_options: Mapping[str, Any] = field(default_factory=dict)
    rounds: Sequence[Mapping[str, Any]] = ()
    entrants: str | None = None
    regulations: Mapping[str, Any] = field(default_factory=dict)
    tiebreaks: Sequence[str] = ()
    pairings_need_approval: bool = False
    check_in: bool = False
    starts: time = EVENING
    entries_close_minutes: int | None = 5

    @property
    def played_as(self) -> Format:
        return FORMATS[self.format].from_mapping(self.format_options)

    @property
    def announcement(self) -> dict[str, Any]:
        """What is announced, but for what the day and the club decide: name, times, place."""
        return {
            "format": self.format,
            "format_options": dict(self.format_options),
            "lengths": list(self.lengths),
            "rounds": [dict(each) for each in self.rounds],
            "variant": "backgammon",
            "options": {},
            "entrants": self.entrants or ("teams" if self.played_as.team_size else "singles"),
            "regulations": dict(self.regulations),
            "tiebreaks": list(self.tiebreaks),
            "pairings_need_approval": self.pairings_need_approval,
            "check_in": self.check_in,
            "capacity": self.most,
        }


PRESETS: dict[str, EventPreset] = {
    preset.code: preset
    for preset in (
        EventPreset(
            "knockout",
            _("Knockout, 7 points"),
            _("Who loses is out. Short, and known to everybody."),
            _("%(weekday)s knockout"),
            "single_elimination",
            [7],
            least=4,
            most=16,
        ),
        EventPreset(
            "double_elimination",
            _("Double elimination, 7/5"),
            _("Who loses plays on in the losers’ bracket, to 5 points; two losses and you are out."),
            _("%(weekday)s double elimination"),
            "double_elimination",
            [7],
            least=4,
            most=24,
            rounds=[{"part": "losers", "length": 5}],
        ),
        EventPreset(
            "swiss",
            _("Swiss, 5 rounds"),
            _("Nobody is out: five rounds against others of like score. You release each round."),
            _("%(weekday)s Swiss"),
            "swiss",
            [7],
            least=6,
            most=40,
            format_options={"rounds": 5},
            pairings_need_approval=True,
        ),
        EventPreset(
            "groups",
            _("Groups, then knockout"),
            _("Groups of four to 5 points; the best two of each meet in a knockout to 7."),
            _("%(weekday)s groups"),
            "groups",
            [5],
            least=6,
            most=32,
            format_options={"group_size": 4, "advance": 2},
            rounds=[{"part": "main", "length": 7}],
        ),
        EventPreset(
            "round_robin",
            _("Everybody meets everybody"),
            _("One match against each, to 5 points: long, and the fairest. For a small club."),
            _("%(weekday)s round robin"),
            "round_robin",
            [5],
            least=3,
            most=8,
        ),
        EventPreset(
            "consolation",
            _("Knockout with consolation"),
            _("Everybody plays twice at least: who loses a first match goes on in the consolation, to 3."),
            _("%(weekday)s knockout with consolation"),
            "consolation",
            [5],
            least=4,
            most=32,
            format_options={"enters": "first_match"},
            rounds=[{"part": "consolation", "length": 3}],
        ),
        EventPreset(
            "weekend",
            _("Main, consolation, last chance"),
            _("Of two days: a knockout to 11, a progressive consolation to 7, a last chance to 5."),
            _("Weekend tournament"),
            "consolation",
            [11],
            least=8,
            most=64,
            format_options={"enters": "semi_finals", "last_chance": 2},
            rounds=[{"part": "consolation", "length": 7}, {"part": "last_chance", "length": 5}],
            check_in=True,
            starts=MORNING,
            entries_close_minutes=30,
        ),
        EventPreset(
            "swiss_knockout",
            _("Swiss, then knockouts"),
            _("Five rounds to 7 points; the best eight meet in a knockout to 11, the others in one to 7."),
            _("Open tournament"),
            "stages",
            [7],
            least=10,
            most=64,
            format_options={
                "stages": [
                    {"format": "swiss", "options": {"rounds": 5}},
                    {
                        "format": "single_elimination",
                        "from": [{"stage": 1, "places": [1, 2, 3, 4, 5, 6, 7, 8]}],
                    },
                    {"format": "single_elimination", "from": [{"stage": 1}]},
                ]
            },
            rounds=[{"part": "stage-2", "length": 11}],
            check_in=True,
            starts=MORNING,
            entries_close_minutes=30,
        ),
        EventPreset(
            "three_lives",
            _("Three lives"),
            _("Everybody plays on until the third loss; the last one left has won. To 5 points."),
            _("%(weekday)s lives"),
            "lives",
            [5],
            least=4,
            most=32,
            format_options={"lives": 3},
            starts=AFTERNOON,
        ),
        EventPreset(
            "six_rounds",
            _("Six matches each"),
            _("Six rounds of everybody against everybody, to 7 points; who has most wins has won."),
            _("%(weekday)s six rounds"),
            "round_robin",
            [7],
            least=7,
            most=40,
            format_options={"rounds": 6},
            starts=MORNING,
        ),
        EventPreset(
            "rapid_swiss",
            _("Rapid Swiss"),
            _("Eight quick rounds, to 3 points."),
            _("%(weekday)s rapid Swiss"),
            "swiss",
            [3],
            least=8,
            most=64,
            format_options={"rounds": 8},
            tiebreaks=["head_to_head", "buchholz_cut_1"],
            starts=AFTERNOON,
        ),
        EventPreset(
            "one_point",
            _("One point each"),
            _("One game against everybody: nobody doubles, so it suits who has just learnt the game."),
            _("%(weekday)s one-pointers"),
            "round_robin",
            [1],
            least=3,
            most=16,
        ),
        EventPreset(
            "eight",
            _("Knockout of eight"),
            _("Three rounds to 5 points, drawn as soon as eight are there; then the next eight."),
            _("Knockout of eight"),
            "single_elimination",
            [5],
            least=4,
            most=8,
            entries_close_minutes=None,
        ),
        EventPreset(
            "doubles",
            pgettext_lazy("entrants", "Doubles"),
            _("Pairs play a knockout to 7 points, two at each side of the board."),
            _("%(weekday)s doubles"),
            "single_elimination",
            [7],
            least=4,
            most=16,
            entrants="doubles",
        ),
        EventPreset(
            "teams",
            _("Teams of three"),
            _("Teams meet on three boards to 5 points, three rounds of Swiss."),
            _("%(weekday)s teams"),
            "teams",
            [5],
            least=4,
            most=16,
            format_options={"event": {"format": "swiss", "options": {"rounds": 3}}, "boards": 3},
            pairings_need_approval=True,
            starts=AFTERNOON,
        ),
        EventPreset(
            "correspondence",
            _("By correspondence"),
            _("Sections of eight whose winners meet again; each match has 30 days. Nobody sits in a hall."),
            _("Correspondence tournament"),
            "sections",
            [5],
            least=4,
            most=64,
            regulations={"preset": "brainking"},
            entries_close_minutes=None,
        ),
    )
}
