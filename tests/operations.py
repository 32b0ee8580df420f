"""The operations of the API, as the committed document has them."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

DOCUMENT = Path(__file__).parent.parent / "docs" / "openapi.yaml"
OPENAPI: dict[str, Any] = yaml.load(DOCUMENT.read_text(), yaml.CSafeLoader)
"""The committed document."""

OPERATIONS: list[tuple[str, str, dict[str, Any]]] = [
    (method, path, operation)
    for path, operations in OPENAPI["paths"].items()
    if path.startswith("/api/v1/")  # The streams are answered beside Django.
    for method, operation in operations.items()
]


def operation_address(path: str, operation: dict[str, Any], numbers: Mapping[str, int] | None = None) -> str:
    """The address for the number that `numbers` has of what a list is called, else 1; for the first word."""
    words = {
        parameter["name"]: parameter["schema"].get("enum")
        for parameter in operation.get("parameters", ())
        if parameter.get("in") == "path"
    }

    def fill_in(found: re.Match[str]) -> str:
        called, name = found.groups()
        value = words[name][0] if words[name] else (numbers or {}).get(called, 1)
        return f"{called}/{value}"

    return re.sub(r"([^/]*)/\{(\w+)\}", fill_in, path)
