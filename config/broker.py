"""How messages come from Redis: by kombu's transport, which is asked to be patient.

A worker that has nothing to do waits for its next message in Redis. Of itself kombu ends and renews that wait
every second, and looks every second for queues that expire, of which there are none here: that is what an
idle service would spend most of its time with.
"""

import contextlib
import weakref
from typing import Any

from celery.signals import worker_shutting_down
from kombu.transport import TRANSPORT_ALIASES, redis, virtual

from matches.work.queues import Queue

# Seconds of one wait.
WAIT = 5


class FreeingQoS(redis.QoS):
    """Frees the place of a message that is done, though Redis is away and cannot be told.

    Left taken, as many of them as a worker takes at a time make it deaf for good: it asks for nothing more,
    and so never finds out that its connection is lost. What Redis still has comes again, and changes nothing.
    """

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class PatientChannel(redis.Channel):
    """Waits long for a message, and no longer once it is asked to stop."""

    QoS = FreeingQoS
    # What the stubs of kombu leave out.
    _in_poll: Any
    _get_pool: Any
    connection_errors: Any

    _waiting_by: Any = None
    _client_id = 0

    def _brpop_start(self, timeout: float | None = None) -> None:
        connection = self.client.connection
        # Another connection must be able to tell Redis which one is to wait no more.
        if self._waiting_by is not connection._sock:
            connection.send_command("CLIENT", "ID")
            self._client_id = connection.read_response()
            self._waiting_by = connection._sock
            _waiting.add(self)
        super()._brpop_start(timeout)  # type: ignore[misc]

    def stop_waiting(self) -> None:
        """Have Redis answer at once, with no message or with the one that has just come."""
        if not self._in_poll:
            return
        # Of our own: this may be a signal's handler, and the others be in use.
        pool = self._get_pool()
        with contextlib.suppress(*self.connection_errors), contextlib.closing(pool):
            self.Client(connection_pool=pool).client_unblock(self._client_id)

    def close(self) -> None:
        self.stop_waiting()
        super().close()


_waiting: "weakref.WeakSet[PatientChannel]" = weakref.WeakSet()


class PatientTransport(redis.Transport):
    Channel = PatientChannel
    brpop_timeout = WAIT
    cycle: Any

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        super().register_with_event_loop(connection, loop)
        self.cycle._binding_expiry_tref.cancel()


def queue_lengths(channel: Any) -> dict[str, int]:
    """How many messages wait in each queue. Raises RedisError, OSError."""
    with channel.client.pipeline(transaction=False) as pipe:
        for queue in Queue:
            pipe.llen(queue.value)
        return {queue.value: length for queue, length in zip(Queue, pipe.execute(), strict=True)}


TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = f"{__name__}:{PatientTransport.__name__}"


@worker_shutting_down.connect
def _wake(**_: object) -> None:
    """A worker that is asked to end looks for that when it has been answered."""
    for channel in [*_waiting]:
        channel.stop_waiting()
