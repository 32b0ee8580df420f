"""What the facts about a match amount to: events in the order they came in, a decision out.

No database and no clock: time is what the events and `now` say. `refereeing`, beside this, has judged each
report before it gets here; a report that was refused is no event.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from .refereeing import MatchScore, capped_match_score
from .regulations import Regulations
from .results import ResultKind


@dataclass(frozen=True, slots=True)
class Stated:
    """A valid report; `side` is None for an official's."""

    report: int
    at: datetime
    side: int | None
    match_score: MatchScore
    transcript: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """What the other side said to a report."""

    report: int
    at: datetime
    side: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling; `undoes` is the ruling that it takes back, if that is all it does."""

    ruling: int
    at: datetime
    kind: ResultKind
    match_score: MatchScore
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Appealed:
    """An appeal against a ruling, which is open until the committee rules."""

    ruling: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Undone:
    """An official's report is taken back; or, with `undoes`, that undoing is, and the report counts again."""

    undo: int
    report: int
    at: datetime
    undoes: int | None = None


Event = Stated | Answered | Ruled | Appealed | Undone


@dataclass(frozen=True, slots=True)
class Decision:
    """Where a match stands: `state` is one of Match.State.

    A decided match has its outcome, of which kind, on what grounds, and the report or the ruling it rests
    on; `at` is when that was decided. A reported one waits for the answer of `awaits` (a side) until
    `confirms_at`, for ever if that is None; `waiting` are the reports that it may be given to, which all say
    the same.
    """

    state: str = "open"
    kind: ResultKind = ResultKind.PLAYED
    match_score: MatchScore | None = None
    grounds: str = ""
    report: int | None = None
    ruling: int | None = None
    at: datetime | None = None
    awaits: int | None = None
    waiting: tuple[int, ...] = ()
    confirms_at: datetime | None = None

    @property
    def ruled_void(self) -> bool:
        return self.state == "void"

    def state_if(self, *, superseded: bool) -> str:
        """The state of the match, which is void whatever was said while others play in its place."""
        return "void" if superseded else self.state


@dataclass
class _Course:
    """The match as far as its events have been followed."""

    length: int
    regulations: Regulations
    judging: datetime | None = None
    stands: Decision = field(default_factory=Decision)
    said: dict[int, Stated] = field(default_factory=dict)

    def pass_time(self, until: datetime) -> None:
        """Confirm what nobody has objected to in time; a report that nobody has judged yet may object."""
        due = self.stands.confirms_at
        if self.judging is not None:
            until = min(until, self.judging)
        if due is not None and due <= until:
            said = self.said[1 - (self.stands.awaits or 0)]
            self.finalise_match(said, "transcript" if said.transcript else "silence", due)

    def apply_event(self, event: Event) -> None:
        match event:
            case Stated():
                self.apply_statement(event)
            case Answered():
                self.apply_answer(event)
            case Ruled():
                state = "void" if event.kind is ResultKind.VOID else "final"
                self.stands = Decision(
                    state, event.kind, event.match_score, "ruling", ruling=event.ruling, at=event.at
                )
            case Appealed() if self.stands.ruling == event.ruling:
                self.stands = Decision("appealed", ruling=event.ruling)

    def apply_statement(self, event: Stated) -> None:
        if self.stands.state not in ("open", "reported"):
            return
        if event.side is None:
            self.finalise_match(event, "transcript" if event.transcript else "official", event.at)
            return
        before = self.said.get(event.side)
        repeats = before is not None and self.capped_points(event) == self.capped_points(before)
        # Whoever confirms what was said may confirm it as it was said first, or again.
        waiting = (*self.stands.waiting, event.report) if repeats else (event.report,)
        if before is not None and repeats and _report_detail(event) <= _report_detail(before):
            # Saying it again gives the other side no more time.
            self.stands = replace(self.stands, waiting=waiting)
            return
        self.said[event.side] = event
        other = self.said.get(1 - event.side)
        if other is None:
            self.await_answer(event, 1 - event.side, waiting)
        elif self.capped_points(event) == self.capped_points(other):
            self.finalise_match(max(event, other, key=_report_detail), "agreement", event.at)
        else:
            self.stands = Decision("disputed")

    def await_answer(self, event: Stated, awaits: int, waiting: tuple[int, ...]) -> None:
        minutes = self.regulations.objection if event.transcript else self.regulations.silence
        if event.transcript and minutes == 0:
            self.finalise_match(event, "transcript", event.at)
            return
        due = None if minutes is None else event.at + timedelta(minutes=minutes)
        self.stands = Decision("reported", awaits=awaits, waiting=waiting, confirms_at=due)

    def apply_answer(self, event: Answered) -> None:
        if event.side == self.stands.awaits and event.report in self.stands.waiting:
            if event.agrees:
                self.finalise_match(self.said[1 - event.side], "agreement", event.at)
            else:
                self.stands = Decision("disputed")
        elif self.stands.report == event.report and not event.agrees:
            self.stands = Decision("disputed")

    def finalise_match(self, said: Stated, grounds: str, at: datetime) -> None:
        self.stands = Decision(
            "final", ResultKind.PLAYED, said.match_score, grounds, report=said.report, at=at
        )

    def capped_points(self, event: Stated) -> tuple[int, int]:
        return capped_match_score(event.match_score.points, self.length)


def decide_match(
    length: int,
    regulations: Regulations,
    events: Sequence[Event],
    now: datetime,
    *,
    judging: datetime | None = None,
) -> Decision:
    """Fold events, the oldest first, into where the match stands at `now`.

    * The report of an official (director, scorekeeper) decides, unless the match is disputed.
    * A side's report waits for the other side, a complete transcript for the time to object, a score for as
      long as silence lasts by the regulations; the same side's next report takes its place. The other side
      confirms it, or reports the same, and the match is final; objects, or reports something else, and it
      is disputed.
    * An objection to a final result, where the regulations still allow it, reopens the match.
    * A ruling decides, whatever was said before. An appeal reopens the match until the committee has ruled.
    * A ruling that was undone has never been, unless the undoing was undone; likewise the report of an
      official that was undone, and what was answered to it.

    With `judging`, a report came in at that moment that nobody has judged yet: time alone confirms nothing
    after it, whatever has come in since.
    """
    course = _follow_events(length, regulations, events, judging)
    course.pass_time(now)
    return course.stands


def states_after_events(length: int, regulations: Regulations, events: Sequence[Event]) -> list[str]:
    """The state of the match right after each event, as it was then: before anything was undone."""
    course, found = _Course(length, regulations), []
    for number, event in enumerate(events, 1):
        if isinstance(event, Undone) or (isinstance(event, Ruled) and event.undoes is not None):
            course = _follow_events(length, regulations, events[:number])
            # What silence had confirmed before what was undone is confirmed again.
            course.pass_time(event.at)
        else:
            course.pass_time(event.at)
            course.apply_event(event)
        found.append(course.stands.state)
    return found


def _follow_events(
    length: int, regulations: Regulations, events: Iterable[Event], judging: datetime | None = None
) -> _Course:
    course = _Course(length, regulations, judging)
    for event in events_in_force(events):
        course.pass_time(event.at)
        course.apply_event(event)
    return course


def events_in_force(events: Iterable[Event]) -> list[Event]:
    """The events without what was undone, what undid it, and what was said to it: appeals, answers."""
    kept: list[Event] = []
    rulings: set[int] = set()
    reports: set[int] = set()
    undos: set[int] = set()
    for event in reversed(list(events)):
        match event:
            case Ruled() if event.ruling in rulings:
                continue
            case Ruled() if event.undoes is not None:
                rulings.add(event.undoes)
                continue
            case Undone() if event.undoes is not None:
                undos.add(event.undoes)
                continue
            case Undone():
                if event.undo not in undos:
                    reports.add(event.report)
                continue
        kept.append(event)
    return [event for event in reversed(kept) if not _is_about(event, rulings, reports)]


def _is_about(event: Event, rulings: Set[int], reports: Set[int]) -> bool:
    """Whether an event is one of the reports, or was said to one of these or of the rulings."""
    match event:
        case Appealed():
            return event.ruling in rulings
        case Stated() | Answered():
            return event.report in reports
    return False


def report_undone_by(events: Iterable[Event], report: int) -> Undone | None:
    """By what a report is undone; None where it counts."""
    standing: dict[int, Undone] = {}
    for event in events:
        if isinstance(event, Undone) and event.report == report:
            if event.undoes is None:
                standing[event.undo] = event
            else:
                standing.pop(event.undoes, None)
    return next(iter(standing.values()), None)


def _report_detail(event: Stated) -> tuple[bool, int]:
    """Of two reports of the same result, the match rests on the one with more detail, else on the later."""
    return event.transcript, len(event.match_score.games)
