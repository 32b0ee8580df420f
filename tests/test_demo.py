"""The club night on the whole running service, with its worker killed again and again."""

import json
import os
import signal
import subprocess
import sys

import pytest

from matches.ratings import RATINGS, RatedMatch, fold
from tests.config.stack import PROJECT, Stack, environment, get

pytestmark = [pytest.mark.stack, pytest.mark.timeout(180)]

# After these lines of the demo's output the worker is killed: in every round but the last.
KILLED_AFTER = ("R1-M2", "R1-M7", "R2-M3", "R3-M1")


@pytest.fixture
def stack(tmp_path):
    stack = Stack.start(tmp_path / "var").wait_ready()
    yield stack
    stack.end()


def read(stack, path):
    status, body = get(f"{stack.url}/api/v1/{path}")
    assert status == 200, body
    return json.loads(body)


def play(stack, killed_after):
    """Run the demo, killing the worker after the lines that begin with `killed_after`.

    Returns what it printed and how often there was a worker to kill.
    """
    demo = subprocess.Popen(
        [sys.executable, "-m", "config.demo"],
        cwd=PROJECT,
        env=environment(stack.var),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines, kills = [], 0
    with demo, demo.stdout:
        for line in demo.stdout:
            lines.append(line)
            worker = stack.pids().get("worker")
            if worker and line.lstrip().startswith(killed_after):
                os.kill(worker, signal.SIGKILL)
                kills += 1
    assert demo.returncode == 0, "".join(lines)
    return "".join(lines), kills


def test_a_club_night_loses_nothing_though_its_worker_is_killed(stack):
    output, kills = play(stack, KILLED_AFTER)
    # A worker killed while it was still starting up is not counted twice.
    assert kills >= 3
    assert "Done in" in output

    (tournament,) = read(stack, "tournaments/")["results"]
    assert tournament["state"] == "finished"
    matches = read(stack, f"matches/?tournament={tournament['id']}")["results"]
    assert len(matches) == len(read(stack, "matches/")["results"]) == 15
    for match in matches:
        assert (match["state"], match["result"]["grounds"]) == ("final", "director")
        assert len(match["result"]["games"]) >= 2
        (report,) = read(stack, f"matches/{match['id']}/reports/")
        assert report["status"] == "accepted"
        assert report["verdict"]["finding"]["verdict"] == "legal"

    assert_rated_once(stack, matches)
    assert not json.loads(get(f"{stack.url}/readyz")[1])["waiting"]


def assert_rated_once(stack, matches):
    """The ratings on file are those of a fold over the results, each counted once, in order of settlement."""
    in_order = sorted(matches, key=lambda match: (match["result"]["settled_at"], match["id"]))
    rated = []
    for match in in_order:
        winner = match["result"]["winner"]
        loser = {"one": "two", "two": "one"}[winner]
        rated.append(RatedMatch(match["id"], match[winner]["id"], match[loser]["id"], match["length"]))
    ratings = {}
    steps = list(fold(RATINGS["fibs"], rated, ratings))
    assert len(steps) == 30
    for player, rating in ratings.items():
        (found,) = read(stack, f"players/{player}/")["ratings"]
        assert found["value"] == pytest.approx(rating.value, abs=1e-9)
        assert found["experience"] == rating.experience
