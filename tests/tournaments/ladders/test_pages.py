"""The page of a ladder: who stands where, whom the visitor may challenge, what is open."""

import re

import pytest

from matches.play.services import report_submit
from matches.players.models import Player
from tests.conftest import work_off
from tests.factories import UserFactory
from tests.tournaments.events.test_pages import text, visible
from tournaments.ladders import services
from tournaments.ladders.models import Challenge, LadderJoin, LadderLeave
from tournaments.ladders.pages.tags import ladder_opponent_info
from tournaments.ladders.rules import LADDERS, PRESETS, Reply

pytestmark = pytest.mark.django_db


@pytest.fixture
def wall(director, club, players):
    def make(count=4, kind="position", **options):
        row = services.ladder_create(
            actor=director, club=club, name="Wall", kind=kind, kind_options=options, length=5
        )
        row.field = {player.name: player for player in players(count)}
        for player in row.field.values():
            services.ladder_join(actor=director, ladder_id=row.pk, player=player)
        return row

    return make


def act(client, user, ladder, do, **fields):
    client.force_login(user)
    return client.post(f"/ladders/{ladder.pk}/", {"do": do, **fields})


def challenged(ladder, one, two):
    one, two = ladder.field[one], ladder.field[two]
    return services.challenge_make(actor=one.user, ladder_id=ladder.pk, challenger=one, challenged=two)


def reported(match, director):
    """The director enters that side one has won, now."""
    report_submit(match_id=match.pk, actor=director, score=(5, 2))
    work_off()


def test_the_page_has_rungs_open_challenges_and_steps(client, wall, director):
    ladder = wall(4)
    challenge = challenged(ladder, "Dai", "Bob")
    seen = text(client.get(f"/ladders/{ladder.pk}/"))
    assert "1 Ann 2 Bob 3 Cem 4 Dai" in seen
    assert "Dai – Bob waits for an answer until" in seen
    assert "You challenge players up to 4 places above you." in seen
    match = services.challenge_answer(actor=director, challenge_id=challenge.pk, reply=Reply.ACCEPTED).match
    page = client.get(f"/ladders/{ladder.pk}/")
    assert "Dai – Bob To be played to be played by" in text(page)
    assert f"/matches/{match.pk}/" in page.content.decode()
    reported(match, director)
    seen = text(client.get(f"/ladders/{ladder.pk}/"))
    assert "1 Ann 2 Dai 3 Bob 4 Cem" in seen
    assert "Dai wins against Bob : 4 → 2 · Match" in seen
    assert "Bob loses against Dai : 2 → 3 · Match" in seen
    assert "Open challenges" not in seen
    for under in ("steps", "facts"):
        assert client.get(f"/ladders/{ladder.pk}/{under}/").status_code == 200
    assert "Dai's challenge to Bob is to be played." in text(client.get(f"/ladders/{ladder.pk}/facts/"))


def test_a_player_challenges_answers_and_withdraws(client, wall):
    ladder = wall(4, above=2)
    _, bob, cem, dai = ladder.field.values()
    client.force_login(dai.user)
    page = client.get(f"/ladders/{ladder.pk}/").content.decode()
    assert page.count(f'href="/ladders/{ladder.pk}/challenge/') == 2
    assert "You may challenge now: Bob, Cem." in visible(page)
    assert "Challenge Cem" in page
    assert "Challenge Ann" not in page
    answer = act(client, dai.user, ladder, "challenge", challenger=dai.pk, challenged=bob.pk)
    assert answer.status_code == 302
    challenge = Challenge.objects.get()
    assert "You have challenged Bob." in text(client.get(f"/ladders/{ladder.pk}/"))
    assert act(client, dai.user, ladder, "withdraw", challenge=challenge.pk).status_code == 302
    challenged(ladder, "Dai", "Bob")
    client.force_login(cem.user)
    assert "already challenged" in text(client.get(f"/ladders/{ladder.pk}/"))
    client.force_login(bob.user)
    assert "Dai challenges you." in text(client.get(f"/ladders/{ladder.pk}/"))
    latest = Challenge.objects.latest("pk")
    assert act(client, bob.user, ladder, "accept", challenge=latest.pk).status_code == 302
    assert latest.answer.match.state == "open"


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("position", "Bob has until If you win, you move from 4 to 2. If you lose, you stay at 4."),
        (
            "stairs",
            "The match is set up at once. If you win, you move from 1 to 2. If you lose, you stay at 1.",
        ),
        ("rating", "Bob has until The order is that of the ratings"),
    ],
)
def test_what_a_challenge_would_mean_is_said_first(client, wall, kind, says):
    ladder = wall(4, kind)
    bob, dai = ladder.field["Bob"], ladder.field["Dai"]
    client.force_login(dai.user)
    seen = text(client.get(f"/ladders/{ladder.pk}/challenge/{bob.pk}/"))
    positions = [seen.find(part) for part in re.split(r" (?=If |The )", says)]
    assert -1 not in positions, seen
    assert "Challenge Bob Not now" in seen
    assert not Challenge.objects.exists()
    for stranger in (dai.pk, bob.pk + 999):
        assert client.get(f"/ladders/{ladder.pk}/challenge/{stranger}/").status_code == 404
    act(client, dai.user, ladder, "challenge", challenger=dai.pk, challenged=bob.pk)
    seen = text(client.get(f"/ladders/{ladder.pk}/challenge/{bob.pk}/"))
    assert "Not now" not in seen


def test_the_page_says_what_the_member_is_to_play(client, wall):
    ladder = wall(4)
    challenge = challenged(ladder, "Dai", "Bob")
    bob = ladder.field["Bob"].user
    answer = act(client, bob, ladder, "accept", challenge=challenge.pk)
    page = client.get(answer.url)
    assert "Accepted: the match can be played." in text(page)
    assert f'href="/matches/{challenge.answer.match.pk}/">To the match' in page.content.decode()
    client.force_login(ladder.field["Dai"].user)
    assert "You have an open challenge" in text(client.get(f"/ladders/{ladder.pk}/"))


def test_a_refusal_is_on_the_page_in_words(client, wall):
    ladder = wall(4, above=1)
    ann, dai = ladder.field["Ann"], ladder.field["Dai"]
    answer = act(client, dai.user, ladder, "challenge", challenger=dai.pk, challenged=ann.pk)
    assert answer.status_code == 422
    seen = visible(answer.content.decode())
    assert "That player is out of reach" in seen
    assert "Dai (place 4) may challenge up to 1 above" in seen
    client.cookies["django_language"] = "ja"
    answer = client.post(
        f"/ladders/{ladder.pk}/", {"do": "challenge", "challenger": dai.pk, "challenged": dai.pk}
    )
    assert "自分には挑戦できません" in answer.content.decode()
    assert act(client, dai.user, ladder, "challenge", challenger="x").status_code == 422
    assert act(client, dai.user, ladder, "accept", challenge=999).status_code == 404
    assert not Challenge.objects.exists()


def test_joining_and_leaving(client, wall, director):
    ladder = wall(2)
    eva = Player.objects.create(name="Eva", user=UserFactory(username="eva"))
    client.force_login(eva.user)
    assert "Join the ladder" in text(client.get(f"/ladders/{ladder.pk}/"))
    act(client, eva.user, ladder, "join", player_number=eva.pk)
    assert LadderJoin.objects.latest("pk").player == eva
    seen = text(client.get(f"/ladders/{ladder.pk}/"))
    assert "Leave the ladder" in seen
    assert "For the director" not in seen
    act(client, eva.user, ladder, "leave", player_number=eva.pk)
    assert LadderLeave.objects.get().join.player == eva
    act(client, director, ladder, "leave", player_number=ladder.field["Ann"].pk, reason="Moved away.")
    assert LadderLeave.objects.latest("pk").reason == "Moved away."
    assert "For the director" in text(client.get(f"/ladders/{ladder.pk}/"))


def test_the_director_puts_players_on_by_name(client, wall, director):
    ladder = wall(2)
    eva = Player.objects.create(name="Eva Lindqvist")
    assert act(client, director, ladder, "put-on", player="eva lindqvist").status_code == 302
    assert LadderJoin.objects.latest("pk").player == eva
    assert "Eva Lindqvist is on the ladder" in text(client.get(f"/ladders/{ladder.pk}/"))
    Player.objects.create(name="Eva Lindholm")
    for named, fault in (
        ("eva", "There are players with a similar name."),
        ("Eva Lindqvisd", "There are players with a similar name."),
        ("Ann", "already on Wall"),
    ):
        answer = act(client, director, ladder, "put-on", player=named)
        assert answer.status_code == 422
        assert fault in visible(answer.content.decode())
        assert f'value="{named}"' in answer.content.decode()
    assert not Player.objects.filter(name="Eva Lindqvisd").exists()
    act(client, director, ladder, "put-on", player="Zyx Newcomer")
    assert LadderJoin.objects.latest("pk").player == Player.objects.get(name="Zyx Newcomer")
    stranger = UserFactory()
    assert act(client, stranger, ladder, "put-on", player="Eva Lindholm").status_code == 403
    assert LadderJoin.objects.count() == 4


def test_who_is_not_logged_in_is_asked_to(client, wall):
    ladder = wall(2)
    answer = client.post(f"/ladders/{ladder.pk}/", {"do": "join", "player_number": 1})
    assert (answer.status_code, answer.url) == (302, f"/login/?next=/ladders/{ladder.pk}/")
    assert "challenge" not in client.get(f"/ladders/{ladder.pk}/").content.decode().partition("<table")[2]


@pytest.mark.parametrize("kind", LADDERS)
def test_every_kind_has_a_page_in_both_languages(client, wall, kind, director):
    ladder = wall(4, kind)
    challenge = challenged(ladder, "Cem", "Bob")
    if not LADDERS[kind].starts_at_once:
        services.challenge_answer(actor=director, challenge_id=challenge.pk, reply=Reply.ACCEPTED)
    reported(Challenge.objects.get().answer.match, director)
    client.force_login(ladder.field["Ann"].user)
    for language in ("en", "ja"):
        client.cookies["django_language"] = language
        page = client.get(f"/ladders/{ladder.pk}/")
        assert page.status_code == 200
        assert page.content.decode().count('class="num place"') == 4
    assert "順位" in page.content.decode()


def test_the_club_lists_its_ladders(client, wall, club):
    wall(3)
    assert "Wall Position ladder 3 players" in text(client.get(f"/clubs/{club.pk}/"))


def test_the_live_part_alone_where_an_open_page_asks_again(client, wall):
    ladder = wall(2)
    part = client.get(f"/ladders/{ladder.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "Ann" in part


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_of_every_preset_are_said(name):
    said = PRESETS[name].rules.describe_ladder()
    assert len(said) >= 4
    assert len(set(said)) == len(said)
    assert all(line.endswith(".") and "%(" not in line for line in said)


def test_what_only_some_ladders_say():
    said = " ".join(LADDERS["position"].from_mapping({
        "movement": "swap", "lapse": "removed", "refusal": "removed", "idle_days": 9, "idle_places": 2,
        "cooldown": 1, "unplayed": "both", "top": 3, "above_top": 1, "below": 2,
    }).describe_ladder())  # fmt: skip
    for words in ("swaps places", "both lose", "falls 2 places", "after 1 day at", "In the top 3"):
        assert words in said
    assert "taken off the ladder" in said
    assert ladder_opponent_info(None, 1) is None
    assert ladder_opponent_info({1: "it"}, 1) == "it"
