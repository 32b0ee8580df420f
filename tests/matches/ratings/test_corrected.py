"""Ratings after corrections: whatever was corrected and undone, they are those of a fold from scratch."""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.play.models import Match, Ruling
from matches.play.rules.results import EFFECTS, ResultKind, Winner
from matches.play.services import ruling_make, ruling_preview, ruling_undo, ruling_undo_preview
from matches.ratings.models import RatingEntry, RatingStanding
from matches.ratings.services import ratings_compare, ratings_rebuild, ratings_update
from tests.conftest import NOON
from tests.effort import examples
from tests.factories import MatchFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db

numbers = st.integers(0, 99)
steps = st.lists(
    st.tuples(st.sampled_from(["play", "play", "correct", "correct", "undo", "update"]), numbers, numbers),
    max_size=30,
)


class League:
    """Five players, and matches of theirs outside any tournament."""

    def __init__(self):
        self.players = PlayerFactory.create_batch(5)
        self.official = UserFactory(is_staff=True)
        self.minute = 0

    def now(self):
        self.minute += 1
        return NOON + timedelta(minutes=self.minute)

    def play(self, one, two):
        first = self.players[one % 5]
        second = self.players[(one + 1 + two % 4) % 5]
        match = MatchFactory(one=first, two=second, length=2 * (two % 6) + 1)
        self.rule(match, ResultKind.PLAYED, one % 2)

    def correct(self, one, two):
        if matches := list(Match.objects.order_by("pk")):
            self.rule(matches[one % len(matches)], list(ResultKind)[two % len(ResultKind)], two // 8 % 2)

    def rule(self, match, kind, winner):
        """Rule as wanted; what a preview says of the ratings is what comes."""
        effect = EFFECTS[kind]
        points = [0, 0]
        if effect.complete:
            points[winner] = match.length
        ruling = {
            "match_id": match.pk,
            "actor": self.official,
            "kind": kind,
            "winner": None if effect.winner is Winner.NEVER else winner,
            "points": tuple(points),
        }
        looked = ruling_preview(**ruling, now=self.now())
        ruling_make(**ruling, reason="The sheet.", preview=looked.token, now=self.now())
        self.came_true(looked)

    def undo(self, one, two):
        if rulings := list(Ruling.objects.filter(undone_by=None).order_by("pk")):
            undoing = {"ruling_id": rulings[one % len(rulings)].pk, "actor": self.official}
            looked = ruling_undo_preview(**undoing, now=self.now())
            ruling_undo(**undoing, reason="No.", preview=looked.token, now=self.now())
            self.came_true(looked)

    def came_true(self, looked):
        with transaction.atomic():
            ratings_update()
            held = {row.player_id: (row.value, row.experience) for row in RatingStanding.objects.all()}
            for row in looked.beside["ratings"]:
                after = row["after"] and (row["after"]["rating"], row["after"]["experience"])
                assert held.get(row["player"]["id"]) == after
            transaction.set_rollback(True)

    def update(self, one, two):
        ratings_update()


def ratings():
    return list(RatingEntry.objects.order_by("match", "player").values_list("match", "player", "value_after"))


@pytest.mark.long
@pytest.mark.timeout(600)
@settings(
    max_examples=examples(6), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(taken=steps)
def test_ratings_are_those_of_a_fold_from_scratch(db, taken):
    with transaction.atomic():
        league = League()
        for name, one, two in taken:
            getattr(league, name)(one, two)
        ratings_update()
        assert list(ratings_compare()) == []
        updated = ratings()
        ratings_rebuild()
        assert ratings() == updated
        transaction.set_rollback(True)


def test_a_corrected_match_keeps_its_place():
    """Corrected after the second match was played, the first is still rated before it."""
    league = League()
    first, second = (MatchFactory(one=league.players[0], two=league.players[1], length=5) for _ in range(2))
    for match in (first, second):
        league.rule(match, ResultKind.PLAYED, 0)
        ratings_update()
    league.rule(first, ResultKind.PLAYED, 1)
    ratings_update()
    rows = RatingEntry.objects.filter(player=league.players[0]).order_by("finalised_at")
    assert [(row.match, row.value_change > 0) for row in rows] == [(first, False), (second, True)]
    assert rows[1].value_before == rows[0].value_after
