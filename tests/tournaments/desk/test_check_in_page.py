"""The tab Check-in of the control desk: who is here, by letters or with one tap; and the kiosk."""

import pytest

from tests.consent import club_appoint
from tests.factories import PlayerFactory, UserFactory
from tournaments.clubs.models import Appointment
from tournaments.events.models import CheckIn, Entry
from tournaments.events.services import entry_add, tournament_create

pytestmark = pytest.mark.django_db

NAMES = ("Ann Verhoeven", "Anna de Vries", "Renée Dubois", "渡辺 健二")


@pytest.fixture
def cup(club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5], check_in=True)
    for name in NAMES:
        entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory(name=name))
    return cup


def address(cup):
    return f"/tournaments/{cup.pk}/desk/check-in/"


def send(desk, cup, do, page="", **sent):
    return desk.post(f"{address(cup)}{page}", {"do": do, **sent}, follow=True)


def here():
    entries = Entry.objects.filter(pk__in=CheckIn.objects.not_taken_back().values("entry"))
    return {entry.player.name for entry in entries}


@pytest.mark.parametrize(("typed", "name"), [("renee", NAMES[2]), ("anna", NAMES[1]), ("渡辺", NAMES[3])])
def test_letters_check_in_whoever_is_left(desk, cup, typed, name):
    page = send(desk, cup, "typed", typed=typed).content.decode()
    assert here() == {name}
    assert f"{name} is here." in page
    assert "1 of 4 are here" in page


@pytest.mark.parametrize(
    ("typed", "fault"),
    [("an", "Several are left."), ("zz", "Nobody in this event has that name."), ("", "required")],
)
def test_letters_that_say_too_little_stay(desk, cup, typed, fault):
    answer = send(desk, cup, "typed", typed=typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert (fault in page, f'value="{typed}"' in page) == (True, True)
    assert here() == set()


def test_of_two_whoever_is_not_here_yet_is_meant(desk, cup):
    send(desk, cup, "typed", typed="anna")
    send(desk, cup, "typed", typed="an")
    assert here() == {NAMES[0], NAMES[1]}
    assert "is here already" in send(desk, cup, "typed", typed="an").content.decode()


def test_a_tap_and_its_undo(desk, cup):
    entry = Entry.objects.first()
    page = send(desk, cup, "here", entry=entry.pk).content.decode()
    assert here() == {NAMES[0]}
    assert f"{address(cup)}{entry.pk}/undo/" in page
    desk.post(f"{address(cup)}{entry.pk}/undo/")
    assert here() == set()
    assert send(desk, cup, "not_here", entry=entry.pk).status_code == 422


def test_all_at_once(desk, cup):
    send(desk, cup, "here", entry=Entry.objects.first().pk)
    assert "Check in all 3 who are missing" in desk.get(address(cup)).content.decode()
    send(desk, cup, "all")
    assert here() == set(NAMES)


def test_the_kiosk_is_the_check_in_alone(desk, cup):
    page = desk.get(f"{address(cup)}kiosk/").content.decode()
    assert "What the event waits for" not in page
    answer = send(desk, cup, "here", "kiosk/", entry=Entry.objects.first().pk)
    assert answer.redirect_chain[-1][0] == f"{address(cup)}kiosk/"
    assert here() == {NAMES[0]}


def test_who_works_there(client, cup, club, director):
    assert client.get(address(cup)).status_code == 302
    keeper = UserFactory()
    client.force_login(keeper)
    assert send(client, cup, "all").status_code == 403
    club_appoint(actor=director, club=club, tournament=cup, user=keeper, role=Appointment.Role.SCOREKEEPER)
    assert send(client, cup, "all").status_code == 200
    assert here() == set(NAMES)


def test_as_many_queries_at_any_size(desk, cup, director, django_assert_num_queries):
    for _ in range(2):
        desk.get(address(cup))
        with django_assert_num_queries(21):
            desk.get(address(cup))
        for _ in range(8):
            entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory())


def test_in_japanese(desk, cup):
    page = desk.get(address(cup), headers={"Accept-Language": "ja"}).content.decode()
    assert "4件中0件がチェックイン済み" in page
