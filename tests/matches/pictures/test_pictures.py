"""Pictures as rows: kept once, served for ever, swept when nothing has shown them for a while."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.db.models import ProtectedError

from matches.edits.errors import ChangedSince
from matches.facts.errors import ExportContradicts
from matches.pictures.errors import NoPicture, PictureGone, UnreadablePicture
from matches.pictures.models import Picture, PictureFile
from matches.pictures.rules import encode_picture
from matches.pictures.services import KEPT, pictures_prune, pictures_restore
from tests.answers import rows_of_everything
from tests.conftest import NOON
from tournaments.clubs.models import ClubEdit
from tournaments.clubs.services import club_edit, club_edit_undo
from tournaments.events.services import tournament_create, tournament_edit

from .drawing import drawn, opened, sent

pytestmark = pytest.mark.django_db

DOG, CAT = sent(drawn(600, 400)), sent(drawn(300, 500, left=(0, 99, 0)))


@pytest.fixture
def inn(club, director):
    """inn(picture=..., picture_alt=...): what a club shows is changed."""

    def change(**changes):
        return club_edit(actor=director, club_id=club.pk, **changes)

    return change


def undone(club, director):
    edit = ClubEdit.objects.order_by("serial").last()
    return club_edit_undo(actor=director, club_id=club.pk, edit_id=edit.pk)


def days(number):
    return NOON + timedelta(days=number)


def test_it_is_set_replaced_and_removed(inn, club, director):
    first = inn(picture=DOG, picture_alt="A dog.")
    assert (first.picture.width, first.picture.height, first.picture_alt) == (600, 400, "A dog.")
    assert first.picture.pk == encode_picture(DOG).sha256
    second = inn(picture=CAT)
    assert (second.picture.width, second.picture_alt) == (300, ""), "the words were the dog's"
    third = inn(picture=None)
    assert (third.picture, third.picture_alt) == (None, "")
    dog, cat = encode_picture(DOG).sha256, encode_picture(CAT).sha256
    assert list(ClubEdit.objects.order_by("serial").values_list("changes", flat=True)) == [
        {"picture": [None, dog], "picture_alt": ["", "A dog."]},
        {"picture": [dog, cat], "picture_alt": ["A dog.", ""]},
        {"picture": [cat, None]},
    ]
    assert undone(club, director).picture_id == cat
    with pytest.raises(ChangedSince):
        club_edit_undo(actor=director, club_id=club.pk, edit_id=ClubEdit.objects.earliest("serial").pk)


def test_the_same_picture_is_one_row(inn, club, director):
    inn(picture=DOG)
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    tournament_edit(actor=director, tournament_id=cup.pk, picture=DOG + b"tail", picture_alt="A dog.")
    inn(picture=DOG)
    assert (Picture.objects.count(), PictureFile.objects.count(), ClubEdit.objects.count()) == (1, 2, 1)


def test_its_words_are_changed_alone(inn):
    inn(picture=DOG, picture_alt="A cat.")
    assert inn(picture_alt="A dog.").picture_alt == "A dog."
    assert ClubEdit.objects.latest("serial").changes == {"picture_alt": ["A cat.", "A dog."]}
    assert inn(picture=None).picture_alt == "", "they go with it"


def test_what_cannot_be(inn):
    before = rows_of_everything()
    with pytest.raises(NoPicture):
        inn(picture_alt="A dog.")
    with pytest.raises(UnreadablePicture):
        inn(picture=b"no picture", picture_alt="A dog.", name="The Inn")
    assert rows_of_everything() == before
    inn(picture_alt="")


# -- Served


def test_it_is_served_for_ever(inn, client, django_assert_num_queries):
    picture = inn(picture=sent(drawn(2000, 1000))).picture
    for address, size in ((picture.address, (1600, 800)), (picture.small_address, (480, 240))):
        with django_assert_num_queries(1):
            answer = client.get(address)
        assert answer.status_code == 200
        assert opened(answer.content).size == size
        assert answer["Content-Type"] == "image/webp"
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in answer
        assert "Cookie" not in answer.get("Vary", "")
        assert client.head(address).status_code == 200
        assert client.post(address).status_code == 405
    assert picture.address == f"/pictures/{picture.pk}.webp"
    assert encode_picture(sent(drawn(2000, 1000))).large == client.get(picture.address).content


def test_who_is_logged_in_gets_the_same(inn, client, director):
    picture = inn(picture=DOG).picture
    client.force_login(director)
    assert client.get(picture.address)["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("name", ["0" * 64, "0" * 63, "x" * 64, "A" * 64, "../settings", "0" * 64 + "-large"])
def test_what_there_is_not(db, client, name):
    assert client.get(f"/pictures/{name}.webp").status_code == 404


# -- Swept


def test_what_nothing_shows_is_served_no_more_and_goes_after_a_while(inn, club, director, client):
    picture = inn(picture=DOG, picture_alt="A dog.").picture
    pictures_prune(now=days(0))
    assert Picture.objects.get().unused_since is None
    inn(picture=None)
    pictures_prune(now=days(1))
    assert Picture.objects.get().unused_since == days(1)
    assert client.get(picture.address).status_code == 404
    pictures_prune(now=days(1) + KEPT - timedelta(seconds=1))
    assert undone(club, director).picture == picture
    assert client.get(picture.address).status_code == 200
    pictures_prune(now=days(1) + KEPT)
    assert Picture.objects.get().unused_since is None
    inn(picture=CAT)
    pictures_prune(now=days(50))
    pictures_prune(now=days(50) + KEPT)
    assert list(Picture.objects.all()) == [club.__class__.objects.get().picture]
    assert PictureFile.objects.count() == 2
    before = rows_of_everything()
    with pytest.raises(PictureGone):
        undone(club, director)
    assert rows_of_everything() == before
    assert inn(picture=DOG).picture == picture, "sent again"
    assert client.get(picture.address).status_code == 200


def test_a_picture_that_is_shown_somewhere_else_stays(inn, club, director):
    inn(picture=DOG)
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    tournament_edit(actor=director, tournament_id=cup.pk, picture=DOG)
    inn(picture=None)
    for day in (1, 99):
        pictures_prune(now=days(day))
    assert Picture.objects.get().unused_since is None
    with pytest.raises(ProtectedError):
        Picture.objects.all().delete()


def test_what_was_noted_too_early_is_put_right(inn):
    inn(picture=DOG)
    Picture.objects.update(unused_since=NOON)
    pictures_prune(now=days(99))
    assert Picture.objects.get().unused_since is None


def test_the_same_picture_sent_again_is_used_again(inn):
    inn(picture=DOG)
    inn(picture=None)
    pictures_prune(now=days(1))
    inn(picture=DOG)
    assert Picture.objects.get().unused_since is None


def test_pictures_are_looked_at_in_turn(inn, monkeypatch):
    monkeypatch.setattr("matches.pictures.services.PRUNED_AT_ONCE", 1)
    for width in (20, 21, 22):
        inn(picture=sent(drawn(width, 20)))
    for unused in (1, 2, 2):
        pictures_prune(now=days(1))
        assert Picture.objects.exclude(unused_since=None).count() == unused
    # The third is shown; behind it is none, and the first has its turn again.
    for left in (3, 2, 1):
        pictures_prune(now=days(1) + KEPT)
        assert Picture.objects.count() == left


def test_sweeping_costs_the_same_for_many(inn, django_assert_max_num_queries):
    for width in range(20, 30):
        inn(picture=sent(drawn(width, 20)))
    with django_assert_max_num_queries(8):
        pictures_prune(now=days(1))
    with django_assert_max_num_queries(20):
        pictures_prune(now=days(1) + KEPT)
    assert Picture.objects.count() == 1


# -- In an export


def test_a_picture_that_is_another_is_found_out(inn):
    inn(picture=DOG)
    pictures_restore()
    PictureFile.objects.filter(small=False).update(content=BytesIO(CAT).getvalue())
    with pytest.raises(ExportContradicts, match="another hash"):
        pictures_restore()
