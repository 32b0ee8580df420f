"""Every form of every page, sent empty and with nonsense: nothing is changed, and nothing typed is lost.

The forms are found in the pages of tests/browser/every_page.py; those of a page that is new are tried without
a word here.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.urls import resolve

from matches.accounts.models import User
from matches.facts.versions import current_version
from matches.play.models import Match
from matches.players.models import Player
from matches.ratings.models import RatingPool
from tests.answers import rows_of_everything
from tests.browser.every_page import PLAYER, looked_at, page_routes
from tests.conftest import NOON, work_off
from tests.effort import EFFORT, few_of
from tests.factories import MatchFactory
from tests.nights import send_report
from tests.page_forms import FormsRead, PostForm, log_in
from tests.rows import rolled_back
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.events.services import entry_add, tournament_create
from tournaments.ladders.models import Ladder
from tournaments.leagues.models import League
from tournaments.ponds.models import Pond
from tournaments.ponds.services import pond_create
from tournaments.venues.models import Venue

JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")

# Who sees every form there is: the director, who is of the staff here, and a player.
VIEWERS = ("director", "ann")

# Pages of strangers, of logins and passwords.
BESIDE = (
    *("/login/", "/signup/", "/account/password/", "/account/password/code/", "/account/password/reset/"),
    *("/account/email/", "/account/factors/totp/activate/", "/account/factors/webauthn/add/"),
)

# The pages of logins whose faults are shown by allauth's views, with 200.
OF_ALLAUTH = {"mfa_activate_totp", "mfa_add_webauthn", "account_change_password"}

# Letters, where a field does not say how many it takes.
LONGER = 300_000

# What is nonsense in a field, by its type; what is longer than a field takes comes besides.
NUMBERS, TIMES, CHOICES = ("number",), ("date", "time", "datetime-local", "month"), ("select", "radio")
NONSENSE: dict[str, dict[str, str]] = {
    "words": dict.fromkeys((*NUMBERS, *TIMES, *CHOICES, "email", "url"), "x <b>'y\""),
    "millions": dict.fromkeys(NUMBERS, "99999999999999999999"),
    "days that do not exist": {
        "date": "2026-02-30",
        "time": "25:61",
        "datetime-local": "2026-02-30T25:61",
        "month": "2026-13",
    },
    "control characters": dict.fromkeys(("text", "search", "textarea", "password"), "a\x00\x07\u202eb"),
    "hidden millions": {"hidden": "99999999999999999999"},
    "hidden control characters": {"hidden": "a\x00\x07\u202eb"},
    "a month long ago": {"date": "0001-01-01", "datetime-local": "0001-01-01T00:00"},
    "a month far away": {"date": "9999-12-31", "datetime-local": "9999-12-31T23:59"},
}

# What is tried with each button of a form; the rest with the first one.
OF_EVERY_BUTTON = {"nothing", "control characters", "a month long ago"}

# What may be sent all the same, by the form and what was sent, and what it means.
MEANT: dict[tuple[str, str], str] = {
    ("club-member-end", "nothing"): "the membership ends today; a reason may be left out",
    ("club-apply", "nothing"): "the word to the club may be left out",
    ("club-proposal-answer agrees=yes", "nothing"): "the reason may be left out",
    ("club-proposal-answer agrees=no", "nothing"): "the reason may be left out",
    ("club-picture remove=yes", "nothing"): "the button alone says it",
    ("club-logo", "nothing"): "the notice says that nothing was changed",
    ("club-logo remove=yes", "nothing"): "the button alone says it",
    **{
        (f"{kind}-remove", "nothing"): "the reason may be left out; the notice takes it back"
        for kind in ("tournament", "club")
    },
    ("mfa_add_webauthn", "too long"): "the passkey is at fault; its name may be of any length",
    ("record-begin", "nothing"): "the button alone says it",
    ("schedule", "nothing"): "it is not said any more when the match is played",
    ("desk-schedule", "nothing"): "it is not said any more when the match is played",
    ("desk-slip", "nothing"): "an empty line is nothing: the desk stays as it is",
    ("desk-slip", "control characters"): "a name is looked for, and its match opened; nothing is entered",
    **{
        ("league-season do=more", what): "asks for more lines; what was typed comes back in them"
        for what in ("nothing", "control characters", "too long")
    },
    **{
        (f"{kind}-picture", "nothing"): "the notice says that nothing was changed"
        for kind in ("club", "tournament", "pond", "rating-pool", "venue", "ladder", "league")
    },
}
# Of these, what depends on who is called how, and plays whom; and on which club's page is the first.
SOMETIMES = {
    ("desk-slip", "control characters"),
    ("club-picture", "nothing"),
    ("club-logo", "nothing"),
    ("club-logo remove=yes", "nothing"),
    ("club-remove", "nothing"),
}


@pytest.fixture(scope="module")
def evening(eventful, django_db_blocker):
    """The eventful night, with something that is open beside it: events, a pond, matches, a report."""
    with django_db_blocker.unblock(), transaction.atomic():
        club, director = Club.objects.get(name="Golden Club"), User.objects.get(username="director")
        ann, bob, cem = (Player.objects.get(name=name) for name in ("Ann", "Bob", "Cem"))
        User.objects.filter(pk=director.pk).update(is_staff=True)
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


def addresses(viewer: str) -> Iterator[str]:
    """Of every page that is listed for such a viewer: for a row of each state of what it is about."""
    states = {
        kind: [*dict(model.objects.order_by("pk").values_list("state", "pk")).values()]
        for kind, model in (("tournaments", Tournament), ("matches", Match), ("ponds", Pond))
    }
    few = {"clubs": Club, "ladders": Ladder, "leagues": League, "ratings": RatingPool, "venues": Venue}
    for kind, rows in few.items():
        states[kind] = [*rows.objects.order_by("pk").values_list("pk", flat=True)[:4]]
    states["players"] = [Player.objects.get(name="Ann").pk]
    yield from BESIDE
    for name, lookers in looked_at().items():
        if viewer == "ann" and PLAYER not in lookers:
            continue
        kinds = re.findall(r"([\w-]+)/<int:\w+>", page_routes()[name])
        tried = [states.get(kind, [1, 2, 3, 4]) for kind in kinds]
        firsts = tried[0] if tried else [0]
        for first in firsts:
            # Of what is named besides, the first that belongs to it.
            for second in range(1, 4 if len(kinds) > 1 else 2):
                numbers = iter((first, second, 1))
                yield re.sub(r"<int:\w+>", lambda _: str(next(numbers)), page_routes()[name])  # noqa: B023


def forms_of_pages(client, viewer: str, seen: set[object]) -> Iterator[tuple[str, PostForm, tuple[str, str]]]:
    """Forms with the pages that they stand on and what their buttons send, each kind of form once."""
    # Some pages with all their forms, not some forms of all pages: to look at a page takes the longest.
    waiting = few_of(addresses(viewer), 5)
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


def sendings(form: PostForm) -> Iterator[tuple[str, dict[str, str], set[str]]]:
    """What is sent, with what is wrong with it, and in which fields."""
    fields = [each for each in form.fields.values() if each.name != "csrfmiddlewaretoken"]
    asked = [each for each in fields if each.type != "hidden"]
    hidden = {each.name: each.value or "" for each in fields if each.type == "hidden"}
    if asked:
        yield "nothing", {**hidden, **{each.name: "" for each in asked if each.is_typed}}, set()
    standing = {each.name: each.value for each in fields if each.value is not None and each.type != "file"}
    for what, values in NONSENSE.items():
        sent = {each.name: values[each.type] for each in fields if each.type in values}
        if sent:
            yield what, {**standing, **sent}, set(sent)
    long = {
        each.name: "x" * ((each.most or 300_000) + 1) for each in asked if each.type in ("text", "textarea")
    }
    if long:
        yield "too long", {**standing, **long}, set(long)


class Written:
    """Whether anything was written meanwhile, kept or not: only then tables are compared."""

    found = False

    def __call__(self, execute, sql, params, many, context):
        self.found |= bool(re.match(r"\s*(INSERT|UPDATE|DELETE)\b(?!.*django_session)", sql))
        return execute(sql, params, many, context)

    def __bool__(self) -> bool:
        return self.found


def faults_of(client, form, button, what, sent, wrong) -> list[str]:
    """What the service does with a sending that it should not do."""
    body = {"csrfmiddlewaretoken": "x", **sent, **dict([button] if button[0] else [])}
    answer = client.post(form.action, body)
    if answer.status_code >= 500:
        return [f"answers {answer.status_code}"]
    if what.startswith("hidden"):
        return []
    asked = [each for each in form.fields.values() if each.type != "hidden"]
    typed = {each.name for each in asked if each.is_typed and each.type != "password"}
    if answer.status_code == 302 and not typed:
        # Nothing that could be lost: the next page may say it.
        answer = client.get(answer["Location"])
    elif answer.status_code != (
        200 if resolve(form.action.partition("?")[0]).url_name in OF_ALLAUTH else 422
    ):
        return [f"answers {answer.status_code} {answer.get('Location', '')}"]
    page = answer.content.decode()
    read, shown = FormsRead(page, form.action), html.unescape(page)
    said = [f"{name} is lost" for name in typed & sent.keys() if sent[name] not in shown]
    fields = [each for one in read.forms for each in one.fields.values() if each.faulty]
    faults = {each.name: read.fault_of(each) for each in fields}
    if not any(faults.values()) and not read.alerts:
        said.append("no fault is shown")
    if wrong and typed and not wrong & {name for name, fault in faults.items() if fault}:
        said.append(f"no fault beside {', '.join(sorted(wrong))}")
    english = [fault for fault in (*faults.values(), *read.alerts) if fault and not JAPANESE.search(fault)]
    return said + [f"says in English: {fault}" for fault in english]


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.timeout(300)
def test_bad_input_changes_nothing_and_loses_nothing(evening, client):
    client.raise_request_exception = False
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    said, meant, tried, sent_before = defaultdict(list), set(), set(), set()
    for viewer in VIEWERS:
        log_in(client, User.objects.get(username=viewer))
        # What was set up is all written: no form is blamed for it.
        current_version("club-0")
        before = rows_of_everything()
        for address, form, button in [*forms_of_pages(client, viewer, tried)]:
            called = " ".join(
                [resolve(form.action.partition("?")[0]).url_name, "=".join(button).strip("=")]
            ).strip()
            fields = (form.action, frozenset(form.fields))
            for what, sent, wrong in few_of(sendings(form), 2):
                if fields in sent_before and what not in OF_EVERY_BUTTON:
                    continue
                with rolled_back(), connection.execute_wrapper(written := Written()):
                    faults = faults_of(client, form, button, what, sent, wrong)
                    after = rows_of_everything() if written else before
                if not what.startswith("hidden"):
                    changed = [table for table in after if after[table] != before[table]]
                    faults += [f"changes {', '.join(changed)}"] if changed else []
                if faults and (called, what) in MEANT:
                    meant.add((called, what))
                elif faults:
                    said[f"{viewer}, {address}, {called}"].append(f"{what}: {'; '.join(faults)}")
            sent_before.add(fields)
    assert not said, "\n".join(f"{where}\n    " + "\n    ".join(each) for where, each in said.items())
    # Only where everything is sent.
    if EFFORT > 1:
        assert MEANT.keys() - meant <= SOMETIMES, "these are refused by now"
