"""A game from its seal to its end: done once, counted once, and nothing of it lost."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

import engine
from engine.bots import BOTS
from engine.errors import InvalidAction, InvalidContribution, InvalidLength, InvalidOption
from engine.fair_dice import FairDice, seal_of
from engine.solo import PERSON, SoloGame
from matches.bots.errors import BotAway, UnknownBot
from matches.solo.errors import (
    SoloBegun,
    SoloEnded,
    SoloMovedOn,
    SoloNotBegun,
    SoloUnfinished,
)
from matches.solo.models import KeptSoloGame, SoloStanding
from matches.solo.selectors import bests
from matches.solo.services import (
    playing,
    solo_act,
    solo_begin,
    solo_end,
    solo_games_keep,
    solo_give_up,
    solo_listing_set,
    solo_prepare,
    solo_prune,
    tables,
    transcript_of,
)
from tests.factories import UserFactory

from .playing import as_committed

pytestmark = pytest.mark.django_db

# The player opens this one, with 42.
SEED = "8f3c1f0d5a7be2946c08d1b7e35f92aa04c6d8e1f7b35290ac4e6d8b1f0a2c3e"
PIPS = {"variant": "backgammon", "scoring": "pips", "bot": "beginner"}


def prepared(**said):
    return solo_prepare(**{"login": None, "visitor": "v" * 22, **PIPS, **said})


def begun(seed=SEED, word="luck", **said):
    row = prepared(**said)
    KeptSoloGame.objects.filter(pk=row.pk).update(seed=seed)
    return solo_begin(key=row.key, contribution=word)


def first(table):
    """Something that can be done, and that brings the game on."""
    state = table.state
    return ("step", state.steps[0].step) if state.steps else (state.actions[0], ())


def played_out(table, most=3000):
    for _ in range(most):
        if not table.row.is_open:
            return table
        action, given = first(table)
        with as_committed():
            table = solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
    raise AssertionError("the game does not end")


def forgotten():
    """As another process has it: nothing at hand."""
    tables._at_hand.clear()


def test_the_seed_is_kept_from_everybody_until_the_end():
    row = prepared()
    assert row.seed_shown == ""
    table = solo_begin(key=row.key, contribution="")
    assert table.row.seed_shown == ""
    table = played_out(table)
    assert seal_of(table.row.seed_shown) == seal_of(row.seed)


def test_the_dice_are_those_of_the_seed_and_the_contribution():
    table = begun(word="cafe\u0301")
    dice = FairDice(SEED, "caf\u00e9")
    assert table.row.contribution == dice.contribution
    assert table.state.opening[-1] == dice.opening(1).throws[-1]
    game = played_out(table).row.as_engine()
    rolls = [entry.action.dice for entry in game.game.entries if hasattr(entry.action, "dice")]
    used = dice.opening(1).used
    assert [tuple(sorted(roll)) for roll in rolls] == [
        tuple(sorted(dice.roll(1, used + number))) for number in range(len(rolls))
    ]


def test_what_was_played_is_legal_and_scored_as_the_engine_does():
    table = played_out(begun())
    game = table.row.as_engine()
    assert engine.adjudicate(game.record, game.terms.judged_by).violations == ()
    assert (table.row.score, table.row.computer_score) == game.pip_scores
    assert transcript_of(table.row) == game.transcript()


def test_the_last_act_sent_again_changes_nothing():
    table = begun()
    action, given = first(table)
    once = solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
    again = solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
    assert (again.row.place, again.row.done, again.state.turns) == (
        once.row.place,
        once.row.done,
        once.state.turns,
    )


def test_another_act_at_a_place_that_is_over_is_refused():
    table = begun()
    steps = table.state.steps
    solo_act(key=table.row.key, place=table.row.place, action="step", given=steps[0].step)
    with pytest.raises(SoloMovedOn) as refused:
        solo_act(key=table.row.key, place=table.row.place, action="step", given=steps[-1].step)
    assert refused.value.data["place"] == table.row.place + 1
    with pytest.raises(SoloMovedOn):
        solo_act(key=table.row.key, place=7, action="undo")


@pytest.mark.parametrize(
    ("action", "given"), [("roll", ()), ("step", (1, 2, 3)), ("step", ()), ("dance", ()), ("__init__", ())]
)
def test_what_cannot_be_done_changes_nothing(action, given):
    table = begun()
    before = KeptSoloGame.objects.values().get(pk=table.row.pk)
    with pytest.raises(InvalidAction):
        solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
    assert KeptSoloGame.objects.values().get(pk=table.row.pk) == before
    action, given = first(table)
    assert solo_act(key=table.row.key, place=table.row.place, action=action, given=given).row.place == 2


@pytest.mark.django_db(transaction=True)
def test_what_was_taken_back_by_the_database_is_not_at_hand():
    table = begun()
    action, given = first(table)
    with transaction.atomic():
        solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
        transaction.set_rollback(True)
    row = KeptSoloGame.objects.get(pk=table.row.pk)
    assert row.place == table.row.place
    assert solo_act(key=row.key, place=row.place, action=action, given=given).row.place == row.place + 1


@pytest.mark.django_db(transaction=True)
def test_a_process_that_has_nothing_at_hand_goes_on_where_another_was():
    here, there = begun(), begun()
    for _ in range(40):
        if not here.row.is_open:
            break
        action, given = first(here)
        here = solo_act(key=here.row.key, place=here.row.place, action=action, given=given)
        forgotten()
        there = solo_act(key=there.row.key, place=there.row.place, action=action, given=given)
    assert here.row.done == there.row.done


def test_a_game_begins_once():
    table = begun(word="one")
    assert solo_begin(key=table.row.key, contribution="one").row.done == table.row.done
    with pytest.raises(SoloBegun):
        solo_begin(key=table.row.key, contribution="two")


def test_nothing_is_played_before_the_beginning_nor_after_the_end():
    row = prepared()
    with pytest.raises(SoloNotBegun):
        solo_act(key=row.key, place=0, action="roll")
    solo_begin(key=row.key, contribution="")
    table = solo_give_up(key=row.key)
    for act in (
        lambda: solo_act(key=row.key, place=table.row.place, action="roll"),
        lambda: solo_give_up(key=row.key),
        lambda: solo_end(key=row.key),
    ):
        with pytest.raises(SoloEnded):
            act()


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ({"bot": "gnubg"}, UnknownBot),
        ({"scoring": "match", "length": 0}, InvalidLength),
        ({"scoring": "chouette"}, InvalidOption),
        ({"variant": "misere"}, InvalidOption),
        ({"terms": {"options": {"nothing": 1}}}, InvalidOption),
    ],
)
def test_terms_that_do_not_fit_are_refused(said, refusal):
    with pytest.raises(refusal):
        prepared(**said)
    assert not KeptSoloGame.objects.exists()


def test_a_contribution_that_is_too_long_begins_nothing():
    row = prepared()
    with pytest.raises(InvalidContribution):
        solo_begin(key=row.key, contribution="x" * 201)
    assert KeptSoloGame.objects.get(pk=row.pk).state == "sealed"


def test_every_end_is_counted_once():
    login = UserFactory()
    for number in range(1, 4):
        table = played_out(begun(login=login, seed=f"{number:064x}"))
        standing = SoloStanding.objects.get(login=login)
        assert (standing.played, standing.recent[-1]) == (number, table.row.score)
    assert standing.mean is None
    assert standing.won == sum(score > 0 for score in standing.recent)


def test_who_leaves_a_game_has_lost_it():
    login = UserFactory()
    table = begun(login=login)
    pips = table.state.pips[PERSON]
    left = solo_give_up(key=table.row.key)
    assert (left.row.state, left.row.score) == ("given_up", -900 * pips)
    assert list(SoloStanding.objects.values_list("played", "won")) == [(1, 0)]
    assert left.row.seed_shown


def test_a_login_finishes_a_game_before_it_has_another_like_it():
    login = UserFactory()
    table = begun(login=login)
    with pytest.raises(SoloUnfinished) as refused:
        prepared(login=login)
    assert refused.value.data["key"] == table.row.key
    prepared(login=login, bot="advanced")
    prepared(login=UserFactory())
    solo_give_up(key=table.row.key)
    prepared(login=login)


def test_a_seal_that_nobody_answered_is_no_game():
    login = UserFactory()
    one, two = prepared(login=login), prepared(login=login)
    assert list(KeptSoloGame.objects.filter(login=login)) == [two]
    assert one.seed != two.seed
    solo_give_up(key=two.key)
    assert not SoloStanding.objects.exists()


def test_a_session_for_money_counts_game_by_game_and_ends_between_two():
    table = begun(scoring="money", terms={"jacoby": True})
    with pytest.raises(SoloUnfinished):
        solo_end(key=table.row.key)
    while table.state.result is None:
        action, given = first(table)
        with as_committed():
            table = solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
    standing = SoloStanding.objects.get(visitor="v" * 22)
    assert (standing.played, standing.recent) == (1, [table.row.score])
    assert table.row.score == table.state.score[0] - table.state.score[1]
    ended = solo_end(key=table.row.key)
    assert (ended.row.state, bool(ended.row.seed_shown)) == ("ended", True)
    assert SoloStanding.objects.get(pk=standing.pk).played == 1


def test_a_match_counts_when_it_is_over():
    table = begun(scoring="match", length=3)
    counted = []
    while table.row.is_open:
        counted.append(SoloStanding.objects.count())
        action, given = first(table)
        with as_committed():
            table = solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
    assert set(counted) == {0}
    assert max(table.state.score) >= 3
    assert SoloStanding.objects.get().recent == [int(table.state.score[0] > table.state.score[1])]


def test_games_of_a_browser_go_with_the_login_and_do_not_count_for_it():
    login = UserFactory()
    table = begun()
    assert solo_games_keep(login=login, visitor="v" * 22) == 1
    assert solo_games_keep(login=login, visitor="") == 0
    played_out(table)
    assert not SoloStanding.objects.filter(login=login).exists()
    prepared(login=login)


def test_the_best_are_those_who_want_to_be_listed_and_have_played_enough():
    kind = {"variant": "backgammon", "scoring": "pips", "length": 0, "bot": "beginner"}
    for mean, listed in ((900.0, True), (1200.0, True), (2000.0, False), (None, True)):
        login = UserFactory()
        solo_listing_set(login=login, listed=listed)
        SoloStanding.objects.create(login=login, played=10, mean=mean, recent=[1], **kind)
    assert [row.mean for row in bests(**kind)] == [1200.0, 900.0]
    assert not bests(**{**kind, "bot": "advanced"}).exists()
    solo_listing_set(login=bests(**kind)[0].login, listed=False)
    assert [row.mean for row in bests(**kind)] == [900.0]


def test_the_mean_is_that_of_the_last_twenty_games():
    login = UserFactory()
    table = begun(login=login)
    SoloStanding.objects.create(
        login=login, played=30, recent=[100] * 20, variant="backgammon", scoring="pips", bot="beginner"
    )
    solo_give_up(key=table.row.key)
    standing = SoloStanding.objects.get()
    assert len(standing.recent) == 20
    assert standing.mean == (19 * 100 - 900 * table.state.pips[0]) / 20


def test_what_waits_for_a_week_is_lost_and_what_nobody_can_come_back_to_goes():
    login = UserFactory()
    waiting, fresh = begun(login=login), begun()
    old = timezone.now() - timedelta(days=8)
    KeptSoloGame.objects.filter(pk=waiting.row.pk).update(changed_at=old)
    solo_prune(now=timezone.now())
    states = dict(KeptSoloGame.objects.values_list("pk", "state"))
    assert states == {waiting.row.pk: "given_up", fresh.row.pk: "going"}
    assert SoloStanding.objects.get(login=login).won == 0
    solo_give_up(key=fresh.row.key)
    KeptSoloGame.objects.update(changed_at=timezone.now() - timedelta(days=31))
    solo_prune(now=timezone.now())
    assert list(KeptSoloGame.objects.values_list("pk", flat=True)) == [waiting.row.pk]


def test_the_computer_that_begins_plays_before_the_player_sees_the_board():
    for number in range(1, 12):
        table = begun(seed=f"{number:064x}", visitor=f"{number:022}")
        assert table.state.side == PERSON
        computer_began = table.state.opening[-1][1] > table.state.opening[-1][0]
        assert bool(table.scenes) == computer_began
        assert isinstance(table.row.as_engine(), SoloGame)


class Sleeper:
    """A computer that does not answer until it is woken, and then as another does."""

    def __init__(self, awake):
        self.awake, self.asleep = awake, True

    def __getattr__(self, name):
        def asked(question):
            if self.asleep:
                raise BotAway("The computer sleeps.")
            return getattr(self.awake, name)(question)

        return asked


def test_a_computer_that_does_not_answer_loses_nothing(monkeypatch):
    sleeper = Sleeper(BOTS["intermediate"])
    monkeypatch.setattr(playing, "bot_of", lambda code: sleeper)
    table = begun()
    while table.state.side == PERSON:
        action, given = first(table)
        table = solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
    assert table.bot_away
    done = table.row.done
    still = solo_act(key=table.row.key, place=table.row.place, action="wait")
    assert (still.bot_away, still.row.done) == (True, done)
    sleeper.asleep = False
    awake = solo_act(key=table.row.key, place=still.row.place, action="wait")
    assert (awake.bot_away, awake.state.side) == (False, PERSON)
    assert awake.row.done[: len(done)] == done
