"""Compose file, image, CI and operations page name what exists, and hold no secret."""

import importlib.util
import os
import re
import socket
import subprocess
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from config.embedded.programs import bots_command, service_programs, worker_command
from matches.work.queues import PROMPT, Queue
from tests.config.stack import PROJECT

COMPOSE = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "golden-point"}
PAGE = (PROJECT / "docs" / "operations.md").read_text()
# Read outside the settings, by `./run`, `serve` and the engine.
ELSEWHERE = {"GOLDEN_VAR", "PORT", "PYTHON", "GOLDEN_KERNEL"}


def read_by_settings() -> set[str]:
    return set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", (PROJECT / "config" / "settings.py").read_text()))


def command_of(name: str) -> list[str]:
    """As words; a command that is one string is divided as a shell does."""
    command = OURS[name]["command"]
    return command.split() if isinstance(command, str) else command


def command_exists(command: list[str]) -> bool:
    match command:
        case ["python", "-m", module, *_]:
            return importlib.util.find_spec(module) is not None
        case ["python", "manage.py", name, *_]:
            return name in get_commands()
    return False


def test_the_service_is_complete() -> None:
    assert set(SERVICES) == {
        *("database", "broker", "migrate", "web", "solo", "dispatcher", "bots", "beat"),
        *Queue,
    }
    assert set(OURS) == set(SERVICES) - {"database", "broker"}


@pytest.mark.parametrize("queue", Queue)
def test_every_queue_has_a_worker_of_its_own(queue: Queue) -> None:
    words = command_of(queue)
    assert words[:6] == ["python", "-m", "celery", "-A", "config", "worker"]
    assert f"--queues={queue}" in words
    assert "--pool=prefork" in words
    assert f"--concurrency=${{{queue.upper()}_PROCESSES:-" in " ".join(words)


def test_the_embedded_workers_take_from_every_queue_and_the_first_from_what_results_need() -> None:
    with socket.socket() as listener:
        programs = {program.name: program.command for program in service_programs(listener)}
    taken = [queues_of(programs[name]) for name in ("worker", "background")]
    assert taken[0] == [*PROMPT]
    assert sorted(taken[0] + taken[1]) == sorted(Queue)


def queues_of(command: tuple[str, ...]) -> list[str]:
    return command[command.index("--queues") + 1].split(",")


@pytest.mark.parametrize("name", OURS)
def test_every_process_runs_a_command_that_exists(name: str) -> None:
    assert command_exists(command_of(name))


def test_the_web_process_finds_the_one_of_solo_games() -> None:
    host, port = OURS["web"]["environment"]["SOLO_ADDRESS"].split(":")
    assert host in OURS
    assert OURS[host]["command"] == ["python", "-m", "config.web", "--solo"]
    assert OURS[host]["environment"]["SOLO_ADDRESS"] == f"0.0.0.0:{port}"


def test_the_image_runs_a_command_that_exists() -> None:
    (words,) = re.findall(r"^CMD \[(.*)\]$", (PROJECT / "Dockerfile").read_text(), re.MULTILINE)
    command = [word.strip('" ') for word in words.split(",")]
    assert command == OURS["web"]["command"]


def test_no_worker_tells_the_broker_of_itself() -> None:
    """While it tries to, and the broker is away, it does not hear that it is to stop."""
    units = [path.read_text() for path in (PROJECT / "deploy" / "systemd").glob("*.service")]
    in_units = re.findall(r"-m celery -A config worker --.*", "\n".join(units))
    assert len(in_units) == 2
    commands = [command_of(name) for name in (*Queue, "bots")]
    commands += [worker_command("worker", PROMPT, 2), bots_command()]
    for words in (*commands, *(each.split() for each in in_units)):
        assert {"--without-gossip", "--without-mingle", "--without-heartbeat"} <= set(words)


def test_processes_wait_for_the_migrations() -> None:
    for name in set(OURS) - {"migrate"}:
        assert OURS[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
        assert "healthcheck" in SERVICES["broker"]
    assert OURS["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert "healthcheck" in SERVICES["database"]


def test_the_database_misses_its_clients_as_the_page_says() -> None:
    wanted = re.findall(r"`(tcp_\w+=\d+)`", PAGE)
    assert len(wanted) == 4
    server, *words = SERVICES["database"]["command"].split()
    assert (server, words[::2], words[1::2]) == ("postgres", 4 * ["-c"], wanted)


@pytest.mark.parametrize("name", OURS)
def test_processes_get_variables_that_exist(name: str) -> None:
    assert set(OURS[name]["environment"]) <= read_by_settings()


def test_nobody_but_who_migrates_comes_as_the_owner_of_the_tables() -> None:
    for name, process in OURS.items():
        owner = "postgresql://golden:${POSTGRES_PASSWORD:" in str(process["environment"]["DATABASE_URL"])
        assert owner == (name == "migrate")
        assert owner == ("POSTGRES_PASSWORD" in str(process["environment"]))
    assert (
        OURS["migrate"]["environment"]["DATABASE_SERVICE_ROLE"] in OURS["web"]["environment"]["DATABASE_URL"]
    )


def test_redis_asks_for_a_password() -> None:
    broker = SERVICES["broker"]
    program, *options = broker["command"]
    # Of itself the image's entrance leaves root for this program alone.
    assert program == "redis-server"
    password = options[options.index("--requirepass") + 1]
    assert password == broker["environment"]["REDISCLI_AUTH"]
    assert password.startswith("${REDIS_PASSWORD:?")
    for name in OURS:
        for variable in ("REDIS_URL", "CELERY_BROKER_URL"):
            assert "://:${REDIS_PASSWORD:?" in str(OURS[name]["environment"][variable])


def test_no_secret_is_in_the_file() -> None:
    text = (PROJECT / "docker-compose.yml").read_text()
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        assert set(re.findall(rf"{name}: (\S+?):", text)) == {f"${{{name}"}
    assert not re.findall(r"://\w*:(?!\$\{)\S+@", text), "an address has its password from outside"
    example = (PROJECT / ".env.example").read_text()
    secrets = re.findall(r"^(?:SECRET_KEY|\w+_PASSWORD)=(.*)$", example, re.MULTILINE)
    assert secrets == 4 * [""]


def test_what_must_be_set_is_in_the_example() -> None:
    text = (PROJECT / "docker-compose.yml").read_text()
    example = (PROJECT / ".env.example").read_text()
    compulsory = set(re.findall(r"\$\{(\w+):\?", text))
    chosen = set(re.findall(r"\$\{(\w+):-", text))
    assert compulsory == set(re.findall(r"^(\w+)=", example, re.MULTILINE))
    assert chosen == set(re.findall(r"^# (\w+)=", example, re.MULTILINE))


def test_every_variable_is_on_the_operations_page_and_none_besides() -> None:
    assert len(read_by_settings()) > 15
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.MULTILINE)) == read_by_settings() | ELSEWHERE


def test_the_commands_on_the_operations_page_exist() -> None:
    for command in re.findall(r"\.venv/bin/(python (?:-m \S+|manage\.py \w+))", PAGE):
        assert command_exists(command.split()), command
    verbs = set(re.findall(r"^  (\w+) +\S", (PROJECT / "run").read_text(), re.MULTILINE))
    assert set(re.findall(r"\./run (\w+)", PAGE)) <= verbs


@pytest.mark.parametrize("script", ["run", ".ci/run", "manage.py"])
def test_scripts_are_executable(script: str) -> None:
    assert os.access(PROJECT / script, os.X_OK)


def test_ci_runs_what_everybody_runs() -> None:
    text = (PROJECT / ".ci" / "run").read_text()
    assert re.findall(r"^\./run (\w+)", text, re.MULTILINE) == ["install", "lint", "test"]
    assert re.findall(r"^(.+) \|\| status=1$", text, re.MULTILINE) == ["./run test", "wait $!"]
    assert subprocess.run(["bash", "-n", PROJECT / ".ci" / "run"]).returncode == 0


def test_what_must_not_get_into_the_image_is_left_out() -> None:
    ignored = set((PROJECT / ".dockerignore").read_text().split())
    assert {".env", ".git", ".venv", "var"} <= ignored
    assert Path(".env").name in (PROJECT / ".gitignore").read_text().split()
