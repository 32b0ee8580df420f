"""/tournaments/<id>/prize-pools/, /fees/, /stakes/ and /payouts/: money in and money out."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, ENTER, PUBLIC, READ
from matches.accounts.permissions import require_permission
from matches.base.api.parsing import read_request_body
from tournaments.events.api.check_ins import EntryNumbers
from tournaments.events.api.entries import EntryOutput
from tournaments.events.api.tournaments import OfTournament
from tournaments.events.models import Tournament
from tournaments.money import services
from tournaments.money.rules.fees import entry_fee
from tournaments.money.rules.prize_pools import CENTS_MAX, POOLS_MAX

from .models import PayoutHandover, PrizePoolList, Stake
from .selectors import TournamentFees, prize_pool_list, tournament_fees, tournament_payouts

TOTALS = ("owed", "paid", "open", "to_return")


class CurrencyField(serializers.RegexField):
    """The code of a currency, ISO 4217."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(r"^[A-Z]{3}$", **{"help_text": "Of every amount: EUR, JPY, ...", **kwargs})


class PrizePoolsInput(serializers.Serializer[Any]):
    currency = CurrencyField()
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


class AmountOutput(serializers.Serializer[Any]):
    cents = serializers.IntegerField(help_text="Of the smallest amounts of the currency: of the yen, yen.")
    currency = serializers.CharField()


@extend_schema_field(AmountOutput(allow_null=True))
class EntryFeeField(serializers.ReadOnlyField):
    """What everybody pays who plays, side pools left out; null where the event is free."""

    def get_attribute(self, instance: Tournament) -> Any:
        return getattr(instance, "prize_pools_now", None) or {"currency": "", "prize_pools": []}

    def to_representation(self, value: Any) -> dict[str, Any] | None:
        cents = entry_fee(value["prize_pools"])
        return {"cents": cents, "currency": value["currency"]} if cents else None


class EntryFeeInput(serializers.Serializer[Any]):
    cents = serializers.IntegerField(
        min_value=0, max_value=CENTS_MAX, help_text="What an entry pays; 0 where the event is free."
    )
    currency = CurrencyField()
    reason = serializers.CharField(
        max_length=200, default="", allow_blank=True, help_text="Why, where the draw has been made."
    )


class FeePaymentsInput(EntryNumbers):
    paid = serializers.BooleanField(default=True, help_text="false: they have paid nothing after all.")
    cents = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=CENTS_MAX,
        help_text="What each has paid by now in all, where it is not what it owes.",
    )

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        if not sent["paid"] and sent["cents"] is not None:
            raise serializers.ValidationError({"cents": "Who has paid nothing has paid no amount."})
        return sent


class FeesOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    owed = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField(help_text="What is still to be paid.")
    to_return = serializers.IntegerField(help_text="What was paid and is not owed.")


class CollectedOutput(serializers.Serializer[Any]):
    login = serializers.CharField(allow_null=True)
    cents = serializers.IntegerField()


class TournamentFeesOutput(serializers.Serializer[Any]):
    currency = serializers.CharField()
    fee = serializers.IntegerField(help_text="Cents that everybody pays who plays, side pools left out.")
    owed = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField()
    to_return = serializers.IntegerField()
    entries = FeesOutput(many=True, help_text="In the order of entering.")
    collected = CollectedOutput(many=True, help_text="By whom, by what was recorded last.")

    def to_representation(self, instance: TournamentFees) -> Any:
        entries = [
            {
                "entry": entry,
                "owed": fees.owed,
                "paid": fees.paid,
                "open": fees.open,
                "to_return": fees.to_return,
            }
            for entry, fees in instance.by_entry.items()
        ]
        collected = [
            {"login": None if login is None else login.shown_name, "cents": cents}
            for login, cents in instance.collected
        ]
        return super().to_representation(
            {
                **{name: getattr(instance, name) for name in ("currency", "fee", *TOTALS)},
                "entries": entries,
                "collected": collected,
            }
        )


class HandoverInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Number of the entry.")
    prize_pool = serializers.CharField(
        max_length=40, default="", allow_blank=True, help_text="Of this one alone; of all, if none is named."
    )
    part = serializers.CharField(
        max_length=32, default="", allow_blank=True, help_text="For this bracket or group alone."
    )
    handed_over = serializers.BooleanField(default=True, help_text="false: not after all.")


class HandoverOutput(serializers.Serializer[PayoutHandover]):
    entry = serializers.IntegerField(source="entry_id")
    prize_pool = serializers.CharField()
    part = serializers.CharField()
    cents = serializers.IntegerField(help_text="What was handed over by now; 0 where that was taken back.")
    noted_at = serializers.DateTimeField(source="recorded_at")


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
    handed_over = serializers.IntegerField(help_text="Cents that were handed over by now.")
    difference = serializers.IntegerField(
        help_text="Cents still to be handed over; after a correction less than nothing, to be returned."
    )


class UnearnedOutput(serializers.Serializer[Any]):
    prize_pool = serializers.CharField()
    part = serializers.CharField()
    entry = EntryOutput()
    handed_over = serializers.IntegerField()


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
    handed_over = serializers.IntegerField(help_text="Cents, over all lines.")
    to_hand_over = serializers.IntegerField()
    to_return = serializers.IntegerField()
    unearned = UnearnedOutput(
        many=True, help_text="What was handed over for a place that brings the entry nothing any more."
    )


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


class EntryFeeView(OfTournament):
    """What a tournament costs to enter."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=EntryFeeInput, responses={201: PrizePoolsOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Set the fee of who plays: in the prize pool that everybody pays into, or in one of its own."""
        sent = read_request_body(EntryFeeInput, request)
        listed = services.entry_fee_set(
            actor=require_caller(request), tournament_id=self.requested_tournament().pk, **sent
        )
        return Response(PrizePoolsOutput(listed).data, status=201)


class FeesView(OfTournament):
    """What entries owe and have paid."""

    scopes = {"GET": READ}

    @extend_schema(responses=TournamentFeesOutput, operation_id="tournaments_fees")
    def get(self, request: Request, pk: int) -> Response:
        """What every entry owes and has paid, and who has collected it; for who runs the event."""
        tournament = self.requested_tournament()
        require_permission(require_caller(request), "fee_payment_record", tournament)
        return Response(TournamentFeesOutput(tournament_fees(tournament)).data)


class FeePaymentsView(OfTournament):
    """Who has paid."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=FeePaymentsInput, responses={201: TournamentFeesOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Record that entries have paid what they owe, side pools included, or not after all.

        All of them or none; again changes nothing. The answer has the fees of all entries as they are then.
        """
        sent = read_request_body(FeePaymentsInput, request)
        tournament = self.requested_tournament()
        services.fee_payments_record(
            actor=require_caller(request),
            tournament_id=tournament.pk,
            entry_ids=sent["entries"],
            paid=sent["paid"],
            cents=sent["cents"],
        )
        return Response(TournamentFeesOutput(tournament_fees(tournament)).data, status=201)


class HandoversView(OfTournament):
    """Payouts that were handed over."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=HandoverInput, responses={201: HandoverOutput(many=True)})
    def post(self, request: Request, pk: int) -> Response:
        """Note that an entry was handed its payouts, or not after all; again changes nothing.

        What was noted anew is answered. A correction leaves the amounts, and the payout sheet shows the
        difference.
        """
        sent = read_request_body(HandoverInput, request)
        made: Any = services.payout_hand_over(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_id=sent["entry"],
            prize_pool=sent["prize_pool"],
            part=sent["part"],
            handed_over=sent["handed_over"],
        )
        return Response(HandoverOutput(made, many=True).data, status=201)


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
