"""Clients that are generated of the committed document: whole, without a warning, fit for use."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.operations import DOCUMENT, OPERATIONS

PYTHON_CONFIG = DOCUMENT.parent / "python-client.yaml"
TYPESCRIPT = ("--package=openapi-typescript@7.13.0", "--package=typescript@5.9.3")

IMPORT_ALL = """
import importlib, json, pkgutil
from golden_point_client import api, models

found = pkgutil.walk_packages(api.__path__, "golden_point_client.api.")
operations = [importlib.import_module(each.name) for each in found if not each.ispkg]
print(json.dumps({"operations": len(operations), "models": models.__all__}))
"""


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command says; it ends well and has nothing to warn of."""
    ended = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=110, env=os.environ | environment
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "warn" not in (ended.stdout + ended.stderr).lower(), ended.stdout + ended.stderr
    return ended.stdout


def check_python(tmp_path):
    """A package `golden_point_client` has every operation."""
    generate = ("-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "none")
    source = ("--path", DOCUMENT, "--config", PYTHON_CONFIG, "--output-path", "golden_point_client")
    run(sys.executable, *generate, *source, folder=tmp_path)
    made = json.loads(run(sys.executable, "-W", "error", "-c", IMPORT_ALL, folder=tmp_path))
    streams = 1
    assert made["operations"] == len(OPERATIONS) + streams
    assert {"MatchInputRequest", "MatchOutput", "Regulations", "Problem"} <= {*made["models"]}


def check_typescript(tmp_path):
    """One file describes every operation."""
    if shutil.which("npx") is None:
        pytest.skip("npm is not installed: no TypeScript is generated")
    npx = ("npx", "--yes", *TYPESCRIPT, "--")
    # npm's own news are no warnings of the generator.
    quiet = {"npm_config_update_notifier": "false", "npm_config_loglevel": "error"}
    run(*npx, "openapi-typescript", DOCUMENT, "--output", "api.ts", folder=tmp_path, **quiet)
    run(*npx, "tsc", "--noEmit", "--strict", "api.ts", folder=tmp_path, **quiet)
    text = (tmp_path / "api.ts").read_text()
    named = {operation["operationId"] for _, _, operation in OPERATIONS}
    assert [name for name in named if f'operations["{name}"]' not in text] == []


@pytest.mark.long
@pytest.mark.parametrize("check", [check_python, check_typescript])
def test_a_client_has_every_operation(tmp_path, check):
    check(tmp_path)
