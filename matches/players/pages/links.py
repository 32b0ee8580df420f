"""The pages of invitation links: issued by who keeps a profile, opened by the person it is of."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engine import RuleError
from matches.accounts.access import INVITATION, form_page_status, invitation_of, login_of_page
from matches.accounts.models import User
from matches.accounts.pages.forms import SignupForm
from matches.base.tags import qr_code
from matches.hooks import registrar_name
from matches.players import services
from matches.players.models import InvitationLink, Player
from matches.players.selectors import link_address, player_list
from matches.players.services import IssuedLink

from .player import show_player


def links_shown(issued: list[IssuedLink]) -> list[dict[str, Any]]:
    """Links as a page shows them this once."""
    addresses = [link_address(each.secret) for each in issued]
    return [
        {"link": each.link, "address": address, "qr_code": qr_code(address)}
        for each, address in zip(issued, addresses, strict=True)
    ]


@require_POST
@login_required
def player_invite_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Issue a link to a player's profile, which the page shows this once."""
    player = get_object_or_404(player_list(), pk=pk)
    try:
        issued = services.invitation_link_issue(actor=login_of_page(request), player_id=pk)
    except RuleError as refusal:
        return show_player(request, player, refusal)
    context = {"player": player, "links": links_shown([issued])}
    answer = render(request, "players/invitation_link.html", context)
    add_never_cache_headers(answer)
    return answer


@require_GET
def join_link_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Where a link leads: on to an address without the secret, which the session remembers."""
    try:
        link = services.link_opened(secret)
    except RuleError as refusal:
        return show_join(request, None, refusal)
    request.session[INVITATION] = link.pk
    answer = redirect("pages-matches:join")
    add_never_cache_headers(answer)
    return answer


@require_http_methods(["GET", "POST"])
def join_page(request: HttpRequest) -> HttpResponseBase:
    """What the link is for; sign up, log in, or be who it is for at once."""
    user = request.user
    if isinstance(user, User) and (joined := joined_player(request, user)) is not None:
        return redirect("pages-matches:player", joined.pk)
    number = invitation_of(request)
    link = None if number is None else InvitationLink.objects.select_related("player").get(pk=number)
    if link is None:
        return show_join(request, None, services.link_over())
    if request.method == "POST" and isinstance(user, User):
        try:
            services.invitation_link_use(actor=user, link_id=link.pk)
        except RuleError as refusal:
            return show_join(request, link, refusal)
        return redirect("pages-matches:join")
    return show_join(request, link, None)


def joined_player(request: HttpRequest, user: User) -> Player | None:
    """The player whom the login got, or is to get, by the link of the session, which is done with it."""
    number: int | None = request.session.get(INVITATION)
    if number is None:
        return None
    used = InvitationLink.objects.filter(pk=number, end__claim__recorded_by=user)
    link = used.select_related("player").first()
    if link is None:
        return None
    del request.session[INVITATION]
    said = (
        _("Welcome, %(name)s: this is your profile.")
        if link.player.user_id == user.pk
        else _("The profile of %(name)s is yours in seven days: others rely on its results, and can object.")
    )
    messages.success(request, said % {"name": link.player.name})
    return link.player


def show_join(
    request: HttpRequest, link: InvitationLink | None, refusal: RuleError | str | None
) -> HttpResponse:
    context: dict[str, Any] = {"link": link, "refusal": refusal}
    if link is not None:
        context["club"] = registrar_name(link.player)
        context["own"] = (
            Player.objects.filter(user=request.user).first() if isinstance(request.user, User) else None
        )
        if not request.user.is_authenticated:
            then = {"redirect_field_name": "next", "redirect_field_value": reverse("pages-matches:join")}
            context |= {"form": SignupForm(), **then}
    answer = render(request, "players/join.html", context, status=form_page_status(refusal))
    add_never_cache_headers(answer)
    return answer


@receiver(user_logged_in, dispatch_uid="matches.players.pages.links")
def join_who_logs_in(sender: object, request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Whoever signs up or logs in by a link is who it is for; /join/ says what stands against it."""
    number = None if request is None else invitation_of(request)
    if number is not None:
        with suppress(RuleError):
            services.invitation_link_use(actor=user, link_id=number)
