"""Every answer that a test sees is held to the OpenAPI document: its status, type, shape, code, headers.

WRITE_REFUSALS=1 ./run test ... notes in config/refusals.json the codes that operations answer and the
document does not have yet; then ./run manage spectacular --file docs/openapi.yaml.
"""

import fcntl
import json
import os
import re
from collections import defaultdict
from functools import cache
from typing import Any

import jsonschema_rs
from django.urls import resolve

from config.refusals import FILE, status_of_code
from tests.operations import OPENAPI, OPERATIONS

# Of plug-ins that a test brings along the document knows nothing.
TRIAL = "zz_"
WRITES = "WRITE_REFUSALS" in os.environ
PROBLEM = "application/problem+json"
# What is our own fault is in no contract; what has not changed has no shape.
UNTOLD = (304, 405, 500)

_unknown: dict[str, set[str]] = defaultdict(set)


def route_of(path: str) -> str:
    """An address as the document and the service's own table both have it: its parameters without names."""
    return re.sub(r"<[^>]*>|{[^}]*}", "{}", path)


@cache
def documented() -> dict[tuple[str, str], tuple[str, dict[str, Any]]]:
    return {
        (method.upper(), route_of(path)): (f"{method.upper()} {path}", operation)
        for method, path, operation in OPERATIONS
    }


@cache
def validator(operation: str, status: str, kind: str) -> Any:
    """What an answer's body is held to; None where the document says nothing of it."""
    method, _, path = operation.partition(" ")
    answer = OPENAPI["paths"][path][method.lower()]["responses"][status]
    if "$ref" in answer:
        answer = OPENAPI["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    schema = answer.get("content", {}).get(kind, {}).get("schema")
    return None if schema is None else validator_of(json.dumps(schema, sort_keys=True))


@cache
def validator_of(schema: str) -> Any:
    """Of what many operations answer alike there is one: each has a copy of all that it is made of."""
    return jsonschema_rs.Draft202012Validator(
        {**json.loads(schema), "components": {"schemas": reached_schemas(schema)}}, validate_formats=True
    )


def reached_schemas(schema: str) -> dict[str, Any]:
    """The document's schemas that one names, and those that these name."""
    schemas, reached, texts = OPENAPI["components"]["schemas"], {}, [schema]
    while texts:
        for name in re.findall(r"#/components/schemas/(\w+)", texts.pop()):
            if name not in reached:
                reached[name] = schemas[name]
                texts.append(json.dumps(schemas[name], default=str))
    return reached


def look_at(method: str, path: str, response: Any) -> None:
    """Raises AssertionError where an answer is not as the document says."""
    status = response.status_code
    if not path.startswith("/api/v1/") or status in UNTOLD:
        return
    known = documented().get((method, "/" + route_of(resolve(path).route)))
    if known is None:
        return
    name, operation = known
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind == PROBLEM and not knows_code(name, operation, response.json()["code"], status):
        return
    answers = operation["responses"]
    assert str(status) in answers, f"{name} answers {status}, of which the document says nothing"
    if response.streaming or kind not in ("application/json", PROBLEM):
        return
    held_to = validator(name, str(status), kind)
    assert held_to is not None, f"{name} answers {status} as {kind}, which is not what the document says"
    found = [f"{error.instance_path}: {error.message}" for error in held_to.iter_errors(response.json())]
    faults = [fault for fault in found if TRIAL not in fault]
    assert not faults, f"{name} answers {status} otherwise than the document says: {faults[:5]}"
    given = set(answers[str(status)].get("headers", {})) if "$ref" not in answers[str(status)] else set()
    located = "Location" in response.headers
    assert located == ("Location" in given), f"{name}: the document and the answer differ about Location"
    if status == 201 and located and is_row_of(path, response.json()):
        assert response["Location"] == f"{path}{response.json()['id']}/", f"{name}: {response['Location']}"


def is_row_of(path: str, answer: Any) -> bool:
    """Whether what was answered is a row that is read below the address that was asked."""
    below = ("GET", f"/{route_of(resolve(path).route)}{{}}/")
    return isinstance(answer, dict) and "id" in answer and below in documented()


def knows_code(name: str, operation: dict[str, Any], code: str, status: int) -> bool:
    if code in operation["x-codes"]:
        return True
    assert status_of_code(code) == status, f"{code} is answered with {status}"
    assert WRITES, f"{name} refuses with {code}, which config/refusals.json does not have: {__doc__}"
    _unknown[name].add(code)
    return False


def write_unknown() -> None:
    """Note the codes that were seen; several processes may do so at once."""
    if not _unknown:
        return
    with FILE.open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        known = json.load(file)
        for name, codes in _unknown.items():
            known[name] = sorted({*known.get(name, ()), *codes})
        rows = [f"  {json.dumps(name)}: {json.dumps(known[name])}" for name in sorted(known)]
        file.seek(0)
        file.write("{\n" + ",\n".join(rows) + "\n}\n")
        file.truncate()
