"""How an event handles results: reporting, objections, lateness, clocks. Presets, and what differs from them.

Plain data: no Django. The sources disagree, so everything is a setting; docs/regulations.md says where each
value of each preset comes from.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from reprlib import repr as brief
from typing import Any

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.bounds import YES_NO, Bounds, Choice, Either, Quantity, field_with_bounds
from matches.play.errors import InvalidRegulation

from .results import EFFECTS, ResultKind

DAY = 24 * 60
YEAR = 365 * DAY


@dataclass(frozen=True, slots=True)
class Regulations:
    """Everything an event decides about results. The defaults are the preset "club".

    At the board:
    moves: the policy on illegal plays that is announced, for rulings and for display.
    die_on_checker: whether a die that lands flat on a checker is valid, or cocked and thrown again.
    holland: whether matches may be played by the Holland rule, an option.
    shortest, longest: how many points matches may be played to.

    Reports and rulings:
    reporters: whether both sides may report a score, or the winner alone. A transcript may come from either.
    objection: after a verified transcript, how long the other side may object; 0 confirms at once.
    silence: after a report that nobody answers, when it is confirmed; None never.
    correction_window: how long players may object to or appeal against what was decided: until the
        `next_match` of either begins from then on, for ever (`open`), not at all (`closed`), or for so many
        minutes. A director may correct at any time.
    appeals: whether a ruling may be appealed against. committee: how many decide then.
    settling: whether the players may agree on a settlement and divide what there is to win.
    penalised_rated, retired_rated: whether a match with penalty points, one given up in the middle, is rated.

    Lateness:
    late_grace: how late a player may be without harm.
    late_step: one penalty point for every so many minutes after that; None: lateness costs no points.
    late_first: whether the first point falls when the grace ends, or a step later.
    late_forfeit: with how many points the match is lost; None: with more than half its length.

    Clocks:
    clock: off, allowed (a player may ask for one), required.
    clock_per_point, clock_per_point_scored: reserve of each side for each point of the length, less for each
        point that either side has scored when the clock starts.
    clock_delay: how long every turn is free.
    clock_rounding: whether the reserve is rounded up to whole minutes.
    clock_expiry: a side out of time loses the match, costs it clock_expiry_points and gives it
        clock_expiry_minutes more (penalty), or the director decides.

    Deadlines:
    play_within: by when a match is to be played, counted from when it is made; None: no date.
    overdue: what becomes of a match that is not: the director decides, or both forfeit.
    reminder: how long before a deadline a side is reminded; None: not at all.
    """

    preset: str = "club"

    moves: str = field_with_bounds("legal", Choice(("legal", "responsible")))
    die_on_checker: str = field_with_bounds("valid", Choice(("valid", "cocked")))
    holland: bool = field_with_bounds(True, YES_NO)
    shortest: int = field_with_bounds(1, Quantity(_("points"), 1, 99))
    longest: int = field_with_bounds(99, Quantity(_("points"), 1, 99))

    reporters: str = field_with_bounds("both", Choice(("both", "winner")))
    objection: int = field_with_bounds(0, Quantity(_("minutes"), 0, YEAR))
    silence: int | None = field_with_bounds(30, Quantity(_("minutes"), 1, YEAR, none=_("never")))
    correction_window: str | int = field_with_bounds(
        "next_match", Either(Choice(("next_match", "open", "closed")), Quantity(_("minutes"), 1, YEAR))
    )
    appeals: bool = field_with_bounds(True, YES_NO)
    committee: int = field_with_bounds(3, Choice((3, 5), "members"))
    agreed_settlement: bool = field_with_bounds(True, YES_NO)
    penalised_rated: bool = field_with_bounds(True, YES_NO)
    retired_rated: bool = field_with_bounds(True, YES_NO)

    late_grace: int = field_with_bounds(15, Quantity(_("minutes"), 0, DAY))
    late_step: int | None = field_with_bounds(
        5, Quantity(_("minutes"), 1, DAY, none=_("lateness costs no points"))
    )
    late_first: str = field_with_bounds("step", Choice(("grace", "step")))
    late_forfeit: int | None = field_with_bounds(
        None, Quantity(_("points"), 1, 99, none=_("more than half the length of the match"))
    )

    clock: str = field_with_bounds("allowed", Choice(("off", "allowed", "required")))
    clock_per_point: float = field_with_bounds(2, Quantity(_("minutes"), 0, 60, whole=False))
    clock_per_point_scored: float = field_with_bounds(1, Quantity(_("minutes"), 0, 30, whole=False))
    clock_delay: int = field_with_bounds(12, Quantity(_("seconds"), 0, 3600))
    clock_rounding: str = field_with_bounds("none", Choice(("none", "up")))
    clock_expiry: str = field_with_bounds("director", Choice(("director", "lose_match", "penalty")))
    clock_expiry_points: int = field_with_bounds(1, Quantity(_("points"), 0, 99))
    clock_expiry_minutes: int = field_with_bounds(1, Quantity(_("minutes"), 0, 600))

    play_within: int | None = field_with_bounds(None, Quantity(_("days"), 1, 3650, none=_("no date")))
    overdue: str = field_with_bounds("director", Choice(("director", "forfeit_both")))
    reminder: int | None = field_with_bounds(10, Quantity(_("minutes"), 1, YEAR, none=_("no reminders")))

    def window_closes(self, decided_at: datetime, next_began_at: datetime | None) -> datetime | None:
        """From when on players may no longer object to what was decided, or appeal; None while they may.

        `next_began_at` is when the next match of either player began, None if none has.
        """
        match self.correction_window:
            case "open":
                return None
            case "next_match":
                return next_began_at
            case "closed":
                return decided_at
            case minutes:
                return decided_at + timedelta(minutes=int(minutes))


BOUNDS: dict[str, Bounds] = {
    each.name: each.metadata["bounds"] for each in fields(Regulations) if "bounds" in each.metadata
}
"""What each setting but the preset's name may be."""


@dataclass(frozen=True, slots=True)
class RegulationsPreset:
    """Regulations that somebody plays by, and what they are called behind the word "Regulations"."""

    code: str
    name: Text
    description: Text
    regulations: Regulations


PRESETS: dict[str, RegulationsPreset] = {
    each.code: each
    for each in (
        RegulationsPreset(
            "club",
            _("of a club night"),
            _("Results are confirmed by themselves, disputes wait for a director."),
            Regulations(),
        ),
        RegulationsPreset(
            "wbgf",
            _("after the World Backgammon Federation"),
            _("The rules of the World Backgammon Federation, as far as they could be read."),
            Regulations(
                "wbgf",
                silence=None,
                clock="required",
                reminder=60,
            ),
        ),
        RegulationsPreset(
            "usbgf",
            _("after the United States Backgammon Federation"),
            _("The rules of the United States Backgammon Federation, as far as they could be read."),
            Regulations(
                "usbgf",
                reporters="winner",
                agreed_settlement=False,
            ),
        ),
        RegulationsPreset(
            "jbf",
            _("after the Japan Backgammon Federation"),
            _("The rules of the Japan Backgammon Federation, as far as they could be read."),
            Regulations(
                "jbf",
                die_on_checker="cocked",
                holland=False,
                silence=None,
                agreed_settlement=False,
                clock_per_point=2.5,
                clock_per_point_scored=0,
                clock_rounding="up",
                reminder=60,
            ),
        ),
        RegulationsPreset(
            "brainking",
            _("for correspondence, after BrainKing"),
            _("Nobody sits at a board; matches have a date."),
            Regulations(
                "brainking",
                shortest=3,
                longest=21,
                silence=2 * DAY,
                late_step=None,
                clock="off",
                play_within=30,
                overdue="forfeit_both",
                reminder=DAY,
            ),
        ),
    )
}


def regulations_of(chosen: Mapping[str, Any]) -> Regulations:
    """The preset that `chosen` names, "club" if none, with what else it names. Raises InvalidRegulation."""
    preset = chosen.get("preset", "club")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise refuse_regulation("preset", preset, Choice(tuple(PRESETS)).allowed_values)
    for name, value in chosen.items():
        if name == "preset":
            continue
        if name not in BOUNDS:
            raise InvalidRegulation(
                "There is no regulation %(name)s. There are %(bounds)s, and preset.",
                {"name": brief(name), "bounds": [*sorted(BOUNDS)]},
                regulation=brief(name),
            )
        if not BOUNDS[name].accepts_value(value):
            raise refuse_regulation(name, value, BOUNDS[name].allowed_values)
    found = replace(PRESETS[preset].regulations, **chosen)
    check_regulations_together(found)
    return found


def checked_regulations(
    chosen: Mapping[str, Any], lengths: Iterable[int], options: Mapping[str, Any]
) -> dict[str, Any]:
    """`chosen`, if matches of these lengths and options can be played so. Raises InvalidRegulation."""
    found = regulations_of(chosen)
    if options.get("holland") and not found.holland:
        raise InvalidRegulation(
            "The Holland rule is not played by these regulations (preset %(preset)s). Leave the option "
            "holland out, or set the regulation holland to true.",
            {"preset": found.preset},
            regulation="holland",
        )
    for length in lengths:
        if not found.shortest <= length <= found.longest:
            raise InvalidRegulation(
                "A match to %(length)s is not played by these regulations (preset %(preset)s), but to "
                "%(shortest)s points at least and %(longest)s at most. Choose another length, or set "
                "shortest and longest.",
                {
                    "length": length,
                    "preset": found.preset,
                    "shortest": found.shortest,
                    "longest": found.longest,
                },
                regulation="shortest" if length < found.shortest else "longest",
            )
    return dict(chosen)


def is_result_rated(found: Regulations, kind: ResultKind, *, penalised: bool) -> bool:
    """Whether a result of this kind moves the ratings of a rated match, `penalised` with points or not."""
    if kind is ResultKind.RETIRED and not found.retired_rated:
        return False
    return EFFECTS[kind].rated and (found.penalised_rated or not penalised)


def check_regulations_together(found: Regulations) -> None:
    """Raises InvalidRegulation for values that do not go together."""
    if found.longest < found.shortest:
        raise refuse_regulation(
            "longest",
            found.longest,
            _("%(points)s points, the shortest, or more") % {"points": found.shortest},
        )
    if found.clock != "off" and found.clock_per_point < 0.25:
        raise refuse_regulation(
            "clock_per_point", found.clock_per_point, _("a quarter of a minute or more, with a clock")
        )
    if 2 * found.clock_per_point_scored > found.clock_per_point:
        # A match to N can have come to 2N - 2 points: what is left then must be something.
        raise refuse_regulation(
            "clock_per_point_scored",
            found.clock_per_point_scored,
            _(
                "half of clock_per_point (%(minutes)s minutes) at most, or no time is left for the end of a "
                "match"
            )
            % {"minutes": f"{found.clock_per_point:g}"},
        )


def refuse_regulation(name: str, value: object, allowed: Text) -> InvalidRegulation:
    return InvalidRegulation(
        "%(name)s cannot be %(value)s. Allowed: %(allowed)s.",
        {"name": name, "value": brief(value), "allowed": allowed},
        regulation=name,
        value=brief(value),
        allowed=allowed,
    )
