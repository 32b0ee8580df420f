"""What is written of recordings: begun, act by act, and at last the report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

import engine
from engine.errors import RuleError
from engine.table import MOST_LEGAL
from matches.accounts.models import User
from matches.facts.versions import announce_change, row_topic
from matches.play.errors import ScoreOnly
from matches.play.models import Match, Report
from matches.play.selectors import Case, game_log
from matches.play.services import game_record, game_take_back, match_changed, match_current, report_submit
from matches.play.services.games import check_match_in_play
from matches.play.services.reports import reporting_role

from .errors import (
    ActImpossible,
    RecordingFull,
    RecordingMisfit,
    RecordingMoved,
    RecordingReported,
    RecordingUnfinished,
)
from .models import RecordedAct, Recording
from .rules.course import TAKE_BACK, RecordedCourse
from .rules.standing import standing_of
from .selectors import RecordingState, recording_of, recording_state

MOST_ACTS = 20_000
"""Of a recording. The longest match has a few thousand."""
MOST_SENT = 500
"""Acts that are sent at once."""


@dataclass(frozen=True, slots=True)
class NewAct:
    """An act as a device sends it: its key, what is done, and how long ago."""

    key: str
    action: str
    numbers: tuple[int, ...] = ()
    ago: timedelta = timedelta(0)


@transaction.atomic
def recording_begin(
    *, match_id: int, actor: User, timed: bool = False, now: datetime | None = None
) -> RecordingState:
    """Begin to record a match; one that is recorded already stays as it is.

    Raises NotYourMatch, MatchFinal, MatchNotDue, MatchDisputed, UnderAppeal, ScoreOnly.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    match = case.match
    reporting_role(match, actor, None)
    there = Recording.objects.filter(match=match).exists()
    if not there:
        check_match_in_play(case)
        if match.variant not in engine.VARIANTS:
            raise ScoreOnly(
                "The referee does not know the rules of %(variant)s, and no match of it is recorded. Report "
                "the score.",
                {"variant": engine.PLAYED[match.variant].name},
                variant=match.variant,
            )
        Recording.objects.create(match=match, begun_by=actor, begun_at=now, timed=timed)
    state = recording_state(recording_of(match_id))
    if not there:
        standing_write(state)
        match_changed(match)
    return state


@transaction.atomic
def acts_record(
    *,
    match_id: int,
    actor: User,
    after: int,
    acts: Sequence[NewAct],
    device: str = "",
    now: datetime | None = None,
) -> RecordingState:
    """Write acts that follow the one at place `after`, all or none; those written before, once only.

    Raises RecordingMoved where other acts follow that place, ActImpossible at the first that cannot have been
    done, RecordingMissing, RecordingReported, RecordingMisfit, RecordingFull, NotYourMatch, MatchFinal,
    MatchNotDue, MatchDisputed, UnderAppeal.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    reporting_role(case.match, actor, None)
    state = recording_state(recording_of(match_id))
    new = acts_not_written(state, after, acts)
    if not new:
        return state
    check_recording_open(case, state)
    if len(state.acts) + len(new) > MOST_ACTS:
        raise RecordingFull(
            "A recording has %(most)s acts at most. Report the score of this match.", {"most": MOST_ACTS}
        )
    games_before = games_of(state.course)
    made = [*acts_made(state, new, actor, device, now, offset=len(acts) - len(new))]
    RecordedAct.objects.bulk_create(made)
    state = state.with_acts(made)
    standing_write(state)
    live_score_follow(case.match, actor, games_before, games_of(state.course), now)
    announce_change(row_topic(case.match))
    return state


def acts_not_written(state: RecordingState, after: int, acts: Sequence[NewAct]) -> Sequence[NewAct]:
    """Those that are not written yet. Raises RecordingMoved unless they follow the last act."""
    places = {act.key: act.place for act in state.acts}
    written = 0
    while written < len(acts) and places.get(acts[written].key) == after + written + 1:
        written += 1
    new = acts[written:]
    if new and (after + written != state.last_place or any(act.key in places for act in new)):
        raise RecordingMoved(
            "The acts follow act %(after)s, and there are %(last)s by now. Look at those that were written "
            "since, and send what is still to be done after them.",
            {"after": after, "last": state.last_place},
            after=after,
            last=state.last_place,
        )
    return new


def check_recording_open(case: Case, state: RecordingState) -> None:
    """Raises what keeps acts from being written."""
    if state.is_reported:
        raise RecordingReported(
            "The recording of %(match)s has become report %(report)s. If that is wrong, object to it or ask "
            "the director.",
            {"match": case.match.side_names, "report": state.recording.report_id},
            report=state.recording.report_id,
        )
    check_match_in_play(case)


def acts_made(
    state: RecordingState, new: Sequence[NewAct], actor: User, device: str, now: datetime, *, offset: int
) -> Iterator[RecordedAct]:
    """The rows of new acts, each done on the match. Raises ActImpossible, RecordingMisfit."""
    course, made_at = state.course, state.acts[-1].made_at if state.acts else None
    for number, act in enumerate(new, 1):
        if course.misfit and act.action != TAKE_BACK:
            raise RecordingMisfit(
                "Since penalty points have changed the score, the last acts do not fit the match any more. "
                "Take %(count)s back, and record them as they were played.",
                {"count": course.misfit},
                count=course.misfit,
            )
        try:
            course.do(act)
        except RuleError as fault:
            raise act_is_impossible(course, act, offset + number, fault) from None
        moment = min(now, now - act.ago)
        made_at = moment if made_at is None else max(made_at, moment)
        yield RecordedAct(
            recording=state.recording,
            place=state.last_place + number,
            key=act.key,
            device=device,
            action=act.action,
            numbers=list(act.numbers),
            clock=course.clock,
            made_at=made_at,
            recorded_at=now,
            recorded_by=actor,
        )


def act_is_impossible(course: RecordedCourse, act: NewAct, number: int, fault: RuleError) -> ActImpossible:
    steps = course.match.steps
    legal: list[str] = []
    if act.action == "play" and steps is not None and course.match.on_roll is not None:
        position = course.match.table.position_of(course.match.on_roll)
        legal = course.match.rules.format_legal_plays(position, steps.dice)[:MOST_LEGAL]
    refusal = ActImpossible(
        "Act %(number)s of those sent: %(fault)s. None of them was written; send those before it, and then "
        "what was done instead.",
        {"number": number, "fault": fault.sentence},
        number=number,
        key=act.key,
        actions=[*course.actions()],
        legal=legal,
    )
    refusal.fault = fault.sentence
    return refusal


def standing_write(state: RecordingState) -> None:
    """Write beside the recording where it stands."""
    state.recording.standing = standing_of(state.course)
    state.recording.save(update_fields=["standing"])


def games_of(course: RecordedCourse) -> list[dict[str, Any]]:
    """The games that have ended, as the live score has them."""
    return [
        {"winner": each.winner, "points": each.points, "cube": each.cube, "ending": each.ending}
        for each in course.match.results
    ]


def live_score_follow(
    match: Match, actor: User, before: list[dict[str, Any]], after: list[dict[str, Any]], now: datetime
) -> None:
    """Have the live score say what the recording does of games that have ended.

    What somebody has scored otherwise by hand stays as they have it.
    """
    live = game_log(match).reported_games()
    common = common_length(live, after)
    if live[common:] != before[common : len(live)]:
        return
    for number in range(len(live), common, -1):
        game_take_back(match_id=match.pk, actor=actor, number=number, now=now)
    for number in range(common, len(after)):
        game_record(
            match_id=match.pk, actor=actor, number=number + 1, makes_report=False, now=now, **after[number]
        )


def common_length(one: Sequence[Any], two: Sequence[Any]) -> int:
    """How many of the first are alike."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
    )


@transaction.atomic
def recording_report(
    *,
    match_id: int,
    actor: User,
    role: str | None = None,
    means: Report.Means = Report.Means.API,
    now: datetime | None = None,
) -> Report:
    """Make a report of the transcript of a match that is over; made again, it is the same report.

    Raises RecordingUnfinished, RecordingMisfit, and as acts_record and report_submit do.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    reporting_role(case.match, actor, role)
    recording = recording_of(match_id)
    state = recording_state(recording)
    if state.is_reported and recording.report is not None:
        return recording.report
    check_recording_open(case, state)
    match = state.course.match
    if state.course.misfit or not match.is_over:
        one, two = match.score.points
        raise RecordingUnfinished(
            "The recording stands at %(score)s in a %(length)s-point match. Record it to its end, or report "
            "the score.",
            {"score": f"{one}-{two}", "length": case.match.length},
            score=[one, two],
        )
    names = match.terms.players
    report = report_submit(
        match_id=match_id,
        actor=actor,
        role=role,
        transcript=match.transcript().encode(),
        names={"one": names[0], "two": names[1]},
        means=means,
        now=now,
    )
    recording.report = report
    recording.save(update_fields=["report"])
    match_changed(case.match)
    return report


def recordings_restore() -> None:
    """Write where every recording stands, from its acts."""
    for match_id in Recording.objects.order_by("match").values_list("match", flat=True):
        standing_write(recording_state(recording_of(match_id)))


def recordings_compare(*, repair: bool = False) -> Iterator[str]:
    """Every recording whose standing is not what its acts say, in words; put right with `repair`."""
    for match_id in list(Recording.objects.order_by("match").values_list("match", flat=True)):
        with transaction.atomic():
            state = recording_state(recording_of(match_id))
            if state.recording.standing == standing_of(state.course):
                continue
            if repair:
                standing_write(state)
        yield f"match {match_id}: its recording does not stand where its acts lead"
