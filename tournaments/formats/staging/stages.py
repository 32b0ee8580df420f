"""Any stages one after another, as a director writes them down.

[
    {"format": "round_robin", "group_size": 4},
    {"format": "single_elimination", "from": [{"stage": 1, "places": [1, 2]}]},
    {"format": "single_elimination", "from": [{"stage": 1, "places": [3, 4]}]}
]

A stage has a `format` with its `options`; `groups` or `group_size` if it is played in groups, filled by
`drawing`; and `from`, the places that feed it. A source names a `stage` before it, 0 for the draw, and its
`places`, all that go nowhere else if it names none; `best` of them only, over all groups, if it is so set.
Without `from` a stage takes whoever is left of the draw.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.options import option_field, quote_option_value
from tournaments.formats.base import FORMATS
from tournaments.formats.elimination.single import SingleElimination
from tournaments.formats.errors import InvalidFormatOption, PlaceFedTwice, UnknownStage
from tournaments.formats.round_robin.format import RoundRobin
from tournaments.formats.staging import Drawing, Source, Stage, Staged

MOST_STAGES = 9
MOST_GROUPS = 1024
MOST_PLACES = 4096

USUAL = (
    Stage(RoundRobin(), key="S1", label="stage-1", group_size=4),
    Stage(SingleElimination(), key="S2", label="stage-2", sources=(Source(1, (1, 2)),)),
)


@dataclass(frozen=True)
class Stages(Staged):
    code = "stages"
    name = _("Stages")
    description = _("One stage after the other: places of one lead to the next.")
    stages: tuple[Stage, ...] = option_field(
        USUAL, help=_("The stages in order, each with what it is fed by.")
    )

    def describe_options(self) -> Iterator[Text]:
        for number, stage in enumerate(self.stages, 1):
            values = {"number": number, "format": stage.format.name}
            if stage.is_grouped:
                yield _("Stage %(number)s, in groups: %(format)s.") % values
            else:
                yield _("Stage %(number)s: %(format)s.") % values

    @classmethod
    def read_option(cls, name: str, kind: Any, limits: Mapping[str, Any], value: Any) -> Any:
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_STAGES:
            raise InvalidFormatOption(
                "stages is a list of 1 to %(most_stages)s stages.",
                {"most_stages": MOST_STAGES},
                option="stages",
            )
        return tuple(_read_stage(number, each) for number, each in enumerate(value, 1))

    @classmethod
    def options_as_json(cls) -> list[dict[str, Any]]:
        (of_stages,) = super().options_as_json()
        return [{**of_stages, "default": [_stage_as_written(stage) for stage in USUAL]}]

    def check_options(self) -> None:
        taken: dict[tuple[int, int], int] = {}
        for number, stage in enumerate(self.stages, 1):
            for source in stage.sources:
                if not source.stage < number:
                    raise UnknownStage(
                        "Stage %(number)s is fed by stage %(stage)s, which does not come before it.",
                        {"number": number, "stage": source.stage},
                        stage=number,
                        source=source.stage,
                    )
                for place in source.places or (0,):
                    if (source.stage, place) in taken:
                        raise PlaceFedTwice(
                            "Place %(place)s of stage %(stage)s feeds stage %(taken)s and stage %(number)s."
                            if place
                            else "What is left of stage %(stage)s feeds stage %(taken)s and stage "
                            "%(number)s.",
                            {
                                "place": place,
                                "stage": source.stage,
                                "taken": taken[source.stage, place],
                                "number": number,
                            },
                            stage=number,
                            source=source.stage,
                            place=place,
                        )
                    taken[source.stage, place] = number

    def stages_of(self, size: int) -> tuple[Stage, ...]:
        return self.stages


def _read_stage(number: int, given: Any) -> Stage:
    where = _("stage %(number)s") % {"number": number}
    _require_known_stage_member(
        given, {"format", "options", "groups", "group_size", "drawing", "from"}, where
    )
    code = given.get("format")
    playable = {known: format for known, format in FORMATS.items() if not format.is_composed}
    if not isinstance(code, str) or code not in playable:
        raise InvalidFormatOption(
            "%(where)s cannot be played as %(code)s. Choose one of: %(playable)s.",
            {"where": where, "code": quote_option_value(code), "playable": [*playable]},
            option="stages",
        )
    drawing = given.get("drawing", Drawing.SNAKE)
    if drawing not in [*Drawing]:
        raise InvalidFormatOption(
            "drawing of %(where)s is one of: %(choice)s, not %(drawing)s.",
            {"where": where, "choice": [*Drawing], "drawing": quote_option_value(drawing)},
            option="stages",
        )
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise InvalidFormatOption("options of %(where)s are an object.", {"where": where}, option="stages")
    groups = _read_stage_number(given, "groups", 0, MOST_GROUPS, where)
    group_size = _read_stage_number(given, "group_size", 0, MOST_GROUPS, where)
    if group_size == 1:
        raise InvalidFormatOption(
            "Groups of %(where)s have two entries at least, not 1.", {"where": where}, option="stages"
        )
    if groups and group_size:
        raise InvalidFormatOption(
            "%(where)s has groups or group_size, not both.", {"where": where}, option="stages"
        )
    sources = given.get("from", [{"stage": 0}])
    if not isinstance(sources, list) or not 1 <= len(sources) <= MOST_STAGES:
        raise InvalidFormatOption(
            "from of %(where)s is a list of sources.", {"where": where}, option="stages"
        )
    return Stage(
        playable[code].from_mapping(options),
        key=f"S{number}",
        label=f"stage-{number}",
        groups=groups,
        group_size=group_size,
        drawing=Drawing(drawing),
        sources=tuple(_read_source(where, each) for each in sources),
    )


def _read_source(where: Text, given: Any) -> Source:
    where = _("a source of %(where)s") % {"where": where}
    _require_known_stage_member(given, {"stage", "places", "best"}, where)
    places = given.get("places", [])
    if not isinstance(places, list) or not all(
        isinstance(place, int) and not isinstance(place, bool) and 1 <= place <= MOST_PLACES
        for place in places
    ):
        raise InvalidFormatOption(
            "places of %(where)s are whole numbers from 1.", {"where": where}, option="stages"
        )
    best = _read_stage_number(given, "best", 0, MOST_GROUPS, where)
    if best and len(places) != 1:
        raise InvalidFormatOption(
            "%(where)s takes the best of one place at a time.", {"where": where}, option="stages"
        )
    return Source(_read_stage_number(given, "stage", 0, MOST_STAGES, where), tuple(places), best)


def _require_known_stage_member(given: Any, names: set[str], where: Text) -> None:
    if not isinstance(given, dict):
        raise InvalidFormatOption(
            "%(where)s is an object, not %(given)s.",
            {"where": where, "given": quote_option_value(given)},
            option="stages",
        )
    for name in given:
        if name not in names:
            raise InvalidFormatOption(
                "%(where)s has no %(name)s. It has: %(names)s.",
                {"where": where, "name": name, "names": [*sorted(names)]},
                option="stages",
            )


def _read_stage_number(given: Mapping[str, Any], name: str, low: int, high: int, where: Text) -> int:
    value = given.get(name, low)
    if type(value) is not int or not low <= value <= high:
        raise InvalidFormatOption(
            "%(name)s of %(where)s is a whole number from %(low)s to %(high)s, not %(value)s.",
            {"name": name, "where": where, "low": low, "high": high, "value": quote_option_value(value)},
            option="stages",
        )
    return value


def _stage_as_written(stage: Stage) -> dict[str, Any]:
    """A stage of the usual ones as it would be written down."""
    size = {"group_size": stage.group_size} if stage.group_size else {}
    sources = [{"stage": source.stage, "places": [*source.places]} for source in stage.sources]
    return {"format": stage.format.code, **size, "from": sources}
