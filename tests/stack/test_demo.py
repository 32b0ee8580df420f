"""The club night on the whole running service, with its worker killed again and again."""

import json
import os
import re
import signal
import subprocess
import sys
from datetime import datetime

import pytest

from matches.ratings.systems import EXPERIENCE, RATINGS, VALUE, RatedMatch
from tests.config.stack import PROJECT, Stack, environment, free_port, get, until
from tests.stack.pasted import paste_examples

pytestmark = pytest.mark.timeout(180)

# With the first verdict of these rounds, while the others of the round are on their way.
KILLED_IN = ("R1", "R2", "R3")


@pytest.fixture
def stack(tmp_path):
    stack = Stack.start(tmp_path / "var").wait_ready()
    yield stack
    stack.end()


def read(stack, path):
    status, body = get(f"{stack.url}/api/v1/{path}")
    assert status == 200, body
    return json.loads(body)


def play(stack, killed_in):
    """Run the demo, killing the worker once in each of these rounds; what it printed."""
    demo = subprocess.Popen(
        [sys.executable, "-m", "config.demo"],
        cwd=PROJECT,
        env=environment(stack.var),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines, rounds = [], list(killed_in)
    with demo, demo.stdout:
        for line in demo.stdout:
            lines.append(line)
            if rounds and line.lstrip().startswith(f"{rounds[0]}-"):
                # The one killed before may not have been replaced yet.
                worker = until("there is a worker to kill", lambda: stack.pids().get("worker"))
                os.kill(worker, signal.SIGKILL)
                del rounds[0]
    assert demo.returncode == 0, "".join(lines)
    assert not rounds, "a worker was killed in every one of them"
    return "".join(lines)


def test_a_club_night_loses_nothing_though_its_worker_is_killed(stack):
    assert "Done in" in play(stack, KILLED_IN)
    assert_nothing_is_lost(stack)

    # What docs/api.md has works beside what the demo left, twice.
    assert "Done in" in play(stack, ())
    paste_examples(stack)


def assert_nothing_is_lost(stack):
    """What is there is one night, each match of it played once and rated once."""
    (tournament,) = read(stack, "tournaments/")["results"]
    assert tournament["state"] == "finished"
    matches = read(stack, f"matches/?tournament={tournament['id']}")["results"]
    assert len(matches) == len(read(stack, "matches/")["results"]) == 15
    for match in matches:
        assert (match["state"], match["result"]["grounds"]) == ("final", "transcript")
        assert len(match["result"]["games"]) >= 2
        (report,) = read(stack, f"matches/{match['id']}/reports/")
        assert report["status"] == "accepted"
        assert report["verdict"]["details"]["verdict"] == "legal"

    assert_rated_once(stack, matches)
    assert not json.loads(get(f"{stack.url}/readyz")[1])["waiting"]


def test_a_service_started_for_the_demo_stays_up_until_it_is_stopped(tmp_path):
    here = environment(tmp_path / "var")
    command = [sys.executable, "-m", "config.demo", "--port", str(free_port())]
    demo = subprocess.run(command, cwd=PROJECT, env=here, capture_output=True, text=True, timeout=120)
    try:
        assert demo.returncode == 0, demo.stdout + demo.stderr
        url = re.search(r"It runs at (http://\S+)/, login director / \S+", demo.stdout)[1]
        assert get(f"{url}/readyz")[0] == 200
        assert "./run stop" in demo.stdout
    finally:
        stopped = subprocess.run(
            ["./run", "stop"], cwd=PROJECT, env=here, capture_output=True, text=True, timeout=60
        )
    assert f"Stopped the service at {url}" in stopped.stdout
    assert get(f"{url}/readyz")[0] == 0


def assert_rated_once(stack, matches):
    """The ratings on file are those of a fold over the results, each counted once, in order of settlement."""
    in_order = sorted(matches, key=lambda match: (match["result"]["finalised_at"], match["id"]))
    rated = []
    for match in in_order:
        winner = match["result"]["winner"]
        loser = {"one": "two", "two": "one"}[winner]
        at = datetime.fromisoformat(match["result"]["finalised_at"])
        rated.append(RatedMatch(match["id"], match[winner]["id"], match[loser]["id"], match["length"], at))
    ratings = {}
    steps = list(RATINGS["fibs"]().fold_matches(rated, ratings))
    assert len(steps) == 15
    for player, rating in ratings.items():
        (found,) = read(stack, f"players/{player}/")["ratings"]
        assert found["value"] == pytest.approx(rating[VALUE], abs=1e-9)
        assert found["experience"] == rating[EXPERIENCE]
