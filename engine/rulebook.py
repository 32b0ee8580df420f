"""Every rule the referee can find broken and every oddity it can remark on, with its source.

docs/rules.md lists the same tables and is tested against them.
"""

from typing import NamedTuple

from .words import Text
from .words import gettext_lazy as _


class Rule(NamedTuple):
    """A rule as quoted in a violation: the violation's permanent code, the text, and where it comes from."""

    code: str
    text: Text
    source: str

    def __str__(self) -> str:
        return f"{self.text} [{self.source}]"


def split_rule(quoted: str) -> tuple[str, str]:
    """The text of a rule as a violation quotes it, and its source.

    >>> split_rule("A die shows 1 to 6. [the manual]")
    ('A die shows 1 to 6.', 'the manual')
    """
    text, _bracket, source = quoted.removesuffix("]").partition(" [")
    return text, source


GNU = "GNU Backgammon manual, rules of backgammon"
MATCH = "GNU Backgammon manual, rules of match play"

PLAKOTO = "BrainKing, rules of Plakoto"
FEVGA = "BrainKing, rules of Fevga"

RULES: dict[str, Rule] = {
    "maximum_dice": Rule(
        "illegal_play",
        _(
            "A player plays both dice if that is possible, if only one can be played the larger, and of a "
            "double as many as possible."
        ),
        f"{GNU}; JBF international rule 28",
    ),
    "dice_as_rolled": Rule(
        "illegal_play", _("Each step moves a checker exactly the number of points on one of the dice."), GNU
    ),
    "forward": Rule(
        "illegal_play", _("Checkers move towards the player's own home board and off, never back."), GNU
    ),
    "bar_first": Rule(
        "illegal_play", _("A player with checkers on the bar enters all of them before any other move."), GNU
    ),
    "open_point": Rule(
        "illegal_play",
        _("A checker may land only on a point held by fewer than two of the opponent's checkers."),
        GNU,
    ),
    "own_checker": Rule(
        "illegal_play", _("A player moves his own checkers, from points they stand on."), GNU
    ),
    "bear_off_from_home": Rule(
        "illegal_play",
        _("Checkers are borne off only while all of the player's checkers are in his home board."),
        GNU,
    ),
    "bear_off_rearmost": Rule(
        "illegal_play",
        _(
            "A die larger than needed bears a checker off only from the rearmost occupied point; with a "
            "checker further back that one must be moved."
        ),
        GNU,
    ),
    "hit_first": Rule(
        "illegal_play",
        _(
            "Backgammon Race: checkers that were hit enter before any other move; those on the bar from the "
            "start need not."
        ),
        "everything2, Backgammon Race",
    ),
    "pinned": Rule(
        "illegal_play",
        _("Plakoto: a checker with a checker of the opponent's on it is pinned and stays until that leaves."),
        PLAKOTO,
    ),
    "plakoto_block": Rule(
        "illegal_play",
        _(
            "Plakoto: a point is closed by two of the opponent's checkers, or by one of them that pins one "
            "of the player's."
        ),
        PLAKOTO,
    ),
    "bear_off_while_pinned": Rule(
        "illegal_play",
        _("Plakoto: no checker is borne off while one of the player's is pinned."),
        "Ludii, Plakoto; FIBS, The Board",
    ),
    "single_block": Rule(
        "illegal_play", _("Fevga: a single checker of the opponent's closes a point."), FEVGA
    ),
    "first_past_start": Rule(
        "illegal_play",
        _("Fevga: a player's first checker passes the opponent's starting point before another one moves."),
        FEVGA,
    ),
    "starting_quarter": Rule(
        "illegal_play",
        _("Fevga: a player never holds all six points of the quarter he starts from at once."),
        FEVGA,
    ),
    "prime_before_all": Rule(
        "illegal_play",
        _(
            "Fevga: with all the opponent's checkers on the one point right behind a prime of six, a point "
            "of it is opened."
        ),
        FEVGA,
    ),
    "play_recorded": Rule(
        "illegal_play",
        _("Every roll but the last of a game is followed by the play that was made."),
        "docs/files.md",
    ),
    "turns_alternate": Rule(
        "wrong_player",
        _("The players take turns; the player on roll doubles or rolls, and plays his own roll."),
        GNU,
    ),
    "dice_shown": Rule("bad_dice", _("A die shows 1 to 6."), GNU),
    "opening_roll": Rule(
        "bad_dice",
        _(
            "Each player throws one die to begin; equal dice are thrown again, so the first roll of a game "
            "is never a double."
        ),
        f"{GNU}; JBF rules, page 224",
    ),
    "double_before_roll": Rule(
        "illegal_double",
        _(
            "A player may double only on his own turn before he rolls, so not before the first roll of a "
            "game."
        ),
        "GNU Backgammon 1.07: the opening roll is already thrown",
    ),
    "crawford": Rule(
        "illegal_double",
        _("Nobody doubles in the Crawford game, the first to start with a player one point from the match."),
        "Danish Backgammon Federation 4.4.4",
    ),
    "cube_owner": Rule("illegal_double", _("Only the player who took the last double may redouble."), GNU),
    "dead_cube": Rule(
        "illegal_double",
        _("A player may not double when the cube as it stands is enough to win him the match."),
        "USBGF Ruling Guide 4.4.9; GNU Backgammon 1.07",
    ),
    "no_beaver": Rule(
        "illegal_double",
        _("Beavers belong to sessions for money that are played with them; a match has none."),
        "GNU Backgammon 1.07",
    ),
    "no_raccoon": Rule(
        "illegal_double",
        _("A beaver is turned back only in a session for money that is played with raccoons."),
        "GNU Backgammon 1.07",
    ),
    "holland": Rule(
        "illegal_double",
        _(
            "With the Holland rule nobody doubles after the Crawford game before both players have rolled "
            "twice."
        ),
        "docs.rs/backgammon; an option that JBF international rule 30 forbids",
    ),
    "no_cube": Rule(
        "illegal_double",
        _("Nobody doubles in a variant that is played without a cube."),
        "docs/variants.md",
    ),
    "cube_limit": Rule(
        "illegal_double",
        _("The cube is not turned past the limit the record itself names."),
        ".mat header tag CubeLimit",
    ),
    "double_offered": Rule(
        "no_double_offered", _("A double is taken or passed only after the opponent has doubled."), GNU
    ),
    "double_answered": Rule(
        "double_unanswered", _("A double is taken or passed before anything else happens in the game."), GNU
    ),
    "cube_doubles": Rule("wrong_cube_value", _("A double offers twice what the cube shows."), GNU),
    "cube_begins": Rule(
        "wrong_cube_value",
        _(
            "A game begins with the cube at 1; only automatic doubles turn it before, in sessions for money "
            "that are played with them."
        ),
        "JBF international rule 29",
    ),
    "points_of_play": Rule(
        "wrong_points",
        _(
            "A game played to its end is worth the cube, twice the cube if the loser has borne off nothing, "
            "and three times if besides he has a checker on the bar or in the winner's home board."
        ),
        f"{GNU}; GNU Backgammon 1.07 eval.c",
    ),
    "points_of_plakoto": Rule(
        "wrong_points",
        _(
            "Plakoto: a game is worth one point, two if the loser has borne off nothing or has the last "
            "checker of his starting point pinned there; a draw, with both pinned so, is worth nothing."
        ),
        "BrainKing, rules of Plakoto; Ludii; the numbers are options (docs/variants.md)",
    ),
    "points_of_fevga": Rule(
        "wrong_points",
        _("Fevga: a game is worth one point, two if the loser has borne off nothing."),
        "usage of Tavli; the numbers are options (docs/variants.md)",
    ),
    "points_of_misere": Rule(
        "wrong_points",
        _("Misère: a game is worth the cube; gammons and backgammons do not count."),
        "Zillions of Games, Misere; an option (docs/variants.md)",
    ),
    "points_of_pass": Rule(
        "wrong_points", _("A passed double is worth what the cube showed before it was offered."), GNU
    ),
    "points_of_resignation": Rule(
        "wrong_points",
        _("A resignation gives the cube once, twice or three times."),
        "GNU Backgammon 1.07 play.c",
    ),
    "points_of_jacoby": Rule(
        "wrong_points",
        _("With the Jacoby rule a game in which nobody turned the cube counts once, played out or resigned."),
        "GNU Backgammon manual; for resignations docs/rules.md",
    ),
    "resignation_offered": Rule(
        "illegal_resignation",
        _("A resignation is declined only after the opponent has offered it."),
        "GNU Backgammon 1.07 play.c",
    ),
    "resignation_more": Rule(
        "illegal_resignation",
        _("After a resignation that was declined only a larger one may be offered, until a roll is played."),
        "GNU Backgammon 1.07 play.c",
    ),
    "resignation_at_most": Rule(
        "wrong_points",
        _("A resignation gives no more than a game of the variant can be worth."),
        "docs/variants.md",
    ),
    "winner_of_plakoto": Rule(
        "wrong_points",
        _(
            "Plakoto: the player who bears off all his checkers, or pins the last checker of the opponent's "
            "starting point while he has none left on his own, or whose opponent resigns, wins; with both "
            "pinned the game is a draw."
        ),
        PLAKOTO,
    ),
    "winner_of_misere": Rule(
        "wrong_points",
        _("Misère: the player who first bears off all his checkers, or passes or resigns, loses."),
        "Zillions of Games, Deadgammon and Misere",
    ),
    "winner_of_game": Rule(
        "wrong_points",
        _("The player who first bears off all his checkers, or whose opponent passes or resigns, wins."),
        GNU,
    ),
    "score_kept": Rule(
        "wrong_score",
        _("The score before a game is the score after the game before it."),
        "JBF international rules: after every game the winner's points are added",
    ),
    "game_over": Rule("play_after_end", _("Nothing is played after a game has ended."), GNU),
    "game_played_out": Rule(
        "game_unfinished",
        _("A game is played to its end, passed or resigned before the next one begins."),
        "US Backgammon rules 4.9",
    ),
    "match_over": Rule(
        "match_continued_after_end",
        _("The match ends when a player reaches its length."),
        f"{MATCH}; JBF rules 40-41",
    ),
    "starting_position": Rule("position_set", _("Every game begins from the starting position."), GNU),
}
"""Each rule by a short name of its own; several rules may share one violation code."""

VIOLATION_CODES: frozenset[str] = frozenset(rule.code for rule in RULES.values())

NOTES: dict[str, str] = {
    "points_capped": "The last game's points are written as what won the match; the game was worth more.",
    "jacoby_points": "A gammon or backgammon with the cube never turned was counted as one point.",
    "last_roll_unplayed": "The last roll of a game is written without its play.",
    "resigned_after_roll": "The loser rolled, did not play and gave the game up.",
    "early_concession": "The game was given up while the two sides could still hit or block each other.",
    "pass_unwritten": "The doubler's win of the undoubled points shows that the double was passed.",
    "result_missing": "The game ended but no result is written.",
    "last_checker_short": "The last checker was borne off with fewer dice than could have been played.",
    "hit_mark": "A hit is marked where no checker was hit.",
    "play_stands": "An illegal play stands, because the opponent has rolled after it.",
    "double_annulled": "A double in the Crawford game is annulled; what it did to the points is corrected.",
    "automatic_double": "The game begins with the cube turned by automatic doubles.",
    "crawford_claimed": "The record takes another game for the Crawford game.",
    "record_cut": "The record breaks off inside a row; what was cut off is not judged.",
    "score_start": "The first game starts above 0-0; the score goes on from there.",
    "match_conceded": "The match was given up, or given to a player who has not won the points it takes.",
    "variant_guessed": "The record does not say what is played; only the start of this variant fits it.",
    "even_length": "The match has an even length.",
    "money_session": "The record is a session for money, without an end and without a Crawford game.",
    "crawford_off": "The Crawford rule was off.",
    "names_changed": "The players' names are not the same as in the first game.",
    "game_number": "The games are not numbered in order.",
    "row_number": "The rows of a game are not numbered in order; some may be missing.",
    "game_not_replayed": "The rest of the game could not be replayed after a fault.",
    "games_not_judged": "Games after the end of the match were not judged.",
    "violations_cut": "More faults were found than are listed.",
}
"""Note code -> what it remarks."""
