"""Smile: what Jackson writes, read; and what is none, refused."""

import json
import math
import time
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import Unreadable
from engine.codecs.smile import DEEPEST, MOST_VALUES, decode_smile
from tests.effort import examples

from .bgf_files import smile

VECTORS = Path(__file__).parent.parent / "data/engine/vectors"
CASES = [json.loads(line) for line in (VECTORS / "smile.jsonl").read_text().splitlines()]
HEAD = b":)\n\x03"
TYPED = {"$bin": bytes.fromhex, "$float": float, "$double": float, "$dec": Decimal, "$big": int, "$long": int}


def plain(value: Any) -> Any:
    """The value of a case, with what JSON lacks."""
    if isinstance(value, dict):
        for mark, kind in TYPED.items():
            if list(value) == [mark]:
                return kind(value[mark])
        return {name: plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_what_jackson_writes(case: dict[str, Any]) -> None:
    """All types, lengths around every limit, and windows of names and strings that begin anew."""
    assert decode_smile(bytes.fromhex(case["smile"])) == plain(case["value"])


# Hand-made from the text of the specification.


@pytest.mark.parametrize(
    ("tokens", "value"),
    [
        (b"\x20", ""),
        (b"\x21", None),
        (b"\x22", False),
        (b"\x23", True),
        (b"\xc0", 0),
        (b"\xc1", -1),
        (b"\xdf", -16),
        (b"\xde", 15),
        (b"\x24\x80", 0),
        (b"\x24\x01\x80", 32),
        (b"\x24\x1f\x7f\x7f\x7f\xbf", -(2**31)),
        (b"\x28\x03\x7c\x00\x00\x00", 1.0),
        (b"\x29\x00\x3f\x78" + b"\x00" * 7, 1.0),
        (b"\x26\x81\x7f\x01", -1),
        (b"\x2a\x84\x81\x02\x01", Decimal("0.05")),
        (b"\x40a", "a"),
        (b"\x5f" + b"a" * 32, "a" * 32),
        (b"\x60" + b"a" * 33, "a" * 33),
        (b"\x7f" + b"a" * 64, "a" * 64),
        (b"\x80\xc3\xa9", "é"),
        (b"\xa0" + b"\xc3\xa9" * 17, "é" * 17),
        (b"\xe0ab\xfc", "ab"),
        (b"\xe4\xc3\xa9\xfc", "é"),
        (b"\xe8\x82\x00\x41\x02", b"\x01\x06"),
        (b"\xf8\xf9\xff", []),
        (b"\xfa\x20\x21\xfb", {"": None}),
        (b"\xf8\x40a\x01\xf9", ["a", "a"]),
        (b"\xf8\x40a\xec\x00\xf9", ["a", "a"]),
        (b"\xfa\x80a\x21\x40\x22\xfb", {"a": False}),
        (b"\xf8\xfa\x80a\xc0\xfb\xfa\x30\x00\xc2\xfb\xf9", [{"a": 0}, {"a": 1}]),
        (b"\xf8\x40\xff\xf9", ["\ufffd"]),
        (b"\xc2trailing", 1),
    ],
)  # fmt: skip
def test_tokens(tokens: bytes, value: object) -> None:
    assert decode_smile(HEAD + tokens) == value


def test_floats_that_are_no_numbers() -> None:
    assert math.isnan(decode_smile(HEAD + b"\x29\x00\x7f\x7c" + b"\x00" * 7))
    assert decode_smile(HEAD + b"\x28\x07\x7c\x00\x00\x00") == math.inf


def test_raw_binary_needs_its_flag() -> None:
    assert decode_smile(b":)\n\x07\xfd\x82\xff\xfd") == b"\xff\xfd"
    with pytest.raises(Unreadable, match="0xfd is not used"):
        decode_smile(b":)\n\x03\xfd\x82\xff\xfd")


def test_what_is_unwanted_is_read_over() -> None:
    """Its names and strings are numbered all the same."""
    value = {"a": {"deep": ["x", {"b": 1}]}, "b": "x", "list": [{"a": 1, "b": 2}]}
    wanted = frozenset(("b", "list"))
    assert decode_smile(smile(value, share_strings=True), wanted) == {
        "b": "x",
        "list": [{"b": 2}],
    }


LEAVES = st.none() | st.booleans() | st.integers(-(2**31), 2**31 - 1) | st.floats(allow_nan=False)
NAMES = st.text("abcdef", min_size=1)
JSON = st.recursive(
    LEAVES | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=40,
)


@given(JSON, st.booleans())
@example([{"a": 1}, {"b" * 64: 2, "c" * 65: 3}, {"a": 4, "b" * 64: 5, "c" * 65: 6, "d": 7}, {"d": 8}], True)
def test_round_trips(value: object, share_strings: bool) -> None:
    assert decode_smile(smile(value, share_strings)) == value


# What is refused.


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not Smile"),
        (b":)\n", "not Smile"),
        (b"{}", "not Smile"),
        (b":)\n\x13\xc0", "version 1; version 0 is read"),
        (HEAD, "breaks off"),
        (HEAD + b"\xff", "holds no value"),
        (HEAD + b"\xf9", "holds no value"),
        (HEAD + b"\xf8\xc0", "breaks off"),
        (HEAD + b"\xf8\xc0\xff", "ends inside an array"),
        (HEAD + b"\xfa\x80a\xff", '"a" has no value'),
        (HEAD + b"\xfa\x80a", "breaks off"),
        (HEAD + b"\x00", "the token 0 is not used"),
        (HEAD + b"\x27", "the token 0x27 is reserved"),
        (HEAD + b"\x3a", "the token 0x3a is reserved"),
        (HEAD + b"\xf0", "0xf0 is not used for values"),
        (HEAD + b"\xfa\x00", "0x0 is not used for names"),
        (HEAD + b"\xfa\xf9", "0xf9 is not used for names"),
        (HEAD + b"\x01", "no string of the number 0"),
        (b":)\n\x01\xf8\x40a\x01\xf9", "no string of the number 0"),
        (HEAD + b"\xef\xff", "no string of the number 1023"),
        (HEAD + b"\xfa\x40\xc0\xfb", "no string of the number 0"),
        (HEAD + b"\x41a", "breaks off"),
        (HEAD + b"\xe0abc", "breaks off"),
        (HEAD + b"\x28\x00", "breaks off"),
        (HEAD + b"\x24\x7f\x7f\x7f\x7f\x7f", "more than 32 bits"),
        (HEAD + b"\x24\xff", "a wrong last byte"),
        (HEAD + b"\x25" + b"\x7f" * 50, "more than 64 bits"),
        (HEAD + b"\xe8\x07\x7f\x7f\x7f\xbf", "breaks off"),
        (HEAD + b"\x26\x3f\xbf" + b"\x01" * 9000, "more than 1024 bytes"),
        (HEAD + b"\xf8" * (DEEPEST + 1), "more than 100 arrays and objects"),
        (HEAD + b"\xfa\x80a" * 200, "more than 100 arrays and objects"),
    ],
    ids=range(31),
)  # fmt: skip
def test_what_is_no_smile(data: bytes, message: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        decode_smile(data)
    assert message in str(refusal.value)


def test_values_are_counted() -> None:
    started = time.process_time()
    with pytest.raises(Unreadable, match="more than 3000000 values"):
        decode_smile(HEAD + b"\xf8" + b"\xc0" * (MOST_VALUES + 1))
    assert time.process_time() - started < 10


@settings(max_examples=examples(200))
@given(st.binary(max_size=60))
def test_noise(data: bytes) -> None:
    """Nothing but Unreadable is raised."""
    with suppress(Unreadable):
        decode_smile(HEAD + data)


@settings(max_examples=examples(120))
@given(st.sampled_from([case for case in CASES if len(case["smile"]) < 4000]), st.data())
def test_damage(case: dict[str, Any], data: st.DataObject) -> None:
    whole = bytearray.fromhex(case["smile"])
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(4, len(whole) - 1))] = data.draw(st.integers(0, 255))
    with suppress(Unreadable):
        decode_smile(bytes(whole[: data.draw(st.integers(4, len(whole)))]))
