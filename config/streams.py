"""One stream of live events: what it still has to send, and how that is written."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from asgiref.typing import HTTPScope

from config.repainting import PageView
from config.visitors import reader_language
from matches.base.api.streams import NDJSON

Parts = Mapping[tuple[str, int], int]
"""The versions of what changed within a subject, by kind and number."""


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """A subject has a version, and through which parts it came to it; None where more of it changed."""

    kind: str
    subject: int
    version: int
    parts: Parts | None

    @classmethod
    def read(cls, text: str) -> "StreamEvent":
        """What a transaction notified. Raises ValueError, KeyError, TypeError for anything else."""
        found = json.loads(text)
        return cls(found["kind"], found["subject"], found["version"], read_parts(found["parts"]))

    @property
    def topic(self) -> str:
        return f"{self.kind}-{self.subject}"

    def after(self, earlier: "StreamEvent | None") -> "StreamEvent":
        """Both in one."""
        if earlier is None:
            return self
        if self.parts is None or earlier.parts is None:
            return StreamEvent(self.kind, self.subject, self.version, None)
        return StreamEvent(self.kind, self.subject, self.version, {**earlier.parts, **self.parts})

    def as_dict(self, carried: "Carried | None" = None) -> dict[str, Any]:
        """carried: what the API shows everybody of the subjects, by topic; None where none is asked for."""
        parts = self.parts
        return {
            "kind": self.kind,
            "subject": self.subject,
            "version": self.version,
            **shown_of((self.kind, self.subject), carried),
            "parts": None
            if parts is None
            else [
                {"kind": part[0], "subject": part[1], "version": parts[part], **shown_of(part, carried)}
                for part in sorted(parts)
            ],
        }


class Representation(NamedTuple):
    """What a GET answers: its tag, and the value of its JSON."""

    etag: str
    value: Any


Carried = Mapping[tuple[str, int], Representation]


def shown_of(topic: tuple[str, int], carried: Carried | None) -> dict[str, Any]:
    if carried is None:
        return {}
    found = carried.get(topic)
    return {"etag": found and found.etag, "representation": found and found.value}


def read_parts(listed: Iterable[Mapping[str, Any]] | None) -> Parts | None:
    if listed is None:
        return None
    return {(part["kind"], part["subject"]): part["version"] for part in listed}


class StreamFormat(NamedTuple):
    """How events are written: of what type, in which words an event, how a sign of life, how the start."""

    content_type: str
    event: str
    heartbeat: str
    opening: str

    def written(self, change: "StreamEvent", carried: "Carried | None" = None) -> str:
        return self.event.format(id=change.version, data=json.dumps(change.as_dict(carried)))


# The specification of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
SERVER_SENT = StreamFormat(
    "text/event-stream", "id: {id}\nevent: changed\ndata: {data}\n\n", ": still here\n\n", "retry: 2000\n\n"
)
# One JSON object a line; an empty line shows that the stream lives.
JSON_LINES = StreamFormat(NDJSON, "{data}\n", "\n", "")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a request asks of a stream.

    since: the version last seen, if any was. view: the open page. language: in which representations are to
    be carried, if they are.
    """

    format: StreamFormat
    since: int | None
    view: PageView | None = None
    takes_gzip: bool = False
    language: str | None = None

    @classmethod
    def of_request(cls, scope: HTTPScope) -> "Wish":
        """A version that cannot be read is none."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        query = parse_qs(scope["query_string"].decode("latin-1"))
        since = headers.get(b"last-event-id") or query.get("since", [""])[-1]
        wants_lines = NDJSON in headers.get(b"accept", "")
        return cls(
            JSON_LINES if wants_lines else SERVER_SENT,
            int(since) if is_version(since) else None,
            PageView.of_request(scope),
            takes_gzip="gzip" in headers.get(b"accept-encoding", ""),
            language=reader_language(scope) if "representation" in query.get("with", ()) else None,
        )


def is_version(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18


class Stream:
    """What one follower has been sent, and has not yet."""

    def __init__(self, wish: Wish) -> None:
        self.format, self.takes_gzip, self.language = wish.format, wish.takes_gzip, wish.language
        self.sent = wish.since
        self.awake = asyncio.Event()
        self._waiting: StreamEvent | None = None
        # The latest version: it waits, is being written, which may take a moment, or has been.
        self._offered = -1

    def offer(self, change: StreamEvent) -> None:
        """Have it sent, unless it has been."""
        if change.version > max(self._offered, -1 if self.sent is None else self.sent):
            self._offered = change.version
            self._waiting = change.after(self._waiting)
            self.awake.set()

    def take(self) -> StreamEvent | None:
        """What waits to be sent, if what was sent meanwhile has not had it."""
        self.awake.clear()
        change, self._waiting = self._waiting, None
        has_it = change is not None and self.sent is not None and change.version <= self.sent
        return None if has_it else change
