"""Players found by name: in what order, by which names, and by whom."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from matches.accounts.models import User
from matches.players.models import Alias, FormerName, Player
from matches.players.selectors import player_list, player_search, private_parts
from matches.players.services import players_merge
from matches.search.selectors import CANDIDATES, HITS_MAX
from matches.work.services import caches_compare
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.consent import club_appoint, membership_add, player_create, player_edit
from tests.each import each
from tests.factories import (
    AliasFactory,
    ClubFactory,
    MatchFactory,
    PlayerFactory,
    StandingFactory,
    UserFactory,
)
from tests.matches.players.people import person, recorded, staff
from tournaments.clubs.services import club_create, club_player_record, registrar_change

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


def found(text, viewer=NOBODY, **asked):
    """Whom a text finds, by name."""
    numbers = [hit.number for hit in player_search(text, viewer=viewer, **asked)]
    names = Player.objects.in_bulk(numbers)
    return [names[number].name for number in numbers]


@pytest.fixture
def crowd():
    names = [
        "Jan Jansen",
        "Piet Janssen",
        "Janneke de Boer",
        "Jan",
        "Anna Müller",
        "わたなべ けん",
        "Sato Jun",
        "J. Visser",
    ]
    Player.objects.bulk_create(Player(name=name) for name in names)
    PlayerFactory(name="渡邊 健", reading="わたなべ けん")


@each(
    "text, names",
    [
        ("jan", ["Jan", "Jan Jansen", "Piet Janssen", "Janneke de Boer"]),
        ("jansen", ["Jan Jansen", "Piet Janssen"]),
        ("jansen jan", ["Jan Jansen"]),
        ("boer janneke", ["Janneke de Boer"]),
        ("MULLER", ["Anna Müller"]),
        ("mueller", ["Anna Müller"]),
        ("watanabe", ["わたなべ けん", "渡邊 健"]),
        ("ワタ", ["わたなべ けん", "渡邊 健"]),
        ("渡辺", ["渡邊 健"]),
        ("健", ["渡邊 健"]),
        ("さとう", ["Sato Jun"]),
        ("satoh zyun", ["Sato Jun"]),
        ("jan visser", ["J. Visser"]),
        ("piet jansen", ["Piet Janssen"]),
        ("zzz", []),
        ("?!", []),
    ],
)
def test_who_is_found_by_a_text(crowd, text, names):
    assert found(text) == names


def test_of_those_that_fit_equally_well_the_close_ones_come_first_then_the_busiest(director):
    club = club_create(actor=director, name="Golden Club")
    names = ["Tom Adams", "Tom Baker", "Tom Clark", "Tom Dunn", "Tom Evans"]
    _adams, baker, clark, dunn, evans = (person(name, login=False) for name in names)
    assert found("tom") == names
    StandingFactory(player=evans, matches=9)
    StandingFactory(player=dunn, matches=30)
    assert found("tom") == ["Tom Dunn", "Tom Evans", "Tom Adams", "Tom Baker", "Tom Clark"]
    viewer = person("Viewer")
    MatchFactory(one=clark, two=viewer)
    assert found("tom", viewer.user)[0] == "Tom Clark"
    membership_add(actor=staff(), club_id=club.pk, player=baker)
    assert found("tom", viewer.user, club=club.pk)[:3] == ["Tom Baker", "Tom Clark", "Tom Dunn"]
    assert found("tom", director)[0] == "Tom Baker", "whoever runs the club looks for it"
    assert found("tom", viewer.user)[0] == "Tom Clark"
    assert found("tom adams", director)[0] == "Tom Adams", "fitting better comes first"


def test_names_that_begin_like_too_many_others_are_those_of_the_busiest():
    """More begin so than are looked at: the last one of all is found, who has played."""
    crowd = Player.objects.bulk_create(Player(name=f"Wat {number:04}") for number in range(CANDIDATES + 50))
    StandingFactory(player=crowd[-1], matches=30)
    last = Player.objects.create(name="Wat")
    assert found("wat", most=2) == ["Wat", crowd[-1].name]
    assert last.pk > crowd[-1].pk
    assert len(found("wat")) == HITS_MAX


def test_aliases_are_found_by_whom_they_are_shown_to(director):
    club = club_create(actor=director, name="Golden Club")
    kim = recorded(club, "Kim")
    AliasFactory(player=kim, name="Nightowl")
    open_one = person("Lea")
    AliasFactory(player=open_one, name="Nighthawk")
    assert kim.private
    assert found("night") == ["Lea"]
    (hit,) = player_search("night", viewer=NOBODY)
    assert (hit.number, hit.alias, hit.former) == (open_one.pk, "Nighthawk", "")
    assert found("night", person("Ned").user) == ["Lea"]
    assert found("night", director) == ["Kim", "Lea"]
    assert found("night", staff()) == ["Kim", "Lea"]
    assert found("kim", director) == ["Kim"], "by the own name"
    others = UserFactory()
    registrar_change(actor=staff("boss"), player=kim, club=club_create(actor=others, name="Silver Club"))
    assert found("night", director) == ["Lea"]
    assert found("night", others) == ["Kim", "Lea"]


def test_what_is_found_is_what_a_profile_shows(director):
    """Whoever finds somebody by a private alias is shown it, and the other way round."""
    club = club_create(actor=director, name="Golden Club")
    keeper, mia, ned = UserFactory(), person("Mia"), person("Ned")
    players = [recorded(club, "Kim"), recorded(club, "Pat"), mia, person("Nobody", login=False)]
    players += [player_create(actor=keeper, name="Zoe")]
    players += [player_create(actor=mia.user, name="M & N", kind="pair", members=[mia, ned])]
    players += [club_player_record(actor=director, club=club, name="K & P", kind="pair", members=players[:2])]
    Player.objects.filter(pk=players[1].pk).update(user=UserFactory())
    registrar_change(actor=staff("boss"), player=recorded(club, "Left"), club=None)
    players += [Player.objects.get(name="Left")]
    for player in players:
        AliasFactory(player=player, name="Nightowl")
    Player.objects.update(private=["aliases"])
    for viewer in (
        NOBODY,
        director,
        keeper,
        mia.user,
        ned.user,
        UserFactory(),
        User.objects.get(username="boss"),
    ):
        seen = {hit.number for hit in player_search("nightowl", viewer=viewer)}
        for player in player_list():
            if player.pk in {each.pk for each in players}:
                shown = not private_parts(player, viewer)
                assert (player.pk in seen) == shown, (player.name, str(viewer))


def test_the_own_aliases_and_those_of_own_pairs(director):
    mia, ned = person("Mia"), person("Ned")
    pair = player_create(actor=mia.user, name="M & N", kind="pair", members=[mia, ned], aliases=["duo"])
    for player, nick in ((mia, "miauw"), (pair, "duett")):
        AliasFactory(player=player, name=nick)
        Player.objects.filter(pk=player.pk).update(private=["aliases"])
    assert found("miauw", mia.user) == ["Mia"]
    assert found("miauw", ned.user) == []
    assert found("duett", ned.user) == ["M & N"]
    assert found("duett", director) == []


def test_a_token_finds_by_aliases_what_it_may_read(director):
    mia = person("Mia")
    AliasFactory(player=mia, name="miauw")
    Player.objects.filter(pk=mia.pk).update(private=["aliases"])
    counts = {
        scope: len(api_as(mia.user, [scope, "read"]).get("/api/v1/players/?search=miauw").json()["results"])
        for scope in ("read", "report", "enter", "direct", "account")
    }
    assert counts == {"read": 0, "report": 0, "enter": 0, "direct": 0, "account": 1}


def test_whoever_recorded_a_player_in_no_club_s_name_finds_the_alias():
    keeper = UserFactory(username="keeper")
    player_create(actor=keeper, name="Zoe", aliases=["zoetrope"])
    assert found("zoetrope", keeper) == ["Zoe"]
    assert found("zoetrope", UserFactory()) == []


def test_former_names_are_found_by_whom_they_are_shown_to(director, club):
    lea, rex = person("Lea"), person("Rex")
    match = MatchFactory(one=lea, two=rex, created_by=director)
    assert match.pk
    player_edit(actor=lea.user, player_id=lea.pk, name="Leah Larsen")
    stranger = UserFactory()
    assert found("lea") == ["Leah Larsen"], "it begins so"
    player_edit(actor=lea.user, player_id=lea.pk, name="Maud Larsen")
    assert FormerName.objects.count() == 2
    assert [found("leah", who) for who in (NOBODY, stranger, rex.user)] == [[], [], []]
    for who in (lea.user, director, staff()):
        (hit,) = player_search("leah", viewer=who)
        assert (hit.number, hit.former) == (lea.pk, "Leah Larsen")


def test_what_is_found_formerly_follows_the_facts(director):
    lea, rex = person("Lea"), person("Rex")
    MatchFactory(one=lea, two=rex)
    player_edit(actor=lea.user, player_id=lea.pk, name="Maud")
    assert [*caches_compare()] == []
    FormerName.objects.all().delete()
    (said,) = caches_compare(repair=True)
    assert "the former name is not found" in said
    assert found("lea", staff()) == ["Maud"]
    Player.objects.filter(pk=lea.pk).update(anonymised=True)
    (said,) = caches_compare(repair=True)
    assert "anonymised player" in said
    assert not FormerName.objects.exists()


def test_who_was_merged_is_found_as_who_stands_in(director):
    kept, absorbed = person("Tom Adams", login=False), person("Tommy Adams", login=False)
    rex = person("Rex")
    MatchFactory(one=absorbed, two=rex)
    player_edit(actor=staff(), player_id=absorbed.pk, name="Thomas Adams")
    players_merge(actor=staff("boss"), kept=kept, absorbed=absorbed)
    assert found("adams") == ["Tom Adams"]
    assert found("thomas") == []
    assert found("tommy", staff("third")) == ["Tom Adams"], "the former name of the absorbed record is theirs"


def test_the_list_of_players_is_searched_page_by_page(crowd):
    client = api_as(None)
    asked = client.get("/api/v1/players/?search=jan&page_size=3").json()
    names = [row["name"] for row in asked["results"]]
    assert names == ["Jan", "Jan Jansen", "Piet Janssen"]
    rest = client.get(asked["next"]).json()
    assert [row["name"] for row in rest["results"]] == ["Janneke de Boer"]
    assert rest["next"] is None
    assert [row["name"] for row in client.get(rest["previous"]).json()["results"]] == names
    pairs = client.get("/api/v1/players/?search=jan&kind=pair").json()
    assert pairs["results"] == []
    nothing = client.get("/api/v1/players/?search=%3F&page_size=3").json()
    assert nothing["results"] == []
    every = client.get("/api/v1/players/?search=").json()
    assert len(every["results"]) == 9, "an empty text is none"
    assert_problem(client.get(f"/api/v1/players/?search={'x' * 121}"), 400, "invalid_request")


def test_the_players_of_a_club_are_searched_alone(director):
    club = club_create(actor=director, name="Golden Club")
    recorded(club, "Jan Jansen")
    person("Jan Bakker", login=False)
    rows = api_as(None).get(f"/api/v1/clubs/{club.pk}/players/?search=jan").json()["results"]
    assert [row["name"] for row in rows] == ["Jan Jansen"]


def test_a_reading_is_kept_as_hiragana_and_lists_are_in_its_order(director):
    club = club_create(actor=director, name="Golden Club")
    client = api_as(director)
    at = f"/api/v1/clubs/{club.pk}/players/"
    for name, reading in (
        ("渡辺 健", "ﾜﾀﾅﾍﾞ　ケン"),
        ("青木 舞", "あおき まい"),
        ("Bob", ""),
        ("井上 翔", "イノウエ しょう"),
    ):
        made = client.post(at, {"name": name, "reading": reading}, format="json")
        assert made.status_code == 201, made.content
    kept = dict(Player.objects.values_list("name", "reading"))
    assert kept == {
        "渡辺 健": "わたなべ けん",
        "青木 舞": "あおき まい",
        "Bob": "",
        "井上 翔": "いのうえ しょう",
    }
    order = [player.name for player in Player.objects.in_order_of_names()]
    assert order == ["Bob", "青木 舞", "井上 翔", "渡辺 健"]
    made = client.post(at, {"name": "X", "reading": "㍿" * 30}, format="json")
    assert_problem(made, 400, "invalid_request")


# -- What it costs


@pytest.mark.parametrize(
    ("text", "most"), [("wat", 7), ("watanabe", 8), ("jan jansen", 8)], ids=["crowded", "neighbours", "words"]
)
def test_a_search_costs_as_many_queries_for_any_number_of_players(
    text, most, director, django_assert_max_num_queries
):
    club = ClubFactory()
    club_appoint(actor=staff(), club=club, user=director, role="director")
    Player.objects.bulk_create(Player(name=f"Watt {number}") for number in range(CANDIDATES + 5))
    viewer = person("Viewer").user
    with django_assert_max_num_queries(most):
        player_search(text, viewer=viewer, club=club.pk, most=10)


def plans(text):
    """What PostgreSQL would do for each query of a search."""
    found, execute = [], connection.execute_wrapper

    def explain(run, sql, params, many, context):
        if "search_words" in sql or "search_key" in sql:
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {sql}", params)
                found.append("\n".join(line for (line,) in cursor.fetchall()))
        return run(sql, params, many, context)

    with execute(explain):
        player_search(text, viewer=NOBODY)
    return found


@pytest.mark.parametrize("text", ["wat", "w", "watan", "jan jansen", "watanabe"])
def test_every_look_goes_by_the_index(text):
    """Also where the planner could as well read all rows: reading their keys is dear, and it knows."""
    Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(2_000))
    found = Player.objects.bulk_create(Player(name=f"Jan {name}") for name in ("Watt", "Watanabe", "Jansen"))
    Alias.objects.bulk_create(Alias(player=found[0], name=f"Alias {number}") for number in range(2_000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE matches_player")
        cursor.execute("ANALYZE matches_alias")
    found = plans(text)
    assert found
    for plan in found:
        assert not re.search(r"Seq Scan on .*\n.*Filter:.*search_", plan), plan
    assert any("player_search" in plan for plan in found)


def test_a_list_of_players_that_is_searched_costs_no_more_for_many(django_assert_max_num_queries):
    Player.objects.bulk_create(Player(name=f"Watt {number}") for number in range(60))
    with django_assert_max_num_queries(13):
        rows = api_as(None).get("/api/v1/players/?search=watt&page_size=60").json()["results"]
    assert len(rows) == 60
