"""The tab Draw of the control desk: looked at, made, released, withdrawn, paired by hand, played off."""

import re

import pytest

from tests.conftest import director_reports, field_entered, work_off
from tests.factories import PlayerFactory, UserFactory
from tests.tournaments.events.test_random_events import Event
from tournaments.events.models import Draw, RoundWithdrawal
from tournaments.events.services import entry_add, entry_substitute, tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club, director):
    announced = tournament_create(actor=director, club=club, name="Spring Cup", lengths=(5,))
    field_entered(announced, director, PlayerFactory.create_batch(6))
    return announced


def approved_swiss(club, director):
    """A Swiss of four whose rounds wait for their release."""
    swiss = tournament_create(
        actor=director,
        club=club,
        name="Swiss",
        lengths=(5,),
        format="swiss",
        format_options={"rounds": 2},
        pairings_need_approval=True,
    )
    field_entered(swiss, director, PlayerFactory.create_batch(4))
    tournament_draw(actor=director, tournament_id=swiss.pk, seeding=Seeding.RANDOM, seed="test")
    swiss.refresh_from_db()
    return swiss


def at(cup, page=""):
    return f"/tournaments/{cup.pk}/desk/draw/{page}"


def seeds(page):
    return page.split('class="seeds">')[1].split("</ol>")[0]


def test_the_draw_is_what_was_looked_at(desk, cup):
    looked = [
        desk.post(at(cup, "make/"), {"seeding": "random", "look": "1"}).content.decode() for _ in range(2)
    ]
    assert seeds(looked[0]) == seeds(looked[1])
    assert "has a bye" in looked[0]
    assert not Draw.objects.exists()
    made = desk.post(at(cup, "make/"), {"seeding": "random"})
    assert made.status_code == 302
    draw = Draw.objects.get()
    names = dict(cup.entries.values_list("pk", "player__name"))
    order = [names[number] for number in draw.order]
    assert order == [each.split("</li>")[0] for each in seeds(looked[0]).split("<li>")[1:]]


def test_seeds_are_named_one_by_one(desk, cup):
    last, *_, first = cup.entries.order_by("-pk").values_list("pk", flat=True)
    desk.post(at(cup, "make/"), {"seeding": "manual", f"place_{last}": "1", f"place_{first}": "2"})
    assert Draw.objects.get().order[:2] == [last, first]


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"seeding": "random", "protected": "9"}, "9 seeds cannot be protected"),
        ({"seeding": "random", "protected": "many"}, "whole number"),
        ({"seeding": "stars"}, "stars"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_kept(desk, cup, sent, fault):
    answer = desk.post(at(cup, "make/"), sent)
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert not Draw.objects.exists()


def test_it_is_drawn_again_until_somebody_has_played(desk, cup, director):
    desk.post(at(cup, "make/"), {"seeding": "random"})
    work_off()
    assert "Draw again" in desk.get(at(cup)).content.decode()
    assert desk.post(at(cup, "make/"), {"seeding": "random"}).status_code == 302
    assert Draw.objects.count() == 2
    work_off()
    director_reports(cup.fixtures.filter(void=False).first().match, director, (5, 1))
    assert "Draw again" not in desk.get(at(cup)).content.decode()
    refused = desk.post(at(cup, "make/"), {"seeding": "random"})
    assert refused.status_code == 422
    assert "Its draw stays" in refused.content.decode()
    assert Draw.objects.count() == 2


def test_a_round_is_withdrawn_paired_by_hand_and_released(desk, club, director):
    cup = approved_swiss(club, director)
    work_off()
    published = cup.published_rounds.get()
    desk.post(at(cup, f"withdraw/{published.pk}/"), {"reason": "A seed was wrong."})
    work_off()
    assert RoundWithdrawal.objects.get().reason == "A seed was wrong."
    head = desk.get(f"/tournaments/{cup.pk}/desk/results/").content.decode()
    assert at(cup, "release/") in head
    assert "Round 1 waits for its release" in desk.get(at(cup)).content.decode()
    one, two = list(cup.draw.order)[:2]
    paired = desk.post(at(cup, "pair/"), {"one": one, "two": two, "reason": "They leave early."})
    assert paired.status_code == 302
    refused = desk.post(at(cup, "pair/"), {"one": one, "two": two})
    assert refused.status_code == 422
    desk.post(at(cup, "release/"))
    work_off()
    met = {frozenset((each.one_id, each.two_id)) for each in cup.fixtures.filter(void=False)}
    assert frozenset((one, two)) in met
    assert len(met) == 2


def test_pairings_show_who_took_a_place_since(desk, club, director):
    cup = approved_swiss(club, director)
    work_off()
    left = cup.entries.first()
    came = entry_add(
        actor=director, tournament_id=cup.pk, player=PlayerFactory(name="Cem Came"), alternate=True
    )
    entry_substitute(actor=director, tournament_id=cup.pk, leaves_id=left.pk, comes_id=came.pk)
    page = desk.get(at(cup))
    assert page.status_code == 200
    pairings = page.content.decode().split('class="pairings"')[1]
    assert "Cem Came" in pairings
    assert left.player.name not in pairings.split("</ol>")[0]


@pytest.mark.parametrize(
    ("reason", "fault"), [("", "required"), ("x" * 201, "at most 200"), ("a\x00b", "Null characters")]
)
def test_pairings_are_withdrawn_for_a_reason(desk, club, director, reason, fault):
    cup = approved_swiss(club, director)
    work_off()
    number = cup.published_rounds.get().pk
    answer = desk.post(at(cup, f"withdraw/{number}/"), {"reason": reason, "played_too": "on"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert fault in page
    assert re.search(r'name="played_too"[^>]* checked', page)
    assert desk.post(at(cup, f"withdraw/{number + 1}/"), {"reason": "x"}).status_code == 422
    assert not RoundWithdrawal.objects.exists()


def test_what_cannot_be_withdrawn_or_released_says_why(desk, club, director):
    event = Event(club, director, 4, "swiss", {"rounds": 2})
    work_off()
    published = event.cup.published_rounds.get()
    director_reports(event.matches(state="open").first(), director, (5, 1))
    refused = desk.post(at(event.cup, f"withdraw/{published.pk}/"), {"reason": "x"}, follow=True)
    assert "have begun or are decided" in refused.content.decode()
    refused = desk.post(at(event.cup, "release/"), follow=True)
    assert "wait to be released" in refused.content.decode()
    assert not RoundWithdrawal.objects.exists()


def test_ties_are_broken_in_another_order(desk, club, director):
    event = Event(club, director, 4, "round_robin")
    work_off()
    sent = {"tiebreak_0": "head_to_head", "tiebreak_1": "lots"}
    assert desk.post(at(event.cup, "tie-breaks/"), sent).status_code == 422
    desk.post(at(event.cup, "tie-breaks/"), {**sent, "reason": "As announced."})
    assert event.cup.tiebreak_orders.get().tiebreaks == ["head_to_head", "lots"]


def test_nobody_else_draws(client, cup):
    client.force_login(UserFactory())
    assert client.get(at(cup)).status_code == 403
    for page in ("make/", "release/", "pair/", "play-off/", "tie-breaks/"):
        assert client.get(at(cup, page)).status_code == 405
        assert client.post(at(cup, page), {"seeding": "random"}).status_code == 403
    assert not Draw.objects.exists()


def test_in_japanese(desk, cup):
    page = desk.get(at(cup), headers={"Accept-Language": "ja"}).content.decode()
    assert "組合せを行う" in page


def test_the_preview_has_no_headings_of_brackets_that_nobody_is_in_yet(desk, club, director):
    cup = tournament_create(
        actor=director, club=club, name="Double", lengths=(5,), format="double_elimination"
    )
    field_entered(cup, director, PlayerFactory.create_batch(4))
    page = desk.post(f"/tournaments/{cup.pk}/desk/draw/make/", {"seeding": "random", "look": "1"})
    preview = page.content.decode().split('id="preview"')[1]
    assert preview.count("<h3>") == 1
    assert preview.count("<li>") == 4 + 2


def test_that_a_seed_may_be_left_out_is_said_once(desk, cup):
    page = desk.get(f"/tournaments/{cup.pk}/desk/draw/").content.decode()
    assert page.count('name="place_') == 6
    places = page.split('class="places"')[1].split("</details>")[0]
    assert "may be left empty" not in places
