"""Numbers as pages show them: scores, running scores, rating changes, rating curves."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from matches.models import Match, Player, RatingEntry, RatingStanding, Report, Ruling, Vote
from matches.refereeing import shown
from matches.results import EFFECTS, Kind
from matches.selectors import GameLog, is_inactive, is_provisional, live_log, stated
from matches.sentences_of_play import describe_outcome

register = template.Library()

# The rating curve's own units; the page stretches them.
CURVE_WIDTH, CURVE_HEIGHT = 600, 150


@register.filter
def points(match: Match, side: int) -> int | str:
    """The side's score in a match that has one; nothing while it is open or where nobody played."""
    result = match.final_result
    return result.score[side] if result is not None and EFFECTS[Kind(result.kind)].score else ""


@register.filter
def player(match: Match, side: int) -> Player:
    return match.players[side]


@register.filter
def games(match: Match) -> list[dict[str, Any]]:
    """The games of the result, each with the score after it."""
    return [] if match.final_result is None else match.final_result.scored_games


@register.filter
def told_score(report: Report) -> str:
    """The score that a report says the match ended at; nothing of one that could not be judged."""
    if report.points_one is not None:
        return f"{report.points_one}–{report.points_two}"
    if report.status != "accepted":
        return ""
    return "–".join(map(str, shown(stated(report).outcome.points, report.match.length)))


@register.filter
def told_games(report: Report) -> list[dict[str, Any]]:
    """The games that a report tells, completed, each with the score after it as it is shown."""
    found = report.verdict.finding or {}
    return [
        {**game, "score": shown((game["score"][0], game["score"][1]), report.match.length)}
        for game in found.get("games", [])
    ]


@register.filter
def running(match: Match) -> tuple[int, int] | None:
    """The score so far of a match that is not decided, if games of it are told."""
    log = live_log(match)
    return None if log is None else log.score.display


@register.filter
def needs(log: GameLog, match: Match) -> list[tuple[str, int]]:
    """What each side still needs, by name."""
    return [(player.name, points) for player, points in zip(match.players, log.needs, strict=True)]


@register.filter
def owner_of_cube(stands: Mapping[str, Any]) -> list[bool]:
    """For each side of a standing, whether it owns the cube."""
    return [stands["owner"] == side for side in (0, 1)]


@register.filter
def tasks(stands: Mapping[str, Any]) -> list[str]:
    """For each side of a standing, what it is to do now: answer, play, roll or nothing."""
    task = "answer" if stands["offered"] else "play" if stands["dice"] else "roll"
    return [task if stands["turn"] == side else "" for side in (0, 1)]


@register.filter
def outcome(said: Ruling | Vote, match: Match) -> str:
    """How the match ends by a ruling or a vote."""
    return describe_outcome(match, said)


@register.filter
def winner(match: Match) -> Player | None:
    return None if match.final_result is None else match.final_result.winning_player


@register.filter
def rating_changes(match: Match) -> list[RatingEntry]:
    """What the match did to the ratings, side one first."""
    return sorted(
        match.rating_entries.all(),
        key=lambda entry: (
            entry.pool_id,
            entry.won != (match.result is not None and match.result.winner == 0),
        ),
    )


@register.filter
def rated_name(entry: RatingEntry, match: Match) -> str:
    """The name of the side whose rating an entry is; somebody may stand for it by now."""
    assert match.result is not None
    assert match.result.winner is not None
    return match.players[match.result.winner if entry.won else 1 - match.result.winner].name


@register.filter
def pools(match: Match) -> int:
    """In how many pools the match was rated."""
    return len({entry.pool_id for entry in match.rating_entries.all()})


@register.filter
def rating_now(standing: RatingStanding) -> dict[str, Any]:
    """What a page says beside a rating: the deviation, and whether it is provisional or inactive."""
    pool, now = standing.pool, timezone.now()
    return {
        "deviation": pool.system.deviation(pool.system.at(standing.as_rating, now)),
        "provisional": is_provisional(pool, standing.experience),
        "inactive": is_inactive(pool, standing.last_at, now),
    }


@register.filter
def opponent_side(entry: RatingEntry) -> int:
    """The side of the match that the opponent of an entry played on."""
    assert entry.match.result is not None
    winner = entry.match.result.winner or 0
    return 1 - winner if entry.won else winner


@register.filter
def signed(change: float) -> str:
    """+3.14, −3.14 or ±0.00."""
    rounded = round(change, 2)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return f"{sign}{abs(rounded):.2f}"


@register.simple_tag
def when(moment: datetime) -> SafeString:
    """A time, in UTC."""
    moment = moment.astimezone(UTC)
    return format_html('<time datetime="{}">{} UTC</time>', moment.isoformat(), f"{moment:%Y-%m-%d %H:%M}")


@register.inclusion_tag("matches/_curve.html")
def rating_curve(values: Sequence[float]) -> dict[str, Any]:
    """A rating match by match as a curve; the values are those before the first match and after each."""
    low, high = min(values), max(values)
    span = max(high - low, 1.0)
    step = CURVE_WIDTH / max(len(values) - 1, 1)
    line = " ".join(
        f"{number * step:.1f},{CURVE_HEIGHT * (high - value) / span:.1f}"
        for number, value in enumerate(values)
    )
    return {
        "line": line,
        "width": CURVE_WIDTH,
        "height": CURVE_HEIGHT,
        "low": low,
        "high": high,
        "matches": len(values) - 1,
        "now": values[-1],
    }
