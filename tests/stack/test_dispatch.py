"""`manage.py dispatch`, the process: told of work at once, outliving the database."""

import os
import signal
import subprocess
import sys
import time

import psycopg
import pytest
import redis

from matches.play.models import REPORT_VERIFY
from matches.work import outbox
from matches.work.models import Heartbeat
from tests.config.stack import PROJECT, until
from tests.config.test_dispatcher import sent
from tests.databases import database_address

# `manage.py dispatch`, but whoever tells it nothing would wait for longer than any of this is waited for.
PATIENT = """
import django
django.setup()
from config import dispatcher
dispatcher.LOOK = 100
from django.core.management import call_command
call_command("dispatch")
"""

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_process_hears_of_work_outlives_the_database_and_stops_when_asked(
    broker: redis.Redis, database: psycopg.Connection
) -> None:
    name = database.info.dbname
    environment = os.environ | {"DATABASE_URL": database_address(name)}
    process = subprocess.Popen([sys.executable, "-c", PATIENT], cwd=PROJECT, env=environment)
    listening = (
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'golden dispatcher' AND datname = %s"
    )
    try:
        (pid,) = until("it listens", lambda: database.execute(listening, [name]).fetchone())
        until("it shows that it lives", lambda: Heartbeat.objects.filter(name="dispatcher").exists())
        time.sleep(0.2)
        outbox.make_due(REPORT_VERIFY, 1)
        until("the message is there", lambda: sent(broker) == [("matches.report_verify", [1])])
        database.execute("SELECT pg_terminate_backend(%s)", [pid])
        outbox.make_due(REPORT_VERIFY, 2)
        until("the next is there", lambda: sent(broker) == [("matches.report_verify", [2])])
        process.send_signal(signal.SIGTERM)
        assert process.wait(40) == 0
    finally:
        process.kill()
        process.wait()
