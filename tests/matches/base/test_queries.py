"""Parameters that an operation does not know.

Pages, probes and the event stream (`/events/`) are no part of the API and take any: browsers, load balancers
and proxies add their own.
"""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.http import QueryDict
from django.urls import URLPattern, get_resolver
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from matches.base.api.parsing import MOST_NAMED
from matches.base.api.queries import KnownParameters, read_query
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as, fixture_at
from tests.each import check_all, each
from tests.effort import few_of
from tests.factories import UserFactory
from tests.operations import OPERATIONS, operation_address

PROJECT = Path(__file__).parents[3]


def query_errors(answer):
    """The faults of an answer by their pointer."""
    return {error["pointer"]: error["code"] for error in answer.json().get("errors", ())}


@pytest.fixture
def caller(db):
    """Staff, who get past whatever is asked of a login before the query is read."""
    return api_as(UserFactory(username="staff", is_staff=True, is_superuser=True))


def test_no_operation_takes_a_parameter_that_there_is_not(caller, knockout):
    knockout(2)
    before = rows_of_everything()

    def check(method, path, operation):
        asked = f"{operation_address(path, operation)}?surely_unknown=1"
        problem = assert_problem(caller.generic(method.upper(), asked), 400, "invalid_request")
        (error,) = problem["errors"]
        assert (error["pointer"], error["code"]) == ("/surely_unknown", "unknown_parameter")
        assert rows_of_everything() == before

    check_all(check, few_of(OPERATIONS))


def test_every_operation_knows_the_parameters_that_the_document_has(caller):
    def check(method, path, operation):
        names = [each["name"] for each in operation.get("parameters", ()) if each.get("in") == "query"]
        asked = "&".join(f"{name}=1" for name in names)
        answer = caller.generic(method.upper(), f"{operation_address(path, operation)}?{asked}")
        assert answer.status_code < 500
        if answer["Content-Type"] == "application/problem+json":
            assert "unknown_parameter" not in query_errors(answer).values()

    described = [each for each in OPERATIONS if each[0] == "get"]
    assert any("query" in str(operation.get("parameters")) for _, _, operation in described)
    check_all(check, few_of(described))


def test_no_view_of_the_api_goes_without_the_check():
    """But for the page that shows the document, which is for people."""
    views = [
        pattern.callback.cls
        for pattern in patterns_below(get_resolver())
        if issubclass(getattr(pattern.callback, "cls", object), APIView)
    ]
    assert len(views) > 90
    unchecked = {view.__name__ for view in views if KnownParameters not in view.permission_classes}
    assert unchecked == {"SpectacularSwaggerSplitView"}


def patterns_below(resolver):
    for pattern in resolver.url_patterns:
        yield from [pattern] if isinstance(pattern, URLPattern) else patterns_below(pattern)


@each(
    "asked, pointer, code, says",
    [
        ("players/?nmae=x", "/nmae", "unknown_parameter", "There is no such parameter. Did you mean name?"),
        (
            "players/?q=x",
            "/q",
            "unknown_parameter",
            "search, cursor, page_size, ordering.",
        ),
        (
            "players/?q",
            "/q",
            "unknown_parameter",
            "search, cursor, page_size, ordering.",
        ),
        ("players/?format=json", "/format", "unknown_parameter", "there are"),
        ("players/?name=x&name=y", "/name", "repeated_parameter", "Send one value."),
        ("players/1/?name=x", "/name", "unknown_parameter", "this request takes none."),
        ("players/1/?cursor=x", "/cursor", "unknown_parameter", "this request takes none."),
        ("players/?a%2Fb~=1", "/a~1b~0", "unknown_parameter", "there are"),
        ("players/?%00=1", "/\0", "unknown_parameter", "there are"),
        ("players/?%ED%A0%80=1", "/\ufffd\ufffd\ufffd", "unknown_parameter", "there are"),
        ("players/?=1", "/", "unknown_parameter", "there are"),
        ("players/?search=%00", "/search", "null_characters_not_allowed", ""),
        ("players/?name=%00", "/name", "null_characters_not_allowed", ""),
        ("players/?page_size=many", "/page_size", "invalid", "integer"),
        ("players/?page_size=0", "/page_size", "min_value", "1"),
        ("tournaments/?club=1.5", "/club", "invalid", "whole number"),
        ("matches/?player=1.5", "/player", "invalid", "whole number"),
        ("matches/?tournament=1.5", "/tournament", "invalid", "whole number"),
        ("players/1/statistics/?varaint=plakoto", "/varaint", "unknown_parameter", "variant?"),
        ("players/1/ratings/?pool=1", "/pool", "unknown_parameter", "rating_pool"),
        ("rating-pools/1/leaderboard/?establshed=1", "/establshed", "unknown_parameter", "established?"),
        ("merges/preview/?keep=1", "/keep", "unknown_parameter", "kept"),
        ("schema/?form=json", "/form", "unknown_parameter", "format?"),
        ("schema/?format=xml", "/format", "invalid_choice", "xml"),
        ("schema/?lang=tlh", "/lang", "invalid_choice", "tlh"),
    ],
)
def test_what_is_wrong_with_a_query_is_named(caller, asked, pointer, code, says):
    problem = assert_problem(caller.get(f"/api/v1/{asked}"), 400, "invalid_request")
    (error,) = problem["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert says in error["detail"]


def test_of_many_and_of_long_names_no_more_is_said_than_is_read(caller):
    asked = "&".join(f"{'x' * 100}{number}=1" for number in range(900))
    problem = assert_problem(caller.get(f"/api/v1/players/?{asked}"), 400, "invalid_request")
    assert 1 <= len(problem["errors"]) <= MOST_NAMED
    assert all(len(error["pointer"]) < 100 for error in problem["errors"])
    asked = "&".join(f"x{number}=1" for number in range(100_000))
    assert_problem(caller.get(f"/api/v1/players/?{asked}"), 400, "malformed_request")


def test_a_write_is_refused_before_it_is_done(director, knockout):
    match, client = fixture_at(knockout(4), "R1-M1").match, api_as(director)
    before = rows_of_everything()
    body = {"score": {"one": 5, "two": 3}, "role": "director"}
    answer = client.post(f"/api/v1/matches/{match.pk}/reports/?role=director", body)
    (error,) = assert_problem(answer, 400, "invalid_request")["errors"]
    assert error["detail"] == "There is no such parameter; this request takes none."
    answer = client.post("/api/v1/players/?name=Nia", {"name": "Nia"})
    (error,) = assert_problem(answer, 400, "invalid_request")["errors"]
    assert error["pointer"] == "/name", "a filter of the list, which writing does not take"
    assert rows_of_everything() == before


@pytest.mark.django_db
def test_who_may_not_at_all_is_told_that_first():
    client = api_as(None)
    assert_problem(client.post("/api/v1/players/?x=1", {"name": "A"}), 401, "not_authenticated")
    director = api_as(UserFactory(username="dee"))
    assert_problem(director.delete("/api/v1/players/?x=1"), 405, "method_not_allowed")


class Asked(serializers.Serializer):
    year = serializers.IntegerField(required=False)
    all = serializers.BooleanField(default=False)
    name = serializers.CharField(required=False)


class AskedView(APIView):
    query_shape = Asked


@each(
    "query, read",
    [
        ("", {"all": False}),
        ("?year=&name=", {"all": False}),
        ("?year=7&all=true&name=x", {"year": 7, "all": True, "name": "x"}),
    ],
)
def test_a_query_is_read_by_its_shape(query, read):
    view = AskedView()
    view.request = view.initialize_request(APIRequestFactory().get(f"/{query}"))
    assert read_query(view) == read


def test_a_query_is_read_in_one_place():
    """But for pages by number, of lists and of what is shown to people; the document's type; the way on."""
    found = set()
    for floor in ("config", "matches", "tournaments"):
        for path in (PROJECT / floor).rglob("*.py"):
            if "pages" in path.parts or path.name in ("pages.py", "sections.py", "tags.py"):
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Attribute) and node.attr in ("query_params", "GET"):
                    found.add(path.relative_to(PROJECT).as_posix())
    assert found == {
        "config/login.py",
        "config/schema.py",
        "matches/base/api/filters.py",
        "matches/base/api/pagination.py",
        "matches/base/api/queries.py",
        "matches/base/times/calendars.py",
    }


def test_a_query_that_says_nothing_asks_for_the_usual():
    """Each time for its own: what one request makes of it is not the next one's."""

    class Shape(serializers.Serializer):
        names = serializers.IntegerField(default=5)

    class Strict(serializers.Serializer):
        needed = serializers.IntegerField()

    first = read_query(asking("", Shape))
    first.pop("names")
    assert read_query(asking("", Shape)) == read_query(asking("names=", Shape)) == {"names": 5}
    assert read_query(asking("names=7", Shape)) == {"names": 7}
    for _ in range(2):
        with pytest.raises(ValidationError):
            read_query(asking("", Strict))


def asking(query, shape):
    return SimpleNamespace(request=SimpleNamespace(query_params=QueryDict(query)), query_shape=shape)
