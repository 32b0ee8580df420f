"""Regulations, clocks and schedules in words, on the pages of matches and tournaments."""

import html

import pytest
from django.utils import translation

from matches.play.models import Penalty, Schedule
from matches.play.pages.regulations import regulations_in_words
from matches.play.rules.regulations import BOUNDS, Regulations
from matches.play.services import match_create, match_schedule, penalty_give
from tests.conftest import NOON, fixture_at
from tests.each import each
from tests.factories import UserFactory
from tournaments.events.services import tournament_create

from .test_pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    """Whatever language a page was asked for before."""
    with translation.override("en"):
        yield


def sentences(**chosen):
    return " ".join(regulations_in_words(chosen))


def test_what_is_in_force_is_said_in_sentences():
    assert regulations_in_words({}) == [
        "Either player reports the score.",
        "The match is final once the opponent confirms, or has not answered for 30 minutes.",
        "With a transcript that the referee verified it is final at once.",
        "Players may object to a result until the next match of either begins.",
        "A ruling may be appealed against, to a committee of 3.",
        "Coming late costs a penalty point for every 5 minutes after the first 15 minutes.",
        "With more than half the points of the match it is lost.",
        "Clocks are set if a player asks: 2 minutes for each point, 1 less for each that is scored, the "
        "first 12 seconds of every turn free.",
        "If somebody runs out of time, the director decides.",
        "Players are reminded 10 minutes before a deadline.",
        "Illegal plays: Legal Moves.",
        "A die that lies flat on a checker is valid.",
    ]


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"preset": "usbgf"}, "The winner reports the score."),
        ({"preset": "jbf"}, "The match is final once the opponent confirms. With a transcript"),
        ({"preset": "jbf"}, "A die on a checker is cocked; both are thrown again. The Holland rule is not"),
        ({"preset": "jbf"}, "2.5 minutes for each point, rounded up to whole minutes, the first 12 seconds"),
        ({"preset": "jbf"}, "Agreed settlements are not allowed."),
        ({"preset": "brainking"}, "Matches are played without clocks."),
        ({"preset": "brainking"}, "not answered for 2 days."),
        ({"preset": "brainking"}, "Coming late costs no points."),
        ({"preset": "brainking"}, "A match is played within 30 days, or both forfeit."),
        ({"preset": "brainking"}, "Players are reminded 1 day before a deadline."),
        ({"play_within": 1}, "A match is played within 1 day, or the director decides."),
        ({"objection": 90}, "it is final unless the opponent objects within 90 minutes."),
        ({"objection": 120}, "unless the opponent objects within 2 hours."),
        ({"correction_window": "open"}, "Players may object to a result at any time."),
        ({"correction_window": "closed"}, "A final result stays, unless a director corrects it."),
        ({"correction_window": 60}, "Players may object to a result for 1 hour."),
        ({"appeals": False}, "There is no appeal against a ruling."),
        ({"committee": 5}, "to a committee of 5."),
        ({"penalised_rated": False}, "A match with penalty points is not rated."),
        ({"retired_rated": False}, "A match that was given up is not rated."),
        ({"late_first": "grace"}, "Coming 15 minutes late costs a penalty point, and another for every"),
        ({"late_grace": 0}, "after the first 0 minutes."),
        ({"late_forfeit": 1}, "With 1 point the match is lost."),
        ({"late_forfeit": 3}, "With 3 points the match is lost."),
        ({"clock": "required"}, "Clocks are required: 2 minutes for each point, 1 less"),
        ({"clock_delay": 0}, "1 less for each that is scored."),
        ({"clock_delay": 1}, "the first 1 second of every turn free"),
        ({"clock_expiry": "lose_match"}, "Whoever runs out of time loses the match."),
        ({"clock_expiry": "penalty"}, "Running out of time costs 1 point and gives 1 minute more."),
        ({"moves": "responsible"}, "Illegal plays: Responsible Moves."),
    ],
)  # fmt: skip
def test_every_regulation_has_its_sentence(chosen, says):
    assert says in sentences(**chosen)


def test_without_reminders_and_dates_nothing_is_said_of_them():
    assert "remind" not in sentences(reminder=None)
    assert "played within" not in sentences()


@pytest.mark.parametrize("name", BOUNDS)
def test_no_regulation_is_left_out_of_the_sentences(name):
    """Except where the rest speaks for it: what is not in force, and lengths, which the match has."""
    others = {
        "clock_expiry_points": {"clock_expiry": "penalty", "clock_expiry_points": 2},
        "clock_expiry_minutes": {"clock_expiry": "penalty", "clock_expiry_minutes": 7},
        "overdue": {"play_within": 7, "overdue": "forfeit_both"},
        "clock_per_point": {"clock_per_point": 3},
        "clock_per_point_scored": {"clock_per_point_scored": 0},
    }
    if name in ("shortest", "longest"):
        return
    bounds, usual = BOUNDS[name], getattr(Regulations(), name)
    tried = (True, False, 7, 5, None, "winner", "responsible", "cocked", "open", "grace", "off", "up")
    more = ("lose_match", "forfeit_both")
    value = next(each for each in (*tried, *more) if each != usual and bounds.accepts_value(each))
    changed = others.get(name, {name: value})
    usual_for_it = {key: value for key, value in changed.items() if key != name}
    assert sentences(**changed) != sentences(**usual_for_it)


def test_a_match_shows_its_regulations_its_clock_and_when_it_is_played(client, players):
    ann, bob = players(2)
    match = match_create(
        one=ann,
        two=bob,
        length=7,
        regulations={"preset": "jbf", "clock": "required", "play_within": 3},
        now=NOON,
    )
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert "To be played by: 10 Mar 2026, 12:00 UTC" in seen
    assert "Clock: 18:00 for each side, the first 12 seconds of every turn free" in seen
    assert "Regulations after the Japan Backgammon Federation" in seen
    assert "The Holland rule is not played." in seen
    assert "The match starts at" not in seen
    staff = UserFactory(is_staff=True)
    match_schedule(match_id=match.pk, actor=staff, starts_at=NOON)
    penalty_give(match_id=match.pk, actor=staff, side=1, cause="lateness", minutes=27, reason="Rain")
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert "Starts: 7 Mar 2026, 12:00 UTC" in seen
    assert "To be played by" not in seen, "the latest schedule stands, whole"
    assert "The match starts at 2–0: penalty points." in seen


def test_a_match_in_japanese_says_the_same(client, players):
    ann, bob = players(2)
    match = match_create(one=ann, two=bob, length=5, regulations={"clock_delay": 12})
    seen = text(client.get(f"/matches/{match.pk}/", headers={"accept-language": "ja"}))
    assert "クロック（プレーヤーが希望する場合）： 持ち時間各10:00、ディレイ12秒" in seen
    assert "大会規定 例会用" in seen
    assert "遅刻が15分を超えると、以後5分たつごとにペナルティポイント1点が加わります。" in seen


def test_a_tournament_shows_its_regulations(client, club, director):
    cup = tournament_create(
        actor=director, club=club, name="Cup", lengths=[5], regulations={"preset": "usbgf"}
    )
    seen = text(client.get(f"/tournaments/{cup.pk}/"))
    assert "Regulations after the United States Backgammon Federation" in seen
    assert "The winner reports the score." in seen


# -- At the desk


@pytest.fixture
def first(knockout):
    """Ann against Bob, in a cup of two."""
    return fixture_at(knockout(2), "R1-M1").match


def post(client, user, address, **fields):
    client.force_login(user)
    return client.post(address, fields)


def test_a_director_schedules_from_the_page(client, first, director):
    address = f"/matches/{first.pk}/schedule/"
    sent = post(client, director, address, starts_at="2099-03-07T12:00", play_by="2099-03-08T12:00")
    assert sent["Location"] == f"/matches/{first.pk}/"
    first.refresh_from_db()
    assert first.starts_at == NOON.replace(year=2099)
    seen = client.get(f"/matches/{first.pk}/manage/").content.decode()
    assert 'value="2099-03-07T12:00"' in seen
    refused = post(client, director, address, play_by="2001-01-01T00:00")
    assert refused.status_code == 422
    assert "is past" in text_of(refused)
    assert 'value="2001-01-01T00:00"' in refused.content.decode()
    first.refresh_from_db()
    assert first.play_by.year == 2099


def test_a_director_gives_penalty_points_from_the_page(client, first, director):
    address = f"/matches/{first.pk}/penalty/"
    fields = {"side": 1, "cause": "lateness", "minutes": 20, "reason": "Rain"}
    assert post(client, director, address, **fields)["Location"] == f"/matches/{first.pk}/"
    assert "The match starts at 1–0: penalty points." in text(client.get(f"/matches/{first.pk}/"))
    post(client, director, address, side=0, cause="conduct", points=1, reason="Shouting")
    assert "The match starts at 1–1: penalty points." in text(client.get(f"/matches/{first.pk}/"))


@each(
    "path, fields",
    [
        ("schedule", {"starts_at": "soon"}),
        ("penalty", {}),
        ("penalty", {"side": 2, "cause": "lateness", "minutes": 20, "reason": "Rain"}),
        ("penalty", {"side": 1, "cause": "noise", "minutes": 20, "reason": "Rain"}),
        ("penalty", {"side": 1, "cause": "lateness", "minutes": -1, "reason": "Rain"}),
        ("penalty", {"side": 1, "cause": "lateness", "reason": "Rain"}),
        ("penalty", {"side": 1, "cause": "conduct", "points": 5, "reason": "Rain"}),
        ("penalty", {"side": 1, "cause": "conduct", "points": 1, "reason": ""}),
    ],
)
def test_what_is_wrong_is_said_on_the_manage_page(client, first, director, path, fields):
    refused = post(client, director, f"/matches/{first.pk}/{path}/", **fields)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert not Penalty.objects.exists()
    assert not Schedule.objects.exists()


def test_only_directors_find_these_forms(client, first, director):
    client.force_login(first.one.user)
    assert "/penalty/" not in client.get(f"/matches/{first.pk}/manage/").content.decode()
    refused = post(
        client, first.one.user, f"/matches/{first.pk}/penalty/", side=1, cause="conduct", points=1, reason="x"
    )
    assert refused.status_code == 422
    assert not Penalty.objects.exists()
    client.force_login(director)
    assert "/penalty/" in client.get(f"/matches/{first.pk}/manage/").content.decode()


def text_of(response):
    return html.unescape(response.content.decode())
