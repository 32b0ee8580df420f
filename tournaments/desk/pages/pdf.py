"""Printouts as PDF: the same by the same choices, made here and not by the browser."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from tournaments.desk.rules.typesetting import can_typeset, typeset
from tournaments.desk.rules.wall_sheets import ONE_A3
from tournaments.desk.selectors import Wall
from tournaments.events.selectors import tournament_course

from .desk import Desk
from .documents import (
    certificate_document,
    document_head,
    entries_document,
    pairings_document,
    prizes_document,
    slips_document,
    standings_document,
)
from .handouts import cards_document, scoresheets_document
from .printouts import (
    CARDS,
    CERTIFICATE,
    ENTRIES,
    PAIRINGS,
    PRIZES,
    SCORE_SHEETS,
    SLIPS,
    STANDINGS,
    WALL,
    Printed,
    Printout,
    cards_printed,
    certificate_printed,
    entries_printed,
    pairings_printed,
    prizes_printed,
    scoresheets_printed,
    show_printout,
    slips_printed,
    standings_printed,
    wall_printed,
)
from .wall_document import wall_document

Made = Callable[[Desk, Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class PdfDocument:
    """A printout that is made as PDF. made: what its template says, by the desk and what is printed.

    printed_a3: what is on it where the paper is A3, if it is made for that.
    """

    printout: Printout
    printed: Printed
    made: Made
    template: str
    printed_a3: Printed | None = None


A3 = "a3"


def wall_printed_a3(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"wall": Wall(tournament_course(desk.tournament), ONE_A3), "sheet_of_paper": A3}


DOCUMENTS = {
    each.printout.form.code: each
    for each in (
        PdfDocument(PAIRINGS, pairings_printed, pairings_document, "lists"),
        PdfDocument(SLIPS, slips_printed, slips_document, "slips"),
        PdfDocument(SCORE_SHEETS, scoresheets_printed, scoresheets_document, "scoresheets"),
        PdfDocument(WALL, wall_printed, wall_document, "wall", wall_printed_a3),
        PdfDocument(STANDINGS, standings_printed, standings_document, "lists"),
        PdfDocument(ENTRIES, entries_printed, entries_document, "lists"),
        PdfDocument(CARDS, cards_printed, cards_document, "cards"),
        PdfDocument(CERTIFICATE, certificate_printed, certificate_document, "certificate"),
        PdfDocument(PRIZES, prizes_printed, prizes_document, "lists"),
    )
}
"""By the code of the printout."""


@require_safe
@login_required
def pdf_printout(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """A printout as PDF, with what a page says that prints it instead where none can be made here."""
    document = DOCUMENTS.get(code)
    if document is None:
        raise Http404
    on_a3 = request.GET.get("paper") == A3
    return show_printout(
        request,
        pk,
        document.printout,
        (on_a3 and document.printed_a3) or document.printed,
        lambda request, context: pdf_answer(request, document, context),
    )


def pdf_answer(request: HttpRequest, document: PdfDocument, context: Mapping[str, Any]) -> HttpResponse:
    if not can_typeset():
        return render(request, "desk/pdf_missing.html", {**context, "query": request.GET.urlencode()})
    made = document_data(document, context)
    (file,) = typeset(document.template, made)
    answer = HttpResponse(file, content_type="application/pdf")
    name = f"{context['tournament'].name} {document.printout.name}.pdf"
    answer["Content-Disposition"] = content_disposition_header(False, name) or "inline"
    return answer


def document_data(document: PdfDocument, context: Mapping[str, Any]) -> dict[str, Any]:
    """What the template of a document says of what is printed."""
    desk = context["desk"]
    made = dict(document.made(desk, context))
    paper = context.get("sheet_of_paper") or str(context["paper"])
    head = document_head(desk, str(document.printout.name), context["now"], paper)
    words = {**head["words"], **made.pop("words", {})}
    return {**head, **made, "words": words}
