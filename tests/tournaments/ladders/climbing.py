"""Ladders as tests climb them: players by name, days from noon."""

from datetime import timedelta

import pytest

from engine import RuleError
from matches.play.services import report_submit, report_verify
from matches.ratings.services import ratings_update
from matches.work.models import Outbox
from tests.conftest import NOON
from tournaments.ladders import services
from tournaments.ladders.models import ChallengeAnswer, Rung
from tournaments.ladders.rules import Reply
from tournaments.ladders.selectors import ladder_fold


def at(days, minutes=0):
    return NOON + timedelta(days=days, minutes=minutes)


class Climbed:
    """A ladder with its players by name."""

    def __init__(self, row, director, field):
        self.row, self.director = row, director
        self.players = {player.name: player for player in field}

    def challenge(self, challenger, challenged, day=0, actor=None):
        one, two = self.players[challenger], self.players[challenged]
        return services.challenge_make(
            actor=actor or one.user, ladder_id=self.row.pk, challenger=one, challenged=two, now=at(day)
        )

    def answer(self, challenge, reply=Reply.ACCEPTED, day=0, actor=None):
        player = challenge.challenger if reply is Reply.WITHDRAWN else challenge.challenged
        return services.challenge_answer(
            actor=actor or player.user, challenge_id=challenge.pk, reply=reply, now=at(day)
        )

    def play(self, winner, challenger, challenged, day=0):
        challenge = self.challenge(challenger, challenged, day)
        match = self.match(challenge) or self.answer(challenge, day=day).match
        score = (5, 3) if winner == challenger else (3, 5)
        report_submit(match_id=match.pk, actor=self.director, score=score, now=at(day, minutes=1))
        work_off_at(at(day, minutes=2))
        return match

    def match(self, challenge):
        answer = ChallengeAnswer.objects.filter(challenge=challenge).first()
        return answer and answer.match

    def process_due(self, day=0):
        services.ladder_process_due(ladder_id=self.row.pk, now=at(day))

    def fold(self, day=0):
        return ladder_fold(self.row, at(day))

    def names(self, day=0):
        fold = self.fold(day)
        return "".join(fold.players[player].name[0] for player in fold.ladder_order.order)

    @property
    def rungs(self):
        rungs = Rung.objects.filter(ladder=self.row).select_related("player").order_by("place")
        return "".join(rung.player.name[0] for rung in rungs)

    def refused(self, code, act, *args, **rest):
        with pytest.raises(RuleError) as refusal:
            act(*args, **rest)
        assert refusal.value.code == code
        return str(refusal.value)


def work_off_at(now):
    """The reports are judged; the ladder is attended to at that moment, not now."""
    for due in Outbox.objects.filter(kind="matches.report_verify"):
        report_verify(report_id=due.subject, now=now)
    ratings_update()
    for due in Outbox.objects.filter(kind="tournaments.ladder_process_due"):
        services.ladder_process_due(ladder_id=due.subject, now=now)
