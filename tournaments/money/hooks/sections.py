"""What money adds to pages and resources of other rooms."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework.serializers import Field

from matches.hooks import PageContext, Section
from tournaments.events.models import Tournament
from tournaments.money.selectors import money_shown_to_viewer, with_prize_pools


class TournamentPrizes(Section):
    """What a tournament costs and pays, or will pay; its page has loaded the `course`."""

    subject = Tournament
    templates = {"main": "money/_money.html"}

    def load(self, rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
        return with_prize_pools(rows)

    def fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        from tournaments.money.api import EntryFeeField

        return {"entry_fee": EntryFeeField()}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext | None:
        money = money_shown_to_viewer(page["course"])
        return None if money is None else {"money": money}
