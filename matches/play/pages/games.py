"""The scoreboard: the games of a match recorded one after the other."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET, require_POST

from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.forms import PageForm
from matches.play import services
from matches.play.models import Match
from matches.play.selectors import game_log, match_list

from .acting import submit_match_form
from .forms import GAME_ENDINGS, GameForm, TakeBackForm

PAGE = "pages-matches:games"


def show_scoreboard(
    request: HttpRequest,
    match_id: int,
    *,
    sent: PageForm | None = None,
) -> HttpResponse:
    match = get_object_or_404(match_list(), pk=match_id)
    log = game_log(match)
    context = {
        "match": match,
        "log": log,
        "may_report_game": may_do_action(request.user, "match_report", match) and match.state in Match.ON,
        "endings": [code for code in GAME_ENDINGS if log.can_end(*GAME_ENDINGS[code])],
        "sent": sent,
        "form": GameForm.among(sent),
    }
    status = HTTPStatus.OK if sent is None else sent.page_status
    return render(request, "play/scoreboard.html", context, status=status)


@require_GET
@login_required
def games_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The live score, and what comes next."""
    return show_scoreboard(request, pk)


@require_POST
@login_required
def game_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Record a game of the live score."""
    get_object_or_404(Match, pk=pk)

    def act(form: GameForm) -> None:
        services.game_record(match_id=pk, actor=login_of_page(request), **form.game_data())

    return submit_match_form(request, pk, GameForm(request.POST), act, show=show_scoreboard, then=PAGE)


@require_POST
@login_required
def take_back_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last game back."""
    get_object_or_404(Match, pk=pk)

    def act(form: TakeBackForm) -> None:
        services.game_take_back(match_id=pk, actor=login_of_page(request), **form.cleaned_data)

    return submit_match_form(request, pk, TakeBackForm(request.POST), act, show=show_scoreboard, then=PAGE)
