"""Regulations and clocks in sentences: how an event handles results, said to people in their language."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.base.translation import join_words, translate_text
from matches.play.rules.clocks import Clock
from matches.play.rules.regulations import DAY, PRESETS, Regulations, regulations_of

register = template.Library()

HOUR = 60


@register.filter
def regulations_in_words(chosen: Mapping[str, Any]) -> list[str]:
    """What is in force where `chosen` was, a sentence for each matter."""
    found = regulations_of(chosen)
    return [
        *describe_reporting(found),
        *describe_replays(found),
        *describe_rating(found),
        *describe_lateness(found),
        *describe_clocks(found),
        *describe_dates(found),
        *describe_board_rules(found),
    ]


@register.filter
def regulation_preset_name(chosen: Mapping[str, Any]) -> str:
    """What the preset that `chosen` starts from is called."""
    return translate_text(PRESETS[regulations_of(chosen).preset].name)


@register.filter
def clock_in_words(clock: Clock) -> str:
    """What the players set: "10:00 for each side, the first 12 seconds of every turn free"."""
    reserve = _("%(time)s for each side") % {"time": f"{clock.reserve // 60}:{clock.reserve % 60:02}"}
    return join_regulation_phrases([reserve, *describe_delay(clock.delay)])


def describe_reporting(found: Regulations) -> Iterator[str]:
    if found.reporters == "winner":
        yield _("The winner reports the score.")
    else:
        yield _("Either player reports the score.")
    if found.silence is None:
        yield _("The match is final once the opponent confirms.")
    else:
        yield _("The match is final once the opponent confirms, or has not answered for %(time)s.") % {
            "time": describe_duration(found.silence)
        }
    if found.objection:
        yield _(
            "With a transcript that the referee verified it is final unless the opponent objects "
            "within %(time)s."
        ) % {"time": describe_duration(found.objection)}
    else:
        yield _("With a transcript that the referee verified it is final at once.")


def describe_replays(found: Regulations) -> Iterator[str]:
    match found.correction_window:
        case "open":
            yield _("Players may object to a result at any time.")
        case "closed":
            yield _("A final result stays, unless a director corrects it.")
        case "next_match":
            yield _("Players may object to a result until the next match of either begins.")
        case minutes:
            yield _("Players may object to a result for %(time)s.") % {
                "time": describe_duration(int(minutes))
            }
    if found.appeals:
        yield ngettext(
            "A ruling may be appealed against, to a committee of %(count)s.",
            "A ruling may be appealed against, to a committee of %(count)s.",
            found.committee,
        ) % {"count": found.committee}
    else:
        yield _("There is no appeal against a ruling.")
    if not found.agreed_settlement:
        yield _("Agreed settlements are not allowed.")


def describe_rating(found: Regulations) -> Iterator[str]:
    if not found.penalised_rated:
        yield _("A match with penalty points is not rated.")
    if not found.retired_rated:
        yield _("A match that was given up is not rated.")


def describe_lateness(found: Regulations) -> Iterator[str]:
    if found.late_step is None:
        yield _("Coming late costs no points.")
        return
    times = {"grace": describe_duration(found.late_grace), "step": describe_duration(found.late_step)}
    if found.late_first == "grace":
        yield (
            _("Coming %(grace)s late costs a penalty point, and another for every further %(step)s.") % times
        )
    else:
        yield _("Coming late costs a penalty point for every %(step)s after the first %(grace)s.") % times
    if found.late_forfeit is None:
        yield _("With more than half the points of the match it is lost.")
    else:
        yield ngettext(
            "With %(count)s point the match is lost.",
            "With %(count)s points the match is lost.",
            found.late_forfeit,
        ) % {"count": found.late_forfeit}


def describe_clocks(found: Regulations) -> Iterator[str]:
    if found.clock == "off":
        yield _("Matches are played without clocks.")
        return
    parts = [_("%(minutes)s minutes for each point") % {"minutes": f"{found.clock_per_point:g}"}]
    if found.clock_per_point_scored:
        less = {"minutes": f"{found.clock_per_point_scored:g}"}
        parts.append(_("%(minutes)s less for each that is scored") % less)
    if found.clock_rounding == "up":
        parts.append(_("rounded up to whole minutes"))
    setting = {"setting": join_regulation_phrases([*parts, *describe_delay(found.clock_delay)])}
    if found.clock == "required":
        yield _("Clocks are required: %(setting)s.") % setting
    else:
        yield _("Clocks are set if a player asks: %(setting)s.") % setting
    match found.clock_expiry:
        case "lose_match":
            yield _("Whoever runs out of time loses the match.")
        case "penalty":
            yield ngettext(
                "Running out of time costs %(count)s point and gives %(time)s more.",
                "Running out of time costs %(count)s points and gives %(time)s more.",
                found.clock_expiry_points,
            ) % {"count": found.clock_expiry_points, "time": describe_duration(found.clock_expiry_minutes)}
        case _director:
            yield _("If somebody runs out of time, the director decides.")


def describe_dates(found: Regulations) -> Iterator[str]:
    if found.play_within is not None:
        within = {"time": describe_duration(found.play_within * DAY)}
        if found.overdue == "forfeit_both":
            yield _("A match is played within %(time)s, or both forfeit.") % within
        else:
            yield _("A match is played within %(time)s, or the director decides.") % within
    if found.reminder is not None:
        yield _("Players are reminded %(time)s before a deadline.") % {
            "time": describe_duration(found.reminder)
        }


def describe_board_rules(found: Regulations) -> Iterator[str]:
    if found.moves == "responsible":
        yield _("Illegal plays: Responsible Moves.")
    else:
        yield _("Illegal plays: Legal Moves.")
    if found.die_on_checker == "cocked":
        yield _("A die on a checker is cocked; both are thrown again.")
    else:
        yield _("A die that lies flat on a checker is valid.")
    if not found.holland:
        yield _("The Holland rule is not played.")


def describe_delay(seconds: int) -> list[str]:
    if not seconds:
        return []
    return [
        ngettext(
            "the first %(count)s second of every turn free",
            "the first %(count)s seconds of every turn free",
            seconds,
        )
        % {"count": seconds}
    ]


def describe_duration(minutes: int) -> str:
    """So many minutes in the largest unit that has no rest: "2 days", "90 minutes"."""
    for size, name in ((DAY, count_days), (HOUR, count_hours)):
        if minutes and minutes % size == 0:
            return name(minutes // size)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def count_days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


def count_hours(count: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}


def join_regulation_phrases(parts: list[str]) -> str:
    return join_words(parts)
