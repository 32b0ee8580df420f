"""What open pages are sent, and when: with the commit, never before."""

import pytest

from matches.play.services import report_submit, report_verify
from matches.ratings.services import ratings_update
from tests.conftest import fixture_at, work_off
from tournaments.events.models import Entry
from tournaments.events.services import entry_withdraw, tournament_advance

pytestmark = pytest.mark.django_db(transaction=True)


def club_and_players(cup, match):
    return {f"club-{cup.club_id}", *(f"player-{player.pk}" for player in match.players)}


def test_a_result_is_announced_to_its_match_and_its_tournament(knockout, director, heard):
    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    heard()
    report = report_submit(match_id=match.pk, actor=director, score=(5, 0))
    assert heard() == {f"match-{match.pk}"}
    report_verify(report_id=report.pk)
    assert heard() == {f"match-{match.pk}", f"tournament-{cup.pk}", *club_and_players(cup, match)}
    ratings_update()
    assert heard() >= {f"match-{match.pk}"}
    tournament_advance(tournament_id=cup.pk)
    assert heard() == {f"tournament-{cup.pk}"}


def test_a_dispute_is_announced_to_its_tournament_too(knockout, heard):
    cup = knockout(2)
    match = fixture_at(cup, "R1-M1").match
    for player, score in zip(match.players, ((5, 0), (0, 5)), strict=True):
        report_submit(match_id=match.pk, actor=player.user, score=score)
    heard()
    work_off()
    assert heard() == {f"match-{match.pk}", f"tournament-{cup.pk}", *club_and_players(cup, match)}


def test_entries_draws_and_withdrawals_are_announced(knockout, director, heard):
    cup = knockout(4)
    assert f"tournament-{cup.pk}" in heard()
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=Entry.objects.earliest("pk").pk)
    assert heard() >= {f"tournament-{cup.pk}", f"match-{fixture_at(cup, 'R1-M1').match.pk}"}
    work_off()
