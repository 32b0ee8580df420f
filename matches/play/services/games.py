"""The live score: the games of a match recorded one by one while it is played."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine.words import gettext_lazy as _
from engine.words import ngettext_lazy
from matches.accounts.models import User
from matches.base.errors import CodeWord
from matches.play.errors import GameConflict, GameOutOfOrder, MatchDisputed
from matches.play.models import LiveGame, Match, Report, ReportUndo
from matches.play.rules.refereeing import check_report_games, games_played
from matches.play.selectors import Case, game_log

from .corrections import check_no_appeal_open
from .live import match_changed
from .matches import check_match_due, match_current
from .reports import report_take, reporting_role


@transaction.atomic
def game_record(
    *,
    match_id: int,
    actor: User,
    number: int,
    winner: int | None,
    points: int | None = None,
    cube: int | None = None,
    ending: str | None = None,
    makes_report: bool = True,
    now: datetime | None = None,
) -> LiveGame:
    """Write down a game of a match that is being played; the last one makes a report of them all.

    Points, cube or ending may be None where they follow from the rest, as in a report. The same game sent
    again changes nothing, so that a phone may try again. Without `makes_report` the last one makes none: the
    match is recorded, and its transcript will be the report. Raises NotYourMatch, GameConflict where another
    game was recorded, GameOutOfOrder, GamesImpossible, MatchFinal, MatchDisputed, UnderAppeal.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    match = case.match
    role = reporting_role(match, actor, None)
    log = game_log(match)
    game = {"winner": winner, "points": points, "cube": cube, "ending": ending}
    if 1 <= number < log.next_game:
        return require_same_live_game(log.facts[number - 1], game)
    check_match_in_play(case)
    if number != log.next_game:
        raise GameOutOfOrder(
            "Game %(number)s is not next: the last one reported is game %(last)s. Record game %(next)s first."
            if log.facts
            else "Game %(number)s is not next: no game is reported yet. Record game %(next)s first.",
            {"number": number, "last": log.next_game - 1, "next": log.next_game},
            next=log.next_game,
        )
    found = games_played(log.terms, log.reported_games(game))
    check_report_games(found)
    played = found.games[-1].game
    fact = LiveGame.objects.create(
        match=match,
        recorded_by=actor,
        recorded_at=now,
        number=number,
        winner=played.winner,
        points=played.points,
        cube=played.cube,
        ending=played.ending,
    )
    match_changed(match)
    if found.score.winner is not None and makes_report:
        reported_games = log.reported_games({name: getattr(fact, name) for name in game})
        report_take(match, actor, role, now, means=Report.Means.LIVE, games=reported_games)
    return fact


@transaction.atomic
def game_take_back(*, match_id: int, actor: User, number: int, now: datetime | None = None) -> LiveGame:
    """Take the last game back. Once more changes nothing.

    The log that has become a side's report is that side's to change; the report stands until its next one.
    Raises NotYourMatch, GameConflict, GameOutOfOrder, MatchFinal, MatchDisputed, UnderAppeal.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    match = case.match
    role = reporting_role(match, actor, None)
    log = game_log(match)
    latest = match.live_games.order_by("serial").last()
    if latest is not None and latest.taken_back and number == latest.number:
        return latest
    check_match_in_play(case)
    if not log.facts or number != log.facts[-1].number:
        raise GameOutOfOrder(
            "Game %(number)s cannot be taken back. The last one reported is game %(last)s, and only that is "
            "taken back."
            if log.facts
            else "Game %(number)s cannot be taken back. No game is reported, and only that is taken back.",
            {"number": number, "last": log.next_game - 1},
            next=log.next_game,
        )
    if log.is_over:
        check_game_reporter(match, actor, role)
    fact = LiveGame.objects.create(
        match=match, recorded_by=actor, recorded_at=now, number=number, taken_back=True
    )
    match_changed(match)
    return fact


def require_same_live_game(fact: LiveGame, game: Mapping[str, Any]) -> LiveGame:
    """The recorded game, if it is the one that is sent again. Raises GameConflict."""
    recorded = {name: getattr(fact, name) for name in game}
    same = all(value in (None, recorded[name]) for name, value in game.items() if name != "winner")
    if not same or game["winner"] != fact.winner:
        side = None if fact.winner is None else ("one", "two")[fact.winner]
        won = (
            _("a draw")
            if fact.winner is None
            else _("won by %(player)s") % {"player": fact.match.players[fact.winner].name}
        )
        points = ngettext_lazy("%(points)s point", "%(points)s points", fact.points or 0) % {
            "points": fact.points
        }
        raise GameConflict(
            "Game %(number)s is recorded already: %(won)s, %(points)s, %(ending)s, cube at %(cube)s. If "
            "that is wrong, take back the games from the last one to this.",
            {
                "number": fact.number,
                "won": won,
                "points": points,
                "ending": CodeWord(fact.ending, "ending"),
                "cube": fact.cube,
            },
            recorded={**recorded, "number": fact.number, "winner": side},
        )
    return fact


def check_match_in_play(case: Case) -> None:
    """Raises MatchFinal, MatchNotDue, MatchDisputed or UnderAppeal for a match that takes no more games."""
    match = case.match
    check_match_due(case)
    check_no_appeal_open(case)
    if match.state == Match.State.DISPUTED:
        raise MatchDisputed(
            "The match %(match)s is disputed and waits for a ruling. No further games are reported.",
            {"match": match.side_names},
            match=match.pk,
        )


def check_game_reporter(match: Match, actor: User, role: str) -> None:
    """Raises GameConflict unless `actor` stands on the side that has made the log a report."""
    undone = ReportUndo.objects.in_force().values("report")
    reports = match.reports.filter(means=Report.Means.LIVE).exclude(pk__in=undone)
    report = reports.order_by("serial").last()
    side = match.side_of(actor) if role == Report.Role.PLAYER else None
    if report is not None and report.side != side:
        raise GameConflict(
            "The log is complete and has become report %(report)s. Confirm that or object to it.",
            {"report": report.pk},
            report=report.pk,
        )
