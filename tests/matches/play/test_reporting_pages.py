"""A score in three taps, a transcript with what the referee says, and the other side's answer."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches.play.models import Match, Report
from tests.conftest import fixture_at, work_off
from tests.factories import MatchFactory, PlayerFactory, UserFactory

from .test_pages import ILLEGAL, LEGAL, match_of_bots, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    one, two = (PlayerFactory(name=name, user=UserFactory()) for name in ("Ann", "Bram"))
    return MatchFactory(one=one, two=two, length=5)


def post(client, user, address, fields):
    client.force_login(user)
    response = client.post(address, fields)
    work_off()
    return response


def test_who_won_the_others_points_and_report(client, match):
    client.force_login(match.one.user)
    page = client.get(f"/matches/{match.pk}/report/")
    assert re.search(r"Who won\? Ann you Bram The other’s points 0 1 2 3 4 Report", text(page))
    assert 'value="5"' not in page.content.decode().split('name="loser"')[-1].split("</fieldset>")[0]
    answer = post(client, match.one.user, f"/matches/{match.pk}/report/", {"winner": 1, "loser": 3})
    assert answer["Location"] == f"/matches/{match.pk}/"
    sent = Report.objects.get()
    assert (sent.points_one, sent.points_two, sent.side, sent.means) == (3, 5, 0, "page")


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"winner": 1}, "This field is required."),
        ({"winner": 1, "loser": 5}, "Ensure this value is less than or equal to 4."),
        ({"winner": 2, "loser": 3}, "Select a valid choice. 2 is not one of the available choices."),
        ({"one": 5, "two": "x"}, "Enter a whole number."),
    ],
)
def test_what_is_misspelt_stands_beside_its_field_and_what_was_chosen_stays(client, match, sent, fault):
    refused = post(client, match.one.user, f"/matches/{match.pk}/report/", sent)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert fault in page
    assert not Report.objects.exists()
    if sent.get("winner") == 1:
        assert re.search(r'name="winner" value="1"[^>]* checked', page)


def test_a_long_match_asks_for_a_number(client, match):
    Match.objects.filter(pk=match.pk).update(length=41)
    client.force_login(match.one.user)
    assert 'name="loser" type="number" inputmode="numeric" min="0" max="40"' in (
        client.get(f"/matches/{match.pk}/report/").content.decode()
    )


def test_strangers_report_nothing(client, match):
    stranger = UserFactory()
    refused = post(client, stranger, f"/matches/{match.pk}/report/", {"winner": 1, "loser": 3})
    assert refused.status_code == 422
    assert not Report.objects.exists()
    assert "Its players, its director and its scorekeepers report this match." in text(
        client.get(f"/matches/{match.pk}/report/")
    )
    client.logout()
    assert client.get(f"/matches/{match.pk}/report/").status_code == 302
    assert client.get("/matches/999999/report/").status_code == 302
    client.force_login(stranger)
    assert client.get("/matches/999999/report/").status_code == 404
    assert client.get("/reports/999999/").status_code == 404


def test_a_transcript_by_file_is_judged_on_the_page(client):
    match = match_of_bots()
    file = SimpleUploadedFile("match.mat", LEGAL)
    sent = post(client, match.one.user, f"/matches/{match.pk}/transcript/", {"file": file})
    report = Report.objects.get()
    assert sent["Location"] == f"/reports/{report.pk}/"
    assert bytes(report.transcript) == LEGAL
    assert re.search(r"What the referee says .* Legal: \d+ games", text(client.get(sent["Location"])))


def test_a_refused_transcript_is_mended_where_it_was_pasted(client):
    match = match_of_bots("Bot_weak_A", "Bot_weak_B")
    pasted = ILLEGAL.decode()
    sent = post(client, match.one.user, f"/matches/{match.pk}/transcript/", {"text": pasted})
    page = client.get(sent["Location"])
    assert re.search(r"Game 1 · turn 4 · Bot_weak_\w Illegal play", text(page))
    assert page.context["transcript"]["text"].value().splitlines() == pasted.splitlines()
    client.force_login(match.two.user)
    assert "Mend it" not in text(client.get(sent["Location"])), "that is its sender's to do"


def test_without_a_transcript_nothing_is_sent(client, match):
    fields = {"text": " \n", "name_one": "A. de Vries"}
    refused = post(client, match.one.user, f"/matches/{match.pk}/transcript/", fields)
    assert refused.status_code == 422
    assert "Choose a file, or paste the text of the transcript." in refused.content.decode()
    assert 'value="A. de Vries"' in refused.content.decode()
    assert not Report.objects.exists()


def test_a_report_is_confirmed_on_the_page_of_the_match(client, match):
    post(client, match.one.user, f"/matches/{match.pk}/report/", {"winner": 0, "loser": 3})
    client.force_login(match.two.user)
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert re.search(r"Is that so\? Ann says: .* Ann 5 Bram you 3 .*Yes, Ann won 5–3 ", seen)
    assert "Bram won 5–3, the names are swapped." in seen
    asked = client.get(f"/matches/{match.pk}/", headers={"accept-language": "ja"})
    assert "はい、Annさんが5–3で勝ちました" in text(asked)
    report = Report.objects.get()
    fields = {"agrees": "no", "reason": "We have not finished."}
    post(client, match.two.user, f"/reports/{report.pk}/answer/", fields)
    match.refresh_from_db()
    assert match.state == "disputed"
    assert report.answers.get().reason == "We have not finished."


def test_when_a_report_stands_by_itself(client, knockout):
    match = fixture_at(knockout(2), "R1-M1").match
    Match.objects.filter(pk=match.pk).update(regulations={"silence": 60})
    post(client, match.one.user, f"/matches/{match.pk}/report/", {"winner": 0, "loser": 3})
    client.force_login(match.two.user)
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert re.search(r"Stands by itself: .*, in 59\s+minutes", seen), seen
