"""Clubs, appointments and memberships in the admin site."""

from django.contrib import admin

from matches.base.admin import ReadOnly
from tournaments.clubs.models import (
    Application,
    ApplicationAnswer,
    Appointment,
    Club,
    ClubEdit,
    ClubProposal,
    ClubProposalAnswer,
    Membership,
    MembershipEnd,
    Registration,
    Sanction,
    ServiceAccount,
    ServiceAccountEnd,
)


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ("name", "created_at")
    search_fields = ("name",)


@admin.register(ClubProposal)
class ClubProposalAdmin(ReadOnly):
    list_display = ("id", "name", "recorded_by", "recorded_at")
    list_select_related = ("recorded_by",)


@admin.register(ClubProposalAnswer)
class ClubProposalAnswerAdmin(ReadOnly):
    list_display = ("id", "proposal", "agrees", "club", "recorded_by", "recorded_at")
    list_select_related = ("proposal", "club", "recorded_by")


@admin.register(Appointment)
class AppointmentAdmin(ReadOnly):
    list_display = ("user", "role", "club", "tournament")
    list_filter = ("role",)
    list_select_related = ("user", "club", "tournament")


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    list_display = ("club", "rating_pool", "sanctioned", "since", "recorded_by", "recorded_at")
    list_select_related = ("rating_pool", "club", "recorded_by")


@admin.register(Registration)
class RegistrationAdmin(ReadOnly):
    list_display = ("id", "player", "club", "recorded_by", "recorded_at")
    list_select_related = ("player", "club", "recorded_by")


@admin.register(ServiceAccount)
class ServiceAccountAdmin(ReadOnly):
    list_display = ("name", "club", "owner", "role", "expires_at", "recorded_by", "recorded_at")
    list_select_related = ("club", "owner", "recorded_by")


@admin.register(ServiceAccountEnd)
class ServiceAccountEndAdmin(ReadOnly):
    list_display = ("id", "account", "recorded_by", "recorded_at")
    list_select_related = ("account__club", "recorded_by")


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


@admin.register(ClubEdit)
class ClubEditAdmin(ReadOnly):
    list_display = ("id", "club", "reason", "recorded_by", "recorded_at")
    list_select_related = ("club", "recorded_by")
