"""/claims/ and /players/<id>/claims/: which login is which player."""

from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.hidden import HiddenFromOthers
from matches.accounts.api.scopes import ACCOUNT
from matches.accounts.models import User
from matches.base.api.pagination import LATEST
from matches.base.api.parsing import read_request_body
from matches.players import services
from matches.players.models import Claim, ClaimObjection, Player
from matches.players.rules.claims import ClaimState
from matches.players.selectors import claim_list, claims_concerning, concerns_claim

from .fields import PlayerRef
from .merges import ReasonInput


class ClaimInput(serializers.Serializer[Any]):
    note = serializers.CharField(
        max_length=500, default="", allow_blank=True, help_text="For whoever answers: who you are."
    )


class ClaimAnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField()
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class ClaimObjectionOutput(serializers.Serializer[ClaimObjection]):
    id = serializers.IntegerField()
    reason = serializers.CharField()
    objected_at = serializers.DateTimeField(source="recorded_at")


class ClaimOutput(serializers.Serializer[Claim]):
    address = "api-matches:claim"

    id = serializers.IntegerField()
    player = PlayerRef()
    login = serializers.CharField(source="recorded_by.username")
    note = serializers.SerializerMethodField()
    claimed_at = serializers.DateTimeField(source="recorded_at")
    state = serializers.ChoiceField(
        choices=[state.value for state in ClaimState],
        help_text="`objected`: staff decides. `waiting`: agreed to, and may be stopped until `effective_at`.",
    )
    effective_at = serializers.DateTimeField(
        allow_null=True, help_text="From when on the login speaks for the player, once it is agreed to."
    )
    reason = serializers.SerializerMethodField()
    objections = ClaimObjectionOutput(many=True)

    def get_note(self, claim: Claim) -> str:
        """What was written for whoever answers; withheld once the player was anonymised."""
        return "" if claim.player.anonymised else claim.note

    def get_reason(self, claim: Claim) -> str:
        """That of the last answer."""
        answers = sorted(claim.answers.all(), key=lambda answer: answer.serial)
        return answers[-1].reason if answers else ""


class ClaimsView(generics.ListAPIView[Claim]):
    """The caller's own claims, and those pending that the caller answers or may object to; latest first."""

    serializer_class = ClaimOutput
    queryset = Claim.objects.none()
    orders = LATEST
    filter_backends = ()
    scopes = {"GET": ACCOUNT}

    def get_queryset(self) -> QuerySet[Claim]:
        return claims_shown(require_caller(self.request))


class ClaimView(generics.RetrieveAPIView[Claim]):
    """A claim: one's own, or one that is the caller's to answer or to object to."""

    serializer_class = ClaimOutput
    queryset = Claim.objects.none()
    scopes = {"GET": ACCOUNT}

    def get_queryset(self) -> QuerySet[Claim]:
        return claims_shown(require_caller(self.request))


def claims_shown(user: User) -> QuerySet[Claim]:
    concerning = [claim.pk for some in claims_concerning(user) for claim in some]
    return claim_list().filter(Q(recorded_by=user) | Q(pk__in=concerning))


class PlayerClaimsView(generics.GenericAPIView[Any]):
    """Claims of a player."""

    queryset = Player.objects.all()
    serializer_class = ClaimOutput
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=ClaimInput, responses={201: ClaimOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Say that this player, who has no login, is you. Who runs the club that recorded it answers."""
        sent = read_request_body(ClaimInput, request)
        claim = services.claim_make(
            actor=require_caller(request), player_id=self.get_object().pk, note=sent["note"]
        )
        return Response(ClaimOutput(claim).data, status=201)


class OfClaim(HiddenFromOthers):
    """Base of what is done about a claim."""

    def concerns(self, user: User, row: Claim) -> bool:
        return concerns_claim(user, row)


class ClaimAnswerView(OfClaim):
    """The answer to a claim."""

    queryset = claim_list()
    serializer_class = ClaimOutput
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=ClaimAnswerInput, responses={201: ClaimOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Agree, which attaches the login to the player, or refuse; or take back one's own claim.

        Where the player has results the login is attached seven days later, and until then the claim may
        still be refused.
        """
        sent = read_request_body(ClaimAnswerInput, request)
        services.claim_answer(actor=require_caller(request), claim_id=self.get_object().pk, **sent)
        return Response(ClaimOutput(claim_list().get(pk=pk)).data, status=201)


class ClaimObjectionsView(OfClaim):
    """Objections to a claim."""

    queryset = claim_list()
    serializer_class = ClaimOutput
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=ReasonInput, responses={201: ClaimOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Doubt a claim of a player whom your club knows: staff decides it then."""
        sent = read_request_body(ReasonInput, request)
        services.claim_object(actor=require_caller(request), claim_id=self.get_object().pk, **sent)
        return Response(ClaimOutput(claim_list().get(pk=pk)).data, status=201)


class PlayerReleaseView(generics.GenericAPIView[Player]):
    """The release of a player from its login."""

    queryset = Player.objects.all()
    serializer_class = PlayerRef
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=ReasonInput, responses={201: PlayerRef})
    def post(self, request: Request, pk: int) -> Response:
        """Take the player from a login that was another's. For staff."""
        sent = read_request_body(ReasonInput, request)
        player = self.get_object()
        services.player_release(actor=require_caller(request), player_id=player.pk, reason=sent["reason"])
        return Response(PlayerRef(player).data, status=201)
