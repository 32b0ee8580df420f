"""/tournaments/<id>/prize-pools/, /stakes/ and /payouts/: money in and money out."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.parsing import read_request_body
from tournaments.events.api.entries import EntryOutput
from tournaments.events.api.tournaments import OfTournament
from tournaments.money import services
from tournaments.money.rules.prize_pools import POOLS_MAX

from .models import PrizePoolList, Stake
from .selectors import prize_pool_list, tournament_payouts


class PrizePoolsInput(serializers.Serializer[Any]):
    currency = serializers.RegexField(r"^[A-Z]{3}$", help_text="Of every amount: EUR, JPY, ...")
    prize_pools = serializers.ListField(
        child=serializers.DictField(child=serializers.JSONField(allow_null=True)),
        max_length=POOLS_MAX,
        help_text="Each with name, fee, added, costs (whole cents), keeps (percent), side, closed, prizes: "
        "docs/payouts.md.",
    )
    reason = serializers.CharField(
        max_length=200, required=False, default="", help_text="Why, where the draw has been made."
    )


class PrizePoolsOutput(serializers.Serializer[PrizePoolList]):
    currency = serializers.CharField()
    prize_pools = serializers.ListField(
        child=serializers.DictField(child=serializers.JSONField(allow_null=True))
    )
    reason = serializers.CharField()


class StakeInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Number of the entry.")
    prize_pool = serializers.CharField(max_length=40, help_text="Name of a side pool.")


class StakeOutput(serializers.Serializer[Stake]):
    entry = serializers.IntegerField(source="entry_id")
    prize_pool = serializers.CharField()
    paid_at = serializers.DateTimeField(source="recorded_at")


class PayoutLineOutput(serializers.Serializer[Any]):
    prize_pool = serializers.CharField(source="line.prize_pool")
    part = serializers.CharField(source="line.part")
    entry = EntryOutput()
    first = serializers.IntegerField(source="line.first")
    last = serializers.IntegerField(source="line.last")
    cents = serializers.IntegerField(source="line.cents")
    explanation = serializers.CharField(source="line.explanation")


class KeptOutput(serializers.Serializer[Any]):
    prize_pool = serializers.CharField()
    reason = serializers.CharField(help_text="club, costs, not_offered, not_won or rounding.")
    cents = serializers.IntegerField()


class PayoutsOutput(serializers.Serializer[Any]):
    currency = serializers.CharField()
    money = serializers.IntegerField(help_text="Cents that came in: what is paid and what is kept.")
    paid = serializers.IntegerField(source="total_paid")
    lines = PayoutLineOutput(many=True)
    kept = KeptOutput(many=True)


class PrizePoolsView(OfTournament):
    """The prize pools of a tournament."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=PrizePoolsOutput, operation_id="tournaments_pools")
    def get(self, request: Request, pk: int) -> Response:
        """What is paid in, and how it is split."""
        return Response(PrizePoolsOutput(prize_pool_list(self.requested_tournament())).data)

    @extend_schema(request=PrizePoolsInput, responses={201: PrizePoolsOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Set what is paid in and how it is split, in place of what was set before."""
        sent = read_request_body(PrizePoolsInput, request)
        listed = services.prize_pools_set(
            actor=require_caller(request), tournament_id=self.requested_tournament().pk, **sent
        )
        return Response(PrizePoolsOutput(listed).data, status=201)


class StakesView(OfTournament):
    """Who pays into side pools."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=StakeInput, responses={201: StakeOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Have an entry pay into a side pool, before the draw; again changes nothing."""
        sent = read_request_body(StakeInput, request)
        stake = services.stake_add(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_id=sent["entry"],
            prize_pool=sent["prize_pool"],
        )
        return Response(StakeOutput(stake).data, status=201)


class PayoutsView(OfTournament):
    """Who is paid what."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=PayoutsOutput, operation_id="tournaments_payouts")
    def get(self, request: Request, pk: int) -> Response:
        """The payouts, once the places that are paid are clinched; it adds up to the cent."""
        return Response(PayoutsOutput(tournament_payouts(self.requested_tournament())).data)
