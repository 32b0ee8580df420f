"""Files that other sites load, for whoever asks: the script that makes frames, the schema of documents."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

SCRIPT, SCHEMA = "tournaments/embed.js", "tournaments/event.schema.json"
KEPT_FOR = 3600
"""Seconds that whoever has one need not ask for it again: its address stays, whatever becomes of it."""


@require_safe
def embed_script(request: HttpRequest) -> HttpResponse:
    """What a page of another site loads to have its frames as high as what is in them."""
    return loaded_elsewhere(SCRIPT, "text/javascript; charset=utf-8")


@require_safe
def event_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of an event as one document."""
    return loaded_elsewhere(SCHEMA, "application/schema+json")


def loaded_elsewhere(name: str, content_type: str) -> HttpResponse:
    """A static file by an address that stays, which pages of all sites may load and read."""
    answer = HttpResponse(static_text(name), content_type=content_type)
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    answer["Access-Control-Allow-Origin"] = "*"
    patch_cache_control(answer, public=True, max_age=KEPT_FOR)
    return answer


@cache
def static_text(name: str) -> str:
    found = finders.find(name)
    assert isinstance(found, str)
    return Path(found).read_text()
