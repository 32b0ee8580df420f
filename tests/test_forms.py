"""Every form of every page, sent empty and with nonsense: nothing is changed, and nothing typed is lost.

The forms are found in the pages of tests/browser/every_page.py; those of a page that is new are tried without
a word here.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.urls import resolve

from matches.accounts.models import User
from matches.play.models import Match
from matches.players.models import Player
from tests.answers import rows_of_everything
from tests.browser.every_page import looked_at, page_routes
from tests.conftest import NOON, work_off
from tests.factories import MatchFactory
from tests.nights import send_report
from tests.page_forms import FormField, FormsRead, PostForm
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.events.services import entry_add, tournament_create
from tournaments.ponds.models import Pond
from tournaments.ponds.services import pond_create

VIEWERS = ("staff", "director", "ann", "bob")

# Pages of strangers, of logins and passwords.
BESIDE = (
    *("/login/", "/signup/", "/account/password/", "/account/password/code/", "/account/password/reset/"),
    *("/account/email/", "/account/factors/totp/activate/", "/account/factors/webauthn/add/"),
)

# What is nonsense in a field, by its type; what is longer than a field takes comes besides.
NUMBERS, TIMES, CHOICES = ("number",), ("date", "time", "datetime-local", "month"), ("select", "radio")
NONSENSE: dict[str, dict[str, str]] = {
    "words": dict.fromkeys((*NUMBERS, *TIMES, *CHOICES, "email", "url"), "x <b>'y\""),
    "millions": dict.fromkeys(NUMBERS, "1000000") | {"hidden": "99999999999999999999"},
    "days that do not exist": {
        "date": "2026-02-30",
        "time": "25:61",
        "datetime-local": "2026-02-30T25:61",
        "month": "2026-13",
    },
    "control characters": dict.fromkeys(("text", "search", "textarea", "password"), "a\x00\x07\u202eb"),
    "a month long ago": {"date": "0001-01-01", "datetime-local": "0001-01-01T00:00"},
    "a month far away": {"date": "9999-12-31", "datetime-local": "9999-12-31T23:59"},
}

# Forms that may be sent empty, by what they do: every field may be left empty, and that means something.
MEANT_EMPTY: dict[str, str] = {}


@pytest.fixture(scope="module")
def evening(eventful, django_db_blocker):
    """The eventful night, with something that is open beside it: events, a pond, matches, a report."""
    with django_db_blocker.unblock(), transaction.atomic():
        club, director = Club.objects.get(name="Golden Club"), User.objects.get(username="director")
        ann, bob, cem = (Player.objects.get(name=name) for name in ("Ann", "Bob", "Cem"))
        User.objects.create_superuser("staff")
        coming = tournament_create(actor=director, club=club, name="Coming Cup", lengths=(5,))
        for player in (bob, cem):
            entry_add(actor=director, tournament_id=coming.pk, player=player)
        tournament_create(actor=director, club=club, name="Coming Pairs", lengths=(5,), entrants="doubles")
        pond_create(actor=director, club=club, name="Coming Pond")
        MatchFactory(one=ann, two=bob, created_by=director)
        send_report(MatchFactory(one=bob, two=ann, created_by=director), bob.user, lambda: NOON, score=(5, 2))
        work_off()
        yield
        transaction.set_rollback(True)


def addresses() -> Iterator[str]:
    """Of every page that is listed: for a row of each state of what it is about."""
    states = {
        kind: [*dict(model.objects.order_by("pk").values_list("state", "pk")).values()]
        for kind, model in (("tournaments", Tournament), ("matches", Match), ("ponds", Pond))
    }
    states["players"] = [Player.objects.get(name="Ann").pk]
    yield from BESIDE
    for name in looked_at():
        kinds = re.findall(r"([\w-]+)/<int:\w+>", page_routes()[name])
        tried = [states.get(kind, [1, 2, 3, 4]) for kind in kinds]
        firsts = tried[0] if tried else [0]
        for first in firsts:
            # Of what is named besides, the first that belongs to it.
            for second in range(1, 4 if len(kinds) > 1 else 2):
                numbers = iter((first, second, 1))
                yield re.sub(r"<int:\w+>", lambda _: str(next(numbers)), page_routes()[name])  # noqa: B023


def forms_of_pages(client) -> Iterator[tuple[str, PostForm]]:
    """Forms with the pages that they stand on, each kind of form once."""
    seen: set[object] = set()
    waiting = [*addresses()]
    visited = set()
    while waiting:
        address = waiting.pop(0)
        if address in visited:
            continue
        visited.add(address)
        answer = client.get(address)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        read = FormsRead(answer.content.decode(), address)
        if "?" not in address:
            ways = {link.partition("#")[0] for link in read.links if link.startswith(f"{address}?")}
            # Of ways to ask for the page, one of each kind: ?format=swiss.
            waiting += {re.sub("=[^&]*", "", way): way for way in sorted(ways)}.values()
        for form in read.forms:
            action = resolve(form.action.partition("?")[0]).url_name
            if action in ("set_language", "logout"):
                continue
            buttons = form.buttons or [("", "")]
            for button in buttons:
                kind = (action, frozenset(form.fields), *(button if button[0] in ("do", "agrees") else ()))
                if kind not in seen:
                    seen.add(kind)
                    yield address, form, button


def sendings(form: PostForm) -> Iterator[tuple[str, dict[str, str]]]:
    """What is sent, with what is wrong with it."""
    fields = [each for each in form.fields.values() if each.name != "csrfmiddlewaretoken"]
    hidden = {each.name: each.value or "" for each in fields if each.type == "hidden"}
    asked = [each for each in fields if each.type != "hidden"]
    yield "nothing", {**hidden, **{each.name: "" for each in asked if each.is_typed}}
    standing = {each.name: each.value for each in fields if each.value is not None and each.type != "file"}
    for what, values in NONSENSE.items():
        sent = {each.name: values[each.type] for each in fields if each.type in values}
        if sent:
            yield what, {**standing, **sent}
    long = {each.name: "x" * ((each.most or 300_000) + 1) for each in asked if each.type in ("text", "textarea")}
    if long:
        yield "too long", {**standing, **long}


def faults_of(client, form, button, what, sent) -> list[str]:
    body = {name: value for name, value in (*sent.items(), button) if name}
    answer = client.post(form.action, body)
    if answer.status_code >= 500:
        return [f"{answer.status_code}"]
    if answer.status_code in (403, 404) and what == "millions":
        return []
    if answer.status_code != 422:
        return [f"{answer.status_code} {answer.get('Location', '')}"]
    page = answer.content.decode()
    said = []
    typed = {each.name for each in form.fields.values() if each.is_typed and each.type != "password"}
    for name in typed & sent.keys():
        if html.escape(sent[name]) not in page and sent[name] not in html.unescape(page):
            said.append(f"{name} is lost")
    if 'role="alert"' not in page and 'aria-invalid="true"' not in page:
        said.append("no fault is shown")
    return said


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize("viewer", VIEWERS)
def test_bad_input_changes_nothing_and_loses_nothing(evening, client, viewer):
    client.force_login(User.objects.get(username=viewer))
    client.raise_request_exception = False
    said = defaultdict(list)
    for address, form, button in [*forms_of_pages(client)]:
        for what, sent in sendings(form):
            before = rows_of_everything()
            with transaction.atomic():
                faults = faults_of(client, form, button, what, sent)
                after = rows_of_everything()
                transaction.set_rollback(True)
            if after != before:
                faults.append(f"changed {[t for t in after if after[t] != before[t]]}")
            if faults:
                called = resolve(form.action.partition("?")[0]).url_name
                said[f"{viewer}, {address}, {called} {'='.join(button)}"].append(f"{what}: {', '.join(faults)}")
    with open(f"/tmp/fx/{viewer}.txt", "w") as out:
        for where, each in said.items():
            out.write(f"{where}\n" + "".join(f"    {one}\n" for one in each))
    assert not said
