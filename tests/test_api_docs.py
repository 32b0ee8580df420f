"""docs/api.md keeps its word: its examples are played in order, its tables compared with the service.

On the page the numbers of rows have three digits, and stand for the numbers that the rows have here; days
count from TODAY, `...` stands for whatever is left out, `$ann` for a token of the login `ann`. What is shown
without `...` is shown whole.
"""

import json
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.urls import resolve
from rest_framework.test import APIClient

from config.demo import ClubNight
from matches.accounts.api.scopes import ANY, DIRECT, OPEN, PUBLIC, Needed, scopes_needed
from matches.accounts.models import Token
from matches.accounts.services import token_issue
from tests.config.stack import PROJECT
from tests.conftest import work_off
from tests.factories import UserFactory
from tests.operations import OPERATIONS

PAGE = (PROJECT / "docs" / "api.md").read_text()
TODAY = date(2026, 12, 1)
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?Z")
DAY = re.compile(r"\b\d{4}-\d\d-\d\d(?=[T&\"]|$)")
# The members in which an answer first names a row, or a preview.
NAMING = {"id", "match", "matches", "report", "ruling", "appeal", "token"}
LEFT_OUT = "..."


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


class Example:
    """A request of the page, and the answer shown to it."""

    def __init__(self, text: str) -> None:
        asked, status, answered = re.split(r"^HTTP/1\.1 (\d+) .*\n", text, maxsplit=1, flags=re.MULTILINE)
        self.request, headers, self.body = parted(asked)
        self.method, self.path = self.request.split(" ")
        self.headers = dict(line.split(": ", 1) for line in headers)
        self.status = int(status)
        lines, _, shown = f"\n{answered}".partition("\n\n")
        self.shown_headers = dict(line.split(": ", 1) for line in lines.strip().splitlines())
        self.shown = shown.strip()

    def __str__(self) -> str:
        return self.request


def parted(text: str) -> tuple[str, list[str], str]:
    """The first line, the headers, and the body of a request."""
    head, _, body = text.partition("\n\n")
    first, *headers = head.splitlines()
    return first, headers, body.strip()


def read(text: str) -> Any:
    """JSON in which `...` stands for what is left out of an object or a list."""
    found, opened = [], []
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|\.\.\.|[][{}]|[^][{}".]+|\.', text):
        if token in ("{", "["):
            opened.append(token)
        elif token in ("}", "]"):
            opened.pop()
        elif token == LEFT_OUT:
            token = f'"{LEFT_OUT}": true' if opened[-1] == "{" else f'"{LEFT_OUT}"'
        found.append(token)
    return json.loads("".join(found))


class Reader:
    """Somebody who follows the page from its first example to its last.

    `known` are the numbers of the page with those of here, and the tokens of previews.
    """

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}
        self.tokens: dict[str, str] = {}
        # The tags that answers had, by what the page calls them.
        self.tags: dict[str, str] = {}
        self.later = datetime.now(UTC).date() - TODAY
        for login in re.findall(r"`\$(\w+)`", PAGE):
            if login != "mia":  # whose registration the page shows
                user = UserFactory(username=login, is_staff=login == "director")
                self.tokens[login] = token_issue(user=user, name="page", scopes=Token.Scope.values)[1]

    def follow(self, example: Example) -> list[str]:
        """What the service answers otherwise than the page says."""
        response = self.send(example)
        work_off()
        if response.status_code != example.status:
            return [f"{example}: {response.status_code} {response.content.decode()}"]
        if example.request == "POST /api/v1/tokens/":
            self.tokens.setdefault(json.loads(example.body)["login"], response.json()["token"])
        if response.status_code == 304:
            wrong = [response.content.decode()] if response.content else []
        elif response.get("Content-Type", "").endswith("json"):
            wrong = list(self.differ(read(example.shown), response.json()))
        else:
            lines = response.content.decode().splitlines()
            wrong = ["\n".join(lines)] if lines != self.here(example.shown).splitlines() else []
        for name, shown in example.shown_headers.items():
            if shown.startswith('"$') and response.get(name):
                self.tags[shown] = response[name]
            elif self.here(shown) != response.get(name):
                wrong.append(f"{name}: {response.get(name)}")
        return [f"{example}: {each}" for each in wrong]

    def send(self, example: Example) -> Any:
        client = APIClient()
        headers = {name: self.tags.get(value, value) for name, value in example.headers.items()}
        if login := headers.pop("Authorization", "").removeprefix("Bearer $"):
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.tokens[login]}")
        kind = headers.pop("Content-Type", "application/json")
        body = self.here(example.body)
        if kind == "application/json" and body:
            body = json.dumps(self.mapped(json.loads(body)))
        return client.generic(
            example.method, self.here(example.path), body, content_type=kind, headers=headers
        )

    def here(self, text: str) -> str:
        """A text of the page with the days and the numbers in its addresses as they are here."""
        text = DAY.sub(lambda day: str(date.fromisoformat(day[0]) + self.later), text)
        return re.sub(
            r"(?:(?<=[/=,\n])|^)\d{3}(?=[/&,.\n]|$)",
            lambda number: str(self.known.get(int(number[0]), number[0])),
            text,
        )

    def mapped(self, sent: Any) -> Any:
        """The body of a request with the numbers of the rows as they are here."""
        if isinstance(sent, dict):
            return {str(self.mapped(maybe_number(name))): self.mapped(value) for name, value in sent.items()}
        if isinstance(sent, list):
            return [self.mapped(value) for value in sent]
        return sent if isinstance(sent, bool | float) else self.known.get(sent, sent)

    def differ(self, shown: Any, answer: Any, name: str = "") -> Any:
        """Where an answer is otherwise than the page shows it; learns what rows are called here."""
        if isinstance(shown, dict) and isinstance(answer, dict):
            whole = LEFT_OUT not in shown
            if missing := shown.keys() - answer.keys() - {LEFT_OUT}:
                yield f"{name}: there is no {sorted(missing)}"
            if whole and (more := answer.keys() - shown.keys()):
                yield f"{name}: there is {sorted(more)} as well"
            for each in shown.keys() & answer.keys():
                yield from self.differ(shown[each], answer[each], each)
        elif isinstance(shown, list) and isinstance(answer, list):
            cut = LEFT_OUT in shown
            rows = [row for row in shown if row != LEFT_OUT]
            if len(answer) < len(rows) or (len(answer) > len(rows) and not cut):
                yield f"{name}: {len(answer)} instead of {len(rows)}"
            for row, there in zip(rows, answer, strict=False):
                yield from self.differ(row, there, name)
        elif not self.same(shown, answer, name):
            yield f"{name}: {json.dumps(answer)}, and not {json.dumps(shown)}"

    def same(self, shown: Any, answer: Any, name: str) -> bool:
        if isinstance(shown, str) and isinstance(answer, str):
            if TIME.fullmatch(shown):
                return bool(TIME.fullmatch(answer))
            if name == "token" and LEFT_OUT not in shown:
                return bool(self.known.setdefault(shown, answer) == answer)
            pattern = ".+".join(map(re.escape, self.here(shown).split(LEFT_OUT)))
            return bool(re.fullmatch(pattern, answer, re.DOTALL))
        if not isinstance(shown, int | float) or isinstance(shown, bool):
            return bool(shown == answer)
        if not isinstance(answer, int | float) or isinstance(answer, bool):
            return False
        if isinstance(shown, float):
            return round(answer, len(str(shown).partition(".")[2])) == shown
        if name in NAMING and 100 <= shown <= 999:
            self.known.setdefault(shown, answer)
        return bool(self.known.get(shown, shown) == answer)


def maybe_number(name: str) -> Any:
    return int(name) if re.fullmatch(r"\d{3}", name) else name


class InProcess:
    """The demo's way to the service, through the test client; workers do what is due after each request."""

    def __init__(self, token: str) -> None:
        self.client = APIClient()
        self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query).json()

    def rows_of(self, path: str) -> Any:
        return self.get(path, page_size=200)["results"]

    def post(self, path: str, **body: Any) -> Any:
        response = self.client.post(f"/api/v1/{path}", body)
        assert response.status_code == 201, response.content
        work_off()
        return response.json()


@pytest.mark.django_db
def test_the_examples_answer_as_the_page_shows():
    reader = Reader()
    ClubNight(InProcess(reader.tokens["director"])).set_up_tournament()
    wrong = []
    for block in blocks("http"):
        wrong += reader.follow(Example(block))
    assert not wrong, "\n".join(wrong)


def operations() -> dict[tuple[str, str], str]:
    """Every request of the tables, with who may send it."""
    rows = re.findall(r"^\| `([A-Z]+) (/\S+)` \| .+ \| (.+) \|$", PAGE, re.MULTILINE)
    assert len({row[:2] for row in rows}) == len(rows), "a request stands in two tables"
    return {(method, path): who for method, path, who in rows}


def test_every_operation_has_its_row():
    there = {(method.upper(), path.removeprefix("/api/v1")) for method, path, _ in OPERATIONS}
    assert {"missing": there - operations().keys(), "gone": operations().keys() - there} == {
        "missing": set(),
        "gone": set(),
    }


def test_the_rows_name_the_scopes_that_an_operation_takes():
    wrong = {}
    for (method, path), who in operations().items():
        address = re.sub(r"{what}", "entries", re.sub(r"{(?!what)\w+}", "1", path))
        needed = scopes_needed(resolve(f"/api/v1{address}").func.cls, method)
        named = re.findall(rf"`({'|'.join(Token.Scope.values)})`", who)
        usual = PUBLIC if method == "GET" else DIRECT
        said = Needed(tuple(named)) if named else OPEN if "no token" in who else usual
        if "any token" in who:
            said = ANY
        if said != needed:
            wrong[method, path] = needed
    assert wrong == {}


def test_the_errors_of_the_sections_are_explained_with_that_status():
    explained = (PROJECT / "docs" / "errors.md").read_text()
    statuses = dict(re.findall(r"^\| `(\w+)` \| (?:(\d{3}) \|)?", explained, re.MULTILINE))
    wrong = []
    for paragraph in re.findall(r"^Errors.*?(?=\n\n|\Z)", PAGE, re.MULTILINE | re.DOTALL):
        parts = re.sub(r"\((?!\d{3})[^)]*\)", "", paragraph).split("At the report's address")
        *groups, rest = re.split(r"\((\d{3})[^)]*\)", parts[0])
        for codes, status in zip(groups[::2], groups[1::2], strict=True):
            wrong += [
                code for code in re.findall(r"`(\w+)`", codes) if statuses.get(code) not in (status, "")
            ]
        wrong += [code for code in re.findall(r"`(\w+)`", rest) if code not in statuses]
        for late in parts[1:]:
            wrong += [code for code in re.findall(r"`(\w+)`", late) if code not in statuses]
    assert wrong == []
