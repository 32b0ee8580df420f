"""The club night on the whole running service, with its worker killed again and again."""

import json
import os
import re
import signal
import subprocess
import sys
from datetime import datetime

import pytest

from config.embedded.layout import VarDirectory
from config.embedded.serve import running_service
from matches.ratings.systems import EXPERIENCE, RATINGS, VALUE, RatedMatch
from tests.config.stack import PROJECT, children_of, environment, free_port, get, until
from tests.stack.pasted import paste_examples

pytestmark = pytest.mark.timeout(180)

# With the first verdict of these rounds, while the others of the round are on their way.
KILLED_IN = ("R1", "R2", "R3")


def read(url, path):
    status, body = get(f"{url}/api/v1/{path}")
    assert status == 200, body
    return json.loads(body)


def worker_of(var):
    """The process id of the worker there is now, None if there is none."""
    return children_of(running_service(VarDirectory(var)).pid).get("worker")


def play(var, *arguments, killed_in=()):
    """Run the demo, killing the worker once in each of these rounds; what it printed."""
    demo = subprocess.Popen(
        [sys.executable, "-m", "config.demo", *arguments],
        cwd=PROJECT,
        env=environment(var),
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
                os.kill(until("there is a worker to kill", lambda: worker_of(var)), signal.SIGKILL)
                del rounds[0]
    assert demo.returncode == 0, "".join(lines)
    assert not rounds, "a worker was killed in every one of them"
    assert "Done in" in "".join(lines)
    return "".join(lines)


def test_a_club_night_loses_nothing_though_its_worker_is_killed(tmp_path):
    """The demo starts the service itself, which stays up until it is stopped."""
    var = tmp_path / "var"
    try:
        said = play(var, "--port", str(free_port()), killed_in=KILLED_IN)
        url = re.search(r"It runs at (http://\S+)/, login director / \S+", said)[1]
        assert "./run stop" in said
        assert get(f"{url}/readyz")[0] == 200
        assert_nothing_is_lost(url)

        # What docs/api.md has works beside what the demo left, twice; the second time through a client that
        # is generated of the document.
        play(var, "--generated")
        paste_examples(url, var)
    finally:
        stopped = subprocess.run(
            ["./run", "stop"], cwd=PROJECT, env=environment(var), capture_output=True, text=True, timeout=60
        )
    assert f"Stopped the service at {url}" in stopped.stdout
    assert get(f"{url}/readyz")[0] == 0


def assert_nothing_is_lost(url):
    """What is there is one night, each match of it played once and rated once."""
    (tournament,) = read(url, "tournaments/")["results"]
    assert tournament["state"] == "finished"
    matches = read(url, f"matches/?tournament={tournament['id']}")["results"]
    assert len(matches) == len(read(url, "matches/")["results"]) == 15
    for match in matches:
        assert (match["state"], match["result"]["grounds"]) == ("final", "transcript")
        assert len(match["result"]["games"]) >= 2
        (report,) = read(url, f"matches/{match['id']}/reports/")["results"]
        assert report["state"] == "accepted"
        assert report["verdict"]["details"]["verdict"] == "legal"

    assert_rated_once(url, matches)
    # What a killed worker held is sent again two seconds later, though nobody may wait for it.
    until("no work is left", lambda: not json.loads(get(f"{url}/readyz")[1])["waiting"])


def assert_rated_once(url, matches):
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
        (found,) = read(url, f"players/{player}/")["ratings"]
        assert found["rating"] == pytest.approx(rating[VALUE], abs=1e-9)
        assert found["experience"] == rating[EXPERIENCE]
