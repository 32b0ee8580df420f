"""/matches/<id>/recording/: a match written down act by act while it is played."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC, REPORT
from matches.base.api.parsing import read_request_body
from matches.base.api.queries import read_query
from matches.play.models import Report
from matches.recordings import services
from matches.recordings.models import ACTIONS
from matches.recordings.rules.sent import KEY_MAX, LONGEST_AGO, NUMBER_MAX, NUMBERS_MAX
from matches.recordings.selectors import RecordingState, recording_of, recording_state, state_shown


class RecordingQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        min_value=0, default=0, help_text="Only the acts behind this place: those that are not known yet."
    )


class BeginInput(serializers.Serializer[Any]):
    timed = serializers.BooleanField(
        default=False, help_text="Whether the clock is kept, as the regulations of the match have it."
    )


class ActInput(serializers.Serializer[Any]):
    """An act. Its numbers are those of docs/recordings.md."""

    key = serializers.CharField(
        max_length=KEY_MAX,
        help_text="Made up by the device, such as a UUID: an act that is sent twice is one.",
    )
    action = serializers.ChoiceField(choices=ACTIONS)
    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=NUMBER_MAX),
        max_length=NUMBERS_MAX,
        required=False,
    )
    ago = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_AGO,
        default=0,
        help_text="How many milliseconds ago it was done: what the device had no connection for.",
    )


class ActsInput(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        min_value=0, help_text="The place of the act that these follow; 0 before the first."
    )
    device = serializers.CharField(max_length=KEY_MAX, required=False, allow_blank=True, default="")
    acts = serializers.ListField(child=ActInput(), min_length=1, max_length=services.MOST_SENT)

    def validate_acts(self, acts: list[dict[str, Any]]) -> list[services.NewAct]:
        """Each key once."""
        if len({act["key"] for act in acts}) < len(acts):
            raise serializers.ValidationError("Two acts have the same key. Give each one of its own.")
        return [
            services.NewAct(
                act["key"],
                act["action"],
                tuple(act.get("numbers", ())),
                timedelta(milliseconds=act["ago"]),
            )
            for act in acts
        ]


class FinishInput(serializers.Serializer[Any]):
    role = serializers.ChoiceField(
        choices=Report.Role.choices,
        required=False,
        help_text="As in a report: who plays and directs chooses.",
    )


class ActOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Which one of the recording, 1 being the first.")
    key = serializers.CharField()
    device = serializers.CharField()
    action = serializers.ChoiceField(choices=ACTIONS)
    numbers = serializers.ListField(child=serializers.IntegerField())
    made_at = serializers.DateTimeField()


class RecordedPointsOutput(serializers.Serializer[Any]):
    one = serializers.IntegerField()
    two = serializers.IntegerField()


class RecordedBoardsOutput(serializers.Serializer[Any]):
    """Checkers by each side's own numbers: 0 borne off, 1 to 24 the points, 25 the bar."""

    one = serializers.ListField(child=serializers.IntegerField())
    two = serializers.ListField(child=serializers.IntegerField())


class DoneOutput(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=["one", "two"])
    text = serializers.CharField(help_text='In a line: "31: 8/5 6/5".')


class RecordedClockOutput(serializers.Serializer[Any]):
    """In milliseconds. `left` is without the turn that runs: `taken` less `delay` comes out of it."""

    left = RecordedPointsOutput()
    delay = serializers.IntegerField()
    running = serializers.ChoiceField(choices=["one", "two"], allow_null=True)
    taken = serializers.IntegerField(help_text="How long the turn that runs has taken.")
    expiry = serializers.CharField(help_text="What follows for who has run out of time: `clock_expiry`.")


class PlaysAheadOutput(serializers.Serializer[Any]):
    """What may be played, as a tree (docs/recordings.md)."""

    rolls = serializers.DictField(child=serializers.IntegerField())
    nodes = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    hits = serializers.BooleanField()


class RecordingOutput(serializers.Serializer[Any]):
    """Where a recorded match stands, and the acts that led there."""

    match = serializers.IntegerField()
    begun_at = serializers.DateTimeField()
    timed = serializers.BooleanField()
    report = serializers.IntegerField(allow_null=True, help_text="What it has become, if it is finished.")
    reported = serializers.BooleanField(help_text="Whether that stands, so that nothing more is recorded.")
    last = serializers.IntegerField(help_text="The place of the last act; 0 before the first.")
    acts = ActOutput(many=True, help_text="Those behind `after`, what was taken back among them.")
    game = serializers.IntegerField(help_text="The number of the game at hand.")
    variant = serializers.CharField()
    length = serializers.IntegerField()
    crawford = serializers.BooleanField()
    opened = serializers.BooleanField(help_text="Whether somebody is on roll: the opening dice are known.")
    game_over = serializers.BooleanField()
    over = serializers.BooleanField()
    dice = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Thrown, and not played yet."
    )
    cube = serializers.IntegerField(help_text="Before an offer that waits is taken.")
    has_cube = serializers.BooleanField()
    offered = serializers.IntegerField(allow_null=True, help_text="What it shows once the offer is taken.")
    resigned = serializers.IntegerField(allow_null=True, help_text="The points that are offered.")
    resignations = serializers.ListField(
        child=serializers.IntegerField(), help_text="For how often the cube may be resigned now."
    )
    can = serializers.ListField(
        child=serializers.ChoiceField(choices=ACTIONS), help_text="What can be done now."
    )
    misfit = serializers.IntegerField(
        help_text="How many of the last acts do not fit any more, since penalty points were given."
    )
    paused = serializers.BooleanField()
    xgid = serializers.CharField(allow_null=True, help_text="With side one at the bottom.")
    score = RecordedPointsOutput()
    boards = RecordedBoardsOutput()
    pips = RecordedPointsOutput()
    on_roll = serializers.ChoiceField(choices=["one", "two"], allow_null=True)
    turn = serializers.ChoiceField(
        choices=["one", "two"],
        allow_null=True,
        help_text="Who acts next: the other side while a double waits.",
    )
    owner = serializers.ChoiceField(choices=["one", "two"], allow_null=True)
    offered_by = serializers.ChoiceField(choices=["one", "two"], allow_null=True)
    resigned_by = serializers.ChoiceField(choices=["one", "two"], allow_null=True)
    winner = serializers.ChoiceField(choices=["one", "two"], allow_null=True)
    done = DoneOutput(allow_null=True, help_text="What was done last on the board of this game.")
    words = serializers.CharField(help_text="The board in words.")
    clock = RecordedClockOutput(allow_null=True)
    ahead = PlaysAheadOutput(
        allow_null=True, help_text="Legal plays of the next roll, or of the dice thrown."
    )


class RecordingReportOutput(serializers.Serializer[Any]):
    report = serializers.IntegerField()


def state_answer(state: RecordingState, after: int = 0, status: int = 200) -> Response:
    return Response(RecordingOutput(state_shown(state, after=after, now=timezone.now())).data, status=status)


class RecordingView(APIView):
    """The recording of a match."""

    scopes = {"GET": PUBLIC, "POST": REPORT | DIRECT}
    query_shape = RecordingQuery

    @extend_schema(parameters=[RecordingQuery], responses=RecordingOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Where the match stands by its recording; 404 `recording_missing` where nobody records it."""
        after = read_query(self)["after"]
        return state_answer(recording_state(recording_of(pk)), after)

    @extend_schema(request=BeginInput, responses={201: RecordingOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Begin to record the match. One that is recorded already stays as it is."""
        sent = read_request_body(BeginInput, request)
        state = services.recording_begin(match_id=pk, actor=require_caller(request), **sent)
        return state_answer(state, status=201)


class RecordedActsView(APIView):
    """The acts of a recording."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=ActsInput, responses={201: RecordingOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Write acts, all or none. The answer has the acts behind `after`, these among them."""
        sent = read_request_body(ActsInput, request)
        state = services.acts_record(match_id=pk, actor=require_caller(request), **sent)
        return state_answer(state, sent["after"], 201)


class RecordingReportView(APIView):
    """The report that a recording becomes."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=FinishInput, responses={202: RecordingReportOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Report the match by its transcript, once it is over; its verdict follows at the report."""
        sent = read_request_body(FinishInput, request)
        report = services.recording_report(match_id=pk, actor=require_caller(request), **sent)
        return Response({"report": report.pk}, status=202)
