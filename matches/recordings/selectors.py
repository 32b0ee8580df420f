"""Recordings read: their acts, the match that they make, and what a device is told of it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.drawing import diagram_of_standing
from engine.moments import action_text
from matches.base.translation import translate_text
from matches.boards.selectors import board_words
from matches.play.models import Match, ReportUndo
from matches.play.rules.clocks import Clock, clock_of_match
from matches.play.rules.regulations import regulations_of
from matches.play.selectors import match_start, match_terms_without_names

from .errors import RecordingMissing
from .models import RecordedAct, Recording
from .rules.clock import ClockFace, clock_face
from .rules.course import RecordedCourse, course_of, distinct_names, recorded_terms
from .rules.standing import action_of, ahead_of, standing_of


@dataclass(frozen=True)
class RecordingState:
    """A recording as it stands: its acts in their order, and the match that they make."""

    recording: Recording
    match: Match
    acts: Sequence[RecordedAct]
    course: RecordedCourse
    clock: Clock | None
    face: ClockFace | None

    @property
    def last_place(self) -> int:
        """The place of the last act; 0 before the first."""
        return self.acts[-1].place if self.acts else 0

    def with_acts(self, made: Sequence[RecordedAct]) -> "RecordingState":
        """The same with acts that were written behind them, and done on the match already."""
        acts = [*self.acts, *made]
        return replace(self, acts=acts, face=None if self.clock is None else clock_face(self.clock, acts))

    @property
    def is_reported(self) -> bool:
        """Whether it has become a report that may still count."""
        return is_reported(self.recording)


def recording_list() -> QuerySet[Recording]:
    """Recordings with their match, its players and what became of their report: one query."""
    undone = ReportUndo.objects.in_force().filter(report=OuterRef("report"))
    rows = Recording.objects.select_related("match__one__stand_in", "match__two__stand_in", "report__verdict")
    return rows.defer("report__transcript").annotate(undone=Exists(undone))


def recording_of(match_id: int) -> Recording:
    """The recording of a match. Raises RecordingMissing."""
    recording = recording_list().filter(match=match_id).first()
    if recording is None:
        raise RecordingMissing(
            "Nobody records the match %(match)s. Begin with its recording first.", {"match": match_id}
        )
    return recording


def is_reported(recording: Recording) -> bool:
    """Whether a recording has become a report that was not refused, and not taken back by an official."""
    report = recording.report
    return report is not None and report.status != "refused" and not getattr(recording, "undone", False)


def recording_state(recording: Recording) -> RecordingState:
    """What a recording amounts to: the acts, the penalties of its match, and nothing else are asked for."""
    match = recording.match
    acts = [*recording.acts.order_by("place")]
    terms = match_terms_without_names(match)
    names = distinct_names((match.players[0].name, match.players[1].name))
    course = course_of(
        recorded_terms(match.variant, match.length, terms.engine_options, terms.start, names), acts
    )
    clock = recording_clock(recording)
    face = None if clock is None else clock_face(clock, acts)
    return RecordingState(recording, match, acts, course, clock, face)


def recording_clock(recording: Recording) -> Clock | None:
    """What times the match, where the recording keeps its clock: one query."""
    match = recording.match
    if not recording.timed:
        return None
    return clock_of_match(regulations_of(match.regulations), match.length, match_start(match))


class ClockAct(NamedTuple):
    """Of an act what moves a clock."""

    recording: int
    made_at: datetime
    clock: int | None


def match_clocks(matches: Q) -> dict[int, ClockFace]:
    """What the clocks of matches show whose recording keeps them, by match, until it has become a report.

    matches: the condition on recordings. One query where there are none, else three at any number.
    """
    rows = recording_list().filter(matches, timed=True, match__state__in=Match.ON)
    found = [each for each in rows.prefetch_related("match__penalties") if not is_reported(each)]
    if not found:
        return {}
    acts: dict[int, list[ClockAct]] = defaultdict(list)
    made = RecordedAct.objects.filter(recording__in=found).order_by("recording", "place")
    for act in map(ClockAct._make, made.values_list("recording", "made_at", "clock")):
        acts[act.recording].append(act)
    clocks = ((each, recording_clock(each)) for each in found)
    return {each.match_id: clock_face(clock, acts[each.pk]) for each, clock in clocks if clock is not None}


def face_shown(face: ClockFace, now: datetime) -> dict[str, Any]:
    """What a face shows now, in whole milliseconds, and how long the turn has taken."""
    taken = 0.0 if face.since is None else max(0.0, (now - face.since).total_seconds())
    return {
        "left": [round(each * 1000) for each in face.left],
        "delay": face.delay * 1000,
        "running": face.running,
        "taken": round(taken * 1000),
    }


def clock_shown(state: RecordingState, now: datetime) -> dict[str, Any] | None:
    """The same of a recording, with what follows for who has run out of time."""
    if state.face is None or state.clock is None:
        return None
    return {**face_shown(state.face, now), "expiry": state.clock.expiry}


def standing_in_words(standing: dict[str, Any], names: tuple[str, str], bottom: int = 0) -> str:
    """What the board shows, in the language in force; "" where it cannot be drawn."""
    diagram = diagram_of_standing(standing, bottom)
    return "" if diagram is None else board_words(diagram, (names[bottom], names[1 - bottom]))


def plays_ahead_of(state: RecordingState) -> dict[str, Any] | None:
    """The plays ahead, for a device."""
    return None if state.course.misfit or state.is_reported else ahead_of(state.course.match)


SIDES = ("one", "two")
BY_SIDE = ("score", "boards", "pips")
AS_IT_IS = (
    *("game", "variant", "length", "crawford", "opened", "game_over", "over", "dice", "cube", "has_cube"),
    *("offered", "resigned", "resignations", "can", "misfit", "paused", "xgid"),
)
OF_SIDE = ("on_roll", "turn", "owner", "offered_by", "resigned_by", "winner")


def state_shown(state: RecordingState, *, after: int = 0, now: datetime) -> dict[str, Any]:
    """A recording as programs and devices have it, with the acts that follow a place: plain values.

    Sides are "one" and "two".
    """
    standing = standing_of(state.course)
    names = (state.match.players[0].name, state.match.players[1].name)
    last, clock = standing["last"], clock_shown(state, now)
    shown: dict[str, Any] = {name: dict(zip(SIDES, standing[name], strict=True)) for name in BY_SIDE}
    shown |= {name: None if (side := standing[name]) is None else SIDES[side] for name in OF_SIDE}
    if clock is not None:
        running = clock["running"]
        clock |= {
            "left": dict(zip(SIDES, clock["left"], strict=True)),
            "running": None if running is None else SIDES[running],
        }
    return {
        "match": state.match.pk,
        "begun_at": state.recording.begun_at,
        "timed": state.recording.timed,
        "report": state.recording.report_id,
        "reported": state.is_reported,
        "last": state.last_place,
        "acts": [act_shown(act) for act in state.acts if act.place > after],
        **{name: standing[name] for name in AS_IT_IS},
        **shown,
        "done": last and {"side": SIDES[last["side"]], "text": last_in_words(last)},
        "words": standing_in_words(standing, names),
        "clock": clock,
        "ahead": plays_ahead_of(state),
    }


def act_shown(act: RecordedAct) -> dict[str, Any]:
    """An act as programs have it."""
    return {
        "place": act.place,
        "key": act.key,
        "device": act.device,
        "action": act.action,
        "numbers": act.numbers,
        "made_at": act.made_at,
    }


def last_in_words(last: dict[str, Any]) -> str:
    """What was last done on the board, in the language in force: "31: 8/5 6/5"."""
    return translate_text(action_text(action_of(last)))
