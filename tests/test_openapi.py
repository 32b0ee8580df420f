"""The OpenAPI document: committed, current, and kept to by the service."""

import re
from functools import cache
from io import StringIO

import jsonschema_rs
import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from schemathesis import BaseSchema
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from config.representations import Representation
from config.streams import StreamEvent
from config.wsgi import application
from matches.accounts.models import Token
from matches.accounts.services import token_issue
from matches.facts.kinds import subjects_by_topic
from tests.conftest import drawn_knockout
from tests.effort import examples
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tests.operations import DOCUMENT, OPENAPI, OPERATIONS
from tournaments.clubs.services import club_create

NAMES = ("Ann", "Bob", "Cem", "Dai", "Eva")


@pytest.mark.long
def test_the_committed_document_is_the_service_s():
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert out.getvalue().strip() == DOCUMENT.read_text().strip(), (
        "run ./run manage spectacular --file docs/openapi.yaml"
    )


@pytest.mark.django_db
def test_the_document_and_its_pages_are_public(client):
    assert client.get("/api/v1/schema/").status_code == 200
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    assert b"swagger" in page.content
    assert b"<style" not in page.content, "the content security policy would block it"
    assert not re.search(rb"<script>", page.content)


def test_what_a_patch_leaves_out_has_no_default():
    document = OPENAPI
    bodies = [
        each["patch"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        for each in document["paths"].values()
        if "patch" in each
    ]
    assert bodies
    schemas = [document["components"]["schemas"][name.rpartition("/")[2]] for name in bodies]
    given = [
        name for schema in schemas for name, member in schema["properties"].items() if "default" in member
    ]
    assert given == []


def objects_within(schema, document, followed):
    """Every object with members that a schema holds, those it refers to too."""
    if isinstance(schema, list):
        for each in schema:
            yield from objects_within(each, document, followed)
    elif isinstance(schema, dict):
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference not in followed:
            followed.add(reference)
            _, _, kind, name = reference.split("/")
            yield from objects_within(document["components"][kind][name], document, followed)
        if schema.get("type") == "object" and "properties" in schema:
            yield schema
        for each in schema.values():
            yield from objects_within(each, document, followed)


def test_requests_hold_nothing_beside_what_is_described_and_answers_may():
    document = OPENAPI
    operations = [operation for _, _, operation in OPERATIONS]
    requests = objects_within([each.get("requestBody") for each in operations], document, set())
    answers = objects_within([each["responses"] for each in operations], document, set())
    closed = [each.get("additionalProperties") for each in requests]
    assert len(closed) > 60
    assert set(closed) == {False}
    assert False not in [each.get("additionalProperties") for each in answers]


@cache
def described() -> BaseSchema:
    """The document as the service sends it; read once, for it says nothing of what there is."""
    return schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)


@pytest.fixture(scope="module")
def secret(django_db_setup, django_db_blocker):
    """A director's token, in a service in which something exists: the same for all tests here."""
    with django_db_blocker.unblock(), transaction.atomic():
        director = UserFactory(username="director")
        field = [PlayerFactory(name=name, user=UserFactory(username=name.lower())) for name in NAMES]
        drawn_knockout(club_create(actor=director, name="Golden Club"), director, field, lengths=(5,))
        MatchFactory()
        yield token_issue(user=director, name="fuzz", scopes=Token.Scope.values)[1]
        transaction.set_rollback(True)


@pytest.fixture
def document(secret, db):
    """The document, and the service that it describes."""
    # Django would close the connection in which the test's rows are, once a request is over.
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    schema = described()
    # In process nobody unpacks a compressed answer.
    schema.headers = {"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"}
    yield schema
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


@pytest.mark.parametrize(
    ("method", "path"), [(method, path) for method, path, _ in OPERATIONS], ids=lambda part: part
)
def test_whatever_is_sent_the_answer_is_as_documented(document, method, path):
    """Never a 500, never an undocumented shape: for every operation, for sense and nonsense."""

    @given(case=document[path][method].as_strategy())
    @settings(max_examples=examples(2), deadline=None, suppress_health_check=list(HealthCheck))
    def check(case):
        case.call_and_validate(
            headers=document.headers,
            checks=[
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_schema_conformance,
            ],
        )

    check()


def test_an_event_of_a_stream_is_as_documented():
    schemas = OPENAPI["components"]["schemas"]
    held_to = jsonschema_rs.Draft202012Validator(
        {**schemas["ChangeEvent"], "additionalProperties": False, "components": {"schemas": schemas}}
    )
    event = StreamEvent("tournament", 5, 7, {("match", 7): 6})
    assert held_to.is_valid(event.as_dict())
    without = {("tournament", 5): Representation('"7-en-x"', None)}
    assert held_to.is_valid(event.as_dict(without))
    assert held_to.is_valid(event.after(StreamEvent("tournament", 5, 6, None)).as_dict())
    (path,) = (path for path in OPENAPI["paths"] if path.startswith("/events/"))
    (subject, *_) = OPENAPI["paths"][path]["get"]["parameters"]
    for kind in subjects_by_topic():
        assert re.search(subject["schema"]["pattern"], f"{kind}-7")
