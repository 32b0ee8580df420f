"""What stands in the documents that are typeset: plain text in the language in force, as templates name it.

Each is made of the same as the page that a browser prints.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from matches.base.tags import public_address, qr_code
from matches.base.times import describe_day, describe_moment
from matches.base.translation import code_word, translate_text
from matches.pictures.selectors import picture_content
from tournaments.clubs.models import Club
from tournaments.desk.selectors import DeskEntry, EntryState, PrintedRound, row_label
from tournaments.events.models import Tournament
from tournaments.events.pages.tags import exact_tiebreak_points, range_of_places
from tournaments.events.selectors import GridRow, GridSide
from tournaments.events.words import tournament_part_name
from tournaments.money.rules.currencies import money_in_words
from tournaments.money.tags import prize_part, prizes_offered
from tournaments.tiebreaks import TIEBREAKS

from .desk import Desk
from .tags import side_name

Cell = dict[str, Any]
Column = dict[str, str]


def document_head(
    desk: Desk, name: str, now: datetime, paper: str, said: str = "", *, across: bool = False
) -> dict[str, Any]:
    """What every document has. name: its own; said: what is printed of it."""
    tournament = desk.tournament
    address = public_address(reverse("pages-tournaments:tournament", args=[tournament.pk]))
    return {
        "paper": paper,
        "language": (get_language() or "en").partition("-")[0],
        "title": f"{name} · {tournament.name}",
        "club": tournament.club.name,
        "logo": logo_bytes(tournament.club),
        "name": tournament.name,
        "printout": f"{name}{said}",
        "as_of": _("as of %(when)s") % {"when": describe_moment(now)},
        "address": address.partition("://")[2],
        "qr": qr_code(address),
        "across": across,
        "dense": False,
        "notes": [],
        "tables": [],
        "words": {"nothing": _("No match can be played now.")},
    }


def logo_bytes(club: Club) -> list[int]:
    """The small file of a club's logo, a number for each byte, as JSON has no bytes; empty without one."""
    content = None if club.logo_id is None else picture_content(club.logo_id, small=True)
    return list(content or b"")


def points_in_words(points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": points}


def time_of_row(row: GridRow | None) -> str:
    """When a match begins, or by when it is played."""
    if row is None:
        return ""
    if row.starts_at:
        return describe_moment(row.starts_at, "SHORT_DATETIME_FORMAT")
    if row.play_by:
        return _("by %(when)s") % {"when": describe_moment(row.play_by, "SHORT_DATETIME_FORMAT")}
    return ""


# -- Score slips


def slips_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    words = {
        "match": _("Match"),
        "table": _("Table"),
        "length": _("Length"),
        "time": _("Time"),
        "player": _("Player"),
        "score": _("Score"),
        "winner": pgettext("of a match", "Winner"),
        "signatures": _("Signatures"),
        "scan": _("Scan to report"),
        "nothing": _("No match can be played now."),
    }
    pages = [[slip_cells(slip) for slip in page] for page in context["pages"]]
    return {"words": words, "pages": pages, "per_page": context["per_page"]}


def slip_cells(slip: tuple[PrintedRound, GridRow, str | None] | None) -> Cell:
    nobody = {"name": "", "team": ""}
    if slip is None:
        names = ("label", "round", "length", "table", "time", "qr")
        return {**dict.fromkeys(names, ""), "one": nobody, "two": nobody}
    each, row, path = slip
    return {
        "label": row_label(row),
        "round": each.round.full_name,
        "length": points_in_words(row.length),
        "table": row.table or "",
        "time": time_of_row(row),
        "qr": "" if path is None else qr_code(public_address(path)),
        "one": seat_cells(row.one),
        "two": seat_cells(row.two),
    }


def seat_cells(side: GridSide) -> dict[str, str]:
    return {"name": side_name(side), "team": side.name if side.board_player else ""}


# -- Lists


def column(title: object, kind: str = "number") -> Column:
    """kind: name, text, words (over lines), number, cell, box (to tick), line (to sign), notes (to write)."""
    return {"title": str(title), "kind": kind}


def cell(said: object = "", *, small: str = "", bold: bool = False, shaded: bool = False) -> Cell:
    return {"text": str(said), "small": small, "bold": bold, "shaded": shaded}


def side_cell(side: GridSide | None) -> Cell:
    return cell() if side is None else cell(side_name(side), small=side.name if side.board_player else "")


def entrants_word(tournament: Tournament) -> str:
    return str(code_word(tournament.entrants, "side"))


def pairings_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    rounds, has_times = context["rounds"], context["has_times"]
    if context["seats"] is not None:
        return {"tables": [seats_table(desk, context)]} if rounds else {}
    times = [column(_("Time"), "text")] if has_times else []
    columns = [
        column(_("Match")),
        column(_("Table")),
        column(_("Left"), "name"),
        column(_("Score"), "cell"),
        column(_("Right"), "name"),
        *times,
    ]
    tables = [
        {
            "title": f"{each.round.full_name} · {points_in_words(each.round.length)}",
            "columns": columns,
            "rows": [*pairing_rows(each, has_times=has_times)],
        }
        for each in rounds
    ]
    return {"tables": tables}


def pairing_rows(each: PrintedRound, *, has_times: bool) -> Iterator[list[Cell]]:
    for row in each.rows:
        score = ""
        if row.result is not None and row.result.score is not None:
            score = "{}–{}".format(*row.result.score)
        elif row.slot.state == "walkover":
            score = str(code_word(row.slot.state, "slot_state"))
        time = [cell(time_of_row(row))] if has_times else []
        yield [
            cell(row_label(row), bold=True),
            cell(row.table or "", bold=True),
            side_cell(row.one),
            cell(score),
            side_cell(row.two),
            *time,
        ]
    for name in each.byes:
        yield [cell(), cell(), cell(name), cell(), cell(_("bye")), *([cell()] if has_times else [])]


def seats_table(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    """The same by name."""
    several, has_times = len(context["rounds"]) > 1, context["has_times"]
    columns = [
        column(_("Player"), "name"),
        column(_("Match")),
        column(_("Table")),
        column(_("Opponent"), "name"),
        *([column(_("Round"), "text")] if several else []),
        *([column(_("Time"), "text")] if has_times else []),
    ]
    rows = [
        [
            cell(seat.name, small=seat.team, bold=True),
            cell(row_label(seat.row) if seat.row else "", bold=True),
            cell((seat.row and seat.row.table) or "", bold=True),
            side_cell(seat.opponent) if seat.row else cell(_("bye")),
            *([cell(seat.round.full_name)] if several else []),
            *([cell(time_of_row(seat.row))] if has_times else []),
        ]
        for seat in context["seats"]
    ]
    return {"title": desk.tournament.name, "columns": columns, "rows": rows}


def standings_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    tables = (
        [standings_table(desk, str(_("Standings")), context["standings"])] if context["standings"] else []
    )
    tables += [
        standings_table(desk, str(tournament_part_name(part.code)), part.table) for part in context["parts"]
    ]
    figures = [TIEBREAKS[figure.code] for figure in context["figures"]]
    notes = [
        {"term": str(each.short), "text": f"{translate_text(each.name)}: {translate_text(each.description)}"}
        for each in figures
    ]
    return {"tables": tables, "notes": notes, "words": {"nothing": _("Nothing is drawn yet.")}}


def standings_table(desk: Desk, title: str, rows: Sequence[Any]) -> dict[str, Any]:
    teams, first = desk.tournament.entrants == "teams", rows[0].place
    figures = [each for each in first.figures if each.code != "points"] if first.points is not None else []
    scored = first.points is not None
    columns = [
        column(_("Place")),
        column(entrants_word(desk.tournament), "name"),
        column(_("Seed")),
        column(_("Boards") if teams else _("Matches")),
        column(pgettext("won and lost", "Points")),
        *([column(_("Match points") if teams else pgettext("standings", "Score"))] if scored else []),
        *(column(TIEBREAKS[each.code].short) for each in figures),
    ]
    return {"title": title, "columns": columns, "rows": [standings_row(row, scored=scored) for row in rows]}


def standings_row(row: Any, *, scored: bool) -> list[Cell]:
    place = row.place
    is_known = place.clinched or place.points is not None
    return [
        cell(
            range_of_places(place) if is_known else "",
            small="" if is_known else _("in contention"),
            bold=True,
        ),
        cell(
            row.entry.player.effective_player.name,
            small=_("withdrew") if row.entry.has_withdrawn else "",
            bold=True,
        ),
        cell(row.seed),
        cell(f"{row.won}–{row.lost}"),
        cell(f"{row.points_won}–{row.points_lost}"),
        *(
            [cell("" if place.points is None else exact_tiebreak_points(place.points), bold=True)]
            if scored
            else []
        ),
        *(
            cell(exact_tiebreak_points(each.value))
            for each in (place.figures if scored else ())
            if each.code != "points"
        ),
    ]


# -- The certificate


def certificate_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "winner": context["winner"],
        "day": describe_day(context["won_on"]),
        "words": {
            "nothing": _("Nobody has won yet."),
            "winner": pgettext("of an event", "Winner"),
            "signature": _("Signature"),
        },
    }


# -- Entries and payouts


def entries_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    fees, shows_fees = context["fees"], context["shows_fees"]
    columns = [
        column(pgettext("entry", "Here"), "box"),
        column(_("No.")),
        column(entrants_word(desk.tournament), "name"),
        *([column(_("Paid"), "box"), column(_("Fee"))] if shows_fees else []),
        column(pgettext("to write", "Notes"), "notes"),
    ]
    tables = []
    for state, rows in context["groups"]:
        lines = [
            entry_row(number, row, fees.currency, shows_fees=shows_fees) for number, row in enumerate(rows, 1)
        ]
        if state == EntryState.IN_FIELD:
            lines += [[cell() for _column in columns] for _line in context["blank"]]
        title = f"{code_word(state, 'entry_state')} · {len(rows)}"
        tables.append({"title": title, "columns": columns, "rows": lines})
    return {"tables": tables, "words": {"nothing": _("Nobody is entered yet.")}}


def entry_row(number: int, row: DeskEntry, currency: str, *, shows_fees: bool) -> list[Cell]:
    player, owed = row.entry.player.effective_player, row.fees.owed
    paid = [
        cell("✓" if owed and not row.fees.open else ""),
        cell(money_in_words(owed, currency) if owed else ""),
    ]
    return [
        cell("✓" if row.check_in else ""),
        cell(number),
        cell(player.name, small=player.reading, bold=True),
        *(paid if shows_fees else []),
        cell(),
    ]


def prizes_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    """Who is paid what; before that is certain, what each place brings."""
    currency, paid = context["currency"], context["paid"]
    signed = column(_("Signature"), "line")
    nothing = _("There are no prize pools yet: nothing is paid in, and nothing is won.")
    if paid is None:
        columns = [
            column(_("Place")),
            column(_("Prize")),
            column(entrants_word(desk.tournament), "name"),
            signed,
        ]
        tables = [
            {
                "title": pool.name,
                "columns": columns,
                "rows": [
                    [
                        cell(place_of_prize(each.prize)),
                        cell(money_in_words(each.cents, currency), bold=True),
                        cell(),
                        cell(),
                    ]
                    for each in prizes_offered(pool)
                ],
            }
            for pool in context["prize_pools"]
            if pool.prizes
        ]
        said = _("Who wins them is not certain yet. This is what each place brings by now.")
        return {
            "tables": tables,
            "notes": [{"term": "", "text": said}] if tables else [],
            "words": {"nothing": nothing},
        }
    columns = [
        column(_("Place")),
        column(entrants_word(desk.tournament), "name"),
        column(_("Prize pool"), "words"),
        column(_("Prize")),
        column(_("Handed over"), "box"),
        signed,
    ]
    rows = [
        [
            cell(place_of_prize(each.line), bold=True),
            cell(each.entry.player.effective_player.name, bold=True),
            cell(each.line.prize_pool),
            cell(money_in_words(each.line.cents, currency), bold=True),
            cell("" if each.difference else "✓"),
            cell(),
        ]
        for each in paid.lines
    ]
    sums = [
        (_("Prizes"), paid.total_paid),
        (_("Handed over"), paid.handed_over),
        (_("Still to hand over"), paid.to_hand_over),
    ]
    notes = [{"term": said, "text": money_in_words(cents, currency)} for said, cents in sums]
    return {
        "tables": [{"title": _("Prizes"), "columns": columns, "rows": rows}],
        "notes": notes,
        "words": {"nothing": nothing},
    }


def place_of_prize(line: Any) -> str:
    """The place, with the part whose it is, where that is not the whole event."""
    part = prize_part(line, "all")
    place = range_of_places(line) if hasattr(line, "last") else str(line.place)
    return f"{tournament_part_name(part)} {place}" if part else place
