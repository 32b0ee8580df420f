"""Pages of sessions: what a player has won and lost, one session, its replay and its transcript."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

import engine
from engine.codecs import CODECS, PACKED, WRITTEN
from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.base.pages import PER_PAGE
from matches.play.pages.replay import Course, show_boards, show_replay
from matches.play.selectors import ReplayedTranscript
from matches.players.models import Player
from matches.sessions.models import MoneySession
from matches.sessions.selectors import (
    UNLISTED,
    against,
    session_balances,
    session_replay,
    session_with_transcript,
    sessions_of_player,
    visible_sessions,
    written_transcript,
)


class AgainstForm(forms.Form):
    """Whom the list is narrowed down to."""

    opponent = forms.IntegerField(min_value=1, required=False)
    guest = forms.CharField(required=False)


class TranscriptAskedForm(forms.Form):
    to = forms.ChoiceField(choices=[(code, code) for code in (*WRITTEN, *PACKED)], required=False)


@require_safe
@login_required
def own_sessions_page(request: HttpRequest) -> HttpResponse:
    """Leads to one's own sessions."""
    player = getattr(login_of_page(request), "player", None)
    if player is None:
        return redirect("pages-matches:own-player")
    return redirect("pages-matches:player-sessions", player.effective_player.pk)


@require_safe
def player_sessions_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The sessions of a player that the visitor may see, and what they come to against each opponent."""
    player = get_object_or_404(Player.objects.select_related("stand_in"), pk=pk)
    if player.stand_in_id is not None:
        return redirect("pages-matches:player-sessions", player.stand_in_id)
    sessions = sessions_of_player(pk, request.user)
    balances, total = session_balances(player, sessions)
    form = AgainstForm(request.GET)
    form.is_valid()
    opponent, guest = form.cleaned_data.get("opponent"), form.cleaned_data.get("guest", "")
    narrowed = bool(opponent or guest)
    listed = sessions.filter(against(opponent, guest)) if narrowed else sessions
    page = Paginator(listed.defer(*UNLISTED), PER_PAGE).get_page(request.GET.get("page"))
    records = set(Player.objects.records_of(pk).values_list("pk", flat=True))
    context = {
        "player": player,
        "balances": balances,
        "total": total,
        "page": page,
        "rows": [(session, 0 if session.one_id in records else 1) for session in page],
        "narrowed": narrowed,
        "is_own": isinstance(request.user, User) and request.user.pk in player.logins,
    }
    return private(render(request, "sessions/sessions.html", context))


def private(response: HttpResponse) -> HttpResponse:
    """Nobody on the way keeps what the two alone may see."""
    add_never_cache_headers(response)
    return response


def seen_session(request: HttpRequest, pk: int) -> MoneySession:
    """Raises Http404."""
    return get_object_or_404(visible_sessions(request.user), pk=pk)


@require_safe
def session_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One session: its games with what they come to, and what the two say to it."""
    session = seen_session(request, pk)
    side = session.side_of(request.user) if isinstance(request.user, User) else None
    games = session.running_points()
    first = games[0] if games else None
    context: dict[str, Any] = {
        "session": session,
        "side": side,
        "games": games,
        "starts_above": first is not None and sum(first["score"]) != first["points"],
        "own_public": (session.public_one, session.public_two)[side or 0],
        "other_public": (session.public_two, session.public_one)[side or 0],
        "formats": [CODECS[code] for code in (*WRITTEN, *PACKED)],
    }
    return private(render(request, "sessions/session.html", context))


def transcript_of_page(request: HttpRequest, pk: int) -> MoneySession:
    """Raises Http404."""
    try:
        return session_with_transcript(request.user, pk)
    except MoneySession.DoesNotExist:
        raise Http404 from None


def course_of_session(
    session: MoneySession, replayed: ReplayedTranscript | None, bottom: int = 0
) -> Course | None:
    """A session's replay with side `bottom` of it at the bottom; None where there is none."""
    if replayed is None:
        return None
    one, two = session.names
    columns = (two, one) if replayed.swapped else (one, two)
    return Course(replayed.moments, columns, replayed.side(bottom))


@require_safe
def session_replay_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A moment of a session on the board, and the list of all turns of its game."""
    session = transcript_of_page(request, pk)

    def course_seen_from(bottom: int) -> Course | None:
        return course_of_session(session, session_replay(session), bottom)

    return private(show_replay(request, "sessions/replay.html", course_seen_from, {"session": session}))


@require_safe
def session_boards_page(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """All boards of a game, for the script of the replay."""
    session = transcript_of_page(request, pk)

    def course_seen_from(bottom: int) -> Course | None:
        return course_of_session(session, session_replay(session), bottom)

    return show_boards(request, game, course_seen_from, ("session", pk, *session.names))


@require_safe
def session_transcript_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The transcript as a file: as it was sent, or in the format that is asked for."""
    session, form = transcript_of_page(request, pk), TranscriptAskedForm(request.GET)
    to = form.cleaned_data["to"] if form.is_valid() else ""
    content = bytes(session.transcript or b"")
    try:
        written = written_transcript(session, to) if to else content
    except engine.InvalidOption:
        context = {"session": session, "format": CODECS[to]}
        return private(
            render(request, "sessions/not_written.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        )
    name = f"session-{pk}.{to or engine.read(content).format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return private(HttpResponse(written, content_type="application/octet-stream", headers=headers))
