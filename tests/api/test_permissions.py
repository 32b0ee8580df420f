"""docs/permissions.md is what the service answers: every operation, everybody, every object.

WRITE_PERMISSIONS=1 ./run test tests/api/test_permissions.py writes it anew.
"""

import os
import re

import pytest
from django.db import transaction

from tests.effort import EFFORT
from tests.operations import OPERATIONS
from tests.rows import made_once, rolled_back

from .cases import CASES
from .permissions import NOBODY, PAGE, Walk, page, section, sections, tags
from .world import two_clubs

pytestmark = pytest.mark.django_db

COMMAND = "WRITE_PERMISSIONS=1 ./run test tests/api/test_permissions.py"

# What is nobody's business that has no part in it: who asks for another's learns nothing, not even whether
# there is one.
PRIVATE = {
    "GET /claims/{id}/",
    "GET /invitations/{id}/",
    "GET /club-proposals/{id}/",
    "GET /clubs/{club}/applications/{id}/",
    "GET /tokens/{id}/",
    "GET /tournaments/{tournament}/applications/{id}/",
    "POST /claims/{id}/answer/",
    "POST /claims/{id}/objections/",
    "POST /club-proposals/{id}/answer/",
    "POST /clubs/{club}/applications/{id}/answer/",
    "GET /clubs/{club}/service-accounts/{id}/",
    "POST /clubs/{club}/service-accounts/{id}/end/",
    "GET /clubs/{club}/service-accounts/{id}/log/",
    "GET /clubs/{club}/service-accounts/{id}/tokens/",
    "POST /clubs/{club}/service-accounts/{id}/tokens/",
    "DELETE /clubs/{club}/service-accounts/{id}/tokens/{token}/",
    "DELETE /invitation-links/{id}/",
    "POST /invitations/{id}/answer/",
    "DELETE /tokens/{id}/",
    "POST /tournaments/{tournament}/applications/{id}/answer/",
    "GET /webhooks/{id}/",
    "PATCH /webhooks/{id}/",
    "DELETE /webhooks/{id}/",
    "POST /webhooks/{id}/secret/",
    "POST /webhooks/{id}/test/",
    "GET /webhooks/{id}/deliveries/",
    "POST /webhooks/{id}/deliveries/redeliver/",
    "GET /webhooks/{webhook}/deliveries/{id}/",
    "POST /webhooks/{webhook}/deliveries/{id}/redeliver/",
}
# What nobody does here: the code is wrong, and an undoing takes the token of a preview, which has a row.
REFUSED = {"POST /password-resets/", "POST /rulings/{id}/undo/"}


@pytest.fixture(scope="module")
def walk(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield Walk(made_once("the two clubs", two_clubs))
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def written():
    """The sections of the page; those that tests put in are there when all are through."""
    found = sections()
    yield found
    if "WRITE_PERMISSIONS" in os.environ:
        PAGE.write_text(page({tag: found[tag] for tag in tags()}))


@pytest.mark.long
@pytest.mark.parametrize("tag", tags())
def test_the_page_is_what_the_service_answers(walk, written, tag):
    """A part of it in an ordinary run, others in each; all with EFFORT, and where it is written anew."""
    writes = "WRITE_PERMISSIONS" in os.environ
    few = EFFORT == 1 and not writes
    rows = walk.rows(tag, few=few)
    of_shape = [answer for row in rows for answer in row.answers if answer.word.endswith("!")]
    assert of_shape == [], "CASES says what to send"
    done = {row.operation for row in rows if any(answer.status < 300 for answer in row.own.values())}
    refused = {row.operation: list(row.own.values())[-1] for row in rows if row.operation not in done}
    assert refused.keys() <= REFUSED, f"nobody may do it as it is asked: {refused}"
    told = [row.cells for row in rows if row.operation in PRIVATE and not row.alike]
    assert told == [], "strangers learn whether there is such a row"
    if writes:
        written[tag] = section(tag, rows)
    there, answered = written.get(tag, ""), section(tag, rows)
    others = [line for line in answered.splitlines() if line not in there.splitlines()]
    assert others == [], f"look at each, and run {COMMAND}"
    assert few or there == answered, f"look at what is no longer so, and run {COMMAND}"


def test_every_operation_has_its_row():
    shown = re.findall(r"^\| `([A-Z]+ /\S+)`", PAGE.read_text(), re.MULTILINE)
    there = {f"{method.upper()} {path.removeprefix('/api/v1')}" for method, path, _ in OPERATIONS}
    assert set(shown) == there, f"run {COMMAND}"
    assert CASES.keys() <= there, "what there is no operation for"
    assert there >= PRIVATE


LISTS = ("claims", "club-proposals", "invitations", "tokens")


def test_lists_of_what_is_private_have_nothing_of_strangers(walk):
    """Of the other club, which has all of it."""
    theirs = walk.world.theirs.things
    for name in LISTS:
        for who in walk.world.ours.secrets.keys() - {"staff"}:
            with rolled_back():
                answer = walk.clients[who].get(f"/api/v1/{name}/")
            shown = {row["id"] for row in answer.json().get("results", ())}
            assert theirs[name] not in shown, (name, who)
    assert theirs["claims"] != NOBODY
