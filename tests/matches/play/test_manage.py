"""The desk: players and directors act on the pages, and see first what a correction changes."""

import re

import pytest

from matches.play import services
from matches.play.models import Answer, Appeal, Match, Report, Ruling
from tests.conftest import fixture_at, work_off
from tests.consent import accept_all
from tests.each import each
from tests.factories import UserFactory

from .test_pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(knockout):
    return knockout(4)


@pytest.fixture
def first(cup):
    """Ann against Dai."""
    return fixture_at(cup, "R1-M1").match


def manage(client, match):
    return client.get(f"/matches/{match.pk}/manage/").content.decode()


def post(client, user, address, **fields):
    client.force_login(user)
    response = client.post(address, fields)
    work_off()
    return response


def test_a_player_reports_from_the_page_and_the_other_confirms(client, first):
    response = post(client, first.one.user, f"/matches/{first.pk}/report/", one=5, two=3)
    assert response["Location"] == f"/matches/{first.pk}/"
    report = Report.objects.get()
    assert (report.means, report.side, report.points_one) == ("page", 0, 5)
    client.force_login(first.two.user)
    assert "Is that so?" in manage(client, first)
    post(client, first.two.user, f"/reports/{report.pk}/answer/", agrees="yes")
    first.refresh_from_db()
    assert (first.state, first.result.grounds) == ("final", "agreement")


@pytest.mark.parametrize("page", ["manage/", "games/"])
def test_who_has_not_logged_in_does_so_first(client, first, page):
    asked = client.get(f"/matches/{first.pk}/{page}")
    assert asked["Location"] == f"/login/?next=/matches/{first.pk}/{page}"
    assert client.get(asked["Location"]).status_code == 200


def test_an_objection_needs_its_reason(client, first):
    post(client, first.one.user, f"/matches/{first.pk}/report/", one=5, two=3)
    report = Report.objects.get()
    refused = post(client, first.two.user, f"/reports/{report.pk}/answer/", agrees="no", reason="")
    assert refused.status_code == 422
    assert "An objection says what is wrong." in refused.content.decode()
    assert not Answer.objects.exists()
    post(client, first.two.user, f"/reports/{report.pk}/answer/", agrees="no", reason="I won.")
    first.refresh_from_db()
    assert first.state == "disputed"


def test_who_is_asked_sees_what_was_said_and_by_whom(client, first):
    game = {"winner": 0, "points": 4, "cube": 4, "ending": "single"}
    services.report_submit(
        match_id=first.pk, actor=first.one.user, games=[game, {**game, "points": 1, "cube": 1}]
    )
    work_off()
    client.force_login(first.two.user)
    asked = text(client.get(f"/matches/{first.pk}/manage/"))
    said = rf"Is that so\? {first.one.name} says: .* {first.one.name} 5 {first.two.name} you 0 "
    assert re.search(rf"{said}.*Yes, {first.one.name} won 5–0 ", asked)
    assert asked.index("Is that so?") < asked.index("Report the score")
    client.force_login(first.one.user)
    assert "Is that so?" not in manage(client, first)


@pytest.mark.parametrize("role", ["one", "director"])
def test_both_versions_of_a_disputed_match_stand_side_by_side(client, first, director, role):
    post(client, first.one.user, f"/matches/{first.pk}/report/", one=5, two=3)
    post(client, first.two.user, f"/matches/{first.pk}/report/", one=2, two=5)
    client.force_login(director if role == "director" else first.one.user)
    page = client.get(f"/matches/{first.pk}/manage/")
    assert "The players do not agree. The director decides." in text(page)
    assert page.content.decode().count('<article class="report accepted">') == 2
    assert re.search("Score 5–3 .* Score 2–5 ", text(page))
    assert ("Rule" in text(page)) == (role == "director")


def test_an_objection_stands_with_the_report_it_is_about(client, first, director):
    post(client, first.one.user, f"/matches/{first.pk}/report/", one=5, two=3)
    report = Report.objects.get()
    post(client, first.two.user, f"/reports/{report.pk}/answer/", agrees="no", reason="I won the last game.")
    client.force_login(director)
    for page in ("", "manage/"):
        seen = text(client.get(f"/matches/{first.pk}/{page}"))
        assert f"{first.two.name} objects: I won the last game." in seen


def test_a_correction_starts_from_the_result(client, first, director):
    post(
        client, director, f"/matches/{first.pk}/rule/", kind="retired", winner=1, one=3, two=2, reason="Ill."
    )
    seen = manage(client, first)
    assert '<option value="retired" selected>' in seen
    assert f'<option value="1" selected>{first.two.name}' in seen
    assert re.search(r'name="one"[^>]* value="3"', seen)
    asked = {"kind": "played", "one": 5, "two": 2, "reason": "He came back."}
    (token,) = re.findall(
        r'name="preview" value="(\w+)"',
        post(client, director, f"/matches/{first.pk}/rule/", **asked).content.decode(),
    )
    post(client, director, f"/matches/{first.pk}/rule/", **asked, preview=token)
    assert not re.search(r'<option value="[01]" selected', manage(client, first)), (
        "the score says who has won"
    )


def test_a_director_rules_at_once_and_corrects_after_a_look(client, cup, first, director):
    post(client, director, f"/matches/{first.pk}/rule/", kind="played", one=5, two=3, reason="Seen.")
    other = fixture_at(cup, "R1-M2").match
    post(client, director, f"/matches/{other.pk}/rule/", kind="played", one=5, two=0, reason="Seen.")
    final = fixture_at(cup, "R2-M1").match
    post(client, director, f"/matches/{final.pk}/rule/", kind="played", one=5, two=4, reason="Seen.")
    asked = {"kind": "played", "one": 3, "two": 5, "reason": "A slip of the pen."}
    shown = post(client, director, f"/matches/{first.pk}/rule/", **asked).content.decode()
    assert "What this changes" in shown
    assert "others meet:" in shown
    first.refresh_from_db()
    assert first.result.winner == 0, "looking changes nothing"
    (token,) = re.findall(r'name="preview" value="(\w+)"', shown)
    post(client, director, f"/matches/{first.pk}/rule/", **asked, preview=token)
    first.refresh_from_db()
    assert first.result.winner == 1
    assert Match.objects.get(pk=final.pk).state == "void"
    correction = Ruling.objects.latest("serial")
    undoing = {"reason": "It was right."}
    shown = post(client, director, f"/rulings/{correction.pk}/undo/", **undoing).content.decode()
    (token,) = re.findall(r'name="preview" value="(\w+)"', shown)
    stale = post(client, director, f"/rulings/{correction.pk}/undo/", **undoing, preview="x" * 64)
    assert "something has changed" in stale.content.decode()
    post(client, director, f"/rulings/{correction.pk}/undo/", **undoing, preview=token)
    assert Match.objects.get(pk=final.pk).state == "final"
    assert Match.objects.get(pk=first.pk).result.winner == 0


def test_an_appeal_goes_its_way_on_the_pages(client, first, director):
    post(client, director, f"/matches/{first.pk}/rule/", kind="played", one=5, two=3, reason="Seen.")
    ruling = Ruling.objects.get()
    post(client, first.two.user, f"/rulings/{ruling.pk}/appeal/", reason="The sheet is not ours.")
    appeal = Appeal.objects.get()
    assert appeal.ruling == ruling
    members = [UserFactory(username=name) for name in ("mia", "noa", "ole")]
    client.force_login(director)
    assert "Seat the committee" in manage(client, first)
    assert 'id="rule"' not in manage(client, first), "that is the committee's now"
    refused = post(client, director, f"/appeals/{appeal.pk}/committee/", members="mia, noa, nobody")
    assert "nobody" in refused.content.decode()
    assert not appeal.seats.exists()
    post(client, director, f"/appeals/{appeal.pk}/committee/", members="mia, noa Ole")
    assert "Asked, and not answered yet: mia, noa, ole" in text(client.get(f"/matches/{first.pk}/manage/"))
    accept_all()
    vote = {"kind": "played", "one": 3, "two": 5, "reason": "As I saw it."}
    for member in members[:2]:
        client.force_login(member)
        assert "Vote" in manage(client, first)
        post(client, member, f"/appeals/{appeal.pk}/vote/", **vote)
    first.refresh_from_db()
    assert (first.state, first.result.winner, first.result.ruling.grounds) == ("final", 1, "committee")
    client.force_login(director)
    assert 'id="rule"' not in manage(client, first), "that is final for directors too"
    client.force_login(first.one.user)
    assert 'id="appeal"' not in manage(client, first)


@pytest.mark.parametrize(("window", "asked"), [("open", True), ("closed", False)])
def test_what_would_be_refused_is_not_asked_for(client, first, director, window, asked):
    Match.objects.filter(pk=first.pk).update(regulations={"correction_window": window})
    client.force_login(first.one.user)
    for side in (first.one, first.two):
        post(client, side.user, f"/matches/{first.pk}/report/", one=5, two=3)
    assert ('id="object"' in manage(client, first)) == asked
    ruling = {"kind": "void", "reason": "Wrong opponents."}
    shown = post(client, director, f"/matches/{first.pk}/rule/", **ruling).content.decode()
    (token,) = re.findall(r'name="preview" value="(\w+)"', shown)
    post(client, director, f"/matches/{first.pk}/rule/", **ruling, preview=token)
    client.force_login(first.one.user)
    assert ('id="appeal"' in manage(client, first)) == asked


@each(
    "path, fields",
    [
        ("/matches/{match}/report/", {"one": "five", "two": 3}),
        ("/matches/{match}/report/", {"one": -1, "two": 3}),
        ("/matches/{match}/rule/", {"kind": "stolen", "reason": "x"}),
        ("/matches/{match}/rule/", {"kind": "played", "one": 5, "two": 3}),
        ("/matches/{match}/rule/", {"kind": "played", "one": 5, "two": 5, "reason": "x"}),
        ("/matches/{match}/rule/", {"kind": "walkover", "reason": "x"}),
    ],
)
def test_what_is_misspelt_is_said_on_the_manage_page(client, first, director, path, fields):
    refused = post(client, director, path.format(match=first.pk), **fields)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert not Report.objects.exists()
    assert not Ruling.objects.exists()


def test_strangers_find_nothing_to_do_there(client, first, django_user_model):
    assert client.get(f"/matches/{first.pk}/manage/").status_code == 302
    assert client.post(f"/matches/{first.pk}/rule/").status_code == 302
    stranger = django_user_model.objects.create(username="stranger")
    client.force_login(stranger)
    assert "<form class" not in manage(client, first).split("<main")[1].split("</main>")[0]
    refused = post(client, stranger, f"/matches/{first.pk}/rule/", kind="void", reason="x")
    assert refused.status_code == 422
    assert client.get("/matches/999999/manage/").status_code == 404
    assert not Ruling.objects.exists()


def test_a_refusal_is_in_the_readers_language(client, first, director):
    client.force_login(director)
    asked = {"kind": "walkover", "reason": "x"}
    refused = client.post(f"/matches/{first.pk}/rule/", asked, headers={"accept-language": "ja"})
    assert "<strong>その内容では裁定できません</strong>" in refused.content.decode()
    assert "<p>「不戦勝」の結果には勝者が必要です。" in refused.content.decode()
