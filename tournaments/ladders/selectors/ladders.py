"""Ladders: where they stand, by the facts. Players who were merged are one: matches/players/selectors.

Of two members who turn out to be one person the first joining counts: from then on the one place is moved by
what either did.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.accounts.models import User
from matches.play.models import Match
from matches.players.models import Member, Player
from matches.players.selectors import merged_into
from matches.ratings.selectors import leading_rating_values
from tournaments.ladders import rules as ladders
from tournaments.ladders.models import Challenge, ChallengeAnswer, Ladder, LadderJoin, Rung
from tournaments.ladders.rules import (
    ChallengePlayed,
    ChallengeReplied,
    Event,
    Joined,
    LadderOrder,
    Open,
    Reply,
)

from .history import Into, ladder_history

RungStored = tuple[int, int, int | None]
"""Place, player and step of a member."""


@dataclass(frozen=True)
class LadderFold:
    """A ladder as it stands at `now`, folded from its history and, where they order it, from ratings.

    into: who is merged into whom. values: the rating of each who has joined.
    """

    ladder: Ladder
    rules: ladders.LadderKind
    history: tuple[Event, ...]
    values: Mapping[int, float]
    into: Into
    now: datetime

    @cached_property
    def ladder_order(self) -> LadderOrder:
        return self.rules.fold_history(self.history, self.now, self.values)

    def with_events(self, *events: Event) -> "LadderFold":
        """The ladder once more has happened; nobody has joined."""
        return replace(self, history=(*self.history, *events))

    def with_result(self, challenge: int, played: ChallengePlayed | None) -> "LadderFold":
        """The ladder if the match of a challenge had come to that, or to nothing yet."""
        others = (
            event
            for event in self.history
            if not (isinstance(event, ChallengePlayed) and event.challenge == challenge)
        )
        return replace(self, history=(*others, *(() if played is None else (played,))))

    @cached_property
    def replies(self) -> dict[int, Reply]:
        """What became of each challenge that was answered, by number."""
        return {event.challenge: event.reply for event in self.history if isinstance(event, ChallengeReplied)}

    def number_on_ladder(self, player: int) -> int:
        """The number under which a player is on the ladder."""
        return self.into.get(player, player)

    @cached_property
    def players(self) -> dict[int, Player]:
        """Everybody the standing names, with the members of pairs: two queries."""
        standing = self.ladder_order
        challenges = standing.challenges.values()
        named = {*standing.order, *(step.player for step in standing.steps)}
        named |= {each for one in challenges for each in (one.challenger, one.challenged)}
        roster = Prefetch("roster", Member.objects.select_related("player"))
        return Player.objects.prefetch_related(roster).in_bulk(named)

    @property
    def rungs(self) -> list[RungStored]:
        """Place, player and step of every member, as the cache holds them."""
        standing = self.ladder_order
        return [
            (place, player, standing.levels.get(player)) for place, player in enumerate(standing.order, 1)
        ]

    def challenge_ineligibility(
        self, challenger: int, challenged: int
    ) -> ladders.ChallengeIneligibility | None:
        """Why the one cannot challenge the other now: by the rules, or as one would play on both sides."""
        one, two = self.number_on_ladder(challenger), self.number_on_ladder(challenged)
        if one != two and self.persons_playing(one) & self.persons_playing(two):
            return ladders.ChallengeIneligibility(ladders.Ineligibility.ONESELF, two)
        return self.rules.challenge_ineligibility(self.ladder_order, one, two, self.now)

    def persons_playing(self, player: int) -> set[int]:
        """Who plays for somebody on the ladder: the two of a pair."""
        found = self.players.get(player)
        return {self.number_on_ladder(person.pk) for person in found.persons} if found else {player}


@dataclass(frozen=True, slots=True)
class RungRow:
    """Where a member stands: the row in a pyramid, the step on stairs; the rating if that orders."""

    place: int
    player: Player
    step: int | None = None
    row: int | None = None
    rating: float | None = None


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another member, and why the player cannot challenge that one now, if so."""

    rung: RungRow
    ineligibility: ladders.ChallengeIneligibility | None

    @property
    def is_near(self) -> bool:
        """Whether the place is one that the player may challenge, if not now."""
        return self.ineligibility is None or self.ineligibility.why not in (
            ladders.Ineligibility.CLOSED,
            ladders.Ineligibility.OUT_OF_RANGE,
            ladders.Ineligibility.CHALLENGING,
        )


@dataclass(frozen=True, slots=True)
class OpenRow:
    """An open challenge; `until` when it is to be answered, or played by."""

    challenge: Challenge
    match: Match | None
    until: datetime | None


@dataclass(frozen=True, slots=True)
class StepRow:
    """What one event did to one player, and the match behind it."""

    step: ladders.Step
    player: Player
    other: Player | None
    match: int | None


def ladder_list() -> QuerySet[Ladder]:
    """Every ladder with club, picture and `members`, how many it has, in one query."""
    ladders = Ladder.objects.filter(removed=False).select_related("club", "picture")
    return ladders.annotate(members=Count("rungs"))


def ladders_due(now: datetime) -> QuerySet[Any, int]:
    """The numbers of ladders that time changes by now."""
    return Ladder.objects.filter(wakes_at__lte=now).order_by("pk").values_list("pk", flat=True)


def challenge_list(ladder: Ladder) -> QuerySet[Challenge]:
    """Every challenge of a ladder with players, answer and match, in one query."""
    challenges = Challenge.objects.filter(ladder=ladder)
    return challenges.select_related("challenger", "challenged", "answer__match__result", "ladder__club")


def challenges_numbered(numbers: Collection[int]) -> QuerySet[Challenge]:
    """Challenges of all ladders by their numbers, with who stands in for whom by now."""
    found = Challenge.objects.filter(pk__in=numbers, ladder__removed=False).select_related(
        "challenger__stand_in", "challenged__stand_in", "answer__match__result", "ladder__club"
    )
    return found.order_by("pk")


CHALLENGES_MAX = 30
"""How many challenges somebody's first page names at most."""


def challenges_to_answer(user: User) -> QuerySet[Challenge]:
    """Those of the login's players, on all ladders, that nobody has answered: one query."""
    own = Player.objects.of_login(user)
    there = Rung.objects.filter(ladder=OuterRef("ladder"))
    challenger = Coalesce(OuterRef("challenger__stand_in"), OuterRef("challenger"))
    found = Challenge.objects.filter(
        Exists(there.filter(player=challenger)), challenged__in=own, answer=None, ladder__removed=False
    )
    found = found.select_related("challenger__stand_in", "challenged__stand_in", "answer", "ladder__club")
    return found.order_by("pk")[:CHALLENGES_MAX]


# -- Where it stands


def ladder_fold(ladder: Ladder, now: datetime) -> LadderFold:
    """Fold the facts of a ladder: two queries, and one more where ratings order it."""
    rules, into = ladder.rules, merged_into()
    history = tuple(ladder_history(ladder, into))
    values = {}
    if rules.by_rating:
        values = leading_rating_values({event.player for event in history if isinstance(event, Joined)})
    return LadderFold(ladder, rules, history, values, into, now)


# -- What is shown


def ladder_rung_rows(fold: LadderFold) -> list[RungRow]:
    """Every member, the best first."""
    values = leading_rating_values(fold.ladder_order.order) if fold.rules.by_rating else {}
    return [
        RungRow(
            place,
            fold.players[player],
            step=step,
            row=fold.rules.row_of_place(place),
            rating=values.get(player),
        )
        for place, player, step in fold.rungs
    ]


def ladder_opponents(fold: LadderFold, player: int) -> list[Opponent]:
    """Every other member, and why a player cannot challenge that one now, if so."""
    return [
        Opponent(rung, fold.challenge_ineligibility(player, rung.player.pk))
        for rung in ladder_rung_rows(fold)
        if rung.player.pk != fold.number_on_ladder(player)
    ]


def open_challenge_rows(fold: LadderFold) -> list[OpenRow]:
    """Every challenge that waits for an answer or to be played, the oldest first: one query."""
    challenges = challenge_list(fold.ladder).filter(pk__in=fold.ladder_order.open).order_by("pk")
    return [open_challenge_row(fold, challenge) for challenge in challenges]


def open_challenge_row(fold: LadderFold, challenge: Challenge) -> OpenRow:
    found: Open = fold.ladder_order.open[challenge.pk]
    match = challenge.answer.match if found.accepted_at is not None else None
    return OpenRow(challenge, match, fold.rules.answer_by(found) if match is None else match.play_by)


def ladder_step_rows(fold: LadderFold) -> list[StepRow]:
    """Everything that moved anybody, the first first, and the matches behind it: one query."""
    answers = ChallengeAnswer.objects.filter(challenge__ladder=fold.ladder).exclude(match=None)
    matches = dict(answers.values_list("challenge", "match"))
    return [
        StepRow(
            step,
            fold.players[step.player],
            None if step.other is None else fold.players[step.other],
            None if step.challenge is None else matches.get(step.challenge),
        )
        for step in fold.ladder_order.steps
    ]


def own_players_on_ladder(user: User, fold: LadderFold) -> list[Player]:
    """The members for whom a login speaks: its own player, and pairs it belongs to."""
    own = {
        fold.number_on_ladder(number) for number in Player.objects.of_login(user).values_list("pk", flat=True)
    }
    return [fold.players[player] for player in fold.ladder_order.order if player in own]


def ladder_rungs_stored(ladder: Ladder) -> list[RungStored]:
    """The cache of a ladder's rungs: place, player and step."""
    return list(Rung.objects.filter(ladder=ladder).values_list("place", "player", "level"))


def ladder_joins_standing(ladder: Ladder) -> QuerySet[LadderJoin]:
    """Who has joined and not left, with players: one query. Some of them may be one person."""
    return LadderJoin.objects.filter(ladder=ladder, leave=None).select_related("player", "ladder__club")


def challenge_matches_waited_for(ladder: Ladder) -> QuerySet[Match]:
    """The matches of a ladder that are neither played nor reported."""
    return Match.objects.filter(
        Q(challenge_answer__challenge__ladder=ladder), state=Match.State.OPEN, play_by__isnull=False
    )


def ladder_now(ladder: Ladder) -> LadderFold:
    """The ladder as it stands at this moment."""
    return ladder_fold(ladder, timezone.now())


@dataclass(frozen=True, slots=True)
class ChallengeState:
    """A challenge as a list shows it: waiting, playing, or how it ended."""

    challenge: Challenge
    state: str
    answer_by: datetime | None = None
    play_by: datetime | None = None
    match: int | None = None


def challenge_states(challenges: Iterable[Challenge]) -> list[ChallengeState]:
    """What became of some challenges of `challenge_list`, for no further query."""
    return [challenge_state(challenge) for challenge in challenges]


def challenge_state(challenge: Challenge) -> ChallengeState:
    try:
        answer = challenge.answer
    except ChallengeAnswer.DoesNotExist:
        days = challenge.ladder.rules.challenge_terms.accept_days
        answer_by = challenge.recorded_at + timedelta(days=days) if days else None
        return ChallengeState(challenge, "waiting", answer_by=answer_by)
    match = answer.match
    if match is None:
        return ChallengeState(challenge, answer.reply)
    states = {Match.State.FINAL: "played", Match.State.VOID: "void"}
    state = states.get(Match.State(match.state), "playing")
    return ChallengeState(
        challenge, state, play_by=match.play_by if state == "playing" else None, match=match.pk
    )
