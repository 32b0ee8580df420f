"""/tournaments/<id>/standings.csv and the like: tables for spreadsheets; /trf/ for chess programs."""

import csv
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from engine.words import gettext_lazy as _
from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.streams import OneType
from tournaments.events.api.entries import FILE_MAX, EntryOutput
from tournaments.events.api.tournaments import OfTournament
from tournaments.events.models import ENTRIES_MAX, Entry
from tournaments.events.selectors import TournamentCourse, entry_list, tournament_course
from tournaments.exchange import services
from tournaments.exchange.rules.entrants import FORMULAS, RowFault, read_entrants, refuse_entrants

from .errors import EntrantsTooLarge
from .selectors import tournament_trf

Rows = Iterator[list[Any]]


def standings_csv_rows(course: TournamentCourse) -> Rows:
    codes = [figure.code for figure in course.standings[0].place.figures] if course.standings else []
    yield [
        *("first", "last", "clinched", "entry", "name", "seed", "won", "lost", "points_won", "points_lost"),
        *("points", *codes),
    ]
    for row in course.standings:
        place = row.place
        yield [
            *(
                place.first,
                place.last,
                place.clinched,
                row.entry.pk,
                row.entry.player.effective_player.name,
                row.seed,
            ),
            *(row.won, row.lost, row.points_won, row.points_lost),
            "" if place.points is None else float(place.points),
            *(float(figure.value) for figure in place.figures),
        ]


def pairings_csv_rows(course: TournamentCourse) -> Rows:
    """Every match there is, in order: of a bracket those whose players are known."""
    yield [
        *("part", "round", "key", "table", "match", "state", "one", "one_name", "two", "two_name"),
        *("score_one", "score_two", "winner", "board", "player_one", "player_two"),
    ]
    for round in course.rounds:
        for slot in round.slots:
            for fixture in slot.fixtures:
                match = fixture.match
                result = match.final_result
                score = ("", "") if result is None else result.score
                yield [
                    *(
                        round.part,
                        round.number,
                        fixture.key,
                        fixture.table or "",
                        match.pk,
                        match.state,
                    ),
                    *entry_csv_names(slot.one),
                    *entry_csv_names(slot.two),
                    *score,
                    "" if slot.winner is None else slot.winner.pk,
                    *(fixture.board or "", match.one.effective_player.name, match.two.effective_player.name),
                ]


def bracket_csv_rows(course: TournamentCourse) -> Rows:
    """Every slot, byes and those that wait for their players too."""
    yield ["part", "round", "key", "one", "one_name", "two", "two_name", "bye", "winner", "winner_name"]
    for round in course.rounds:
        for slot in round.slots:
            yield [
                *(round.part, round.number, slot.slot.key),
                *entry_csv_names(slot.one),
                *entry_csv_names(slot.two),
                slot.is_bye,
                *entry_csv_names(slot.winner),
            ]


def entries_csv_rows(course: TournamentCourse) -> Rows:
    """The columns that entries are imported by, and the number and state of each entry."""
    yield ["name", "player", "home", "family", "alternate", "entry", "withdrawn"]
    for entry in entry_list(course.tournament):
        yield [
            *(entry.player.effective_player.name, entry.player_id, entry.shown_home, entry.shown_family),
            *("yes" if entry.alternate else "no", entry.pk, "yes" if entry.has_withdrawn else "no"),
        ]


TABLES: dict[str, Callable[[TournamentCourse], Rows]] = {
    "standings": standings_csv_rows,
    "pairings": pairings_csv_rows,
    "bracket": bracket_csv_rows,
    "entries": entries_csv_rows,
}


def entry_csv_names(entry: Entry | None) -> list[Any]:
    return ["", ""] if entry is None else [entry.pk, entry.player.effective_player.name]


def safe_csv_cells(rows: Iterable[list[Any]]) -> Iterator[list[Any]]:
    """The rows, with no cell that a spreadsheet would run."""
    for row in rows:
        yield [f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell for cell in row]


class CSVView(OfTournament):
    """Tables of a tournament as CSV."""

    content_negotiation_class = OneType
    scopes = {"GET": PUBLIC}

    @extend_schema(
        parameters=[OpenApiParameter("what", str, OpenApiParameter.PATH, enum=list(TABLES))],
        responses={(200, "text/csv"): OpenApiTypes.STR},
        operation_id="tournaments_csv",
    )
    def get(self, request: Request, pk: int, what: str) -> HttpResponse:
        """Standings, pairings, bracket or entries as a table, in UTF-8."""
        if what not in TABLES:
            raise Http404
        tournament = self.requested_tournament()
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="tournament-{tournament.pk}-{what}.csv"'
        csv.writer(response).writerows(safe_csv_cells(TABLES[what](tournament_course(tournament))))
        return response


class TRFView(OfTournament):
    """A Swiss as a report file."""

    content_negotiation_class = OneType
    scopes = {"GET": PUBLIC}

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR}, operation_id="tournaments_trf")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A Swiss as TRF, the report file that chess programs read; in UTF-8."""
        tournament = self.requested_tournament()
        response = HttpResponse(tournament_trf(tournament), content_type="text/plain; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="tournament-{tournament.pk}.trf"'
        return response


class CSVParser(BaseParser):
    """A CSV file as the body of a request, in UTF-8."""

    media_type = "text/csv"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        body = stream.read(FILE_MAX + 1)
        if len(body) > FILE_MAX:
            raise EntrantsTooLarge(
                "A file of entrants has at most %(file_max)s bytes. Send it in parts.",
                {"file_max": f"{FILE_MAX:,}"},
            )
        try:
            return {"csv": str(body, "utf-8")}
        except UnicodeDecodeError as wrong:
            row = body[: wrong.start].count(b"\n") + 1
            raise refuse_entrants(
                [RowFault(row, "", _("It is not UTF-8. Save the file as CSV UTF-8."))]
            ) from None


class EntriesImportView(OfTournament):
    """Entries from a file."""

    parser_classes = (CSVParser,)
    scopes = {"POST": DIRECT}

    @extend_schema(request={"text/csv": str}, responses={201: EntryOutput(many=True)})
    def post(self, request: Request, pk: int) -> Response:
        """Enter everybody a CSV file names; nobody, if a row has a fault. docs/files.md has the columns."""
        assert isinstance(request.data, dict)
        entries = services.entries_import(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            # A request without a body is not parsed.
            entrants=read_entrants(str(request.data.get("csv", "")), ENTRIES_MAX),
        )
        return Response(EntryOutput(entries, many=True).data, status=201)
