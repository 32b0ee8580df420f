"""Ponds on pages: announced, changed, called off, removed; and entered by who directs them."""

import re

import pytest

from matches.players.models import Player
from tests.factories import UserFactory
from tests.page_forms import sent_from
from tests.tournaments.events.test_pages import text, visible
from tournaments.ponds import services
from tournaments.ponds.models import Pond, PondEdit, PondEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_director(client, director):
    client.force_login(director)
    return client


@pytest.fixture
def pond(director, club):
    return services.pond_create(actor=director, club=club, name="Night swim")


def test_a_pond_is_announced_with_a_name_alone(as_director, club):
    assert "Announce a pond" in text(as_director.get(f"/clubs/{club.pk}/"))
    address = f"/clubs/{club.pk}/ponds/new/"
    page = as_director.get(address).content.decode()
    assert ">2 days</option>" in page
    answer = as_director.post(address, sent_from(page, name="Swim"))
    pond = Pond.objects.get()
    assert answer.url == f"/ponds/{pond.pk}/"
    assert (pond.start, pond.bonus, pond.round_minutes, pond.rain) == (20_000, 500, 2880, False)
    assert "The pond is open." in text(as_director.get(answer.url))


@pytest.mark.parametrize(
    ("changed", "field", "fault"),
    [
        ({"start": "0"}, "start", "greater than or equal to 1"),
        ({"least": "9", "most": "3"}, "least", "cannot be for 9 to 3 players"),
        ({"round_minutes": "7"}, "round_minutes", "valid choice"),
        ({"name": ""}, "name", "required"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(as_director, club, changed, field, fault):
    address = f"/clubs/{club.pk}/ponds/new/"
    page = as_director.get(address).content.decode()
    answer = as_director.post(address, sent_from(page, **{"name": "Swim", "place": "The lake", **changed}))
    assert answer.status_code == 422
    assert fault in re.search(rf'id="id_{field}_error"[^>]*>([^<]*)', answer.content.decode())[1]
    assert 'value="The lake"' in answer.content.decode()
    assert not Pond.objects.exists()


def test_changed_called_off_removed_and_taken_back(as_director, pond):
    def do(under, **fields):
        return text(as_director.post(f"/ponds/{pond.pk}/{under}/", fields, follow=True))

    address = f"/ponds/{pond.pk}/edit/"
    as_director.post(address, sent_from(as_director.get(address).content.decode(), bonus="700"))
    pond.refresh_from_db()
    assert pond.bonus == 700
    assert "Taken back." in do(f"edits/{PondEdit.objects.get().pk}/undo")
    without = as_director.post(f"/ponds/{pond.pk}/call-off/", {})
    assert without.status_code == 422
    assert "Night swim is called off." in do("call-off", reason="The lake is frozen.")
    assert "Taken back." in do(f"edits/{PondEdit.objects.latest('pk').pk}/undo")
    assert "Night swim is removed." in do("remove")
    assert "Taken back." in do(f"edits/{PondEdit.objects.latest('pk').pk}/undo")
    assert as_director.get(f"/ponds/{pond.pk}/").status_code == 200


def test_the_director_enters_players_by_name(as_director, pond):
    eva = Player.objects.create(name="Eva Lindqvist", user=UserFactory())
    assert "Eva Lindqvist is entered." in text(
        as_director.post(
            f"/ponds/{pond.pk}/", {"do": "enter-another", "player": "eva lindqvist"}, follow=True
        )
    )
    assert PondEntry.objects.get().player == eva
    wrong = as_director.post(f"/ponds/{pond.pk}/", {"do": "enter-another", "player": "Eva Lindqvisd"})
    assert wrong.status_code == 422
    assert "There are players with a similar name." in visible(wrong.content.decode())
    as_director.post(f"/ponds/{pond.pk}/", {"do": "enter-another", "player": "Zyx Newcomer"})
    recorded = Player.objects.filter(name="Zyx Newcomer")
    assert recorded.count() == PondEntry.objects.filter(player__in=recorded).count()
    as_director.cookies["django_language"] = "ja"
    assert "池の編集" in text(as_director.get(f"/ponds/{pond.pk}/"))


def test_only_who_directs_it(client, pond, club, django_assert_num_queries):
    client.force_login(UserFactory())
    assert client.get(f"/clubs/{club.pk}/ponds/new/").status_code == 403
    for under in ("edit", "call-off", "remove", "picture"):
        assert client.post(f"/ponds/{pond.pk}/{under}/", {"reason": "x"}).status_code == 403
    sent = {"do": "enter-another", "player": "x"}
    assert client.post(f"/ponds/{pond.pk}/", sent).status_code == 403
    assert not PondEdit.objects.exists()


def test_queries(as_director, pond, django_assert_num_queries):
    with django_assert_num_queries(4):
        as_director.get(f"/ponds/{pond.pk}/edit/")
