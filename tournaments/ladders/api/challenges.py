"""/ladders/<id>/challenges/ and /challenges/<id>/: made, answered, and the matches that come of them."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, ENTER, PUBLIC
from matches.base.api.filters import IntegerFilter, TruthFilter
from matches.base.api.parsing import read_request_body
from matches.players.api.fields import PlayerRef, player_numbered
from tournaments.ladders import services
from tournaments.ladders.models import Challenge
from tournaments.ladders.rules import Reply
from tournaments.ladders.selectors import ChallengeState, challenge_list, challenge_states, ladder_list

GIVEN = [Reply.ACCEPTED.value, Reply.REFUSED.value, Reply.WITHDRAWN.value]


class ChallengeInput(serializers.Serializer[Any]):
    challenger = serializers.IntegerField(help_text="Number of the player who challenges.")
    challenged = serializers.IntegerField(help_text="Number of the player who is challenged.")


class ChallengeReplyInput(serializers.Serializer[Any]):
    reply = serializers.ChoiceField(
        choices=GIVEN, help_text="accepted and refused by who was challenged, withdrawn by who challenged."
    )


class ChallengeOutput(serializers.Serializer[ChallengeState]):
    address = "api-tournaments:challenge"

    id = serializers.IntegerField(source="challenge.pk")
    ladder = serializers.IntegerField(source="challenge.ladder_id")
    challenger = PlayerRef(source="challenge.challenger")
    challenged = PlayerRef(source="challenge.challenged")
    made_at = serializers.DateTimeField(source="challenge.recorded_at")
    state = serializers.ChoiceField(
        choices=["waiting", "playing", "played", "void", "refused", "withdrawn", "lapsed"],
        help_text="waiting for an answer, playing until the match is decided, or how it ended.",
    )
    answer_by = serializers.DateTimeField(allow_null=True, help_text="While it waits, if there is a date.")
    play_by = serializers.DateTimeField(allow_null=True, help_text="While it is played, if there is a date.")
    match = serializers.IntegerField(allow_null=True, help_text="Side one is the challenger's.")


class ChallengeFilter(filters.FilterSet):
    challenger = IntegerFilter()
    challenged = IntegerFilter()
    answered = TruthFilter(field_name="answer", lookup_expr="isnull", exclude=True)

    class Meta:
        model = Challenge
        fields = ["challenger", "challenged"]


def challenge_output(challenge: Challenge) -> Any:
    return ChallengeOutput(challenge_states([challenge])[0]).data


class ChallengesView(generics.ListAPIView[Any]):
    """Challenges of a ladder, the newest first."""

    serializer_class = ChallengeOutput
    filterset_class = ChallengeFilter
    queryset = Challenge.objects.none()
    scopes = {"GET": PUBLIC, "POST": ENTER | DIRECT}

    def get_queryset(self) -> QuerySet[Challenge]:
        return challenge_list(generics.get_object_or_404(ladder_list(), pk=self.kwargs["pk"]))

    def paginate_queryset(self, queryset: Any) -> Any:
        return challenge_states(super().paginate_queryset(queryset) or [])

    @extend_schema(request=ChallengeInput, responses={201: ChallengeOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Challenge a member, for oneself or as a director; on stairs the match is set up at once."""
        sent = read_request_body(ChallengeInput, request)
        ladder = generics.get_object_or_404(ladder_list(), pk=pk)
        challenger, challenged = (player_numbered(sent[side]) for side in ("challenger", "challenged"))
        challenge = services.challenge_make(
            actor=require_caller(request), ladder_id=ladder.pk, challenger=challenger, challenged=challenged
        )
        return Response(challenge_output(challenge_list(ladder).get(pk=challenge.pk)), status=201)


class ChallengeView(APIView):
    """A challenge."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=ChallengeOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The challenge, and its match once there is one."""
        challenge = generics.get_object_or_404(Challenge.objects.select_related("ladder"), pk=pk)
        return Response(challenge_output(challenge_list(challenge.ladder).get(pk=pk)))


class ChallengeAnswerView(APIView):
    """The answer to a challenge."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=ChallengeReplyInput, responses={201: ChallengeOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Accept or refuse a challenge, or withdraw one's own; an accepted one is a match from now on."""
        challenge = generics.get_object_or_404(Challenge.objects.select_related("ladder"), pk=pk)
        reply = Reply(read_request_body(ChallengeReplyInput, request)["reply"])
        services.challenge_answer(actor=require_caller(request), challenge_id=pk, reply=reply)
        return Response(challenge_output(challenge_list(challenge.ladder).get(pk=pk)), status=201)
