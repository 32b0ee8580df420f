"""Words for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import engine
from engine import RuleError
from matches.translation import translated

register = template.Library()
register.filter(translated)

WORDS: dict[str, dict[str, str | Promise]] = {
    "tournament_state": {
        "open": _("Open for entries"),
        "running": _("Running"),
        "finished": _("Finished"),
    },
    "match_state": {
        "open": _("To be played"),
        "reported": _("Reported"),
        "disputed": _("Disputed"),
        "appealed": _("Under appeal"),
        "final": pgettext_lazy("match", "Final"),
        "void": _("Void"),
    },
    "preset": {
        "club": _("of a club night"),
        "wbgf": _("after the World Backgammon Federation"),
        "usbgf": _("after the United States Backgammon Federation"),
        "jbf": _("after the Japan Backgammon Federation"),
        "brainking": _("for correspondence, after BrainKing"),
    },
    "report_status": {
        "pending": _("Being judged"),
        "accepted": _("Accepted"),
        "refused": _("Refused"),
    },
    "format": {
        "single_elimination": _("Single elimination"),
        "double_elimination": _("Double elimination"),
        "consolation": _("Knockout with consolation"),
        "round_robin": _("Round robin"),
        "groups": _("Groups, then knockout"),
        "stages": _("Stages"),
        "sections": _("Sections"),
        "swiss": _("Swiss"),
        "lives": _("Lives"),
        "teams": _("Team matches"),
    },
    # After the name of a player, and before that of another where there is one.
    "ladder_cause": {
        "joined": _("joins the ladder"),
        "left": _("leaves the ladder"),
        "won": _("wins against"),
        "lost": _("loses against"),
        "drew": _("has no winner against"),
        "refused": _("refuses the challenge of"),
        "lapsed": _("has not answered in time"),
        "idle": _("has not played for too long"),
        "compressed": _("moves down with the stairs"),
    },
    "hindrance": {
        "already_challenged": _("already challenged"),
        "challenge_immune": _("has just defended the place"),
        "challenge_cooldown": _("has just met you"),
    },
    "entrants": {
        "singles": _("Singles"),
        "doubles": pgettext_lazy("entrants", "Doubles"),
        "teams": _("Teams"),
    },
    "side": {
        "singles": _("Player"),
        "doubles": _("Pair"),
        "teams": _("Team"),
    },
    "seeding": {
        "rating": _("Seeded by rating"),
        "manual": _("Seeded by the director"),
        "ranking": _("Seeded by ranking"),
        "random": _("Drawn by lot"),
    },
    "variant": {code: known.name for code, known in engine.PLAYED.items()}
    | {
        "backgammon": pgettext_lazy("variant", "Backgammon"),
        "nackgammon": _("Nackgammon"),
        "hypergammon": _("Hypergammon"),
        "hypergammon2": _("Hypergammon, two checkers"),
        "hypergammon1": _("Hypergammon, one checker"),
        "plakoto": _("Plakoto"),
        "fevga": _("Fevga"),
        "race": _("Backgammon Race"),
        "misere": _("Misère backgammon"),
        "crowded": _("Crowded Backgammon"),
        "cloning": _("Cloning Backgammon"),
        "grasshopper": _("Grasshopper"),
    },
    # What an event decides where the rules leave a choice, as option=value; what is usual needs no word.
    "option": {
        "illegal_plays=stand": _("An illegal play stands once the opponent has rolled"),
        "crawford_double=annulled": _("A double in the Crawford game is annulled"),
        "crawford=false": _("No Crawford game"),
        "holland=true": _("Holland rule: no double after the Crawford game before both have rolled twice"),
        "cube=true": _("With the doubling cube"),
        "cube=false": _("Without the doubling cube"),
        "most_wins=1": _("Gammons count once"),
        "most_wins=3": _("Backgammons count three times"),
        "opening_doubles=false": _("The opening roll is never a double"),
        "start_pinned_wins=1": _("Pinning the last checker of the start point wins once"),
        "start_pinned_wins=3": _("Pinning the last checker of the start point wins three times"),
        "bear_off_while_pinned=true": _("Checkers are borne off even while one is pinned"),
        "prime_before_all=opened": _("A prime before all the opponent's checkers is opened by the next play"),
        "prime_before_all=allowed": _("A prime before all the opponent's checkers is allowed"),
        "steps_of_a_double=2": _("A double is played twice, not four times"),
    },
    "strength": {
        "much_stronger": _("Stronger by more than 200"),
        "stronger": _("Stronger by 50 to 200"),
        "even": _("Within 50 points"),
        "weaker": _("Weaker by 50 to 200"),
        "much_weaker": _("Weaker by more than 200"),
        "unknown": _("Without a rating"),
    },
    "level": {
        "open": pgettext_lazy("level", "Open division"),
        "intermediate": pgettext_lazy("level", "Intermediate division"),
        "novice": pgettext_lazy("level", "Novice division"),
    },
    "check": {
        "rolls": _("The 21 rolls"),
        "faces": _("The six faces"),
        "doubles": _("Doubles"),
        "pips": _("Pips a roll"),
        "repeats": _("Same as the roll before"),
        "own_repeats": _("Same as the own roll before"),
        "openings": _("Opening rolls"),
        "opener": _("Who opened"),
    },
    "kind": {"score": _("Score"), "games": _("Games"), "transcript": _("Transcript")},
    "grounds": {
        "transcript": _("The referee verified the transcript."),
        "agreement": _("Both players say the same."),
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
        "settled": _("Settled between the players"),
        "unfinished": _("Unfinished"),
        "void": _("Void"),
    },
    "fixture_change": {
        "displaced": _("no longer counts:"),
        "revived": _("counts again:"),
        "paired": _("newly set up:"),
        "re_paired": _("others meet:"),
    },
    "ruling_grounds": {
        "director": _("Ruling of the director"),
        "committee": _("Decision of the committee"),
        "withdrawal": _("Walkover: the opponent withdrew."),
        "lateness": _("Lost by lateness"),
        "overdue": _("Not played by its date"),
    },
    "role": {"player": _("player"), "scorekeeper": _("scorekeeper"), "director": _("director")},
    # As what the author of a fact recorded it.
    "by": {
        "player": _("player"),
        "scorekeeper": _("scorekeeper"),
        "director": _("director"),
        "official": _("official"),
        "committee": _("committee"),
        "service": _("the service itself"),
    },
    "profile_part": {
        "aliases": _("Names in transcripts"),
        "bio": _("Lines about the player"),
        "clubs": _("Clubs"),
        "country": _("Country"),
        "federations": _("Federation numbers"),
        "login": _("Login"),
    },
    "membership_kind": {
        "member": pgettext_lazy("membership", "member"),
        "honorary": pgettext_lazy("membership", "honorary member"),
        "guest": pgettext_lazy("membership", "guest"),
    },
    "club_role": {"owner": _("owner"), "director": _("director"), "scorekeeper": _("scorekeeper")},
    "merge_count": {
        "matches": pgettext_lazy("merge", "Matches"),
        "tournaments": _("Tournaments"),
        "ponds": _("Ponds"),
        "memberships": _("Memberships"),
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
    "problem": {
        "transcript_unreadable": _("The transcript cannot be read"),
        "transcript_illegal": _("The transcript breaks the rules"),
        "transcript_incomplete": _("The transcript stops before the match is decided"),
        "wrong_length": _("The transcript is of a match of another length"),
        "wrong_start": _("The transcript starts at another score"),
        "winner_reports": _("The winner reports the score"),
        "wrong_variant": _("The transcript is of another variant"),
        "players_not_matched": _("The transcript is of other players"),
        "players_ambiguous": _("The names in the transcript fit both sides"),
        "score_impossible": _("No match can end at that score"),
        "games_impossible": _("The games cannot have been played so"),
        "games_incomplete": _("The games stop before the match is decided"),
        "game_out_of_order": _("The games are not in order"),
        "match_final": _("The match is already decided"),
        "referee_failed": _("The referee could not judge this report"),
        "not_your_match": _("Only its players and its directors report a match"),
        "not_allowed": _("You may not do this"),
        "match_not_due": _("The match has not started"),
        "match_disputed": _("The match is disputed and waits for a ruling"),
        "game_conflict": _("Another game is recorded there"),
        "answer_not_due": _("The report waits for no answer"),
        "objection_too_late": _("The time to object is over"),
        "invalid_ruling": _("A match cannot end so"),
        "nothing_to_undo": _("The ruling has been undone"),
        "preview_stale": _("The correction would do something else by now"),
        "already_appealed": _("There is no appeal against this ruling"),
        "under_appeal": _("The committee decides"),
        "committee_decided": _("The committee has decided"),
        "invalid_committee": _("The committee cannot sit so"),
        "unknown_login": _("No such login"),
        "invalid_schedule": _("The match cannot be scheduled so"),
        "invalid_penalty": _("Penalty points cannot be given so"),
        "penalty_too_late": _("The match has begun"),
        "already_entered": _("That player is already entered"),
        "already_withdrawn": _("That entry has already withdrawn"),
        "unknown_entry": _("No such entry"),
        "pond_started": _("The pond has started"),
        "pond_not_started": _("The pond has not started yet"),
        "pond_finished": _("The pond is over"),
        "pond_full": _("The pond is full"),
        "too_few_players": _("The pond has too few players"),
        "login_missing": _("A player needs a login to bid"),
        "bid_too_late": _("The round is over"),
        "round_not_begun": _("The round has not begun"),
        "fallen_in": _("A player who has fallen in cannot bid"),
        "invalid_bid": _("Nobody can bid that"),
        "login_has_player": _("That login already belongs to a player"),
        "no_own_login": _("A pair or a team has no login of its own"),
        "unknown_country": _("There is no such country code"),
        "federation_number_taken": _("Another player has that federation number"),
        "player_anonymised": _("The player has been anonymised"),
        "not_confirmed": _("What cannot be undone is confirmed first"),
        "last_owner": _("A club keeps at least one owner"),
        "profile_claimed": _("The profile has a login already"),
        "claim_open": _("A claim of that login waits for its answer"),
        "claim_answered": _("The claim has been answered"),
        "no_login": _("The player has no login"),
        "merge_into_itself": _("A player cannot be merged into itself"),
        "already_merged": _("Another player stands in for that one"),
        "players_met": _("The two are different players"),
        "not_alike": _("The two cannot be one player"),
        "both_have_logins": _("Both players have a login"),
        "merge_undone": _("The merge has been undone"),
        "already_member": _("That player belongs to the club already"),
        "not_a_member": _("That membership has ended"),
        "invalid_membership": _("The dates of the membership do not fit"),
        "application_open": _("An application waits for its answer"),
        "application_answered": _("The application has been answered"),
        "still_on_ladder": _("The player is on a ladder"),
        "already_on_ladder": _("That player is already on the ladder"),
        "not_on_ladder": _("That player is not on the ladder"),
        "ladder_full": _("The ladder is full"),
        "challenge_to_oneself": _("Nobody challenges themselves"),
        "challenge_out_of_range": _("That player is out of reach"),
        "already_challenged": _("That player is already challenged"),
        "already_challenging": _("One challenge at a time"),
        "challenge_cooldown": _("Those two have just met"),
        "challenge_immune": _("That player has just defended the place"),
        "challenge_answered": _("The challenge waits for no answer"),
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
    "settlement": {
        "play_on": _("Play on"),
        "take": _("The double is taken"),
        "pass": _("The double is passed"),
        "resign_single": _("Resign a single game"),
        "resign_gammon": _("Resign a gammon"),
        "resign_backgammon": _("Resign a backgammon"),
        "award": _("Award the match"),
        "unfinished": _("Leave it unfinished"),
        "session_ends": _("End the session"),
        "settled": _("Settled between the players"),
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


@register.filter
def word(code: str, kind: str) -> str | Promise:
    """The word for `code`; the code itself where there is none."""
    return WORDS[kind].get(code, code)


@register.filter
def choices(options: Mapping[str, Any]) -> list[str | Promise]:
    """What an event decided where the rules leave a choice, in words."""
    decided = {**options, **(options.get("variant") or {})}
    codes = (f"{name}={value}".lower() for name, value in decided.items())
    return [WORDS["option"][code] for code in codes if code in WORDS["option"]]


@register.filter
def refusal_title(refusal: RuleError | str) -> str | Promise:
    """The title of a refusal in the reader's language; nothing for what a form said."""
    if isinstance(refusal, str):
        return ""
    return WORDS["problem"].get(refusal.code, getattr(refusal, "title", ""))


@register.filter
def problem_title(problem: Mapping[str, Any]) -> str | Promise:
    """The title of a problem object in the reader's language, or as it was written."""
    title: str = problem["title"]
    return WORDS["problem"].get(problem["code"], title)
