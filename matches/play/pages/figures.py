"""Matches as pages show them: scores, running scores, what each side needs, how one ends."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from matches.base.tags import known_text
from matches.play.facts import describe_ending
from matches.play.models import Match, Report, Ruling, Vote
from matches.play.rules.refereeing import capped_match_score
from matches.play.rules.results import EFFECTS, ResultKind
from matches.play.selectors import GameLog, live_game_log, report_event
from matches.players.models import Player

register = template.Library()


@register.filter
def match_points(match: Match, side: int) -> int | str:
    """The side's score in a match that has one; nothing while it is open or where nobody played."""
    result = match.final_result
    return result.score[side] if result is not None and EFFECTS[ResultKind(result.kind)].score else ""


@register.filter
def sides_and_score(match: Match) -> str:
    """Both sides in a line, each with its points where there are any."""
    sides = ((match_player(match, side).effective_player.name, match_points(match, side)) for side in (0, 1))
    return " – ".join(f"{name} {points}" if points != "" else name for name, points in sides)


@register.filter
def match_player(match: Match, side: int) -> Player:
    return match.players[side]


@register.filter
def match_games(match: Match) -> list[dict[str, Any]]:
    """The games of the result, each with the score after it."""
    return [] if match.final_result is None else match.final_result.scored_games


@register.filter
def reported_score(report: Report) -> str:
    """The score that a report says the match ended at; nothing of one that could not be judged."""
    if report.points_one is not None:
        return f"{report.points_one}–{report.points_two}"
    if report.status != "accepted":
        return ""
    return "–".join(
        map(str, capped_match_score(report_event(report).match_score.points, report.match.length))
    )


class ReportedSide(NamedTuple):
    """What a report says of a side."""

    name: str
    logins: Collection[int]
    points: int
    won: bool


@register.filter
def sides_as_reported(report: Report) -> list[ReportedSide]:
    """Whose score is what by an accepted report; the match of it has to be loaded."""
    winner, points = score_as_reported(report)
    return [
        ReportedSide(player.name, player.logins, points[side], side == winner)
        for side, player in enumerate(report.match.players)
    ]


@register.filter
def reported_outcome(report: Report) -> str:
    """Who has won how by an accepted report: "Bram won 5–3"."""
    return outcome_sentence(report, swapped=False)


@register.filter
def other_outcome(report: Report) -> str:
    """The same with the names swapped, as one of those who object says it."""
    return _("%(outcome)s, the names are swapped.") % {"outcome": outcome_sentence(report, swapped=True)}


def outcome_sentence(report: Report, *, swapped: bool) -> str:
    winner, points = score_as_reported(report)
    player = report.match.players[1 - winner if swapped else winner]
    return _("%(name)s won %(points)s") % {
        "name": player.name,
        "points": f"{points[winner]}–{points[1 - winner]}",
    }


def score_as_reported(report: Report) -> tuple[int, tuple[int, int]]:
    """The side that has won by an accepted report, and the points of both, at most the length."""
    said = report_event(report).match_score
    one, two = capped_match_score(said.points, report.match.length)
    return int(two > one), (one, two)


@register.filter
def quoted_rule(rule: str) -> SafeString:
    """The rule of a violation in the reader's language; its source is called what it is called."""
    text, source = engine.split_rule(rule)
    return format_html('{} <span lang="en">[{}]</span>', known_text(text), source)


@register.filter
def reported_games(report: Report) -> list[dict[str, Any]]:
    """The games of a report, completed, each with the score after it as it is shown."""
    found = report.verdict.details or {}
    return [
        {**game, "score": capped_match_score((game["score"][0], game["score"][1]), report.match.length)}
        for game in found.get("games", [])
    ]


@register.filter
def running_score(match: Match) -> tuple[int, int] | None:
    """The score so far of a match that is not decided, if games of it are live-scored."""
    log = live_game_log(match)
    return None if log is None else log.running_score.capped_points


@register.filter
def points_needed_by_side(log: GameLog, match: Match) -> list[tuple[str, int]]:
    """What each side still needs, by name."""
    return [(player.name, points) for player, points in zip(match.players, log.points_needed, strict=True)]


@register.filter
def sides_owning_cube(stands: Mapping[str, Any]) -> list[bool]:
    """For each side of a standing, whether it owns the cube."""
    return [stands["owner"] == side for side in (0, 1)]


@register.filter
def side_tasks(stands: Mapping[str, Any]) -> list[str]:
    """For each side of a standing, what it is to do now: answer, play, roll or nothing."""
    task = "answer" if stands["offered"] else "play" if stands["dice"] else "roll"
    return [task if stands["turn"] == side else "" for side in (0, 1)]


@register.filter
def match_ending(said: Ruling | Vote, match: Match) -> str:
    """How the match ends by a ruling or a vote."""
    return describe_ending(match, said)


@register.filter
def winner_of_match(match: Match) -> Player | None:
    return None if match.final_result is None else match.final_result.winning_player
