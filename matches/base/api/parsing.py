"""Bodies of requests."""

from typing import Any

from rest_framework import parsers, serializers
from rest_framework.exceptions import ParseError
from rest_framework.request import Request


class JSONParser(parsers.JSONParser):
    """JSON as REST framework reads it; nested beyond what can be followed is malformed like any other."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None


def read_request_body(shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """What was sent, if it has the shape. Raises ValidationError."""
    data = shape(data=request.data)
    data.is_valid(raise_exception=True)
    sent: dict[str, Any] = data.validated_data
    return sent
