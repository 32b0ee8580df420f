"""What the API shows everybody of a subject, for streams that carry it: read once for all who listen.

Which subjects have such an address, they say themselves (`Subject.resource`).
"""

import asyncio
import json
from collections import OrderedDict
from http import HTTPStatus

import structlog
from django.core.handlers.wsgi import WSGIRequest
from django.db import DatabaseError
from django.template.response import SimpleTemplateResponse
from django.urls import resolve, reverse
from django.utils.translation import override

from config.streams import Carried, Representation, StreamEvent
from config.visitors import one_moment, visitor_environment
from matches.facts.kinds import subjects_by_topic
from matches.facts.versions import Topic

# Representations that are kept, of all subjects; and that one event carries of the parts that changed.
KEPT, MOST_PARTS = 256, 20
# That are read at one time: pages and API have the other connections.
AT_ONCE = 2

log = structlog.get_logger(__name__)


class Representations:
    """The reads of one process, each begun once for a version and a language."""

    def __init__(self) -> None:
        self._reads: OrderedDict[tuple[Topic, int, str], asyncio.Task[Representation | None]] = OrderedDict()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def carried(self, change: StreamEvent, language: str) -> Carried:
        """What an event carries: of its subject, and of its parts unless those are very many."""
        wanted = {Topic(change.kind, change.subject): change.version}
        if change.parts is not None and len(change.parts) <= MOST_PARTS:
            wanted.update({Topic(*part): version for part, version in change.parts.items()})
        found = await asyncio.gather(
            *(self._read_once(topic, version, language) for topic, version in wanted.items())
        )
        return {topic: each for topic, each in zip(wanted, found, strict=True) if each is not None}

    async def _read_once(self, topic: Topic, version: int, language: str) -> Representation | None:
        key = topic, version, language
        task = self._reads.get(key)
        if task is None:
            task = self._reads[key] = asyncio.create_task(self._read(topic, language))
            if len(self._reads) > KEPT:
                self._reads.popitem(last=False)
        # Who leaves does not take it from the others.
        return await asyncio.shield(task)

    async def _read(self, topic: Topic, language: str) -> Representation | None:
        async with self._turns:
            return await asyncio.to_thread(read_representation, topic, language)


def read_representation(topic: Topic, language: str) -> Representation | None:
    """As GET answers who has no token; None where it refuses, or there is no address for everybody."""
    resource = subjects_by_topic()[topic.kind].resource
    if not resource:
        return None
    path = reverse(resource, args=[topic.subject])
    view = resolve(path)
    try:
        # The view itself: what the service asks itself is on nobody's budget of requests.
        with one_moment(), override(language):
            request = WSGIRequest(visitor_environment(path, "localhost", "http", {}))
            response = view.func(request, *view.args, **view.kwargs)
            # What is kept of a large document is rendered already.
            if isinstance(response, SimpleTemplateResponse):
                response.render()
    except DatabaseError as error:
        log.warning("representation_not_read", topic=str(topic), error=str(error).strip())
        return None
    if response.status_code != HTTPStatus.OK:
        return None
    return Representation(response["ETag"], json.loads(response.content))
