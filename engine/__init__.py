"""The rules of backgammon and a referee for recorded matches, free of Django, I/O of its own and clocks.

>>> from engine import adjudicate, legal_positions, read
>>> record = read(b'''
...  1 point match
...
...  Game 1
...  Alice : 0                      Bob : 0
...   1) 31: 8/5 6/5                42: 8/4 6/4
...   2) 63: 13/7 13/9
... ''')
>>> verdict = adjudicate(record)
>>> verdict.verdict, verdict.violations[0].message
('illegal', '63: 13/7 13/9: 13/9 is 4 points, which 63 does not give')
>>> len(legal_positions("4HPwATDgc/ABMA", (3, 1)))
16
"""

from .adjudicate import adjudicate
from .codecs import CODECS, MOST_BYTES, read
from .cube import Cube
from .errors import (
    InvalidContribution,
    InvalidDice,
    InvalidLength,
    InvalidOption,
    InvalidPlay,
    InvalidPosition,
    InvalidSeed,
    RuleError,
    ScoreImpossible,
    UnknownVariant,
    Unreadable,
)
from .fair_dice import FairDice, OpeningRoll, seal_of
from .files import convert, convert_bytes, legal_positions, verify, verify_files, vouched
from .games import GAME_ENDINGS, Game, GamesVerdict, ScoredGame, check_games, cubes_at
from .ids import IDS, MatchState, Situation, parse_id, translate_id
from .kernel import KERNEL
from .moments import ACTIONS, GameMoments, MatchMoments, Moment, match_moments
from .options import Options
from .position import Position
from .record import GameRecord, MatchRecord
from .rulebook import NOTES, RULES, VIOLATION_CODES, split_rule
from .score import Score, check_final
from .scrutiny import DiceOverlap, RecordDice, Scrutiny, dice_of, scrutinise_dice, shared_dice
from .standing import Standing, match_standing
from .turns import Turns, turns_of
from .unfinished import POSSIBLE_RULINGS, PossibleRuling, pip_score
from .variants import ENDINGS, PLAYED, VARIANTS, ScoredVariant, Variant, playable_variant
from .verdict import GameVerdict, Note, RecordVerdict, Violation

__all__ = [
    "ACTIONS",
    "CODECS",
    "ENDINGS",
    "GAME_ENDINGS",
    "IDS",
    "KERNEL",
    "MOST_BYTES",
    "NOTES",
    "PLAYED",
    "POSSIBLE_RULINGS",
    "RULES",
    "VARIANTS",
    "VIOLATION_CODES",
    "Cube",
    "DiceOverlap",
    "FairDice",
    "Game",
    "GameMoments",
    "GameRecord",
    "GameVerdict",
    "GamesVerdict",
    "InvalidContribution",
    "InvalidDice",
    "InvalidLength",
    "InvalidOption",
    "InvalidPlay",
    "InvalidPosition",
    "InvalidSeed",
    "MatchMoments",
    "MatchRecord",
    "MatchState",
    "Moment",
    "Note",
    "OpeningRoll",
    "Options",
    "Position",
    "PossibleRuling",
    "RecordDice",
    "RecordVerdict",
    "RuleError",
    "Score",
    "ScoreImpossible",
    "ScoredGame",
    "ScoredVariant",
    "Scrutiny",
    "Situation",
    "Standing",
    "Turns",
    "UnknownVariant",
    "Unreadable",
    "Variant",
    "Violation",
    "adjudicate",
    "check_final",
    "check_games",
    "convert",
    "convert_bytes",
    "cubes_at",
    "dice_of",
    "legal_positions",
    "match_moments",
    "match_standing",
    "parse_id",
    "pip_score",
    "playable_variant",
    "read",
    "scrutinise_dice",
    "seal_of",
    "shared_dice",
    "split_rule",
    "translate_id",
    "turns_of",
    "verify",
    "verify_files",
    "vouched",
]
