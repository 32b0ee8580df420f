"""Results of an event entered by an official, many at once: each is a report of its match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engine import RuleError
from matches.accounts.models import User
from matches.accounts.permissions import Role, allowed_roles, require_permission, roles_towards
from matches.play.models import Report
from matches.play.services import report_submit, report_verify, reports_enter
from tournaments.events.errors import MatchNotSetUp, TournamentNotStarted, UnknownMatch
from tournaments.events.models import Tournament
from tournaments.events.rules.slots import EventSlot, SlotState
from tournaments.events.selectors import EventSlots, event_slots, tournament_list


@dataclass(frozen=True, slots=True)
class ScoreEntered:
    """The points of one and of two of a match, which is named by its number or by its key.

    board: of a match of teams, from 1; needed with its number, part of its key.
    """

    score: tuple[int, int]
    number: int | None = None
    board: int = 0
    key: str | None = None


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """What became of a score: the report that was taken, or why none was; a report may be refused, too.

    slot: the match that was meant, if there is such a one.
    """

    entered: ScoreEntered
    slot: EventSlot | None
    report: Report | None
    refusal: RuleError | None

    @property
    def is_taken(self) -> bool:
        return self.report is not None and self.report.status == "accepted"


def tournament_results_enter(
    *,
    actor: User,
    tournament_id: int,
    results: Sequence[ScoreEntered],
    means: Report.Means,
    now: datetime | None = None,
) -> list[EnteredResult]:
    """Report scores of matches as an official: what is refused of one leaves the others alone.

    They are judged where they are written, in one transaction, in as many queries for a thousand as for two.
    Raises NotAllowed and TournamentNotStarted; what speaks against a single score stands in its answer.
    """
    now = now or timezone.now()
    tournament = tournament_list().get(pk=tournament_id)
    require_permission(actor, "result_enter", tournament)
    if tournament.draw is None:
        raise TournamentNotStarted(
            "%(tournament)s has no draw yet. Make the draw first.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    named = SlotsByName(event_slots(tournament, now))
    slots: dict[int, EventSlot] = {}
    scores: dict[int, tuple[int, tuple[int, int]]] = {}
    found: dict[int, Report | RuleError] = {}
    for place, entered in enumerate(results):
        try:
            slots[place] = named.slot_of(entered)
            scores[place] = match_of_slot(slots[place]), entered.score
        except RuleError as refusal:
            found[place] = refusal
    role = official_role(actor, tournament)
    taken = reports_enter(actor=actor, role=role, scores=[*scores.values()], means=means, now=now)
    found.update(zip(scores, taken, strict=True))
    numbers = [each.pk for each in taken if isinstance(each, Report)]
    reports = Report.objects.select_related("verdict").in_bulk(numbers)
    return [
        EnteredResult(entered, slots.get(place), None, each)
        if isinstance(each := found[place], RuleError)
        else EnteredResult(entered, slots.get(place), reports[each.pk], None)
        for place, entered in enumerate(results)
    ]


def official_role(actor: User, tournament: Tournament) -> Report.Role:
    """As what an official reports, who may play in the event as well."""
    held = roles_towards(actor, tournament) & allowed_roles()["result_enter"]
    return Report.Role.SCOREKEEPER if held == {Role.SCOREKEEPER} else Report.Role.DIRECTOR


def slot_result_enter(
    *,
    actor: User,
    tournament: Tournament,
    slot: EventSlot,
    score: tuple[int, int],
    means: Report.Means,
    now: datetime | None = None,
) -> Report:
    """Report a score of a match as an official and have it judged: both or neither.

    Raises NotAllowed, MatchNotSetUp and what `report_submit` does.
    """
    require_permission(actor, "result_enter", tournament)
    role, match, now = official_role(actor, tournament), match_of_slot(slot), now or timezone.now()
    with transaction.atomic():
        report = report_submit(match_id=match, actor=actor, role=role, score=score, means=means, now=now)
        report_verify(report_id=report.pk, now=now)
    return report


class SlotsByName:
    """The matches of an event, by number and board and by key."""

    def __init__(self, event: EventSlots) -> None:
        self._tournament = event.tournament
        self._numbers = event.numbers
        self._by_number = {(slot.number, slot.board): slot for slot in event.slots}
        self._by_key = dict(self._slots_with_keys(event))

    def slot_of(self, entered: ScoreEntered) -> EventSlot:
        """Raises UnknownMatch, or MatchNotSetUp for one whose round is not paired."""
        if entered.key is not None:
            found = self._by_key.get(entered.key)
            is_ahead = entered.key in self._numbers
        else:
            found = self._by_number.get((entered.number, entered.board))
            is_ahead = entered.number in self._numbers.values() and not self._boards_of(entered.number)
        if found is not None:
            return found
        if is_ahead:
            raise match_not_paired(entered.number or self._numbers[entered.key or ""])
        raise self._unknown_key(entered.key) if entered.key is not None else self._unknown_number(entered)

    @staticmethod
    def _slots_with_keys(event: EventSlots) -> Iterator[tuple[str, EventSlot]]:
        for slot in event.slots:
            yield slot.slot.key if slot.match is None else event.row_of_match[slot.match].key, slot

    def _boards_of(self, number: int | None) -> list[int]:
        """The boards of a match that is paired: 0 alone where no teams play."""
        return sorted(board for each, board in self._by_number if each == number)

    def _unknown_key(self, key: str) -> UnknownMatch:
        return UnknownMatch(
            "%(tournament)s has no match with the key %(key)s. Its results list the keys.",
            {"tournament": self._tournament.name, "key": key},
            tournament=self._tournament.pk,
            key=key,
        )

    def _unknown_number(self, entered: ScoreEntered) -> UnknownMatch:
        number, boards = entered.number, self._boards_of(entered.number)
        data = {"tournament": self._tournament.pk, "number": number, "board": entered.board}
        if not boards:
            return UnknownMatch(
                "%(tournament)s has no match %(number)s. Its matches have the numbers 1 to %(last)s.",
                {
                    "tournament": self._tournament.name,
                    "number": number,
                    "last": max(self._numbers.values()),
                },
                **data,
            )
        if boards == [0]:
            return UnknownMatch(
                "Match %(number)s of %(tournament)s has no boards. Name it by its number alone.",
                {"tournament": self._tournament.name, "number": number},
                **data,
            )
        return UnknownMatch(
            "Match %(number)s of %(tournament)s is one of teams. Say of which board the result is: "
            "%(boards)s.",
            {"tournament": self._tournament.name, "number": number, "boards": boards},
            **data,
            boards=boards,
        )


def match_of_slot(slot: EventSlot) -> int:
    """The match that is set up in a slot. Raises MatchNotSetUp where there is none."""
    if slot.match is not None:
        return slot.match
    number, waits_for = slot.number, [*slot.waits_for]
    if slot.waits_for:
        raise MatchNotSetUp(
            "Match %(number)s waits for match %(waits_for)s. Enter that result first.",
            {"number": number, "waits_for": waits_for},
            number=number,
            waits_for=waits_for,
        )
    if slot.state is SlotState.OFF:
        raise MatchNotSetUp(
            "Match %(number)s is not played: the tournament was called off. Have it go ahead first.",
            {"number": number},
            number=number,
            waits_for=waits_for,
        )
    if slot.state is SlotState.WALKOVER:
        raise MatchNotSetUp(
            "Match %(number)s is not played: somebody has left. The draw shows who goes on.",
            {"number": number},
            number=number,
            waits_for=waits_for,
        )
    raise match_not_paired(slot.number)


def match_not_paired(number: int | None) -> MatchNotSetUp:
    return MatchNotSetUp(
        "Match %(number)s is not paired yet. Look at what the tournament waits for; if it is nothing, send "
        "the result again in a moment.",
        {"number": number},
        number=number,
        waits_for=[],
    )
