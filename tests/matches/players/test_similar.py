"""Who may be the same person: asked about each of many names at once."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.players.models import Alias, Player
from matches.players.selectors import NamedPerson, similar_players
from matches.players.services import players_merge
from matches.search.selectors import ALIKE_MAX
from tests.consent import membership_add, player_create, player_edit
from tests.factories import AliasFactory, MatchFactory, PlayerFactory, UserFactory
from tests.matches.players.people import anonymise, person, recorded, staff
from tournaments.clubs.services import club_create

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


def similar(*names, viewer=NOBODY, **asked):
    """For each name who may be meant, and why."""
    found = similar_players([NamedPerson(name) for name in names], viewer=viewer, **asked)
    return [[(each.name, each.likeness.value) for each in players] for players in found]


def test_why_somebody_may_be_the_same():
    names = ["Jan Jansen", "Anna Müller", "John Smith", "渡邊 健", "わたなべ けん", "Jan van den Berg", "Zoe"]
    Player.objects.bulk_create(Player(name=name) for name in names)
    PlayerFactory(name="佐藤 舞", reading="さとう まい")
    AliasFactory(player=Player.objects.get(name="Zoe"), name="Zoe Zandberg")
    asked = {
        "jan jansen": [("Jan Jansen", "same_name")],
        "Jansen, Jan": [("Jan Jansen", "same_letters")],
        "Jan Janssen": [("Jan Jansen", "one_letter")],
        "Anna Mueller": [("Anna Müller", "same_letters")],
        "Ana Muller": [("Anna Müller", "one_letter")],
        "J. Smith": [("John Smith", "initial")],
        "Smith J": [("John Smith", "initial")],
        "渡辺健": [("渡邊 健", "same_letters")],
        "Watanabe Ken": [("わたなべ けん", "same_letters")],
        "わたなべけん": [("わたなべ けん", "same_letters")],
        "Jan Vandenberg": [("Jan van den Berg", "same_letters")],
        "Satoh Mai": [("佐藤 舞", "same_reading")],
        "zoe zandberg": [("Zoe", "also_known_as")],
        "Zoe Zandbergen": [],
        "Kees Jansen": [],
        "♠": [],
    }
    assert dict(zip(asked, similar(*asked), strict=True)) == asked
    (found,) = similar_players([NamedPerson("佐藤 真衣", "さとう まい")], viewer=NOBODY)
    assert [(each.name, each.likeness) for each in found] == [("佐藤 舞", "same_reading")]
    (found,) = similar_players([NamedPerson("Zoe Zandberg")], viewer=NOBODY)
    assert [each.known_as for each in found] == ["Zoe Zandberg"]


def test_an_initial_on_file_is_met_by_the_name():
    PlayerFactory(name="J. Smith")
    assert similar("John Smith", "Mary Smith", "J. Smit") == [
        [("J. Smith", "initial")],
        [],
        [("J. Smith", "one_letter")],
    ]


def test_the_likeliest_come_first_and_of_these_the_close_ones(director):
    club = club_create(actor=director, name="Golden Club")
    strangers = Player.objects.bulk_create(Player(name="Jan Jansen") for _ in range(ALIKE_MAX + 10))
    member = PlayerFactory(name="Jan Jansen")
    near = PlayerFactory(name="Jan Janssen")
    for player in (member, near):
        membership_add(actor=staff(player.name[-6:]), club_id=club.pk, player=player)
    (found,) = similar_players([NamedPerson("Jan Jansen")], viewer=NOBODY, club=club.pk, most=3)
    assert [(each.number, each.close) for each in found] == [
        (member.pk, True),
        (strangers[0].pk, False),
        (strangers[1].pk, False),
    ]
    (found,) = similar_players([NamedPerson("Jan Janssen")], viewer=NOBODY, club=club.pk, most=2)
    assert [each.number for each in found] == [near.pk, member.pk]


def test_who_is_nobody_any_more_and_who_is_several_is_not_meant():
    mia, ned = person("Mia Berg"), person("Ned Berg")
    player_create(actor=mia.user, name="Lee Park", kind="pair", members=[mia, ned])
    kept, absorbed = person("Tom Adams", login=False), person("Tom Addams", login=False)
    players_merge(actor=staff(), kept=kept, absorbed=absorbed)
    gone = person("Kim Kestrel")
    anonymise(gone.user, gone, "Kim Kestrel")
    assert similar("Lee Park", "Tom Addams", "Kim Kestrel", f"Player {gone.pk}") == [
        [],
        [("Tom Adams", "one_letter")],
        [],
        [],
    ]


def test_other_names_are_those_that_are_shown(director):
    club = club_create(actor=director, name="Golden Club")
    AliasFactory(player=recorded(club, "Kim"), name="Kim Kestrel")
    lea = person("Lea Larsen")
    MatchFactory(one=lea, two=person("Rex"), created_by=director)
    player_edit(actor=lea.user, player_id=lea.pk, name="Maud Olsen")
    for viewer, found in (
        (NOBODY, [[], []]),
        (UserFactory(), [[], []]),
        (director, [[("Kim", "also_known_as")], [("Maud Olsen", "also_known_as")]]),
    ):
        assert similar("Kim Kestrel", "lea larsen", viewer=viewer) == found


def test_a_hundred_names_cost_as_many_queries_as_one(director):
    club = club_create(actor=director, name="Golden Club")
    names = [f"Person Number{'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]}" for n in range(100)]
    Player.objects.bulk_create(Player(name=name) for name in names)

    def cost(count):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            found = similar_players(
                [NamedPerson(name) for name in names[:count]], viewer=director, club=club.pk
            )
        assert all(players[0].name == name for players, name in zip(found, names, strict=False))
        return len(queries)

    assert cost(100) == cost(1) <= 8


def test_names_alike_are_looked_for_by_the_index():
    """Once for each name: reading the keys of all players for each would take minutes."""
    players = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(2_000))
    Alias.objects.bulk_create(Alias(player=player, name=f"Alias of {player.name}") for player in players)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE matches_player, matches_alias")
    plans = []

    def explain(run, sql, params, many, context):
        if "wanted" in sql:
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {sql}", params)
                plans.append("\n".join(line for (line,) in cursor.fetchall()))
        return run(sql, params, many, context)

    with connection.execute_wrapper(explain):
        similar("Jan Jansen", "Zoe")
    assert len(plans) == 3
    assert "Bitmap Index Scan on player_search" in plans[0], plans[0]
    assert "Bitmap Index Scan on alias_search" in plans[2], plans[2]
