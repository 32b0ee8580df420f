"""Matches: set up, decided by their facts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone

from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord, MomentWord
from matches.notifications.services import notice_post, notices_post
from matches.play.errors import MatchFinal, MatchNotDue, TeamByBoards, checked_match_length
from matches.play.models import LENGTH_MAX, Match, Result, Schedule
from matches.play.rules.deadlines import Deadline, Given, deadlines_of, match_wakes_at
from matches.play.rules.refereeing import checked_match_options
from matches.play.rules.regulations import checked_regulations
from matches.play.rules.regulations import regulations_of as in_force
from matches.play.selectors import Case, WrittenResult, case_lock, cases_lock, match_beginnings, matches_lock
from matches.play.words import PLAYED_AFTER_ALL
from matches.players.errors import SamePlayer
from matches.players.models import Player
from matches.players.services import entry_refusers, entry_unwanted, present_players_lock
from matches.work import outbox

from .live import match_changed


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
    now = now or timezone.now()
    checked_match_length(length, LENGTH_MAX)
    options = checked_match_options(options or {}, variant, [length])
    chosen = checked_regulations(regulations or {}, [length], options)
    check_match_sides(one, two)
    match = Match(
        one=one,
        two=two,
        length=length,
        variant=variant,
        options=options,
        regulations=chosen,
        rated=rated,
        created_at=now,
    )
    if actor is not None:
        require_permission(actor, "match_create", match)
        if rated:
            require_permission(actor, "match_rate", match)
        match.created_by = actor
        match.self_arranged = not actor.is_staff
    days = in_force(chosen).play_within
    if play_by is None and days is not None:
        play_by = now + timedelta(days=days)
    # A tournament makes many at once, and none of them by half.
    with transaction.atomic(savepoint=actor is not None):
        if actor is not None:
            present_players_lock(one, two)
            for side in (one, two):
                for person in entry_refusers(actor, side):
                    raise entry_unwanted(person)
        if play_by is not None:
            match.play_by = play_by
            match.wakes_at = match_next_wake(match, deadlines_of(match.state, None, None, play_by), given=())
        match.save()
        if play_by is not None:
            Schedule.objects.create(match=match, play_by=play_by, recorded_at=now)
        if actor is not None and match.self_arranged:
            for stake in hooks.match_stakes():
                stake.match_arranged(match, actor)
        if actor is not None:
            notice_post("pairing_posted", match.pk, actor=actor, now=now)
    return match


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


def match_schedule_write(
    match: Match,
    starts_at: datetime | None,
    play_by: datetime | None,
    *,
    now: datetime,
    reason: str,
    actor: User | None = None,
    given: Given,
) -> Schedule:
    """Write a schedule of a locked match and what repeats it. `given`: its reminders."""
    schedule = Schedule.objects.create(
        match=match,
        starts_at=starts_at,
        play_by=play_by,
        reason=reason,
        recorded_by=actor,
        recorded_at=now,
    )
    match.starts_at, match.play_by = starts_at, play_by
    if match.state == Match.State.OPEN:
        match.wakes_at = match_next_wake(match, deadlines_of(match.state, None, None, play_by), given)
    match.save(update_fields=["starts_at", "play_by", "wakes_at"])
    return schedule


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


def match_deadlines_pending(case: Case) -> list[Deadline]:
    """What a match waits for, until when.

    An answer is waited for while others play in the match's place, too; that it is played is not.
    """
    match, decision = case.match, case.decision
    play_by = None if match.superseded else match.play_by
    return deadlines_of(decision.state, decision.awaits, decision.confirms_at, play_by)


def set_match_state(case: Case, result: int | None) -> None:
    """Set where a match stands: `result` is the one that a final decision amounts to, by number."""
    match, decision = case.match, case.decision
    match.state = decision.state_if(superseded=match.superseded)
    match.result_id, match.ruled_void = result, decision.ruled_void
    match.confirms_at = decision.confirms_at
    match.wakes_at = match_next_wake(match, match_deadlines_pending(case), case.reminders)


def match_next_wake(match: Match, waiting: Sequence[Deadline], given: Given) -> datetime | None:
    """When a deadline of the match asks for something next; `given` are the reminders of it."""
    return match_wakes_at(waiting, in_force(match.regulations), given)


def match_refresh(case: Case, *, also: Collection[str] = (), actor: User | None = None) -> Case:
    """Write where a locked match stands by the facts: its state, its result, when it is confirmed by itself.

    also: what else of its row was changed and is to be written. actor: who has just recorded a fact of it.
    """
    (case,) = matches_refresh([case], also=also, actor=actor)
    return case


def matches_refresh(
    cases: Sequence[Case], *, also: Collection[str] = (), actor: User | None = None
) -> list[Case]:
    """The same of several locked matches, in as many queries as of two."""
    refreshed = matches_write(cases, also=also)
    matches_tell(refreshed.otherwise, actor=actor)
    return refreshed.cases


class Changed(NamedTuple):
    """A match that stands otherwise than before, and the state that it was in."""

    case: Case
    state_before: str


class Refreshed(NamedTuple):
    """The cases of matches as they were written, in the order given; those that stand otherwise."""

    cases: list[Case]
    otherwise: list[Changed]


def matches_write(cases: Sequence[Case], *, also: Collection[str] = ()) -> Refreshed:
    """Write where locked matches stand by the facts. Whoever they concern is told by `matches_tell`."""
    before = {case.match.pk: case.match.computed_columns for case in cases}
    cases = match_results_write(cases)
    for case in cases:
        decision = case.decision
        is_final = decision.state == Match.State.FINAL
        written = case.written_result(decision) if is_final else None
        set_match_state(case, None if written is None else written.number)
    changed = [case for case in cases if also or case.match.computed_columns != before[case.match.pk]]
    matches_save([case.match for case in changed], [*Match.COMPUTED, *also])
    otherwise = [case for case in changed if stands_otherwise(case.match, before[case.match.pk])]
    for case in otherwise:
        if case.match.state == Match.State.OPEN:
            match_play_after_all(case)
    return Refreshed(cases, [Changed(case, str(before[case.match.pk]["state"])) for case in otherwise])


def matches_tell(otherwise: Sequence[Changed], *, actor: User | None = None) -> None:
    """Make due what follows of matches that stand otherwise, and announce them.

    Once in a transaction, after everything is written: rows of the outbox that many share, such as that of
    a ladder, are locked in one order.
    """
    fetch_for_stakes([case.match for case, _ in otherwise])
    # The highest room first: the rows of one ladder or tournament stand before those of ratings in the
    # outbox, of which a worker holds many at once.
    outbox.make_all_due(
        work
        for stake in reversed([*hooks.match_stakes()])
        for work in sorted(
            work
            for case, before in otherwise
            for work in stake.stands_otherwise(case.match, over=case.match.is_over or before in Match.OVER)
        )
    )
    disputed = [case for case, before in otherwise if case.match.state == Match.State.DISPUTED != before]
    if disputed:
        occasions = [(case.match.pk, case.events[-1][0]) for case in disputed]
        notices_post("match_disputed", occasions, actor=actor, now=disputed[0].now)
    for case, _ in otherwise:
        match_changed(case.match)


def stands_otherwise(match: Match, before: Mapping[str, object]) -> bool:
    after = match.computed_columns
    return any(after[name] != before[name] for name in ("state", "result", "ruled_void"))


def matches_save(matches: Sequence[Match], columns: Sequence[str]) -> None:
    """Write these columns of matches, in one query."""
    if len(matches) == 1:
        matches[0].save(update_fields=columns)
    else:
        Match.objects.bulk_update(matches, columns)


def fetch_for_stakes(matches: Sequence[Match]) -> None:
    """Fetch at once what stakes ask of each of several matches; of one each asks by itself."""
    if len(matches) > 1:
        lookups = [lookup for stake in hooks.match_stakes() for lookup in stake.fetched]
        prefetch_related_objects(matches, *lookups)


def match_play_after_all(case: Case) -> None:
    """Give a match that is to be played again, and had a date that has passed, as long as a new one."""
    match, now = case.match, case.now
    if match.play_by is None or match.play_by > now:
        return
    days = case.regulations.play_within
    play_by = None if days is None else now + timedelta(days=days)
    match_schedule_write(
        match,
        match.starts_at,
        play_by,
        reason=PLAYED_AFTER_ALL,
        now=now,
        given=case.reminders,
    )


def match_results_write(cases: Sequence[Case]) -> list[Case]:
    """The cases with the results that final decisions amount to, those that are not on file written.

    Ratings are folded in the order in which matches were first finalised, whatever was corrected since.
    """
    made = {case.match.pk: match_result(case) for case in cases if lacks_result(case)}
    Result.record_all(made.values())
    found = []
    for case in cases:
        if (result := made.get(case.match.pk)) is not None:
            case.match.result = result
            rests_on = (result.grounds, result.report_id, result.ruling_id)
            case = case.with_result(WrittenResult(result.serial, result.pk, result.finalised_at, *rests_on))
        found.append(case)
    return found


def lacks_result(case: Case) -> bool:
    return case.decision.state == Match.State.FINAL and case.written_result(case.decision) is None


def match_result(case: Case) -> Result:
    """The result that a final decision amounts to, not written yet."""
    match, decision = case.match, case.decision
    assert decision.match_score is not None
    assert decision.at is not None
    one, two = decision.match_score.points
    return Result(
        match=match,
        recorded_at=decision.at,
        finalised_at=case.results[0].finalised_at if case.results else decision.at,
        kind=decision.kind,
        winner=decision.match_score.winner,
        points_one=one,
        points_two=two,
        games=list(decision.match_score.games),
        grounds=decision.grounds,
        report_id=decision.report,
        ruling_id=decision.ruling,
        rated=case.moves_ratings(decision),
    )


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
