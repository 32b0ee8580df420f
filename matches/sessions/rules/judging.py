"""What becomes of a session that somebody hands in: plain data in, what is kept of it out, or a refusal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

import engine
from matches.play.errors import PlayersNotMatched, TranscriptUnreadable
from matches.play.rules.columns import fold_transcript_name
from matches.play.rules.refereeing import check_transcript_play
from matches.sessions.errors import InvalidSession, NoGameEnded, NotASession

DATE_TAGS = ("eventdate", "date")
# What the referee remarks of every session.
UNREMARKABLE = {"money_session", "even_length"}


@dataclass(frozen=True, slots=True)
class SessionRules:
    """By what a session was played; None where nobody has said.

    automatic_doubles: how many a game may begin with.
    """

    jacoby: bool | None = None
    beavers: bool | None = None
    automatic_doubles: int | None = None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def options_for(self, record: engine.MatchRecord) -> engine.Options:
        """The options by which a record is judged; one with a limit takes those of its file alone."""
        return engine.Options() if record.length else engine.Options(**self.as_dict())


UNSAID = SessionRules()


@dataclass(frozen=True, slots=True)
class JudgedSession:
    """A session as it is kept, side one first.

    games: each with winner and points; of a transcript with cube and ending too; None where the points alone
    are known. swapped: whether the transcript's first column is side two. remarks: the referee's notes, but
    for those on every session.
    """

    points: tuple[int, int]
    games: tuple[Mapping[str, Any], ...] | None = None
    rules: SessionRules = UNSAID
    variant: str = "backgammon"
    swapped: bool = False
    remarks: tuple[Mapping[str, Any], ...] = ()
    played_on: date | None = None


def is_session(record: engine.MatchRecord) -> bool:
    """Whether a record is a session: one without a length, or a server's with a limit (docs/files.md)."""
    return record.length == 0 or (record.jacoby and not record.names_jacoby)


def rules_of_record(record: engine.MatchRecord, said: SessionRules) -> SessionRules:
    """By what a record was played: what the file names itself goes before what is said of it."""
    if record.length:
        return SessionRules()
    named = True if record.names_jacoby else None if record.jacoby else False
    return SessionRules(
        said.jacoby if named is None else named,
        said.beavers if record.beavers is None else record.beavers,
        said.automatic_doubles if record.automatic_doubles is None else record.automatic_doubles,
    )


def session_record(
    content: bytes, said: SessionRules, variant: str | None
) -> tuple[engine.MatchRecord, SessionRules]:
    """A transcript read, and by what it was played. `variant`: what was played, unless the file names it.

    Raises TranscriptUnreadable, NotASession.
    """
    try:
        record = engine.read(content)
    except engine.Unreadable as unreadable:
        raise TranscriptUnreadable(
            "What is wrong: %(fault)s. Export the session again, as text, and send the whole file.",
            {"fault": unreadable.sentence},
        ) from None
    if not is_session(record):
        raise NotASession(
            "The transcript is of a match to %(length)s points, not of a session for money. Set up a match "
            "with your opponent, and report it there.",
            {"length": record.length},
            length=record.length,
        )
    if variant and not record.names_variant:
        record = replace(record, variant=variant)
    return record, rules_of_record(record, said)


def record_to_write(record: engine.MatchRecord, rules: SessionRules) -> engine.MatchRecord:
    """A session as other programs are handed it: without a server's limit, and with the rules played by."""
    said = rules.jacoby is not None
    return replace(
        record,
        length=0,
        jacoby=bool(rules.jacoby) if said else record.jacoby,
        names_jacoby=bool(rules.jacoby) if said else record.names_jacoby,
        beavers=rules.beavers,
        automatic_doubles=rules.automatic_doubles,
    )


def judge_transcript(
    content: bytes,
    names: tuple[Sequence[str], Sequence[str]],
    *,
    own_name: str = "",
    said: SessionRules = UNSAID,
    variant: str | None = None,
) -> JudgedSession:
    """A transcript of a session, judged. `names`: those of both sides; `own_name`: what it calls side one.

    A game that it breaks off in does not count. Raises TranscriptUnreadable, NotASession, TranscriptIllegal,
    NoGameEnded, PlayersNotMatched.
    """
    record, rules = session_record(content, said, variant)
    verdict = engine.adjudicate(record, rules.options_for(record))
    details = verdict.as_dict()
    check_transcript_play(details)
    if not verdict.games:
        raise NoGameEnded("In this transcript no game comes to its end. Send it once one has.")
    swapped = is_swapped(record.players, names, own_name)
    left, right = verdict.score or (0, 0)
    return JudgedSession(
        points=(right, left) if swapped else (left, right),
        games=tuple(
            {
                "winner": game.winner if game.winner is None else game.winner ^ int(swapped),
                "points": game.points,
                "cube": game.cube,
                "ending": game.ending,
            }
            for game in verdict.games
        ),
        rules=rules,
        variant=verdict.variant or record.variant,
        swapped=swapped,
        remarks=tuple(note for note in details["notes"] if note["code"] not in UNREMARKABLE),
        played_on=day_of_record(record),
    )


def is_swapped(columns: Sequence[str], names: tuple[Sequence[str], Sequence[str]], own_name: str) -> bool:
    """Whether the first column is side two: by what the transcript calls side one, else by known names.

    Of two columns one that is known shows both. Raises PlayersNotMatched.
    """
    folded = [fold_transcript_name(column) for column in columns]
    for side, known in enumerate(([own_name],) if own_name else names):
        own = {fold_transcript_name(name) for name in known} - {""}
        found = [column in own for column in folded]
        if found[0] != found[1]:
            return found[1] if side == 0 else found[0]
    raise PlayersNotMatched(
        "The transcript is of %(left)r and %(right)r and does not show which of them you are. Say by which "
        "name it calls you.",
        {"left": columns[0], "right": columns[1]},
        players=list(columns),
        fields=["name"],
    )


def day_of_record(record: engine.MatchRecord) -> date | None:
    """The day that a file itself names, if it can be read."""
    for tag in DATE_TAGS:
        written = record.tags.get(tag, "").replace(".", "-").replace("/", "-")
        try:
            return date.fromisoformat(written)
        except ValueError:
            continue
    return None


def judge_games(games: Iterable[Mapping[str, Any]]) -> JudgedSession:
    """Games as somebody lists them: who has won each, and how many points. Raises NoGameEnded."""
    kept = tuple({"winner": game["winner"], "points": game["points"]} for game in games)
    if not kept:
        raise NoGameEnded("No game is listed. List them, or say how many points each side has.")
    one, two = (sum(game["points"] for game in kept if game["winner"] == side) for side in (0, 1))
    return JudgedSession((one, two), kept)


def check_played_on(day: date, today: date) -> None:
    """Raises InvalidSession for a day to come."""
    if day > today:
        raise InvalidSession(
            "The session was played on %(day)s, which is still to come. Give the day on which it was played.",
            {"day": day.isoformat()},
            fields=["played_on"],
        )
