"""A match that is recorded while it is played: its dice are given, and what was wrong is taken back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ..dice import is_roll
from ..errors import InvalidAction, InvalidDice, InvalidLength
from ..options import DEFAULT, Options
from ..record import MOST_LENGTH, MatchRecord
from ..score import Score
from ..variants import Variant, refereed_variant
from .match import MatchInPlay
from .steps import DieStep, steps_of_play

MOST_NAMED = 6
"""So many legal plays are named where one is refused."""

RECORDED_ACTIONS = (
    "open",
    "roll",
    "double",
    "take",
    "pass",
    "beaver",
    "play",
    "step",
    "undo",
    "end_turn",
    "resign",
    "accept",
    "decline",
    "next_game",
)


@dataclass(frozen=True, kw_only=True)
class RecordedTerms:
    """What a match is played by that is recorded: to `length` points, 0 for a session for money.

    `start` is the score before the first game. Of the options, those that name no rule of a session leave it
    out: a session that is recorded has no rules but those it names.

    Raises UnknownVariant, InvalidOption and InvalidLength.
    """

    variant: str = "backgammon"
    length: int
    players: tuple[str, str]
    options: Options = DEFAULT
    start: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if not 0 <= self.length <= MOST_LENGTH:
            raise InvalidLength(
                "a match is played to a positive number of points, not %(length)s", {"length": self.length}
            )
        if min(self.start) < 0 or (self.length and max(self.start) >= self.length):
            one, two = self.start
            raise InvalidLength(
                "no match to %(length)s starts at %(score)s",
                {"length": self.length, "score": f"{one}-{two}"},
            )
        self.options.check_fits_match(self.length)
        self.rules  # noqa: B018 - checks the variant and its options

    @property
    def rules(self) -> Variant:
        """The variant with its options."""
        return refereed_variant(self.variant).with_options(self.options.variant)

    @property
    def first_score(self) -> Score:
        """The score before the first game."""
        return Score(self.length, self.start, crawford_played=self.options.crawford is False)

    def new_record(self) -> MatchRecord:
        """A transcript with no game in it yet."""
        money, options = self.length == 0, self.options
        return MatchRecord(
            "mat",
            self.variant,
            self.length,
            self.players,
            crawford=options.crawford is not False,
            jacoby=money and bool(options.jacoby),
            beavers=bool(options.beavers) if money else None,
            automatic_doubles=options.automatic_doubles or 0 if money else None,
            tags={} if self.variant == "backgammon" else {"variation": self.variant},
        )


class RecordedMatch(MatchInPlay):
    """A match, or a session, whose dice are given by whoever records it. Both sides act.

    It changes by `act` and `take_back` alone. `done` is all that was done and stands.
    """

    NUMBERS: ClassVar[Mapping[str, int]] = {"step": 3, "resign": 1, "open": 2, "roll": 2}

    def __init__(self, terms: RecordedTerms) -> None:
        self.terms = terms
        # How much was done before each game, what begins it included, and the score then.
        self.begun = [(0, terms.first_score)]
        self.equal_throws = 0
        super().__init__(terms.new_record(), terms.rules, terms.options, terms.first_score)

    def actions(self) -> tuple[str, ...]:
        """What can be done now; a game is opened before anybody is on roll."""
        if not self.game_over and self.on_roll is None:
            return ("open",)
        found = super().actions()
        if self.steps is not None and not self.steps.made and self.resigned is None:
            return ("play", *found)
        return found

    def act(self, action: str, *given: int) -> None:
        """Do one of `actions`.

        "open" takes what side 0 and side 1 have thrown, "roll" both dice, "play" the whole play as from and
        to of each checker, 24, 18, 13, 11, and nothing where nothing can be played; "step" from, to and die,
        "resign" how often the cube.
        """
        super().act(action, *given)
        if action == "next_game":
            self.begun.append((len(self.done), self.score))

    def take_back(self, count: int = 1) -> None:
        """Take the last acts back: all is as if they had never been done. Raises InvalidAction."""
        if type(count) is not int or not 1 <= count <= len(self.done):
            raise InvalidAction(
                "%(count)s acts cannot be taken back: there are %(most)s",
                {"count": str(count)[:40], "most": len(self.done)},
            )
        done = self.done[: len(self.done) - count]
        game = max(at for at, (before, _) in enumerate(self.begun) if before <= len(done))
        before, self.score = self.begun[game]
        self.done = done[:before]
        del self.begun[game + 1 :], self.record.games[game:], self.results[game:]
        self._begin_game()
        for action, *given in done[before:]:
            self.act(action, *given)

    def _check_given(self, action: str, given: tuple[int, ...]) -> None:
        if action == "play":
            if len(given) % 2 or any(type(each) is not int for each in given):
                raise InvalidAction("%(action)s is not asked like that", {"action": action})
            self._steps_of(given)
            return
        super()._check_given(action, given)
        if action not in ("open", "roll"):
            return
        if not is_roll((given[0], given[1])):
            raise InvalidDice(
                "%(dice)s is not a roll: two dice from 1 to 6 are expected",
                {"dice": f"{given[0]}-{given[1]}"},
            )
        if action == "open" and given[0] == given[1] and not self._may_throw_equal:
            raise InvalidAction(
                "nobody opens with %(dice)s: equal dice are thrown again", {"dice": f"{given[0]}-{given[1]}"}
            )

    @property
    def _may_throw_equal(self) -> bool:
        """Whether equal dice are told, as they turn the cube."""
        most = 0 if self.terms.length else self.terms.options.automatic_doubles or 0
        return self.rules.cube and self.equal_throws < most

    def _steps_of(self, given: tuple[int, ...]) -> list[DieStep]:
        assert self.steps is not None
        assert self.on_roll is not None
        hops = list(zip(given[::2], given[1::2], strict=True))
        found = steps_of_play(self.steps, hops) if len(hops) <= 4 else None
        if found is None:
            legal = self.table.terms.variant.format_legal_plays(
                self.table.position_of(self.on_roll), self.steps.dice
            )
            raise InvalidAction(
                "%(play)s is no legal play of %(dice)s: there are %(legal)s",
                {
                    "play": " ".join(f"{start}/{end}" for start, end in hops[:4]) or "-",
                    "dice": f"{self.steps.dice[0]}{self.steps.dice[1]}",
                    "legal": [*legal[:MOST_NAMED], *["…"] * (len(legal) > MOST_NAMED)] or "-",
                },
            )
        return found

    def _begin_game(self) -> None:
        self.equal_throws = 0
        is_first = not self.record.games and any(self.terms.start)
        self._set_up_game(crawford=True if is_first and self.score.is_crawford else None)

    def _open(self, one: int, two: int) -> None:
        if one == two:
            self.equal_throws += 1
            self.record.games.pop()
            self._set_up_game(cube=2**self.equal_throws)
            return
        self._give_first_turn(int(two > one))
        if not self.rules.may_open_with((1, 1)):
            self._throw((one, two))

    def _roll(self, one: int, two: int) -> None:
        self._throw((one, two))

    def _play(self, *given: int) -> None:
        assert self.steps is not None
        for step in self._steps_of(given):
            self.steps.step(step)
        self._end_turn()

    # To be kept.

    def do(self, acts: Iterable[Sequence[Any]]) -> None:
        """Do acts one after the other. Raises InvalidAction at the first that is not possible."""
        for action, *given in acts:
            self.act(action, *given)

    @classmethod
    def replayed(cls, terms: RecordedTerms, done: Iterable[Sequence[Any]]) -> Self:
        """The match in which all that was done. Raises InvalidAction for what cannot have been."""
        match = cls(terms)
        match.do(done)
        return match
