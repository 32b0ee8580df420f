"""Every operation, by everybody, on the own, a foreign and an absent object: what the service answers.

docs/permissions.md has it, a section for every tag of the OpenAPI document.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework.test import APIClient

from matches.base.api.throttling import throttle_counters
from tests.databases import PROJECT
from tests.effort import few_of
from tests.operations import OPENAPI, OPERATIONS
from tests.rows import rolled_back

from .cases import CASES, Case
from .world import PEOPLE, ClubWorld, Things, World

COLUMNS = ("anonymous", *PEOPLE, "staff")
# Who tries the other club's rows.
STRANGERS = ("player", "owner")
PAGE = PROJECT / "docs" / "permissions.md"
# A number that no row has.
NOBODY = 999_999_999

Operation = dict[str, Any]
Problem = dict[str, Any]

_components = OPENAPI["components"]["schemas"]


@dataclass(frozen=True)
class Answer:
    """status: of HTTP. problem: what was refused, with every number out of it. sent: what led there."""

    status: int
    problem: Problem
    sent: str

    @property
    def word(self) -> str:
        """`(yes)`: the caller may, but it cannot be done."""
        code = self.problem.get("code", "")
        if self.status in (401, 403):
            return "no"
        if code.startswith("unknown_") and code not in ("unknown_field", "unknown_parameter"):
            return "unknown"
        if self.status == 404:
            return "hidden"
        if self.status in (409, 422):
            return "(yes)"
        return "yes" if self.status < 300 else f"{self.status}!"


@dataclass(frozen=True)
class Row:
    """One case of an operation, and what everybody is answered.

    own: by who asks, where all of it belongs to their own club. foreign: what two of its people are answered
    where all belongs to the other club. mixed: likewise, where the address leads into their own club and what
    it ends in, or what is sent, is the other's. absent: where the address ends in a number that no row has,
    or, if it has none, what is sent does. inside: likewise, in their own club.
    """

    method: str
    path: str
    note: str
    scopes: str
    own: dict[str, Answer]
    foreign: dict[str, Answer]
    mixed: dict[str, Answer]
    absent: dict[str, Answer]
    inside: dict[str, Answer]

    @property
    def operation(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def answers(self) -> list[Answer]:
        kinds = (self.own, self.foreign, self.mixed, self.absent, self.inside)
        return [answer for answers in kinds for answer in answers.values()]

    @property
    def alike(self) -> bool:
        """Whether strangers cannot know from the answer whether there is such a row."""
        pairs = [(self.foreign[who], self.absent[who]) for who in self.foreign]
        pairs += [(self.mixed[who], self.inside[who]) for who in self.inside]
        return all((one.status, one.problem) == (two.status, two.problem) for one, two in pairs)

    @property
    def cells(self) -> list[str]:
        label = f"`{self.operation}`" + (f" {self.note}" if self.note else "")
        words = [self.own[column].word if column in self.own else "" for column in COLUMNS]
        others = [in_one_cell(answers) for answers in (self.foreign, self.mixed, self.absent)]
        return [label, self.scopes, *words, *others, "alike" if self.foreign and self.alike else ""]


def in_one_cell(answers: dict[str, Answer]) -> str:
    """One word where both are answered alike, else that of the player and that of the owner."""
    return " / ".join(dict.fromkeys(answer.word for answer in answers.values()))


def tags() -> list[str]:
    return sorted({operation["tags"][0] for _, _, operation in OPERATIONS})


def scopes_of(operation: Operation) -> str:
    """As the document has them: `public`, or the scopes of which a token holds one."""
    named = [" or ".join(each.get("bearer", ())) or "public" for each in operation.get("security", [{}])]
    return "public" if "public" in named else " or ".join(named)


def cases_of(method: str, path: str) -> list[Case]:
    return CASES.get(f"{method.upper()} {path.removeprefix('/api/v1')}", [Case()])


class Walk:
    """The requests of one tag over the two clubs."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.clients = {"anonymous": APIClient(), **{who: self.client(who) for who in world.ours.secrets}}

    def client(self, who: str) -> APIClient:
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.world.ours.secrets[who]}")
        return client

    def rows(self, tag: str, *, few: bool = False) -> list[Row]:
        """few: of some of the operations, at random."""
        found = [each for each in OPERATIONS if each[2]["tags"][0] == tag]
        if few:
            drawn = few_of(range(len(found)))
            found = [found[at] for at in sorted(drawn)]
        return [self.row(*each, case) for each in found for case in cases_of(*each[:2])]

    def row(self, method: str, path: str, operation: Operation, case: Case) -> Row:
        ours, theirs = self.world.ours, self.world.theirs
        scopes = scopes_of(operation)
        numbers = len(re.findall(r"{(?!what)", path))
        sends_numbers = any(is_number(value) for value in sent_things(case, ours.things))

        def ask(who: str, club: ClubWorld, *things: Things) -> Answer:
            """`things`: those of the address but its end, of its end, and of what is sent."""
            with rolled_back():
                if case.before:
                    case.before(club)
                return self.send(who, method, path, operation, case, *things)

        def asked(columns: Sequence[str], club: ClubWorld, *of: Callable[[str], Things]) -> dict[str, Answer]:
            return {who: ask(who, club, *(things(who) for things in of)) for who in columns}

        def own(who: str) -> Things:
            return ours.things | ours.of.get(who, {})

        def foreign(who: str) -> Things:
            return theirs.things | theirs.of.get(who, {})

        def absent(who: str) -> Things:
            return absent_things(theirs.things)

        # What is public is read alike by everybody.
        is_public_read = scopes == "public" and method == "get"
        has_others = bool(numbers or sends_numbers) and scopes != "public"
        strangers = STRANGERS if has_others else ()
        lookers = ("anonymous",) if is_public_read and numbers else strangers
        nested = has_others and numbers > 1
        mixes = nested or (has_others and numbers and sends_numbers)
        return Row(
            method.upper(),
            path.removeprefix("/api/v1"),
            case.note,
            scopes,
            own=asked(COLUMNS[:1] if is_public_read else COLUMNS, ours, own, own, own),
            foreign=asked(strangers, theirs, foreign, foreign, foreign),
            mixed=asked(strangers if mixes else (), theirs, own, foreign if nested else own, foreign),
            absent=asked(lookers, theirs, foreign, absent, foreign if numbers else absent),
            inside=asked(strangers if nested else (), theirs, own, absent, foreign),
        )

    def send(
        self,
        who: str,
        method: str,
        path: str,
        operation: Operation,
        case: Case,
        around: Things,
        end: Things,
        inside: Things,
        **headers: str,
    ) -> Answer:
        throttle_counters().flushdb()
        address = filled_address(path, operation, case, around, end)
        if case.query:
            query = put_in(case.query, inside)
            address += "?" + "&".join(f"{name}={value}" for name, value in query.items())
        content = operation.get("requestBody", {}).get("content", {})
        kind = next(iter(content), "application/json")
        body = None
        if content:
            body = put_in(case.body, inside) if case.body is not None else least_body(content[kind]["schema"])
        sent = body if isinstance(body, str | bytes) else "" if body is None else json.dumps(body)
        response = self.clients[who].generic(
            method.upper(), address, sent, content_type=kind, headers=headers
        )
        return Answer(
            response.status_code, problem_of(response), f"{who}: {method.upper()} {address} {sent!r}"
        )


def problem_of(response: Any) -> Problem:
    """What was refused, with neither numbers nor names in it."""
    if response.status_code < 400:
        return {}
    problem: Problem = json.loads(re.sub(r"\d+", "0", response.content.decode()))
    return problem | {"instance": "", "status": response.status_code}


def filled_address(path: str, operation: Operation, case: Case, around: Things, end: Things) -> str:
    """The address with the numbers of the case's rows, the last of `end`; of words the first there is."""
    words = {
        parameter["name"]: parameter["schema"].get("enum")
        for parameter in operation.get("parameters", ())
        if parameter.get("in") == "path"
    }
    last = path.rpartition("{")[2].partition("}")[0]

    def fill_in(found: re.Match[str]) -> str:
        called, name = found.groups()
        things = end if name == last else around
        value = words[name][0] if words[name] else things[case.rows.get(called, called)]
        return f"{called}/{value}"

    return re.sub(r"([^/]*)/\{(\w+)\}", fill_in, path)


def sent_things(case: Case, things: Things) -> list[Any]:
    """The things that a case sends."""
    words = re.findall(r'"@([^"]+)"', json.dumps([case.body, case.query], default=repr))
    return [things[word] for word in words]


def is_number(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, list) and all(map(is_number, value)))


def put_in(value: Any, things: Things) -> Any:
    """What is sent, with the things it names."""
    if isinstance(value, dict):
        return {name: put_in(each, things) for name, each in value.items()}
    if isinstance(value, list):
        return [put_in(each, things) for each in value]
    return things[value[1:]] if isinstance(value, str) and value.startswith("@") else value


def least_body(schema: Any) -> Any:
    """What a schema requires, and nothing else."""
    if "$ref" in schema:
        return least_body(_components[schema["$ref"].rpartition("/")[2]])
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {name: least_body(schema["properties"][name]) for name in schema.get("required", ())}
    simple = {"boolean": True, "string": "Because.", "array": []}
    assert kind in simple, f"CASES says what to send for {schema}"
    return simple[kind]


def absent_things(things: Things) -> Things:
    """The same names, of rows that there are not."""

    def gone(value: Any) -> Any:
        if isinstance(value, list):
            return [gone(each) for each in value]
        return NOBODY if isinstance(value, int) else value

    return {name: gone(value) for name, value in things.items()}


# -- The page

HEAD = ("operation", "scopes", *COLUMNS, "foreign", "mixed", "absent", "")
SECTIONS = "## Operation by operation"


def section(tag: str, rows: Iterable[Row]) -> str:
    """What the page has of a tag."""
    lines = [HEAD, ["---"] * len(HEAD), *(row.cells for row in rows)]
    return f"### {tag}\n\n" + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def sections() -> dict[str, str]:
    """Those of the page, by their tag."""
    parts = re.split(r"^(?=### )", PAGE.read_text(), flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0].removeprefix("### "): part.rstrip("\n") + "\n" for part in parts}


def page(written: dict[str, str]) -> str:
    """The whole page: what it says above the first table stays as it is."""
    said = PAGE.read_text().partition(SECTIONS)[0]
    return "\n".join([f"{said}{SECTIONS}\n", *(written[tag] for tag in sorted(written))])
