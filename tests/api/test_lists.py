"""Every list of the API is read alike: in pages, in the orders that the document has."""

import re

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from matches.base.api.throttling import throttle_counters
from tests.databases import PROJECT
from tests.effort import EFFORT, few_of
from tests.operations import OPENAPI, OPERATIONS
from tests.rows import made_once

from .cases import two_clubs
from .permissions import Walk, cases_of, filled_address

READERS = ("staff", "owner", "player", "director")


def answer_of(operation):
    """The schema of what an operation answers when all is well."""
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    schemas = [kind["schema"] for answer in answers for kind in answer.get("content", {}).values()]
    schema = schemas[0] if schemas else {}
    name = schema.get("$ref", "").rpartition("/")[2]
    return OPENAPI["components"]["schemas"][name] if name else schema


def parameters(operation):
    return {each["name"]: each for each in operation.get("parameters", ()) if each.get("in") == "query"}


READS = [(path, operation) for method, path, operation in OPERATIONS if method == "get"]
PAGED = [
    (path, operation) for path, operation in READS if "results" in answer_of(operation).get("properties", {})
]


# What is answered whole: each is one thing, and ends.
CHOICES = "what there is to choose, as long as what is registered"
DOCUMENTS = {
    "/event-presets/": CHOICES,
    "/formats/": CHOICES,
    "/ladder-kinds/": CHOICES,
    "/ladder-presets/": CHOICES,
    "/tiebreaks/": CHOICES,
    "/solo/bots/": CHOICES,
    "/search/": "a few of each kind, the best first",
    "/ladders/{id}/opponents/": "a ladder as one of its members sees it, whose places count together",
    "/tournaments/{id}/bracket/": "a bracket, of which a part says nothing",
    "/tournaments/{id}/play-offs/": "what has to be decided, together",
    "/tournaments/{id}/rating-pools/": "a setting, which is sent whole too: 20 at most",
    "/tournaments/{id}/results/": "the sheet on which results are entered",
    "/tournaments/{id}/standings/": "a table, of which each row says what the others leave",
}


def test_what_has_no_end_comes_in_pages_and_what_is_one_thing_comes_whole():
    arrays = [path for path, operation in READS if answer_of(operation).get("type") == "array"]
    whole = [path.removeprefix("/api/v1") for path in arrays]
    assert sorted(whole) == sorted(DOCUMENTS)


def test_the_page_names_what_comes_whole():
    text = (PROJECT / "docs" / "api.md").read_text()
    (paragraph,) = re.findall(r"^- \*\*Whole\*\*.*?(?=^- \*\*)", text, re.MULTILINE | re.DOTALL)
    named = re.findall(r"`(/[a-z{}/-]+/)`", paragraph)
    assert sorted(named) == sorted(DOCUMENTS)


def test_every_page_takes_the_same_parameters():
    wrong = []
    for path, operation in PAGED:
        taken = parameters(operation)
        if not {"cursor", "page_size", "ordering"} <= taken.keys():
            wrong.append(f"{path}: {[*taken]}")
            continue
        names = taken["ordering"]["schema"]["enum"]
        if {name.removeprefix("-") for name in names} != {
            name for name in names if f"-{name}" in names
        } or "default" in taken["ordering"]["schema"]:
            wrong.append(f"{path}: {names}")
    assert wrong == []
    assert len(PAGED) > 30


@pytest.fixture(scope="module")
def walk(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield Walk(made_once("the two clubs", two_clubs))
        transaction.set_rollback(True)


class Reader:
    """Somebody who reads a list from one end to the other."""

    def __init__(self, client: APIClient, address: str) -> None:
        self.client, self.address = client, address
        self.rows = []

    def page(self, address):
        throttle_counters().flushdb()
        answer = self.client.get(address)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def whole(self, ordering=""):
        return self.page(f"{self.address}&page_size=200&ordering={ordering}")["results"]

    def walked(self, ordering, size):
        """The rows page by page; and the same on the way back."""
        there, back = [], []
        page = self.page(f"{self.address}&page_size={size}&ordering={ordering}")
        while True:
            there += page["results"]
            if page["next"] is None:
                break
            page = self.page(page["next"])
        while True:
            back = page["results"] + back
            if page["previous"] is None:
                return there, back
            page = self.page(page["previous"])


def reader_of(walk, path, operation):
    """Who of those that may read the list finds several rows in it, or any."""
    found = None
    for who in READERS:
        case = cases_of("get", path)[0]
        things = walk.world.ours.things | walk.world.ours.of.get(who, {})
        reader = Reader(walk.clients[who], f"{filled_address(path, operation, case, things, things)}?")
        if reader.client.get(reader.address).status_code == 200:
            found = found if found and found.rows else reader
            reader.rows = reader.whole()
            if len(reader.rows) > 1:
                return reader
    return found


@pytest.mark.django_db
@pytest.mark.long
def test_in_every_order_each_row_comes_once_there_and_back(walk):
    """And the reverse of an order is the reverse."""
    wrong, of_several = [], 0
    for path, operation in few_of(PAGED, 5):
        reader = reader_of(walk, path, operation)
        if reader is None:
            wrong.append(f"{path}: nobody of {READERS} may read it")
            continue
        of_several += len(reader.rows) > 1
        names = parameters(operation)["ordering"]["schema"]["enum"]
        found = {name: reader.whole(name) for name in names}
        if reader.rows != found[names[0]]:
            wrong.append(f"{path}: does not come in the order {names[0]} by itself")
        for name, whole in found.items():
            if whole[::-1] != found[name[1:] if name.startswith("-") else f"-{name}"]:
                wrong.append(f"{path}: {name} is not the reverse")
            size = len(whole) // 2 or 1
            if reader.walked(name, size) != (whole, whole):
                wrong.append(f"{path}: {name} in pages of {size} is not the whole")
    assert wrong == []
    assert EFFORT == 1 or of_several > 15
