"""The pages of a recording: begun, what its device asks there, where it stands on the match's page."""

import json

import pytest

from matches.play.models import Report
from matches.recordings.models import RecordedAct, Recording
from matches.recordings.services import NewAct, acts_record, recording_begin
from tests.each import each
from tests.factories import MatchFactory, UserFactory
from tests.matches.recordings.played import acts_of_match, sent

pytestmark = pytest.mark.django_db

OPENING = [["open", 3, 1], ["play", 8, 5, 6, 5], ["roll", 6, 4]]


@pytest.fixture
def ann(client, match):
    client.force_login(match.one.user)
    return client


@pytest.fixture
def recorded(match):
    """A match of which the first turns are recorded."""
    recording_begin(match_id=match.pk, actor=match.one.user)
    write(match, OPENING)
    return match


def write(match, acts, after=0):
    new = [NewAct(act["key"], act["action"], tuple(act["numbers"])) for act in sent(acts, first=after + 1)]
    return acts_record(match_id=match.pk, actor=match.one.user, after=after, acts=new)


def at(match, more=""):
    return f"/matches/{match.pk}/record/{more}"


def send(client, match, acts, after=0, name="b", **more):
    body = {"after": after, "device": "phone", "acts": sent(acts, name, after + 1), **more}
    return client.post(at(match, "acts/"), json.dumps(body), content_type="application/json")


def device_of(page):
    """What the page tells its device."""
    text = page.content.decode()
    begins = text.index('<script id="record-device"')
    return json.loads(text[text.index(">", begins) + 1 : text.index("</script>", begins)])


def test_a_recording_is_begun(ann, match):
    match.regulations = {"clock": "required"}
    match.save()
    assert "Begin to record" in ann.get(at(match)).content.decode()
    answer = ann.post(at(match, "begin/"), {"timed": "yes"})
    assert (answer.status_code, answer["Location"]) == (302, at(match))
    assert Recording.objects.get(match=match).timed
    page = ann.get(at(match))
    device = device_of(page)
    assert device["names"] == ["Ann", "Bob"]
    assert device["state"]["can"] == ["open"]
    assert len(device["board"]["ends"][1]) == 26
    assert page["Cache-Control"] == "private, no-cache"


def test_strangers_see_no_way_to_record(client, match, recorded):
    assert client.get(at(match)).status_code == 302
    client.force_login(UserFactory())
    assert device_of(client.get(at(match)))["may"] is False
    assert send(client, match, [["play", 24, 18, 13, 9]], after=3).json()["code"] == "not_your_match"
    assert RecordedAct.objects.count() == 3
    other = MatchFactory()
    assert "Begin to record" not in client.get(at(other)).content.decode()
    client.post(at(other, "begin/"))
    assert not Recording.objects.filter(match=other).exists()


def test_variants_of_which_the_score_alone_is_known(client, players):
    one, two = players(2)
    match = MatchFactory(one=one, two=two, variant="grasshopper")
    client.force_login(one.user)
    assert "report the score instead" in client.get(at(match)).content.decode()


def test_acts_are_written_from_the_page(ann, recorded):
    answer = send(ann, recorded, [["play", 24, 18, 13, 9]], after=3)
    assert (answer.status_code, answer.json()["last"]) == (200, 4)
    assert answer["Cache-Control"] == "private, no-store"
    asked = ann.get(at(recorded, "state/") + "?after=3").json()
    assert [act["action"] for act in asked["acts"]] == ["play"]
    assert ann.get(at(recorded, "state/") + "?after=x").json()["last"] == 4


def test_what_is_refused_is_said_to_the_device(ann, recorded, client):
    problem = send(ann, recorded, [["play", 24, 23]], after=3)
    assert problem.status_code == 409
    found = problem.json()
    assert (found["code"], found["number"]) == ("act_impossible", 1)
    assert found["detail"].startswith("24/23 is no legal play of 64: there are ")
    ann.cookies["django_language"] = "ja"
    assert "リーガルムーブではありません" in send(ann, recorded, [["play", 24, 23]], after=3).json()["detail"]
    assert send(ann, recorded, OPENING).json()["code"] == "recording_moved"
    assert RecordedAct.objects.count() == 3


@each(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"after": 0, "acts": []}',
        b'{"after": 0, "acts": [1]}',
        b'{"after": 0, "acts": [{"key": "a", "action": "fly"}]}',
        b'{"after": 0, "acts": [{"key": "", "action": "roll"}]}',
        b'{"after": 0, "acts": [{"key": "a", "action": "roll", "numbers": [true, 1]}]}',
        b'{"after": 0, "acts": [{"key": "a", "action": "roll", "numbers": "31"}]}',
        b'{"after": 0, "acts": [{"key": "a", "action": "roll", "ago": -1}]}',
        b'{"after": 0, "acts": [{"key": "a\\n", "action": "roll"}]}',
        b'{"after": 0, "acts": [{"key": "a", "action": "open"}, {"key": "a", "action": "open"}]}',
        b'{"after": "0", "acts": [{"key": "a", "action": "open"}]}',
    ],
)
def test_what_has_another_shape_is_refused(ann, recorded, body):
    answer = ann.post(at(recorded, "acts/"), body, content_type="application/json")
    assert answer.status_code == 400
    assert RecordedAct.objects.count() == 3


def test_the_page_of_the_match_shows_where_it_stands(client, recorded):
    page = client.get(f"/matches/{recorded.pk}/").content.decode()
    assert "At the board" in page
    assert "31: 8/5 6/5" in page
    assert "It is Bob's turn." in page
    assert 'class="board"' in page
    assert "Go on recording" not in page
    client.force_login(recorded.two.user)
    assert "Go on recording" in client.get(f"/matches/{recorded.pk}/").content.decode()


def test_a_match_that_nobody_records_leads_to_it(ann, match):
    assert "Record the match at the board" in ann.get(f"/matches/{match.pk}/").content.decode()


def test_a_match_is_reported_from_the_page(ann, match):
    recording_begin(match_id=match.pk, actor=match.one.user)
    answer = ann.post(at(match, "report/"))
    assert answer["Location"] == at(match)
    assert "Record it to its end" in ann.get(at(match)).content.decode()
    write(match, acts_of_match(5, seed=27))
    assert ann.post(at(match, "report/"))["Location"] == f"/matches/{match.pk}/"
    report = Report.objects.get()
    assert (report.kind, report.means) == ("transcript", "page")
    assert device_of(ann.get(at(match)))["state"]["report"] == report.pk


def test_the_board_is_turned(ann, recorded):
    assert device_of(ann.get(at(recorded) + "?bottom=two"))["bottom"] == 1
    assert device_of(ann.get(at(recorded) + "?bottom=nobody"))["bottom"] == 0


def test_what_keeps_the_page_on_a_device(client):
    worker = client.get("/matches/record-worker.js")
    assert worker["Content-Type"] == "text/javascript"
    assert "record" in worker.content.decode()
