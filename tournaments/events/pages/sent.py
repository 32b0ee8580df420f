"""What was sent of the form of an event, with terms in it that somebody did not type."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS

OPTION, LENGTH = "option_", "length_"
"""What the names of fields begin with that are of a format's options, and of the lengths of its parts."""


LENGTHS_MAX, ROUNDS_MAX = 16, 64


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


def read_lengths(text: str) -> list[int]:
    """Points of matches, as many as are written. Raises ValidationError."""
    words = re.split(r"[\s,;、·/]+", text.strip(" ,;、"))
    are_numbers = all(re.fullmatch("[0-9]{1,3}", word) for word in words)
    if not are_numbers or len(words) > LENGTHS_MAX:
        raise forms.ValidationError(_("Write whole numbers of points, such as 7, or one for each round."))
    return [int(word) for word in words]


def read_rounds(text: str) -> list[dict[str, Any]] | None:
    """What differs in some rounds, as the form carries it along; None where it is nothing of that shape."""
    try:
        found = json.loads(text or "[]")
    except ValueError:
        return None
    is_list = isinstance(found, list) and len(found) <= ROUNDS_MAX
    return found if is_list and all(isinstance(each, dict) for each in found) else None
