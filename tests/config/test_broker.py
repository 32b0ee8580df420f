"""How messages are waited for, with a real Redis."""

import time
from collections.abc import Iterator

import pytest
import redis
from celery.signals import worker_shutting_down
from kombu import Connection, Consumer, Message, Queue
from kombu.asynchronous import Hub

from config.broker import PatientChannel, PatientTransport
from config.celery import app
from tests.config.stack import until

# As kombu says that nothing came.
NOTHING_CAME = TimeoutError


@pytest.fixture
def waiting(broker: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """A worker's connection, for which Redis would wait for as long as nothing here is waited for."""
    monkeypatch.setattr(PatientTransport, "brpop_timeout", 600)
    with app.connection_for_read() as connection:
        consumer = Consumer(connection, [Queue("tests.waiting")], accept=["json"], on_message=got.append)
        got.clear()
        consumer.consume()
        wait_for_nothing(connection)
        yield connection


got: list[Message] = []


def wait_for_nothing(connection: Connection) -> None:
    with pytest.raises(NOTHING_CAME):
        connection.drain_events(timeout=0.1)


def who_waits(broker: redis.Redis) -> int:
    return sum("b" in each["flags"] for each in broker.client_list())


def test_a_worker_waits_until_a_message_comes(waiting: Connection) -> None:
    with app.connection_for_write() as other:
        other.SimpleQueue("tests.waiting").put({"number": 1})
    waiting.drain_events(timeout=10)
    (message,) = got
    assert message.decode() == {"number": 1}
    message.ack()


def test_who_is_asked_to_end_waits_no_more(broker: redis.Redis, waiting: Connection) -> None:
    before = who_waits(broker)
    assert before
    worker_shutting_down.send(sender="tests")
    until("nobody waits", lambda: who_waits(broker) < before)
    # It may be asked while it does not wait.
    wait_for_nothing(waiting)
    worker_shutting_down.send(sender="tests")
    worker_shutting_down.send(sender="tests")


def test_a_channel_closes_at_once_though_it_has_connected_anew(waiting: Connection) -> None:
    (channel,) = waiting.transport.cycle._channels
    assert isinstance(channel, PatientChannel)
    channel.client.connection.disconnect()
    wait_for_nothing(waiting)
    began = time.monotonic()
    channel.close()
    assert time.monotonic() - began < 60


def test_it_can_end_though_redis_is_away(waiting: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise redis.ConnectionError("Connection refused.")

    with monkeypatch.context() as patch:
        patch.setattr(redis.ConnectionPool, "get_connection", away)
        worker_shutting_down.send(sender="tests")


def test_nothing_but_the_wait_for_messages_wakes_a_worker_often(waiting: Connection) -> None:
    """Kombu looks every second for queues that expire; there are none."""
    hub = Hub()
    waiting.register_with_event_loop(hub)
    soon = [timed.entry for timed in hub.timer.queue if timed.eta - time.monotonic() < 4]
    assert len(hub.timer.queue) > len(soon)
    assert all(entry.canceled for entry in soon)


@pytest.mark.parametrize("end", ["ack", "reject"])
def test_a_worker_takes_more_though_redis_was_away_when_it_was_done(
    broker: redis.Redis, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """Where its places stayed taken it took nothing any more, for ever."""

    def away(*_: object) -> None:
        raise redis.ConnectionError("Connection refused.")

    with app.connection_for_write() as connection:
        queue = connection.SimpleQueue("tests.places")
        queue.put("one")
        channel = queue.channel
        channel.basic_qos(0, 1, False)
        message = queue.get(timeout=5)
        assert not channel.qos.can_consume()
        with monkeypatch.context() as patch:
            patch.setattr(channel.qos, "_remove_from_indices", away)
            with pytest.raises(redis.ConnectionError):
                getattr(message, end)()
        assert channel.qos.can_consume()
        queue.clear()
        queue.close()
