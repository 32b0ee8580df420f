"""/tournaments/<id>/draw/ and what pairs beside it: round pairings, releases, the order of tie-breaks."""

import re
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.pagination import EARLIEST
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.facts.api.versions import versioned
from tournaments.events import services
from tournaments.events.errors import TournamentNotStarted
from tournaments.events.models import (
    ENTRIES_MAX,
    PublishedRound,
    RoundRelease,
    RoundWithdrawal,
    TiebreakOrder,
    Tournament,
)
from tournaments.events.selectors import published_round_list, tournament_ties
from tournaments.formats.by_hand import Allowed
from tournaments.formats.play_offs import MOST_ENTRIES
from tournaments.formats.seeding.order import Seeding

from .tournaments import DrawOutput, OfTournament, TiebreaksField

# The number of an entry as the name of a member, written in one way.
RANKED = re.compile(r"[1-9][0-9]{0,17}")


class PairingOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    round = serializers.IntegerField()
    one = serializers.IntegerField(help_text="Number of an entry.")
    two = serializers.IntegerField()


class DrawInput(serializers.Serializer[Any]):
    seeding = serializers.ChoiceField(choices=[seeding.value for seeding in Seeding])
    seeded = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=ENTRIES_MAX,
        default=list,
        help_text="For manual seeding: numbers of entries, seed 1 first; the rest are drawn behind them.",
    )
    ranks = serializers.DictField(
        child=serializers.IntegerField(min_value=1),
        default=dict,
        help_text="For seeding by ranking: places in it, by number of the entry.",
    )
    protected = serializers.IntegerField(
        min_value=0,
        max_value=ENTRIES_MAX,
        allow_null=True,
        default=None,
        help_text="How many of the best keep their places, while the others are drawn.",
    )
    separate = serializers.BooleanField(
        default=False, help_text="In a bracket or in groups: move entries of one home or family apart."
    )
    seed = serializers.RegexField(
        r"^[\x21-\x7e]*$",
        max_length=64,
        allow_blank=True,
        default="",
        help_text="What the lots are made from; without one, the sealed seed of the event.",
    )
    again = serializers.BooleanField(
        default=False, help_text="Instead of the draw that was made, if nobody has played yet."
    )

    def validate_ranks(self, ranks: dict[str, int]) -> dict[int, int]:
        if not all(RANKED.fullmatch(entry) for entry in ranks):
            raise serializers.ValidationError("Ranks go by numbers of entries.")
        return {int(entry): rank for entry, rank in ranks.items()}


class RoundPairingsOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    part = serializers.CharField(help_text="The bracket, group or stage it belongs to.")
    round = serializers.IntegerField()
    pairings = serializers.SerializerMethodField()
    byes = serializers.ListField(child=serializers.IntegerField(), help_text="Entries that sit out.")
    by_hand = serializers.BooleanField()
    reason = serializers.CharField()
    withdrawn = serializers.BooleanField(source="is_withdrawn")
    published_at = serializers.DateTimeField(source="recorded_at")

    @extend_schema_field(PairingOutput(many=True))
    def get_pairings(self, published_round: PublishedRound) -> Any:
        return PairingOutput(published_round.pairings, many=True).data


class HandInput(serializers.Serializer[Any]):
    one = serializers.IntegerField(help_text="Number of an entry.")
    two = serializers.IntegerField()
    allow = serializers.ListField(
        child=serializers.ChoiceField(choices=[each.value for each in Allowed]),
        max_length=len(Allowed),
        default=list,
        help_text="What would be refused otherwise: that they have met, or are to be kept apart.",
    )
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class TieOutput(serializers.Serializer[Any]):
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Who shares a place.")


class PlayOffInput(serializers.Serializer[Any]):
    entries = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=MOST_ENTRIES,
        help_text="Who share a place.",
    )
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class RoundWithdrawalInput(serializers.Serializer[Any]):
    round_pairings = serializers.IntegerField(help_text="Number of the published round pairings.")
    reason = serializers.CharField(max_length=200)
    played_too = serializers.BooleanField(
        default=False,
        help_text="Even if matches of it have begun: they count for nothing, unless the same two are paired "
        "in the same slot again.",
    )


class RoundWithdrawalOutput(serializers.Serializer[RoundWithdrawal]):
    round_pairings = serializers.IntegerField(source="published_round_id")
    reason = serializers.CharField()
    withdrawn_at = serializers.DateTimeField(source="recorded_at")


class RoundReleaseOutput(serializers.Serializer[RoundRelease]):
    released_at = serializers.DateTimeField(source="recorded_at")


class TiebreakOrderInput(serializers.Serializer[Any]):
    tiebreaks = TiebreaksField()
    reason = serializers.CharField(max_length=200)


class TiebreakOrderOutput(serializers.Serializer[TiebreakOrder]):
    tiebreaks = TiebreaksField()
    reason = serializers.CharField()
    decided_at = serializers.DateTimeField(source="recorded_at")
    warning = serializers.SerializerMethodField()

    def get_warning(self, order: TiebreakOrder) -> str:
        """Given where the tournament is under way: what was played is ranked otherwise than announced."""
        if order.tournament.state == Tournament.State.OPEN:
            return ""
        return "Play has begun: what was played is ranked otherwise than was announced. This is on record."


@versioned("tournament")
class DrawView(OfTournament):
    """The draw of a tournament."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=DrawOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The draw, with what it takes to recompute it."""
        tournament = self.requested_tournament()
        draw = tournament.draw
        if draw is None:
            raise TournamentNotStarted(
                "%(tournament)s has not been drawn yet.",
                {"tournament": tournament.name},
                tournament=tournament.pk,
            )
        return Response(DrawOutput(draw).data)

    @extend_schema(request=DrawInput, responses={201: DrawOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Make the draw and start play; a worker makes the first fixtures within a moment."""
        sent = read_request_body(DrawInput, request)
        draw = services.tournament_draw(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            seeding=Seeding(sent["seeding"]),
            **{name: value for name, value in sent.items() if name != "seeding"},
        )
        return Response(DrawOutput(draw).data, status=201)


class RoundPairingsView(OfTournament, generics.ListAPIView[PublishedRound]):
    """Round pairings, of formats that pair as play goes on: all that were published, withdrawn or not."""

    serializer_class = RoundPairingsOutput
    queryset = PublishedRound.objects.none()
    orders = EARLIEST
    filter_backends = ()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[PublishedRound]:
        return published_round_list(self.tournament, self.tournament.draw)

    @extend_schema(request=HandInput, responses={201: RoundPairingsOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Pair two entries by hand for the coming round, which is then paired around them."""
        sent = read_request_body(HandInput, request)
        published_round = services.pairing_by_hand_post(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            one=sent["one"],
            two=sent["two"],
            allowed=[Allowed(each) for each in sent["allow"]],
            reason=sent["reason"],
        )
        return Response(RoundPairingsOutput(published_round).data, status=201)


class PlayOffsView(OfTournament):
    """Places played off by those who share them."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=TieOutput(many=True), operation_id="tournaments_play_offs_list")
    def get(self, request: Request, pk: int) -> Response:
        """Who shares a place that can be played off now."""
        found = [{"entries": tie} for tie in tournament_ties(self.requested_tournament())]
        return Response(TieOutput(found, many=True).data)

    @extend_schema(request=PlayOffInput, responses={201: RoundPairingsOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Have entries who share a place play it off, every two of them, when all else is over."""
        sent = read_request_body(PlayOffInput, request)
        published_round = services.tournament_play_offs_post(
            actor=require_caller(request), tournament_id=self.requested_tournament().pk, **sent
        )
        return Response(RoundPairingsOutput(published_round).data, status=201)


class RoundWithdrawalsView(OfTournament):
    """Round pairings that are withdrawn."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=RoundWithdrawalInput, responses={201: RoundWithdrawalOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw round pairings: their matches count no more, and the next round waits for its release."""
        sent = read_request_body(RoundWithdrawalInput, request)
        withdrawal = services.round_withdraw(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            published_round_id=sent["round_pairings"],
            reason=sent["reason"],
            played_too=sent["played_too"],
        )
        return Response(RoundWithdrawalOutput(withdrawal).data, status=201)


class RoundReleasesView(OfTournament):
    """Rounds that the director releases."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=None, responses={201: RoundReleaseOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Release the pairings that need approval; a worker publishes them within a moment."""
        refuse_request_body(request)
        release = services.round_release(
            actor=require_caller(request), tournament_id=self.requested_tournament().pk
        )
        return Response(RoundReleaseOutput(release).data, status=201)


class TiebreakOrdersView(OfTournament):
    """How ties are broken."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=TiebreakOrderInput, responses={201: TiebreakOrderOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Break ties in another order from now on."""
        sent = read_request_body(TiebreakOrderInput, request)
        order = services.tournament_tiebreaks_set(
            actor=require_caller(request), tournament_id=self.requested_tournament().pk, **sent
        )
        return Response(TiebreakOrderOutput(order).data, status=201)
