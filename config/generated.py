"""The REST API through the client that openapi-python-client makes of docs/openapi.yaml.

Whatever is sent and answered passes through its functions, one for an operation, and its classes, one for a
schema. Needs the packages of the tests.
"""

import importlib
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import yaml

from .rest import Api, Sent

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "openapi.yaml"
CONFIG = DOCUMENT.parent / "python-client.yaml"
PACKAGE = "golden_point_client"


class Operation(NamedTuple):
    """`body`: the class of what is sent as JSON, if anything is. `numbers`: which parameters are numbers."""

    route: re.Pattern[str]
    module: str
    body: str | None
    numbers: frozenset[str]


def generate_client(folder: Path) -> None:
    """Make the package in a folder, as docs/api.md says. Raises CalledProcessError."""
    generator = (sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none")
    files = ("--path", DOCUMENT, "--config", CONFIG, "--output-path", folder / PACKAGE)
    subprocess.run((*generator, *files), check=True, stdout=subprocess.DEVNULL)


@cache
def operations() -> dict[str, list[Operation]]:
    """Those of the document, by method; those with fewer parameters in their address first."""
    found: dict[str, list[Operation]] = {}
    paths = yaml.load(DOCUMENT.read_text(), yaml.CSafeLoader)["paths"]
    for path, described in sorted(paths.items(), key=lambda each: each[0].count("{")):
        route = re.compile(re.sub(r"{\w+}", "([^/]+)", path))
        for method, operation in described.items():
            content = operation.get("requestBody", {}).get("content", {})
            reference = content.get("application/json", {}).get("schema", {}).get("$ref")
            numbers = (
                parameter["name"]
                for parameter in operation.get("parameters", ())
                if parameter.get("schema", {}).get("type") == "integer"
            )
            module = f"{PACKAGE}.api.{operation['tags'][0].replace('-', '_')}.{operation['operationId']}"
            body = reference and reference.rpartition("/")[2]
            found.setdefault(method.upper(), []).append(Operation(route, module, body, frozenset(numbers)))
    return found


class GeneratedApi(Api):
    """The same API, and every request one of the generated functions."""

    def __init__(self, url: str, username: str, password: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        generate_client(Path(self._folder.name))
        sys.path.insert(0, self._folder.name)
        self._models = importlib.import_module(f"{PACKAGE}.models")
        self._generated = importlib.import_module(f"{PACKAGE}.client").Client(base_url=url)
        super().__init__(url, username, password)

    def ask_once(self, method: str, address: str, query: Sent, body: Sent) -> Any:
        asked = urlsplit(address)
        operation, values = next(
            (each, found.groups())
            for each in operations()[method]
            if (found := each.route.fullmatch(asked.path))
        )
        sent = {**(query or {}), **dict(parse_qsl(asked.query))}
        arguments = {name: int(value) if name in operation.numbers else value for name, value in sent.items()}
        if operation.body is not None:
            arguments["body"] = getattr(self._models, operation.body).from_dict(body or {})
        send = importlib.import_module(operation.module).sync_detailed
        return send(*values, client=self._generated.set_httpx_client(self.client), **arguments)

    def read(self, answer: Any) -> Any:
        parsed = answer.parsed
        return [row.to_dict() for row in parsed] if isinstance(parsed, list) else parsed.to_dict()
