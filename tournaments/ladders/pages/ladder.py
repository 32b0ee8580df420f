"""Ladders on the pages: looked at, joined, left, climbed by challenges. Forms call the services."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.forms import PageForm, RowForm
from matches.base.pages import live_page, notify_done
from matches.facts.pages import facts_page
from matches.facts.versions import row_topic, row_version, with_version
from matches.players.models import Player
from tournaments.clubs.pages.named import player_named
from tournaments.ladders import services
from tournaments.ladders.models import Challenge, Ladder
from tournaments.ladders.rules import Ineligibility, Reply
from tournaments.ladders.selectors import (
    LadderFold,
    OpenRow,
    challenge_outlook,
    ladder_list,
    ladder_now,
    ladder_opponents,
    ladder_rung_rows,
    ladder_step_rows,
    open_challenge_rows,
    own_players_on_ladder,
)

from .forms import MemberForm

# The latest; a page of their own has them all.
STEPS_SHOWN = 30
PER_PAGE = 100


class LadderActionForm(RowForm):
    """What a button of the page sends, what it does, and what is said once that is done."""

    done: Promise

    def act(self, ladder: Ladder, user: User) -> None:
        raise NotImplementedError

    def named_player(self, name: str) -> Player:
        return get_object_or_404(Player, pk=self.cleaned_data[name])


class JoinForm(LadderActionForm):
    done = gettext_lazy("On the ladder, at the bottom.")
    player_number = forms.IntegerField(label=gettext_lazy("Player"), widget=forms.HiddenInput)

    def act(self, ladder: Ladder, user: User) -> None:
        services.ladder_join(actor=user, ladder_id=ladder.pk, player=self.named_player("player_number"))


class LadderLeaveForm(LadderActionForm):
    done = gettext_lazy("Off the ladder.")
    player_number = forms.IntegerField(label=gettext_lazy("Player"))
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)

    def act(self, ladder: Ladder, user: User) -> None:
        services.ladder_leave(
            actor=user,
            ladder_id=ladder.pk,
            player=self.named_player("player_number"),
            reason=self.cleaned_data["reason"],
        )


class ChallengeForm(LadderActionForm):
    done = gettext_lazy("The challenge is made.")
    challenger = forms.IntegerField(label=gettext_lazy("Who challenges"))
    challenged = forms.IntegerField(label=gettext_lazy("Who is challenged"))

    def act(self, ladder: Ladder, user: User) -> None:
        services.challenge_make(
            actor=user,
            ladder_id=ladder.pk,
            challenger=self.named_player("challenger"),
            challenged=self.named_player("challenged"),
        )


class ChallengeAnswerForm(LadderActionForm):
    challenge = forms.IntegerField(label=gettext_lazy("Challenge"), widget=forms.HiddenInput)
    reply: Reply

    def act(self, ladder: Ladder, user: User) -> None:
        challenge = get_object_or_404(Challenge, ladder=ladder, pk=self.cleaned_data["challenge"])
        services.challenge_answer(actor=user, challenge_id=challenge.pk, reply=self.reply)


class AcceptForm(ChallengeAnswerForm):
    done = gettext_lazy("Accepted: the match can be played.")
    reply = Reply.ACCEPTED


class RefuseForm(ChallengeAnswerForm):
    done = gettext_lazy("The challenge was refused.")
    reply = Reply.REFUSED


class WithdrawForm(ChallengeAnswerForm):
    done = gettext_lazy("The challenge was withdrawn.")
    reply = Reply.WITHDRAWN


FORMS: dict[str, type[LadderActionForm]] = {
    "join": JoinForm,
    "leave": LadderLeaveForm,
    "challenge": ChallengeForm,
    "accept": AcceptForm,
    "refuse": RefuseForm,
    "withdraw": WithdrawForm,
}
"""What is done on a ladder's page, by the value of the button pressed."""


@require_http_methods(["GET", "HEAD", "POST"])
def ladder_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who stands where, what is open, what has moved whom; and whom the visitor may challenge."""
    ladder = get_object_or_404(with_version(ladder_list()), pk=pk)
    if request.method != "POST":
        return show_ladder(request, ladder)
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.path)
    if request.POST.get("do") == "put-on":
        return put_on_ladder(request, ladder, user)
    form = FORMS.get(request.POST.get("do", ""), ChallengeForm)(request.POST)
    if form.submit(lambda _sent: form.act(ladder, user)):
        notify_done(request, str(form.done))
        return redirect("pages-tournaments:ladder", pk)
    return show_ladder(request, ladder, form)


def put_on_ladder(request: HttpRequest, ladder: Ladder, user: User) -> HttpResponse:
    """Have a player join whom a director has named."""
    if not may_do_action(user, "ladder_direct", ladder):
        raise PermissionDenied
    form = MemberForm(request.POST, viewer=user, club=ladder.club)

    @transaction.atomic
    def join(sent: dict[str, Any]) -> None:
        player = player_named(sent["player"], actor=user, club=ladder.club)
        services.ladder_join(actor=user, ladder_id=ladder.pk, player=player)
        notify_done(request, _("%(name)s is on the ladder, at the bottom.") % {"name": player.name})

    if form.submit(join):
        return redirect("pages-tournaments:ladder", ladder.pk)
    return show_ladder(request, ladder, form)


def show_ladder(request: HttpRequest, ladder: Ladder, sent: PageForm | None = None) -> HttpResponse:
    """The page; `sent`: the form that was sent, which shows why nothing was done."""
    fold = ladder_now(ladder)
    steps = ladder_step_rows(fold)[::-1]
    challenges = open_challenge_rows(fold)
    response = live_page(
        request,
        "ladders/ladder.html",
        live_part="ladders/_ladder.html",
        topic=row_topic(ladder),
        version=row_version(ladder),
        context={
            "ladder": ladder,
            "rules": fold.rules,
            "rungs": ladder_rung_rows(fold),
            "challenges": challenges,
            "steps": steps[:STEPS_SHOWN],
            "more_steps": len(steps) > STEPS_SHOWN,
            "sent": sent,
            "member_form": MemberForm.among(sent, viewer=request.user, club=ladder.club),
            "leaving": LadderLeaveForm.among(sent),
            "challenging": ChallengeForm.among(sent),
            **own_part_in_ladder(request, fold, challenges),
        },
    )
    if sent is not None:
        response.status_code = sent.page_status
    return response


def own_part_in_ladder(request: HttpRequest, fold: LadderFold, challenges: list[OpenRow]) -> dict[str, Any]:
    """What is about the visitor alone: the own place, whom to challenge, what to answer."""
    user = request.user
    if not isinstance(user, User):
        return {}
    own = own_players_on_ladder(user, fold)
    waiting = [row for row in challenges if row.match is None]
    numbers = {player.pk for player in own}
    opponents = ladder_opponents(fold, own[0].pk) if own else []
    return {
        "own": own[0] if own else None,
        "own_mark": fold.ladder_order.mark_of(own[0].pk) if own else None,
        "near": {row.rung.player.pk: row for row in opponents if row.is_near},
        "reach": [row.rung.player.name for row in opponents if row.ineligibility is None],
        "is_challenging": any(
            row.ineligibility is not None and row.ineligibility.why is Ineligibility.CHALLENGING
            for row in opponents
        ),
        "received": [row for row in waiting if fold.number_on_ladder(row.challenge.challenged_id) in numbers],
        "made": [row for row in waiting if fold.number_on_ladder(row.challenge.challenger_id) in numbers],
        "playing": [row for row in challenges if row.match is not None and numbers & players_of(fold, row)],
        "joining": None if own else Player.objects.filter(user=user).first(),
        "may_become_player": not hasattr(user, "player"),
        "directs": may_do_action(user, "ladder_direct", fold.ladder),
    }


def players_of(fold: LadderFold, row: OpenRow) -> set[int]:
    both = row.challenge.challenger_id, row.challenge.challenged_id
    return {fold.number_on_ladder(player) for player in both}


@require_safe
@login_required
def ladder_challenge_page(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """What it would mean to challenge a member, before one does."""
    ladder = get_object_or_404(ladder_list(), pk=pk)
    fold = ladder_now(ladder)
    own = own_players_on_ladder(login_of_page(request), fold)
    if not own or player not in fold.ladder_order.order or own[0].pk == player:
        raise Http404
    one, two = own[0], fold.players[player]
    ineligibility = fold.challenge_ineligibility(one.pk, two.pk)
    context = {
        "ladder": ladder,
        "own": one,
        "opponent": two,
        "refusal": ineligibility and services.challenge_refusal(fold, ineligibility, one.pk),
        "outlook": None if ineligibility else challenge_outlook(fold, one.pk, two.pk),
        "rules": fold.rules,
    }
    return render(request, "ladders/ladder_challenge.html", context)


@require_safe
def ladder_steps_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that moved anybody, the latest first."""
    ladder = get_object_or_404(ladder_list(), pk=pk)
    page = Paginator(ladder_step_rows(ladder_now(ladder))[::-1], PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "ladders/ladder_steps.html", {"ladder": ladder, "page": page})


@require_safe
def ladder_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "ladders/ladder_facts.html", get_object_or_404(ladder_list(), pk=pk))
