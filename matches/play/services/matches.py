"""Matches: set up, locked, made to count for nothing."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord, MomentWord
from matches.facts.models import notify_saved
from matches.notifications.services import notice_post
from matches.play.errors import MatchFinal, MatchNotDue, TeamByBoards, checked_match_length
from matches.play.models import LENGTH_MAX, Match, Schedule
from matches.play.rules.deadlines import deadlines_of
from matches.play.rules.refereeing import checked_match_options
from matches.play.rules.regulations import checked_regulations
from matches.play.rules.regulations import regulations_of as in_force
from matches.play.selectors import Case, case_lock, cases_lock, match_beginnings, matches_lock
from matches.players.errors import SamePlayer
from matches.players.models import Player
from matches.players.services import entry_refusers, entry_unwanted, present_players_lock

from .refreshing import match_next_wake, match_refresh, matches_refresh


def match_create(
    *,
    one: Player,
    two: Player,
    length: int,
    variant: str = "backgammon",
    options: Mapping[str, Any] | None = None,
    regulations: Mapping[str, Any] | None = None,
    rated: bool = True,
    play_by: datetime | None = None,
    actor: User | None = None,
    now: datetime | None = None,
) -> Match:
    """Set up a match. Without an `actor` the service itself does, for a tournament that has asked.

    `play_by` is its last day, whatever the regulations say.
    Whoever sets up a match for others directs it; who sets up his own leaves it unrated unless
    both players are his to enter. What nobody of the staff has set up counts in no rating pool of everybody.
    Raises InvalidLength, InvalidOption, InvalidRegulation, SamePlayer, TeamByBoards, AlreadyMerged,
    PlayerAnonymised, GroupIncomplete, EntryUnwanted, NotAllowed.
    """
    match = match_planned(
        one=one,
        two=two,
        length=length,
        variant=variant,
        options=options,
        regulations=regulations,
        rated=rated,
        play_by=play_by,
        now=now or timezone.now(),
    )
    if actor is not None:
        require_permission(actor, "match_create", match)
        if rated:
            require_permission(actor, "match_rate", match)
        match.created_by = actor
        match.self_arranged = not actor.is_staff
    with transaction.atomic(savepoint=actor is not None):
        if actor is not None:
            present_players_lock(one, two)
            for side in (one, two):
                for person in entry_refusers(actor, side):
                    raise entry_unwanted(person)
        matches_write_planned([match])
        if actor is not None and match.self_arranged:
            for stake in hooks.match_stakes():
                stake.match_arranged(match, actor)
        if actor is not None:
            notice_post("pairing_posted", match.pk, actor=actor, now=match.created_at)
    return match


def match_planned(
    *,
    one: Player,
    two: Player,
    length: int,
    variant: str,
    options: Mapping[str, Any] | None,
    regulations: Mapping[str, Any] | None,
    rated: bool,
    play_by: datetime | None,
    now: datetime,
) -> Match:
    """A match that may be set up, not written yet. Raises what `match_create` does of its terms and sides."""
    checked_match_length(length, LENGTH_MAX)
    options = checked_match_options(options or {}, variant, [length])
    chosen = checked_regulations(regulations or {}, [length], options)
    check_match_sides(one, two)
    days = in_force(chosen).play_within
    if play_by is None and days is not None:
        play_by = now + timedelta(days=days)
    match = Match(
        one=one,
        two=two,
        length=length,
        variant=variant,
        options=options,
        regulations=chosen,
        rated=rated,
        play_by=play_by,
        created_at=now,
    )
    if play_by is not None:
        match.wakes_at = match_next_wake(match, deadlines_of(match.state, None, None, play_by), given=())
    return match


def matches_write_planned(matches: Sequence[Match]) -> None:
    """Write matches that were planned, with the days by which they are to be played: two queries."""
    Match.objects.bulk_create(matches)
    notify_saved(matches)
    Schedule.record_all(
        Schedule(match=match, play_by=match.play_by, recorded_at=match.created_at)
        for match in matches
        if match.play_by is not None
    )


def check_match_sides(one: Player, two: Player) -> None:
    """Raises SamePlayer, TeamByBoards."""
    for side in (one, two):
        if side.kind == Player.Kind.TEAM:
            raise TeamByBoards(
                "%(side)s is a team: in a match of teams its players meet those of the other, board by "
                "board. Name two of them.",
                {"side": side.name},
                player=side.pk,
            )
    there = [person.effective_player for person in two.persons]
    on_both = next((person for person in one.persons if person.effective_player in there), None)
    if on_both is not None:
        raise SamePlayer(
            "%(player)s cannot play against themselves. Choose two sides without anybody in common.",
            {"player": on_both.name},
            player=on_both.pk,
        )


def match_schedule_follow(*, match: Match) -> None:
    """Write on a locked match what its latest schedule says."""
    latest = match.schedules.order_by("serial").last()
    match.starts_at, match.play_by = (None, None) if latest is None else (latest.starts_at, latest.play_by)
    match.save(update_fields=["starts_at", "play_by"])


def matches_begun(matches: QuerySet[Match]) -> list[int]:
    """Those of some matches that have begun or are decided, by number; locked, so that none begins now."""
    locked = matches_lock(matches.values_list("pk", flat=True))
    return sorted(
        {*match_beginnings(matches), *(match.pk for match in locked if match.result_id is not None)}
    )


def match_current(match_id: int, now: datetime) -> Case:
    """The match locked, and finalised if silence has confirmed it by now, whether or not anybody has noticed.

    Whoever acts on a match begins with this: what is recorded next comes after that settlement. Raises
    Match.DoesNotExist.
    """
    return match_refresh(case_lock(match_id, now))


def matches_current(match_ids: Iterable[int], now: datetime) -> list[Case]:
    """The same of several matches, in the order of their numbers; all are locked before one is finalised."""
    return matches_refresh([*cases_lock(match_ids, now).values()])


@transaction.atomic
def matches_supersede(*, superseded: Mapping[int, bool], now: datetime | None = None) -> None:
    """Make matches (by number) count for nothing while others play in their place, or count again."""
    cases = cases_lock(superseded, now or timezone.now())
    for number, case in cases.items():
        case.match.superseded = superseded[number]
    matches_refresh([*cases.values()], also=["superseded"])
    for number, case in cases.items():
        data = {"superseded": superseded[number]}
        notice_post("match_superseded", number, case.now.isoformat(), data=data, now=case.now)


def check_match_due(case: Case) -> None:
    """Raises MatchFinal for a match that is over, MatchNotDue for one that has not started."""
    match, now = case.match, case.now
    if match.is_over:
        raise match_is_final(match)
    if match.starts_at is not None and now < match.starts_at:
        raise MatchNotDue(
            "The match %(match)s starts at %(starts_at)s. Report it when it has been played; if that "
            "was earlier, ask the director to move its start.",
            {"match": match.side_names, "starts_at": MomentWord(match.starts_at)},
            match=match.pk,
            starts_at=match.starts_at.isoformat(),
        )


def match_is_final(match: Match) -> MatchFinal:
    sides = match.side_names
    if match.superseded:
        return MatchFinal(
            "Since a correction the match %(sides)s counts for nothing and takes no reports. The page of "
            "the tournament shows who plays now.",
            {"sides": sides},
            match=match.pk,
        )
    result = match.final_result
    if result is None:
        return MatchFinal(
            "The match %(sides)s was ruled void: it counts for nothing and takes no reports. If it is to be "
            "played, ask the director to take the ruling back.",
            {"sides": sides},
            match=match.pk,
        )
    return MatchFinal(
        "The match %(sides)s is already decided (%(score)s, %(kind)s) and takes no more reports. If that is "
        "wrong, object to it or ask the director.",
        {
            "sides": sides,
            "score": f"{result.score[0]}-{result.score[1]}",
            "kind": CodeWord(result.kind, "result_kind"),
        },
        match=match.pk,
        result=result.as_dict(),
    )
