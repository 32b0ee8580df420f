"""The way of a player through an event: chosen by the address, marked on the canvas, and told as a list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.base.forms import LongSelect, PageForm
from matches.play.models import Match
from matches.play.pages.figures import match_points, running_score
from tournaments.events.models import Entry
from tournaments.events.selectors import BracketSlot, TournamentCourse


class FollowForm(PageForm):
    """Whose way is shown; sent by GET, so that the page has an address."""

    player = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label=_("Follow a player"), widget=LongSelect
    )

    def __init__(self, data: Mapping[str, Any], course: TournamentCourse) -> None:
        super().__init__(data if data.get("player") else None)
        entries = (course.entries[number] for number in course.history.entries)
        self._entries = {entry.player.effective_player.pk: entry for entry in entries}
        named = sorted(
            (entry.player.effective_player.name, player) for player, entry in self._entries.items()
        )
        choices: list[tuple[object, object]] = [
            ("", _("Nobody")),
            *((player, name) for name, player in named),
        ]
        field: Any = self.fields["player"]
        field.choices = choices

    @property
    def entry(self) -> Entry | None:
        """Of whom is followed; None where nobody of the draw is."""
        return self._entries.get(self.cleaned_data["player"]) if self.is_valid() else None


@dataclass(frozen=True, slots=True)
class WayStep:
    """A match on the way: against whom (None where that is open), how it went, and where it leads."""

    slot: BracketSlot
    opponent: Entry | None
    before: BracketSlot | None
    waits_for_loser: bool
    won: bool
    score: tuple[object, object] | None
    winner_to: BracketSlot | None
    loser_to: BracketSlot | None

    @property
    def match(self) -> Match | None:
        return self.slot.match

    @property
    def has_bye(self) -> bool:
        return self.slot.is_bye


def way_of_entry(course: TournamentCourse, entry: Entry) -> list[WayStep]:
    """Every match that an entry has played or is known to play, in the order of play: no query."""
    slots = [slot for slot in course.slots_by_key.values() if entry in (slot.one, slot.two)]
    return [_step(course, slot, entry) for slot in sorted(slots, key=lambda slot: slot.number or 0)]


def _step(course: TournamentCourse, slot: BracketSlot, entry: Entry) -> WayStep:
    side = 0 if slot.one == entry else 1
    origin, key = slot.origins[1 - side], slot.slot.key
    return WayStep(
        slot,
        (slot.one, slot.two)[1 - side],
        course.slots_by_key.get(origin.key) if origin is not None else None,
        origin is not None and origin.loser,
        slot.winner == entry,
        _score(slot, side),
        course.winner_to.get(key),
        course.loser_to.get(key),
    )


def _score(slot: BracketSlot, side: int) -> tuple[object, object] | None:
    """That of the one whose way it is first; None where there is none."""
    if slot.boards:
        return slot.boards_won[side], slot.boards_won[1 - side]
    if slot.match is None:
        return None
    so_far = running_score(slot.match)
    if so_far is not None:
        return so_far[side], so_far[1 - side]
    points = match_points(slot.match, side), match_points(slot.match, 1 - side)
    return None if "" in points else points
