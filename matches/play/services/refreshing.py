"""Where matches stand by their facts: written, and told to whoever it concerns."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects

from matches import hooks
from matches.accounts.models import User
from matches.notifications.services import notices_post
from matches.play.models import Match, Result, Schedule
from matches.play.rules.deadlines import Deadline, Given, deadlines_of, match_wakes_at
from matches.play.rules.regulations import regulations_of as in_force
from matches.play.selectors import Case, WrittenResult
from matches.play.words import PLAYED_AFTER_ALL
from matches.work import outbox
from matches.work.statements import write_columns

from .live import match_changed


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
    refreshed = matches_write(cases, also=also, actor=actor)
    matches_tell(refreshed.otherwise)
    return refreshed.cases


class Changed(NamedTuple):
    """A match that stands otherwise than before, its state then, whether its result is new, by whom."""

    case: Case
    state_before: str
    is_new: bool
    actor: User | None

    @property
    def is_finalised(self) -> bool:
        """Whether it became final; a ruling on what was final before is told as a correction instead."""
        match = self.case.match
        if not self.is_new or match.state != Match.State.FINAL or match.result is None:
            return False
        return match.result.grounds != Result.Basis.RULING or len(self.case.results) == 1


class Refreshed(NamedTuple):
    """The cases of matches as they were written, in the order given; those that stand otherwise."""

    cases: list[Case]
    otherwise: list[Changed]


def matches_write(
    cases: Sequence[Case], *, also: Collection[str] = (), actor: User | None = None
) -> Refreshed:
    """Write where locked matches stand by the facts. Whoever they concern is told by `matches_tell`."""
    before = {case.match.pk: case.match.computed_columns for case in cases}
    lacking = {case.match.pk for case in cases if lacks_result(case)}
    cases = match_results_write(cases)
    for case in cases:
        decision = case.decision
        is_final = decision.state == Match.State.FINAL
        written = case.written_result(decision) if is_final else None
        set_match_state(case, None if written is None else written.number)
    changed = [case for case in cases if also or case.match.computed_columns != before[case.match.pk]]
    write_columns([case.match for case in changed], [*Match.COMPUTED, *also])
    otherwise = [case for case in changed if stands_otherwise(case.match, before[case.match.pk])]
    for case in otherwise:
        if case.match.state == Match.State.OPEN:
            match_play_after_all(case)
    return Refreshed(
        cases,
        [
            Changed(case, str(before[case.match.pk]["state"]), case.match.pk in lacking, actor)
            for case in otherwise
        ],
    )


def matches_tell(otherwise: Sequence[Changed]) -> None:
    """Make due what follows of matches that stand otherwise, and announce them.

    Once in a transaction, after everything is written: rows of the outbox that many share, such as that of
    a ladder, are locked in one order.
    """
    fetch_for_stakes([each.case.match for each in otherwise])
    # The highest room first: the rows of one ladder or tournament stand before those of ratings in the
    # outbox, of which a worker holds many at once.
    outbox.make_all_due(
        work
        for stake in reversed([*hooks.match_stakes()])
        for work in sorted(
            work
            for case, before, *_ in otherwise
            for work in stake.stands_otherwise(case.match, over=case.match.is_over or before in Match.OVER)
        )
    )
    for actor in dict.fromkeys(each.actor for each in otherwise):
        notices_post_of_changes([each for each in otherwise if each.actor == actor], actor)
    for each in otherwise:
        match_changed(each.case.match)


def notices_post_of_changes(changed: Sequence[Changed], actor: User | None) -> None:
    """Post what people are told of matches that one login has brought about, or nobody: four queries."""
    disputed = [
        (case.match.pk, case.events[-1][0])
        for case, before, *_ in changed
        if case.match.state == Match.State.DISPUTED != before
    ]
    final = [each.case.match for each in changed if each.is_finalised]
    now = changed[0].case.now
    notices_post("match_disputed", disputed, actor=actor, now=now)
    notices_post(
        "match_finalised",
        [(match.pk, match.result_id) for match in final],
        actor=actor,
        data={match.pk: result_noted(match) for match in final},
        now=now,
    )


def result_noted(match: Match) -> dict[str, Any]:
    """What a notice has beside it of how a match stands: its result, None where it has none."""
    result = match.final_result if match.state == Match.State.FINAL else None
    return {"result": None if result is None else result.as_dict()}


def stands_otherwise(match: Match, before: Mapping[str, object]) -> bool:
    after = match.computed_columns
    return any(after[name] != before[name] for name in ("state", "result", "ruled_void"))


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
