"""Where a result leads, read from the neighbourhood of its slot; and when that is not enough."""

import pytest

from matches.play.rules.results import ResultKind
from matches.play.services import ruling_make
from tests.conftest import award, director_reports, fixture_at, work_off
from tests.test_compare import compare
from tests.tournaments.events.test_corrections import correct, look
from tournaments.events.models import Entry
from tournaments.events.selectors import Followed, fixture_followed
from tournaments.events.services import entry_add, entry_withdraw, tournament_create, tournament_draw
from tournaments.formats import Pairing
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db


def decide(cup, key, score=(5, 0)):
    """Decide a match and leave what follows to be done."""
    match = fixture_at(cup, key).match
    winner = int(score[1] > score[0])
    award(match, winner)


def correct_without_following(match, director, points):
    ruling_make(
        match_id=match.pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=points,
        reason="The sheet says so.",
        preview=look(match, director, points=points).token,
    )


def followed(cup, key):
    cup.refresh_from_db()
    return fixture_followed(cup, fixture_at(cup, key).pk)


def entry(name):
    return Entry.objects.get(player__name=name).pk


def test_a_winner_waits_for_the_opponent(knockout):
    cup = knockout(4)
    decide(cup, "R1-M1")
    assert followed(cup, "R1-M1") == Followed()


@pytest.mark.parametrize("last", ["R1-M1", "R1-M2"])
def test_the_second_of_two_winners_has_an_opponent(knockout, last):
    """Ann beats Dai, Bob beats Cem: Ann sits above, whichever match ends first."""
    cup = knockout(4)
    decide(cup, "R1-M1")
    decide(cup, "R1-M2", (0, 5))
    assert followed(cup, last) == Followed((Pairing("R2-M1", 2, entry("Ann"), entry("Bob"), step=2),))


@pytest.mark.parametrize("last", ["R1-M1", "R1-M2"])
def test_two_winners_who_meet_already_have_nothing_to_follow(knockout, last):
    """Both are decided before either is followed; the first that is leads the second on, too."""
    cup = knockout(4)
    decide(cup, "R1-M1")
    decide(cup, "R1-M2", (0, 5))
    work_off()
    assert followed(cup, last) == Followed()


def test_two_winners_who_meet_the_other_way_round_take_the_whole_fold(knockout):
    cup = knockout(4)
    decide(cup, "R1-M1")
    decide(cup, "R1-M2", (0, 5))
    work_off()
    final = fixture_at(cup, "R2-M1")
    cup.fixtures.filter(pk=final.pk).update(one=final.two, two=final.one)
    assert followed(cup, "R1-M1") is None


def test_two_winners_whose_match_was_void_take_the_whole_fold(knockout):
    cup = knockout(4)
    decide(cup, "R1-M1")
    decide(cup, "R1-M2", (0, 5))
    work_off()
    cup.fixtures.filter(key="R2-M1").update(void=True)
    assert followed(cup, "R1-M1") is None


def test_who_has_a_bye_is_there_already(knockout):
    """Of five, Dai and Eva play to meet Ann; Bob and Cem meet at once."""
    cup = knockout(5)
    assert sorted(cup.fixtures.values_list("key", flat=True)) == ["R1-M2", "R2-M2"]
    decide(cup, "R1-M2", (0, 5))
    winner = fixture_at(cup, "R1-M2").two_id
    assert followed(cup, "R1-M2") == Followed((Pairing("R2-M1", 2, entry("Ann"), winner, step=2),))


def test_after_the_last_match_it_is_over(knockout):
    cup = knockout(2)
    decide(cup, "R1-M1")
    assert followed(cup, "R1-M1") == Followed(over=True)


def test_who_came_through_without_a_match_is_there_already(knockout, director):
    """Of eight, Dai and Eva withdraw: whoever wins the match above them is in the semi-final's final seat."""
    cup = knockout(8)
    for name in ("Dai", "Eva"):
        entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry(name))
        work_off()
    decide(cup, "R1-M1")
    assert followed(cup, "R1-M1") is None, "the winner goes on without a match"
    work_off()
    director_reports(fixture_at(cup, "R1-M3").match, director, (5, 0))
    director_reports(fixture_at(cup, "R1-M4").match, director, (5, 0), minute=1)
    decide(cup, "R2-M2")
    winner = fixture_at(cup, "R2-M2").one_id
    assert followed(cup, "R2-M2") == Followed((Pairing("R3-M1", 3, entry("Ann"), winner, step=3),))


def test_a_result_without_a_winner_takes_the_whole_fold(knockout, director):
    cup = knockout(4)
    ruling_make(
        match_id=fixture_at(cup, "R1-M1").match_id,
        actor=director,
        kind=ResultKind.DOUBLE_FORFEIT,
        reason="Nobody came.",
    )
    assert followed(cup, "R1-M1") is None
    decide(cup, "R1-M2")
    assert followed(cup, "R1-M2") is None, "nobody comes out of the other match"


def test_a_correction_takes_the_whole_fold(knockout, director):
    cup = knockout(4)
    for key in ("R1-M1", "R1-M2"):
        director_reports(fixture_at(cup, key).match, director, (5, 0))
    correct_without_following(fixture_at(cup, "R1-M1").match, director, points=(0, 5))
    assert followed(cup, "R1-M1") is None
    work_off()
    assert fixture_followed(cup, cup.fixtures.get(void=True).pk) is None
    assert followed(cup, "R1-M1") == Followed()


def test_an_opponent_who_has_withdrawn_takes_the_whole_fold(knockout, director):
    cup = knockout(4)
    decide(cup, "R1-M1")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry("Ann"))
    decide(cup, "R1-M2")
    assert followed(cup, "R1-M2") is None
    assert followed(cup, "R1-M1") is None


def test_a_match_that_is_not_final_leads_nowhere(knockout):
    cup = knockout(4)
    assert followed(cup, "R1-M1") is None


@pytest.mark.parametrize(("size", "over"), [(4, True), (8, False)])
def test_a_slot_that_was_passed_without_a_match_takes_the_whole_fold(knockout, director, size, over):
    """Ann beat the last seed and left, so the next slot was passed; now the last seed is to play there."""
    cup = knockout(size)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 0))
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry("Ann"))
    director_reports(fixture_at(cup, "R1-M2").match, director, (0, 5), minute=1)
    match = fixture_at(cup, "R1-M1").match
    correct_without_following(match, director, points=(0, 5))
    assert followed(cup, "R1-M1") is None
    assert (cup.state == "finished") == over
    work_off()
    assert fixture_at(cup, "R2-M1").match.one == match.two
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_final_that_is_corrected_leaves_the_tournament_over(knockout, director):
    cup = knockout(2)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 0))
    correct(fixture_at(cup, "R1-M1").match, director, points=(0, 5))
    assert followed(cup, "R1-M1") == Followed(over=True)
    assert cup.state == "finished"


def test_winner_and_loser_go_on(director, club, players):
    """Of four in double elimination: Dai beats Ann and Bob beats Cem; Ann comes back to the final."""
    cup = tournament_create(
        actor=director, club=club, name="Double", lengths=(5,), format="double_elimination"
    )
    entries = [entry_add(actor=director, tournament_id=cup.pk, player=player).pk for player in players(4)]
    ann, bob, cem, dai = entries
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.MANUAL, seeded=entries, seed="test")
    work_off()
    decide(cup, "WB-R1-M1", (0, 5))
    assert followed(cup, "WB-R1-M1") == Followed()
    work_off()
    decide(cup, "WB-R1-M2", (0, 5))
    assert followed(cup, "WB-R1-M2") == Followed(
        (
            Pairing("WB-R2-M1", 2, dai, bob, part="winners", step=2),
            Pairing("LB-R1-M1", 1, ann, cem, part="losers", step=2),
        )
    )
    work_off()
    decide(cup, "LB-R1-M1")
    assert followed(cup, "LB-R1-M1") == Followed()
    work_off()
    decide(cup, "WB-R2-M1")
    last = Pairing("LB-R2-M1", 2, ann, bob, part="losers", step=3)
    assert followed(cup, "WB-R2-M1") == Followed((last,))
    work_off()
    decide(cup, "LB-R2-M1")
    assert followed(cup, "LB-R2-M1") == Followed((Pairing("GF-R1-M1", 1, dai, ann, part="final", step=4),))
    work_off()
    decide(cup, "GF-R1-M1", (0, 5))
    assert followed(cup, "GF-R1-M1") is None, "whether a second final is needed is for the whole fold"
    work_off()
    decide(cup, "GF-R2-M1")
    assert followed(cup, "GF-R2-M1") == Followed(over=True)
    work_off()
    cup.refresh_from_db()
    assert cup.state == "finished"
    assert compare() == "Everything stored is what the facts say.\n"
