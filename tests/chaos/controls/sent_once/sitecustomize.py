"""A control: whatever is due is sent when it is written, and never again."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from patching import after_import


def send_once(dispatcher) -> None:  # type: ignore[no-untyped-def]
    dispatcher._CLAIM = dispatcher._CLAIM.replace(
        "SET enqueued_at = now()", "SET enqueued_at = now() + interval '1000 years'"
    )


after_import("config.dispatcher", send_once)
