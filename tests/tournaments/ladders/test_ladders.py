"""Ladders in the database: challenges become matches, matches move players, corrections fold all anew."""

import random

import pytest

from matches.play.models import Match, Ruling
from matches.play.rules.results import ResultKind
from matches.play.services import (
    match_process_due,
    report_redo,
    report_submit,
    report_undo,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
)
from matches.players.models import Merge, Player
from matches.work.models import Outbox
from tests.effort import EFFORT, examples
from tests.factories import PlayerFactory
from tournaments.ladders import services
from tournaments.ladders.errors import (
    AlreadyChallenged,
    AlreadyChallenging,
    AlreadyOnLadder,
    ChallengeCooldown,
    ChallengeOutOfRange,
    NotOnLadder,
)
from tournaments.ladders.models import Challenge, ChallengeAnswer, Ladder, Rung
from tournaments.ladders.rules import LADDERS, Reply
from tournaments.ladders.selectors import ladder_fold

from .climbing import at, work_off_at

pytestmark = pytest.mark.django_db


def test_a_challenge_is_played_and_moves_two(ladder):
    wall = ladder(4)
    match = wall.play("Dai", "Dai", "Bob")
    assert (match.one.name, match.two.name, match.length) == ("Dai", "Bob", 5)
    assert wall.rungs == wall.names(1) == "ADBC"
    assert services.ladders_compare() == []


@pytest.mark.parametrize("kind", LADDERS)
def test_every_kind_is_played_by_ordinary_matches(ladder, kind):
    wall = ladder(4, kind)
    wall.play("Cem", "Cem", "Bob")
    assert sorted(wall.rungs) == list("ABCD")
    assert services.ladders_compare() == []
    dated = bool(LADDERS[kind]().challenge_terms.play_days)
    assert (Match.objects.get().play_by is not None) == dated


def test_a_correction_and_its_undoing_restore_the_order_exactly(ladder):
    wall = ladder(4)
    first = wall.play("Dai", "Dai", "Bob")
    wall.play("Cem", "Cem", "Ann", day=1)
    before = wall.fold(2).ladder_order
    assert wall.rungs == "CADB"
    looked = {"match_id": first.pk, "actor": wall.director, "kind": ResultKind.PLAYED, "points": (3, 5)}
    preview = ruling_preview(**looked, now=at(3))
    ruling = ruling_make(**looked, reason="Misread.", preview=preview.token, now=at(3))
    work_off_at(at(3))
    assert wall.rungs == "CABD", "as if Dai had lost"
    preview = ruling_undo_preview(ruling_id=ruling.pk, actor=wall.director, now=at(4))
    ruling_undo(ruling_id=ruling.pk, actor=wall.director, reason="No.", preview=preview.token, now=at(4))
    work_off_at(at(4))
    assert wall.rungs == "CADB"
    after = wall.fold(2).ladder_order
    assert (after.order, after.steps, after.met) == (before.order, before.steps, before.met)
    assert services.ladders_compare() == []


def test_a_score_that_was_mistyped_moves_nobody(ladder):
    wall = ladder(4)
    match = wall.play("Dai", "Dai", "Bob")
    wall.play("Cem", "Cem", "Ann", day=1)
    before, report = wall.fold(2).ladder_order, match.reports.get()
    report_undo(report_id=report.pk, actor=wall.director, now=at(2))
    work_off_at(at(2))
    assert wall.rungs == "CABD"
    report_redo(report_id=report.pk, actor=wall.director, now=at(2, minutes=1))
    work_off_at(at(2, minutes=1))
    assert wall.rungs == "CADB"
    assert wall.fold(2).ladder_order.steps == before.steps
    assert services.ladders_compare() == []


def test_a_match_ruled_void_has_not_been(ladder):
    wall = ladder(4, cooldown=30)
    match = wall.play("Dai", "Dai", "Bob")
    looked = {"match_id": match.pk, "actor": wall.director, "kind": ResultKind.VOID}
    preview = ruling_preview(**looked, now=at(1))
    ruling_make(**looked, reason="Never played.", preview=preview.token, now=at(1))
    work_off_at(at(1))
    assert wall.rungs == "ABCD"
    wall.challenge("Dai", "Bob", day=2)


def test_results_count_in_the_order_in_which_matches_ended_not_in_which_they_were_reported(ladder):
    wall = ladder(4)
    one, two = wall.challenge("Dai", "Bob"), wall.challenge("Cem", "Ann")
    matches_of = [wall.answer(challenge).match for challenge in (one, two)]
    for match, score, minute in zip(reversed(matches_of), ((5, 0), (5, 0)), (1, 2), strict=True):
        report_submit(match_id=match.pk, actor=wall.director, score=score, now=at(1, minutes=minute))
    work_off_at(at(1, minutes=5))
    first, second = (match.results.get().finalised_at for match in reversed(matches_of))
    assert first <= second
    assert wall.rungs == "CADB"


def test_refusals_cost_what_the_ladder_says(ladder):
    wall = ladder(4, refusal="bottom", lapse="place", accept_days=3)
    wall.answer(wall.challenge("Dai", "Bob"), Reply.REFUSED)
    assert wall.rungs == "ACDB"
    wall.challenge("Dai", "Cem", day=1)
    wall.process_due(3.9)
    assert wall.rungs == "ACDB"
    wall.process_due(4)
    assert wall.rungs == "ADCB"
    answer = ChallengeAnswer.objects.order_by("serial").last()
    assert (answer.reply, answer.recorded_by) == ("lapsed", None)
    wall.process_due(5)
    assert ChallengeAnswer.objects.count() == 2, "twice is as good as once"


def test_an_answer_after_the_deadline_is_too_late_even_if_nobody_has_noticed(ladder):
    wall = ladder(4, accept_days=3)
    challenge = wall.challenge("Dai", "Bob")
    said = wall.refused("challenge_answered", wall.answer, challenge, day=3)
    assert "left unanswered" in said
    assert not ChallengeAnswer.objects.exists(), "what is refused writes nothing"


@pytest.mark.parametrize(
    ("unplayed", "kind", "order"),
    [("challenger", "walkover", "ADBC"), ("both", "double_forfeit", "ABCD"), ("director", None, "ABCD")],
)
def test_a_match_that_nobody_plays(ladder, unplayed, kind, order):
    wall = ladder(4, play_days=10, unplayed=unplayed)
    match = wall.answer(wall.challenge("Dai", "Bob"), day=1).match
    assert match.play_by == at(11)
    for day in (10.9, 11, 12):
        wall.process_due(day)
        match_process_due(match_id=match.pk, now=at(day))
        match.refresh_from_db()
        assert (match.state == "final") == (kind is not None and day >= 11)
    work_off_at(at(12))
    assert (match.result.kind if match.result else None) == kind
    assert wall.rungs == order
    assert Ruling.objects.count() == (kind is not None)


def test_a_reported_match_is_decided_by_its_reports(ladder):
    wall = ladder(4, play_days=10)
    match = wall.answer(wall.challenge("Dai", "Bob")).match
    report_submit(match_id=match.pk, actor=match.two.user, score=(1, 5), now=at(9.99))
    wall.process_due(11)
    assert not Ruling.objects.exists()


def test_the_stairs_start_at_once(ladder):
    stairs = ladder(3, "stairs")
    challenge = stairs.challenge("Ann", "Bob")
    match = stairs.match(challenge)
    assert (match.state, match.play_by) == ("open", at(14))
    report_submit(match_id=match.pk, actor=stairs.director, score=(5, 1), now=at(1))
    work_off_at(at(1))
    assert list(Rung.objects.order_by("place").values_list("place", "player__name", "level")) == [
        (1, "Ann", 2), (2, "Bob", 1), (3, "Cem", 1),
    ]  # fmt: skip
    stairs.refused("challenge_cooldown", stairs.challenge, "Ann", "Bob", day=10)


def test_a_rating_ladder_follows_the_ratings(ladder):
    wall = ladder(3, "rating")
    match = wall.play("Cem", "Cem", "Ann")
    assert match.rated
    wall.process_due(1)
    assert wall.rungs == "CAB", "who has no rating yet comes last"


@pytest.mark.parametrize(
    ("code", "challenger", "challenged"),
    [
        ("challenge_out_of_range", "Eva", "Ann"),
        ("challenge_out_of_range", "Ann", "Bob"),
        ("challenge_to_oneself", "Dai", "Dai"),
        ("already_challenging", "Cem", "Bob"),
        ("already_challenged", "Dai", "Ann"),
        ("already_challenged", "Ann", "Cem"),
    ],
)
def test_challenges_that_break_the_rules(ladder, code, challenger, challenged):
    wall = ladder(5, above=3)
    wall.challenge("Cem", "Ann")
    wall.refused(code, wall.challenge, challenger, challenged)
    assert Challenge.objects.count() == 1


@pytest.mark.parametrize(("challenger", "challenged"), [("Cem", "Ann"), ("Dai", "Ann"), ("Cem", "Bob")])
def test_who_is_challenged_already_hears_by_which_challenge(ladder, challenger, challenged):
    wall = ladder(5, above=3)
    there = wall.challenge("Cem", "Ann")
    with pytest.raises((AlreadyChallenged, AlreadyChallenging)) as refused:
        wall.challenge(challenger, challenged)
    assert refused.value.data["challenge"] == there.pk


def test_strangers_to_the_ladder(ladder, players):
    wall = ladder(2)
    wall.players["Zoe"] = PlayerFactory(name="Zoe")
    said = wall.refused("not_on_ladder", wall.challenge, "Ann", "Zoe", actor=wall.director)
    assert "Zoe is not on Wall" in said
    wall.refused("not_on_ladder", wall.challenge, "Zoe", "Ann", actor=wall.director)


def test_immunity_and_cooldown(ladder):
    wall = ladder(4, immunity=7, cooldown=20)
    wall.play("Ann", "Cem", "Ann")
    assert "2026-03-14" in wall.refused("challenge_immune", wall.challenge, "Dai", "Ann", day=6)
    assert "2026-03-27" in wall.refused("challenge_cooldown", wall.challenge, "Cem", "Ann", day=8)
    wall.challenge("Dai", "Ann", day=8)


def test_players_act_for_themselves_and_directors_for_anybody(ladder):
    wall = ladder(4)
    ann, dai = wall.players["Ann"].user, wall.players["Dai"].user
    wall.refused("not_allowed", wall.challenge, "Dai", "Bob", actor=ann)
    challenge = wall.challenge("Dai", "Bob", actor=dai)
    wall.refused("not_allowed", wall.answer, challenge, actor=dai)
    wall.refused("not_allowed", wall.answer, challenge, Reply.WITHDRAWN, actor=challenge.challenged.user)
    wall.refused("not_allowed", wall.answer, challenge, actor=ann)
    answer = wall.answer(challenge, actor=wall.director)
    match = answer.match
    wall.refused("challenge_answered", wall.answer, challenge)
    ruling = {
        "match_id": match.pk,
        "kind": ResultKind.FORFEIT,
        "winner": 0,
        "reason": "No show.",
        "now": at(1),
    }
    wall.refused("not_allowed", ruling_make, actor=ann, **ruling)
    ruling_make(actor=wall.director, **ruling)


def test_who_leaves_gives_up(ladder):
    wall = ladder(5)
    match = wall.answer(wall.challenge("Cem", "Bob")).match
    waiting = wall.challenge("Dai", "Cem")
    wall.refused("already_on_ladder", services.ladder_join, actor=wall.director, ladder_id=wall.row.pk,
        player=wall.players["Cem"], now=at(1))  # fmt: skip
    services.ladder_leave(
        actor=wall.players["Cem"].user, ladder_id=wall.row.pk, player=wall.players["Cem"], now=at(1)
    )
    match.refresh_from_db()
    assert (match.result.kind, match.result.winner) == ("walkover", 1)
    assert match.result.ruling.reason == "The loser has left the ladder."
    assert ChallengeAnswer.objects.get(challenge=waiting).reply == "withdrawn"
    work_off_at(at(1))
    assert wall.rungs == "ABDE"
    wall.refused("not_on_ladder", services.ladder_leave, actor=wall.director, ladder_id=wall.row.pk,
        player=wall.players["Cem"], now=at(2))  # fmt: skip
    services.ladder_join(actor=wall.director, ladder_id=wall.row.pk, player=wall.players["Cem"], now=at(2))
    assert wall.rungs == "ABDEC"
    assert services.ladders_compare() == []


def test_two_who_are_one_person_have_one_place(ladder):
    wall = ladder(4)
    double = PlayerFactory(name="Zoe")
    services.ladder_join(actor=wall.director, ladder_id=wall.row.pk, player=double, now=at(0))
    wall.play("Dai", "Dai", "Bob")
    assert wall.rungs == "ADBCZ"
    merge = Merge.objects.create(kept=double, absorbed=wall.players["Dai"], recorded_at=at(1))
    wall.process_due(1)
    assert wall.rungs == "AZBC", "the first joining counts, and what either did"
    wall.refused("already_on_ladder", services.ladder_join, actor=wall.director, ladder_id=wall.row.pk,
        player=wall.players["Dai"], now=at(2))  # fmt: skip
    Merge.objects.create(kept=double, absorbed=wall.players["Dai"], undoes=merge, recorded_at=at(3))
    wall.process_due(3)
    assert wall.rungs == "ADBCZ"


def test_who_is_idle_falls_by_the_clock(ladder):
    wall = ladder(3, idle_days=21, idle_places=1)
    wall.answer(wall.challenge("Cem", "Bob"))
    wall.row.refresh_from_db()
    assert wall.row.wakes_at == at(14), "the date of the match comes first"
    due = Outbox.objects.filter(kind="tournaments.ladder_process_due")
    services.ladders_wake(now=at(13))
    assert not due.exists()
    services.ladders_wake(now=at(14))
    assert due.exists()
    wall.process_due(14)
    work_off_at(at(14))
    assert wall.rungs == "ACB"
    wall.process_due(21)
    assert wall.rungs == "CAB"


def test_spoilt_rungs_are_found_and_put_right(ladder):
    wall = ladder(3)
    Rung.objects.filter(place=3).delete()
    Ladder.objects.update(wakes_at=at(99))
    (rungs, wakes) = services.ladders_compare()
    assert "rungs stored as" in rungs
    assert "looked at again" in wakes
    services.ladders_compare(repair=True)
    assert services.ladders_compare() == []
    assert wall.rungs == "ABC"


def test_a_match_that_is_to_be_played_after_all_has_its_time_again(ladder):
    wall = ladder(4, play_days=10)
    match = wall.answer(wall.challenge("Dai", "Bob")).match
    wall.process_due(10)
    work_off_at(at(10))
    assert wall.rungs == "ADBC"
    ruling = Ruling.objects.get()
    preview = ruling_undo_preview(ruling_id=ruling.pk, actor=wall.director, now=at(12))
    ruling_undo(ruling_id=ruling.pk, actor=wall.director, reason="Ill.", preview=preview.token, now=at(12))
    work_off_at(at(12))
    match.refresh_from_db()
    assert (match.state, match.play_by, wall.rungs) == ("open", at(22), "ABCD")
    wall.process_due(22)
    work_off_at(at(22))
    assert wall.rungs == "ADBC"


@pytest.mark.parametrize("kind", LADDERS)
@pytest.mark.parametrize("seed", range(examples(1)))
def test_whatever_happens_the_order_is_a_permutation_of_the_members(ladder, kind, seed):
    """Random play by the services, with corrections and their undoing; what was undone leaves no trace."""
    lots, wall = random.Random(f"{kind}:{seed}"), ladder(6, kind)
    names = [*wall.players]
    wall.play(names[2], names[2], names[1])
    # Where nothing lapses, what nobody answers is open for ever.
    silence = (None,) if LADDERS[kind]().challenge_terms.accept_days else ()
    for day in range(12 if EFFORT == 1 else 25):
        one, two = lots.sample(names, 2)
        wall.process_due(day)
        members = [player.name for player in Player.objects.filter(rungs__ladder=wall.row)]
        try:
            match lots.choice(("challenge", "challenge", "challenge", "leave", "join", "correct")):
                case "challenge":
                    challenge = wall.challenge(one, two, day)
                    said = lots.choice((Reply.ACCEPTED, Reply.ACCEPTED, Reply.REFUSED, *silence))
                    if said is not None and wall.match(challenge) is None:
                        wall.answer(challenge, said, day)
                    if found := wall.match(challenge):
                        score = lots.choice(((5, 0), (2, 5)))
                        report_submit(match_id=found.pk, actor=wall.director, score=score, now=at(day, 1))
                case "leave" if len(members) > 3:
                    player = wall.players[one]
                    services.ladder_leave(
                        actor=wall.director, ladder_id=wall.row.pk, player=player, now=at(day)
                    )
                case "join":
                    player = wall.players[two]
                    services.ladder_join(
                        actor=wall.director, ladder_id=wall.row.pk, player=player, now=at(day)
                    )
                case "correct":
                    corrected_and_undone(wall, lots, at(day))
        except (
            AlreadyChallenged,
            AlreadyChallenging,
            AlreadyOnLadder,
            ChallengeCooldown,
            ChallengeOutOfRange,
            NotOnLadder,
        ):
            pass  # what was drawn cannot be done as things stand
        work_off_at(at(day, 5))
        joined = set(wall.fold(day + 0.5).ladder_order.joins.values())
        rungs = Rung.objects.filter(ladder=wall.row)
        assert {rung.player_id for rung in rungs} == joined
        assert sorted(rung.place for rung in rungs) == list(range(1, len(joined) + 1))
    assert services.ladders_compare() == []
    assert Match.objects.filter(state="final").exists()


def corrected_and_undone(wall, lots, now):
    final = list(Match.objects.filter(state="final", result__kind="played").order_by("pk"))
    if not final:
        return
    found, before = lots.choice(final), ladder_fold(wall.row, now).ladder_order
    looked = {
        "match_id": found.pk,
        "actor": wall.director,
        "kind": lots.choice((ResultKind.VOID, ResultKind.DOUBLE_FORFEIT)),
    }
    preview = ruling_preview(**looked, now=now)
    ruling = ruling_make(**looked, reason="Wrong.", preview=preview.token, now=now)
    between = ladder_fold(wall.row, now).ladder_order
    assert sorted(between.order) == sorted(set(between.joins.values()))
    preview = ruling_undo_preview(ruling_id=ruling.pk, actor=wall.director, now=now)
    ruling_undo(ruling_id=ruling.pk, actor=wall.director, reason="Right.", preview=preview.token, now=now)
    after = ladder_fold(wall.row, now).ladder_order
    assert (after.order, after.levels, after.steps) == (before.order, before.levels, before.steps)


def test_a_correction_is_looked_at_with_the_places_it_would_change(ladder, client):
    wall = ladder(4)
    match = wall.play("Dai", "Dai", "Bob")
    looked = {"match_id": match.pk, "actor": wall.director, "kind": ResultKind.PLAYED, "points": (3, 5)}
    preview = ruling_preview(**looked, now=at(1)).as_dict()
    assert [
        (row["player"]["name"], row["before"]["place"], row["after"]["place"]) for row in preview["rungs"]
    ] == [("Bob", 3, 2), ("Cem", 4, 3), ("Dai", 2, 4)]
    assert wall.rungs == "ADBC", "nothing has changed"
    client.force_login(wall.director)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert f'<a href="/ladders/{wall.row.pk}/">Wall</a>' in page
    voided = {**looked, "kind": ResultKind.VOID, "points": (0, 0)}
    preview = ruling_preview(**voided, now=at(1)).as_dict()
    assert len(preview["rungs"]) == 3


def test_a_ruling_on_the_stairs_is_previewed_by_steps(ladder):
    stairs = ladder(3, "stairs")
    match = stairs.play("Ann", "Ann", "Bob")
    preview = ruling_preview(
        match_id=match.pk, actor=stairs.director, kind=ResultKind.DOUBLE_FORFEIT, now=at(1)
    ).as_dict()
    assert {"before": {"place": 1, "step": 2}, "after": {"place": 1, "step": 1}}.items() <= (
        preview["rungs"][0].items()
    )
