"""Tournaments in the admin site, and the facts about them."""

from django.contrib import admin

from matches.base.admin import ReadOnly
from tournaments.events.models import (
    CheckIn,
    CheckInWithdrawal,
    Counting,
    Draw,
    Entry,
    EntryApplication,
    EntryApplicationAnswer,
    Fixture,
    LineUp,
    PublishedRound,
    Reentry,
    RoundRelease,
    RoundWithdrawal,
    Substitution,
    TiebreakOrder,
    Tournament,
    TournamentEdit,
    Withdrawal,
)


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    list_display = ("name", "club", "format", "state", "created_at")
    list_filter = ("state", "format")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("id", "player", "tournament", "recorded_by", "recorded_at")
    list_select_related = ("player", "tournament", "recorded_by")
    fields = (
        "tournament",
        "player",
        "home",
        "family",
        "alternate",
        "application",
        "recorded_by",
        "recorded_at",
        "request_id",
    )
    search_fields = ("player__name", "tournament__name")


@admin.register(EntryApplication)
class EntryApplicationAdmin(ReadOnly):
    list_display = ("id", "player", "tournament", "recorded_by", "recorded_at")
    list_select_related = ("player", "tournament", "recorded_by")
    fields = (
        "tournament",
        "player",
        "home",
        "family",
        "alternate",
        "recorded_by",
        "recorded_at",
        "request_id",
    )
    search_fields = ("player__name", "tournament__name")


@admin.register(EntryApplicationAnswer)
class EntryApplicationAnswerAdmin(ReadOnly):
    list_display = ("application", "state", "reason", "recorded_by", "recorded_at")
    list_select_related = ("application__player", "application__tournament", "recorded_by")
    fields = ("application", "state", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(Withdrawal)
class WithdrawalAdmin(ReadOnly):
    list_display = ("entry", "reason", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__tournament", "recorded_by")
    fields = ("entry", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(CheckIn)
class CheckInAdmin(ReadOnly):
    list_display = ("entry", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__tournament", "recorded_by")
    fields = ("entry", "recorded_by", "recorded_at", "request_id")


@admin.register(CheckInWithdrawal)
class CheckInWithdrawalAdmin(ReadOnly):
    list_display = ("check_in", "recorded_by", "recorded_at")
    list_select_related = ("check_in__entry__player", "check_in__entry__tournament", "recorded_by")
    fields = ("check_in", "recorded_by", "recorded_at", "request_id")


@admin.register(Reentry)
class ReentryAdmin(ReadOnly):
    list_display = ("withdrawal", "recorded_by", "recorded_at")
    list_select_related = ("withdrawal__entry__player", "withdrawal__entry__tournament", "recorded_by")
    fields = ("withdrawal", "recorded_by", "recorded_at", "request_id")


@admin.register(Substitution)
class SubstitutionAdmin(ReadOnly):
    list_display = ("comes", "leaves", "recorded_by", "recorded_at")
    list_select_related = (
        "comes__player",
        "comes__tournament",
        "leaves__player",
        "leaves__tournament",
        "recorded_by",
    )
    fields = ("leaves", "comes", "recorded_by", "recorded_at", "request_id")


@admin.register(PublishedRound)
class PublishedRoundAdmin(ReadOnly):
    list_display = ("tournament", "round", "by_hand", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = (
        "tournament",
        "part",
        "round",
        "pairings",
        "byes",
        "left",
        "by_hand",
        "reason",
        "recorded_by",
        "recorded_at",
        "request_id",
    )


@admin.register(RoundWithdrawal)
class RoundWithdrawalAdmin(ReadOnly):
    list_display = ("published_round", "reason", "recorded_by", "recorded_at")
    list_select_related = ("published_round__tournament", "recorded_by")
    fields = ("published_round", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(RoundRelease)
class RoundReleaseAdmin(ReadOnly):
    list_display = ("tournament", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("tournament", "recorded_by", "recorded_at", "request_id")


@admin.register(TiebreakOrder)
class TiebreakOrderAdmin(ReadOnly):
    list_display = ("tournament", "tiebreaks", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("tournament", "tiebreaks", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(Draw)
class DrawAdmin(ReadOnly):
    list_display = ("tournament", "seeding", "seed", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = (
        "tournament",
        "seeding",
        "seed",
        "order",
        "ratings",
        "ranks",
        "seeded",
        "protected",
        "separated",
        "recorded_by",
        "recorded_at",
        "request_id",
    )


@admin.register(Fixture)
class FixtureAdmin(ReadOnly):
    list_display = ("tournament", "key", "match", "void")
    list_filter = ("void",)
    list_select_related = ("tournament", "match__one", "match__two")
    search_fields = ("tournament__name",)


@admin.register(LineUp)
class LineUpAdmin(ReadOnly):
    list_display = ("entry", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__tournament", "recorded_by")
    fields = ("entry", "players", "recorded_by", "recorded_at", "request_id")


@admin.register(Counting)
class CountingAdmin(ReadOnly):
    list_display = ("tournament", "rating_pool", "counts", "recorded_by", "recorded_at")
    list_filter = ("rating_pool",)
    list_select_related = ("tournament", "rating_pool", "recorded_by")


@admin.register(TournamentEdit)
class TournamentEditAdmin(ReadOnly):
    list_display = ("id", "tournament", "reason", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
