"""Who runs a club, on its page of members: appointed by an owner, asked first, dismissed."""

import pytest

from matches.players.models import Invitation
from tests.factories import PlayerFactory, UserFactory
from tests.tournaments.events.test_pages import visible
from tournaments.clubs.models import Appointment

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, director):
    client.force_login(director)
    return client


@pytest.fixture
def lea():
    return PlayerFactory(name="Lea Wolf", user=UserFactory(username="lea"))


def test_an_owner_asks_a_player_who_has_signed_up(page, club, lea):
    at = f"/clubs/{club.pk}/appoint/"
    answer = page.post(at, {"player": "Lea Wolf", "username": "", "role": "director"}, follow=True)
    assert "Lea Wolf is asked whether they agree" in visible(answer.content.decode())
    asked = Invitation.objects.get()
    assert (asked.login, asked.terms["role"]) == (lea.user, "director")
    again = page.post(at, {"player": "Lea Wolf", "username": "", "role": "director"})
    assert again.status_code == 422
    assert Invitation.objects.count() == 1


def test_a_login_that_does_not_play_keeps_the_scores_of_an_event(page, club, cup, lea):
    sent = {"player": "", "username": "LEA", "role": "scorekeeper", "tournament": cup.pk}
    page.post(f"/clubs/{club.pk}/appoint/", sent)
    assert Invitation.objects.get().terms == {
        "club": club.pk,
        "role": "scorekeeper",
        "tournament": cup.pk,
    }


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"role": "director"}, "player"),
        ({"player": "Nobody Known", "role": "director"}, "player"),
        ({"player": "Ann Without", "role": "director"}, "player"),
        ({"username": "nobody-known", "role": "director"}, "username"),
        ({"username": "lea", "role": "king"}, "role"),
        ({"username": "lea", "role": "scorekeeper"}, "tournament"),
        ({"username": "lea", "role": "owner", "tournament": "{tournament}"}, "tournament"),
        ({"username": "lea", "role": "director", "tournament": "999999"}, "tournament"),
        ({"username": "{director}", "role": "director"}, "role"),
    ],
)
def test_what_is_refused_beside_its_field_and_stays_typed(page, club, cup, lea, director, sent, field):
    PlayerFactory(name="Ann Without")
    sent = {k: v.format(tournament=cup.pk, director=director.username) for k, v in sent.items()}
    answer = page.post(f"/clubs/{club.pk}/appoint/", sent)
    form = answer.context["appointment_form"]
    assert (answer.status_code, list(form.errors)) == (422, [field])
    shown = answer.content.decode()
    assert f'id="AppointmentForm-0-{field}_error"' in shown
    for name in ("player", "username"):
        assert name not in sent or f'value="{sent[name]}"' in shown
    assert (Invitation.objects.count(), Appointment.objects.count()) == (0, 1)


def test_dismissed_but_for_the_last_owner(page, club, director, lea):
    (own,) = Appointment.objects.all()
    held = Appointment.objects.create(club=club, user=lea.user, role="director")
    kept = page.post(f"/clubs/{club.pk}/appointments/{own.pk}/dismiss/", follow=True)
    assert "would be left without an owner" in visible(kept.content.decode())
    page.post(f"/clubs/{club.pk}/appointments/{held.pk}/dismiss/")
    assert list(Appointment.objects.all()) == [own]


def test_nobody_else_may(client, club, lea):
    client.force_login(lea.user)
    shown = client.get(f"/clubs/{club.pk}/members/").content.decode()
    assert "/appoint" not in shown
    refused = client.post(f"/clubs/{club.pk}/appoint/", {"username": "lea", "role": "owner"})
    assert refused.status_code in (403, 422)
    assert Appointment.objects.count() == 1


def test_in_japanese(page, club):
    shown = page.get(f"/clubs/{club.pk}/members/", headers={"accept-language": "ja"}).content.decode()
    assert "役割を任せる" in shown
