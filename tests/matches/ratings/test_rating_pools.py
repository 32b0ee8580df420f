"""Rating pools: what counts in them, by what terms, and that the fold is the same whatever came when."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import ScoreImpossible
from matches.accounts.errors import NotAllowed
from matches.play.errors import InvalidMatchLength
from matches.play.models import Match, Result, Ruling
from matches.play.services import ruling_make, ruling_preview, ruling_undo, ruling_undo_preview
from matches.players.errors import AlreadyMerged, SamePlayer, UnknownPlayer
from matches.players.services import merge_undo, players_merge
from matches.ratings.errors import InvalidImport, InvalidRating, RatingPoolNameTaken
from matches.ratings.models import RatingEntry, RatingPool, RatingPoolTerms, RatingStanding
from matches.ratings.selectors import (
    first_unrated,
    leading_rating_pool,
    rated_matches,
    rating_pools_kept,
    rating_values,
)
from matches.ratings.services import (
    EARLIEST,
    Elsewhere,
    rating_pool_edit,
    rating_pool_open,
    rating_pool_rate,
    ratings_compare,
    ratings_rebuild,
    ratings_update,
    results_import,
)
from matches.ratings.systems import PRESETS
from matches.work.services import caches_compare
from tests.conftest import NOON, work_off
from tests.effort import examples
from tests.factories import PlayerFactory, RatingPoolFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    return UserFactory(username="federation", is_staff=True)


def elsewhere(staff, rows, rating_pools=()):
    """Matches of (one, two, length, hours after noon), the first player winning."""
    return results_import(
        actor=staff,
        source="Elsewhere.",
        rating_pools=rating_pools,
        results=[
            Elsewhere(one.pk, two.pk, length, (length, 0), NOON + timedelta(hours=hours))
            for one, two, length, hours in rows
        ],
        now=NOON + timedelta(days=400),
    )


def everything():
    """Every entry and standing, without their own numbers."""
    own = {"id", "result_id"}
    columns = {
        model: [column.attname for column in model._meta.concrete_fields if column.attname not in own]
        for model in (RatingEntry, RatingStanding)
    }
    return [sorted(map(repr, model.objects.values_list(*names))) for model, names in columns.items()]


def test_the_first_rating_pool_opens_itself_with_everybody_in_it(staff, players):
    ann, bob = players(2)
    assert leading_rating_pool().pk is None
    elsewhere(staff, [(ann, bob, 5, 0)])
    work_off()
    (rating_pool,) = RatingPool.objects.all()
    assert (rating_pool.name, rating_pool.everybody, rating_pool.in_force.rating_system) == (
        "Everybody",
        True,
        "fibs",
    )
    assert {row.player for row in rating_pool.standings.select_related("player")} == {ann, bob}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rating_pool_is_the_fold_of_its_system(preset, staff, players):
    code, parameters = PRESETS[preset].system, PRESETS[preset].parameters
    ann, bob, cem = players(3)
    rating_pool_open(actor=staff, name=preset, everybody=True, rating_system=code, parameters=parameters)
    elsewhere(staff, [(ann, bob, 5, 0), (bob, cem, 7, 1), (cem, ann, 3, 900), (ann, bob, 5, 2000)])
    work_off()
    rating_pool, ratings = RatingPool.objects.get(name=preset), {}
    steps = list(rating_pool.system.fold_matches(rated_matches(rating_pool), ratings))
    assert len(steps) == 4
    assert {row.player_id: row.as_rating for row in rating_pool.standings.all()} == ratings
    assert list(ratings_compare()) == []
    entries = RatingEntry.objects.filter(rating_pool=rating_pool).order_by("match", "-won")
    chances = entries.values_list("expected", flat=True)
    assert all(0 < chance < 1 for chance in chances)
    assert [a + b for a, b in zip(chances[::2], chances[1::2], strict=True)] == pytest.approx([1] * 4)


def test_a_rating_pool_counts_what_its_terms_and_its_matches_say(staff, players):
    """Of everybody: every rated match. Another: those that name it, of its variants, long enough."""
    ann, bob = players(2)
    named = rating_pool_open(actor=staff, name="Named", shortest=5, variants=["backgammon"])
    other = rating_pool_open(actor=staff, name="Other")
    short, long, unnamed = (
        elsewhere(staff, [(ann, bob, length, hours)], rating_pools)[0]
        for length, hours, rating_pools in ((3, 0, [named]), (5, 1, [named]), (7, 2, []))
    )
    (nack,) = results_import(
        actor=staff,
        source="Elsewhere.",
        rating_pools=[named, other],
        results=[Elsewhere(ann.pk, bob.pk, 7, (7, 0), NOON + timedelta(hours=4), "nackgammon")],
    )
    work_off()
    counted = {
        name: {entry.match_id for entry in RatingEntry.objects.filter(rating_pool__name=name)}
        for name in ("Everybody", "Named", "Other")
    }
    assert counted == {
        "Everybody": {short.pk, long.pk, unnamed.pk, nack.pk},
        "Named": {long.pk},
        "Other": {nack.pk},
    }


def rating_pools_behind():
    """Whether the ratings of any rating pool are not those of its results."""
    return any(pool.folding or first_unrated(pool) is not None for pool in rating_pools_kept())


def test_other_terms_rate_every_match_anew(staff, players):
    ann, bob = players(2)
    elsewhere(staff, [(ann, bob, 9, 0), (ann, bob, 1, 1)])
    work_off()
    rating_pool = leading_rating_pool()
    before = everything()
    rating_pool_rate(
        actor=staff, rating_pool_id=rating_pool.pk, rating_system="jbf", shortest=3, provisional=10
    )
    rating_pool = leading_rating_pool()
    assert rating_pool.terms != rating_pool.folded
    assert rating_pools_behind()
    work_off()
    rating_pool = leading_rating_pool()
    assert rating_pool.terms == rating_pool.folded
    assert not rating_pools_behind()
    standing = rating_pool.standings.get(player=ann)
    assert (standing.value, standing.matches, standing.peak) == (1004.5, 1, None)
    rating_pool_rate(actor=staff, rating_pool_id=rating_pool.pk, reason="As it was.")
    work_off()
    assert everything() == before


def test_the_same_terms_again_are_no_fact(staff):
    rating_pool = rating_pool_open(
        actor=staff, name="National", rating_system="elo", parameters={"k_factor": 20}
    )
    again = rating_pool_rate(
        actor=staff,
        rating_pool_id=rating_pool.pk,
        rating_system="elo",
        parameters={"k_factor": 20},
        reason="Again.",
    )
    assert [again] == list(RatingPoolTerms.objects.all())


def test_peak_is_of_established_ratings_alone(staff, players):
    ann, bob = players(2)
    rating_pool_open(actor=staff, name="National", everybody=True, provisional=10)
    elsewhere(staff, [(ann, bob, 5, 0), (bob, ann, 5, 1), (bob, ann, 5, 2)])
    work_off()
    entries = RatingEntry.objects.filter(rating_pool__name="National").order_by("finalised_at")
    won = [entry.value_after for entry in entries.filter(player=ann)]
    lost = [entry.value_after for entry in entries.filter(player=bob)]
    assert won[0] > won[1] > won[2]
    assert lost[0] < lost[1] < lost[2]
    best, beaten = (
        RatingStanding.objects.get(rating_pool__name="National", player=player) for player in (ann, bob)
    )
    assert (best.peak, best.matches, best.won) == (won[1], 3, 1)
    assert (beaten.peak, beaten.matches, beaten.won) == (lost[2], 3, 2)


def test_ratings_of_those_who_have_none_are_the_start(staff, players):
    ann, bob, cem = players(3)
    assert rating_values([ann.pk]) == {ann.pk: 1500}
    elsewhere(staff, [(ann, bob, 5, 0)])
    work_off()
    values = rating_values([ann.pk, bob.pk, cem.pk])
    assert values[ann.pk] > 1500 > values[bob.pk]
    assert values[cem.pk] == 1500


# -- Whatever came when


drawn_rows = st.lists(
    st.tuples(st.integers(0, 4), st.integers(1, 4), st.integers(0, 5), st.integers(0, 3000)),
    min_size=1,
    max_size=12,
    unique_by=lambda row: row[3],
)


@pytest.mark.timeout(600)
@settings(
    max_examples=examples(5), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(drawn=drawn_rows, order=st.randoms(use_true_random=False), updates=st.sets(st.integers(0, 11)))
def test_the_order_of_completion_counts_not_that_of_arrival(db, drawn, order, updates):
    """However results arrive and whenever the workers run, and after a rebuild, entries are the same."""
    with transaction.atomic():
        staff = UserFactory(username="federation", is_staff=True)
        field = PlayerFactory.create_batch(5)
        rating_pool_open(actor=staff, name="Glicko", everybody=True, rating_system="glicko2")
        arriving = list(drawn)
        order.shuffle(arriving)
        for number, (one, gap, half, hours) in enumerate(arriving):
            elsewhere(staff, [(field[one], field[(one + gap) % 5], 2 * half + 1, hours)])
            if number in updates:
                ratings_update()
        ratings_update()
        updated = everything()
        assert list(ratings_compare()) == []
        in_order = RatingEntry.objects.filter(rating_pool__name="Glicko").order_by("finalised_at", "match")
        assert [entry.finalised_at for entry in in_order[::2]] == [
            NOON + timedelta(hours=hours) for _, _, _, hours in sorted(drawn, key=lambda row: row[3])
        ]
        ratings_rebuild()
        assert everything() == updated
        transaction.set_rollback(True)


def test_a_correction_and_its_undo_restore_every_rating(staff, players):
    ann, bob, cem = players(3)
    rating_pool_open(actor=staff, name="Glicko", everybody=True, rating_system="glicko2")
    first, *_ = elsewhere(
        staff, [(ann, bob, 5, 0), (bob, cem, 7, 1), (cem, ann, 3, 900), (ann, bob, 5, 2000)]
    )
    work_off()
    before = everything()
    wanted = {"match_id": first.pk, "actor": staff, "kind": "played", "points": (1, 5)}
    looked = ruling_preview(**wanted)
    ruling = ruling_make(**wanted, reason="The wrong way round.", preview=looked.token)
    work_off()
    assert everything() != before
    for row in looked.beside["ratings"]:
        standing = RatingStanding.objects.get(
            rating_pool=row["rating_pool"]["id"], player=row["player"]["id"]
        )
        assert row["after"] == {"rating": standing.value, "experience": standing.experience}
    assert len(looked.beside["ratings"]) == 6
    undone = ruling_undo_preview(ruling_id=ruling.pk, actor=staff)
    ruling_undo(ruling_id=ruling.pk, actor=staff, reason="It was right.", preview=undone.token)
    work_off()
    assert everything() == before


def test_a_merge_and_its_undo_restore_every_rating(staff):
    ann, bob, cem, dai = PlayerFactory.create_batch(4, user=None)
    elsewhere(staff, [(ann, bob, 5, 0), (cem, dai, 7, 1), (bob, ann, 3, 2), (dai, bob, 3, 3)])
    work_off()
    before = everything()
    merge = players_merge(actor=staff, kept=ann, absorbed=cem)
    assert first_unrated(leading_rating_pool()) == (NOON + timedelta(hours=1), Match.objects.get(one=cem).pk)
    ratings_update()
    assert {row.player for row in RatingStanding.objects.select_related("player")} == {ann, bob, dai}
    assert RatingStanding.objects.get(player=ann).matches == 3
    assert list(ratings_compare()) == []
    assert rating_values([cem.pk, ann.pk])[cem.pk] == RatingStanding.objects.get(player=ann).value
    merge_undo(actor=staff, merge=merge, reason="Two people.")
    ratings_update()
    assert everything() == before


def test_ratings_are_those_of_the_last_record_of_a_chain_of_merges(staff):
    ann, bob, cem, dai, eve, fay = PlayerFactory.create_batch(6, user=None)
    elsewhere(staff, [(ann, bob, 5, 0), (cem, dai, 7, 1)])
    players_merge(actor=staff, kept=cem, absorbed=ann)
    work_off()
    players_merge(actor=staff, kept=eve, absorbed=cem)
    work_off()
    assert dict(RatingStanding.objects.values_list("player", "matches")) == {bob.pk: 1, dai.pk: 1, eve.pk: 2}
    players_merge(actor=staff, kept=fay, absorbed=dai)
    work_off()
    assert dict(RatingStanding.objects.values_list("player", "matches")) == {bob.pk: 1, fay.pk: 1, eve.pk: 2}


def test_two_who_turn_out_to_be_one_are_not_rated_against_each_other(staff):
    """Their match was void when they were merged; that the voiding is undone makes no match of two of it."""
    ann, bob, cem = PlayerFactory.create_batch(3, user=None)
    (odd, _) = elsewhere(staff, [(ann, bob, 5, 0), (bob, cem, 5, 1)])
    wanted = {"match_id": odd.pk, "actor": staff, "kind": "void"}
    looked = ruling_preview(**wanted)
    ruling = ruling_make(**wanted, reason="Nobody saw it.", preview=looked.token)
    players_merge(actor=staff, kept=ann, absorbed=bob)
    undone = ruling_undo_preview(ruling_id=ruling.pk, actor=staff)
    ruling_undo(ruling_id=ruling.pk, actor=staff, reason="Seen.", preview=undone.token)
    work_off()
    assert dict(RatingStanding.objects.values_list("player", "matches")) == {ann.pk: 1, cem.pk: 1}
    assert not rating_pools_behind()


def test_who_plays_in_a_result_that_comes_while_ratings_are_written_is_found(staff, players, monkeypatch):
    ann, bob, cem, dai = players(4)
    elsewhere(staff, [(ann, bob, 5, 0)])
    work_off()
    elsewhere(staff, [(cem, dai, 5, 1)])

    def late(rating_pool, start):
        elsewhere(staff, [(ann, cem, 5, 2)])
        return rated_matches(rating_pool, start)

    monkeypatch.setattr("matches.ratings.services.ratings.rated_matches", late)
    ratings_update()
    monkeypatch.undo()
    work_off()
    assert RatingStanding.objects.get(player=ann).matches == 2
    assert list(ratings_compare()) == []


def test_parts_follow_each_other_as_if_they_were_one(staff, players, monkeypatch):
    monkeypatch.setattr("matches.ratings.services.ratings.BATCH", 2)
    ann, bob, cem = players(3)
    rounds = [(ann, bob), (bob, cem), (cem, ann)] * 3
    elsewhere(staff, [(*pair, 5, hours) for hours, pair in enumerate(rounds, 1)])
    work_off()
    assert list(ratings_compare()) == []
    elsewhere(staff, [(cem, ann, 7, 3.5)])
    work_off()
    assert RatingStanding.objects.get(player=ann).matches == 7
    assert list(ratings_compare()) == []


def test_a_preview_of_a_correction_sees_what_is_still_to_be_folded(staff):
    """A merge has every match looked at; until then its effect is missing in what is stored alone."""
    ann, bob, cem, dai = PlayerFactory.create_batch(4, user=None)
    elsewhere(staff, [(ann, bob, 5, 0), (cem, dai, 7, 1)])
    *_, last = elsewhere(staff, [(bob, dai, 3, 2)])
    work_off()
    players_merge(actor=staff, kept=bob, absorbed=cem)
    wanted = {"match_id": last.pk, "actor": staff, "kind": "played", "points": (1, 3)}
    looked = ruling_preview(**wanted)
    ruling_make(**wanted, reason="The wrong way round.", preview=looked.token)
    work_off()
    after = {row["player"]["id"]: row["after"]["rating"] for row in looked.beside["ratings"]}
    assert after == dict(RatingStanding.objects.filter(player__in=(bob, dai)).values_list("player", "value"))


# -- Rebuilt


def test_the_command_folds_everything_anew(staff, players, capsys):
    ann, bob = players(2)
    elsewhere(staff, [(ann, bob, 5, 0), (bob, ann, 3, 2)])
    work_off()
    before = everything()
    RatingEntry.objects.filter(won=True).delete()
    RatingStanding.objects.update(value=9)
    call_command("rate")
    printed = capsys.readouterr()
    assert everything() == before
    assert "2 rated matches folded, of 2 results." in printed.out
    assert "2/2" in printed.err
    assert "Waiting" not in printed.out


def test_the_command_says_that_somebody_else_is_writing(staff, players, capsys, monkeypatch):
    monkeypatch.setattr("config.management.commands.rate.ratings_are_written", lambda: True)
    call_command("rate")
    said = "Somebody else is writing ratings just now. Waiting for them to finish."
    assert said in capsys.readouterr().out


def test_terms_that_are_stored_wrong_are_found_and_put_right(staff):
    rating_pool = rating_pool_open(actor=staff, name="National", rating_system="elo")
    rating_pool_rate(actor=staff, rating_pool_id=rating_pool.pk, rating_system="jbf")
    work_off()
    first = RatingPoolTerms.objects.order_by("serial")[0]
    RatingPool.objects.filter(pk=rating_pool.pk).update(terms=first)
    (said,) = (line for line in caches_compare(repair=True) if "rating pool" in line)
    assert f"rating pool {rating_pool.pk}: stored with terms {first.pk}" in said
    rating_pool.refresh_from_db()
    assert rating_pool.in_force.rating_system == "jbf"


# -- Refused


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"rating_system": "bkr"}, "no rating system 'bkr'"),
        ({"rating_system": "elo", "parameters": {"k_factor": -1}}, "k_factor"),
        ({"rating_system": "glicko2", "parameters": {"tau": 9}}, "tau"),
        ({"parameters": {"start": "fifteen hundred"}}, "start"),
        ({"variants": ["chess"]}, "no variant 'chess'"),
        ({"shortest": 0}, "shortest"),
        ({"shortest": 100}, "shortest"),
        ({"provisional": -1}, "provisional"),
        ({"inactive_after": 0}, "inactive_after"),
        ({"inactive_after": 99_999}, "inactive_after"),
    ],
)
def test_terms_that_make_no_sense_are_refused(terms, says, staff):
    with pytest.raises(InvalidRating, match=says):
        rating_pool_open(actor=staff, name="National", **terms)
    assert not RatingPool.objects.exists()


def test_a_name_is_given_once(staff):
    rating_pool = rating_pool_open(actor=staff, name="National")
    with pytest.raises(RatingPoolNameTaken):
        rating_pool_open(actor=staff, name="NATIONAL")
    with pytest.raises(RatingPoolNameTaken):
        rating_pool_edit(actor=staff, rating_pool_id=rating_pool.pk, name="everybody")
    rating_pool_edit(actor=staff, rating_pool_id=rating_pool.pk, name="Federal")
    assert RatingPool.objects.get(pk=rating_pool.pk).name == "Federal"


def test_only_staff_opens_and_changes_rating_pools_of_the_service(staff, director):
    rating_pool = RatingPoolFactory()
    for refused in (
        lambda: rating_pool_open(actor=director, name="Mine"),
        lambda: rating_pool_rate(actor=director, rating_pool_id=rating_pool.pk, rating_system="elo"),
        lambda: rating_pool_edit(actor=director, rating_pool_id=rating_pool.pk, name="Mine"),
        lambda: results_import(actor=director, results=[], source="Mine."),
    ):
        with pytest.raises(NotAllowed):
            refused()


def test_an_import_is_taken_over_whole_or_not_at_all(staff, players):
    ann, bob = players(2)
    cem = PlayerFactory(name="Cem", user=None)
    players_merge(actor=staff, kept=bob, absorbed=cem)
    good = Elsewhere(ann.pk, bob.pk, 5, (5, 1), NOON)
    later, early = NOON + timedelta(days=1), EARLIEST - timedelta(minutes=1)
    for wrong, error, says in (
        (Elsewhere(ann.pk, 0, 5, (5, 1), NOON), UnknownPlayer, "Result 2: there is no player 0"),
        (Elsewhere(ann.pk, bob.pk, 5, (5, 1), later), InvalidImport, "Result 2: 2026-03-08 12:00 UTC has"),
        (Elsewhere(ann.pk, bob.pk, 5, (5, 1), early), InvalidImport, "Result 2: 1899-12-31 23:59 UTC is"),
        (Elsewhere(ann.pk, bob.pk, 5, (4, 1), NOON), ScoreImpossible, "Result 2: 4-1"),
        (Elsewhere(ann.pk, bob.pk, 4, (4, 1), NOON), InvalidMatchLength, "Result 2: A match"),
        (Elsewhere(ann.pk, ann.pk, 5, (5, 1), NOON), SamePlayer, "Result 2: Ann"),
        (Elsewhere(ann.pk, cem.pk, 5, (5, 1), NOON), AlreadyMerged, "Result 2: Cem .* merged into Bob"),
        (Elsewhere(bob.pk, ann.pk, 5, (5, 1), NOON), InvalidImport, "Result 2: a match of these players"),
    ):
        with pytest.raises(error, match=says):
            results_import(actor=staff, results=[good, wrong], source="Open.", now=NOON)
    assert not Match.objects.exists()
    results_import(actor=staff, results=[good], source="Open.", now=NOON)
    with pytest.raises(InvalidImport, match="is here already"):
        results_import(actor=staff, results=[good], source="Open.", now=NOON)
    (match,) = Match.objects.all()
    assert (match.state, match.final_result.score, match.final_result.finalised_at) == ("final", (5, 1), NOON)
    assert Ruling.objects.get().reason == "Open."
    assert Result.objects.count() == 1


def test_a_result_is_here_already_though_it_was_of_who_was_merged_since(staff):
    ann, bob, cem = PlayerFactory.create_batch(3, user=None)
    elsewhere(staff, [(ann, cem, 5, 0)])
    players_merge(actor=staff, kept=bob, absorbed=cem)
    for one, two in ((ann, bob), (bob, ann)):
        with pytest.raises(InvalidImport, match="is here already"):
            elsewhere(staff, [(one, two, 5, 0)])
    elsewhere(staff, [(ann, bob, 5, 1)])


def test_an_imported_result_is_corrected_like_any_other(staff, players):
    ann, bob = players(2)
    (match,) = elsewhere(staff, [(ann, bob, 5, 0)])
    work_off()
    wanted = {"match_id": match.pk, "actor": staff, "kind": "played", "points": (1, 5)}
    looked = ruling_preview(**wanted)
    ruling_make(**wanted, reason="The list was wrong.", preview=looked.token)
    work_off()
    match.refresh_from_db()
    assert match.result.finalised_at == NOON
    assert RatingStanding.objects.get(player=bob).won == 1
