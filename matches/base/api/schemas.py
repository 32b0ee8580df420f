"""How the OpenAPI document describes an operation."""

from typing import Any

from drf_spectacular.openapi import AutoSchema


class OperationSchema(AutoSchema):
    """With the parameters that a view declares as its `query_shape`."""

    def get_override_parameters(self) -> list[Any]:
        shape = getattr(self.view, "query_shape", None)
        return [shape] if shape is not None and self.method == "GET" else []

    def get_auth(self) -> list[dict[str, list[str]]]:
        """The scopes that the view names (matches.accounts.api.scopes), each of which will do."""
        needed = vars(type(self.view))["scopes"][self.method]
        found: list[dict[str, list[str]]] = [{}] if needed.public and needed.scopes else []
        return found + [{"bearer": [scope]} for scope in needed.scopes]
