"""Regions of a live part: what of it changes by itself, and is sent to open pages by itself."""

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe

REGIONS = "golden.regions"
"""In the environment of a request that asks for them: a dict, which is filled with the regions by name."""


def region_mark(name: str) -> str:
    """What stands for a region in the rest of the page."""
    return f"<!--region {name}-->"


_MARK = re.compile(region_mark("([^ ]+)"))


def with_regions(rest: str, regions: Mapping[str, str]) -> str:
    """The whole, of what has marks in their place."""
    return _MARK.sub(lambda mark: regions.get(mark[1], mark[0]), rest)


class RegionNode(Node):
    """An element with the region's name for its id."""

    def __init__(self, name: FilterExpression, nodelist: NodeList, *, bare: bool) -> None:
        self.name, self.nodelist, self.bare = name, nodelist, bare

    def render(self, context: Context) -> SafeString:
        name = str(self.name.resolve(context))
        html = mark_safe(self.nodelist.render(context).strip())
        if not self.bare:
            html = mark_safe(f'<div class="region" id="{name}">{html}</div>')
        request: Any = context.get("request")
        kept = None if request is None else request.META.get(REGIONS)
        if kept is None:
            return html
        kept[name] = html
        return mark_safe(region_mark(name))


def region(parser: Parser, token: Token) -> RegionNode:
    """`{% region "standings" %}…{% endregion %}`; `bare` where what is within is one element of that id."""
    try:
        _, name, *rest = token.split_contents()
    except ValueError:
        raise template.TemplateSyntaxError("region takes a name") from None
    nodelist = parser.parse(("endregion",))
    parser.delete_first_token()
    return RegionNode(parser.compile_filter(name), nodelist, bare=rest == ["bare"])
