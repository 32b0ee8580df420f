"""Statements written by hand: rows as Django would load them, planned once for each connection."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from matches.accounts.models import Token
from matches.accounts.rules.digests import secret_digest
from matches.accounts.selectors import token_by_secret
from matches.accounts.services import token_issue
from matches.play.models import Match
from matches.play.selectors import matches_lock
from matches.players.models import Player
from matches.work.statements import RowsStatement, Statement, is_related_known, set_related, write_columns
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tournaments.events.models import Fixture, fixture_of

pytestmark = pytest.mark.django_db


def columns(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_row_is_the_one_that_django_loads():
    match = MatchFactory(options={"jacoby": True}, regulations={"preset": "club"})
    (locked,) = matches_lock([match.pk])
    assert columns(locked) == columns(Match.objects.get(pk=match.pk))
    assert columns(locked.one) == columns(match.one)
    assert columns(locked.two) == columns(match.two)
    assert not locked._state.adding
    assert locked._state.db == "default"
    locked.save()


def test_what_belongs_to_a_row_is_not_asked_for(django_assert_num_queries):
    user = UserFactory()
    player = PlayerFactory(user=user)
    _, secret = token_issue(user=user, name="phone", scopes=Token.Scope.values)
    with django_assert_num_queries(1):
        token = token_by_secret(secret_digest(secret), timezone.now())
        assert token.user == user
        assert token.user.player == player
        assert token.user.player.user is token.user


def test_what_is_not_there_is_none_and_not_asked_for(django_assert_num_queries):
    _, secret = token_issue(user=UserFactory(), name="phone", scopes=Token.Scope.values)
    with django_assert_num_queries(1):
        token = token_by_secret(secret_digest(secret), timezone.now())
        assert not hasattr(token.user, "player")


def test_a_token_that_is_over_is_none():
    user = UserFactory()
    token, secret = token_issue(user=user, name="phone", scopes=Token.Scope.values)
    digest, now = secret_digest(secret), timezone.now()
    assert token_by_secret(secret_digest("another"), now) is None
    Token.objects.filter(pk=token.pk).update(expires_at=now)
    assert token_by_secret(digest, now) is None
    assert token_by_secret(digest, now - timedelta(seconds=1)) == token
    user.is_active = False
    user.save()
    assert token_by_secret(digest, now - timedelta(seconds=1)) is None


def test_matches_are_locked_in_the_order_of_their_numbers():
    numbers = [MatchFactory().pk for _ in range(4)]
    assert [match.pk for match in matches_lock([*reversed(numbers), numbers[0]])] == numbers
    assert matches_lock([]) == []


def test_who_belongs_to_nothing_is_asked_once(django_assert_num_queries):
    match = MatchFactory()
    with django_assert_num_queries(1):
        assert fixture_of(match) is None
        assert fixture_of(match) is None
    assert is_related_known(match, "fixture")


def test_both_know_each_other(knockout):
    fixture = Fixture.objects.filter(tournament=knockout(4)).first()
    match = Match.objects.get(pk=fixture.match_id)
    assert not is_related_known(match, "fixture")
    set_related(match, "fixture", fixture)
    assert match.fixture is fixture
    assert fixture.match is match


def test_columns_of_many_are_written_as_django_writes_them(django_assert_num_queries):
    others, *written = [MatchFactory() for _ in range(4)]
    player, now = PlayerFactory(), timezone.now()
    for number, match in enumerate(written):
        match.one, match.play_by = player, now + timedelta(days=number) if number else None
        match.options, match.rated, match.length = {"murphy": number}, bool(number), 2 * number + 1
        match.variant = "not asked for"
    with django_assert_num_queries(1):
        write_columns(written, ["one", "play_by", "options", "rated", "length"])
    for number, match in enumerate(
        Match.objects.filter(pk__in=[match.pk for match in written]).order_by("pk")
    ):
        assert match.one == player
        assert match.play_by == (now + timedelta(days=number) if number else None)
        assert (match.options, match.rated, match.length) == (
            {"murphy": number},
            bool(number),
            2 * number + 1,
        )
        assert match.variant == "backgammon"
    assert Match.objects.get(pk=others.pk).one == others.one
    with django_assert_num_queries(0):
        write_columns([], ["length"])


def test_a_statement_that_answers_nothing_has_no_rows():
    match = MatchFactory()
    Statement("UPDATE matches_match SET rated = %(rated)s WHERE id = %(match)s")(rated=False, match=match.pk)
    match.refresh_from_db()
    assert match.rated is False
    assert [
        *RowsStatement("SELECT {player} FROM matches_player AS player WHERE false", player=Player)()
    ] == []


@pytest.mark.parametrize(("threshold", "plans"), [(5, 1), (None, 0)])
def test_what_is_asked_again_and_again_is_planned_once_unless_behind_pgbouncer(monkeypatch, threshold, plans):
    ask = Statement(f"SELECT %(number)s::int + 41 AS planned_{threshold}")
    monkeypatch.setattr(connection.connection, "prepare_threshold", threshold)
    for number in range(10):
        assert ask(number=number) == [(number + 41,)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement ~ 'AS planned_'")
        assert cursor.fetchone() == (plans,)
