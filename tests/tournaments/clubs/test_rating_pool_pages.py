"""Rating pools of clubs on pages: opened, changed, rated by other terms, closed, removed."""

import re

import pytest

from matches.ratings.models import RatingPool, RatingPoolEdit, RatingPoolTerms
from matches.ratings.systems import PRESETS
from tests.factories import RatingPoolFactory, UserFactory
from tests.page_forms import sent_from
from tests.tournaments.events.test_pages import text
from tournaments.clubs.services import club_rating_pool_open

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_director(client, director):
    RatingPoolFactory()
    client.force_login(director)
    return client


@pytest.fixture
def pool(as_director, director, club):
    return club_rating_pool_open(actor=director, club=club, name="House", shortest=3)


@pytest.mark.parametrize("code", PRESETS)
def test_a_pool_is_opened_by_a_published_system(as_director, club, code):
    assert "Open a rating pool" in text(as_director.get(f"/clubs/{club.pk}/"))
    address = f"/clubs/{club.pk}/rating-pools/new/"
    page = as_director.get(address).content.decode()
    sent = {"name": "House", "system": code, "shortest": "5", "provisional": "0", "variants": ["nackgammon"]}
    answer = as_director.post(address, sent)
    pool = RatingPool.objects.get(name="House")
    assert answer.url == f"/ratings/{pool.pk}/"
    assert "The rating pool is open." in text(as_director.get(answer.url))
    terms = pool.in_force
    assert (terms.rating_system, terms.parameters) == (PRESETS[code].system, dict(PRESETS[code].parameters))
    assert (terms.shortest, terms.variants, terms.inactive_after) == (5, ["nackgammon"], None)
    assert str(PRESETS[code].description) in re.sub("&#x27;", "'", page)


def test_what_cannot_be_is_said_beside_its_field(as_director, club, pool):
    address = f"/clubs/{club.pk}/rating-pools/new/"
    right = {"name": "Other", "system": "elo", "shortest": "1", "provisional": "0", "contact": "Ann"}
    for changed, field, fault in [
        ({"name": "house"}, "name", "house"),
        ({"system": "none"}, "system", "valid choice"),
        ({"shortest": "0"}, "shortest", "greater than or equal to 1"),
    ]:
        answer = as_director.post(address, {**right, **changed})
        assert answer.status_code == 422
        assert fault in re.search(rf'id="id_{field}_error"[^>]*>([^<]*)', answer.content.decode())[1]
        assert 'value="Ann"' in answer.content.decode()
    assert not RatingPool.objects.filter(name="Other").exists()


def test_changed_closed_removed_and_taken_back(as_director, pool):
    def do(under, **fields):
        return text(as_director.post(f"/ratings/{pool.pk}/{under}/", fields, follow=True))

    assert "Saved." in do("edit", name="Home", text="For *us*.")
    assert "For us" in text(as_director.get(f"/ratings/{pool.pk}/"))
    assert "Taken back." in do(f"edits/{RatingPoolEdit.objects.get().pk}/undo")
    assert "The rating pool is closed." in do("close", closed="yes")
    assert "The rating pool is open again." in do("close", closed="no")
    assert "House is removed." in do("remove")
    assert as_director.get(f"/ratings/{pool.pk}/").status_code == 404
    assert "Taken back." in do(f"edits/{RatingPoolEdit.objects.latest('pk').pk}/undo")
    assert as_director.get(f"/ratings/{pool.pk}/").status_code == 200


def test_other_terms_and_those_that_no_preset_has(as_director, director, club, pool):
    page = as_director.get(f"/ratings/{pool.pk}/edit/").content.decode()
    assert 'value="3"' in page
    sent = {"system": "elo", "shortest": "1", "provisional": "20", "inactive_after": "365"}
    assert "worked out anew" in text(as_director.post(f"/ratings/{pool.pk}/terms/", sent, follow=True))
    pool.refresh_from_db()
    assert (pool.in_force.rating_system, pool.in_force.inactive_after) == ("elo", 365)
    own = club_rating_pool_open(actor=director, club=club, name="Own", parameters={"factor": 1.5})
    page = as_director.get(f"/ratings/{own.pk}/edit/").content.decode()
    assert re.search(r'value="as_it_is"[^>]* checked', page)
    before = RatingPoolTerms.objects.count()
    sent = {"system": "as_it_is", "shortest": "1", "provisional": "0"}
    as_director.post(f"/ratings/{own.pk}/terms/", sent)
    assert RatingPoolTerms.objects.count() == before


def test_only_who_manages_it(client, as_director, pool, club, django_assert_num_queries):
    as_director.get(f"/ratings/{pool.pk}/edit/")
    with django_assert_num_queries(5):
        page = as_director.get(f"/ratings/{pool.pk}/edit/")
    assert sent_from(page.content.decode())["name"] == "House"
    client.cookies["django_language"] = "ja"
    assert "レーティングの編集" in text(client.get(f"/ratings/{pool.pk}/edit/"))
    client.force_login(UserFactory())
    assert client.get(f"/clubs/{club.pk}/rating-pools/new/").status_code == 403
    for under in ("edit", "terms", "close", "remove", "picture"):
        assert client.post(f"/ratings/{pool.pk}/{under}/").status_code == 403
    assert not RatingPoolEdit.objects.exists()
