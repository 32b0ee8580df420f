"""The members of a club on the pages: who belongs to it, who asks to, and what its officials do about it."""

from collections.abc import Callable
from functools import partial

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from engine import RuleError
from matches.accounts.access import Form, act_and_redirect, form_page_status, login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.times import service_day
from matches.players.models import Player
from tournaments.clubs import services
from tournaments.clubs.models import Application, Club, Membership
from tournaments.clubs.selectors import application_list, appointment_list, club_list, club_members

KINDS = Membership.Kind.choices


class AddForm(forms.Form):
    player = forms.IntegerField(label=gettext_lazy("Number of the player"), min_value=1)
    kind = forms.ChoiceField(label=gettext_lazy("As"), choices=KINDS)
    starts_on = forms.DateField(label=gettext_lazy("First day"), required=False)


class EndForm(forms.Form):
    ends_on = forms.DateField(label=gettext_lazy("Last day"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


class ApplyForm(forms.Form):
    note = forms.CharField(label=gettext_lazy("A word to the club"), max_length=500, required=False)


class ApplicationAnswerForm(forms.Form):
    agrees = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda value: value == "yes"
    )
    kind = forms.ChoiceField(label=gettext_lazy("As"), choices=KINDS, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


def show_members(request: HttpRequest, club: Club, refusal: RuleError | str | None = None) -> HttpResponse:
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
        "members": every.in_force_on(today),
        "former": every.exclude(pk__in=every.in_force_on(today).values("pk")),
        "roles": appointment_list(club),
        "keeps": keeps,
        "own": own,
        "waiting": waiting if keeps else (),
        "asked": asked,
        "may_apply": own is not None and asked is None and own.pk not in belongs,
        "kinds": [code for code, _label in KINDS],
        "today": today,
        "refusal": refusal,
    }
    return render(request, "clubs/members.html", context, status=form_page_status(refusal))


@require_safe
def members_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who belongs to the club, who runs it, who asks to join."""
    return show_members(request, get_object_or_404(club_list(), pk=pk))


def submit_member_form(
    request: HttpRequest, club_id: int, form: Form, act: Callable[[Form], object]
) -> HttpResponse:
    """Do what a form asks and show the members; or show them with a refusal."""
    club = get_object_or_404(club_list(), pk=club_id)
    then = reverse("pages-tournaments:club-members", args=[club.pk])
    return act_and_redirect(form, act, partial(show_members, request, club), then)


@require_POST
@login_required
def member_add_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a player belong to the club."""

    def act(form: AddForm) -> None:
        sent = form.cleaned_data
        services.membership_add(
            actor=login_of_page(request),
            club_id=pk,
            player=get_object_or_404(Player, pk=sent["player"]),
            kind=sent["kind"],
            starts_on=sent["starts_on"],
        )

    return submit_member_form(request, pk, AddForm(request.POST), act)


@require_POST
@login_required
def member_end_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """End a membership."""
    membership = get_object_or_404(Membership, club=club, pk=pk)

    def act(form: EndForm) -> None:
        services.membership_end(
            actor=login_of_page(request), membership_id=membership.pk, **form.cleaned_data
        )

    return submit_member_form(request, club, EndForm(request.POST), act)


@require_POST
@login_required
def apply_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask to belong to the club, as the own player."""
    user = login_of_page(request)

    def act(form: ApplyForm) -> None:
        player = get_object_or_404(Player, user=user)
        services.membership_apply(actor=user, club_id=pk, player=player, **form.cleaned_data)

    return submit_member_form(request, pk, ApplyForm(request.POST), act)


@require_POST
@login_required
def application_answer_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """Take a player into the club, or not."""
    application = get_object_or_404(Application, club=club, pk=pk)

    def act(form: ApplicationAnswerForm) -> None:
        sent = form.cleaned_data
        services.application_answer(
            actor=login_of_page(request),
            application_id=application.pk,
            agrees=sent["agrees"],
            kind=sent["kind"] or Membership.Kind.MEMBER,
            reason=sent["reason"],
        )

    return submit_member_form(request, club, ApplicationAnswerForm(request.POST), act)
