"""The control desk as pages say it: matches by their numbers, who sits where, addresses of views."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.base.translation import join_words
from tournaments.desk.rules.wall_sheets import WallBlock, Wire, is_roomy, type_of_sheet
from tournaments.desk.selectors import Wall, row_key, row_label
from tournaments.events.models import Tournament
from tournaments.events.rules.names import name_width
from tournaments.events.selectors import BracketSlot, GridRow, GridSide, ShownPart

from .results import DeskView

register = template.Library()

register.filter("row_number", row_key)
register.filter(row_label)

PAGES_OF_ACTIONS = {
    "enter": "desk-entries",
    "pay_out": "desk-prizes",
    "collect": "desk-entries",
    "check_in": "desk-check-in",
    "edit": "tournament-edit",
    "draw": "desk-draw",
    "play_off": "desk-draw",
    "break_ties": "desk-draw",
    "report": "desk-results",
    "rule": "desk-results?show=disputed",
    "vote": "desk-results?show=disputed",
    "penalise": "desk-results?show=late",
}
"""Where something that an event waits for is done, by the code of the action."""


@register.filter
def action_address(action: str, tournament: Tournament) -> str:
    """Where an action on an event is done; "" where it is done here and now."""
    page, _mark, query = PAGES_OF_ACTIONS.get(action, "").partition("?")
    if not page:
        return ""
    address = reverse(f"pages-tournaments:{page}", args=[tournament.pk])
    return f"{address}?{query}" if query else address


@register.simple_tag
def desk_view(view: DeskView, **changes: str) -> str:
    """The address of the results as somebody looks at them, with something looked at otherwise."""
    named = {"show": "shown", "marked": "marked", "open": "opened", "score": "score"}
    return replace(view, **{named[name]: value for name, value in changes.items()}).query or "?"


@register.filter
def known_slots(part: ShownPart) -> list[BracketSlot]:
    """The slots of the first round of a part in which somebody is known to sit, if anybody is yet."""
    slots = part.rounds[0].slots if part.rounds else ()
    return [slot for slot in slots if slot.one is not None or slot.two is not None]


@register.filter
def anchor(key: str) -> str:
    """The key of a row as part of an id."""
    return key.replace("/", "-")


@register.filter
def side_name(side: GridSide) -> str:
    """Who sits on a side; of a team, who plays on the board; else which match decides it."""
    if side.from_label:
        said = _("Loser of %(number)s") if side.loser else _("Winner of %(number)s")
        return said % {"number": side.from_label}
    return side.board_player or side.name or "–"


@register.filter
def side_of_row(row: GridRow, side: int) -> str:
    return side_name((row.one, row.two)[side])


@register.filter
def claim_in_words(row: GridRow, score: str) -> str:
    """A score with the name of who won: "Bram Janssen 7–5"."""
    left, right = map(int, score.split("-"))
    values = {
        "name": side_of_row(row, int(right > left)),
        "more": max(left, right),
        "fewer": min(left, right),
    }
    return _("%(name)s wins %(more)s–%(fewer)s") % values


@register.filter
def labels_in_words(numbers: Iterable[int], labels: Mapping[int, str]) -> str:
    """Several matches, of which the numbers are known, as they are called: "W12, L14"."""
    return join_words([labels.get(number) or str(number) for number in numbers])


@register.filter
def minutes_in_words(minutes: int) -> str:
    """A time in minutes, or in hours and minutes: "18 min", "1 h 5 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return ngettext("%(minutes)s min", "%(minutes)s min", rest) % {"minutes": rest}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": rest}


# -- Brackets on paper

LONG, LONGER = 16, 40
"""Letters from which on a name on paper is smaller, that it takes two lines at most."""


register.filter(type_of_sheet)
register.filter(is_roomy)


@register.inclusion_tag("desk/_wall_block.html")
def wall_block(wall: Wall, block: WallBlock) -> dict[str, Any]:
    """Rounds of a bracket beside each other, joined by lines."""
    return {"block": block, "part": wall.parts[block.part], "rounds": wall.rounds_of_block(block)}


@register.filter
def wire_path(wire: Wire) -> str:
    """The line as SVG has it, on a drawing of 10 by 1000."""
    return f"M0 {1000 * wire.left:.1f}H5V{1000 * wire.right:.1f}H10"


@register.filter
def name_size(name: str) -> str:
    """The class of a name that would not fit a line."""
    width = name_width(name)
    return "longer" if width > LONGER else "long" if width > LONG else ""
