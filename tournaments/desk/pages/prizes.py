"""The tab Prizes of the control desk: what comes in, who is paid what, and what was handed over."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine import RuleError
from matches.accounts.access import login_of_page
from matches.base.pages import notify_done
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_course
from tournaments.money.errors import InvalidPayouts
from tournaments.money.selectors import (
    PaidOut,
    paid_prize_pools,
    payouts_of_prize_pools,
    prize_pool_field,
    prize_pool_list,
    tournament_fees,
)
from tournaments.money.services import payout_hand_over, prize_pools_set

from .desk import Desk, open_desk, show_desk
from .entry_forms import DeskAnswer, DeskEntryForm, DeskForm
from .prize_pool_forms import PrizePoolsSent

TAB = "prizes"


class HandOverForm(DeskEntryForm):
    """That an entry was handed what it is paid for a place, or not after all."""

    prize_pool = forms.CharField(max_length=40)
    part = forms.CharField(max_length=32)
    handed_over = forms.BooleanField(required=False)

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        payout_hand_over(
            **self.at,
            entry_id=sent["entry"],
            prize_pool=sent["prize_pool"],
            part=sent["part"],
            handed_over=sent["handed_over"],
        )
        return DeskAnswer(
            _("Noted as handed over.") if sent["handed_over"] else _("Noted as not handed over.")
        )


@require_http_methods(["GET", "POST"])
@login_required
def prizes_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is paid what; a press notes that it was handed over."""
    desk = open_desk(request, pk, TAB)
    form: DeskForm | None = None
    if request.method == "POST":
        form = HandOverForm(request.POST, desk.tournament, login_of_page(request))
        if form.submit(form.act):
            if not getattr(request, "htmx", False):
                notify_done(request, form.outcome.said)
            return redirect("pages-tournaments:desk-prizes", pk)
    context = {**prizes_shown(desk.tournament), "sent": form}
    return show_desk(request, desk, TAB, context, status=200 if form is None else form.page_status)


def prizes_shown(tournament: Tournament) -> dict[str, Any]:
    """The payouts, once the places that are paid are clinched; until then what each place would bring."""
    course, listed = tournament_course(tournament), prize_pool_list(tournament)
    paid: PaidOut | None = None
    if listed.prize_pools:
        with suppress(InvalidPayouts):
            paid = payouts_of_prize_pools(course, listed)
    fees = tournament_fees(tournament)
    return {
        "paid": paid,
        "prize_pools": paid_prize_pools(listed, prize_pool_field(course), course.replaced_by),
        "currency": listed.currency,
        "fees": fees,
        "owing": [(course.entries[number], each.open) for number, each in fees.by_entry.items() if each.open],
    }


@require_http_methods(["GET", "POST"])
@login_required
def prize_pools_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Set the prize pools: what is paid in, and what each place gets of it."""
    desk, actor = open_desk(request, pk, TAB), login_of_page(request)
    sent = pools_sent(request, desk)
    if request.method == "POST" and sent.is_valid():
        try:
            prize_pools_set(
                actor=actor,
                tournament_id=pk,
                currency=sent.terms.cleaned_data["currency"],
                prize_pools=sent.as_written(),
                reason=sent.terms.cleaned_data["reason"],
            )
        except RuleError as refusal:
            sent.add_refusal(refusal)
        else:
            notify_done(request, _("The prize pools are set."))
            return redirect("pages-tournaments:desk-prizes", pk)
    context = {"tournament": desk.tournament, "sent": sent}
    return render(request, "desk/prize_pools.html", context, status=sent.page_status)


def pools_sent(request: HttpRequest, desk: Desk) -> PrizePoolsSent:
    data = request.POST if request.method == "POST" else None
    return PrizePoolsSent(data, prize_pool_list(desk.tournament), desk.tournament.played_as.part_names)
