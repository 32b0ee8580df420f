"""What is answered with a tag, and whether the tag says so where that is something else."""

import json

from django.core.cache import cache
from django.urls import get_resolver

from matches.accounts.api.scopes import api_views
from matches.base.api.throttling import throttle_counters
from matches.facts.kinds import subjects_by_topic


def versioned_addresses(world):
    """Every address at which everybody is answered with a version, of the first club's and some others."""
    own = {number for number in world.ours.things.values() if isinstance(number, int)}
    for route, view in api_views(get_resolver().url_patterns):
        kind = getattr(view, "version_kind", None)
        if kind not in subjects_by_topic():
            continue
        rows = subjects_by_topic()[kind].model.objects.order_by("pk").values_list("pk", flat=True)
        for number in {*rows.filter(pk__in=own)[:16], *rows[:3]}:
            address = "/" + route.replace("<int:pk>", str(number)).replace("<int:number>", "1")
            assert "<" not in address, route
            yield address


def answers(client, addresses):
    """What is answered at each address, and with which tag."""
    cache.clear()
    found = {}
    for count, address in enumerate(addresses):
        if count % 200 == 0:
            throttle_counters().flushdb()
        response = client.get(address)
        found[address] = response.content, response.get("ETag", "")
    return found


def differences(before, after):
    """The values that differ, by where they stand."""
    one, two = (dict(flattened(json.loads(content))) for content in (before, after))
    return {
        place: (one.get(place), two.get(place))
        for place in one.keys() | two.keys()
        if one.get(place) != two.get(place)
    }


def flattened(value, place=""):
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from flattened(inner, f"{place}/{name}")
    else:
        yield place, value


def untold(before, after):
    """What is shown otherwise than before with the tag of before, in words."""
    return [
        f"{address} {differences(content, after[address][0])}"
        for address, (content, tag) in before.items()
        if tag and after[address] != (content, tag) and after[address][1] == tag
    ]
