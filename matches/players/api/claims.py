"""/claims/ and /players/<id>/claims/: which login is which player."""

from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.models import Token
from matches.base.api.parsing import read_request_body
from matches.players import services
from matches.players.models import Claim, Player
from matches.players.selectors import claim_list, claims_to_answer

from .fields import PlayerRef
from .merges import ReasonInput


class ClaimInput(serializers.Serializer[Any]):
    note = serializers.CharField(
        max_length=500, default="", allow_blank=True, help_text="For whoever answers: who you are."
    )


class ClaimAnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField()
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class ClaimOutput(serializers.Serializer[Claim]):
    id = serializers.IntegerField()
    player = PlayerRef()
    login = serializers.CharField(source="recorded_by.username")
    note = serializers.SerializerMethodField()
    claimed_at = serializers.DateTimeField(source="recorded_at")
    state = serializers.SerializerMethodField()
    reason = serializers.CharField(source="answer.reason", default="")

    def get_note(self, claim: Claim) -> str:
        """What was written for whoever answers; withheld once the player was anonymised."""
        return "" if claim.player.anonymised else claim.note

    @extend_schema_field({"type": "string", "enum": ["open", "agreed", "refused"]})
    def get_state(self, claim: Claim) -> str:
        """Whether it waits, was agreed to or refused."""
        answer = getattr(claim, "answer", None)
        return "open" if answer is None else "agreed" if answer.agrees else "refused"


class ClaimsView(generics.ListAPIView[Claim]):
    """The caller's own claims, and those that wait for the caller's answer; the latest first."""

    serializer_class = ClaimOutput
    queryset = Claim.objects.none()
    ordering = ("-serial",)
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Claim]:
        user = require_caller(self.request)
        waiting = [claim.pk for claim in claims_to_answer(user)]
        return claim_list().filter(Q(recorded_by=user) | Q(pk__in=waiting))


class PlayerClaimsView(generics.GenericAPIView[Any]):
    """Claims of a player."""

    queryset = Player.objects.all()
    serializer_class = ClaimOutput
    write_scope = Token.Scope.REPORT

    @extend_schema(request=ClaimInput, responses={201: ClaimOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Say that this player, who has no login, is you. Who runs a club of the player answers."""
        sent = read_request_body(ClaimInput, request)
        claim = services.claim_make(
            actor=require_caller(request), player_id=self.get_object().pk, note=sent["note"]
        )
        return Response(ClaimOutput(claim).data, status=201)


class ClaimAnswerView(generics.GenericAPIView[Claim]):
    """The answer to a claim."""

    queryset = claim_list()
    serializer_class = ClaimOutput
    write_scope = Token.Scope.REPORT

    @extend_schema(request=ClaimAnswerInput, responses={201: ClaimOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Agree, which attaches the login to the player, or refuse; or take back one's own claim."""
        sent = read_request_body(ClaimAnswerInput, request)
        services.claim_answer(actor=require_caller(request), claim_id=self.get_object().pk, **sent)
        return Response(ClaimOutput(claim_list().get(pk=pk)).data, status=201)


class PlayerReleaseView(generics.GenericAPIView[Player]):
    """The release of a player from its login."""

    queryset = Player.objects.all()
    serializer_class = PlayerRef
    write_scope = Token.Scope.DIRECT

    @extend_schema(request=ReasonInput, responses={201: PlayerRef})
    def post(self, request: Request, pk: int) -> Response:
        """Take the player from a login that was another's. For staff."""
        sent = read_request_body(ReasonInput, request)
        player = self.get_object()
        services.player_release(actor=require_caller(request), player_id=player.pk, reason=sent["reason"])
        return Response(PlayerRef(player).data, status=201)
