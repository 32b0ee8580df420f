"""The OpenAPI document over HTTP: the same for everybody, so it is worked out once in a process."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView


@lru_cache(maxsize=8)
def document(version: str | None, language: str | None) -> dict[str, Any]:
    generator: Any = SchemaGenerator
    found: dict[str, Any] = generator(api_version=version).get_schema(request=None, public=True)
    return found


class Once(SchemaGenerator):
    """Hands out the document that was worked out before."""

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        return document(self.api_version, get_language())


class SchemaView(SpectacularAPIView):
    generator_class = Once
