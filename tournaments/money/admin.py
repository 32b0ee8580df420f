"""Prize pools and stakes in the admin site."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import FeePayment, PayoutHandover, PrizePoolList, Stake


@admin.register(PrizePoolList)
class PrizePoolListAdmin(ReadOnly):
    list_display = ("tournament", "currency", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("tournament", "currency", "prize_pools", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(FeePayment)
class FeePaymentAdmin(ReadOnly):
    list_display = ("entry", "cents", "currency", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__tournament", "recorded_by")
    fields = ("entry", "cents", "currency", "recorded_by", "recorded_at", "request_id")


@admin.register(PayoutHandover)
class PayoutHandoverAdmin(ReadOnly):
    list_display = ("entry", "prize_pool", "cents", "currency", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__tournament", "recorded_by")
    fields = ("entry", "prize_pool", "part", "cents", "currency", "recorded_by", "recorded_at", "request_id")


@admin.register(Stake)
class StakeAdmin(ReadOnly):
    list_display = ("entry", "prize_pool", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__tournament", "recorded_by")
    fields = ("entry", "prize_pool", "recorded_by", "recorded_at", "request_id")
