"""The whole service under tournaments, ladders, disputes and corrections, killed again and again: ./run chaos

    ./run chaos [--writes 20000] [--kills 300] [--clients 6] [--seed 1] [--control-writes 400]
                [--without disk,clock,network] [--no-controls]

Afterwards every accepted write must be there exactly once, everything stored must be what a fold of the facts
says, and the work that was due must be done by itself. Two controls are run in the same way and must fail, or
it proves nothing: work that is sent once and never again has to be lost, and a task whose effect is not in
the transaction that ends it has to come twice.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from matches.work.connections import leave_no_connections
from tests.config.stack import PROJECT, Stack, processes_of, until

from .actors import Ledger
from .surroundings import KINDS, Surroundings, enter_namespaces, not_possible
from .trouble import READY_WITHIN, DyingWorkers, ForgottenMessages, Trouble

KEPT = PROJECT / "chaos-logs"
CONTROLS = Path(__file__).parent / "controls"
TELLS_EVERY = 60.0
"""Seconds between two lines on how far a run has come."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run chaos", description=__doc__.partition("\n")[0])
    parser.add_argument("--writes", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--control-writes", type=int, default=400)
    parser.add_argument(
        "--without", type=kinds_of, default=(), help="kinds of trouble to leave out: disk,clock,network"
    )
    parser.add_argument("--no-controls", action="store_true", help="the run alone, which proves less")
    options = parser.parse_args()
    enter_namespaces()
    say(f"Chaos: seed {options.seed}, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory(prefix="golden-chaos-") as directory:
        # Read when Django's settings are: each run has a directory of its own, with the database in it.
        os.environ["GOLDEN_VAR"] = str(Path(directory) / "var")
        good = [run_is_clean(options, kinds_of_run(options.without))]
        if not options.no_controls:
            good += [sent_once_loses(options), unguarded_doubles(options)]
    sys.exit(not all(good))


def kinds_of(text: str) -> tuple[str, ...]:
    kinds = tuple(text.split(",")) if text else ()
    if unknown := set(kinds) - set(KINDS):
        raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: there are {', '.join(KINDS)}")
    return kinds


def kinds_of_run(without: Collection[str]) -> list[str]:
    """The kinds of trouble beside the usual ones, where they are wanted and possible; says which are not."""
    missing = not_possible()
    for kind in KINDS:
        if kind in without:
            say(f"Chaos: without {kind}, as asked")
        elif kind in missing:
            say(f"Chaos: without {kind}: {missing[kind]}")
    return [kind for kind in KINDS if kind not in without and kind not in missing]


def run_is_clean(options: argparse.Namespace, kinds: Collection[str]) -> bool:
    with service(kinds) as (stack, around):
        trouble = Trouble(stack, random.Random(options.seed), around)
        audit, line = chaos(stack, options, Ledger(options.writes), options.kills, trouble)
        clean = not (audit.wrong or audit.lost or audit.doubled)
        if not clean:
            keep_logs(stack)
    say(f"Chaos: {line}")
    for each in audit.wrong[:20]:
        say(f"  {each}")
    say("Chaos: nothing lost, nothing doubled, all as the facts say." if clean else "Chaos: FAILED")
    return clean


def keep_logs(stack: Stack) -> None:
    """What the service has said lies on a disk that goes with the run."""
    shutil.rmtree(KEPT, ignore_errors=True)
    shutil.copytree(stack.layout.log_directory, KEPT)
    shutil.copy(stack.output, KEPT / "serve.log")
    (KEPT / "processes").write_text("\n".join(processes_of(stack.var)))
    say(f"Chaos: what it has said is in {KEPT}.")


def sent_once_loses(options: argparse.Namespace) -> bool:
    from . import audit as audits

    audits.DRAINED_WITHIN = 30.0
    with service(PYTHONPATH=str(CONTROLS / "sent_once")) as (stack, _):
        audit, line = control(stack, options, ForgottenMessages)
    never = [each for each in audit.wrong if "never done" in each]
    lost = never[0] if never else "nothing lost: it proves nothing"
    say(f"Control, work that is sent once: {line}; {lost}")
    return bool(never)


def unguarded_doubles(options: argparse.Namespace) -> bool:
    from django.db import connection

    from .audit import tallies_doubled

    with service(PYTHONPATH=str(CONTROLS / "unguarded")) as (stack, _):
        with connection.cursor() as cursor:
            for statement in TALLY:
                cursor.execute(statement)
        _, line = control(stack, options, DyingWorkers)
        doubled = tallies_doubled()
    say(f"Control, a task whose effect is not in the transaction that ends it: {line}; {doubled} came twice")
    return doubled > 0


TALLY = (
    "CREATE TABLE chaos_tally (subject bigint)",
    """
    CREATE FUNCTION chaos_due() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO matches_outbox (kind, subject, generation, created_at, attempts)
        VALUES ('chaos.tally', NEW.id, 1, now(), 0);
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER chaos_due AFTER INSERT ON matches_report FOR EACH ROW EXECUTE FUNCTION chaos_due()",
)


@contextmanager
def service(kinds: Collection[str] = (), **extra: str) -> Iterator[tuple[Stack, Surroundings]]:
    """The whole service over new data, in such surroundings, and Django in this process on its database."""
    var = Path(os.environ["GOLDEN_VAR"])
    usual = {"LOG_LEVEL": "WARNING", "RATE_LOGIN": "1000000/min", "RATE_ANONYMOUS": "1000000/min"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with Surroundings.made(var, kinds) as around:
        stack = Stack.start(var, **usual, **around.environment(), **extra)
        try:
            stack.wait_ready(READY_WITHIN)
            import django

            django.setup()
            logging.getLogger("httpx").setLevel(logging.WARNING)
            yield stack, around
        finally:
            leave_no_connections()
            stack.end()
    shutil.rmtree(var)


def control(stack: Stack, options: argparse.Namespace, kind: type[Trouble]) -> tuple[Any, str]:
    """Who waits for what is lost would wait for ever; so each goes on with something else soon."""
    ledger = Ledger(options.control_writes, patience=5)
    trouble = kind(stack, random.Random(options.seed))
    return chaos(stack, options, ledger, options.control_writes // 8, trouble)


def chaos(
    stack: Stack, options: argparse.Namespace, ledger: Ledger, kills: int, trouble: Trouble
) -> tuple[Any, str]:
    """Until so many writes were accepted and so many processes killed; the audit, and a line on both."""
    from .actors import Actor
    from .audit import Audit

    world = make_world(stack, options.clients)
    actors = [Actor(stack.url, world, ledger, options.seed, number) for number in range(options.clients)]
    began = told = time.monotonic()
    for actor in actors:
        actor.start()
    while any(actor.is_alive() for actor in actors):
        if time.monotonic() - told > TELLS_EVERY:
            told = time.monotonic()
            say(f"  after {told - began:.0f} s: {ledger.total} writes, {trouble.kills.total()} kills")
        # What is left to be killed is spread over what is left to be written.
        if trouble.kills.total() < kills * min(1.0, (ledger.total + 50) / ledger.wanted):
            trouble.make()
        else:
            time.sleep(0.2)
    while trouble.kills.total() < kills:
        trouble.make()
    lasted = time.monotonic() - began
    until("the service is whole again", trouble.stack.healthy, READY_WITHIN)
    # Those of before the database was killed.
    leave_no_connections()
    audit = Audit(ledger)
    drained = audit.drain()
    audit.look()
    audit.wrong += ledger.errors
    killed = ", ".join(f"{name} {count}" for name, count in trouble.kills.most_common())
    others = ", ".join(f"{name} {count}" for name, count in trouble.others.items())
    refused, later = (
        ", ".join(f"{code} {count}" for code, count in counted.most_common(6)) or "none"
        for counted in (ledger.refused, ledger.later)
    )
    return audit, (
        f"{ledger.total} writes accepted in {lasted:.0f} s, "
        f"{trouble.kills.total()} kills ({killed}), {others or 'nothing else'}; "
        f"{audit.lost} lost, {audit.doubled} doubled; refused: {refused}; told to come again: {later}; "
        f"backlog done {drained:.0f} s after"
    )


def make_world(stack: Stack, clients: int) -> Any:
    from matches.accounts.models import User
    from matches.players.models import Player
    from tournaments.clubs.services import club_create

    from .actors import World

    login = json.loads(stack.layout.login_file.read_text())
    director = User.objects.get(username=login["login"])
    club = club_create(actor=director, name="Chaos Club")
    players = [Player.objects.create(name=f"Player {number}").pk for number in range(60)]
    logins = []
    for number in range(2 * clients):
        user = User.objects.create_user(username=f"chaos{number}", password="a long way home by night")
        player = Player.objects.create(name=f"Chaos {number}", user=user)
        logins.append((user.username, "a long way home by night", player.pk))
    return World((login["login"], login["password"]), logins, players, club.pk)


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
