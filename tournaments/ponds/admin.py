"""Ponds in the admin site: facts are looked at."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from matches.base.admin import ReadOnly

from .models import Bid, Pond, PondClosing, PondEdit, PondEntry, PondStart, PondWithdrawal


@admin.register(Pond)
class PondAdmin(ReadOnly):
    list_display = ("name", "club", "state", "round", "closes_at", "created_at")
    list_filter = ("state", "rain")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(PondEntry)
class PondEntryAdmin(ReadOnly):
    list_display = ("id", "player", "pond", "recorded_by", "recorded_at")
    list_select_related = ("player", "pond", "recorded_by")
    fields = ("pond", "player", "recorded_by", "recorded_at", "request_id")
    search_fields = ("player__name", "pond__name")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Not by bids: who has bid in the round that is open is nobody's to know."""
        return not lookup.startswith("bids") and super().lookup_allowed(lookup, value, request)


@admin.register(PondWithdrawal)
class PondWithdrawalAdmin(ReadOnly):
    list_display = ("entry", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__pond", "recorded_by")
    fields = ("entry", "recorded_by", "recorded_at", "request_id")


@admin.register(PondStart)
class PondStartAdmin(ReadOnly):
    list_display = ("pond", "recorded_by", "recorded_at")
    list_select_related = ("pond", "recorded_by")
    fields = ("pond", "recorded_by", "recorded_at", "request_id")


@admin.register(Bid)
class BidAdmin(ReadOnly):
    """Bids of rounds that are over; the others are nobody's but the bidder's, staff included."""

    list_display = ("entry", "round", "points", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__pond", "recorded_by")
    fields = ("entry", "round", "points", "recorded_by", "recorded_at", "request_id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Bid]:
        return Bid.objects.of_past_rounds()


@admin.register(PondClosing)
class PondClosingAdmin(ReadOnly):
    list_display = ("pond", "round", "recorded_by", "recorded_at")
    list_select_related = ("pond", "recorded_by")
    fields = ("pond", "round", "recorded_by", "recorded_at", "request_id")


@admin.register(PondEdit)
class PondEditAdmin(ReadOnly):
    list_display = ("id", "pond", "reason", "recorded_by", "recorded_at")
    list_select_related = ("pond", "recorded_by")
