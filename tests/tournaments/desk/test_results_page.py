"""The tab Results of the control desk: slips entered as they are read aloud."""

import pytest

from matches.play.models import Report, ReportUndo
from tests.conftest import field_entered, fixture_at, work_off
from tests.factories import PlayerFactory
from tournaments.events.services import tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(knockout):
    return knockout(8)


def typed(client, cup, line, **view):
    return client.post(f"/tournaments/{cup.pk}/desk/results/line/", {"line": line, **view}, follow=True)


def result_of(cup, number):
    result = fixture_at(cup, f"R1-M{number}").match
    return (result.state, getattr(getattr(result, "result", None), "points_one", None))


def test_a_slip_by_number_decides_the_match_and_the_next_one_is_marked(desk, cup):
    page = typed(desk, cup, "1 5 3").content.decode()
    assert result_of(cup, 1) == ("final", 5)
    assert '<tr id="m2" class="due marked"' in page
    report = Report.objects.get()
    assert (report.means, report.side) == ("page", None)
    # Without a number the marked match is meant.
    typed(desk, cup, "-4")
    assert result_of(cup, 2) == ("final", 4)


def test_a_line_is_read_while_it_is_typed(desk, cup):
    names = [fixture_at(cup, "R1-M3").match.one.name, fixture_at(cup, "R1-M3").match.two.name]
    reading = desk.get(f"/tournaments/{cup.pk}/desk/results/reading/", {"line": "3+2"}).content.decode()
    assert 'data-way="ready"' in reading
    assert f"{names[0]} 5" in reading
    assert f"2 {names[1]}" in reading
    assert Report.objects.count() == 0


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("99 5 3", "99"),
        ("1 9 3", "5"),
        ("nobody+3", "nobody"),
        ("5 5 3", "waits for match"),
    ],
)
def test_what_cannot_be_entered_stays_in_the_line_with_the_reason(desk, cup, line, fault):
    answer = typed(desk, cup, line)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'value="{line}"' in page
    assert fault in page
    assert Report.objects.count() == 0


def test_u_takes_back_what_was_entered_last(desk, cup):
    typed(desk, cup, "1 5 3")
    typed(desk, cup, "2 5 3")
    page = typed(desk, cup, "u").content.decode()
    assert "The result of match M2 is taken back." in page
    assert (result_of(cup, 1)[0], result_of(cup, 2)[0]) == ("final", "open")
    assert ReportUndo.objects.count() == 1


def test_a_decided_match_is_opened_for_correction_with_the_score(desk, cup):
    typed(desk, cup, "1 5 3")
    page = typed(desk, cup, "1 3 5").content.decode()
    assert "Correct the result" in page
    assert "What this changes" in page
    assert result_of(cup, 1) == ("final", 5)


def test_those_who_do_not_work_there_do_not_see_it(client, cup):
    address = f"/tournaments/{cup.pk}/desk/"
    assert client.get(address).status_code == 302
    client.force_login(fixture_at(cup, "R1-M1").match.one.user)
    assert client.get(f"{address}results/").status_code == 403
    assert client.post(f"{address}results/line/", {"line": "1 5 3"}).status_code == 403


def test_as_many_queries_at_any_size(desk, knockout, django_assert_num_queries):
    for size in (8, 32):
        cup = knockout(size, field=PlayerFactory.create_batch(size))
        typed(desk, cup, "1 5 3")
        with django_assert_num_queries(12):
            desk.get(f"/tournaments/{cup.pk}/desk/results/?show=all")


def test_a_match_is_shown_once_it_is_set_up(desk, director, club, players):
    terms = {"format": "groups", "format_options": {"groups": 2, "advance": 1}, "lengths": [5]}
    event = tournament_create(actor=director, club=club, name="Groups", **terms)
    field_entered(event, director, players(6))
    tournament_draw(actor=director, tournament_id=event.pk, seeding=Seeding.RANDOM)
    for number in range(1, 7):
        work_off()
        typed(desk, event, f"{number}+1")
    address = f"/tournaments/{event.pk}/desk/results/"
    assert "<tr id" not in desk.get(address).content.decode()
    work_off()
    assert '<tr id="m7" class="due' in desk.get(address).content.decode()


def test_in_japanese(desk, cup):
    page = desk.get(f"/tournaments/{cup.pk}/desk/results/", headers={"Accept-Language": "ja"})
    assert "結果" in page.content.decode()
