"""Versions over the API: what is shown differs only where the version does, whatever was written; and reads
and edits that are conditional upon them."""

import json

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import get_resolver
from rest_framework.test import APIClient

from matches.accounts.api.scopes import api_views
from matches.base.api.throttling import throttle_counters
from matches.facts.kinds import subjects_by_topic
from tests.conftest import work_off
from tests.effort import few_of
from tests.operations import OPERATIONS
from tests.rows import made_once, rolled_back

from .permissions import Walk, cases_of, tags
from .world import two_clubs

pytestmark = pytest.mark.django_db

# Who may do most things comes first.
WRITERS = ("owner", "staff", "player", "anonymous")


@pytest.fixture(scope="module")
def walk(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield Walk(made_once("the two clubs", two_clubs))
        transaction.set_rollback(True)


def versioned_addresses(world):
    """Every address that answers with a version, of what the first club is about and some others."""
    own = {number for number in world.ours.things.values() if isinstance(number, int)}
    for route, view in api_views(get_resolver().url_patterns):
        kind = getattr(view, "version_kind", None)
        if kind is None:
            continue
        rows = subjects_by_topic()[kind].model.objects.order_by("pk").values_list("pk", flat=True)
        for number in {*rows.filter(pk__in=own)[:12], *rows[:3]}:
            address = "/" + route.replace("<int:pk>", str(number)).replace("<int:number>", "1")
            assert "<" not in address, route
            yield address


def answers(client, addresses):
    """What is answered at each address, and with which tag."""
    cache.clear()
    found = {}
    for count, address in enumerate(addresses):
        if count % 200 == 0:
            throttle_counters().flushdb()
        response = client.get(address)
        found[address] = response.content, response.get("ETag", "")
    return found


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
            faults += [
                f"{answer.sent}: {address} {differences(content, after[address][0])}"
                for address, (content, its_tag) in before.items()
                if after[address][0] != content and after[address][1] == its_tag
            ]
    assert not faults, "\n".join(faults)


def differences(before, after):
    """The values that differ, by where they stand."""
    one, two = (dict(flattened(json.loads(content))) for content in (before, after))
    return {
        place: (one.get(place), two.get(place))
        for place in one.keys() | two.keys()
        if one.get(place) != two.get(place)
    }


def flattened(value, place=""):
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from flattened(inner, f"{place}/{name}")
    else:
        yield place, value


def test_what_has_a_tag_is_the_same_for_everybody(walk):
    addresses = few_of(list(versioned_addresses(walk.world)))
    found = {who: answers(client, addresses) for who, client in walk.clients.items() if who != "program"}
    for address in addresses:
        if "/players/" not in address:
            assert len({found[who][address][0] for who in found}) == 1, address
