"""What the service refuses, in the game's own words. Codes are permanent; docs/errors.md lists them.

The classes know nothing of HTTP; config/errors.py maps codes to statuses.
"""

from matches.base.errors import Refusal

# -- Matches


class InvalidMatchLength(Refusal):
    code = "invalid_length"
    title = "A match is played to an odd number of points"


class TeamByBoards(Refusal):
    code = "team_by_boards"
    title = "A team plays by its boards"


# -- Reports: refused at once


class NotYourMatch(Refusal):
    code = "not_your_match"
    title = "Only its players and its directors report a match"


class MatchFinal(Refusal):
    code = "match_final"
    title = "The match is already decided"


class ScoreOnly(Refusal):
    code = "score_only"
    title = "Only the score of this variant is reported"


class TranscriptTooLarge(Refusal):
    code = "transcript_too_large"
    title = "The transcript is too large"


class TranscriptWithheld(Refusal):
    code = "transcript_withheld"
    title = "The transcript is withheld"


class WinnerReports(Refusal):
    code = "winner_reports"
    title = "The winner reports the score"


class MatchNotDue(Refusal):
    code = "match_not_due"
    title = "The match has not started"


class MatchDisputed(Refusal):
    code = "match_disputed"
    title = "The match is disputed and waits for a ruling"


# -- The log of a match that is being played


class GameConflict(Refusal):
    code = "game_conflict"
    title = "Another game is recorded there"


class GameOutOfOrder(Refusal):
    code = "game_out_of_order"
    title = "The games are not in order"


# -- Answers, rulings, appeals


class AnswerNotDue(Refusal):
    code = "answer_not_due"
    title = "The report waits for no answer"


class ObjectionTooLate(Refusal):
    code = "objection_too_late"
    title = "The time to object is over"


class InvalidRuling(Refusal):
    code = "invalid_ruling"
    title = "A match cannot end so"


class NothingToUndo(Refusal):
    code = "nothing_to_undo"
    title = "There is nothing to undo"


class ReportOfSide(Refusal):
    code = "report_of_side"
    title = "Only an official's report is undone"


class ReportNotJudged(Refusal):
    code = "report_not_judged"
    title = "The report has not been judged yet"


class ReportOvertaken(Refusal):
    code = "report_overtaken"
    title = "The match has gone on since the report was undone"


class PreviewMissing(Refusal):
    code = "preview_missing"
    title = "Look first at what the correction changes"


class PreviewStale(Refusal):
    code = "preview_stale"
    title = "The correction would do something else by now"


class AlreadyAppealed(Refusal):
    code = "already_appealed"
    title = "There is no appeal against this ruling"


class UnderAppeal(Refusal):
    code = "under_appeal"
    title = "The committee decides"


class AppealHeardByStaff(Refusal):
    code = "appeal_heard_by_staff"
    title = "Staff hears the appeal"


class CommitteeDecided(Refusal):
    code = "committee_decided"
    title = "The committee has decided"


class InvalidCommittee(Refusal):
    code = "invalid_committee"
    title = "The committee cannot sit so"


# -- Schedules and penalty points


class InvalidSchedule(Refusal):
    code = "invalid_schedule"
    title = "The match cannot be scheduled so"


class InvalidPenalty(Refusal):
    code = "invalid_penalty"
    title = "Penalty points cannot be given so"


class PenaltyTooLate(Refusal):
    code = "penalty_too_late"
    title = "The match has begun"


# -- Reports: refused by the referee


class TranscriptUnreadable(Refusal):
    code = "transcript_unreadable"
    title = "The transcript cannot be read"


class RefereeFailed(Refusal):
    code = "referee_failed"
    title = "The referee could not judge this report"


class TranscriptIllegal(Refusal):
    code = "transcript_illegal"
    title = "The transcript breaks the rules"


class TranscriptIncomplete(Refusal):
    code = "transcript_incomplete"
    title = "The transcript stops before the match is decided"


class GamesImpossible(Refusal):
    code = "games_impossible"
    title = "The games cannot have been played so"


class GamesIncomplete(Refusal):
    code = "games_incomplete"
    title = "The games stop before the match is decided"


class WrongLength(Refusal):
    code = "wrong_length"
    title = "The transcript is of a match of another length"


class WrongStart(Refusal):
    code = "wrong_start"
    title = "The transcript starts at another score"


class WrongVariant(Refusal):
    code = "wrong_variant"
    title = "The transcript is of another variant"


class InvalidMatchOption(Refusal):
    code = "invalid_option"
    title = "The options do not fit"


class InvalidRegulation(Refusal):
    code = "invalid_regulation"
    title = "The regulations do not fit"


class PlayersNotMatched(Refusal):
    code = "players_not_matched"
    title = "The transcript is of other players"


class PlayersAmbiguous(Refusal):
    code = "players_ambiguous"
    title = "The names in the transcript fit both sides"


def checked_match_length(length: int, maximum: int) -> int:
    """`length` if a match can be played to it. Raises InvalidMatchLength."""
    if length < 1 or length % 2 == 0 or length > maximum:
        raise InvalidMatchLength(
            "A match cannot be played to %(length)s points. Choose an odd number from 1 to %(maximum)s.",
            {"length": length, "maximum": maximum},
            length=length,
        )
    return length
