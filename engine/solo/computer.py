"""The computer's part of a solo game: what a bot is asked, and its answers done."""

from ..bots import BEAVER, PASS, TAKE, Bot, BotQuestion
from ..doubling import may_turn_back, waiting_offer
from .game import SoloGame
from .terms import MATCH, PIPS


def bot_question(game: SoloGame, side: int) -> BotQuestion:
    """What a bot is asked that plays for `side`. Nothing in it depends on dice that are still to come."""
    terms, score, cube = game.terms, game.score, game.cube
    own, opponent = game.table.sides_of(side)
    offer = waiting_offer(game.table)
    away = None
    if terms.scoring == MATCH:
        away = score.length - score.points[side], score.length - score.points[1 - side]
    return BotQuestion(
        variant=terms.variant,
        own=own,
        opponent=opponent,
        dice=game.thrown if game.steps is not None else None,
        away=away,
        cube=0 if terms.scoring == PIPS or not terms.rules.cube else cube.value,
        owner=None if cube.owner is None else int(cube.owner != side),
        crawford_played=score.crawford_played,
        jacoby=terms.jacoby,
        beavers=terms.beavers and (offer is None or may_turn_back(game.table, offer)),
        options=dict(terms.options),
        seed=f"{game.game.number}:{game.rolls}:{terms.dice.contribution}",
    )


def act_as_bot(game: SoloGame, bot: Bot) -> None:
    """Do one thing for the side whose turn it is, as `bot` decides: a roll, a whole play, an answer.

    A resignation is accepted if the game cannot be won for more; a bot never resigns.
    """
    actions, side = game.actions(), game.side
    assert side is not None
    asked = bot_question(game, side)
    if "accept" in actions:
        game.act("accept" if is_enough(game) else "decline")
    elif "take" in actions:
        offer = waiting_offer(game.table)
        assert offer is not None
        said = bot.answer_double(asked) if offer.name == "double" else bot.answer_beaver(asked)
        game.act({TAKE: "take", PASS: "pass", BEAVER: "beaver"}[said])
    elif "roll" in actions:
        game.act("double" if "double" in actions and bot.wants_to_double(asked) else "roll")
    elif "undo" in actions:
        # Somebody else has begun this turn: what is complete stands, all else is begun anew.
        game.act("end_turn" if "end_turn" in actions else "undo")
    else:
        for start, end in bot.choose_play(asked):
            dice = [step for step in game.next_steps() if (step.start, step.end) == (start, end)]
            game.act("step", *min(dice, key=lambda step: abs(step.start - step.end - step.die)))
        game.act("end_turn")


def is_enough(game: SoloGame) -> bool:
    """Whether the resignation that waits gives as much as the game is worth if it were lost now."""
    assert game.resigned is not None
    loser, points = game.resigned
    lost = game.table.terms.variant.finish_if_borne_off(game.table.sides_of(loser)[0])
    return points >= game.table.stakes_of(1 - loser).points_worth(lost.wins)
