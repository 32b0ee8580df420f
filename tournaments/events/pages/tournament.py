"""Pages of clubs and tournaments: selector in, template out."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.accounts.access import forbid_without_role
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.forms import PageForm
from matches.base.pages import PER_PAGE
from matches.base.times import said_in
from matches.dice.pages.tags import check_rows
from matches.dice.selectors import matches_with_scrutiny
from matches.facts.pages import facts_page, kept_live_page
from matches.facts.versions import row_topic, row_version, with_version
from matches.hooks import sections_shown
from tournaments.events.models import Tournament
from tournaments.events.pages.canvas import Canvas, parts_of_page, pieces_elsewhere
from tournaments.events.pages.entering import PartnerEnterForm
from tournaments.events.pages.way import FollowForm, way_of_entry
from tournaments.events.selectors import (
    ShownPart,
    TournamentCourse,
    draw_seal,
    explained_places,
    figures_in_standings,
    own_part_in_event,
    tournament_course,
    tournament_dice,
    tournament_list,
    tournament_outlines,
    tournament_shared,
)


@require_safe
def tournament_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Bracket, standings, draw; before the draw, who has entered."""
    # A kept page asks for no more of the event.
    rows = tournament_list() if request.user.is_authenticated else tournament_outlines()
    return show_tournament(request, get_object_or_404(with_version(rows), pk=pk))


def show_tournament(
    request: HttpRequest, tournament: Tournament, *, taking_part: PageForm | None = None
) -> HttpResponse:
    """The page of an event, of which no more than its outline need be loaded for a visitor.

    taking_part: what a player has sent, with what is wrong with it.
    """

    @cache
    def whole() -> Tournament:
        if request.user.is_authenticated:
            return tournament
        return get_object_or_404(with_version(tournament_list()), pk=tournament.pk)

    with said_in(tournament.zone):
        answer = kept_live_page(
            request,
            "events/tournament.html",
            live_part="events/_tournament.html",
            topic=row_topic(tournament),
            version=row_version(tournament),
            frame=lambda: {"tournament": whole()},
            context=lambda: all_of_tournament(request, whole(), taking_part),
        )
    if taking_part is not None:
        answer.status_code = taking_part.page_status
    if not tournament.listed:
        answer["X-Robots-Tag"] = "noindex"
    return answer


def all_of_tournament(
    request: HttpRequest, tournament: Tournament, taking_part: PageForm | None
) -> dict[str, Any]:
    """All that the page of an event shows. Raises Http404 for a piece of a bracket that there is not."""
    course = tournament_course(tournament)
    entries = [] if course.shown_parts else list(course.entries.values())
    brackets = brackets_of_course(course, request.GET)
    followed = brackets["followed"]
    return {
        **brackets,
        "explained": [] if followed is None else explained_places(course, followed),
        "champion": course.champion,
        "sections": sections_shown(
            tournament, request, ("crumbs", "facts", "head", "main", "links"), course=course
        ),
        "standings": course.standings,
        "tiebreaks": figures_in_standings(course),
        "not_counted": course.not_counted,
        "entries": entries,
        "seal": draw_seal(tournament),
        "shared": tournament_shared(request.user, tournament),
        "directs": (directs := may_do_action(request.user, "tournament_direct", tournament)),
        "own_part": own_part_in_event(request.user, tournament, timezone.now(), runs=directs)
        if isinstance(request.user, User)
        else None,
        "taking_part": taking_part,
        "partner_form": partner_form(request, tournament, taking_part),
        "entrants": len(course.standings)
        or sum(not entry.has_withdrawn and not entry.alternate for entry in entries),
    }


def brackets_of_course(course: TournamentCourse, asked: Mapping[str, str]) -> dict[str, Any]:
    """All that "events/_brackets.html" shows; `asked`: whose way, which piece or match the address names.

    Raises Http404 for a piece that there is not.
    """
    follow, piece = FollowForm(asked, course), asked.get("part", "")
    shown = parts_of_page(course, follow.entry, piece, asked.get("match", ""))
    if piece and piece not in {each.code for canvas in shown for each in getattr(canvas, "pieces", ())}:
        raise Http404
    return {
        **brackets_shown(course, shown),
        "elsewhere": pieces_elsewhere(shown),
        "follow": follow,
        "followed": follow.entry,
        "way": [] if follow.entry is None else way_of_entry(course, follow.entry),
    }


def brackets_shown(course: TournamentCourse, shown: Sequence[Canvas | ShownPart]) -> dict[str, Any]:
    """What "events/_brackets.html" needs of any of them."""
    return {
        "tournament": course.tournament,
        "parts": course.shown_parts,
        "shown": shown,
        "elsewhere": {},
        "slots": course.slots_by_key,
        "loser_to": course.loser_to,
        "seeds": {row.entry.pk: row.seed for row in course.standings},
    }


def partner_form(
    request: HttpRequest, tournament: Tournament, sent: PageForm | None
) -> PartnerEnterForm | None:
    """Where a login names its partner: of an event that pairs enter."""
    if isinstance(sent, PartnerEnterForm):
        return sent
    if not isinstance(request.user, User) or tournament.entrants != Tournament.Entrants.DOUBLES:
        return None
    return PartnerEnterForm(None, tournament, request.user)


@require_safe
def tournament_dice_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The dice of all its matches, together and one by one; for directors."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    with forbid_without_role():
        dice = tournament_dice(request.user, tournament)
    page = Paginator(dice.counted, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "dice": dice,
        # The columns of different transcripts have nothing in common: both sides together.
        "rows": check_rows(dice.scrutiny, 1),
        "page": page,
        "matches": matches_with_scrutiny(list(page)),
    }
    return render(request, "events/dice.html", context)


@require_safe
def tournament_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    subject = get_object_or_404(tournament_list(), pk=pk)
    with said_in(subject.zone):
        return facts_page(request, "events/facts.html", subject)
