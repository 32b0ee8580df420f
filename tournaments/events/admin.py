"""The admin site's view of clubs, tournaments, ponds, ladders: to look at; the services write."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from matches.admin import ReadOnly
from tournaments.models import (
    Admission,
    Application,
    ApplicationAnswer,
    Appointment,
    Bid,
    Call,
    Challenge,
    ChallengeAnswer,
    CheckIn,
    Club,
    Comeback,
    Counting,
    Division,
    Draw,
    Entry,
    EventWeight,
    Fixture,
    Ladder,
    LadderJoin,
    LadderLeave,
    League,
    LineUp,
    Membership,
    MembershipEnd,
    Pond,
    PondClosing,
    PondEntry,
    PondStart,
    PondWithdrawal,
    PoolList,
    Posting,
    Retraction,
    Season,
    Stake,
    Substitution,
    TiebreakOrder,
    Tournament,
    Withdrawal,
)


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ("name", "created_at")
    search_fields = ("name",)


@admin.register(Appointment)
class AppointmentAdmin(ReadOnly):
    list_display = ("user", "role", "club", "tournament")
    list_filter = ("role",)
    list_select_related = ("user", "club", "tournament")


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
        "recorded_by",
        "recorded_at",
        "request_id",
    )
    search_fields = ("player__name", "tournament__name")


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


@admin.register(Comeback)
class ComebackAdmin(ReadOnly):
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


@admin.register(Posting)
class PostingAdmin(ReadOnly):
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


@admin.register(Retraction)
class RetractionAdmin(ReadOnly):
    list_display = ("posting", "reason", "recorded_by", "recorded_at")
    list_select_related = ("posting__tournament", "recorded_by")
    fields = ("posting", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(Call)
class CallAdmin(ReadOnly):
    list_display = ("tournament", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("tournament", "recorded_by", "recorded_at", "request_id")


@admin.register(TiebreakOrder)
class TiebreakOrderAdmin(ReadOnly):
    list_display = ("tournament", "tiebreaks", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("tournament", "tiebreaks", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(PoolList)
class PoolListAdmin(ReadOnly):
    list_display = ("tournament", "currency", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("tournament", "currency", "pools", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(EventWeight)
class EventWeightAdmin(ReadOnly):
    list_display = ("tournament", "weight", "level", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("tournament", "weight", "level", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(Stake)
class StakeAdmin(ReadOnly):
    list_display = ("entry", "pool", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__tournament", "recorded_by")
    fields = ("entry", "pool", "recorded_by", "recorded_at", "request_id")


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


@admin.register(Admission)
class AdmissionAdmin(ReadOnly):
    list_display = ("pool", "club", "admitted", "recorded_by", "recorded_at")
    list_select_related = ("pool", "club", "recorded_by")


@admin.register(Counting)
class CountingAdmin(ReadOnly):
    list_display = ("tournament", "pool", "counts", "recorded_by", "recorded_at")
    list_filter = ("pool",)
    list_select_related = ("tournament", "pool", "recorded_by")


@admin.register(League)
class LeagueAdmin(ReadOnly):
    list_display = ("name", "club", "format", "created_at")
    list_filter = ("format",)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(Pond)
class PondAdmin(ReadOnly):
    list_display = ("name", "club", "state", "round", "closes_at", "created_at")
    list_filter = ("state", "rain")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    list_display = ("league", "number", "name", "recorded_by", "recorded_at")
    list_select_related = ("league", "recorded_by")
    fields = (
        "league",
        "number",
        "name",
        "withdrawn",
        "newcomers",
        "told_apart",
        "recorded_by",
        "recorded_at",
        "request_id",
    )


@admin.register(Division)
class DivisionAdmin(ReadOnly):
    list_display = ("tournament", "number", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("season", "number", "tournament", "recorded_by", "recorded_at", "request_id")


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
        return Bid.objects.disclosed()


@admin.register(PondClosing)
class PondClosingAdmin(ReadOnly):
    list_display = ("pond", "round", "recorded_by", "recorded_at")
    list_select_related = ("pond", "recorded_by")
    fields = ("pond", "round", "recorded_by", "recorded_at", "request_id")


@admin.register(Application)
class ApplicationAdmin(ReadOnly):
    list_display = ("id", "player", "club", "recorded_at")
    list_select_related = ("player", "club")


@admin.register(ApplicationAnswer)
class ApplicationAnswerAdmin(ReadOnly):
    list_display = ("id", "application", "agrees", "recorded_by", "recorded_at")
    list_select_related = ("application__player", "application__club", "recorded_by")


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    list_display = ("id", "player", "club", "kind", "starts_on")
    list_filter = ("kind",)
    list_select_related = ("player", "club")


@admin.register(MembershipEnd)
class MembershipEndAdmin(ReadOnly):
    list_display = ("id", "membership", "ends_on", "recorded_by")
    list_select_related = ("membership__player", "membership__club", "recorded_by")


@admin.register(Ladder)
class LadderAdmin(ReadOnly):
    list_display = ("name", "club", "kind", "created_at")
    list_filter = ("kind",)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(LadderJoin)
class LadderJoinAdmin(ReadOnly):
    list_display = ("player", "ladder", "recorded_by", "recorded_at")
    list_select_related = ("player", "ladder", "recorded_by")
    fields = ("ladder", "player", "recorded_by", "recorded_at", "request_id")
    search_fields = ("player__name", "ladder__name")


@admin.register(LadderLeave)
class LadderLeaveAdmin(ReadOnly):
    list_display = ("join", "reason", "recorded_by", "recorded_at")
    list_select_related = ("join__player", "join__ladder", "recorded_by")
    fields = ("join", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly):
    list_display = ("challenger", "challenged", "ladder", "recorded_by", "recorded_at")
    list_select_related = ("challenger", "challenged", "ladder", "recorded_by")
    fields = ("ladder", "challenger", "challenged", "recorded_by", "recorded_at", "request_id")
    search_fields = ("challenger__name", "challenged__name", "ladder__name")


@admin.register(ChallengeAnswer)
class ChallengeAnswerAdmin(ReadOnly):
    list_display = ("challenge", "reply", "match", "recorded_by", "recorded_at")
    list_filter = ("reply",)
    list_select_related = (
        "challenge__challenger",
        "challenge__challenged",
        "challenge__ladder",
        "match__one",
        "match__two",
        "recorded_by",
    )
    fields = ("challenge", "reply", "match", "recorded_by", "recorded_at", "request_id")
