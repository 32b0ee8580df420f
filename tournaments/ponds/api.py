"""/ponds/: announced, entered, started, played. Until its round is over a bid is its bidder's alone."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, ENTER, PUBLIC, READ
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.api.fields import NameField
from matches.base.api.filters import IntegerFilter
from matches.base.api.pagination import WORKED_OUT
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.edits.api import PictureView, PresentedPatch, WhyInput, read_why
from matches.facts.api.facts import FactsView
from matches.facts.api.versions import versioned
from matches.players.api.fields import PlayerRef, player_numbered
from matches.players.api.merges import ReasonInput
from matches.players.api.players import login_of_player_input
from matches.search.api import SearchFilter
from tournaments.clubs.api.fields import EntryRef, PlacedInput, PlacedOutput, club_numbered
from tournaments.ponds import services

from . import rules as ponds
from .models import (
    PLAYERS_MAX,
    POINTS_MAX,
    ROUND_MINUTES,
    ROUND_MINUTES_MAX,
    Bid,
    Pond,
    PondClosing,
    PondEdit,
    PondEntry,
)
from .selectors import (
    PondRound,
    PondStanding,
    own_pond_bids,
    pond_fold,
    pond_list,
    pond_rounds,
    pond_standings,
)


class PondTerms(PlacedInput):
    name = NameField(max_length=120)
    start = serializers.IntegerField(
        min_value=1, max_value=POINTS_MAX, default=ponds.START, help_text="Points of everybody at the start."
    )
    bonus = serializers.IntegerField(
        min_value=0,
        max_value=POINTS_MAX,
        default=ponds.BONUS,
        help_text="Points that the highest bid earns; in the rain the second highest.",
    )
    rain = serializers.BooleanField(default=False, help_text="Whether the highest bid falls in too.")
    round_minutes = serializers.IntegerField(
        min_value=1,
        max_value=ROUND_MINUTES_MAX,
        default=ROUND_MINUTES,
        help_text="How long a round is open at most.",
    )
    least = serializers.IntegerField(default=2, help_text="How many players it takes to start.")
    most = serializers.IntegerField(default=PLAYERS_MAX, help_text="How many players it takes in.")


class PondPatch(PondTerms, PresentedPatch):
    """What may be changed of it."""


class PondInput(PondTerms):
    club = serializers.IntegerField(help_text="Number of the club that holds it.")
    director = serializers.CharField(
        max_length=150,
        allow_null=True,
        default=None,
        help_text="Username of the login that directs it beside those of the club: the caller, unless "
        "another is named and accepts the invitation.",
    )


class PondOutput(PlacedOutput):
    address = "api-tournaments:pond"

    start = serializers.IntegerField()
    bonus = serializers.IntegerField()
    rain = serializers.BooleanField()
    round_minutes = serializers.IntegerField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    director = serializers.CharField(source="director.username")
    state = serializers.ChoiceField(choices=Pond.State.choices)
    round = serializers.IntegerField(allow_null=True, help_text="The round that takes bids.")
    closes_at = serializers.DateTimeField(allow_null=True, help_text="Until when it does.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class PondEntryInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="Number of the player.")


class PondEntryOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="entry.pk")
    player = PlayerRef(source="entry.player")
    entered_at = serializers.DateTimeField(source="entry.recorded_at")
    points = serializers.IntegerField(allow_null=True, help_text="What is left to whoever is in contention.")
    fell = serializers.IntegerField(allow_null=True, help_text="The round in which it fell in.")
    place = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="First and last of the places that it shares, once it has one.",
    )


class PondWithdrawalOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry_id")
    withdrawn_at = serializers.DateTimeField(source="recorded_at")


class BidInput(serializers.Serializer[Any]):
    round = serializers.IntegerField(
        min_value=1, max_value=PLAYERS_MAX, help_text="The round that it is for: a bid is late, not early."
    )
    points = serializers.IntegerField(help_text="From 0 to what one has left.")


class BidOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    points = serializers.IntegerField()
    made_at = serializers.DateTimeField(source="recorded_at")


class PondRoundRowOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.pk")
    player = PlayerRef(source="entry.player")
    bid = serializers.IntegerField(
        allow_null=True, help_text="What was spent; null for who made no bid and had none to repeat."
    )
    repeated = serializers.BooleanField(help_text="Whether it is the bid of the round before.")
    fell = serializers.BooleanField()
    bonus = serializers.BooleanField()
    left = serializers.IntegerField(allow_null=True, help_text="Points of whoever is in contention.")


class PondRoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    closed_at = serializers.DateTimeField()
    rows = PondRoundRowOutput(many=True)


class PondFilter(filters.FilterSet):
    club = IntegerFilter()
    state = filters.ChoiceFilter(choices=Pond.State.choices)
    search = SearchFilter()

    class Meta:
        model = Pond
        fields = ["club", "state"]


class PondsView(generics.ListAPIView[Pond]):
    """Ponds, the newest first."""

    serializer_class = PondOutput
    filterset_class = PondFilter
    queryset = pond_list()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(request=PondInput, responses={201: PondOutput})
    def post(self, request: Request) -> Response:
        """Announce a pond; players may enter from now on."""
        sent = read_request_body(PondInput, request)
        club = club_numbered(sent["club"])
        director = None if sent["director"] is None else login_of_player_input(sent["director"])
        pond = services.pond_create(
            actor=require_caller(request), **{**sent, "club": club, "director": director}
        )
        return Response(PondOutput(pond).data, status=201)


@versioned("pond")
class PondView(generics.RetrieveAPIView[Pond]):
    """A pond, and the round that takes bids."""

    serializer_class = PondOutput
    queryset = pond_list()
    scopes = {"GET": PUBLIC, "PATCH": DIRECT, "DELETE": DIRECT}

    @extend_schema(request=PondPatch, responses=PondOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change what is announced of it. What it is played by stays once it has started."""
        sent = read_request_body(PondPatch, request, partial=True)
        services.pond_edit(actor=require_caller(request), pond_id=self.get_object().pk, **sent)
        return Response(PondOutput(self.get_object()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it where nobody is entered; undoing that puts it back."""
        refuse_request_body(request)
        services.pond_remove(actor=require_caller(request), pond_id=self.get_object().pk)
        return Response(status=204)


class PondEditUndoView(APIView):
    """A change of what is announced of a pond."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=PondOutput)
    def post(self, request: Request, pond: int, pk: int) -> Response:
        """Take it back, if it was not changed again since; a pond called off goes ahead so."""
        reason = read_why(request)
        edit = generics.get_object_or_404(PondEdit, pond=pond, pk=pk)
        services.pond_edit_undo(actor=require_caller(request), pond_id=pond, edit_id=edit.pk, reason=reason)
        return Response(PondOutput(pond_list().get(pk=pond)).data)


class PondPictureView(PictureView):
    """The picture of a pond."""

    queryset = pond_list()
    scopes = {"PUT": DIRECT, "DELETE": DIRECT}

    def change(self, actor: User, number: int, **changes: Any) -> None:
        services.pond_edit(actor=actor, pond_id=number, **changes)


class OfPond(APIView):
    """Base of what lies under a pond."""

    def requested_pond(self) -> Pond:
        return generics.get_object_or_404(pond_list(), pk=self.kwargs["pk"])


class PondCallOffView(OfPond):
    """A pond that does not take place, or does not go on."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=ReasonInput, responses=PondOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Call it off: rounds that are over stand, and nobody bids any more. It can be undone."""
        sent = read_request_body(ReasonInput, request)
        services.pond_call_off(actor=require_caller(request), pond_id=self.requested_pond().pk, **sent)
        return Response(PondOutput(self.requested_pond()).data)


@versioned("pond")
class PondEntriesView(OfPond, generics.ListAPIView[Any]):
    """Who takes part in a pond, the best first, by the rounds that are over."""

    serializer_class = PondEntryOutput
    queryset = PondEntry.objects.none()
    orders = {"place": WORKED_OUT}
    filter_backends = ()
    scopes = {"GET": PUBLIC, "POST": ENTER | DIRECT}

    def get_queryset(self) -> list[PondStanding]:  # type: ignore[override]
        return pond_standings(pond_fold(self.requested_pond()))

    @extend_schema(request=PondEntryInput, responses={201: PondEntryOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Enter a player who has a login, before the start."""
        sent = read_request_body(PondEntryInput, request)
        player = player_numbered(sent["player"])
        entry = services.pond_enter(
            actor=require_caller(request), pond_id=self.requested_pond().pk, player=player
        )
        return Response(PondEntryOutput(PondStanding(entry)).data, status=201)


class PondWithdrawalsView(OfPond):
    """Entries withdrawn."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=EntryRef, responses={201: PondWithdrawalOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Take an entry back, before the start."""
        sent = read_request_body(EntryRef, request)
        withdrawal = services.pond_leave(
            actor=require_caller(request), pond_id=self.requested_pond().pk, entry_id=sent["entry"]
        )
        return Response(PondWithdrawalOutput(withdrawal).data, status=201)


class PondStartView(OfPond):
    """The start of a pond."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=None, responses={201: PondOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Start the pond: its first round takes bids from now on."""
        refuse_request_body(request)
        services.pond_start(actor=require_caller(request), pond_id=self.requested_pond().pk)
        return Response(PondOutput(self.requested_pond()).data, status=201)


class BidsView(OfPond, generics.ListAPIView[Bid]):
    """The caller's own bids, in the order in which they were made; the last of a round counts."""

    serializer_class = BidOutput
    queryset = Bid.objects.none()
    orders = {"made_at": ("serial",)}
    filter_backends = ()
    scopes = {"GET": READ, "POST": ENTER}

    def get_queryset(self) -> QuerySet[Bid]:
        pond = self.requested_pond()
        return own_pond_bids(require_permission(self.request.user, "pond_bid", pond), pond)

    @extend_schema(request=BidInput, responses={201: BidOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Bid in a round, or another bid instead of the last, while the round is open.

        Nobody else sees it before the round is over. The same bid again changes nothing.
        """
        sent = read_request_body(BidInput, request)
        bid = services.pond_bid_make(actor=require_caller(request), pond_id=self.requested_pond().pk, **sent)
        return Response(BidOutput(bid).data, status=201)


@versioned("pond")
class PondRoundsView(OfPond, generics.ListAPIView[Any]):
    """Rounds that are over, each with all its bids; the first one first."""

    serializer_class = PondRoundOutput
    queryset = PondClosing.objects.none()
    orders = {"number": WORKED_OUT}
    filter_backends = ()
    scopes = {"GET": PUBLIC}

    def get_queryset(self) -> list[PondRound]:  # type: ignore[override]
        return pond_rounds(pond_fold(self.requested_pond()))


class PondFactsView(FactsView):
    """Every fact about a pond, in the order in which they were recorded; bids once their round is over."""

    subject = Pond
    scopes = {"GET": PUBLIC}
