"""The next season of a league: who plays where is looked at first, then it is opened."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine import RuleError
from matches.accounts.access import login_of_page
from matches.base.pages import notify_done
from matches.players.models import Player
from tournaments.clubs.pages.named import player_named
from tournaments.leagues import services
from tournaments.leagues.models import League
from tournaments.leagues.rules import Claims
from tournaments.leagues.selectors import Following, players_of_season, season_list, season_members

from .editing import directed_league
from .forms import SeasonForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who goes up and down, who leaves, who is new: what the season would be, and a button that opens it."""
    league = directed_league(request, pk)
    before = players_before(league)
    if request.method != "POST":
        form = SeasonForm(None, viewer=request.user, league=league, before=before)
        return show_season(request, league, form, Claims() if before is not None else None)
    form = SeasonForm(request.POST, viewer=request.user, league=league, before=before)
    if request.POST.get("do") != "more" and form.is_valid() and form.newly_named:
        sent = with_new_recorded(request, league, form)
        form = SeasonForm(sent, viewer=request.user, league=league, before=before)
    if request.POST.get("do") == "open" and form.submit(
        lambda sent: services.season_open(
            actor=login_of_page(request),
            league_id=pk,
            claims=form.claims,
            name=sent["name"],
            draw=sent["draw"],
            preview=sent["preview"],
        )
    ):
        notify_done(request, _("The season is open."))
        return redirect("pages-tournaments:league", pk)
    asked = (form.is_valid() or form.refusal is not None) and request.POST.get("do") != "more"
    return show_season(request, league, form, form.claims if asked else None)


@transaction.atomic
def with_new_recorded(request: HttpRequest, league: League, form: SeasonForm) -> QueryDict:
    """What was sent, once those in it are recorded who are new: from now on they are chosen."""
    sent = request.POST.copy()
    for field, named in form.newly_named.items():
        player = player_named(named, actor=login_of_page(request), club=league.club)
        sent[field] = sent[f"{field}-asked"] = player.name
        sent[f"{field}-chosen"] = str(player.pk)
        notify_done(request, _("%(name)s is recorded as a player of the club.") % {"name": player.name})
    return sent


def players_before(league: League) -> list[Player] | None:
    """Who opened the last season; None before the first."""
    last = season_list(league).order_by("number").last()
    if last is None:
        return None
    return players_of_season(player for division in season_members(last) for player in division)


def show_season(
    request: HttpRequest, league: League, form: SeasonForm, claims: Claims | None
) -> HttpResponse:
    """The page with the preview of what was claimed, or why there is none."""
    following: Following | None = None
    refusal: RuleError | None = None
    if claims is not None:
        try:
            following = services.season_preview(
                actor=login_of_page(request), league_id=league.pk, claims=claims
            )
        except RuleError as refused:
            refusal = refused
            form.ask_order(refused)
    more = request.POST.get("do") == "more"
    faulty = request.method == "POST" and not more and (refusal is not None or bool(form.errors))
    context = {
        "league": league,
        "form": form,
        "following": following,
        "refusal": form.refusal or refusal,
        "is_first": form.before is None,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if faulty else HTTPStatus.OK
    return render(request, "leagues/season.html", context, status=status)
