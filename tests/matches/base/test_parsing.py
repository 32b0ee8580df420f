"""Members of a body that an operation does not know."""

import ast
import re
from pathlib import Path

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from config.errors import field_errors
from matches.base.api.fields import NOT_BLANK
from matches.base.api.parsing import MOST_NAMED, read_shape
from tests.answers import assert_problem, facts, rows_of_everything
from tests.conftest import api_as, fixture_at
from tests.each import each
from tournaments.events.models import Tournament

PROJECT = Path(__file__).parents[3]


class Fee(serializers.Serializer):
    cents = serializers.IntegerField()
    paid = serializers.BooleanField(read_only=True)


class Order(serializers.Serializer):
    name = serializers.CharField(max_length=9)
    fees = Fee(many=True, required=False)
    listed = serializers.ListField(child=Fee(), required=False)
    options = serializers.DictField(required=False)
    main = Fee(required=False)


@each(
    "sent, errors",
    [
        ({"name": "A", "options": {"anything": {"at": "all"}}}, {}),
        ({"name": "A", "main": {"cents": 1}, "fees": [{"cents": 1}], "listed": [{"cents": 1}]}, {}),
        ({"name": "A", "nome": 1}, {"nome": ["unknown_field"]}),
        ({"nome": "A"}, {"nome": ["unknown_field"], "name": ["required"]}),
        ({"name": "A", "main": {"cent": 1}}, {"main": {"cent": ["unknown_field"], "cents": ["required"]}}),
        ({"name": "A", "main": {"cents": 1, "paid": True}}, {"main": {"paid": ["unknown_field"]}}),
        (
            {"name": "A", "listed": [{"cents": 1}, {"cents": 1, "x": 1}]},
            {"listed": {1: {"x": ["unknown_field"]}}},
        ),
        ({"name": "A", "main": 5}, {"main": {"non_field_errors": ["invalid"]}}),
        ({"name": "A", "fees": 5}, {"fees": {"non_field_errors": ["not_a_list"]}}),
        ({"name": "A", "a/b~c": 1}, {"a/b~c": ["unknown_field"]}),
        ([], {"non_field_errors": ["invalid"]}),
        ({"name": " 1234567 "}, {}),
        ({"name": " 12345678 "}, {"name": ["max_length"]}),
        ({"name": "1234567890"}, {"name": ["max_length"]}),
        ({"name": "\x1f\x85 "}, {"name": ["blank"]}),
        ({"name": "1234567890", "nome": 1}, {"name": ["max_length"], "nome": ["unknown_field"]}),
    ],
)
def test_what_is_unknown_is_named_beside_what_is_wrong(sent, errors):
    if not errors:
        read_shape(Order, sent)
        return
    with pytest.raises(ValidationError) as refusal:
        read_shape(Order, sent)
    assert refusal.value.get_codes() == errors


def test_in_a_list_too_it_is_named_where_it_stands():
    with pytest.raises(ValidationError) as refusal:
        read_shape(Order, {"name": "A", "fees": [{"cents": 1}, {"cents": "x", "cent": 1}]})
    (place,) = [tree for tree in refusal.value.get_codes()["fees"].values() if tree]
    assert place == {"cents": ["invalid"], "cent": ["unknown_field"]}


@each(
    "sent",
    [
        {f"name{number}": 1 for number in range(1000)},
        {"name": "A", "fees": [{"cents": 1, "cent": 1}] * 1000},
        {"x" * 100_000: 1},
    ],
)
def test_of_many_and_of_long_names_no_more_is_said_than_is_read(sent):
    with pytest.raises(ValidationError) as refusal:
        read_shape(Order, sent)
    errors = [error for error in field_errors(refusal.value.detail) if error["code"] == "unknown_field"]
    assert 1 <= len(errors) <= MOST_NAMED
    assert all(len(error["pointer"]) < 100 for error in errors)


def test_a_pointer_escapes_what_parts_it():
    """RFC 6901, section 3: the tilde first, lest it be escaped again."""
    wrong = {"a/b": {"~1": ["Wrong."], "non_field_errors": ["Wrong."]}, "c": [{"~/": ["Wrong."]}]}
    pointers = [error["pointer"] for error in field_errors(wrong)]
    assert pointers == ["/a~1b/~01", "/a~1b", "/c/0/~0~1"]


@pytest.mark.django_db
@each("sent", ['"\\ud800": 1', '"format": "\\ud800"'])
def test_half_a_character_is_refused_like_what_is_whole(director, sent):
    client, body = api_as(director), f'{{"name": "A", {sent}}}'
    answer = client.generic("POST", "/api/v1/tournaments/", body, content_type="application/json")
    assert "\\ud800" in str(assert_problem(answer, 400, "invalid_request")["errors"])


@pytest.mark.django_db
@each(
    "body, says",
    [
        ('{"name": "A", "name": "B"}', '"name" stands more than once'),
        ('{"name": "A", "federations": [{"federation": "A", "federation": "B"}]}', '"federation" stands'),
        ('{"\\ud800": 1, "\\ud800": 2}', "\\ud800"),
        ('{"name": NaN}', "NaN"),
        ('{"name": "A"', "JSON parse error"),
        ('{"name": "\xff"}', "JSON parse error"),
        ('{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_json_in_which_one_of_two_values_would_be_dropped_is_malformed_like_other(director, body, says):
    answer = api_as(director).generic(
        "POST", "/api/v1/players/", body.encode("latin-1"), content_type="application/json"
    )
    assert_problem(answer, 400, "malformed_request", says)


@pytest.mark.django_db
def test_what_is_misspelt_changes_nothing_and_is_told_the_name_it_is_like(club, director, knockout):
    cup, client = knockout(4), api_as(director)
    match, before = fixture_at(cup, "R1-M1").match, rows_of_everything()
    said = {
        "tournaments/": (
            {"club": club.pk, "name": "A", "lengths": [5], "formt": "swiss"},
            "/formt",
            "format",
        ),
        f"matches/{match.pk}/reports/": ({"score": {"one": 5, "two": 3}, "rol": "director"}, "/rol", "role"),
        f"matches/{match.pk}/rulings/": (
            {"kind": "played", "score": {"one": 5, "tow": 3}, "reason": "Seen."},
            "/score/tow",
            "two",
        ),
        f"tournaments/{cup.pk}/releases/": ({"round": 1}, "/round", "takes none"),
    }
    for path, (body, pointer, name) in said.items():
        problem = assert_problem(client.post(f"/api/v1/{path}", body), 400, "invalid_request")
        (error,) = [error for error in problem["errors"] if error["pointer"] == pointer]
        assert error["code"] == "unknown_field"
        assert name in error["detail"]
    assert rows_of_everything() == before
    assert Tournament.objects.count() == 1
    assert facts()


def test_a_body_is_read_in_one_place():
    """But for files of entrants and pictures, and forms with transcripts, whose names are nested first."""
    found = set()
    for path in [*PROJECT.glob("matches/**/*.py"), *PROJECT.glob("tournaments/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and ast.unparse(node) == "request.data":
                found.add(path.relative_to(PROJECT).as_posix())
    assert found == {
        "matches/base/api/parsing.py",
        "matches/edits/api.py",
        "matches/play/api/reports.py",
        "matches/play/api/transcripts.py",
        "matches/sessions/api/sessions.py",
        "tournaments/exchange/api.py",
    }


@each("blank", [chr(number) for number in range(0x3001) if not chr(number).strip()])
def test_the_document_takes_for_blank_what_we_do(blank):
    assert re.search(NOT_BLANK, blank) is None
    assert re.search(NOT_BLANK, f"{blank}.")
