"""Results that came about elsewhere, taken over with the time at which they did."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

import engine
from engine import RuleError
from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import MomentWord, Refusal
from matches.play.errors import checked_match_length
from matches.play.models import LENGTH_MAX, Match, Result, Ruling
from matches.play.rules.results import ResultKind
from matches.play.selectors import cases_of
from matches.play.services import check_match_sides, matches_refresh, matches_write_planned
from matches.players.errors import UnknownPlayer
from matches.players.models import Player
from matches.players.selectors import merged_into
from matches.players.services import check_player_present
from matches.ratings.errors import InvalidImport
from matches.ratings.models import RATINGS_UPDATE, RatingPool
from matches.work import outbox

from .rating_pools import matches_count_in_rating_pools

RESULTS_MAX = 1_000
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A match that was played to its end elsewhere; `one` and `two` are numbers of players."""

    one: int
    two: int
    length: int
    points: tuple[int, int]
    completed_at: datetime
    variant: str = "backgammon"


@transaction.atomic
def results_import(
    *,
    actor: User,
    results: Sequence[Elsewhere],
    source: str,
    rating_pools: Collection[RatingPool] = (),
    now: datetime | None = None,
) -> list[Match]:
    """Take over results, all or none, in one transaction; each stands in the ratings at its own time.

    They count in every pool of everybody and in `rating_pools`. `source` is the reason of each ruling. Raises
    NotAllowed and, naming the place in the list, UnknownPlayer, AlreadyMerged, PlayerAnonymised, SamePlayer,
    TeamByBoards, InvalidLength, ScoreImpossible, and InvalidImport for a time to come or a result that is
    here already.
    """
    now = now or timezone.now()
    require_permission(actor, "results_import")
    if not 1 <= len(results) <= RESULTS_MAX:
        raise InvalidImport(
            "%(count)s results were sent. Send from 1 to %(results_max)s at a time.",
            {"count": len(results), "results_max": RESULTS_MAX},
            results=len(results),
        )
    numbers = {number for each in results for number in (each.one, each.two)}
    # Of two who send the same the second waits for these rows, and hears of the first.
    locked = Player.objects.select_for_update(no_key=True).order_by("pk")
    players = locked.prefetch_related("roster__player__stand_in").in_bulk(numbers)
    for place, each in enumerate(results, 1):
        try:
            check_imported_result(each, players, now)
        except RuleError as refusal:
            raise refusal_at_imported_row(refusal, place) from None
    check_imports_are_new(results)
    matches = matches_from_import(results, players, source, actor, now)
    matches_count_in_rating_pools(matches, rating_pools, actor)
    matches_refresh([*cases_of(matches, now).values()])
    outbox.make_all_due((RATINGS_UPDATE, match.pk) for match in matches)
    return matches


def check_imported_result(each: Elsewhere, players: dict[int, Player], now: datetime) -> None:
    """Raises UnknownPlayer, InvalidImport, AlreadyMerged, PlayerAnonymised, and what a match raises."""
    for number in (each.one, each.two):
        if number not in players:
            raise UnknownPlayer(
                "there is no player %(number)s. POST /api/v1/players/ enters one.",
                {"number": number},
                player=number,
            )
        check_player_present(players[number])
    if not EARLIEST <= each.completed_at <= now:
        raise InvalidImport(
            "%(moment)s has not come yet. Give the time at which the match ended."
            if each.completed_at > now
            else "%(moment)s is before anybody's rating. Give the time at which the match ended.",
            {"moment": MomentWord(each.completed_at)},
            completed_at=each.completed_at.isoformat(),
        )
    check_match_sides(players[each.one], players[each.two])
    checked_match_length(each.length, LENGTH_MAX)
    engine.check_final(each.length, each.points, each.variant, engine.Options())


def refusal_at_imported_row(refusal: RuleError, place: int) -> RuleError:
    """The same refusal, saying which result of the list it is about."""
    refusal.sentence = _("Result %(place)s: %(fault)s") % {"place": place, "fault": refusal.sentence}
    if isinstance(refusal, Refusal):
        refusal.data = {**refusal.data, "result": place}
    return refusal


def check_imports_are_new(results: Sequence[Elsewhere]) -> None:
    """Raises InvalidImport for a result that is here, or in the list, already."""
    seen: set[tuple[int, int, datetime]] = set()
    standing = merged_into()
    moments = {each.completed_at for each in results}
    rows = Result.objects.filter(finalised_at__in=moments, match__result=F("pk"))
    there = {
        (standing.get(one, one), standing.get(two, two), at)
        for one, two, at in rows.values_list("match__one", "match__two", "finalised_at")
    }
    for place, each in enumerate(results, 1):
        keys = {(each.one, each.two, each.completed_at), (each.two, each.one, each.completed_at)}
        if keys & (there | seen):
            raise InvalidImport(
                "Result %(place)s: a match of these players that ended at the same time is here already. "
                "Leave it out.",
                {"place": place},
                result=place,
            )
        seen |= keys


def matches_from_import(
    results: Sequence[Elsewhere], players: dict[int, Player], source: str, actor: User, now: datetime
) -> list[Match]:
    """The matches with the rulings that decide them and the results at their own time, not final yet."""
    matches = [
        Match(
            one=players[each.one],
            two=players[each.two],
            length=each.length,
            variant=each.variant,
            created_at=each.completed_at,
            created_by=actor,
        )
        for each in results
    ]
    matches_write_planned(matches)
    outcomes = [
        {
            "kind": ResultKind.PLAYED,
            "winner": int(each.points[1] > each.points[0]),
            "points_one": each.points[0],
            "points_two": each.points[1],
        }
        for each in results
    ]
    rulings = Ruling.record_all(
        Ruling(
            match=match,
            grounds=Ruling.Grounds.DIRECTOR,
            reason=source,
            recorded_by=actor,
            recorded_at=now,
            **outcome,
        )
        for match, outcome in zip(matches, outcomes, strict=True)
    )
    Result.record_all(
        Result(
            match=ruling.match,
            grounds=Result.Basis.RULING,
            ruling=ruling,
            rated=True,
            finalised_at=each.completed_at,
            recorded_at=now,
            **outcome,
        )
        for ruling, each, outcome in zip(rulings, results, outcomes, strict=True)
    )
    return matches
