"""What every ladder has in common: a fold over joins, challenges, answers, results and the passage of time.

The order of a ladder is nowhere written down. It follows from its history, so that a correction of a result
is only another history; whatever the history, the order is a permutation of the members.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar

from engine.words import Text
from matches.base.options import PlugInOptions
from matches.play.errors import InvalidMatchOption

from .events import (
    Challenged,
    ChallengePlayed,
    ChallengeReplied,
    Closed,
    Event,
    Joined,
    LadderOrder,
    Left,
    Open,
    Reopened,
    Reply,
    StepCause,
)
from .terms import ChallengeTerms, Cost
from .words import describe_challenge_costs, describe_challenges

MEMBERS_MAX = 1000
DAYS_MAX = 3650

Values = Mapping[int, float]
"""Ratings, by number of the player."""


class Ineligibility(StrEnum):
    """Why somebody cannot be challenged now."""

    ONESELF = "challenge_to_oneself"
    NOT_ON_LADDER = "not_on_ladder"
    CLOSED = "ladder_closed"
    CHALLENGING = "already_challenging"
    CHALLENGED = "already_challenged"
    OUT_OF_RANGE = "challenge_out_of_range"
    IMMUNE = "challenge_immune"
    COOLDOWN = "challenge_cooldown"


@dataclass(frozen=True, slots=True)
class ChallengeIneligibility:
    """Why a challenge cannot be made now.

    `player` is whom it is about; `until` when it ends by itself, if it does.
    """

    why: Ineligibility
    player: int
    until: datetime | None = None


@dataclass(frozen=True)
class LadderKind(PlugInOptions, ABC):
    """Base of the kinds of ladder; its options are its fields. A kind defines how a win moves people."""

    name: ClassVar[Text]
    description: ClassVar[Text]
    # Heads a column beside the place, where members stand on something more: a step, a row, a rating.
    column: ClassVar[Text | None] = None
    # A challenge is played at once, without an answer.
    starts_at_once: ClassVar[bool] = False
    # The options by which players are moved: another value would be another history.
    moving: ClassVar[frozenset[str]] = frozenset()
    # The order follows the ratings of the members.
    by_rating: ClassVar[bool] = False
    unknown_option = InvalidMatchOption
    invalid_option = InvalidMatchOption

    @property
    @abstractmethod
    def challenge_terms(self) -> ChallengeTerms:
        """What challenges on this ladder are bound to."""

    def describe_ladder(self) -> list[Text]:
        """What it is, then every rule in force, a sentence each."""
        terms, at_once = self.challenge_terms, self.starts_at_once
        return [
            self.description,
            *self.describe_reach(),
            *self.describe_moves(),
            *describe_challenges(terms, starts_at_once=at_once),
            *describe_challenge_costs(terms, starts_at_once=at_once),
        ]

    @abstractmethod
    def describe_reach(self) -> Iterable[Text]:
        """Whom a member may challenge."""

    @abstractmethod
    def describe_moves(self) -> Iterable[Text]:
        """What a match does to the two who have played it, and what else moves members."""

    def row_of_place(self, place: int) -> int | None:
        """The row in which a place is; None where there are no rows."""
        return None

    @abstractmethod
    def may_reach(self, standing: LadderOrder, challenger: int, challenged: int) -> bool:
        """Whether the one member stands where the other may challenge."""

    @abstractmethod
    def range_said(self, standing: LadderOrder, challenger: int) -> Text | None:
        """Whom a member may challenge, in the words of a refusal; None where that is nobody."""

    @abstractmethod
    def challenge_won(self, standing: LadderOrder, winner: int, loser: int) -> None:
        """Move two members after a match."""

    def enter_player(self, standing: LadderOrder, player: int) -> None:
        """Give who joins a place: the last."""
        standing.order.append(player)

    def sink_players(self, standing: LadderOrder, players: Collection[int], places: int) -> None:
        """Move members down so many places, or to the bottom for 0; among themselves they keep the order."""
        order = standing.order
        slots: dict[int, int] = {}
        free = len(order)
        for place in reversed(range(len(order))):
            if order[place] in players:
                free = min(place + (places or len(order)), free - 1)
                slots[free] = order[place]
        others = iter([player for player in order if player not in players])
        order[:] = [slots[place] if place in slots else next(others) for place in range(len(order))]

    def arrange_order(self, standing: LadderOrder, values: Values) -> None:
        """Order the members, where more than the history decides."""

    # -- The fold

    def fold_history(
        self, history: Iterable[Event], now: datetime, values: Values | None = None
    ) -> LadderOrder:
        """Where the ladder stands at `now`, whatever the order in which its history is given.

        What happened at the same moment happened in the order of serials.
        """
        standing = LadderOrder()
        for event in sorted(history, key=lambda event: (event.at, event.serial)):
            if event.at > now:
                break
            self.pass_time(standing, event.at)
            self.apply_event(standing, event)
        self.pass_time(standing, now)
        self.arrange_order(standing, values or {})
        return standing

    def apply_event(self, standing: LadderOrder, event: Event) -> None:
        match event:
            case Joined():
                self.take_join(standing, event)
            case Left():
                player = standing.joins.pop(event.join, None)
                if player is not None and player not in standing.joins.values():
                    self.remove_player(standing, player, event.at, StepCause.LEFT)
            case Challenged(at, _, number, challenger, challenged):
                standing.challenges[number] = event
                members = challenger in standing.order and challenged in standing.order
                if challenger != challenged and members:
                    accepted_at = at if self.starts_at_once else None
                    standing.open[number] = Open(number, challenger, challenged, at, accepted_at)
            case ChallengeReplied():
                self.take_answer(standing, event)
            case ChallengePlayed():
                self.take_result(standing, event)
            case Closed():
                standing.closed_since = standing.closed_since or event.at
            case Reopened():
                self.take_reopening(standing, event)

    def take_join(self, standing: LadderOrder, event: Joined) -> None:
        is_new = event.player not in standing.order
        standing.joins[event.join] = event.player
        if is_new:
            self.enter_player(standing, event.player)
            self.note_activity(standing, event.player, event.at)
            standing.note_step(event.at, [(StepCause.JOINED, event.player, None)])

    def take_answer(self, standing: LadderOrder, event: ChallengeReplied) -> None:
        if event.reply is Reply.ACCEPTED:
            if event.challenge in standing.open:
                standing.open[event.challenge].accepted_at = event.at
            return
        challenge = standing.open.pop(event.challenge, None)
        if challenge is None or event.reply is Reply.WITHDRAWN:
            return
        refused = event.reply is Reply.REFUSED
        cost = self.challenge_terms.refusal if refused else self.challenge_terms.lapse
        cause = StepCause.REFUSED if refused else StepCause.LAPSED
        player, before = challenge.challenged, standing.mark_of(challenge.challenged)
        match cost:
            case Cost.PLACE:
                self.take_win(standing, event.at, challenge.challenger, player, event.challenge, cause)
            case Cost.BOTTOM:
                self.sink_players(standing, [player], 0)
                standing.note_step(event.at, [(cause, player, before)], event.challenge, challenge.challenger)
            case Cost.REMOVED:
                self.remove_player(standing, player, event.at, cause)

    def take_result(self, standing: LadderOrder, event: ChallengePlayed) -> None:
        challenge = standing.challenges.get(event.challenge)
        standing.open.pop(event.challenge, None)
        if challenge is None or not event.counts or challenge.challenger == challenge.challenged:
            return
        one, two = challenge.challenger, challenge.challenged
        standing.met[frozenset((one, two))] = event.at
        standing.partners |= {one: two, two: one}
        for player in (one, two):
            if player in standing.order:
                self.note_activity(standing, player, event.at)
        if event.winner is None:
            for player, other in ((one, two), (two, one)):
                if player in standing.order:
                    mark = standing.mark_of(player)
                    standing.note_step(event.at, [(StepCause.DREW, player, mark)], event.challenge, other)
            return
        loser = one if event.winner == two else two
        self.take_win(standing, event.at, event.winner, loser, event.challenge, StepCause.LOST)
        if event.winner == two and self.challenge_terms.immunity:
            standing.immune[two] = event.at + timedelta(days=self.challenge_terms.immunity)

    def take_reopening(self, standing: LadderOrder, event: Reopened) -> None:
        """Have nobody be idle for the time in which nobody could be challenged."""
        closed_since, standing.closed_since = standing.closed_since, None
        if closed_since is None:
            return
        for player, since in standing.active.items():
            standing.active[player] = since + (event.at - max(since, closed_since))
        if self.challenge_terms.idle_days:
            standing.idle_from = self.first_idle_at(standing)

    def take_win(
        self, standing: LadderOrder, at: datetime, winner: int, loser: int, challenge: int, cause: StepCause
    ) -> None:
        """Move the two, if both are still members, and write down the places that they had and have."""
        if winner not in standing.order or loser not in standing.order:
            return
        before = {player: standing.mark_of(player) for player in (winner, loser)}
        self.challenge_won(standing, winner, loser)
        standing.note_step(at, [(StepCause.WON, winner, before[winner])], challenge, loser)
        standing.note_step(at, [(cause, loser, before[loser])], challenge, winner)

    def remove_player(self, standing: LadderOrder, player: int, at: datetime, cause: StepCause) -> None:
        before = standing.mark_of(player)
        standing.joins = {join: who for join, who in standing.joins.items() if who != player}
        standing.open = {
            number: each for number, each in standing.open.items() if player not in each.both_players
        }
        if player in standing.order:
            standing.order.remove(player)
            standing.levels.pop(player, None)
            standing.active.pop(player, None)
            standing.note_step(at, [(cause, player, before)])

    # -- The passage of time

    def pass_time(self, standing: LadderOrder, until: datetime) -> None:
        """Do what comes about by itself until a moment, that moment included."""
        while (moment := self.changes_at(standing)) is not None and moment <= until:
            self.pass_moment(standing, moment)

    def changes_at(self, standing: LadderOrder) -> datetime | None:
        """When the order changes by itself next, or may; None if it never does."""
        return None if standing.closed_since else standing.idle_from

    def pass_moment(self, standing: LadderOrder, moment: datetime) -> None:
        """Move down who has been idle for too long; who is challenged or challenges is not idle."""
        days = timedelta(days=self.challenge_terms.idle_days)
        busy = {player for each in standing.open.values() for player in each.both_players}
        idle = {player for player, since in standing.active.items() if since + days <= moment}
        standing.active |= dict.fromkeys(idle, moment)
        fallen = [
            (StepCause.IDLE, player, standing.mark_of(player))
            for player in standing.order
            if player in idle - busy
        ]
        self.sink_players(standing, idle - busy, self.challenge_terms.idle_places)
        standing.note_step(moment, fallen)
        standing.idle_from = self.first_idle_at(standing)

    def first_idle_at(self, standing: LadderOrder) -> datetime | None:
        """When the first of the members has been idle for too long, if nothing happens until then."""
        days = timedelta(days=self.challenge_terms.idle_days)
        return min((since + days for since in standing.active.values()), default=None)

    def note_activity(self, standing: LadderOrder, player: int, at: datetime) -> None:
        """Note that a member was active."""
        standing.active[player] = at
        if self.challenge_terms.idle_days:
            idle_from = at + timedelta(days=self.challenge_terms.idle_days)
            standing.idle_from = min(standing.idle_from or idle_from, idle_from)

    def answer_by(self, challenge: Open) -> datetime | None:
        """Until when an open challenge is to be answered; None if it need not be."""
        if challenge.accepted_at is not None or not self.challenge_terms.accept_days:
            return None
        return challenge.made_at + timedelta(days=self.challenge_terms.accept_days)

    # -- Who may challenge whom

    def challenge_ineligibility(
        self, standing: LadderOrder, challenger: int, challenged: int, now: datetime
    ) -> ChallengeIneligibility | None:
        """Why the one cannot challenge the other now; None if he can."""
        terms = self.challenge_terms
        if challenger == challenged:
            return ChallengeIneligibility(Ineligibility.ONESELF, challenger)
        for player in (challenger, challenged):
            if player not in standing.order:
                return ChallengeIneligibility(Ineligibility.NOT_ON_LADDER, player)
        if standing.closed_since is not None:
            return ChallengeIneligibility(Ineligibility.CLOSED, challenger)
        if any(set(each.both_players) == {challenger, challenged} for each in standing.open.values()):
            return ChallengeIneligibility(Ineligibility.CHALLENGED, challenged)
        if len(standing.challenges_by(challenger)) >= terms.made:
            return ChallengeIneligibility(Ineligibility.CHALLENGING, challenger)
        if not self.may_reach(standing, challenger, challenged):
            return ChallengeIneligibility(Ineligibility.OUT_OF_RANGE, challenged)
        if len(standing.challenges_to(challenged)) >= terms.received:
            return ChallengeIneligibility(Ineligibility.CHALLENGED, challenged)
        until = standing.immune.get(challenged)
        if until is not None and now < until:
            return ChallengeIneligibility(Ineligibility.IMMUNE, challenged, until)
        met = standing.met.get(frozenset((challenger, challenged)))
        if met is not None and now < met + timedelta(days=terms.cooldown):
            until = met + timedelta(days=terms.cooldown)
            return ChallengeIneligibility(Ineligibility.COOLDOWN, challenged, until)
        if not terms.repeat and standing.partners.get(challenger) == challenged:
            return ChallengeIneligibility(Ineligibility.COOLDOWN, challenged)
        return None


def move_player_on_ladder(order: list[int], player: int, places: int) -> None:
    """Move a player down by so many places, up if it is below 0, but never beyond an end."""
    place = order.index(player)
    del order[place]
    order.insert(max(0, min(len(order), place + places)), player)
