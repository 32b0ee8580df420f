"""docs/webhooks.md: its receiver as it stands there, its example as it is sent, every type there is."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from matches.play.models import Result
from matches.play.services import report_submit
from tests.conftest import work_off
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.selectors import TEST_TYPE, event_types

from .conftest import happens

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parents[3] / "docs" / "webhooks.md"


def test_it_verifies_and_takes_each_once(added, matches, tmp_path):
    webhook, secret = added
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    script = tmp_path / "receiver.py"
    script.write_text(code)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, script, str(port)],
        env={**os.environ, "WEBHOOK_SECRET": secret},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        wait_for(port)
        url = f"http://127.0.0.1:{port}/"
        Webhook.objects.update(url=url)
        happens(matches[0], "one")
        work_off()
        assert webhook.deliveries.get().state == "delivered"
        forged = {"webhook-id": "notice-1", "webhook-timestamp": str(int(time.time()))}
        forged["webhook-signature"] = "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
        assert httpx.post(url, content=b"{}", headers=forged).status_code == 400
    finally:
        process.kill()
        said, _ = process.communicate()
    assert said.splitlines() == ["match.superseded Counts no more: Ann – Dai"]


def test_the_example_is_what_is_sent(box, added, matches, director, club):
    _, written = re.search(r"```\nPOST /hook (.*?)\n\n(.*?)```", PAGE.read_text(), re.DOTALL).groups()
    match = matches[0]
    report_submit(match_id=match.pk, actor=director, score=(5, 3))
    work_off()
    (got,) = box.received
    sent = json.loads(got.body)
    said = json.loads(written)
    # Of another match, club and moment.
    said["timestamp"] = sent["timestamp"]
    said["data"]["subject"] |= {"number": match.pk, "api": f"https://club.example/api/v1/matches/{match.pk}/"}
    said["data"] |= {"club": club.pk, "page": f"https://club.example/matches/{match.pk}/"}
    said["data"]["occasion"] = str(Result.objects.get().pk)
    assert sent == said


def test_the_page_has_every_type():
    table = PAGE.read_text().split("## Types")[1].split("##")[0]
    assert set(re.findall(r"^\| `([\w.]+)` \|", table, re.MULTILINE)) == {*event_types(), TEST_TYPE}


def wait_for(port):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
