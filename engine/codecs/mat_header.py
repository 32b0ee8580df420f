"""The header of a .mat file: its tags, and the rules they give."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..errors import UnknownVariant
from ..record import MatchRecord
from ..variants import variant_tagged
from .text import one_line

MOST_VALUE = 900  # characters

_TAG = re.compile(r'\[\s*([^"]{0,80}?)\s*(?:"(.*)"[^"]*)?\]$')
_NUMBER = re.compile(r"\d{1,7}$", re.A)

_VARIATIONS = {
    "backgammon": "Backgammon",
    "nackgammon": "NackGammon",
    "hypergammon": "HyperGammon (3)",
    "hypergammon2": "HyperGammon (2)",
    "hypergammon1": "HyperGammon (1)",
}
_NAMES = {
    "automaticdoubles": "AutomaticDoubles",
    "clocktype": "ClockType",
    "cubelimit": "CubeLimit",
    "eventdate": "EventDate",
    "eventtime": "EventTime",
    "match id": "Match ID",
    "timecontrol": "TimeControl",
}


class HeaderRules(NamedTuple):
    """What a header says of the rules of a match or session; each is a field of MatchRecord."""

    variant: str = "backgammon"
    crawford: bool = True
    jacoby: bool = False
    beavers: bool | None = None
    automatic_doubles: int | None = None
    cube_limit: int | None = None
    names_variant: bool = True
    names_jacoby: bool = False


@lru_cache(maxsize=1024)
def read_tag(comment: str) -> tuple[str, str] | None:
    """Read '[Name "value"]', the name in lower case; None for any other comment."""
    found = _TAG.match(comment)
    return (one_line(found[1]).lower(), one_line(found[2] or "", MOST_VALUE)) if found else None


def read_header_rules(tags: Mapping[str, str], length: int) -> HeaderRules:
    """Return the rules a header gives. Raises UnknownVariant.

    Sessions for money may be played by the Jacoby rule unless the header denies it, and are if it says so.
    They may as well if Backgammon Galaxy writes them as a match to an even length: a session with a limit.
    """
    galaxy = "galaxy" in tags.get("site", "").lower() and length % 2 == 0
    jacoby = _read_switch(tags.get("jacoby"))
    return HeaderRules(
        variant=variant_tagged(tags.get("variation") or "backgammon").code,
        crawford=_read_switch(tags.get("crawford")) is not False,
        jacoby=galaxy or (length == 0 if jacoby is None else jacoby),
        beavers=_read_switch(tags.get("beaver")),
        automatic_doubles=_read_number(tags.get("automaticdoubles")),
        cube_limit=_read_number(tags.get("cubelimit")),
        names_variant=bool(tags.get("variation")),
        names_jacoby=jacoby is True and not galaxy,
    )


def _read_switch(value: str | None) -> bool | None:
    return {"on": True, "yes": True, "off": False, "no": False}.get((value or "").strip().lower())


def _read_number(value: str | None) -> int | None:
    return int(value) if value and _NUMBER.match(value) else None


def tags_to_write(record: MatchRecord) -> dict[str, str]:
    """The tags to write: those of the record, and what else it takes to give its rules."""
    missing: dict[str, str] = {}
    try:
        header = read_header_rules(record.tags, record.length)
    except UnknownVariant:
        header = HeaderRules(variant="")
    if record.variant != header.variant:
        missing["variation"] = _VARIATIONS.get(record.variant, record.variant)
    if record.crawford != header.crawford:
        missing["crawford"] = "On" if record.crawford else "Off"
    if record.jacoby != header.jacoby or (record.names_jacoby and not header.names_jacoby):
        missing["jacoby"] = "On" if record.jacoby else "Off"
    if record.beavers not in (None, header.beavers):
        missing["beaver"] = "On" if record.beavers else "Off"
    if record.automatic_doubles not in (None, header.automatic_doubles):
        missing["automaticdoubles"] = str(record.automatic_doubles)
    if record.cube_limit not in (None, header.cube_limit):
        missing["cubelimit"] = str(record.cube_limit)
    return {_NAMES.get(name, name.title()): value for name, value in (record.tags | missing).items()}
