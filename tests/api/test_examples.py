"""The examples of the OpenAPI document: every body has one, and each is taken as it stands."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test.client import encode_multipart
from rest_framework.test import APIClient

from matches.base.api.throttling import throttle_counters
from tests.effort import few_of
from tests.matches.pictures.drawing import sent
from tests.matches.sessions.sheets import SESSION
from tests.operations import OPERATIONS
from tests.rows import made_once, rolled_back

from .cases import two_clubs
from .permissions import Walk, cases_of, filled_address

BODIES = [
    (method, path, operation, kind, body)
    for method, path, operation in OPERATIONS
    for kind, body in operation.get("requestBody", {}).get("content", {}).items()
]
BOUNDARY = "a-boundary"


@pytest.fixture(scope="module")
def walk(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield Walk(made_once("the two clubs", two_clubs))
        transaction.set_rollback(True)


def test_every_body_but_a_bare_picture_has_one():
    bare = [f"{method} {path} {kind}" for method, path, _, kind, body in BODIES if "example" not in body]
    assert [each for each in bare if "image/" not in each] == []


def answer_to(walk, method, path, operation, kind, content):
    """What staff is answered, about the own club's rows."""
    things = walk.world.ours.things | walk.world.ours.of.get("staff", {})
    address = filled_address(path, operation, cases_of(method, path)[0], things, things)
    throttle_counters().flushdb()
    client: APIClient = walk.clients["staff"]
    with rolled_back():
        if kind == "application/json":
            return client.generic(method.upper(), address, client._encode_data(content, "json")[0], kind)
        if kind == "multipart/form-data":
            kind, content = f"{kind}; boundary={BOUNDARY}", encode_multipart(BOUNDARY, content)
        return client.generic(method.upper(), address, content, kind)


@pytest.mark.django_db
def test_each_has_the_shape_that_is_read(walk):
    """What it names there need not be, and it may not be possible as things are."""
    wrong = []
    for method, path, operation, kind, body in few_of(BODIES):
        if "example" not in body or "multipart" in kind:
            continue
        answer = answer_to(walk, method, path, operation, kind, body["example"])
        if answer.status_code in (400, 415):
            wrong.append(f"{method} {path}: {answer.content.decode()}")
    assert wrong == []


@pytest.mark.django_db
def test_every_form_is_taken_as_the_document_says(walk):
    forms = [each for each in BODIES if "multipart" in each[3]]
    assert len(forms) > 5
    for method, path, operation, kind, body in forms:
        form = {**body["example"]}
        if path.endswith(("/picture/", "/logo/")):
            form["picture"] = SimpleUploadedFile("hall.png", sent(), "image/png")
        elif path.endswith("/verify/"):
            form["transcript"] = SimpleUploadedFile("night.mat", b"Not a transcript.")
        elif path.endswith("/sessions/"):
            form["transcript"] = SimpleUploadedFile("evening.mat", SESSION)
        answer = answer_to(walk, method, path, operation, kind, form)
        # Staff is no player, and keeps no session.
        expected = (409,) if path.endswith("/sessions/") else (200, 202)
        assert answer.status_code in expected, (path, answer.content)
