"""An event is held every week, from its own page."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import TournamentFactory, UserFactory
from tests.tournaments.events.test_pages import text
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_call_off, tournament_edit
from tournaments.series.models import Series, SeriesEdit
from tournaments.series.selectors import series_of_event, series_outlook, series_visible
from tournaments.series.services import series_process_due

from .conftest import TUESDAY

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_director(client, director):
    client.force_login(director)
    return client


def test_an_event_is_held_every_week_from_its_page(as_director, night):
    edit = text(as_director.get(f"/tournaments/{night.pk}/edit/"))
    assert "Hold it every week" in edit
    address = f"/tournaments/{night.pk}/series/new/"
    assert 'value="2099-10-27"' in as_director.get(address).content.decode()
    sent = {"weeks": "1", "next_day": "2099-10-27", "days_ahead": "7"}
    answer = as_director.post(address, sent, follow=True)
    series = Series.objects.get()
    assert answer.redirect_chain[0][0] == f"/series/{series.pk}/edit/"
    shown = text(answer)
    assert "held again by itself" in shown
    assert "Nothing yet." in shown
    series_process_due(series_id=series.pk, now=TUESDAY)
    assert "Tuesday knockout 13" in text(as_director.get(f"/series/{series.pk}/edit/"))
    assert "Series Tuesday knockout 13 every week next on 27 Oct 2099" in text(
        as_director.get(f"/clubs/{night.club_id}/")
    )
    assert "定期開催" in text(
        as_director.get(f"/series/{series.pk}/edit/", headers={"accept-language": "ja"})
    )


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"next_day": "2099-10-20"}, "announced already"),
        ({"weeks": "99"}, "less than or equal to 52"),
        ({"days_ahead": "soon"}, "whole number"),
    ],
)
def test_bad_input_keeps_what_was_typed(as_director, night, changed, fault):
    sent = {"weeks": "3", "next_day": "2099-10-27", "days_ahead": "7", **changed}
    answer = as_director.post(f"/tournaments/{night.pk}/series/new/", sent)
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    for value in sent.values():
        assert f'value="{value}"' in answer.content.decode()
    assert not Series.objects.exists()


def test_it_is_changed_stopped_left_out_removed_and_all_that_taken_back(as_director, series):
    page = f"/series/{series.pk}"
    sent = {"source": series.source_id, "weeks": "2", "next_day": "2099-11-03", "days_ahead": "14"}
    assert as_director.post(f"{page}/edit/", sent).status_code == 302
    series.refresh_from_db()
    assert (series.weeks, series.next_day, series.days_ahead) == (2, date(2099, 11, 3), 14)
    assert "is left out" in text(as_director.post(f"{page}/skip/", follow=True))
    assert "announces nothing until it goes on" in text(
        as_director.post(f"{page}/stop/", {"stopped": "yes"}, follow=True)
    )
    as_director.post(f"{page}/stop/", {"stopped": "no"})
    assert as_director.post(f"{page}/remove/").url == f"/clubs/{series.club_id}/"
    assert as_director.get(f"{page}/edit/").status_code == 404
    last = SeriesEdit.objects.latest("serial")
    assert as_director.post(f"{page}/edits/{last.pk}/undo/").url == f"{page}/edit/"
    series.refresh_from_db()
    assert (series.removed, series.stopped, series.next_day) == (False, False, date(2099, 11, 17))


def test_it_says_why_nothing_is_announced(as_director, series, night, director):
    tournament_call_off(actor=director, tournament_id=night.pk, reason="Snow.")
    assert "is called off, so nothing is announced" in text(as_director.get(f"/series/{series.pk}/edit/"))
    assert "is called off, so nothing is announced" in text(as_director.get(f"/clubs/{night.club_id}/"))


def test_it_is_the_business_of_who_runs_the_club(client, series, night):
    client.force_login(UserFactory())
    for page in (f"/series/{series.pk}/edit/", f"/tournaments/{night.pk}/series/new/"):
        assert client.get(page).status_code == 403
    for action in ("skip", "stop", "remove"):
        assert client.post(f"/series/{series.pk}/{action}/").status_code == 403
    # What everybody is told leads to the event.
    shown = client.get(f"/clubs/{night.club_id}/")
    assert "Series Tuesday knockout 12 every week next on 20 Oct 2099" in text(shown)
    assert f"/series/{series.pk}/edit/" not in shown.content.decode()
    assert "To the series" not in text(client.get(f"/tournaments/{night.pk}/"))
    assert not SeriesEdit.objects.exists()


def test_the_page_takes_as_many_queries_for_any_number_of_events(as_director, series):
    def queries():
        with CaptureQueriesContext(connection) as found:
            as_director.get(f"/series/{series.pk}/edit/")
        return len(found)

    queries()
    before = queries()
    for _ in range(3):
        series_process_due(series_id=series.pk, now=Series.objects.get().source.starts_at)
    assert queries() == before


def test_a_director_finds_it_from_the_club_the_event_and_its_desk(as_director, night):
    new = f"/tournaments/{night.pk}/series/new/"
    for page in (
        f"/clubs/{night.club_id}/",
        f"/tournaments/{night.pk}/",
        f"/tournaments/{night.pk}/desk/draw/",
    ):
        assert f'href="{new}"' in as_director.get(page).content.decode()


def test_event_and_desk_say_what_comes_next_and_what_holds_it_up(
    as_director, client, series, night, director
):
    """Everybody is told the next one; whoever runs the club is led to the series, and told why none comes."""
    event, desk = f"/tournaments/{night.pk}/", f"/tournaments/{night.pk}/desk/draw/"
    assert "Held every week. The next one: 27 Oct 2099 To the series" in text(as_director.get(event))
    assert "Series: next on 27 Oct 2099" in text(as_director.get(desk))
    made = series_process_due(series_id=series.pk, now=TUESDAY)
    assert "The next one: Tuesday knockout 13" in text(as_director.get(event))
    assert "Series: next on 27 Oct 2099" in text(as_director.get(desk)), "the one to come to"
    theirs = f"/tournaments/{made.pk}/desk/draw/"
    assert "Series: next on 3 Nov 2099" in text(as_director.get(theirs)), "the one after it"
    assert f'href="/tournaments/{made.pk}/"' in as_director.get(event).content.decode()
    tournament_call_off(actor=director, tournament_id=made.pk, reason="Snow.")
    assert "nothing is announced" in text(as_director.get(event))
    assert "Series: announces nothing" in text(as_director.get(desk))
    client.logout()
    shown = text(client.get(event))
    assert "Held every week." in shown
    assert "nothing is announced" not in shown


def test_it_says_what_was_refused_in_the_readers_language(as_director, series, night):
    Tournament.objects.filter(pk=night.pk).update(tiebreaks=["buchholz"])
    assert series_process_due(series_id=series.pk, now=TUESDAY) is None
    page = f"/series/{series.pk}/edit/"
    assert "could not be announced" in text(as_director.get(page))
    assert "this format looks at no tie-breaks. Leave them out." in text(as_director.get(page))
    assert "タイブレークを使わない方式です。" in text(
        as_director.get(page, headers={"accept-language": "ja"})
    )


def test_an_event_without_a_time_says_so_on_the_page(as_director, night, director):
    tournament_edit(actor=director, tournament_id=night.pk, starts_at=None)
    sent = {"weeks": "1", "next_day": "2099-10-27", "days_ahead": "7"}
    answer = as_director.post(f"/tournaments/{night.pk}/series/new/", sent)
    assert answer.status_code == 422
    assert "say when it starts" in answer.content.decode()


def test_what_everybody_is_told_takes_so_many_queries(client, series, night, django_assert_max_num_queries):
    """Of a club those of one list, of an event those of two, however many were announced."""
    viewer = AnonymousUser()
    for _ in range(3):
        series_process_due(series_id=series.pk, now=Series.objects.get().source.starts_at)
    with django_assert_max_num_queries(1):
        assert [series_outlook(each, TUESDAY).waits_for for each in series_visible(viewer)] == [""]
    with django_assert_max_num_queries(2):
        assert series_outlook(series_of_event(night, viewer), TUESDAY).following
    other = TournamentFactory()
    with django_assert_max_num_queries(1):
        assert series_of_event(other, viewer) is None
