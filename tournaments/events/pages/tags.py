"""The bracket as a page shows it: what its rounds are called, and who sits where in a match."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.translation import gettext as _

from matches.base.times import describe_moment
from matches.play.pages.figures import match_points, running_score
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.events.rules.forecast import FromTo
from tournaments.events.rules.names import abbreviated_name, halved_name, name_width
from tournaments.events.selectors import (
    BracketRound,
    BracketSlot,
    ShownPart,
    pairings_by_table,
    seats_by_own_name,
    table_of_slot,
)
from tournaments.events.words import (
    ROUNDS_IN_SHORT,
    kind_of_tournament_part,
    part_of_whole,
    tournament_part_name,
    tournament_round_name,
)
from tournaments.formats import Figure, Place
from tournaments.tiebreaks import TIEBREAKS, Tiebreak

register = template.Library()

# Letters of a name that fit on a card, on two lines; and beside a label of as many letters as "W115".
LONG_NAME, LONG_BESIDE_LABEL = 24, 21
LONG_LABEL = 4

# Names wider than that, and what the style sheet of brackets calls them.
LENGTHS = {27: "long longest", 19: "long longer", 11: "long"}

NOWHERE: Mapping[str, str] = {}

# Brackets side by side whose rounds are named in one line.
MOST_AT_ONCE = 3

# States of a match that is not over, those first that wait for an official.
WAITING = ("disputed", "appealed", "reported", "open")

register.simple_tag(tournament_part_name)


@register.simple_tag
def round_name(round: BracketRound, part: ShownPart) -> str:
    """What a round is called: by how many are left of a bracket, else by its number."""
    return tournament_round_name(
        part.code, round.number, len(part.rounds), len(round.slots), is_bracket=part.is_bracket
    )


@register.simple_tag
def match_of_fixture(round: BracketRound, part: ShownPart) -> str:
    """Where a match belongs: its round, and its part unless that is the main one."""
    name = round_name(round, part)
    return (
        name
        if part.code in ("main", "final", "third_place")
        else part_of_whole(tournament_part_name(part.code), name)
    )


@register.simple_tag
def round_on_canvas(round: BracketRound, part: ShownPart) -> str:
    """The same in few words: "Losers 3"."""
    short = ROUNDS_IN_SHORT.get(kind_of_tournament_part(part.code))
    return str(short) % {"number": round.number} if short else match_of_fixture(round, part)


@register.filter
def brief_name(name: str, beside: object = "") -> str:
    """A name as it fits on the card of a match: of a long one given names by their letters.

    beside: the label that stands before it, if any.
    """
    is_beside = len(str(beside or "")) >= LONG_LABEL
    most = LONG_BESIDE_LABEL if is_beside else LONG_NAME
    brief = name if name_width(name) <= most else abbreviated_name(name, most)
    return halved_name(brief) if is_beside and name_width(brief) > most else brief


@register.filter
def how_long(name: str) -> str:
    """The class of a name by its width: how wide a card has to be to hold it in one line of large letters."""
    width = name_width(name)
    return next((each for least, each in LENGTHS.items() if width > least), "")


@register.simple_tag
def round_of_fixture(fixture: Fixture, parts: Iterable[ShownPart]) -> str:
    """The same of a fixture, which may count no more."""
    part = next((part for part in parts if part.code == fixture.part), None)
    if part is None or fixture.round > len(part.rounds):
        name = _("Round %(number)s") % {"number": fixture.round}
        return part_of_whole(tournament_part_name(fixture.part), name)
    return match_of_fixture(part.rounds[fixture.round - 1], part)


@register.filter
def round_anchor(round: BracketRound) -> str:
    """The name of a round on the page."""
    return f"round-{round.number}" if round.part == "main" else f"{round.part}-{round.number}"


@register.filter
def tiebreak_of_standings(figure: Figure) -> Tiebreak:
    """The tie-break that a figure is of."""
    return TIEBREAKS[figure.code]


@register.filter
def exact_tiebreak_points(value: Fraction) -> str:
    """Points with their halves and quarters; two digits of anything else."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


@register.filter
def range_of_figures(figure: FromTo) -> str:
    """One number, or the least and the most where results decide: 22–23."""
    return str(figure.least) if figure.least == figure.most else f"{figure.least}–{figure.most}"


@register.filter
def clock_time(when: datetime) -> str:
    """The time of day, for sentences."""
    return describe_moment(when, "TIME_FORMAT")


@register.filter
def range_of_places(place: Place) -> str:
    """One place, or the first and the last of those shared: 3–4."""
    return str(place.first) if place.first == place.last else f"{place.first}–{place.last}"


@register.filter
def fixtures_now_playing(
    parts: Iterable[ShownPart],
) -> list[tuple[ShownPart, BracketRound, BracketSlot, Fixture]]:
    """Matches that wait for their result, those first that wait for an official."""
    waiting = [
        (WAITING.index(fixture.match.state), (part, round, slot, fixture))
        for part in parts
        for round in part.rounds
        for slot in round.slots
        for fixture in slot.fixtures
        if fixture.match.state in WAITING
    ]
    return [found for _, found in sorted(waiting, key=itemgetter(0))]


@register.filter
def current_tournament_round(rounds: Sequence[BracketRound]) -> int:
    """The first round with a match to come; the last one when all are over."""
    for round in rounds:
        if round.has_match_to_come:
            return round.number
    return len(rounds)


@register.filter
def round_of_event(parts: Sequence[ShownPart]) -> str:
    """Which round is being played, and of how many where that is known: "Round 3 of 7".

    Groups that are as many rounds long are in the round of the one that is furthest behind. Of brackets side
    by side each that is played says its own: "Winners 3 · Losers 2". Nothing where they are more than can be
    read at a glance, where other parts are in different rounds, or when all is over.
    """
    playing = [part for part in parts if part.rounds and part_goes_on(part)]
    if len(playing) > 1 and all(part.is_bracket for part in playing):
        return rounds_of_brackets(playing)
    if not playing or len({(part.is_bracket, part.of_rounds) for part in playing}) > 1:
        return ""
    part = min(playing, key=lambda part: current_tournament_round(part.rounds))
    return round_of_part(part, part.rounds[current_tournament_round(part.rounds) - 1])


def rounds_of_brackets(parts: Sequence[ShownPart]) -> str:
    """The first round of each in which a match can be played; of none, the first that is to come."""
    first = next(round for round in parts[0].rounds if round.has_match_to_come)
    found = [
        (part, next(filter(is_round_on, part.rounds))) for part in parts if any(map(is_round_on, part.rounds))
    ] or [(parts[0], first)]
    if len(found) == 1 and found[0][0].code == "main":
        return round_of_part(*found[0])
    names = [round_on_canvas(round, part) for part, round in found]
    return " · ".join(names) if len(names) <= MOST_AT_ONCE else ""


def is_round_on(round: BracketRound) -> bool:
    """Whether a match of it can be played, and is not over."""
    return any(slot.fixtures and not slot.is_over for slot in round.slots)


def round_of_part(part: ShownPart, round: BracketRound) -> str:
    """A round by its name, else by its number and of how many."""
    name, numbered = round_name(round, part), _("Round %(number)s") % {"number": round.number}
    if name != numbered or part.of_rounds < round.number:
        return name
    return _("Round %(number)s of %(rounds)s") % {"number": round.number, "rounds": part.of_rounds}


def part_goes_on(part: ShownPart) -> bool:
    """Whether a match of it is to come, or a round to be paired."""
    is_open = any(round.has_match_to_come for round in part.rounds)
    return is_open or (part.is_paired_by_round and len(part.rounds) < part.of_rounds)


@register.simple_tag
def is_listed_by_table(tournament: Tournament, parts: Sequence[ShownPart]) -> bool:
    """Whether everything that is being played stands in one list of pairings by table."""
    if len(parts) != 1 or parts[0].is_bracket or tournament.entrants == Tournament.Entrants.TEAMS:
        return False
    current = current_tournament_round(parts[0].rounds)
    return all(round.number == current for _, round, _, _ in fixtures_now_playing(parts))


register.filter(pairings_by_table)
register.filter(seats_by_own_name)
register.filter(table_of_slot)


@register.filter
def rounds_as_listed(rounds: Sequence[BracketRound]) -> list[BracketRound]:
    """The one that is played first, then those to come, then those that are over, the latest first."""
    at = current_tournament_round(rounds) - 1
    return [*rounds[at:], *reversed(rounds[: max(at, 0)])]


@register.simple_tag
def match_card_state(slot: BracketSlot) -> str:
    """The class of a match's card: the state of its match, and how far one that is open has come."""
    if slot.fixture is None:
        return "boards-of-teams" if slot.boards else "decided" if slot.is_over else "pending"
    match = slot.fixture.match
    if match.state == "open":
        began = running_score(match) is not None
        return "open begun" if began else "open called" if slot.fixture.table else "open"
    return str(match.state)


@register.filter
def is_fixture_walkover(slot: BracketSlot) -> bool:
    """Whether nobody had to play: a walkover with or without a fixture."""
    result = slot.fixture.match.result if slot.fixture is not None else None
    return slot.is_walkover or (result is not None and result.kind == "walkover")


@register.filter
def tiebreak_value_of_key(seeds: Mapping[Any, Any], key: Any) -> Any:
    """The value of a key, given as a number or, as JSON has it, as text."""
    return seeds.get(key, seeds.get(str(key)))


@register.simple_tag
def bracket_slot_address(key: str, elsewhere: Mapping[str, str], followed: Entry | None = None) -> str:
    """Where a match stands: on this page, or in another piece of its bracket."""
    if key not in elsewhere:
        return f"#{key}"
    return f"{bracket_piece_address(elsewhere[key], followed)}#{key}"


@register.simple_tag
def bracket_piece_address(code: str, followed: Entry | None = None) -> str:
    """That of a piece of a bracket; who is followed stays so."""
    player = {} if followed is None else {"player": followed.player.effective_player.pk}
    return "?" + urlencode({"part": code, **player})


@register.inclusion_tag("events/_seat.html")
def bracket_seat(
    slot: BracketSlot,
    side: int,
    seeds: Mapping[int, int],
    slots: Mapping[str, BracketSlot],
    followed: Entry | None = None,
    elsewhere: Mapping[str, str] = NOWHERE,
) -> dict[str, Any]:
    """One side of a match: who sits there, with score and where they came from, or whom the seat waits for.

    seeds: by entry. slots: all of the event, by key. Whoever dropped from another match has its label, who
    began here the seed.
    """
    entry, origin = (slot.one, slot.two)[side], slot.origins[side]
    match = slot.fixture.match if slot.fixture is not None else None
    so_far = running_score(match) if match is not None else None
    score = match_points(match, side) if match is not None else ""
    if slot.boards:
        score = slot.boards_won[side]
    won = entry is not None and entry == slot.winner
    before = slots.get(origin.key) if origin is not None else None
    return {
        "entry": entry,
        "seed": seeds[entry.pk] if entry is not None and origin is None else None,
        "dropped_from": before.label if before is not None and origin is not None and origin.loser else None,
        "is_followed": entry is not None and entry == followed,
        "won": won,
        "lost": slot.is_over and not won,
        "score": score if so_far is None else so_far[side],
        "running": so_far is not None,
        "walkover": won and is_fixture_walkover(slot),
        "bye": entry is None and slot.is_bye and slot.winner is not None,
        "before": before,
        "elsewhere": elsewhere,
        "followed": followed,
        "loser": origin is not None and origin.loser,
    }
