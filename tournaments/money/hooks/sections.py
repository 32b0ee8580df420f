"""What money adds to pages and resources of other rooms."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework.serializers import Field

from matches.hooks import PageContext, Section
from tournaments.events.models import Tournament
from tournaments.money.rules.fees import entry_fee
from tournaments.money.selectors import money_shown_to_viewer, with_prize_pools


class TournamentEntryFee(Section):
    """What a tournament costs to enter: with what is announced of it, and beside the button that enters."""

    subject = Tournament
    templates = {"facts": "money/_fee.html", "entering": "money/_fee_to_pay.html"}

    def load(self, rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
        return with_prize_pools(rows)

    def fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        from tournaments.money.api import EntryFeeField

        return {"entry_fee": EntryFeeField()}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext | None:
        money: Any = row
        listed = money.prize_pools_now or {"currency": "", "prize_pools": []}
        cents = entry_fee(listed["prize_pools"])
        return {"cents": cents, "currency": listed["currency"]} if cents else None


class TournamentPrizes(Section):
    """What a tournament pays, or will pay; its page has loaded the `course`."""

    subject = Tournament
    templates = {"main": "money/_money.html"}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext | None:
        money = money_shown_to_viewer(page["course"])
        return None if money is None else {"money": money}
