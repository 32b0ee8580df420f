"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import engine
from engine.words import gettext_lazy as text

# Reasons that the service itself gives.
NOT_PLAYED = text("Not played by its date.")
PLAYED_AFTER_ALL = text("To be played after its date.")

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "variant": {code: known.name for code, known in engine.PLAYED.items()},
    "edited_field": {
        "length": _("Match length"),
        "variant": _("Variant"),
        "options": _("Options of the game"),
        "regulations": _("Regulations"),
        "rated": _("Rated"),
    },
    "match_state": {
        "open": _("To be played"),
        "reported": _("Reported"),
        "disputed": _("Disputed"),
        "appealed": _("Under appeal"),
        "final": pgettext_lazy("match", "Final"),
        "void": _("Void"),
    },
    "report_status": {
        "pending": _("Being judged"),
        "accepted": _("Accepted"),
        "refused": _("Refused"),
    },
    "kind": {
        "score": pgettext_lazy("report", "Score"),
        "games": pgettext_lazy("report", "Games"),
        "transcript": _("Transcript"),
    },
    "grounds": {
        "transcript": _("The referee verified the transcript."),
        "agreement": _("Both players report the same."),
        "silence": _("Nobody objected in time."),
        "official": _("An official entered the result."),
        "ruling": _("By a ruling."),
    },
    "result_kind": {
        "played": _("Played to the end"),
        "retired": _("Retired in mid-match"),
        "walkover": _("Walkover"),
        "forfeit": _("Forfeit"),
        "double_forfeit": _("Both forfeit"),
        "agreed_settlement": _("Agreed settlement"),
        "unfinished": _("Unfinished"),
        "void": _("Void"),
    },
    "ruling_grounds": {
        "director": _("By a ruling of the director."),
        "committee": _("By a decision of the committee."),
        "staff": _("By a decision of the staff."),
        "withdrawal": _("Walkover: the opponent withdrew."),
        "lateness": _("Lost by lateness."),
        "overdue": _("Not played by its date."),
    },
    "service_reason": {reason: reason for reason in (NOT_PLAYED, PLAYED_AFTER_ALL)},
    "role": {"player": _("player"), "scorekeeper": _("scorekeeper"), "director": _("director")},
    "merge_count": {
        "matches": pgettext_lazy("merge", "Matches"),
    },
    "penalty_cause": {"lateness": _("Late"), "conduct": _("Conduct")},
    "ending": {
        "single": _("Single game"),
        "gammon": _("Gammon"),
        "backgammon": pgettext_lazy("ending", "Backgammon"),
        "pass": _("Double passed"),
        "resignation": _("Resigned"),
        "resign_single": _("Resigned, a single game"),
        "resign_gammon": _("Resigned, a gammon"),
        "resign_backgammon": _("Resigned, a backgammon"),
        "draw": pgettext_lazy("ending", "Draw"),
    },
    "violation": {
        "illegal_play": _("Illegal play"),
        "wrong_player": _("The wrong player's turn"),
        "bad_dice": _("Impossible dice"),
        "illegal_double": _("Illegal double"),
        "no_double_offered": _("An answer without a double"),
        "double_unanswered": _("A double left unanswered"),
        "wrong_cube_value": _("Wrong value of the cube"),
        "wrong_points": _("Wrong points for a game"),
        "wrong_score": _("Wrong score"),
        "play_after_end": _("Play after the end of a game"),
        "game_unfinished": _("Unfinished game"),
        "match_continued_after_end": _("Play after the end of the match"),
        "position_set": _("A position was set up"),
        "illegal_resignation": _("Impossible resignation"),
        "game_unclear": _("Could be more than one game"),
    },
    # What can be made of a match that was not played to its end.
    "possible_ruling": {
        "play_on": _("Play on"),
        "take": _("The double is taken"),
        "pass": _("The double is passed"),
        "resign_single": _("Resign a single game"),
        "resign_gammon": _("Resign a gammon"),
        "resign_backgammon": _("Resign a backgammon"),
        "award": _("Award the match"),
        "unfinished": _("Leave it unfinished"),
        "session_ends": _("End the session"),
        "agreed_settlement": _("Agreed settlement"),
        "game_replayed": _("Replay the game"),
        "by_points": _("Decide by points"),
        "by_pips": _("Decide by pips"),
    },
    "note": {
        "points_capped": _("Points were capped at what the match needed"),
        "jacoby_points": _("Points as under the Jacoby rule"),
        "last_roll_unplayed": _("The last roll is written without its play"),
        "resigned_after_roll": _("Resigned after rolling"),
        "early_concession": _("Conceded early"),
        "pass_unwritten": _("The pass is not written"),
        "result_missing": _("The result is not written"),
        "last_checker_short": _("The last checker took fewer dice than it could"),
        "hit_mark": _("A hit is marked where there was none"),
        "record_cut": _("The record breaks off inside a row"),
        "score_start": _("The record starts above 0-0"),
        "match_conceded": _("The match was conceded"),
        "variant_guessed": _("The variant follows from the plays"),
        "even_length": _("Even length"),
        "money_session": _("A session for money"),
        "crawford_off": _("Without the Crawford rule"),
        "names_changed": _("The players' names change"),
        "game_number": _("The games are misnumbered"),
        "game_not_replayed": _("The rest of the game was not replayed"),
        "games_not_judged": _("Later games were not judged"),
        "row_number": _("The rows are misnumbered"),
        "violations_cut": _("More faults than are listed"),
        "play_stands": _("An illegal play that stands"),
        "double_annulled": _("A double was annulled"),
        "automatic_double": _("The game began with automatic doubles"),
        "crawford_claimed": _("The file names another Crawford game"),
    },
}
