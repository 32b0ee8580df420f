"""Static files: named by content, compressed, kept for years; where nobody collects them, as they lie."""

import asyncio
import base64
import gzip
import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import brotli
import pytest
from django.test import Client

from config.embedded import collected
from config.embedded.collected import CollectFailed, collect_static_files
from config.embedded.layout import VarDirectory
from config.embedded.supervisor import Program
from tests.config.stack import PROJECT

# As the image collects them, but for those of others, which take a minute to compress.
COLLECT_AND_ASK = """
import base64, json, sys
import django
from django.conf import settings
django.setup()
settings.STATIC_ROOT = sys.argv[1]
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import Client
others = ["admin", "drf_spectacular_sidecar", "django_extensions", "allauth*", "mfa", "account"]
call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=others)
address = staticfiles_storage.url("matches/base.css")
answers = {}
for encoding in ("br", "gzip", ""):
    response = Client().get(address, headers={"Accept-Encoding": encoding}, secure=True)
    body = base64.b64encode(b"".join(response)).decode()
    answers[encoding] = (response.status_code, dict(response.headers), body)
print(json.dumps({"address": address, "answers": answers}))
"""
YEAR = 365 * 24 * 3600
SOURCE = PROJECT / "matches" / "static" / "matches" / "base.css"


@pytest.mark.long
def test_production_serves_them_compressed_and_for_years(tmp_path: Path) -> None:
    environment = os.environ | {
        "GOLDEN_ENV": "production",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ALLOWED_HOSTS": "testserver",
        "DATABASE_URL": "postgresql:///unused",
        "REDIS_URL": "redis://unused",
        "SECRET_KEY": secrets.token_urlsafe(64),
    }
    done = subprocess.run(
        [sys.executable, "-c", COLLECT_AND_ASK, str(tmp_path)],
        cwd=PROJECT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    assert re.fullmatch(r"/static/matches/base\.[0-9a-f]{12}\.css", told["address"])
    whole = decoded(told["answers"][""])
    # Beside what it says of other files, whose names have changed.
    assert len(whole) >= SOURCE.stat().st_size
    for encoding, read in (("br", brotli.decompress), ("gzip", gzip.decompress), ("", bytes)):
        status, headers, body = told["answers"][encoding]
        assert status == 200
        kept = re.fullmatch(r"max-age=(\d+), public, immutable", headers["Cache-Control"])
        assert kept
        assert int(kept[1]) >= YEAR
        assert headers.get("Content-Encoding", "") == encoding
        assert headers["Vary"] == "Accept-Encoding"
        assert read(decoded((status, headers, body))) == whole
        assert bool(encoding) == (len(decoded((status, headers, body))) < len(whole) / 2)


def decoded(answer: tuple[int, dict[str, str], str]) -> bytes:
    return base64.b64decode(answer[2])


def test_without_being_collected_they_are_served_where_they_lie() -> None:
    response = Client().get("/static/matches/base.css")
    assert response.status_code == 200
    assert b"".join(response) == SOURCE.read_bytes()


def test_they_are_collected_where_something_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = VarDirectory(tmp_path)
    collecting: list[tuple[str, ...]] = []

    async def run(program: Program, directory: Path, environment: object) -> tuple[int, bytes]:
        collecting.append(program.command)
        layout.static_directory.mkdir(exist_ok=True)
        return (1, b"disk full") if len(collecting) == 4 else (0, b"")

    def collect() -> int:
        asyncio.run(collect_static_files(layout, {}))
        return len(collecting)

    project = tmp_path / "project"
    style = project / "matches" / "static" / "matches" / "base.css"
    style.parent.mkdir(parents=True)
    style.write_text("body {}")
    (project / "uv.lock").write_text("packages")
    monkeypatch.setattr(collected, "PROJECT", project)
    monkeypatch.setattr(collected, "run_to_end", run)
    assert [collect(), collect()] == [1, 1]
    style.write_text("html {}")
    os.utime(style, ns=(1, 1))
    assert [collect(), collect()] == [2, 2]
    (project / "uv.lock").write_text("other packages")
    assert collect() == 3
    style.unlink()
    with pytest.raises(CollectFailed, match="disk full"):
        collect()
    assert [collect(), collect()] == [5, 5]
