"""Every kind of notice: declared whole, documented, translated."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from matches.accounts.models import User
from matches.hooks import notice_kinds
from matches.notifications.models import Notice
from matches.notifications.selectors import notices_loaded
from matches.sessions.services import session_answer
from tests.factories import PlayerFactory, UserFactory
from tests.matches.sessions.people import kept
from tests.test_docs import rows
from tournaments.events.services import entry_add, entry_withdraw, tournament_call_off, tournament_create

KINDS = notice_kinds()


def test_the_page_has_every_kind_and_by_which_ways_it_goes():
    documented = rows("notifications.md")
    assert documented.keys() == KINDS.keys()
    for code, kind in KINDS.items():
        ways = documented[code][1].rstrip(" |")
        assert ways == (", ".join(way for way in ("mail", "push") if way in kind.channels) or "–"), code


@pytest.mark.parametrize("code", KINDS)
def test_a_kind_is_declared_whole(code):
    kind = KINDS[code]
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert kind.subject
    with translation.override("en"):
        english = str(kind.name), str(kind.description)
    with translation.override("ja"):
        japanese = str(kind.name), str(kind.description)
    assert all(english)
    assert all(one != other for one, other in zip(english, japanese, strict=True)), code


@pytest.fixture
def full_house(eventful):
    """An event for one, which somebody leaves for who has waited, and which is then called off."""
    director = eventful.club.appointments.first().user
    cup = tournament_create(actor=director, club=eventful.club, name="Duel", lengths=[5], capacity=1)
    login = UserFactory(username="patient")
    first, second = (
        entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory(user=user))
        for user in (None, login)
    )
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=first.pk)
    return second


@pytest.mark.django_db
@pytest.mark.long
def test_every_kind_is_posted_and_says_what_it_has_to_say(eventful, full_house):
    director = eventful.club.appointments.first().user
    assert Notice.objects.get(kind="entry_moved_up").occasion == str(full_house.pk)
    tournament_call_off(actor=director, tournament_id=full_house.tournament_id, reason="Snow")
    keeper, opponent = (PlayerFactory(user=UserFactory()) for _ in range(2))
    session = kept(keeper, opponent)
    session_answer(actor=opponent.user, session_id=session.pk, agrees=False)
    notices = list(Notice.objects.all())
    assert {notice.kind for notice in notices} == KINDS.keys()
    loaded = notices_loaded(notices)
    assert {loaded[number].notice.kind for number in loaded} == KINDS.keys(), "what it is about is found"
    told = set()
    for each in loaded.values():
        logins = list(User.objects.filter(pk__in=each.recipients()))
        assert each.notice.actor_id not in {login.pk for login in logins}
        told |= {each.notice.kind} if logins else set()
        for login in (None, *logins[:2]):
            with translation.override("en"):
                english = each.text(login)
            with translation.override("ja"):
                japanese = each.text(login)
            assert all(english)
            assert english.title != japanese.title, each.notice
            assert re.search("[ぁ-んァ-ヶ一-龠]", japanese.sentence), each.notice
            assert "%(" not in " ".join((*english, *japanese))
        assert each.address.startswith("/")
        assert each.still_holds(timezone.now()) in (True, False)
        assert each.kind.club(each.about) is None or each.kind.subject != "invitation"
    assert told == KINDS.keys(), "somebody is told"


@pytest.mark.django_db
@pytest.mark.parametrize("code", KINDS)
def test_many_are_loaded_in_as_many_queries_as_few(eventful, code):
    notices = list(Notice.objects.filter(kind=code))
    if len(notices) < 2:
        pytest.skip("the night has one of them at most")
    KINDS[code].load(notices[:1])
    with CaptureQueriesContext(connection) as one:
        KINDS[code].load(notices[:1])
    with CaptureQueriesContext(connection) as many:
        KINDS[code].load(notices)
    # Pairs among them take one more.
    assert len(many) <= len(one) + 1
