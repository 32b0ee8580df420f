"""Corrections move the bracket, and only what they say they would."""

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.accounts.errors import NotAllowed
from matches.play.errors import NothingToUndo, PreviewMissing, PreviewStale
from matches.play.models import Match, Ruling
from matches.play.rules.results import ResultKind
from matches.play.services import (
    game_record,
    match_create,
    report_submit,
    report_verify,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
)
from matches.ratings.models import RatingEntry, RatingStanding
from matches.ratings.services import ratings_update
from tests.conftest import NOON, director_reports, fixture_at, work_off
from tests.factories import PlayerFactory, UserFactory
from tests.test_compare import compare
from tournaments.events.models import Entry, Fixture
from tournaments.events.selectors import effect_place_dict, tournament_course
from tournaments.events.services import entry_withdraw, fixture_advance, tournament_advance

pytestmark = pytest.mark.django_db


def look(match, director, kind="played", **outcome):
    return ruling_preview(match_id=match.pk, actor=director, kind=ResultKind(kind), **outcome)


def correct(match, director, kind="played", **outcome):
    """Look at the correction, make it, and let the workers do what follows."""
    ruling = ruling_make(
        match_id=match.pk,
        actor=director,
        kind=ResultKind(kind),
        reason="The sheet says so.",
        preview=look(match, director, kind, **outcome).token,
        **outcome,
    )
    work_off()
    return ruling


def undo(ruling, director):
    preview = ruling_undo_preview(ruling_id=ruling.pk, actor=director)
    undoing = ruling_undo(ruling_id=ruling.pk, actor=director, reason="It did not.", preview=preview.token)
    work_off()
    return undoing


def names(match):
    return match.one.name, match.two.name


def standing(tournament):
    """Everything that counts, to be compared before and after."""
    tournament.refresh_from_db()
    live = tournament.fixtures.filter(void=False).select_related("match__result")
    return {
        "state": tournament.state,
        "fixtures": {
            fixture.key: (fixture.pk, fixture.match.state, fixture.match.result_id) for fixture in live
        },
        "places": [
            (row.place, row.won, row.lost, row.points_won, row.points_lost)
            for row in tournament_course(tournament).standings
        ],
        "ratings": list(
            RatingEntry.objects.order_by("finalised_at", "match", "player").values_list(
                "match", "player", "value_before", "value_after", "experience_after"
            )
        ),
        "ratings now": list(
            RatingStanding.objects.order_by("player").values_list("player", "value", "experience")
        ),
    }


@pytest.fixture
def played(knockout, director):
    """Four: Ann beats Dai, Bob beats Cem, Ann beats Bob in the final."""
    cup = knockout(4)
    for minute, (key, score) in enumerate([("R1-M1", (5, 1)), ("R1-M2", (2, 5)), ("R2-M1", (9, 2))]):
        director_reports(fixture_at(cup, key).match, director, score, minute=minute)
    return cup


def test_a_semi_final_is_corrected_after_the_final_undone_and_corrected_again(played, director):
    """Ann beat Dai and won the final; Dai had won; no, Ann had; yes, Dai had."""
    first_final, before = fixture_at(played, "R2-M1"), standing(played)
    ruling = correct(fixture_at(played, "R1-M1").match, director, points=(2, 5))
    second_final = fixture_at(played, "R2-M1")
    assert names(second_final.match) == ("Dai", "Bob")
    assert (second_final.match.state, second_final.match.result) == ("open", None)
    assert standing(played)["state"] == "running"
    first_final = Fixture.objects.select_related("match__one", "match__two").get(pk=first_final.pk)
    assert names(first_final.match) == ("Ann", "Bob")
    assert (first_final.void, first_final.match.superseded, first_final.match.state) == (True, True, "void")
    corrected = standing(played)

    undoing = undo(ruling, director)
    assert standing(played) == before
    assert fixture_at(played, "R2-M1") == first_final
    second_final.refresh_from_db()
    assert (second_final.void, second_final.match.state) == (True, "void")

    undo(undoing, director)
    assert standing(played) == corrected
    assert fixture_at(played, "R2-M1") == second_final
    assert played.fixtures.count() == 4, "each final that was ever to be played is there once"
    director_reports(fixture_at(played, "R2-M1").match, director, (0, 5), minute=9)
    assert standing(played)["state"] == "finished"
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_correction_of_the_score_alone_moves_nobody(played, director):
    before = standing(played)
    correct(fixture_at(played, "R1-M1").match, director, points=(5, 4))
    after = standing(played)
    assert after["state"] == "finished"
    assert [key for key in before["fixtures"] if before["fixtures"][key] != after["fixtures"][key]] == [
        "R1-M1"
    ]
    assert after["ratings"] == before["ratings"]
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_match_that_is_ruled_void_is_played_again_by_the_same_two(knockout, director):
    cup = knockout(4)
    old = fixture_at(cup, "R1-M1")
    director_reports(old.match, director, (5, 1))
    ruling = correct(old.match, director, "void")
    new = fixture_at(cup, "R1-M1")
    assert new != old
    assert names(new.match) == names(old.match)
    assert new.match.state == "open"
    assert not RatingEntry.objects.exists()
    director_reports(new.match, director, (1, 5), minute=1)
    for _ in range(2):
        tournament_advance(tournament_id=cup.pk)
        assert fixture_at(cup, "R1-M1") == new, "what was ruled void does not come back by itself"
    undo(ruling, director)
    assert fixture_at(cup, "R1-M1") == old
    assert [entry.match for entry in RatingEntry.objects.all()] == [old.match] * 2
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_final_without_a_winner_ends_the_tournament(played, director):
    correct(fixture_at(played, "R2-M1").match, director, "double_forfeit")
    assert standing(played)["state"] == "finished"
    places = [
        (row.entry.player.name, row.place.first, row.place.last)
        for row in tournament_course(played).standings
    ]
    assert places == [("Ann", 1, 2), ("Bob", 1, 2), ("Cem", 3, 4), ("Dai", 3, 4)]


def test_a_semi_final_without_a_winner_gives_the_other_finalist_the_cup(played, director):
    correct(fixture_at(played, "R1-M1").match, director, "double_forfeit")
    assert standing(played)["state"] == "finished"
    (final,) = tournament_course(played).rounds[1].slots
    assert (final.winner.player.name, final.fixture, final.is_bye) == ("Bob", None, True)
    assert played.fixtures.get(key="R2-M1").void


def test_an_agreed_settlement_without_a_winner_is_neither_won_nor_lost(played, director):
    correct(fixture_at(played, "R2-M1").match, director, "agreed_settlement", points=(4, 4))
    fared = {row.entry.player.name: (row.won, row.lost) for row in tournament_course(played).standings}
    assert fared == {"Ann": (1, 0), "Bob": (1, 0), "Cem": (0, 1), "Dai": (0, 1)}


def test_who_withdrew_and_goes_on_by_a_correction_is_passed_over(played, director, knockout):
    """Dai loses and goes home; the correction sends her to the final, which Bob has without a match."""
    cup = knockout(4, field=[PlayerFactory(name=name) for name in ("Eva", "Fay", "Gus", "Hal")])
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 1))
    hal = Entry.objects.get(tournament=cup, player__name="Hal")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=hal.pk)
    director_reports(fixture_at(cup, "R1-M2").match, director, (5, 1), minute=1)
    final = fixture_at(cup, "R2-M1")
    correct(fixture_at(cup, "R1-M1").match, director, points=(1, 5))
    final.refresh_from_db()
    assert final.void
    assert standing(cup)["state"] == "finished"
    assert tournament_course(cup).standings[0].entry.player.name == "Gus"
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_walkover_that_was_ruled_void_is_not_played_again(knockout, director):
    cup = knockout(2)
    match = fixture_at(cup, "R1-M1").match
    entry = Entry.objects.get(player=match.one)
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry.pk)
    work_off()
    match.refresh_from_db()
    before = standing(cup)
    ruling = correct(match, director, "void")
    assert cup.fixtures.count() == 1
    assert tournament_course(cup).rounds[0].slots[0].is_walkover
    undo(ruling, director)
    assert standing(cup) == before


# -- Previews


def test_a_preview_names_everything_that_would_change(played, director):
    final = fixture_at(played, "R2-M1").match
    preview = look(fixture_at(played, "R1-M1").match, director, points=(2, 5)).as_dict()
    assert preview["match"]["before"] == {
        "state": "final",
        "result": {"kind": "played", "winner": "one", "score": {"one": 5, "two": 1}},
    }
    assert preview["match"]["after"]["result"]["winner"] == "two"
    (fixture,) = preview["fixtures"]
    assert (fixture["key"], fixture["round"], fixture["change"]) == ("R2-M1", 2, "re_paired")
    assert fixture["before"]["match"] == final.pk
    assert fixture["before"]["result"]["score"] == {"one": 5, "two": 2}
    assert fixture["after"]["match"] is None
    assert [fixture["after"][side]["player"]["name"] for side in ("one", "two")] == ["Dai", "Bob"]
    places = {row["entry"]["player"]["name"]: (row["before"], row["after"]) for row in preview["places"]}
    assert places["Ann"] == (
        {"first": 1, "last": 1, "clinched": True, "points": None},
        {"first": 3, "last": 4, "clinched": True, "points": None},
    )
    assert places["Dai"][1] == {"first": 1, "last": 2, "clinched": False, "points": None}
    assert set(places) == {"Ann", "Bob", "Dai"}
    assert {row["player"]["name"] for row in preview["ratings"]} == {"Ann", "Bob", "Dai"}


def test_what_a_preview_says_is_what_happens(played, director):
    match = fixture_at(played, "R1-M1").match
    before = standing(played)
    was = {player: value for player, value, _ in before["ratings now"]}
    preview = look(match, director, points=(2, 5)).as_dict()
    assert standing(played) == before, "looking changes nothing"
    correct(match, director, points=(2, 5))
    ratings = {row.player_id: row for row in RatingStanding.objects.all()}
    for row in preview["ratings"]:
        rating = ratings[row["player"]["id"]]
        assert row["after"] == {"rating": rating.value, "experience": rating.experience}
    assert {row["player"]["id"] for row in preview["ratings"]} == {
        player for player, value, _ in standing(played)["ratings now"] if was[player] != value
    }
    places = {row.entry.pk: row.place for row in tournament_course(played).standings}
    for row in preview["places"]:
        assert row["after"] == effect_place_dict(places[row["entry"]["id"]])


def test_a_preview_of_a_void_match_has_the_same_two_play_anew(knockout, director):
    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    director_reports(match, director, (5, 1))
    preview = look(match, director, "void").as_dict()
    assert preview["match"]["after"] == {"state": "void", "result": None}
    (fixture,) = preview["fixtures"]
    assert (fixture["key"], fixture["change"]) == ("R1-M1", "re_paired")
    assert (fixture["before"]["match"], fixture["after"]["match"]) == (match.pk, None)
    assert fixture["before"]["one"] == fixture["after"]["one"]
    assert [row["after"] for row in preview["ratings"]] == [None, None]


def test_undoing_is_looked_at_too(played, director):
    old = fixture_at(played, "R2-M1").match
    ruling = correct(fixture_at(played, "R1-M1").match, director, points=(2, 5))
    new = fixture_at(played, "R2-M1").match
    preview = ruling_undo_preview(ruling_id=ruling.pk, actor=director).as_dict()
    (fixture,) = preview["fixtures"]
    assert (fixture["change"], fixture["before"]["match"], fixture["after"]["match"]) == (
        "reinstated",
        new.pk,
        old.pk,
    )
    with pytest.raises(PreviewMissing) as missing:
        ruling_undo(ruling_id=ruling.pk, actor=director, reason="Wrong sheet.")
    assert missing.value.data["preview"] == f"/api/v1/rulings/{ruling.pk}/undo/preview/"
    undo(ruling, director)
    with pytest.raises(NothingToUndo):
        ruling_undo_preview(ruling_id=ruling.pk, actor=director)


def test_a_decided_match_is_not_corrected_without_looking(played, director):
    match = fixture_at(played, "R1-M1").match
    with pytest.raises(PreviewMissing) as missing:
        ruling_make(
            match_id=match.pk, actor=director, kind=ResultKind.PLAYED, points=(2, 5), reason="The sheet."
        )
    assert missing.value.data["preview"] == f"/api/v1/matches/{match.pk}/rulings/preview/"
    assert not Ruling.objects.exists()


def test_an_undecided_match_is_ruled_on_without_looking(knockout, director):
    match = fixture_at(knockout(4), "R1-M1").match
    ruling_make(match_id=match.pk, actor=director, kind=ResultKind.FORFEIT, winner=0, reason="Did not come.")
    match.refresh_from_db()
    assert match.state == "final"


@pytest.mark.parametrize(
    "meanwhile", ["final played", "final live-scored", "final reported", "same ruled", "another asked"]
)
def test_a_preview_that_no_longer_fits_is_refused_with_a_fresh_one(knockout, director, meanwhile):
    cup = knockout(4)
    for key in ("R1-M1", "R1-M2"):
        director_reports(fixture_at(cup, key).match, director, (5, 1))
    match = fixture_at(cup, "R1-M1").match
    wanted = {"kind": ResultKind.PLAYED, "points": (2, 5)}
    stale = look(match, director, points=(2, 5))
    if meanwhile == "final played":
        director_reports(fixture_at(cup, "R2-M1").match, director, (5, 3), minute=2)
    elif meanwhile == "final live-scored":
        final = fixture_at(cup, "R2-M1").match
        game_record(match_id=final.pk, actor=director, number=1, winner=0, points=4, cube=4)
    elif meanwhile == "final reported":
        final = fixture_at(cup, "R2-M1").match
        report_submit(match_id=final.pk, actor=final.one.user, score=(5, 3))
        work_off()
    elif meanwhile == "same ruled":
        correct(match, director, points=(5, 1))
    else:
        wanted["points"] = (3, 5)
    rulings = Ruling.objects.count()
    with pytest.raises(PreviewStale) as refused:
        ruling_make(match_id=match.pk, actor=director, reason="The sheet.", preview=stale.token, **wanted)
    assert Ruling.objects.count() == rulings
    fresh = refused.value.data["preview"]
    assert fresh["token"] != stale.token
    (gone,) = [row["before"] for row in fresh["fixtures"] if row["key"] == "R2-M1"]
    assert (gone["state"], gone["live"]) == {
        "final played": ("final", None),
        "final live-scored": ("open", {"one": 4, "two": 0}),
        "final reported": ("reported", None),
    }.get(meanwhile, ("open", None))
    ruling_make(match_id=match.pk, actor=director, reason="The sheet.", preview=fresh["token"], **wanted)
    assert Ruling.objects.count() == rulings + 1


def test_what_happens_elsewhere_leaves_a_preview_as_it_was(knockout, director):
    """A director in a busy hour could never correct anything otherwise."""
    cup = knockout(8)
    for key in ("R1-M1", "R1-M2"):
        director_reports(fixture_at(cup, key).match, director, (5, 1))
    match = fixture_at(cup, "R1-M1").match
    preview = look(match, director, points=(2, 5))
    director_reports(fixture_at(cup, "R1-M4").match, director, (5, 3), minute=2)
    other = knockout(2, field=[fixture_at(cup, "R1-M1").match.one, PlayerFactory()])
    director_reports(fixture_at(other, "R1-M1").match, director, (5, 3), minute=3)
    ruling_make(
        match_id=match.pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=(2, 5),
        reason="The sheet.",
        preview=preview.token,
    )


def test_only_who_directs_may_look(played, director):
    match = fixture_at(played, "R1-M1").match
    for actor in (UserFactory(), match.one.user):
        with pytest.raises(NotAllowed):
            look(match, actor, points=(2, 5))


def test_a_match_outside_any_tournament_is_previewed_too(director, players):
    ann, bob = players(2)
    match = match_create(one=ann, two=bob, length=5)
    match.created_by = director
    match.save()
    director_reports(match, director, (5, 1))
    preview = look(match, director, points=(2, 5)).as_dict()
    assert preview.keys() == {"token", "match", "ratings", "ratings_unseen", "counts"}
    assert len(preview["ratings"]) == 2
    correct(match, director, points=(2, 5))
    match.refresh_from_db()
    assert match.result.winner == 1


# -- What it costs


def play_first_round(cup, director, *, but=0):
    for fixture in cup.fixtures.filter(round=1).order_by("pk")[but:]:
        director_reports(fixture.match, director, (5, 1))


def queries(call):
    with CaptureQueriesContext(connection) as seen:
        call()
    return len(seen)


def test_what_a_result_leads_to_takes_the_same_queries_in_every_field(knockout, director):
    counts = Counter()
    for size in (8, 64):
        cup = knockout(size, field=[PlayerFactory() for _ in range(size)])
        director_reports(fixture_at(cup, "R1-M1").match, director, (5, 1))
        match = fixture_at(cup, "R1-M2").match
        report_submit(match_id=match.pk, actor=director, score=(5, 1), now=NOON)
        report = match.reports.get()
        finalise = queries(lambda report=report: report_verify(report_id=report.pk))
        fixture = fixture_at(cup, "R1-M2")
        advance = queries(lambda fixture=fixture: fixture_advance(fixture_id=fixture.pk))
        assert fixture_at(cup, "R2-M1").match.state == "open"
        ratings = queries(ratings_update)
        counts[(finalise, advance, ratings)] += 1
    assert list(counts.values()) == [2], counts


def test_a_preview_takes_the_same_queries_in_every_field(knockout, director):
    counts = Counter()
    for size in (4, 32):
        cup = knockout(size, field=[PlayerFactory() for _ in range(size)])
        while fixture := cup.fixtures.filter(match__state="open").first():
            director_reports(fixture.match, director, (5, 1))
        match = fixture_at(cup, "R1-M1").match
        counts[queries(lambda match=match: look(match, director, points=(1, 5)))] += 1
    assert list(counts.values()) == [2], counts


def test_every_match_that_is_final_was_played_by_its_players(played, director):
    correct(fixture_at(played, "R1-M2").match, director, points=(5, 2))
    for match in Match.objects.filter(state="final"):
        assert {row.player for row in match.rating_entries.all()} == set(match.players)
