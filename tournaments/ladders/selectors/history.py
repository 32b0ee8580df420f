"""What a ladder hears of, in one statement."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from matches.work.statements import Statement
from tournaments.ladders.models import Ladder
from tournaments.ladders.rules import (
    Challenged,
    ChallengePlayed,
    ChallengeReplied,
    Closed,
    Event,
    Joined,
    Left,
    Reopened,
    Reply,
)

Into = Mapping[int, int]
"""Who is merged into whom."""

# `number` is that of the joining or the challenge. Matches count in the order in which they first had a
# result, whatever was corrected; one that is void since the last ruling on it.
_EVENTS = Statement("""
SELECT CASE WHEN (changes -> 'closed' ->> 1)::boolean THEN 'closed' ELSE 'reopened' END AS what,
    recorded_at AS at, serial, NULL::bigint AS number, NULL::bigint AS one, NULL::bigint AS two,
    NULL AS reply, NULL::smallint AS winner
FROM tournaments_ladderedit WHERE ladder_id = %(ladder)s AND changes ? 'closed'
UNION ALL
SELECT 'joined', recorded_at, serial, id, player_id, NULL, NULL, NULL
FROM tournaments_ladderjoin WHERE ladder_id = %(ladder)s
UNION ALL
SELECT 'left', gone.recorded_at, gone.serial, joined.id, NULL, NULL, NULL, NULL
FROM tournaments_ladderleave AS gone JOIN tournaments_ladderjoin AS joined ON joined.id = gone.join_id
WHERE joined.ladder_id = %(ladder)s
UNION ALL
SELECT 'challenged', recorded_at, serial, id, challenger_id, challenged_id, NULL, NULL
FROM tournaments_challenge WHERE ladder_id = %(ladder)s
UNION ALL
SELECT 'replied', answer.recorded_at, answer.serial, challenge.id, NULL, NULL, answer.reply, NULL
FROM tournaments_challengeanswer AS answer
JOIN tournaments_challenge AS challenge ON challenge.id = answer.challenge_id
WHERE challenge.ladder_id = %(ladder)s
UNION ALL
SELECT 'played', result.finalised_at,
    (SELECT min(first.serial) FROM matches_result AS first WHERE first.match_id = match.id),
    challenge.id, challenge.challenger_id, challenge.challenged_id, NULL, result.winner
FROM tournaments_challengeanswer AS answer
JOIN tournaments_challenge AS challenge ON challenge.id = answer.challenge_id
JOIN matches_match AS match ON match.id = answer.match_id
JOIN matches_result AS result ON result.id = match.result_id
WHERE challenge.ladder_id = %(ladder)s AND match.state = 'final'
UNION ALL
SELECT 'void', ruling.recorded_at, ruling.serial, challenge.id, NULL, NULL, NULL, NULL
FROM tournaments_challengeanswer AS answer
JOIN tournaments_challenge AS challenge ON challenge.id = answer.challenge_id
JOIN matches_match AS match ON match.id = answer.match_id
JOIN matches_ruling AS ruling ON ruling.match_id = match.id
WHERE challenge.ladder_id = %(ladder)s AND match.state = 'void'
    AND ruling.serial = (SELECT max(last.serial) FROM matches_ruling AS last WHERE last.match_id = match.id)
""")


class _EventColumns(NamedTuple):
    """The columns of _EVENTS."""

    what: str
    at: datetime
    serial: int
    number: int
    one: int
    two: int
    reply: str
    winner: int | None


def ladder_history(ladder: Ladder, into: Into) -> list[Event]:
    """Everything that a ladder hears of, in no order: one query."""
    return [_event_of(_EventColumns._make(row), into) for row in _EVENTS(ladder=ladder.pk)]


def _event_of(row: _EventColumns, into: Into) -> Event:
    at, serial, number = row.at, row.serial, row.number
    one, two = (into.get(player, player) for player in (row.one, row.two))
    match row.what:
        case "closed":
            return Closed(at, serial)
        case "reopened":
            return Reopened(at, serial)
        case "joined":
            return Joined(at, serial, number, one)
        case "left":
            return Left(at, serial, number)
        case "challenged":
            return Challenged(at, serial, number, one, two)
        case "replied":
            return ChallengeReplied(at, serial, number, Reply(row.reply))
        case "played":
            return ChallengePlayed(at, serial, number, None if row.winner is None else (one, two)[row.winner])
        case _:
            return ChallengePlayed(at, serial, number, None, counts=False)
