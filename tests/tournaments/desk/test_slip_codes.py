"""The code on a score slip: reported by whoever holds the paper, for its match alone, once, for a day."""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from matches.play.models import Match, Report
from matches.play.selectors import case_load
from matches.play.services import report_submit, ruling_make, ruling_preview
from tests.conftest import director_reports, fixture_at, work_off
from tests.matches.players.people import staff
from tournaments.desk.errors import SlipUsed
from tournaments.desk.rules.slip_days import day_of_slip, slip_ends
from tournaments.desk.selectors import SlipCode, slip_code_read, slip_path
from tournaments.desk.services import check_slip, slip_read
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.fixture
def phone():
    """Whose, nobody knows."""
    return Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})


@pytest.fixture
def printed(client, director, cup):
    """The paths on the slips of what can be played now, by the key of the fixture."""
    client.force_login(director)
    page = client.get(f"/tournaments/{cup.pk}/desk/print/slips/").content.decode()
    assert page.count("Scan to report") == 2
    return {key: path_of(cup, key) for key in ("R1-M1", "R1-M2")}


def path_of(cup, key, day=None):
    match = fixture_at(cup, key).match
    today = timezone.now().astimezone(cup.zone).date()
    return slip_path(SlipCode(match.pk, match.one_id, match.two_id, day or today))


def reports(phone, path, winner="0", loser="2"):
    """What the pad sends, with the token of the page that showed it."""
    page = phone.get(path).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    sent = {"slip": path.split("/")[2], "winner": winner, "loser": loser}
    return phone.post("/slips/", {**sent, "csrfmiddlewaretoken": token[1] if token else ""})


def state(cup, key):
    return fixture_at(cup, key).match.state


def said(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_a_day_ends_where_the_event_is_played_and_a_grace_later():
    evening = datetime(2026, 3, 7, 16, tzinfo=UTC)
    assert day_of_slip(evening, (), TOKYO) == date(2026, 3, 8)
    # Printed before, it is for the day on which the match is played.
    assert day_of_slip(evening, (None, evening + timedelta(days=3)), TOKYO) == date(2026, 3, 11)
    assert day_of_slip(evening, (evening - timedelta(days=3),), TOKYO) == date(2026, 3, 8)
    assert slip_ends(date(2026, 3, 8), TOKYO, timedelta(hours=6)) == datetime(2026, 3, 9, 6, tzinfo=TOKYO)


def test_a_code_says_what_it_is_for_and_no_other_is_one():
    code = SlipCode(12, 1041, 77, date(2026, 3, 7))
    assert slip_code_read(str(code)) == code
    numbers, signature = str(code).split(".")
    # HMAC-SHA-256, in base 64.
    assert len(signature) == 43
    other = str(code._replace(match=13)).split(".")
    for wrong in ("", ".", "x", numbers, f"{numbers}.", f"{numbers}.x", f"{other[0]}.{signature}"):
        assert slip_code_read(wrong) is None
    for at, letter in enumerate(str(code)):
        changed = "A" if letter != "A" else "B"
        wrong = f"{str(code)[:at]}{changed}{str(code)[at + 1 :]}"
        # The last letter of base 64 has bits that nobody reads, but is compared as it is written.
        assert slip_code_read(wrong) is None


def test_the_slips_that_are_printed_lead_there(client, director, cup, printed):
    page = client.get(f"/tournaments/{cup.pk}/desk/print/slips/")
    paths = [path for page in page.context["pages"] for _round, _row, path in page]
    assert paths == [*printed.values()]
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_whoever_holds_the_paper_reports(phone, cup, printed, language):
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    opened = phone.get(printed["R1-M1"])
    assert opened.status_code == 200
    assert opened["Referrer-Policy"] == "same-origin"
    assert "noindex" in opened["X-Robots-Tag"]
    assert "no-store" in opened["Cache-Control"]
    assert "M1" in said(opened)
    answer = reports(phone, printed["R1-M1"], winner="1", loser="3")
    assert answer["Location"] == printed["R1-M1"]
    report = Report.objects.get()
    assert (report.points_one, report.points_two, report.side, report.role) == (3, 5, 1, "player")
    assert (report.means, report.recorded_by) == ("slip", None)
    work_off()
    match = fixture_at(cup, "R1-M1").match
    # The other side, or time, or the desk confirms it: the paper does not.
    assert match.state == Match.State.REPORTED
    history = said(phone.get(f"/matches/{match.pk}/facts/"))
    assert (", by slip: " if language == "en" else "スコア用紙") in history
    assert "3–5" in said(phone.get(printed["R1-M1"]))


def test_a_login_on_the_phone_is_noted_and_reports_for_the_winner_too(cup, printed):
    match = fixture_at(cup, "R1-M1").match
    somebody = staff()
    phone = Client()
    phone.force_login(somebody)
    assert reports(phone, printed["R1-M1"]).status_code == 302
    report = Report.objects.get()
    assert (report.recorded_by, report.role, report.side) == (somebody, "player", 0)
    work_off()
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED


def test_the_desk_decides_what_a_slip_has_reported(phone, cup, printed, director):
    reports(phone, printed["R1-M1"])
    work_off()
    report_submit(match_id=fixture_at(cup, "R1-M1").match.pk, actor=director, score=(5, 2))
    work_off()
    assert state(cup, "R1-M1") == "final"


def test_it_reports_no_other_match(phone, cup, printed):
    one, other = printed["R1-M1"], printed["R1-M2"]
    reports(phone, one)
    work_off()
    assert (state(cup, "R1-M1"), state(cup, "R1-M2")) == ("reported", "open")
    mixed = f"{one.split('/')[2].split('.')[0]}.{other.split('/')[2].split('.')[1]}"
    answer = phone.get(f"/slips/{mixed}/")
    assert answer.status_code == 404
    assert "ask the desk for a new slip" in said(answer)


def test_a_slip_is_used_once(phone, cup, printed):
    reports(phone, printed["R1-M1"])
    # Sent twice by an impatient finger it is one report.
    again = reports(phone, printed["R1-M2"])
    sent = {"slip": printed["R1-M1"].split("/")[2], "winner": "0", "loser": "2"}
    token = phone.cookies["csrftoken"].value
    assert phone.post("/slips/", {**sent, "csrfmiddlewaretoken": token}).status_code == 302
    assert again.status_code == 302
    assert Report.objects.count() == 2
    for judged in (False, True):
        if judged:
            work_off()
        # Something else is not.
        answer = phone.post("/slips/", {**sent, "loser": "4", "csrfmiddlewaretoken": token})
        assert answer.status_code == 200
        assert "is reported already. If it is wrong, tell the desk." in said(answer)
        assert Report.objects.count() == 2


def test_what_the_worker_writes_meanwhile_is_no_gap(phone, cup, printed):
    """Read before a report was judged, and its facts after, the match stands as the facts say."""
    reports(phone, printed["R1-M1"])
    slip = slip_read(printed["R1-M1"].split("/")[2])
    assert slip.match.state == "open"
    work_off()
    with pytest.raises(SlipUsed):
        check_slip(slip, case_load(slip.match, timezone.now()))


def test_a_slip_of_a_decided_match_says_so(phone, cup, printed, director):
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 2))
    answer = phone.get(printed["R1-M1"])
    assert "is final: a slip reports it no more" in said(answer)
    assert '<form class="pad"' not in answer.content.decode()


def test_a_slip_of_yesterday_is_over(phone, cup, settings):
    today = timezone.now().astimezone(cup.zone).date()
    settings.SLIP_GRACE_HOURS = 0
    path = path_of(cup, "R1-M1", today - timedelta(days=1))
    answer = phone.get(path)
    assert answer.status_code == 410
    assert "was good until" in said(answer)
    assert "Ask the desk for a new slip." in said(answer)
    # For as long as the evening may take it is not.
    settings.SLIP_GRACE_HOURS = 48
    assert reports(phone, path).status_code == 302


def test_a_slip_of_a_pairing_that_is_drawn_anew_leads_to_the_desk(phone, cup, printed, director):
    for key in ("R1-M1", "R1-M2"):
        director_reports(fixture_at(cup, key).match, director, (5, 2))
    final = path_of(cup, "R2-M1")
    assert phone.get(final).status_code == 200
    first = fixture_at(cup, "R1-M1").match
    asked = {"match_id": first.pk, "actor": director, "kind": "played", "points": (2, 5)}
    ruling_make(**asked, reason="Misread.", preview=ruling_preview(**asked).token)
    work_off()
    answer = phone.get(final)
    assert answer.status_code == 410
    assert "This slip is for match M3 as it was drawn before" in said(answer)
    assert "Ask the desk for the new slip." in said(answer)
    assert path_of(cup, "R2-M1") != final
    assert phone.get(path_of(cup, "R2-M1")).status_code == 200
    # Nor does the code open another pairing by its day or players.
    old = slip_code_read(final.split("/")[2])
    assert phone.get(slip_path(old._replace(one=old.two, two=old.one))).status_code == 410


def test_looking_changes_nothing_and_a_form_of_elsewhere_neither(phone, cup, printed):
    match = fixture_at(cup, "R1-M1").match
    code = printed["R1-M1"].split("/")[2]
    for _ in range(3):
        phone.get(printed["R1-M1"], {"winner": "0", "loser": "2"})
    assert phone.post("/slips/", {"slip": code, "winner": "0", "loser": "2"}).status_code == 403
    work_off()
    match.refresh_from_db()
    assert (match.state, Report.objects.count()) == ("open", 0)


def test_what_cannot_be_the_score_is_asked_again(phone, cup, printed):
    answer = reports(phone, printed["R1-M1"], loser="5")
    assert answer.status_code == 422
    assert '<form class="pad"' in answer.content.decode()
    assert Report.objects.count() == 0


def test_an_unlisted_event_is_reported_like_any(phone, cup, printed):
    Tournament.objects.filter(pk=cup.pk).update(listed=False)
    assert reports(phone, printed["R1-M1"]).status_code == 302


def test_guesses_are_counted_and_right_codes_are_let_in_all_the_same(phone, cup, printed):
    wrong = f"{printed['R1-M1'][:-2]}x/"
    statuses = [phone.get(wrong).status_code for _ in range(40)]
    assert statuses[0] == 404
    assert statuses[-1] == 429
    assert phone.get(wrong)["Retry-After"]
    # All of a club come from one address.
    assert phone.get(printed["R1-M1"]).status_code == 200


def test_codes_stay_out_of_the_log(phone, printed, caplog):
    code = printed["R1-M1"].split("/")[2]
    reports(phone, printed["R1-M1"])
    phone.get(printed["R1-M1"])
    Client(enforce_csrf_checks=True).post(printed["R1-M1"], {"slip": code})
    assert "GET /slips/..." in caplog.text
    assert code not in caplog.text
    assert code.split(".")[1] not in caplog.text
