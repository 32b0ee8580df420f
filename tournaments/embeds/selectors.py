"""The whole of an event as one document: plain data, as `tournaments.embeds.api.documents` describes it.

Every entry is written down once, and named by its number from then on.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from matches.play.selectors import match_mappings
from tournaments.events.models import Fixture, Tournament
from tournaments.events.rules.numbers import match_label
from tournaments.events.selectors import (
    BracketSlot,
    ShownPart,
    StandingsRow,
    TournamentCourse,
    course_of_columns,
    standings_mappings,
    waiting_list,
)
from tournaments.events.words import tournament_part_name, tournament_round_name
from tournaments.formats import Origin
from tournaments.money.selectors import PayoutLine, money_shown_to_viewer

Mapped = dict[str, Any]

OF_MATCH = ("id", "one", "two", "length", "variant", "state", "starts_at", "play_by", "live")
OF_RESULT = ("kind", "grounds", "winner", "score", "points", "games", "rated", "finalised_at")
"""What the document has of a match: what is the same for all of a round is said of the event."""


def course_mapping(tournament: Tournament) -> Mapped:
    """Everything but the announcement of a tournament that is loaded with its draw.

    As many queries however large it is: those of course_of_columns, of money_shown_to_viewer, one for the
    matches; before the draw those of waiting_list.
    """
    course = course_of_columns(tournament)
    matches = match_mappings([fixture.match_id for fixture in course.fixtures])
    champion = course.champion
    return {
        "entries": entry_mappings(course),
        "parts": [part_mapping(course, part, matches) for part in course.shown_parts],
        "not_counted": [fixture_mapping(fixture, matches) for fixture in course.not_counted],
        "standings": place_mappings(course.standings),
        "winner": None if champion is None else champion.pk,
        "payouts": payouts_mapping(course),
    }


def entry_mappings(course: TournamentCourse) -> list[Mapped]:
    """Everybody who has entered, in that order."""
    seeds = {entry: seed for seed, entry in enumerate(course.history.entries, 1)}
    entries: Iterable[Any] = course.entries.values()
    waiting = numbers_that_wait(course)
    return [
        {
            "id": entry.pk,
            "player": entry.mapping["player"],
            "home": entry.mapping["home"],
            "entered_at": entry.mapping["entered_at"],
            "seed": seeds.get(entry.pk),
            "alternate": entry.mapping["alternate"],
            "waiting": entry.pk in waiting,
            "withdrawn": entry.mapping["withdrawn"],
            "replaced_by": course.replaced_by.get(entry.pk),
        }
        for entry in entries
    ]


def numbers_that_wait(course: TournamentCourse) -> set[int]:
    """The entries for whom there is no room before the draw."""
    if course.tournament.capacity is None or course.history.entries:
        return set()
    return set(waiting_list(course.tournament).waiting)


def part_mapping(course: TournamentCourse, part: ShownPart, matches: Mapping[int, Mapped]) -> Mapped:
    return {
        "code": part.code,
        "name": tournament_part_name(part.code),
        "bracket": part.is_bracket,
        "rounds": [
            {
                "number": round.number,
                "name": tournament_round_name(
                    part.code, round.number, len(part.rounds), len(round.slots), is_bracket=part.is_bracket
                ),
                "length": round.length,
                "slots": [slot_mapping(course, slot, matches) for slot in round.slots],
            }
            for round in part.rounds
        ],
        "standings": place_mappings(part.table),
    }


def slot_mapping(course: TournamentCourse, slot: BracketSlot, matches: Mapping[int, Mapped]) -> Mapped:
    return {
        "key": slot.slot.key,
        "number": slot.number,
        "label": slot.label,
        "one": seat_mapping(course, slot, 0),
        "two": seat_mapping(course, slot, 1),
        "bye": slot.is_bye,
        "walkover": slot.is_walkover,
        "winner": None if slot.winner is None else slot.winner.pk,
        "matches": [match_mapping(fixture, matches) for fixture in slot.fixtures],
    }


def seat_mapping(course: TournamentCourse, slot: BracketSlot, side: int) -> Mapped:
    entry, origin = (slot.one, slot.two)[side], slot.origins[side]
    return {
        "entry": None if entry is None else entry.pk,
        "feeder": None if origin is None else feeder_mapping(course, origin),
    }


def feeder_mapping(course: TournamentCourse, origin: Origin) -> Mapped:
    before = course.slots_by_key.get(origin.key)
    return {
        "key": origin.key,
        "label": None if before is None else before.label,
        "takes": "loser" if origin.loser else "winner",
    }


def match_mapping(fixture: Fixture, matches: Mapping[int, Mapped]) -> Mapped:
    found = matches[fixture.match_id]
    result = found["result"]
    return {
        **{name: found[name] for name in OF_MATCH},
        "board": fixture.board,
        "table": fixture.table,
        "result": None if result is None else {name: result[name] for name in OF_RESULT},
    }


def fixture_mapping(fixture: Fixture, matches: Mapping[int, Mapped]) -> Mapped:
    """A match that counts no more, with where it was played."""
    return {
        "part": fixture.part,
        "round": fixture.round,
        "key": fixture.key,
        "label": match_label(fixture.part, fixture.number),
        "one": fixture.one_id,
        "two": fixture.two_id,
        "match": match_mapping(fixture, matches),
    }


def place_mappings(rows: Iterable[StandingsRow]) -> list[Mapped]:
    """Places without what each figure is made of, which the matches say."""
    return [
        {
            **row,
            "entry": row["entry"]["id"],
            "figures": [{name: figure[name] for name in ("code", "value")} for figure in row["figures"]],
        }
        for row in standings_mappings(list(rows))
    ]


def payouts_mapping(course: TournamentCourse) -> Mapped | None:
    """Who is paid what, once the event is over; None of one without prizes."""
    money = money_shown_to_viewer(course)
    if money is None or money.paid is None:
        return None
    return {"currency": money.currency, "lines": [*payout_lines(money.paid.lines)]}


def payout_lines(lines: Iterable[PayoutLine]) -> Iterator[Mapped]:
    for each in lines:
        yield {
            "entry": each.entry.pk,
            "prize_pool": each.line.prize_pool,
            "part": each.line.part,
            "first": each.line.first,
            "last": each.line.last,
            "cents": each.line.cents,
        }
