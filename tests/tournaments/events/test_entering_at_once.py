"""Two who answer, apply, check in or draw at once, on the real database: one outcome."""

from functools import partial

import pytest

from engine import RuleError
from tests.conftest import work_off
from tests.effort import examples
from tests.factories import PlayerFactory, UserFactory
from tests.test_concurrency import at_once
from tournaments.clubs.errors import ApplicationAnswered, ApplicationOpen
from tournaments.events import services
from tournaments.events.errors import ApplicationLapsed, TooManyEntries
from tournaments.events.models import CheckIn, Entry, EntryApplication, EntryApplicationAnswer
from tournaments.events.selectors import waiting_list
from tournaments.events.services import entry_add, entry_application_answer, tournament_compare
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db(transaction=True)

ATTEMPTS = pytest.mark.parametrize("attempt", range(examples(2)))
State = EntryApplication.State


@pytest.fixture
def event(club, director):
    """event(3, capacity=2): as many have applied; how to address it, and the applications."""

    def make(size, **how):
        cup = services.tournament_create(
            actor=director, club=club, name="Cup", lengths=[5], entries_need_approval=True, **how
        )
        field = [PlayerFactory(user=UserFactory()) for _ in range(size)]
        asked = [entry_add(actor=player.user, tournament_id=cup.pk, player=player) for player in field]
        return cup, {"actor": director, "tournament_id": cup.pk}, asked

    return make


def answering(actor, application, state=State.APPROVED):
    return partial(
        entry_application_answer, actor=actor, application_id=application.pk, state=state, reason="So."
    )


def sorted_out(found):
    """What was done, and what was refused; nothing else went wrong."""
    done = [each for each in found if not isinstance(each, Exception)]
    refused = [each for each in found if isinstance(each, RuleError)]
    assert len(done) + len(refused) == len(found), found
    return done, refused


@ATTEMPTS
def test_two_who_approve_the_same_enter_it_once(event, director, attempt):
    cup, _, (application,) = event(1)
    staff = UserFactory(is_staff=True)
    done, refused = sorted_out(at_once(*[answering(actor, application) for actor in (director, staff) * 2]))
    assert len(done) == 1
    assert {type(each) for each in refused} == {ApplicationAnswered}
    assert Entry.objects.get(tournament=cup).application == application


@ATTEMPTS
def test_who_takes_it_back_while_it_is_approved(event, director, attempt):
    _, _, (application,) = event(1)
    player = application.player
    (done,), _ = sorted_out(
        at_once(
            answering(director, application),
            answering(player.user, application, State.WITHDRAWN),
            answering(director, application, State.REFUSED),
        )
    )
    answered = EntryApplicationAnswer.objects.count()
    assert (Entry.objects.count(), answered) in ((1, 0), (0, 1))
    assert (done.state == State.APPROVED) == (answered == 0)


@ATTEMPTS
def test_all_are_approved_at_once_and_the_capacity_runs_out(event, director, attempt):
    cup, of, asked = event(4, capacity=2)
    done, _ = sorted_out(at_once(*[answering(director, each) for each in asked]))
    assert len(done) == 4
    line = waiting_list(cup)
    assert (len(line.in_field), len(line.waiting)) == (2, 2)
    waiting = [Entry.objects.get(pk=number).application_id for number in line.waiting]
    assert waiting == sorted(waiting), "by the moment of applying"
    draw = services.tournament_draw(**of, seeding=Seeding.RANDOM, seed="x")
    assert sorted(draw.order) == sorted(line.in_field)


@ATTEMPTS
def test_the_last_place_there_is_goes_to_one_of_two(event, director, monkeypatch, attempt):
    cup, _, asked = event(2)
    monkeypatch.setattr("tournaments.events.services.eligibility.ENTRIES_MAX", 1)
    done, refused = sorted_out(at_once(*[answering(director, each) for each in asked]))
    assert len(done) == 1
    assert [type(each) for each in refused] == [TooManyEntries]
    assert Entry.objects.filter(tournament=cup).count() == 1


@ATTEMPTS
def test_approved_while_the_draw_is_made(event, director, attempt):
    cup, of, asked = event(3)
    for application in asked[:2]:
        answering(director, application)()
    entered, drawn = at_once(
        answering(director, asked[2]),
        lambda: services.tournament_draw(**of, seeding=Seeding.RANDOM, seed="x"),
    )
    work_off()
    entries = set(cup.entries.values_list("pk", flat=True))
    assert set(drawn.order) == entries
    assert isinstance(entered, ApplicationLapsed) == (len(entries) == 2)
    assert tournament_compare(cup.pk, repair=False) == []


@ATTEMPTS
def test_who_applies_twice_at_once_has_applied_once(event, attempt):
    cup, _, _ = event(0)
    player = PlayerFactory(user=UserFactory())
    asking = partial(entry_add, actor=player.user, tournament_id=cup.pk, player=player)
    done, refused = sorted_out(at_once(asking, asking, asking))
    assert (len(done), {type(each) for each in refused}) == (1, {ApplicationOpen})


@ATTEMPTS
def test_entered_at_the_desk_while_the_application_is_approved(event, director, attempt):
    cup, of, (application,) = event(1)
    player = application.player
    done, refused = sorted_out(
        at_once(lambda: entry_add(**of, player=player), answering(director, application))
    )
    assert len(done) == len(refused) == 1
    assert Entry.objects.get(tournament=cup).application == application


@ATTEMPTS
def test_tapped_twice_is_checked_in_once(event, director, attempt):
    cup, of, (application,) = event(1)
    answering(director, application)()
    entry = Entry.objects.get(tournament=cup).pk
    tap = partial(services.entry_check_in, **of, entry_id=entry)
    many = partial(services.entries_check_in, **of, entry_ids=[entry])
    back = partial(services.entry_check_in_take_back, **of, entry_id=entry)
    sorted_out(at_once(tap, many, tap, many))
    assert CheckIn.objects.get().entry_id == entry
    done, _ = sorted_out(at_once(back, back))
    assert len(done) == 1
    sorted_out(at_once(tap, back, many))
    assert CheckIn.objects.not_taken_back().count() <= 1
