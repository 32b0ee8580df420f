"""The facts about matches, each in a sentence."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.base.tags import known_text
from matches.base.times import describe_moment
from matches.base.translation import code_word
from matches.facts.kinds import FactKind
from matches.play.models import (
    Answer,
    Appeal,
    LiveGame,
    Match,
    Penalty,
    Reminder,
    Report,
    ReportUndo,
    Result,
    Ruling,
    Schedule,
    Seat,
    Verdict,
    Vote,
)
from matches.play.rules.results import ResultKind

LARGE = ("transcript", "games", "names")


def role_in_report(report: Report) -> str:
    return report.role


def role_in_ruling(ruling: Ruling) -> str:
    if ruling.grounds == Ruling.Grounds.COMMITTEE:
        return "committee"
    return "official" if ruling.recorded_by_id else "service"


def describe_report(fact: Report) -> str:
    said = {"number": fact.pk, "name": name_reporter(fact), "one": fact.points_one, "two": fact.points_two}
    if fact.means == Report.Means.SLIP:
        return _("Report %(number)s, by slip: %(name)s wins, %(one)s–%(two)s.") % said
    if fact.kind == Report.Kind.SCORE:
        return _("Report %(number)s: %(name)s reports %(one)s–%(two)s.") % said
    if fact.kind == Report.Kind.GAMES:
        return _("Report %(number)s: %(name)s reports how every game ended.") % said
    return _("Report %(number)s: %(name)s sends a transcript.") % said


def name_reporter(fact: Report) -> str:
    if fact.side is not None:
        return side_name_in_fact(fact.match, fact.side)
    return _("the scorekeeper") if fact.role == Report.Role.SCOREKEEPER else _("the director")


def describe_verdict(fact: Verdict) -> str:
    if fact.accepted:
        return _("The referee accepts report %(number)s.") % {"number": fact.report_id}
    return _("The referee refuses report %(number)s: %(why)s.") % {
        "number": fact.report_id,
        "why": known_text((fact.problem or {})["title"]),
    }


def describe_answer(fact: Answer) -> str:
    said = {"name": side_name_in_fact(fact.report.match, fact.side), "number": fact.report_id}
    if fact.agrees:
        return _("%(name)s confirms report %(number)s.") % said
    return _("%(name)s objects to report %(number)s.") % said


def describe_report_undo(fact: ReportUndo) -> str:
    if fact.undoes_id is not None:
        return _("Report %(number)s counts again.") % {"number": fact.report_id}
    return _("Report %(number)s is undone.") % {"number": fact.report_id}


def describe_ruling(fact: Ruling) -> str:
    said = {"number": fact.pk, "undone": fact.undoes_id, "outcome": describe_ending(fact.match, fact)}
    if fact.undoes_id is not None:
        return _("Ruling %(number)s takes ruling %(undone)s back.") % said
    return {
        Ruling.Grounds.DIRECTOR: _("Ruling %(number)s, of the director: %(outcome)s"),
        Ruling.Grounds.COMMITTEE: _("Ruling %(number)s, of the committee: %(outcome)s"),
        Ruling.Grounds.STAFF: _("Ruling %(number)s, of the staff on appeal: %(outcome)s"),
        Ruling.Grounds.WITHDRAWAL: _("Ruling %(number)s, for a withdrawal: %(outcome)s"),
        Ruling.Grounds.LATENESS: _("Ruling %(number)s, for lateness: %(outcome)s"),
        Ruling.Grounds.OVERDUE: _("Ruling %(number)s, for the date has passed: %(outcome)s"),
    }[Ruling.Grounds(fact.grounds)] % said


def describe_appeal(fact: Appeal) -> str:
    said = {"name": side_name_in_fact(fact.ruling.match, fact.side), "number": fact.ruling_id}
    return _("%(name)s appeals against ruling %(number)s.") % said


def describe_seat(fact: Seat) -> str:
    said = {"name": fact.member.username, "number": fact.appeal.ruling_id}
    return _("%(name)s sits on the committee about ruling %(number)s.") % said


def describe_vote(fact: Vote) -> str:
    match = fact.seat.appeal.ruling.match
    return _("%(name)s votes: %(outcome)s") % {
        "name": fact.seat.member.username,
        "outcome": describe_ending(match, fact),
    }


def describe_result(fact: Result) -> str:
    return result_sentence(fact.match, fact)


def result_sentence(match: Match, result: Result) -> str:
    return _("The match is decided: %(outcome)s %(grounds)s") % {
        "outcome": describe_ending(match, result),
        "grounds": code_word(result.grounds, "grounds"),
    }


def describe_schedule(fact: Schedule) -> str:
    said = {"start": format_fact_moment(fact.starts_at), "end": format_fact_moment(fact.play_by)}
    if fact.starts_at and fact.play_by:
        return _("The match starts at %(start)s and is to be played by %(end)s.") % said
    if fact.starts_at:
        return _("The match starts at %(start)s.") % said
    if fact.play_by:
        return _("The match is to be played by %(end)s.") % said
    return _("The match has no date any more.")


def describe_penalty(fact: Penalty) -> str:
    said = {"name": side_name_in_fact(fact.match, fact.side), "points": fact.points}
    said["cause"] = code_word(fact.cause, "penalty_cause")
    if not fact.points:
        return _("%(cause)s: the penalty points of %(name)s are taken back.") % said
    return (
        ngettext(
            "%(cause)s: %(points)s penalty point for %(name)s.",
            "%(cause)s: %(points)s penalty points for %(name)s.",
            fact.points,
        )
        % said
    )


def describe_live_game(fact: LiveGame) -> str:
    said: dict[str, Any] = {"number": fact.number, "points": fact.points}
    if fact.taken_back:
        return _("Game %(number)s is taken back.") % said
    if fact.winner is None:
        return _("Game %(number)s is drawn.") % said
    said["name"] = side_name_in_fact(fact.match, fact.winner)
    return (
        ngettext(
            "Game %(number)s: %(name)s wins %(points)s point.",
            "Game %(number)s: %(name)s wins %(points)s points.",
            fact.points,
        )
        % said
    )


def describe_reminder(fact: Reminder) -> str:
    said = {"name": side_name_in_fact(fact.match, fact.side), "time": format_fact_moment(fact.due_at)}
    if fact.about == Reminder.About.ANSWER:
        return _("%(name)s is reminded to answer by %(time)s.") % said
    return _("%(name)s is reminded to play by %(time)s.") % said


def describe_ending(match: Match, said: Ruling | Vote | Result) -> str:
    """How a match ends by a ruling, a vote, a result: a sentence."""
    parts = {
        "winner": "" if said.winner is None else side_name_in_fact(match, said.winner),
        "one": said.points_one,
        "two": said.points_two,
    }
    match ResultKind(said.kind), said.winner:
        case ResultKind.PLAYED, _any:
            text = _("%(winner)s wins, %(one)s–%(two)s.")
        case ResultKind.RETIRED, _any:
            text = _("%(winner)s wins, for the other side gave up at %(one)s–%(two)s.")
        case ResultKind.WALKOVER, _any:
            text = _("walkover for %(winner)s.")
        case ResultKind.FORFEIT, _any:
            text = _("%(winner)s wins by forfeit.")
        case ResultKind.DOUBLE_FORFEIT, _any:
            text = _("both sides forfeit the match.")
        case ResultKind.AGREED_SETTLEMENT, None:
            text = _("agreed settlement at %(one)s–%(two)s.")
        case ResultKind.AGREED_SETTLEMENT, _any:
            text = _("agreed settlement at %(one)s–%(two)s; %(winner)s advances.")
        case ResultKind.UNFINISHED, None:
            text = _("unfinished at %(one)s–%(two)s.")
        case ResultKind.UNFINISHED, _any:
            text = _("unfinished at %(one)s–%(two)s; %(winner)s advances.")
        case ResultKind.VOID, _any:
            text = _("the match counts for nothing.")
    return text % parts


def side_name_in_fact(match: Match, side: int) -> str:
    return match.players[side].name


def format_fact_moment(time: datetime | None) -> str:
    return describe_moment(time) if time else ""


FACTS = (
    FactKind(Report, describe_report, about={"match": "match"}, unread=LARGE, role=role_in_report),
    FactKind(
        Verdict,
        describe_verdict,
        about={"match": "report__match"},
        unread=("details", *(f"report__{column}" for column in LARGE)),
    ),
    FactKind(
        Answer,
        describe_answer,
        about={"match": "report__match"},
        unread=tuple(f"report__{column}" for column in LARGE),
    ),
    FactKind(
        ReportUndo,
        describe_report_undo,
        about={"match": "report__match"},
        unread=tuple(f"report__{column}" for column in LARGE),
        role="official",
    ),
    FactKind(Ruling, describe_ruling, about={"match": "match"}, role=role_in_ruling),
    FactKind(Appeal, describe_appeal, about={"match": "ruling__match"}),
    FactKind(Seat, describe_seat, about={"match": "appeal__ruling__match"}, related=("member",)),
    FactKind(
        Vote,
        describe_vote,
        about={"match": "seat__appeal__ruling__match"},
        related=("seat__member",),
        role="committee",
    ),
    FactKind(Result, describe_result, about={"match": "match"}, unread=("games",)),
    FactKind(Schedule, describe_schedule, about={"match": "match"}),
    FactKind(Penalty, describe_penalty, about={"match": "match"}),
    FactKind(LiveGame, describe_live_game, about={"match": "match"}),
    FactKind(Reminder, describe_reminder, about={"match": "match"}),
)
