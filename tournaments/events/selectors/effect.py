"""What would become of the fixtures and places of a tournament if a match of it stood otherwise."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from matches.hooks import Effect
from matches.play.models import Match
from matches.play.rules.deciding import Decision
from matches.play.rules.refereeing import capped_match_score
from matches.play.rules.results import EFFECTS, ResultKind
from matches.play.selectors import Case, is_report_pending, live_game_log, live_prefetch, match_result_dict
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.events.rules.reconciling import (
    FixtureFacts,
    Standing,
    fixtures_that_count,
    meet_results,
    pairings_still_standing,
    pending_meets,
)
from tournaments.formats import History, Pairing, PairingResult, Place

from .history import history_with_due_rounds, tournament_history
from .numbers import number_of_pairing, numbers_of_draw, rounds_ever_published
from .tournaments import tournament_entries


@dataclass(frozen=True, slots=True)
class Stand:
    """A tournament as the facts have it: by key the pairings that stand, by entry the places."""

    pairings: Mapping[str, Standing]
    places: Mapping[int, Place]


@dataclass(frozen=True, slots=True)
class SlotChange:
    """A slot in which others meet, or the same in another match."""

    key: str
    before: Standing | None
    after: Standing | None

    @property
    def known_standings(self) -> list[Standing]:
        return [each for each in (self.before, self.after) if each is not None]

    @property
    def slot_change(self) -> str:
        """What happens to the slot.

        superseded: nobody meets there any more. reinstated: a match that did not count counts again. paired:
        two meet where nobody met. re_paired: a new match, of others or, after a void one, of the same two.
        """
        if self.after is None:
            return "superseded"
        if self.after[1] is not None:
            return "reinstated"
        return "paired" if self.before is None else "re_paired"


def tournament_effect(fixture: Fixture, case: Case, would: Decision) -> Effect:
    """What would change if the match of a fixture stood like that: eight queries in a field of any size.

    Two more where rounds are published, six where somebody has withdrawn whose match is not decided.
    """
    tournament = fixture.tournament
    history, meetings = tournament_history(tournament)
    if not history.entries:
        return Effect()
    pending = bool(case.pending)
    otherwise = [
        fixture_with_decision(meeting, would, length=case.match.length, pending=pending)
        if meeting.fixture == fixture.pk
        else meeting
        for meeting in meetings
    ]
    before = tournament_stand(tournament, history, meetings)
    held = fixtures_that_count(otherwise)
    will_be = replace(history, results=meet_results(held), pending=pending_meets(held))
    # What would be published because of it is part of it.
    after = tournament_stand(tournament, history_with_due_rounds(tournament, will_be)[0], otherwise)
    was = {meeting.match for _, meeting in before.pairings.values() if meeting is not None}
    will = {meeting.match for _, meeting in after.pairings.values() if meeting is not None}
    moved = [
        SlotChange(key, before.pairings.get(key), after.pairings.get(key))
        for key in dict.fromkeys((*before.pairings, *after.pairings))
        if pairing_at_slot(before, key) != pairing_at_slot(after, key)
    ]
    superseded = {match: match in was for match in was ^ will}
    places = [
        (before.places[entry], after.places[entry])
        for entry in before.places
        if effect_place_dict(before.places[entry]) != effect_place_dict(after.places[entry])
    ]
    numbers = numbers_of_meetings(tournament, len(history.entries), meetings) if moved else {}
    return Effect(superseded, tournament_effect_rows(tournament, moved, places, numbers))


def numbers_of_meetings(
    tournament: Tournament, size: int, meetings: Iterable[FixtureFacts]
) -> dict[str, int]:
    """The numbers of slots, by key, of a tournament whose fixtures are loaded."""
    set_up = ((each.created_at, each.key) for each in meetings if each.created_at is not None)
    published = rounds_ever_published(tournament)
    return numbers_of_draw(tournament.played_as, size, published, set_up)


def fixture_with_decision(
    meeting: FixtureFacts, would: Decision, *, length: int, pending: bool
) -> FixtureFacts:
    void = would.state == Match.State.VOID
    winner = None if would.match_score is None else would.match_score.winner
    result = None
    if would.match_score is not None and not void:
        entry = None if winner is None else (meeting.one, meeting.two)[winner]
        score = capped_match_score(would.match_score.points, length)
        result = PairingResult(meeting.one, meeting.two, entry, score, EFFECTS[ResultKind(would.kind)].score)
    return replace(
        meeting,
        result=result,
        pending=is_report_pending(would.state, pending=pending),
        ruled_void=void,
    )


def tournament_stand(tournament: Tournament, history: History, meetings: Iterable[FixtureFacts]) -> Stand:
    format = tournament.played_as
    return Stand(
        pairings_still_standing(format.pairings(history), meetings),
        {place.entry: place for place in format.standings(history)},
    )


def pairing_at_slot(stands: Stand, key: str) -> tuple[Pairing, int | None] | None:
    """Who meets in a slot, in which match."""
    found = stands.pairings.get(key)
    return None if found is None else (found[0], None if found[1] is None else found[1].match)


def tournament_effect_rows(
    tournament: Tournament,
    moved: Sequence[SlotChange],
    places: Sequence[tuple[Place, Place]],
    numbers: Mapping[str, int],
) -> dict[str, list[dict[str, Any]]]:
    """Rows as plain JSON; players and scores of what changes are all that is loaded."""
    stands = [each for slot in moved for each in slot.known_standings]
    entries = tournament_entries(
        tournament,
        [
            *(entry for pairing, _ in stands for entry in (pairing.one, pairing.two)),
            *(place.entry for place, _ in places),
        ],
    )
    loaded = Match.objects.select_related("result").prefetch_related(*live_prefetch())
    matches = loaded.in_bulk([meeting.match for _, meeting in stands if meeting is not None])

    def fixture_dict(each: Standing | None) -> dict[str, Any] | None:
        if each is None:
            return None
        pairing, meeting = each
        match = None if meeting is None else matches[meeting.match]
        return {
            "match": None if match is None else match.pk,
            "one": effect_entry_dict(entries[pairing.one]),
            "two": effect_entry_dict(entries[pairing.two]),
            # What is being played or has been reported goes too, and makes a preview stale that did not know.
            "state": None if match is None else match.state,
            "live": None if match is None else live_fixture_dict(match),
            "result": None if match is None else match_result_dict(match),
        }

    return {
        "fixtures": [
            {
                "key": slot.key,
                "number": number_of_pairing(slot.known_standings[0][0], numbers),
                "board": slot.known_standings[0][0].board,
                "part": slot.known_standings[0][0].part,
                "round": slot.known_standings[0][0].round,
                "change": slot.slot_change,
                "before": fixture_dict(slot.before),
                "after": fixture_dict(slot.after),
            }
            for slot in moved
        ],
        "places": [
            {
                "entry": effect_entry_dict(entries[before.entry]),
                "before": effect_place_dict(before),
                "after": effect_place_dict(after),
            }
            for before, after in places
        ],
    }


def live_fixture_dict(match: Match) -> dict[str, int] | None:
    """The score so far, if it is live-scored."""
    log = live_game_log(match)
    return None if log is None else dict(zip(("one", "two"), log.running_score.capped_points, strict=True))


def effect_entry_dict(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "player": {"id": entry.player.effective_player.pk, "name": entry.player.effective_player.name},
    }


def effect_place_dict(place: Place) -> dict[str, Any]:
    return {
        "first": place.first,
        "last": place.last,
        "clinched": place.clinched,
        "points": None if place.points is None else float(place.points),
    }
