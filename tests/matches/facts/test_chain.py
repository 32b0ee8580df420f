"""Lines that vouch for each other: what was changed, anywhere, is found at its line."""

import json
from hashlib import sha256
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.facts import chain
from matches.facts.chain import canonical_line_json, chain_lines, hash_chain_line, read_chain
from matches.facts.errors import ExportBroken

ROWS = [("player", {"id": number, "name": f"Ann – 春 {number}", "rating": 1500.25}) for number in range(1, 8)]


def lines(rows=ROWS, what=None):
    return list(chain_lines(rows, what or {"tournament": None}))


def read_all(data):
    return [(line.kind, line.data) for line in read_chain(BytesIO(data))]


def broken(data):
    """The line that is refused, and the words."""
    with pytest.raises(ExportBroken) as refused:
        read_all(data)
    return refused.value.data["line"], str(refused.value)


def test_what_was_written_is_read():
    assert read_all(b"".join(lines())) == ROWS
    assert read_all(b"".join(lines([]))) == []


def test_a_line_by_hand():
    """The hash of a line is SHA-256 of the hash before it and the line without its own."""
    first, second, *_ = lines()
    body = '{"data":{"format":"golden-point-audit","tournament":null,"version":1},"kind":"export","line":1}'
    digest = sha256(body.encode()).hexdigest()
    assert first.decode() == f'{body[:-1]},"sha256":"{digest}"}}\n'
    body = second.decode().partition(',"sha256"')[0] + "}"
    assert body == '{"data":{"id":1,"name":"Ann – 春 1","rating":1500.25},"kind":"player","line":2}'
    assert json.loads(second)["sha256"] == sha256(f"{digest}{body}".encode()).hexdigest()


def test_the_last_line_counts_and_closes():
    *_, before, last = lines()
    assert json.loads(last)["data"] == {"lines": len(ROWS) + 1, "sha256": json.loads(before)["sha256"]}


@given(st.data())
def test_any_byte_that_is_changed_is_found_at_its_line(data):
    good = lines()
    number = data.draw(st.integers(1, len(good)))
    line = bytearray(good[number - 1])
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[place]))
    assert broken(b"".join([*good[: number - 1], bytes(line), *good[number:]]))[0] == number


@given(st.integers(0, len(b"".join(lines())) - 1))
def test_wherever_a_file_is_cut_the_line_is_named(length):
    whole = b"".join(lines())
    assert broken(whole[:length])[0] == whole[:length].count(b"\n") + 1


def without(number):
    good = lines()
    return [*good[: number - 1], *good[number:]]


def swapped(number):
    good = lines()
    good[number - 1], good[number] = good[number], good[number - 1]
    return good


def twice(number):
    good = lines()
    return [*good[:number], *good[number - 1 :]]


@pytest.mark.parametrize("number", range(1, 9))
def test_lines_that_are_missing_swapped_or_doubled_are_named(number):
    assert broken(b"".join(without(number)))[0] == number
    assert broken(b"".join(swapped(number)))[0] == number
    assert broken(b"".join(twice(number)))[0] == number + 1
    assert f"is the line that was number {number + 1}" in broken(b"".join(without(number)))[1]


def rechained(*bodies):
    """A file of these lines whose hashes are right, whatever they say."""
    digest, made = "", []
    for body in bodies:
        digest = hash_chain_line(digest, body)
        made.append(body[:-1] + b',"sha256":"%s"}\n' % digest.encode())
    return b"".join(made)


FIRST = canonical_line_json(
    {"data": {"format": chain.FORMAT, "version": 1}, "kind": "export", "line": 1}
).encode()


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"", 1, "it is missing: the file ends"),
        (b"\n", 1, "not a line of an export"),
        (b"{}\n", 1, "not a line of an export"),
        (b"\xef\xbb\xbf" + b"".join(lines()), 1, "not a line of an export"),
        (b"".join(lines()).replace(b"\n", b"\r\n"), 1, "not a line of an export"),
        (b"".join(lines()) + b"\n", 10, "follows the line that says it is the last"),
        (b"".join(lines()) * 2, 10, "follows the line that says it is the last"),
        (b"".join(lines()[:-1]), 9, "the file ends before its last line"),
        (b"".join(lines())[:-1], 9, "cut off"),
        (b"".join(lines(what={"version": 2})), 1, "is of version 2; this program reads version 1"),
        (b"".join(lines(what={"version": "1"})), 1, "is of version '1'"),
        (b"".join(lines(what={"format": "other"})), 1, "does not say that the file is an export"),
        (rechained(FIRST.replace(b'"line":1', b'"line":true')), 1, "not canonical"),
        (rechained(FIRST, b'{"data":{},"kind":"x","line":3}'), 2, "the line that was number 3"),
        (rechained(FIRST, b'{"data":{},"kind":"x","line":1}'), 2, "stands twice"),
        (rechained(FIRST, b'{"data": {},"kind":"x","line":2}'), 2, "not canonical"),
        (rechained(FIRST, b'{"data":{"a":1,"a":2},"kind":"x","line":2}'), 2, "not canonical"),
        (rechained(FIRST, b'{"data":{"a":NaN},"kind":"x","line":2}'), 2, "not canonical"),
        (rechained(FIRST, b'{"data":{"a":1e999},"kind":"x","line":2}'), 2, "not canonical"),
        (rechained(FIRST, b'{"data":[],"kind":"x","line":2}'), 2, "not canonical"),
        (rechained(FIRST, b'{"data":{},"kind":7,"line":2}'), 2, "not canonical"),
        (rechained(FIRST, b'{"data":{},"kind":"x","line":2,"more":1}'), 2, "not canonical"),
        (rechained(FIRST, b'{"data":{"a":"\xff"},"kind":"x","line":2}'), 2, "not canonical"),
        (rechained(FIRST, b'{"data":' + b"[" * 100_000 + b"}"), 2, "not canonical"),
        (rechained(FIRST, b'{"data":{"lines":2,"sha256":""},"kind":"end","line":2}'), 2, "does not count"),
        (rechained(FIRST, b'{"data":{"lines":1,"sha256":""},"kind":"end","line":2}'), 2, "does not count"),
    ],
)  # fmt: skip
def test_what_is_no_export_is_refused(data, line, says):
    found, words = broken(data)
    assert (found, says in words) == (line, True), words


def test_a_line_without_end_is_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(chain, "LINE_MAX", 1000)

    class Endless(BytesIO):
        def readline(self, size=-1):
            assert size == 1001, "never more than it takes to know"
            return b"x" * size

    with pytest.raises(ExportBroken, match="Line 1: it is longer than 1000 bytes"):
        list(read_chain(Endless()))
