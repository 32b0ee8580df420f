"""/reports/<id>/replay/: a transcript game by game, and a game moment by moment."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from engine.ids import Situation, write_id
from engine.moments import GameMoments, Moment, action_code, moment_situation
from engine.notation import format_hops
from engine.record import Rolled
from matches.accounts.api.scopes import PUBLIC
from matches.base.translation import translate_text
from matches.play.selectors import MOST_MOMENTS, ReplayedTranscript, report_replay, transcript_report

from .fields import SideField
from .matches import ScoreOutput


class ReplayedGameOutput(serializers.Serializer[Any]):
    """A game of a transcript."""

    place = serializers.IntegerField(help_text="Which one of the transcript, 1 being the first.")
    number = serializers.IntegerField(help_text="As the transcript calls it.")
    score = ScoreOutput(help_text="Before the game.")
    crawford = serializers.BooleanField()
    winner = SideField(allow_null=True, help_text="Nobody in a draw, and while it has no end.")
    points = serializers.IntegerField(allow_null=True)
    ending = serializers.ChoiceField(choices=engine.GAME_ENDINGS, allow_null=True)
    moments = serializers.IntegerField(help_text="How many: each action, and how the game is left.")
    faults = serializers.IntegerField(help_text="How often the referee objects.")


class ReplayOutput(serializers.Serializer[Any]):
    """A transcript, replayed."""

    report = serializers.IntegerField()
    match = serializers.IntegerField()
    variant = serializers.CharField()
    length = serializers.IntegerField(help_text="0 of a session for money.")
    games = ReplayedGameOutput(many=True)


class ObjectionOutput(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=sorted(engine.VIOLATION_CODES))
    rule = serializers.CharField(help_text="The rule broken, with its source.")
    legal = serializers.ListField(child=serializers.CharField(), help_text="Up to 20 legal plays.")


class MomentOutput(serializers.Serializer[Any]):
    """The game before an action; the last one has none, and is how the game is left."""

    place = serializers.IntegerField(help_text="Which one of the game, 1 being the first.")
    turn = serializers.IntegerField(help_text="The number printed before the row.")
    side = SideField(allow_null=True)
    action = serializers.ChoiceField(choices=[*engine.ACTIONS], allow_null=True)
    text = serializers.CharField(help_text='What is done, in a line: "31: 8/5 6/5".')
    dice = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    play = serializers.CharField(allow_null=True, help_text="As it is written, legal or not.")
    cube = serializers.IntegerField(help_text="What the cube shows.")
    owner = SideField(allow_null=True, help_text="Who alone may turn it; both where it is nobody.")
    offered = serializers.IntegerField(allow_null=True, help_text="What it shows if the offer is taken.")
    xgid = serializers.CharField(allow_null=True, help_text="The same with side one at the bottom.")
    position_id = serializers.CharField(allow_null=True)
    faults = ObjectionOutput(many=True)
    notes = serializers.ListField(child=serializers.ChoiceField(choices=sorted(engine.NOTES)))


class ReplayedMomentsOutput(ReplayedGameOutput):
    """A game moment by moment; of very long ones the first thousand."""

    moments = MomentOutput(many=True)  # type: ignore[assignment]


class ReplayView(APIView):
    """A transcript as it can be replayed."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=ReplayOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The games of a transcript, replayed by the referee; 404 of one that cannot be read."""
        report = transcript_report(pk)
        found = {"report": report.pk, "match": report.match_id, **replay_mapping(report_replay(report))}
        return Response(ReplayOutput(found).data)


class ReplayedGameView(APIView):
    """A game of a transcript as it can be replayed."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=ReplayedMomentsOutput)
    def get(self, request: Request, pk: int, game: int) -> Response:
        """A game moment by moment: the position before each action, the action, what the referee finds."""
        replay = report_replay(transcript_report(pk))
        return Response(ReplayedMomentsOutput(replayed_game_mapping(replay, game)).data)


def replay_mapping(replay: ReplayedTranscript | None) -> dict[str, Any]:
    """What is played, and the games. Raises NotFound where there is nothing to replay."""
    if replay is None:
        raise NotFound
    return {
        "variant": replay.moments.variant.code,
        "length": replay.moments.verdict.length,
        "games": [game_mapping(replay, game, place) for place, game in enumerate(replay.moments.games, 1)],
    }


def replayed_game_mapping(replay: ReplayedTranscript | None, place: int) -> dict[str, Any]:
    """The game in this place, 1 being the first, moment by moment. Raises NotFound where there is none."""
    if replay is None or not 1 <= place <= len(replay.moments.games):
        raise NotFound
    game = replay.moments.games[place - 1]
    moments = [
        moment_mapping(replay, game, moment, at) for at, moment in enumerate(game.moments[:MOST_MOMENTS], 1)
    ]
    return {**game_mapping(replay, game, place), "moments": moments}


def game_mapping(replay: ReplayedTranscript, game: GameMoments, place: int) -> dict[str, Any]:
    left, right = game.score
    one, two = (right, left) if replay.swapped else (left, right)
    result = game.result
    winner = None if result is None or result.winner is None else replay.side(result.winner)
    return {
        "place": place,
        "number": game.number,
        "score": {"one": one, "two": two},
        "crawford": game.crawford,
        "winner": winner,
        "points": None if result is None else result.points,
        "ending": None if result is None else result.ending,
        "moments": len(game.moments),
        "faults": len(game.faults) + sum(len(moment.faults) for moment in game.moments),
    }


def moment_mapping(
    replay: ReplayedTranscript, game: GameMoments, moment: Moment, place: int
) -> dict[str, Any]:
    action = moment.action
    rolled = action if isinstance(action, Rolled) else None
    situation = moment_situation(replay.moments, game, moment, int(replay.swapped))
    return {
        "place": place,
        "turn": moment.turn,
        "side": None if moment.player is None else replay.side(moment.player),
        "action": None if action is None else action_code(action),
        "text": translate_text(moment.text),
        "dice": None if rolled is None else list(rolled.dice),
        "play": format_hops(rolled.hops) if rolled and rolled.hops else None,
        "cube": moment.cube,
        "owner": None if moment.owner is None else replay.side(moment.owner),
        "offered": moment.offered,
        "xgid": situation and write_id("xgid", situation),
        "position_id": situation and write_id("gnubg", Situation(situation.position)),
        "faults": [
            {"code": fault.code, "rule": fault.rule, "legal": list(fault.legal)} for fault in moment.faults
        ],
        "notes": [note.code for note in moment.notes],
    }
