"""The members of a club on the pages: who belongs to it, who asks to, and what its officials do about it."""

from collections.abc import Callable
from datetime import date
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import Caller, may_do_action
from matches.base.forms import DayField, PageForm, RowForm, YesNoField
from matches.base.times import service_day
from matches.base.translation import code_word
from matches.players.models import Player
from matches.players.pages.fields import PlayerField
from tournaments.clubs import services
from tournaments.clubs.models import Application, Club, Membership
from tournaments.clubs.selectors import application_list, appointment_list, club_list, club_members


def kind_choices() -> list[tuple[str, str]]:
    """As what somebody belongs to a club."""
    return [(code, str(code_word(code, "membership_kind"))) for code in Membership.Kind.values]


class MemberAddForm(RowForm):
    concerns = {"already_member": "player", "invalid_membership": "starts_on"}

    player = PlayerField(label=gettext_lazy("Player"))
    kind = forms.ChoiceField(label=gettext_lazy("As"), choices=kind_choices)
    starts_on = DayField(label=gettext_lazy("First day"), required=False)

    def __init__(self, *args: Any, viewer: Caller, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player: Any = self.fields["player"]
        player.look_for(viewer)


class MemberEndForm(RowForm):
    concerns = {"invalid_membership": "ends_on"}

    ends_on = DayField(label=gettext_lazy("Last day"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


class ApplyForm(RowForm):
    note = forms.CharField(label=gettext_lazy("A word to the club"), max_length=500, required=False)


class ApplicationAnswerForm(RowForm):
    agrees = YesNoField()
    kind = forms.ChoiceField(label=gettext_lazy("As"), choices=kind_choices, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


def show_members(request: HttpRequest, club: Club, sent: PageForm | None = None) -> HttpResponse:
    """The page; `sent`: the form that was sent, which shows why nothing was done."""
    user, today = request.user, service_day(timezone.now())
    keeps = may_do_action(user, "members_keep", club)
    every = club_members(club, user)
    own = Player.objects.filter(user=user).first() if isinstance(user, User) else None
    belongs = {
        member.player.effective_player.pk
        for member in club.memberships.from_day(today).select_related("player")
    }
    waiting = application_list(club).filter(answer=None)
    asked = waiting.filter(player=own).first() if own is not None else None
    context = {
        "club": club,
        "members": [
            (member, member_end_form(member, sent, today) if keeps or is_own(member, own) else None)
            for member in every.in_force_on(today)
        ],
        "former": every.exclude(pk__in=every.in_force_on(today).values("pk")),
        "roles": appointment_list(club),
        "keeps": keeps,
        "waiting": [(each, ApplicationAnswerForm.among(sent, row=each.pk)) for each in waiting]
        if keeps
        else [],
        "asked": asked,
        "apply": ApplyForm.among(sent) if own and not asked and own.pk not in belongs else None,
        "add": MemberAddForm.among(sent, initial={"starts_on": today}, viewer=user),
    }
    status = HTTPStatus.OK if sent is None else sent.page_status
    return render(request, "clubs/members.html", context, status=status)


def is_own(member: Membership, own: Player | None) -> bool:
    return own is not None and member.player.effective_player.pk == own.pk


def member_end_form(member: Membership, sent: PageForm | None, today: date) -> MemberEndForm | None:
    """The form that ends a membership; None where its end is known."""
    if hasattr(member, "end"):
        return None
    return MemberEndForm.among(sent, row=member.pk, initial={"ends_on": today})


@require_safe
def members_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who belongs to the club, who runs it, who asks to join."""
    return show_members(request, get_object_or_404(club_list(), pk=pk))


def submit_member_form(
    request: HttpRequest, club_id: int, form: PageForm, act: Callable[[dict[str, Any]], object]
) -> HttpResponse:
    """Do what a form asks and show the members; or show them with why it was not done."""
    club = get_object_or_404(club_list(), pk=club_id)
    if form.submit(act):
        return redirect("pages-tournaments:club-members", club.pk)
    return show_members(request, club, form)


@require_POST
@login_required
def member_add_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a player belong to the club."""
    actor = login_of_page(request)
    form = MemberAddForm(request.POST, viewer=actor)
    return submit_member_form(
        request, pk, form, lambda sent: services.membership_add(actor=actor, club_id=pk, **sent)
    )


@require_POST
@login_required
def member_end_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """End a membership."""
    membership, actor = get_object_or_404(Membership, club=club, pk=pk), login_of_page(request)
    form = MemberEndForm(request.POST, row=pk)
    return submit_member_form(
        request,
        club,
        form,
        lambda sent: services.membership_end(actor=actor, membership_id=membership.pk, **sent),
    )


@require_POST
@login_required
def apply_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask to belong to the club, as the own player."""
    user = login_of_page(request)
    player = get_object_or_404(Player, user=user)
    return submit_member_form(
        request,
        pk,
        ApplyForm(request.POST),
        lambda sent: services.membership_apply(actor=user, club_id=pk, player=player, **sent),
    )


@require_POST
@login_required
def application_answer_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """Take a player into the club, or not."""
    application, actor = get_object_or_404(Application, club=club, pk=pk), login_of_page(request)

    def act(sent: dict[str, Any]) -> None:
        kind = sent["kind"] or Membership.Kind.MEMBER
        services.application_answer(actor=actor, application_id=application.pk, **{**sent, "kind": kind})

    return submit_member_form(request, club, ApplicationAnswerForm(request.POST, row=pk), act)
