"""The bracket as a page shows it: what its rounds are called, and who sits where in a match."""

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.templatetags.figures import points, running
from tournaments.formats import Place
from tournaments.selectors import BracketRound, BracketSlot

register = template.Library()

# States of a match that is not over, those first that wait for an official.
WAITING = ("disputed", "appealed", "reported", "open")

# From the last round backwards; earlier ones are numbered.
LAST_ROUNDS: tuple[str | Promise, ...] = (
    pgettext_lazy("round", "Final"),
    gettext_lazy("Semi-finals"),
    gettext_lazy("Quarter-finals"),
)


@register.simple_tag
def round_name(number: int, rounds: int) -> str:
    """What round `number` of `rounds` is called."""
    left = rounds - number
    return str(LAST_ROUNDS[left]) if left < len(LAST_ROUNDS) else _("Round %(number)s") % {"number": number}


@register.filter
def place(place: Place) -> str:
    """One place, or the first and the last of those shared: 3–4."""
    return str(place.first) if place.first == place.last else f"{place.first}–{place.last}"


@register.filter
def now_playing(rounds: Iterable[BracketRound]) -> list[BracketSlot]:
    """Matches that wait for their result, those first that wait for an official."""
    waiting = [
        (WAITING.index(slot.fixture.match.state), slot)
        for round in rounds
        for slot in round.slots
        if slot.fixture is not None and slot.fixture.match.state in WAITING
    ]
    return [slot for _, slot in sorted(waiting, key=itemgetter(0))]


@register.filter
def current_round(rounds: Sequence[BracketRound]) -> int:
    """The first round with a match to come; the last one when all are over."""
    for round in rounds:
        if not all(slot.over or slot.bye for slot in round.slots):
            return round.number
    return len(rounds)


@register.filter
def is_walkover(slot: BracketSlot) -> bool:
    """Whether nobody had to play: a walkover with or without a fixture."""
    result = slot.fixture.match.result if slot.fixture is not None else None
    return slot.walkover or (result is not None and result.kind == "walkover")


@register.filter
def champion(rounds: Sequence[BracketRound]) -> Any:
    """The entry that has won the last match of the bracket, or None."""
    return rounds[-1].slots[0].winner if rounds else None


@register.filter
def of(seeds: Mapping[Any, Any], key: Any) -> Any:
    """The value of a key, given as a number or, as JSON has it, as text."""
    return seeds.get(key, seeds.get(str(key)))


@register.inclusion_tag("tournaments/_seat.html")
def seat(slot: BracketSlot, side: int, seeds: Mapping[int, int]) -> dict[str, Any]:
    """One side of a match: who sits there, with seed and score, or whom the seat waits for."""
    entry = (slot.one, slot.two)[side]
    match = slot.fixture.match if slot.fixture is not None else None
    so_far = running(match) if match is not None else None
    score = points(match, side) if match is not None else ""
    won = entry is not None and entry == slot.winner
    return {
        "entry": entry,
        "seed": seeds[entry.pk] if entry is not None else None,
        "won": won,
        "lost": slot.over and not won,
        "score": score if so_far is None else so_far[side],
        "running": so_far is not None,
        "walkover": won and is_walkover(slot),
        "bye": entry is None and slot.bye and slot.winner is not None,
        # The matches of the round before, two by two, are where the seats are filled from.
        "feeder": 2 * slot.slot.number - 1 + side if slot.slot.round > 1 else None,
    }
