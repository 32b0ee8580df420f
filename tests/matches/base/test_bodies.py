"""Whatever writes reads what is sent to it, and refuses what it does not take: over rows of every kind."""

import json

import pytest

from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as
from tests.databases import models
from tests.each import check_all
from tests.effort import few_of
from tests.factories import UserFactory
from tests.operations import OPERATIONS, operation_address

pytestmark = pytest.mark.django_db

# What lists are called that are not called as their model is, with an s.
LISTS = {"matches": "match", "rating-pools": "ratingpool", "members": "membership"}


def numbers_of_lists():
    """The last number there is of what each list is called."""
    last = {model.__name__.lower(): model.objects.order_by("pk").last() for model in models()}
    named = {f"{name}s": row for name, row in last.items()} | {
        called: last[name] for called, name in LISTS.items()
    }
    return {name: row.pk for name, row in named.items() if row is not None}


def test_no_operation_passes_over_a_field_that_there_is_not(eventful):
    staff = UserFactory(username="staff of the test", is_staff=True, is_superuser=True)
    client = api_as(staff)
    numbers, before = numbers_of_lists(), rows_of_everything()

    def check(method, path, operation):
        asked = operation_address(path, operation, numbers)
        answer = client.generic(method.upper(), asked, '{"surely_unknown": 1}', "application/json")
        taken = operation.get("requestBody", {}).get("content", {})
        if not {"text/csv", "image/png"}.isdisjoint(taken):
            assert_problem(answer, 415, "unsupported_media_type")
            return
        errors = assert_problem(answer, 400, "invalid_request")["errors"]
        assert ("/surely_unknown", "unknown_field") in [(each["pointer"], each["code"]) for each in errors]

    check_all(check, few_of(each for each in OPERATIONS if each[0] != "get"))
    assert rows_of_everything() == before
    assert json.loads(client.get("/api/v1/tokens/").content)["results"], "the token was not revoked"
