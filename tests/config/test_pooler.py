"""Behind a pooler of transactions nothing is left to a session, and who needs one goes past it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from config.backups.tools import database_parameters
from config.database import connection_parameters, session_parameters
from config.openness import UnknownChoice
from config.pooler import NoDirectAddress, chosen_pooler
from matches.models import Player
from tests.config.stack import PROJECT, environment

DIRECT = {"NAME": "golden", "USER": "ann", "PASSWORD": "", "HOST": "itself", "PORT": 5433}


@pytest.fixture
def behind(settings: Any) -> None:
    settings.DATABASE_POOLER, settings.DATABASE_DIRECT = "transaction", DIRECT


def test_another_pooler_is_refused() -> None:
    with pytest.raises(UnknownChoice, match=r"DATABASE_POOLER is 'sesion'; it is transaction, or not set\."):
        chosen_pooler("sesion", direct="")


def test_nobody_listens_through_one() -> None:
    with pytest.raises(NoDirectAddress, match="set DATABASE_DIRECT_URL to its address, past the pooler"):
        chosen_pooler("transaction", direct="")
    assert chosen_pooler("transaction", direct="postgresql://ann@itself/golden") == "transaction"
    assert chosen_pooler("", direct="") == ""


def test_a_service_without_that_address_does_not_start(tmp_path: Path) -> None:
    started = subprocess.run(
        [sys.executable, "-m", "config.embedded.serve", "--port", "0"],
        cwd=PROJECT,
        env=environment(tmp_path / "var") | {"DATABASE_POOLER": "transaction"},
        capture_output=True,
        text=True,
    )
    assert started.returncode == 1
    assert "set DATABASE_DIRECT_URL" in started.stderr
    assert "Traceback" not in started.stderr
    assert not (tmp_path / "var").exists()


def test_who_listens_and_who_makes_backups_goes_past_it(behind: None) -> None:
    asked: list[dict[str, Any]] = [session_parameters("live"), database_parameters()]
    for parameters in asked:
        assert (parameters["host"], parameters["port"], parameters["user"]) == ("itself", 5433, "ann")
        assert parameters["dbname"] == "golden"
        assert "pool" not in parameters
    assert asked[0]["application_name"] == "golden live"


def test_a_question_goes_through_it_and_leaves_nothing_prepared(behind: None) -> None:
    parameters = connection_parameters("live questions")
    assert parameters["dbname"] == connection.settings_dict["NAME"]
    assert parameters["prepare_threshold"] is None


def test_without_one_both_go_the_same_way() -> None:
    assert session_parameters("live") == connection_parameters("live")
    assert "prepare_threshold" not in connection_parameters("live")


@pytest.fixture
def players(transactional_db: None) -> list[str]:
    names = [f"P{number}" for number in range(7)]
    Player.objects.bulk_create(Player(name=name) for name in names)
    return names


def read_bit_by_bit(names: list[str]) -> int:
    """How many cursors the session holds while rows are read a few at a time."""
    rows = Player.objects.order_by("pk").iterator(chunk_size=2)
    read = [next(rows).name]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_cursors WHERE name <> ''")
        (held,) = cursor.fetchone()
    read += [player.name for player in rows]
    assert read == names
    return int(held)


def test_no_cursor_outlives_a_transaction(players: list[str], behind: None) -> None:
    assert read_bit_by_bit(players) == 0
    with transaction.atomic():
        assert read_bit_by_bit(players) == 1


def test_without_one_a_cursor_does(players: list[str]) -> None:
    assert read_bit_by_bit(players) == 1
