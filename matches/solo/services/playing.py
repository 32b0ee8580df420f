"""A solo game from its seal to its end: whatever is asked twice is done once."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine.solo import MONEY, PIPS, SoloGame, SoloTerms
from matches.accounts.models import User
from matches.bots.errors import BotAway
from matches.bots.selectors import bot_of, bot_playing
from matches.solo.errors import SoloBegun, SoloEnded, SoloMovedOn, SoloNotBegun, SoloUnfinished
from matches.solo.models import KeptSoloGame
from matches.solo.rules import Scene, go_on, outcome_given_up, outcome_of, state_of
from matches.solo.selectors import games_of

from .standings import outcome_count
from .tables import Table, put_game_back, table_of, take_game

State = KeptSoloGame.State
PLAYED = (
    *("contribution", "done", "place", "last_act", "games_counted", "score", "computer_score"),
    *("state", "changed_at"),
)
"""What playing changes of a row."""


@transaction.atomic
def solo_prepare(
    *,
    login: User | None,
    visitor: str = "",
    variant: str,
    scoring: str,
    length: int = 0,
    bot: str,
    terms: Mapping[str, Any] | None = None,
) -> KeptSoloGame:
    """Have a new game, whose seed is sealed: it begins with the player's contribution.

    A login has one game of a kind at a time: the one that is not finished counts, so nobody leaves a bad one
    for a better. `terms` are those of SoloTerms for money, and options of the variant.
    Raises SoloUnfinished, UnknownBot, and what SoloTerms raises.
    """
    bot_playing(bot, variant)
    kept = KeptSoloGame(
        login=login,
        visitor="" if login else visitor,
        counts=login is not None,
        variant=variant,
        scoring=scoring,
        length=length,
        bot=bot,
        terms=dict(terms or {}),
    )
    last = games_of(login, kept.visitor).filter(scoring=scoring).first()
    kept.passes_by_itself = last is None or last.passes_by_itself
    # By pips there is no cube to think of before a roll.
    kept.rolls_by_itself = scoring == PIPS if last is None else last.rolls_by_itself
    # What does not fit is refused now, not when the dice are to be thrown.
    SoloGame(kept.solo_terms)
    if login is not None:
        User.objects.select_for_update(no_key=True).get(pk=login.pk)
        open_ones = KeptSoloGame.objects.filter(
            login=login, variant=variant, scoring=scoring, length=length, bot=bot, counts=True
        )
        going = open_ones.filter(state__in=(State.SEALED, State.GOING)).order_by("-pk").first()
        if going is not None and going.state == State.SEALED:
            going.delete()
        elif going is not None:
            raise SoloUnfinished(
                "You have a game like that against this player, begun %(when)s. Finish it, or give it up: "
                "every game that was begun counts.",
                {"when": f"{going.created_at:%Y-%m-%d}"},
                key=going.key,
            )
    kept.save()
    return kept


@transaction.atomic
def solo_begin(*, key: str, contribution: str) -> Table:
    """Mix in what the player contributes, and throw the first dice. The same again changes nothing.

    Raises SoloBegun where it has begun with another contribution, InvalidContribution, DoesNotExist.
    """
    row = locked(key)
    if row.state != State.SEALED:
        if contribution_of(contribution) == row.contribution:
            return table_of(row)
        raise SoloBegun('The game has begun with the contribution "%(said)s".', {"said": row.contribution})
    row.contribution = contribution_of(contribution)
    row.state = State.GOING
    return played_on(row, row.as_engine())


def contribution_of(text: str) -> str:
    """A contribution as it is mixed in. Raises InvalidContribution."""
    return SoloTerms(seed="0" * 64, contribution=text).dice.contribution


@transaction.atomic
def solo_act(*, key: str, place: int, action: str, given: Sequence[int] = ()) -> Table:
    """Do what the player asks at a place of the game, and all that follows by itself.

    `place` is that of the game as the player saw it. The last act sent again changes nothing.
    Raises SoloMovedOn at another place, InvalidAction, SoloNotBegun, SoloEnded, DoesNotExist.
    """
    row = locked(key)
    if place == row.place - 1 and row.last_act == [action, *given]:
        return table_of(row)
    going_or_refuse(row)
    if place != row.place:
        raise SoloMovedOn(
            "The game stands at place %(place)s, and what you sent was for place %(sent)s. Look at the game "
            "as it is, and decide again.",
            {"place": row.place, "sent": place},
            place=row.place,
        )
    game = take_game(row)
    try:
        if action != "wait":
            game.act(action, *given)
    except Exception:
        # A refused act has changed nothing.
        put_game_back(row.key, row.place, game)
        raise
    row.last_act = [action, *given]
    return played_on(row, game)


def played_on(row: KeptSoloGame, game: SoloGame) -> Table:
    """Let follow what does, count what has ended, and keep the game."""
    scenes: Sequence[Scene] = ()
    bot_away = False
    try:
        scenes = go_on(game, bot_of(row.bot), passes=row.passes_by_itself, rolls=row.rolls_by_itself)
    except BotAway:
        # What the player did stands; the computer is asked again.
        bot_away = True
    outcome = outcome_of(game)
    if outcome is not None and row.games_counted < game.game.number:
        row.games_counted = game.game.number
        outcome_count(row, outcome)
    if game.is_over:
        row.state = State.ENDED
    row.done = [*game.done]
    row.place += 1
    row.changed_at = timezone.now()
    row.save(update_fields=PLAYED)
    state, key, place = state_of(game), row.key, row.place
    transaction.on_commit(lambda: put_game_back(key, place, game))
    return Table(row, state, scenes, bot_away)


@transaction.atomic
def solo_end(*, key: str) -> Table:
    """End a session for money between two games. Raises SoloEnded, SoloNotBegun, SoloUnfinished."""
    row = locked(key)
    going_or_refuse(row)
    table = table_of(row)
    assert table.state is not None
    if row.scoring != MONEY or table.state.result is None:
        raise SoloUnfinished("A game is being played: finish it, or give it up.", key=row.key)
    return closed(row, State.ENDED)


@transaction.atomic
def solo_give_up(*, key: str) -> Table:
    """Leave a game for good: it is lost, the whole match with it. Raises SoloEnded, DoesNotExist.

    One that has not begun goes without a trace of a result.
    """
    row = locked(key)
    if row.state == State.SEALED:
        return closed(row, State.GIVEN_UP)
    going_or_refuse(row)
    game = take_game(row)
    outcome = outcome_given_up(game)
    if outcome is not None:
        outcome_count(row, outcome)
    put_game_back(row.key, row.place, game)
    return closed(row, State.GIVEN_UP)


@transaction.atomic
def solo_settings_change(*, key: str, passes_by_itself: bool, rolls_by_itself: bool) -> Table:
    """Say what is done without a click. Raises SoloEnded, DoesNotExist."""
    row = locked(key)
    if not row.is_open:
        raise SoloEnded("The game has ended.", key=row.key)
    row.passes_by_itself, row.rolls_by_itself = passes_by_itself, rolls_by_itself
    row.save(update_fields=["passes_by_itself", "rolls_by_itself"])
    return table_of(row)


def closed(row: KeptSoloGame, state: State) -> Table:
    row.state = state
    row.changed_at = timezone.now()
    row.save()
    # Whoever has contributed nothing has seen no dice.
    return table_of(row) if row.done or row.place else Table(row, None)


def locked(key: str) -> KeptSoloGame:
    """The game of a key, for this transaction alone. Raises DoesNotExist."""
    return KeptSoloGame.objects.select_for_update().get(key=key)


def going_or_refuse(row: KeptSoloGame) -> None:
    if row.state == State.SEALED:
        raise SoloNotBegun("The game begins with your contribution to the dice, be it empty.", key=row.key)
    if not row.is_open:
        raise SoloEnded("The game has ended; begin another one.", key=row.key)
