"""Swiss: everybody plays every round, against somebody with as good a score as can be, and nobody twice.

Rounds are paired one after the other, or continuously: as soon as enough of the players are free, the next
round is paired for all as if the matches still running ended evenly, and those boards are published whose two
players are free.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.formats.base import History, Pairing, Part, RoundPairings
from tournaments.formats.errors import InvalidFormatOption
from tournaments.formats.play_offs import PlaysOff
from tournaments.tiebreaks import Crosstable, Scale, UnplayedRounds, make_crosstable, rank_entries
from tournaments.tiebreaks.results import PairingResult, Place

from .by_round import PairedByRound, pairings_by_lot, published_pairings
from .pairing import Board, PairingField, adjacent_pairing, pair_round, planned_boards, slide_pairing
from .rounds import PairedRound, RoundsSoFar

MOST_ROUNDS = 20

# Opponents' scores first, without the weakest, as one bad draw should not decide; then with it; then whom one
# beat, and the match of the two. Where all is equal a place is shared.
PREFERRED = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "head_to_head")

# Continuous pairing waits until one of so many who are to be paired is free.
FREE = 16


class SwissOrder(StrEnum):
    SLIDE = "slide"
    LOTS = "lots"
    RATING = "rating"


class First(StrEnum):
    LOTS = "lots"
    SEEDS = "seeds"


class ByeWorth(StrEnum):
    FULL = "full"
    HALF = "half"
    NONE = "none"

    @property
    def points(self) -> Fraction:
        return {ByeWorth.FULL: Fraction(1), ByeWorth.HALF: Fraction(1, 2), ByeWorth.NONE: Fraction(0)}[self]


class Sitting(StrEnum):
    FIDE_2026 = UnplayedRounds.FIDE_2026.value
    LEGACY = UnplayedRounds.LEGACY.value


class Pace(StrEnum):
    ROUNDS = "rounds"
    CONTINUOUS = "continuous"


@dataclass(frozen=True)
class Swiss(PlaysOff, PairedByRound):
    code = "swiss"
    name = _("Swiss")
    description = _(
        "Everybody plays every round against somebody with about as good a score, and nobody twice."
    )
    ranks = True

    rounds: int = option_field(
        5,
        help=_(
            "How many rounds are played; 0: until one is unbeaten or, where entries leave after some losses, "
            "until one is left."
        ),
        minimum=0,
        maximum=MOST_ROUNDS,
    )
    leave_after: int = option_field(
        0, help=_("After how many losses an entry leaves; 0: nobody leaves."), minimum=0, maximum=9
    )
    first_round: First = option_field(
        First.LOTS,
        help=_("How round 1 is paired: by lot, or the top half of the seeds against the bottom half."),
    )
    order: SwissOrder = option_field(
        SwissOrder.SLIDE,
        help=_(
            "Who meets whom among equals: top half against bottom half by seed, by lot, or nearest ratings."
        ),
    )
    bye: ByeWorth = option_field(
        ByeWorth.FULL, help=_("What a bye is worth: a win, half of one, or nothing.")
    )
    unplayed: Sitting = option_field(
        Sitting.FIDE_2026,
        help=_(
            "What rounds without a match mean to tie-breaks: by FIDE's rules of 2026, or by those before."
        ),
    )
    pairing: Pace = option_field(
        Pace.ROUNDS, help=_("Whether a round is paired when the one before is over, or as players get free.")
    )

    def describe_options(self) -> Iterator[Text]:
        if self.rounds:
            yield ngettext_lazy("%(count)s round is played.", "%(count)s rounds are played.", self.rounds) % {
                "count": self.rounds
            }
        elif self.leave_after:
            yield _("It is played until one is left.")
        else:
            yield _("It is played until one is unbeaten.")
        if self.leave_after:
            yield ngettext_lazy(
                "Who has lost %(count)s match leaves.",
                "Who has lost %(count)s matches leaves.",
                self.leave_after,
            ) % {"count": self.leave_after}
        yield {
            First.LOTS: _("The first round is paired by lot."),
            First.SEEDS: _("In the first round the top half of the seeds meets the bottom half."),
        }[self.first_round]
        yield {
            SwissOrder.SLIDE: _("Of equals the top half by seed meets the bottom half."),
            SwissOrder.LOTS: _("Equals are paired by lot."),
            SwissOrder.RATING: _("Equals with the nearest ratings meet."),
        }[self.order]
        yield {
            ByeWorth.FULL: _("A bye is worth a win."),
            ByeWorth.HALF: _("A bye is worth half a win."),
            ByeWorth.NONE: _("A bye is worth nothing."),
        }[self.bye]
        yield {
            Sitting.FIDE_2026: _("Rounds without a match mean to tie-breaks what FIDE's rules of 2026 say."),
            Sitting.LEGACY: _("Rounds without a match mean to tie-breaks what FIDE's rules before 2026 say."),
        }[self.unplayed]
        yield {
            Pace.ROUNDS: _("A round is paired when the one before is over."),
            Pace.CONTINUOUS: _("A round is paired as players get free."),
        }[self.pairing]

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        if self.rounds and self.pairing is Pace.ROUNDS:
            yield {"pairing": Pace.CONTINUOUS.value}
        rounds = self.rounds or max(size - 1, 0).bit_length()
        yield from ({"rounds": fewer} for fewer in reversed(range(1, rounds)))

    def check_options(self) -> None:
        if self.pairing is Pace.CONTINUOUS and not self.rounds:
            raise InvalidFormatOption(
                "Continuous pairing needs a fixed number of rounds: give rounds, or pair by whole rounds.",
                option="pairing",
            )

    @property
    def waits_for_round(self) -> bool:
        return self.pairing is Pace.ROUNDS

    @property
    def losses_allowed(self) -> int:
        return self.leave_after

    @property
    def of_rounds(self) -> int:
        return self.rounds

    def wants_round(self, history: History, course: RoundsSoFar, number: int) -> bool:
        present = self.present_entries(history, course)
        if len(present) < 2 or number > (self.rounds or MOST_ROUNDS):
            return False
        return bool(self.rounds or self.leave_after) or sum(not course.losses[each] for each in present) > 1

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        return (*super().pairings(history), *self.play_offs(history).shown_pairings)

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        return (*super().draw_parts(history), *self.play_offs(history).play_off_parts)

    def is_over(self, history: History) -> bool:
        return self.are_rounds_over(history) and self.play_offs(history).are_over

    def are_rounds_over(self, history: History) -> bool:
        return super().is_over(history)

    def tiebreaks_used(self, history: History) -> tuple[str, ...]:
        return history.tiebreaks or PREFERRED

    # The page shows them twice, with the pairings and for the whole event.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def standings(self, history: History) -> tuple[Place, ...]:
        over, played = self.is_over(history), self.play_offs(history).play_off_results
        places = self.ranked_places(history, self.tiebreaks_used(history), played)
        return tuple(replace(place, clinched=over) for place in places)

    def ranked_places(
        self, history: History, tiebreaks: Sequence[str], play_offs: Sequence[PairingResult] = ()
    ) -> tuple[Place, ...]:
        table = replace(
            self.swiss_crosstable(history, self.rounds_so_far(history)), play_offs=tuple(play_offs)
        )
        return rank_entries(table, tiebreaks, seed=history.seed, clinched=False)

    def matches_of(self, history: History) -> Mapping[int, int]:
        return {
            entry: len(row)
            for entry, row in self.swiss_crosstable(history, self.rounds_so_far(history)).rows.items()
        }

    def swiss_crosstable(self, history: History, course: RoundsSoFar) -> Crosstable:
        return make_crosstable(
            history.entries,
            self.meets_over(course),
            self.rounds_sat_out(history, course),
            rounds=len(course.rounds),
            ratings=history.ratings,
            scale=Scale(bye=self.bye.points),
            unplayed=UnplayedRounds(self.unplayed),
        )

    def pair_boards(
        self, history: History, course: RoundsSoFar, number: int, entries: Sequence[int]
    ) -> list[Board]:
        return self._pair_by_scores(
            history, course, number, entries, self.swiss_crosstable(history, course).points
        )

    def _pair_by_scores(
        self,
        history: History,
        course: RoundsSoFar,
        number: int,
        entries: Sequence[int],
        scores: Mapping[int, Fraction],
    ) -> list[Board]:
        order = SwissOrder.LOTS if number == 1 and self.first_round is First.LOTS else self.order
        if number == 1 and self.first_round is First.SEEDS:
            order = SwissOrder.SLIDE
        match order:
            case SwissOrder.SLIDE:
                within, plan = list(entries), slide_pairing
            case SwissOrder.LOTS:
                within, plan = pairings_by_lot(history, number, entries), adjacent_pairing
            case SwissOrder.RATING:
                within = sorted(entries, key=lambda entry: -history.ratings.get(entry, 0))
                plan = adjacent_pairing
        ordered = sorted(within, key=lambda entry: -scores[entry])
        field = PairingField(scores, scores, course.met, self.pairs_apart(history, number), course.byes)
        return pair_round(planned_boards(ordered, field, plan), field)

    # -- Continuous pairing: at most one round ahead, and everybody as many rounds as everybody else

    def next_round_pairings(self, history: History) -> RoundPairings | None:
        if self.pairing is Pace.ROUNDS:
            return super().next_round_pairings(history)
        course = self.rounds_so_far(history)
        number = course.last_published
        further = self.further_round_pairings(history, course, course.rounds[: number - 1] if number else ())
        if further:
            return further
        entries = self._waiting_entries(history, course)
        if not entries:
            number += 1
            if not self.wants_round(history, course, number):
                return None
            entries = self.free_entries(history, course, number)
        busy = {
            entry
            for meeting in course.open_meetings()
            if meeting.pairing.round < number
            for entry in meeting.both_entries
        }
        if not busy:
            return self.round_pairings(history, course, number, entries)
        free = entries - busy
        if len(free) < max(2, len(entries) // FREE):
            return None
        return self._pairings_ahead(history, course, number, entries, busy)

    def _pairings_ahead(
        self, history: History, course: RoundsSoFar, number: int, entries: Collection[int], busy: set[int]
    ) -> RoundPairings | None:
        """The boards that can be published while some are still busy.

        Those are left who will then be busy or wait for somebody who is: the pairing of all shows that they
        can be paired.
        """
        scores = dict(self.swiss_crosstable(history, course).points)
        for entry in busy:
            scores[entry] += Fraction(1, 2)
        ordered = [entry for entry in history.entries if entry in entries]
        apart = {*self.pairs_apart(history, number)}
        boards = [
            (one, two)
            for one, two in self._pair_by_scores(history, course, number, ordered, scores)
            if two is not None
            and busy.isdisjoint((one, two))
            and two not in course.met[one]
            and frozenset((one, two)) not in apart
        ]
        return published_pairings(history, number, boards) if boards else None

    def _waiting_entries(self, history: History, course: RoundsSoFar) -> set[int]:
        """Who is yet to be paired in the last round that has been begun."""
        if course.last_published < 2:
            return (
                course.paired_round(1).freed_entries - history.withdrawn if course.last_published else set()
            )
        return (
            self.free_entries(history, course, course.last_published)
            & course.paired_round(course.last_published - 1).engaged
        )

    def next_round_number(self, history: History, course: RoundsSoFar) -> int:
        is_ahead = self.pairing is Pace.CONTINUOUS and self._waiting_entries(history, course)
        return course.last_published if is_ahead else course.last_published + 1

    def is_closed(self, history: History, course: RoundsSoFar, here: PairedRound) -> bool:
        if self.pairing is Pace.ROUNDS or here.number < course.last_published:
            return super().is_closed(history, course, here)
        return here.is_published and not self._waiting_entries(history, course)
