"""How the OpenAPI document describes an operation."""

from typing import Any

from drf_spectacular.openapi import AutoSchema


class OperationSchema(AutoSchema):
    """With the parameters that a view declares as its `query_shape`."""

    def get_override_parameters(self) -> list[Any]:
        shape = getattr(self.view, "query_shape", None)
        return [shape] if shape is not None and self.method == "GET" else []
