"""Transcripts with one planted fault each: an original of the tests' data with one line changed.

Those whose original is not among the data stand whole in `mutated/`.
"""

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"
FOLDER = DATA / "engine" / "mutated"


@cache
def planted_cases() -> list[dict[str, Any]]:
    """Name (`file`), kind of fault, and where the first violation is; of those that are edits, also what."""
    return [json.loads(line) for line in (FOLDER / "expected.jsonl").read_text().splitlines()]


@cache
def planted_files() -> dict[str, bytes]:
    """Every transcript by its name, m0000_early-off.mat."""
    return {case["file"]: _content(case) for case in planted_cases()}


@cache
def planted_path(name: str) -> Path:
    """A file of that transcript, for what wants a path."""
    path = Path(_folder().name) / name
    path.write_bytes(planted_files()[name])
    return path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="golden-planted-")


def _content(case: dict[str, Any]) -> bytes:
    if "original" not in case:
        return (FOLDER / case["file"]).read_bytes()
    lines = (DATA / case["original"]).read_bytes().split(b"\n")
    if "line" in case:
        lines[case["line"] - 1] = case["text"].encode("latin-1")
    return b"\n".join(lines)
