"""What programs are shown of a solo game."""

from typing import Any

from rest_framework import serializers

import engine
from engine.drawing import describe_diagram
from engine.fair_dice import seal_of
from engine.solo import ACTIONS, SCORINGS
from matches.base.translation import translate_text
from matches.bots.rules import BOT_CODES
from matches.solo.models import KeptSoloGame
from matches.solo.rules import Scene, SoloState
from matches.solo.services import Table

ACTS = (*ACTIONS, "wait")
ACT_CHOICES = [(act, act) for act in ACTS]
ACTION_CHOICES = [(act, act) for act in ACTIONS]
SCORING_CHOICES = [(scoring, scoring) for scoring in SCORINGS]
BOT_CHOICES = [(code, code) for code in BOT_CODES]
STATES = [(state.value, state.value) for state in KeptSoloGame.State]
SIDES = "0 is the player, 1 the computer."


class SoloStepOutput(serializers.Serializer[Any]):
    """A checker moved by a die: 0 is off the board, 25 the bar."""

    start = serializers.IntegerField(source="step.start")
    end = serializers.IntegerField(source="step.end")
    die = serializers.IntegerField(source="step.die")
    text = serializers.CharField()


class SoloPositionOutput(serializers.Serializer[Any]):
    """Checkers by each side's own numbers: index 0 borne off, 1 to 24 the points, 25 the bar."""

    own = serializers.ListField(child=serializers.IntegerField(), help_text="Of the player.")
    opponent = serializers.ListField(child=serializers.IntegerField(), help_text="Of the computer.")


class SoloCubeOutput(serializers.Serializer[Any]):
    value = serializers.IntegerField(help_text="What it shows, before an offer that waits.")
    owner = serializers.IntegerField(allow_null=True, help_text=SIDES)
    offered = serializers.IntegerField(allow_null=True, help_text="What it shows if the double is taken.")


class SoloTurnOutput(serializers.Serializer[Any]):
    side = serializers.IntegerField(help_text=SIDES)
    text = serializers.CharField(help_text='In the language asked for: "31: 8/5 6/5".')


class SoloResultOutput(serializers.Serializer[Any]):
    winner = serializers.IntegerField(allow_null=True, help_text=SIDES + " Null for a draw.")
    points = serializers.IntegerField()
    ending = serializers.ChoiceField(choices=engine.GAME_ENDINGS)


class SoloBoardOutput(serializers.Serializer[Any]):
    """Where the game stands."""

    side = serializers.IntegerField(
        allow_null=True, help_text=SIDES + " Whose turn it is to do something; null between games."
    )
    actions = serializers.ListField(
        child=serializers.ChoiceField(choices=ACTIONS), help_text="What can be done now."
    )
    steps = SoloStepOutput(many=True, help_text="Single steps that lead to a legal play.")
    made = SoloStepOutput(many=True, help_text="Steps made in this turn, which can be undone.")
    resignations = serializers.ListField(
        child=serializers.IntegerField(), help_text="For how often the cube one may resign."
    )
    dice = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    opening = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The throws that opened the game, the player's die first.",
    )
    rolls = serializers.IntegerField(help_text="How many rolls the game has had.")
    position = SoloPositionOutput()
    pips = serializers.ListField(child=serializers.IntegerField(), help_text="The player's first.")
    cube = SoloCubeOutput()
    resigned = serializers.IntegerField(allow_null=True, help_text="For how many points, while that waits.")
    score = serializers.ListField(child=serializers.IntegerField(), help_text="The player's first.")
    crawford = serializers.BooleanField()
    game = serializers.IntegerField(help_text="Which one of the match or session.")
    turns = SoloTurnOutput(many=True, help_text="What was done in this game.")
    result = SoloResultOutput(allow_null=True, help_text="Of this game, once it has ended.")
    words = serializers.CharField(help_text="The board in words.")


class SoloGameOutput(serializers.Serializer[Any]):
    """A solo game. The key is what one plays with: whoever has it may."""

    key = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    variant = serializers.ChoiceField(choices=list(engine.VARIANTS))
    scoring = serializers.ChoiceField(choices=SCORINGS)
    length = serializers.IntegerField(help_text="Of a match; else 0.")
    bot = serializers.ChoiceField(choices=BOT_CODES)
    place = serializers.IntegerField(help_text="To be sent with the next act.")
    score = serializers.IntegerField(help_text="What the games so far came to for the player.")
    computer_score = serializers.IntegerField()
    seal = serializers.CharField(help_text="The SHA-256 of the seed, known before the first roll.")
    seed = serializers.CharField(allow_null=True, help_text="Once the last roll has been thrown.")
    contribution = serializers.CharField()
    passes_by_itself = serializers.BooleanField()
    rolls_by_itself = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()
    board = SoloBoardOutput(allow_null=True, help_text="Null before the game has begun.")
    done = SoloTurnOutput(
        many=True, help_text="What was done by itself since the act: the computer's turns, and passes."
    )
    computer_waits = serializers.BooleanField(
        help_text="The computer has not answered: send the act `wait` in a moment."
    )


def game_resource(table: Table) -> dict[str, Any]:
    """A game as programs are shown it."""
    return {
        **row_resource(table.row),
        "board": table.state and board_resource(table.state),
        "done": [turn_resource(scene) for scene in table.scenes],
        "computer_waits": table.bot_away,
    }


def row_resource(row: KeptSoloGame) -> dict[str, Any]:
    names = ("key", "state", "variant", "scoring", "length", "bot", "place", "score", "computer_score")
    more = ("contribution", "passes_by_itself", "rolls_by_itself", "created_at", "changed_at")
    return {
        **{name: getattr(row, name) for name in (*names, *more)},
        "seal": seal_of(row.seed),
        "seed": row.seed_shown or None,
    }


def board_resource(state: SoloState) -> dict[str, Any]:
    names = (
        "side",
        "actions",
        "steps",
        "made",
        "resignations",
        "dice",
        "opening",
        "rolls",
        "pips",
        "resigned",
    )
    own, opponent = state.position
    return {
        **{name: getattr(state, name) for name in (*names, "score", "crawford", "game")},
        "position": {"own": own, "opponent": opponent},
        "cube": {"value": state.cube, "owner": state.cube_owner, "offered": state.offered},
        "turns": [turn_resource(turn) for turn in state.turns],
        "result": state.result
        and {name: getattr(state.result, name) for name in ("winner", "points", "ending")},
        "words": translate_text(describe_diagram(state.diagram)),
    }


def turn_resource(turn: Any) -> dict[str, Any]:
    return {"side": turn.side, "text": translate_text(turn.text)}


__all__ = ["ACTS", "Scene", "SoloGameOutput", "game_resource", "row_resource"]
