"""Sessions as requests and answers have them."""

from typing import Any

from rest_framework import serializers

import engine
from engine.options import CHOICES
from matches.accounts.api.authentication import request_viewer
from matches.accounts.models import User
from matches.base.problems import without_sentences
from matches.play.api.fields import SideField
from matches.play.api.matches import ScoreOutput, fields_by_match_side
from matches.play.api.reports import TranscriptField
from matches.play.models import GAMES_MAX, POINTS_MAX
from matches.players.api.fields import PlayerRef
from matches.sessions.models import GUEST_MAX, NOTE_MAX, MoneySession

MOST_AUTOMATIC = max(each for each in CHOICES["automatic_doubles"] if isinstance(each, int))
CONTENTS = ("transcript", "games", "points")
NAME_MAX = 200
"""Of a name in a transcript."""


class SessionGameInput(serializers.Serializer[Any]):
    winner = SideField()
    points = serializers.IntegerField(min_value=1, max_value=POINTS_MAX)


class SessionPointsInput(serializers.Serializer[Any]):
    one = serializers.IntegerField(min_value=0, max_value=POINTS_MAX)
    two = serializers.IntegerField(min_value=0, max_value=POINTS_MAX)


class SessionInput(serializers.Serializer[Any]):
    """A session of the caller, side one: a transcript, the games, or the points: exactly one of them."""

    opponent = serializers.IntegerField(required=False, help_text="Number of the player who is side two.")
    guest = serializers.CharField(
        required=False, max_length=GUEST_MAX, help_text="Instead, the name of somebody who is no player here."
    )
    transcript = TranscriptField(required=False)
    games = serializers.ListField(
        child=SessionGameInput(), required=False, allow_empty=False, max_length=GAMES_MAX
    )
    points = SessionPointsInput(required=False, help_text="All that each has won.")
    name = serializers.CharField(
        required=False,
        max_length=NAME_MAX,
        help_text="What the transcript calls the caller, where it is neither the player's name nor an alias.",
    )
    played_on = serializers.DateField(
        required=False, help_text="Left out, the day that the transcript names, or today."
    )
    variant = serializers.ChoiceField(
        choices=list(engine.PLAYED), required=False, help_text="What a transcript names itself goes before."
    )
    jacoby = serializers.BooleanField(
        required=False, allow_null=True, help_text="As `beavers` and `automatic_doubles`: likewise."
    )
    beavers = serializers.BooleanField(required=False, allow_null=True)
    automatic_doubles = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_AUTOMATIC,
        help_text="How many a game may begin with.",
    )
    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTE_MAX)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if sum(content in attrs for content in CONTENTS) != 1:
            raise serializers.ValidationError("Send one of `transcript`, `games` and `points`.")
        if ("opponent" in attrs) == ("guest" in attrs):
            raise serializers.ValidationError("Send one of `opponent` and `guest`.")
        if "name" in attrs and "transcript" not in attrs:
            raise serializers.ValidationError({"name": "A name goes with a transcript."})
        return attrs


SESSION_FORM = {
    "type": "object",
    "description": "The same with the transcript as a file.",
    "required": ["transcript"],
    "properties": {
        "transcript": {"type": "string", "format": "binary", "description": "The file."},
        "opponent": {"type": "integer"},
        "guest": {"type": "string", "maxLength": GUEST_MAX},
        "name": {"type": "string", "maxLength": NAME_MAX},
        "played_on": {"type": "string", "format": "date"},
        "variant": {"type": "string", "enum": list(engine.PLAYED)},
        "jacoby": {"type": "boolean"},
        "beavers": {"type": "boolean"},
        "automatic_doubles": {"type": "integer", "minimum": 0, "maximum": MOST_AUTOMATIC},
        "note": {"type": "string", "maxLength": NOTE_MAX},
    },
}


class SessionAnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField(help_text="Whether the session is so; it may be said otherwise later.")


class SessionShowInput(serializers.Serializer[Any]):
    public = serializers.BooleanField(help_text="Whether the caller shows it to everybody; it takes both.")


class SessionGameOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    winner = SideField(allow_null=True, help_text="Nobody in a draw.")
    points = serializers.IntegerField()
    cube = serializers.IntegerField(allow_null=True, help_text="Known of transcripts alone, as `ending`.")
    ending = serializers.ChoiceField(choices=engine.GAME_ENDINGS, allow_null=True)
    score = ScoreOutput(help_text="The points of both after it.")


class SessionOutput(serializers.Serializer[MoneySession]):
    """A session for money. Side one is who keeps it."""

    address = "api-matches:money-session"

    id = serializers.IntegerField()
    one = PlayerRef()
    two = PlayerRef(allow_null=True)
    guest = serializers.CharField(help_text="The name of side two where that is no player; else empty.")
    side = SideField(allow_null=True, help_text="Which of them the caller is.")
    kind = serializers.ChoiceField(choices=MoneySession.Kind.choices)
    played_on = serializers.DateField()
    variant = serializers.CharField()
    jacoby = serializers.BooleanField(allow_null=True, help_text="null where nobody has said.")
    beavers = serializers.BooleanField(allow_null=True)
    automatic_doubles = serializers.IntegerField(allow_null=True)
    points = ScoreOutput()
    games = SessionGameOutput(many=True, allow_null=True, help_text="null where the points alone are known.")
    notes = serializers.ListField(
        child=serializers.JSONField(), help_text="What the referee remarks in the transcript."
    )
    note = serializers.CharField(help_text="For the two alone: empty for everybody else.")
    answer = serializers.ChoiceField(
        choices=MoneySession.OpponentAnswer.choices,
        allow_null=True,
        help_text="What side two says to it; null of a guest.",
    )
    public = serializers.BooleanField(help_text="Whether everybody may see it.")
    created_at = serializers.DateTimeField()

    def to_representation(self, session: MoneySession) -> dict[str, Any]:
        viewer = request_viewer(self.context["request"])
        side = session.side_of(viewer) if isinstance(viewer, User) else None
        games = None if session.games is None else [game_output(game) for game in session.running_points()]
        return {
            "id": session.pk,
            "one": PlayerRef(session.one).data,
            "two": None if session.two is None else PlayerRef(session.two).data,
            "guest": session.guest,
            "side": None if side is None else ("one", "two")[side],
            "kind": session.kind,
            "played_on": session.played_on.isoformat(),
            "variant": session.variant,
            **session.played_by.as_dict(),
            "points": fields_by_match_side(session.points),
            "games": games,
            "notes": without_sentences(session.remarks),
            "note": "" if side is None else session.note,
            "answer": None if session.two is None else session.answer,
            "public": session.is_public,
            "created_at": session.created_at,
        }


def game_output(game: dict[str, Any]) -> dict[str, Any]:
    winner = game["winner"]
    return {
        "number": game["number"],
        "winner": None if winner is None else ("one", "two")[winner],
        "points": game["points"],
        "cube": game.get("cube"),
        "ending": game.get("ending"),
        "score": fields_by_match_side(game["score"]),
    }


class BalanceOutput(serializers.Serializer[Any]):
    opponent = PlayerRef(allow_null=True)
    guest = serializers.CharField(help_text="Where the opponent is no player here; else empty.")
    sessions = serializers.IntegerField()
    games_won = serializers.IntegerField(help_text="As far as the games are known.")
    games_lost = serializers.IntegerField()
    points_won = serializers.IntegerField()
    points_lost = serializers.IntegerField()
    net = serializers.IntegerField(help_text="Points won, less those lost.")


class BalancesOutput(serializers.Serializer[Any]):
    player = PlayerRef()
    balances = BalanceOutput(many=True, help_text="Whom the player has met last first.")
    total = BalanceOutput()
