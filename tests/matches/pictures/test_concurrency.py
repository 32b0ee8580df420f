"""Pictures that are sent, put back and swept at once: one row each, and none is lost that something shows."""

import pytest

from matches.pictures.errors import PictureGone
from matches.pictures.models import Picture, PictureFile
from matches.pictures.services import KEPT, pictures_prune
from tests.conftest import NOON
from tests.test_concurrency import at_once
from tournaments.clubs.models import Club, ClubEdit
from tournaments.clubs.services import club_create, club_edit, club_edit_undo

from .drawing import sent

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("attempt", range(3))
def test_the_same_picture_sent_by_many_at_once(director, attempt):
    clubs = [club_create(actor=director, name=f"Club {number}") for number in range(4)]
    found = at_once(
        *(lambda club=club: club_edit(actor=director, club_id=club.pk, picture=sent()) for club in clubs)
    )
    assert all(isinstance(each, Club) for each in found), found
    (picture,) = Picture.objects.all()
    assert PictureFile.objects.count() == 2
    assert {club.picture for club in Club.objects.all()} == {picture}


@pytest.mark.parametrize("attempt", range(5))
def test_a_picture_put_back_while_it_is_swept(club, director, attempt):
    """It stays, or whoever puts it back hears that it is gone."""
    club_edit(actor=director, club_id=club.pk, picture=sent())
    club_edit(actor=director, club_id=club.pk, picture=None)
    pictures_prune(now=NOON)
    edit = ClubEdit.objects.latest("serial")
    back, _ = at_once(
        lambda: club_edit_undo(actor=director, club_id=club.pk, edit_id=edit.pk),
        lambda: pictures_prune(now=NOON + KEPT),
    )
    club.refresh_from_db()
    if isinstance(back, PictureGone):
        assert (club.picture, Picture.objects.count()) == (None, 0)
    else:
        assert isinstance(back, Club), back
        assert Picture.objects.get() == club.picture
        assert Picture.objects.get().unused_since is None
