"""A case that is handed on is what the database would say, whatever was written since it was loaded."""

import pytest

from matches.play import services
from matches.play.models import Match
from matches.play.rules.deciding import Ruled
from matches.play.rules.refereeing import MatchScore
from matches.play.rules.results import ResultKind
from matches.play.selectors import case_load, cases_of
from matches.play.services import match_current
from tests.conftest import NOON, fixture_at, work_off
from tests.factories import MatchFactory, UserFactory
from tests.matches.conftest import refreshed_as_loaded
from tests.tournaments.ladders.conftest import ladder

from .test_budgets import BUDGETS, LADDER_BUDGETS, Night

__all__ = ["ladder"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _checked(monkeypatch):
    refreshed_as_loaded(monkeypatch)


@pytest.mark.parametrize("flow", [flow for flow, _ in BUDGETS], ids=lambda flow: flow.__name__)
def test_what_is_handed_on_in_a_knockout(flow, knockout, director):
    flow(Night(knockout(4), director))()
    work_off()


@pytest.mark.parametrize("flow", [flow for flow, _ in LADDER_BUDGETS], ids=lambda flow: flow.__name__)
def test_what_is_handed_on_on_a_ladder(flow, ladder):
    flow(ladder(4))()


def test_what_is_handed_on_once_staff_decides_an_appeal(knockout, director):
    match = fixture_at(knockout(4), "R1-M1").match
    ruling = services.ruling_make(
        match_id=match.pk, actor=director, kind=ResultKind.FORFEIT, winner=0, reason="Too late."
    )
    services.ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="I was there.")
    staff = UserFactory(is_staff=True)
    services.ruling_make(
        match_id=match.pk, actor=staff, kind=ResultKind.FORFEIT, winner=1, reason="He was there."
    )
    work_off()


def test_a_fact_that_is_taken_decides_though_the_case_was_asked_before(match):
    case = case_load(match, NOON)
    assert case.decision.state == "open"
    ruling = Ruled(1, NOON, ResultKind.FORFEIT, MatchScore(0, (0, 0)))
    assert case.decide_with(ruling).state == case.with_event(1, ruling).decision.state == "final"
    assert case.decision.state == "open"
    assert (
        case.with_event(1, ruling)
        .with_event(2, Ruled(2, NOON, ResultKind.VOID, MatchScore(None, (0, 0))))
        .decision.ruled_void
    )


def test_facts_take_their_places_by_serial(match):
    first, second = (Ruled(number, NOON, ResultKind.FORFEIT, MatchScore(number, (0, 0))) for number in (0, 1))
    assert case_load(match, NOON).with_event(2, second).with_event(1, first).decision.match_score.winner == 1


def test_any_number_of_cases_takes_one_query(players, django_assert_num_queries):
    ann, bob = players(2)
    some = [MatchFactory(one=ann, two=bob) for _ in range(3)]
    for each in some[1:]:
        services.report_submit(match_id=each.pk, actor=ann.user, score=(5, each.pk % 5))
    work_off()
    loaded = list(Match.objects.order_by("pk"))
    with django_assert_num_queries(1):
        cases = cases_of(loaded, NOON)
        assert [case.decision.state for case in cases.values()] == ["open", "reported", "reported"]
    with django_assert_num_queries(0):
        assert cases_of([], NOON) == {}


def test_there_is_no_case_of_no_match(match):
    for number in (0, 2**70):
        with pytest.raises(Match.DoesNotExist):
            match_current(number, NOON)
