"""The members of a club on the pages: who belongs to it, who asks to, who runs it."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.forms import PageForm
from matches.base.pages import is_done, notify_done
from matches.base.times import service_day
from matches.players.models import Invitation, Player
from tournaments.clubs import services
from tournaments.clubs.models import Application, Appointment, Club, Membership
from tournaments.clubs.selectors import (
    application_list,
    appointment_list,
    club_list,
    club_members,
    events_to_appoint_for,
)

from .member_forms import (
    ApplicationAnswerForm,
    AppointmentForm,
    MembershipApplicationForm,
    MembershipEndForm,
    MembershipForm,
)


def show_members(request: HttpRequest, club: Club, form: PageForm | None = None) -> HttpResponse:
    """form: what was refused, in the place of the one that it is."""
    user, today = request.user, service_day(timezone.now())
    keeps = may_do_action(user, "members_keep", club)
    appoints = may_do_action(user, "club_appoint", club)
    every = club_members(club, user)
    own = Player.objects.filter(user=user).first() if isinstance(user, User) else None
    belongs = {
        member.player.effective_player.pk
        for member in club.memberships.from_day(today).select_related("player")
    }
    waiting = list(application_list(club).filter(answer=None)) if keeps or own is not None else []
    asked = next((each for each in waiting if own is not None and each.player_id == own.pk), None)

    def may_end(member: Membership) -> bool:
        is_own = own is not None and member.player.effective_player.pk == own.pk
        return (keeps or is_own) and not hasattr(member, "end")

    members, may_apply = every.in_force_on(today), own is not None and asked is None and own.pk not in belongs
    context = {
        "club": club,
        "members": [
            (member, MembershipEndForm.among(form, row=member.pk) if may_end(member) else None)
            for member in members
        ],
        "former": every.exclude(pk__in=every.in_force_on(today).values("pk")),
        "roles": appointment_list(club),
        "keeps": keeps,
        "appoints": appoints,
        "waiting": [(each, ApplicationAnswerForm.among(form, row=each.pk)) for each in waiting if keeps],
        "asked": asked,
        "apply_form": MembershipApplicationForm.among(form) if may_apply else None,
        "member_form": MembershipForm.among(form, viewer=user, club=club) if keeps else None,
        "appointment_form": AppointmentForm.among(
            form, viewer=user, club=club, tournaments=events_to_appoint_for(club)
        )
        if appoints
        else None,
        "may_become_player": isinstance(user, User) and own is None and not keeps,
        "refused": form,
    }
    status = 200 if form is None else form.page_status
    return render(request, "clubs/members.html", context, status=status)


@require_safe
def members_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who belongs to the club, who runs it, who asks to join."""
    return show_members(request, get_object_or_404(club_list(), pk=pk))


def to_members(club: Club) -> HttpResponse:
    return redirect("pages-tournaments:club-members", club.pk)


@require_POST
@login_required
def member_add_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a player belong to the club, or ask whether they will."""
    club, actor = get_object_or_404(club_list(), pk=pk), login_of_page(request)
    form = MembershipForm(request.POST, viewer=actor, club=club)
    if not form.submit(lambda sent: services.membership_add(actor=actor, club_id=pk, **sent)):
        return show_members(request, club, form)
    said = (
        _("%(player)s is asked whether they agree, and belongs to the club once they have.")
        if isinstance(form.outcome, Invitation)
        else _("%(player)s belongs to the club.")
    )
    notify_done(request, said % {"player": form.cleaned_data["player"].name})
    return to_members(club)


@require_POST
@login_required
def member_end_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """End a membership."""
    membership = get_object_or_404(Membership.objects.select_related("player__stand_in"), club=club, pk=pk)
    of_club, actor = get_object_or_404(club_list(), pk=club), login_of_page(request)
    form = MembershipEndForm(request.POST, row=pk)
    if not form.submit(
        lambda sent: services.membership_end(actor=actor, membership_id=membership.pk, **sent)
    ):
        return show_members(request, of_club, form)
    said = _("The membership of %(player)s has its last day.")
    notify_done(request, said % {"player": membership.player.effective_player.name})
    return to_members(of_club)


@require_POST
@login_required
def apply_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask to belong to the club, as the own player."""
    club, actor = get_object_or_404(club_list(), pk=pk), login_of_page(request)
    player = get_object_or_404(Player, user=actor)
    form = MembershipApplicationForm(request.POST)
    if not form.submit(
        lambda sent: services.membership_apply(actor=actor, club_id=pk, player=player, **sent)
    ):
        return show_members(request, club, form)
    return to_members(club)


@require_POST
@login_required
def application_answer_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """Take a player into the club, or not."""
    application = get_object_or_404(Application, club=club, pk=pk)
    of_club, actor = get_object_or_404(club_list(), pk=club), login_of_page(request)
    form = ApplicationAnswerForm(request.POST, row=pk)

    def answer(sent: dict[str, Any]) -> None:
        services.application_answer(
            actor=actor,
            application_id=application.pk,
            agrees=sent["agrees"],
            kind=sent["kind"] or Membership.Kind.MEMBER,
            reason=sent["reason"],
        )

    if not form.submit(answer):
        return show_members(request, of_club, form)
    return to_members(of_club)


@require_POST
@login_required
def appoint_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Appoint who runs the club, or an event of it; or ask whether they will."""
    club, actor = get_object_or_404(club_list(), pk=pk), login_of_page(request)
    events = {event.pk: event for event in events_to_appoint_for(club)}
    form = AppointmentForm(request.POST, viewer=actor, club=club, tournaments=events.values())

    def appoint(sent: dict[str, Any]) -> Appointment | Invitation:
        event = events.get(sent["tournament"])
        return services.club_appoint(
            actor=actor, club=club, user=sent["user"], role=sent["role"], tournament=event
        )

    if not form.submit(appoint):
        return show_members(request, club, form)
    said = (
        _("%(login)s is asked whether they agree, and has the role once they have.")
        if isinstance(form.outcome, Invitation)
        else _("%(login)s has the role.")
    )
    named = form.cleaned_data["player"] or form.cleaned_data["user"].username
    notify_done(request, said % {"login": named})
    return to_members(club)


@require_POST
@login_required
def dismiss_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """Take a role back."""
    of_club = get_object_or_404(club_list(), pk=club)
    found = Appointment.objects.select_related("club", "user__player")
    appointment = get_object_or_404(found, club=club, pk=pk)
    actor = login_of_page(request)
    if is_done(request, lambda: services.club_dismiss(actor=actor, appointment=appointment)):
        notify_done(request, _("%(login)s has the role no longer.") % {"login": appointment.user.username})
    return to_members(of_club)
