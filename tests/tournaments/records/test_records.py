"""Winners and records of a club: what is noted when an event is over, and what a correction makes of it."""

import pytest

from matches.play.rules.results import ResultKind
from matches.play.services import ruling_make, ruling_preview
from matches.players.services import merge_undo, players_merge
from tests.conftest import api_as, director_reports, fixture_at, work_off
from tests.factories import PlayerFactory, UserFactory
from tests.tournaments.events.test_random_events import Event
from tournaments.events.services import tournament_edit
from tournaments.records.models import ClubRecord, EventFinish, FinishedEvent
from tournaments.records.rules import MatchTally, match_tally
from tournaments.records.services import records_compare, records_recompute

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("results", "won", "lost", "streak", "share"),
    [
        ("", 0, 0, 0, 0.0),
        ("W", 1, 0, 1, 0.0),
        ("LLL", 0, 3, 0, 0.0),
        ("WWLWWWL", 5, 2, 3, 0.0),
        ("WWWLWW", 5, 1, 3, 0.0),
        ("LWWWWWWWW", 8, 1, 8, 0.0),
        ("LWWWWWWWWL", 8, 2, 8, 0.8),
    ],
)
def test_a_record_of_matches(results, won, lost, streak, share):
    found = match_tally([each == "W" for each in results])
    assert found == MatchTally(won, lost, streak)
    assert found.share == pytest.approx(share)


@pytest.fixture
def cup(knockout, director):
    """Ann beats Dai, Bob beats Cem, Ann beats Bob to 9 points."""
    event = knockout(4, lengths=(5, 9))
    for key in ("R1-M1", "R1-M2"):
        director_reports(fixture_at(event, key).match, director, (5, 4))
    work_off()
    assert not FinishedEvent.objects.exists()
    director_reports(fixture_at(event, "R2-M1").match, director, (9, 8))
    work_off()
    return event


def names(client, club, figure="titles"):
    answer = api_as(None).get(f"/api/v1/clubs/{club.pk}/records/", {"ordering": f"-{figure}"})
    assert answer.status_code == 200, answer.content
    return {row["player"]["name"]: row for row in answer.json()["results"]}


def winners(club, **asked):
    answer = api_as(None).get(f"/api/v1/clubs/{club.pk}/winners/", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()["results"]


def test_a_finished_event_has_its_winner(cup, client):
    final = fixture_at(cup, "R2-M1").match
    (event,) = winners(cup.club)
    assert event["tournament"] == {"id": cup.pk, "name": "Spring Cup", "format": "single_elimination"}
    assert [each["name"] for each in event["winners"]] == [final.one.name]
    assert [each["name"] for each in event["runners_up"]] == [final.two.name]
    assert (event["entries"], event["longest_match"], event["longest_length"]) == (4, final.pk, 9)
    assert {(each.first, each.last) for each in EventFinish.objects.all()} == {(1, 1), (2, 2), (3, 4)}
    rows = names(client, cup.club)
    assert next(iter(rows)) == final.one.name
    champion = rows[final.one.name]
    assert {name: champion[name] for name in ("events", "titles", "won", "lost", "streak")} == {
        "events": 1,
        "titles": 1,
        "won": 2,
        "lost": 0,
        "streak": 2,
    }
    assert champion["share_won"] is None, "of two matches"
    assert rows[final.two.name]["titles"] == 0
    assert [*records_compare(repair=False)] == []


def test_the_page_shows_winners_and_records(cup, client):
    final = fixture_at(cup, "R2-M1").match
    page = client.get(f"/clubs/{cup.club_id}/records/").content.decode()
    for said in ("Spring Cup", "Single elimination", "Most titles", "Longest winning streaks", "9 points"):
        assert said in page, said
    assert page.index(final.one.name) < page.index(final.two.name)
    club = client.get(f"/clubs/{cup.club_id}/").content.decode()
    assert f'href="/clubs/{cup.club_id}/records/"' in club
    assert final.one.name in club
    japanese = client.get(f"/clubs/{cup.club_id}/records/", headers={"Accept-Language": "ja"})
    assert "最多優勝" in japanese.content.decode()


def test_a_club_without_a_finished_event_has_no_records(client, club):
    page = client.get(f"/clubs/{club.pk}/records/").content.decode()
    assert "No event of the club is over yet." in page
    assert f"/clubs/{club.pk}/records/" not in client.get(f"/clubs/{club.pk}/").content.decode()
    assert winners(club) == []
    assert client.get("/clubs/999999/records/").status_code == 404
    assert api_as(None).get("/api/v1/clubs/999999/records/").status_code == 404


def correct(match, director, points):
    ruling = {"kind": ResultKind.PLAYED, "points": points}
    preview = ruling_preview(actor=director, match_id=match.pk, **ruling)
    ruling_make(
        actor=director, match_id=match.pk, reason="The other way round.", preview=preview.token, **ruling
    )
    work_off()


def test_a_correction_corrects_the_winner(cup, director, client):
    final = fixture_at(cup, "R2-M1").match
    correct(final, director, (3, 9))
    (event,) = winners(cup.club)
    assert [each["name"] for each in event["winners"]] == [final.two.name]
    rows = names(client, cup.club)
    assert [(rows[name]["titles"], rows[name]["won"]) for name in (final.one.name, final.two.name)] == [
        (0, 1),
        (1, 2),
    ]
    assert [*records_compare(repair=False)] == []


def test_an_event_that_runs_again_has_no_winner(cup, director, client):
    """A correction of the semi-final has the final played again by others."""
    first = fixture_at(cup, "R1-M1").match
    correct(first, director, (3, 5))
    cup.refresh_from_db()
    assert cup.state == "running"
    assert winners(cup.club) == []
    assert not ClubRecord.objects.exists()
    assert [*records_compare(repair=False)] == []


def test_an_event_that_lists_do_not_show_is_noted_when_they_do(cup, director):
    tournament_edit(actor=director, tournament_id=cup.pk, listed=False)
    work_off()
    assert winners(cup.club) == []
    assert not ClubRecord.objects.exists()
    tournament_edit(actor=director, tournament_id=cup.pk, listed=True)
    work_off()
    assert len(winners(cup.club)) == 1


def test_who_is_merged_has_one_record(cup, knockout, director, client):
    staff = UserFactory(is_staff=True)
    final = fixture_at(cup, "R2-M1").match
    other = PlayerFactory(name="Ann again", user=None)
    again = knockout(2, field=[other, PlayerFactory()])
    director_reports(fixture_at(again, "R1-M1").match, director, (5, 0))
    work_off()
    assert names(client, cup.club)["Ann again"]["titles"] == 1
    merge = players_merge(actor=staff, kept=final.one, absorbed=other, reason="The same.")
    work_off()
    rows = names(client, cup.club)
    assert "Ann again" not in rows
    assert {key: rows[final.one.name][key] for key in ("titles", "events", "won")} == {
        "titles": 2,
        "events": 2,
        "won": 3,
    }
    assert {each["winners"][0]["name"] for each in winners(cup.club)} == {final.one.name}
    assert [*records_compare(repair=False)] == []
    merge_undo(actor=staff, merge=merge, reason="Two after all.")
    work_off()
    assert names(client, cup.club)["Ann again"]["titles"] == 1
    assert [*records_compare(repair=False)] == []


def test_shared_first_places_have_several_winners_and_no_title(club, director, client):
    event = Event(club, director, 3, "round_robin")
    work_off()
    # Each wins one.
    order = [entry.pk for entry in event.cup.entries.order_by("pk")]
    while match := event.matches(state="open").first():
        fixture = match.fixture
        wins = (order.index(fixture.one_id) + 1) % 3 == order.index(fixture.two_id)
        director_reports(match, director, (5, 0) if wins else (0, 5))
        work_off()
    event.cup.refresh_from_db()
    assert event.cup.state == "finished"
    (row,) = winners(club)
    assert (len(row["winners"]), row["runners_up"]) == (3, [])
    assert set(ClubRecord.objects.values_list("titles", flat=True)) == {0}
    assert client.get(f"/clubs/{club.pk}/records/").content.decode().count('class="winner"') == 3


def test_what_is_spoilt_is_named_and_put_right(cup):
    FinishedEvent.objects.all().delete()
    ClubRecord.objects.update(won=7)
    found = [*records_compare(repair=True)]
    assert f"tournament {cup.pk}: its places are not noted as the facts say" in found
    work_off()
    assert [*records_compare(repair=False)] == []


def test_everything_is_noted_anew_after_an_import(cup):
    before = [*ClubRecord.objects.order_by("player").values_list("player", "titles", "won", "streak")]
    FinishedEvent.objects.all().delete()
    ClubRecord.objects.all().delete()
    records_recompute()
    assert [*ClubRecord.objects.order_by("player").values_list("player", "titles", "won", "streak")] == before


def test_as_many_queries_at_any_size(cup, knockout, director, client, django_assert_num_queries):
    def looked_at():
        with django_assert_num_queries(13):
            client.get(f"/clubs/{cup.club_id}/records/")

    looked_at()
    for _more in range(3):
        event = knockout(4, field=PlayerFactory.create_batch(4))
        for key in ("R1-M1", "R1-M2", "R2-M1"):
            director_reports(fixture_at(event, key).match, director, (5, 1))
            work_off()
    assert len(winners(cup.club)) == 4
    looked_at()


def test_lists_are_read_in_their_orders(cup, knockout, director):
    pair = knockout(2, field=PlayerFactory.create_batch(2))
    director_reports(fixture_at(pair, "R1-M1").match, director, (5, 1))
    work_off()
    assert [each["entries"] for each in winners(cup.club)] == [2, 4]
    assert [each["entries"] for each in winners(cup.club, ordering="-entries")] == [4, 2]
    first = api_as(None).get(f"/api/v1/clubs/{cup.club_id}/winners/", {"page_size": 1}).json()
    assert len(first["results"]) == 1
    assert first["next"]
    for order in ("-titles", "-won", "-share_won", "-streak", "-events", "titles"):
        answer = api_as(None).get(f"/api/v1/clubs/{cup.club_id}/records/", {"ordering": order})
        assert len(answer.json()["results"]) == 6
