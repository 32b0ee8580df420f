"""Sessions kept, answered, shown, withdrawn; and who sees them."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.notifications.models import Delivery
from matches.play.errors import TranscriptIllegal
from matches.players.errors import EntryUnwanted, PersonsOnly, PlayersMet
from matches.players.models import EntryConsent, Player
from matches.players.selectors.personal_data import login_personal_data
from matches.players.services import players_merge
from matches.ratings.models import RatingEntry
from matches.sessions.errors import InvalidSession, NoOwnPlayer
from matches.sessions.models import MoneySession
from matches.sessions.selectors import (
    session_balances,
    sessions_of_player,
    sessions_to_answer,
    visible_sessions,
)
from matches.sessions.services import (
    SessionContent,
    session_answer,
    session_keep,
    session_show,
    session_withdraw,
)
from tests.conftest import work_off
from tests.factories import AliasFactory, PlayerFactory, UserFactory
from tests.matches.players.people import anonymise, staff

from .people import GAMES, ann_and_bob, kept
from .sheets import ILLEGAL, SESSION

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(db):
    return ann_and_bob()


def net(player):
    """The balances of a player as the player sees them, by the opponent's name; and in all."""
    shown, total = session_balances(player, sessions_of_player(player.pk, player.user))
    return {
        each.opponent.name if each.opponent else each.balance.guest: each.balance.net for each in shown
    }, (total.net)


def sees(viewer):
    return set(visible_sessions(viewer).values_list("pk", flat=True))


def test_the_games_are_totted_up(pair):
    ann, bob = pair
    session = kept(ann, bob)
    assert (session.points, session.kind) == ((6, 1), "games")
    assert [game["score"] for game in session.running_points()] == [(2, 0), (2, 1), (6, 1)]
    assert net(ann) == ({"Bob": 5}, 5)


def test_a_transcript_is_judged_at_once_and_a_refused_one_kept_nowhere(pair):
    ann, bob = pair
    session = kept(ann, bob, day=None, transcript=SESSION)
    assert (session.points, session.kind, session.played_on) == ((1, 4), "transcript", date(2026, 10, 30))
    with pytest.raises(TranscriptIllegal) as refused:
        kept(ann, bob, transcript=ILLEGAL)
    assert refused.value.data["violations"][0]["code"] == "illegal_play"
    assert MoneySession.objects.count() == 1


def test_an_alias_shows_who_is_who(pair):
    cem = PlayerFactory(name="Cem", user=UserFactory(username="cem"))
    AliasFactory(player=cem, name="BOB")
    session = kept(cem, guest="somebody", transcript=SESSION)
    assert (session.swapped, session.points) == (True, (4, 1))


def test_the_same_again_is_the_first_one(pair):
    ann, bob = pair
    assert kept(ann, bob).pk == kept(ann, bob).pk
    assert kept(ann, bob, transcript=SESSION).pk == kept(ann, bob, transcript=SESSION).pk
    assert kept(ann, bob, points=(6, 1)).pk not in {
        kept(ann, bob).pk,
        kept(ann, bob, day=date(2026, 10, 1)).pk,
    }
    assert MoneySession.objects.count() == 4


def test_it_counts_for_who_stands_by_it(pair):
    ann, bob = pair
    session = kept(ann, bob)
    assert net(bob) == ({}, 0)
    assert list(sessions_to_answer(bob.user)) == [session]
    session_answer(actor=bob.user, session_id=session.pk, agrees=True)
    assert net(bob) == ({"Ann": -5}, -5)
    assert not sessions_to_answer(bob.user)
    session_answer(actor=bob.user, session_id=session.pk, agrees=False)
    assert (net(ann), net(bob)) == (({}, 0), ({}, 0))


def test_a_withdrawn_one_stays_with_who_has_agreed(pair):
    ann, bob = pair
    session = kept(ann, bob)
    session_answer(actor=bob.user, session_id=session.pk, agrees=True)
    session_withdraw(actor=ann.user, session_id=session.pk)
    assert (net(ann), net(bob)) == (({}, 0), ({"Ann": -5}, -5))
    assert (sees(ann.user), sees(bob.user)) == (set(), {session.pk})
    with pytest.raises(NotAllowed):
        session_withdraw(actor=ann.user, session_id=session.pk)
    session_answer(actor=bob.user, session_id=session.pk, agrees=False)
    assert not MoneySession.objects.exists()


@pytest.mark.parametrize("answer", [None, False])
def test_what_nobody_else_stands_by_is_deleted(pair, answer):
    ann, bob = pair
    session = kept(ann, bob)
    if answer is not None:
        session_answer(actor=bob.user, session_id=session.pk, agrees=answer)
    session_withdraw(actor=ann.user, session_id=session.pk)
    assert not MoneySession.objects.exists()


def test_who_is_told(pair):
    ann, bob = pair
    session = kept(ann, bob)
    work_off()
    told = Delivery.objects.filter(channel="page").values_list("login__username", "notice__kind")
    assert set(told.all()) == {("bob", "session_kept")}
    session_answer(actor=bob.user, session_id=session.pk, agrees=False)
    work_off()
    assert set(told.all()) == {("bob", "session_kept"), ("ann", "session_disowned")}


def test_the_two_alone_see_it_unless_both_show_it(pair):
    ann, bob = pair
    session = kept(ann, bob)
    cem = PlayerFactory(name="Cem", user=UserFactory(username="cem"))
    others = (cem.user, staff(), AnonymousUser())
    assert sees(ann.user) == sees(bob.user) == {session.pk}
    session_answer(actor=bob.user, session_id=session.pk, agrees=True)
    session_show(actor=ann.user, session_id=session.pk, public=True)
    assert [sees(other) for other in others] == [set(), set(), set()]
    session_show(actor=bob.user, session_id=session.pk, public=True)
    assert [sees(other) for other in others] == [{session.pk}] * 3
    session_show(actor=ann.user, session_id=session.pk, public=False)
    assert [sees(other) for other in others] == [set(), set(), set()]
    for act in (session_show, session_answer, session_withdraw):
        how = {session_show: {"public": True}, session_answer: {"agrees": True}}.get(act, {})
        with pytest.raises(NotAllowed):
            act(actor=cem.user, session_id=session.pk, **how)
    session_withdraw(actor=others[1], session_id=session.pk)
    assert not MoneySession.objects.exists()


def test_a_guest_is_a_name(pair):
    ann, _ = pair
    kept(ann, guest="  Old   Bo ")
    kept(ann, guest="old bo", points=(0, 9))
    assert net(ann) == ({"old bo": -4}, -4)


def test_what_is_refused(pair):
    ann, bob = pair
    stranger = UserFactory(username="stranger")
    bob.entered_by = EntryConsent.OWN
    bob.save()
    group = PlayerFactory(name="A pair", kind=Player.Kind.PAIR)
    content = SessionContent(games=GAMES)
    cases = [
        (NoOwnPlayer, {"actor": stranger, "guest": "Bo"}),
        (InvalidSession, {}),
        (InvalidSession, {"guest": "Bo", "opponent": bob}),
        (InvalidSession, {"guest": "B\u200bo"}),
        (InvalidSession, {"opponent": ann}),
        (InvalidSession, {"guest": "Bo", "played_on": timezone.localdate() + timedelta(days=1)}),
        (PersonsOnly, {"opponent": group}),
        (EntryUnwanted, {"opponent": bob}),
    ]
    for refusal, sent in cases:
        with pytest.raises(refusal):
            session_keep(**{"actor": ann.user, "content": content, **sent})
    assert not MoneySession.objects.exists()
    mine = kept(ann, guest="Bo")
    with pytest.raises(InvalidSession):
        session_answer(actor=ann.user, session_id=mine.pk, agrees=False)


def test_nothing_else_counts_it(pair):
    ann, bob = pair
    session_answer(actor=bob.user, session_id=kept(ann, bob, transcript=SESSION).pk, agrees=True)
    work_off()
    assert not RatingEntry.objects.exists()
    assert not ann.matches_as_one.exists()


def test_a_merged_player_takes_the_sessions_along(pair):
    ann, bob = pair
    double = PlayerFactory(name="Bobby")
    kept(ann, double, points=(0, 3))
    kept(ann, bob)
    players_merge(actor=staff(), kept=bob, absorbed=double, reason="The same.")
    assert net(ann) == ({"Bob": 2}, 2)
    assert sees(bob.user) == set(MoneySession.objects.values_list("pk", flat=True))


def test_two_who_agree_that_they_met_are_two_people(pair):
    _, bob = pair
    double = PlayerFactory(name="Annie", user=UserFactory(username="annie"))
    session = kept(bob, double)
    chief = staff()
    bob.user = None
    bob.save()
    session_answer(actor=double.user, session_id=session.pk, agrees=True)
    with pytest.raises(PlayersMet) as refused:
        players_merge(actor=chief, kept=double, absorbed=bob, reason="The same.")
    assert f"session {session.pk}" in str(refused.value)
    session_answer(actor=double.user, session_id=session.pk, agrees=False)
    players_merge(actor=chief, kept=double, absorbed=bob, reason="The same.")


def test_of_an_anonymised_player_the_points_stay_with_who_has_agreed(pair):
    ann, bob = pair
    agreed = kept(ann, bob, transcript=SESSION, note="At Ann's")
    session_answer(actor=bob.user, session_id=agreed.pk, agrees=True)
    kept(ann, bob)
    kept(ann, guest="Bo")
    other = kept(bob, ann, points=(2, 0), note="Ann owes me")
    anonymise(staff(), ann, "Ann")
    left = {session.pk: session for session in MoneySession.objects.all()}
    assert left.keys() == {agreed.pk, other.pk}
    assert (left[agreed.pk].kind, left[agreed.pk].points, left[agreed.pk].note) == ("games", (1, 4), "")
    assert left[agreed.pk].transcript is None
    assert left[other.pk].note == ""
    assert all("Ann" not in str(session) for session in left.values())


def test_both_have_it_in_their_personal_data(pair):
    ann, bob = pair
    kept(ann, bob, transcript=SESSION)
    for login in (ann.user, bob.user):
        (line,) = login_personal_data(login, timezone.now())["sections"]["money_sessions"]
        assert (line["points_one"], line["points_two"]) == (1, 4)
