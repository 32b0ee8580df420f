"""What was sent of the form of an event, with terms in it that somebody did not type."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from tournaments.formats import FORMATS

OPTION, LENGTH = "option_", "length_"
"""What the names of fields begin with that are of a format's options, and of the lengths of its parts."""


def is_length_of_part(exception: Mapping[str, Any]) -> bool:
    """Whether what differs in some rounds is the length of a whole part alone."""
    return exception.keys() == {"part", "length"}


def with_terms(sent: QueryDict, changes: Mapping[str, Any]) -> QueryDict:
    """What was sent with other terms in it: `lengths`, `rounds`, `format_options`, `tables`."""
    found = sent.copy()
    if "lengths" in changes:
        found["lengths"] = ", ".join(map(str, changes["lengths"]))
    if "rounds" in changes:
        found["rounds"] = json.dumps(changes["rounds"])
        for each in filter(is_length_of_part, changes["rounds"]):
            found[LENGTH + each["part"]] = str(each["length"])
    if "tables" in changes:
        found["tables_there"] = str(changes["tables"])
    for name, value in changes.get("format_options", {}).items():
        set_option(found, name, value)
    return found


def with_usual_options(sent: QueryDict) -> QueryDict:
    """What was sent, where another format was chosen than its options are of: with the usual ones."""
    found = sent.copy()
    format = FORMATS.get(found.get("format", ""))
    if format is None or found.get("format") == found.get("format_shown"):
        return found
    for name in [name for name in found if name.startswith((OPTION, LENGTH))]:
        del found[name]
    found["rounds"] = "[]"
    for option in format.options_as_json():
        set_option(found, option["name"], option["default"])
    return found


def set_option(sent: QueryDict, name: str, value: Any) -> None:
    """Put an option of the format into what was sent, as its field sends it."""
    if value is False:
        sent.pop(OPTION + name, None)
    elif isinstance(value, Sequence | int):
        sent[OPTION + name] = "on" if value is True else str(value)
