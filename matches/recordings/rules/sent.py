"""Acts as the page of a device sends them in JSON, read: what is not of that shape is refused as a whole."""

import json
from typing import Any, NamedTuple

KEY_MAX = 64
"""Characters of the key of an act and of the name of a device, both made up by a device."""
NUMBER_MAX, NUMBERS_MAX = 20_000, 8
LONGEST_AGO = 30 * 86_400_000
"""Milliseconds that a device may have been without a connection."""


class SentAct(NamedTuple):
    """An act: its key, what is done, with which numbers, and how many milliseconds ago."""

    key: str
    action: str
    numbers: tuple[int, ...]
    ago: int


class SentActs(NamedTuple):
    """Acts, and the place of the act that they follow."""

    after: int
    device: str
    acts: tuple[SentAct, ...]


def read_acts(body: bytes, actions: tuple[str, ...], most: int) -> SentActs:
    """What a device has sent. Raises ValueError."""
    said = json.loads(body)
    if not isinstance(said, dict) or not isinstance(said.get("acts"), list):
        raise ValueError("no acts")
    acts = tuple(_read_act(each, actions) for each in said["acts"])
    if not 1 <= len(acts) <= most or len({act.key for act in acts}) < len(acts):
        raise ValueError("none, too many, or two with one key")
    return SentActs(_number(said.get("after"), 10**6), _text(said.get("device", ""), least=0), acts)


def _read_act(said: Any, actions: tuple[str, ...]) -> SentAct:
    if not isinstance(said, dict) or said.get("action") not in actions:
        raise ValueError("no act")
    numbers = said.get("numbers", [])
    if not isinstance(numbers, list) or len(numbers) > NUMBERS_MAX:
        raise ValueError("no numbers")
    return SentAct(
        _text(said.get("key")),
        said["action"],
        tuple(_number(each, NUMBER_MAX) for each in numbers),
        min(_number(said.get("ago", 0), 10**15), LONGEST_AGO),
    )


def _number(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("no number")
    return value


def _text(value: Any, least: int = 1) -> str:
    if not isinstance(value, str) or not least <= len(value) <= KEY_MAX or not value.isprintable():
        raise ValueError("no text")
    return value
