"""What each side did at its turns, as a record shows it: rolls, how often there was no choice, hits.

Only what can be known without judging how well a play was chosen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields

from .dice import is_roll
from .options import DEFAULT, Options
from .position import BAR, Position
from .record import GameRecord, MatchRecord, Rolled, SetUp
from .variants import VARIANTS, Variant

MOST_TURNS = 5_000
"""Of a record with more rolls nothing is counted: to look for all legal plays takes time."""


@dataclass(frozen=True, slots=True)
class Turns:
    """One side's turns, added up.

    rolls: how often it threw, games opened included. openings: how often it opened a game, after one die each
    by lot, so that those are never doubles. pips: what the dice gave, doubles four times their
    face. chosen: turns with more than one legal play; forced: with exactly one; stuck: with none. barred:
    turns begun with a checker on the bar, of these danced: those with no legal play. hits: checkers of the
    opponent's that were hit.
    """

    rolls: int = 0
    openings: int = 0
    doubles: int = 0
    pips: int = 0
    chosen: int = 0
    forced: int = 0
    stuck: int = 0
    barred: int = 0
    danced: int = 0
    hits: int = 0

    def __add__(self, other: "Turns") -> "Turns":
        return Turns(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def turns_taken(self) -> int:
        """Those that were played or passed: rolls that were left unplayed at the end are not among them."""
        return self.chosen + self.forced + self.stuck

    @property
    def double_share(self) -> float | None:
        """What part of the rolls that could be doubles were: one in six, with fair dice and many rolls."""
        able = self.rolls - self.openings
        return self.doubles / able if able else None

    @property
    def pips_a_roll(self) -> float | None:
        return self.pips / self.rolls if self.rolls else None

    def as_dict(self) -> dict[str, int]:
        """The same as plain JSON values, to be kept."""
        return asdict(self)

    @classmethod
    def from_dict(cls, kept: Mapping[str, int]) -> "Turns":
        """The turns that as_dict() was asked for."""
        return cls(**kept)


def turns_of(record: MatchRecord, variant: str, options: Options = DEFAULT) -> tuple[Turns, Turns] | None:
    """Both sides' turns of a legal record of a match played in `variant`, the left column's first.

    Where a play does not fit the rules, the rest of its game is left out. None of a variant that the referee
    does not know, and of a record of more than MOST_TURNS rolls.
    """
    known = VARIANTS.get(variant)
    if known is None:
        return None
    rules = known.with_options(options.variant) if options.variant else known
    rolls = sum(isinstance(entry.action, Rolled) for game in record.games for entry in game.entries)
    if rolls > MOST_TURNS:
        return None
    one = two = Turns()
    for game in record.games:
        for player, turn in _turns_of_game(game, rules):
            one, two = (one + turn, two) if player == 0 else (one, two + turn)
    return one, two


def _turns_of_game(game: GameRecord, rules: Variant) -> Iterator[tuple[int, Turns]]:
    """The turns of a game one by one, each with whose it was."""
    start, opens = rules.start_position(), not rules.may_open_with((1, 1))
    boards = [start.own, start.opponent]
    for _, player, action in game.entries:
        if isinstance(action, SetUp):
            return
        if not isinstance(action, Rolled) or not is_roll(action.dice):
            continue
        dice = max(action.dice), min(action.dice)
        double = dice[0] == dice[1]
        turn = Turns(rolls=1, openings=int(opens), doubles=int(double), pips=sum(dice) * (2 if double else 1))
        opens = False
        own, opponent = boards[player], boards[1 - player]
        judged = rules.judge_play(own, opponent, dice, action.hops)
        if judged.fault is not None or judged.own is None or judged.opponent is None:
            yield player, turn
            return
        legal, barred = len(rules.legal_plays(Position(own, opponent), dice)), own[BAR] > 0
        boards[player], boards[1 - player] = tuple(judged.own), tuple(judged.opponent)
        yield (
            player,
            turn
            + Turns(
                chosen=int(legal > 1),
                forced=int(legal == 1),
                stuck=int(not legal),
                barred=int(barred),
                danced=int(barred and not legal),
                hits=judged.opponent[BAR] - opponent[BAR],
            ),
        )
