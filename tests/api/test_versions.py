"""Versions over the API: what is shown differs only where the version does, whatever was written; and reads
and edits that are conditional upon them."""

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from tests.conftest import work_off
from tests.effort import few_of
from tests.operations import OPERATIONS
from tests.rows import made_once, rolled_back

from .permissions import Walk, cases_of, tags
from .tags import answers, untold, versioned_addresses
from .world import two_clubs

pytestmark = pytest.mark.django_db

# Who may do most things comes first.
WRITERS = ("owner", "staff", "player", "anonymous")


@pytest.fixture(scope="module")
def walk(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield Walk(made_once("the two clubs", two_clubs))
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def before(walk):
    """What is answered before anything is written."""
    return answers(APIClient(), versioned_addresses(walk.world))


@pytest.fixture(scope="module")
def drawn():
    """The operations that write, or some of them, each of which takes seconds."""
    return few_of([each for each in OPERATIONS if each[0] != "get"], 12)


@pytest.mark.parametrize("tag", tags())
def test_whatever_is_written_a_tag_is_of_one_content(walk, before, drawn, tag):
    """Each operation that writes, and all that workers do of it; then every answer with a tag of before."""
    faults = []
    for method, path, operation in (each for each in drawn if each[2]["tags"][0] == tag):
        for case in cases_of(method, path):
            for who in WRITERS:
                with rolled_back():
                    if case.before:
                        case.before(walk.world.ours)
                    things = walk.world.ours.things | walk.world.ours.of.get(who, {})
                    answer = walk.send(who, method, path, operation, case, things, things, things)
                    if answer.status >= 400:
                        continue
                    work_off()
                    after = answers(APIClient(), before)
                break
            else:
                continue
            faults += [f"{answer.sent}: {each}" for each in untold(before, after)]
    assert not faults, "\n".join(faults)


def test_what_has_a_tag_is_the_same_for_everybody(walk):
    addresses = few_of(list(versioned_addresses(walk.world)))
    found = {who: answers(client, addresses) for who, client in walk.clients.items() if who != "program"}
    for address in addresses:
        if "/players/" not in address:
            assert len({found[who][address][0] for who in found}) == 1, address
