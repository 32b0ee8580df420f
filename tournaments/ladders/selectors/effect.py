"""What would become of a ladder if a match of it stood otherwise."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from matches.hooks import Effect
from matches.play.models import Match
from matches.play.rules.deciding import Decision
from matches.play.selectors import Case
from tournaments.ladders.models import Challenge
from tournaments.ladders.rules import Challenged, ChallengePlayed, ChallengeReplied, Reply

from .ladders import LadderFold, ladder_fold

# Behind everything that was recorded at the same moment.
LATEST = 2**63


def ladder_effect(challenge: Challenge, case: Case, would: Decision) -> Effect:
    """Every member who would stand elsewhere if the match of a challenge stood like that: one fold."""
    now = timezone.now()
    before = ladder_fold(challenge.ladder, now)
    event = challenge_played(before, challenge, case, would)
    after = before.with_result(challenge.pk, event)
    was, will = rungs_by_player(before), rungs_by_player(after)
    players = {**before.players, **after.players}
    moved = [
        {
            "player": {"id": player, "name": players[player].name},
            "before": was.get(player),
            "after": will.get(player),
        }
        for player in [*will, *(was.keys() - will.keys())]
        if was.get(player) != will.get(player)
    ]
    return Effect(parts={"rungs": moved})


def challenge_played(
    fold: LadderFold, challenge: Challenge, case: Case, would: Decision
) -> ChallengePlayed | None:
    """What the ladder would hear of the match: one that had a result before keeps its place in time."""
    first = case.results[0] if case.results else None
    at, serial = (would.at or fold.now, LATEST) if first is None else (first.finalised_at, first.serial)
    if would.ruled_void:
        return ChallengePlayed(would.at or fold.now, LATEST, challenge.pk, None, counts=False)
    if would.match_score is None or would.state != Match.State.FINAL:
        return None
    winner = would.match_score.winner
    players = (challenge.challenger_id, challenge.challenged_id)
    return ChallengePlayed(
        at, serial, challenge.pk, None if winner is None else fold.number_on_ladder(players[winner])
    )


def rungs_by_player(fold: LadderFold) -> dict[int, dict[str, Any]]:
    return {player: {"place": place, "step": step} for place, player, step in fold.rungs}


@dataclass(frozen=True, slots=True)
class ChallengeOutlook:
    """What comes of a challenge that is made now.

    here, won, lost: the place, on stairs the step, of who challenges: now, after a win, after a loss; the
    latter None where places follow ratings. answer_by: until when it is answered, if by a date. play_days: in
    how many days it is played then; 0 for as long as it takes.
    """

    here: int | None
    won: int | None
    lost: int | None
    answer_by: datetime | None
    play_days: int


def challenge_outlook(fold: LadderFold, challenger: int, challenged: int) -> ChallengeOutlook:
    """What winning and losing against a member would mean, if nobody else moved meanwhile."""
    now, terms = fold.now, fold.rules.challenge_terms
    made = Challenged(now, LATEST, 0, challenger, challenged)
    accepted = ChallengeReplied(now, LATEST + 1, 0, Reply.ACCEPTED)

    def mark_after(winner: int) -> int | None:
        if fold.rules.by_rating:
            return None
        after = fold.with_events(made, accepted, ChallengePlayed(now, LATEST + 2, 0, winner))
        return after.ladder_order.mark_of(challenger)

    has_deadline = terms.accept_days and not fold.rules.starts_at_once
    return ChallengeOutlook(
        here=fold.ladder_order.mark_of(challenger),
        won=mark_after(challenger),
        lost=mark_after(challenged),
        answer_by=now + timedelta(days=terms.accept_days) if has_deadline else None,
        play_days=terms.play_days,
    )
