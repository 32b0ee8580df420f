"""Bodies of requests: of the shape they should have, and nothing in them that would be dropped in silence."""

import codecs
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, TypeVar

from rest_framework import parsers, serializers
from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.request import Request
from rest_framework.utils import json

Shape = TypeVar("Shape", bound="serializers.Serializer[Any]")
Place = tuple[str | int, ...]

MOST_NAMED = 20
"""How many unknown names of a body, or of a query, are named."""

NAME_SHOWN = 80
"""How much of such a name is shown."""


class JSONParser(parsers.JSONParser):
    """JSON as REST framework reads it, but no object with one name twice, of which it would keep the last.

    Nested beyond what can be followed it is malformed like any other.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        encoding = parsers.get_encoding(parser_context or {})  # type: ignore[attr-defined]
        text: Any = codecs.getreader(encoding)(stream)
        try:
            return json.load(text, object_pairs_hook=members_once)
        except ValueError as fault:
            raise ParseError(f"JSON parse error - {fault}") from None
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None


def members_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The members of an object. Raises ParseError."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ParseError(f'"{name[:NAME_SHOWN]}" stands more than once in one object. Send it once.')
    return found


def read_request_body(
    shape: type[serializers.Serializer[Any]], request: Request, *, partial: bool = False
) -> dict[str, Any]:
    """What was sent, if it has the shape. Raises ValidationError."""
    sent: dict[str, Any] = read_request(shape, request, partial=partial).validated_data
    return sent


def read_request(shape: type[Shape], request: Request, *, partial: bool = False) -> Shape:
    """The same as the shape itself, where that makes something of it."""
    return read_shape(shape, request.data, partial=partial)


def read_shape(shape: type[Shape], data: Any, *, partial: bool = False) -> Shape:
    """The data, validated: of this shape and its types, with no member beside. Raises ValidationError.

    The values of a form are texts and files, whatever they stand for.
    """
    found = shape(data=data, partial=partial)
    # Each unknown name costs a look for the one it is like.
    wrong = members_at(_each_unknown(found, data, ()))
    if not isinstance(data, FormValues):
        wrong = with_errors(members_at(_each_mistyped(found, data, ())), wrong)
    if not found.is_valid() or wrong:
        raise ValidationError(with_errors(found.errors, wrong))
    return found


class FormValues(dict[str, Any]):
    """What a form says, by name."""


def form_values(data: Any) -> Any:
    """A form's values by name; what is no form as it is. Raises ValidationError of what is sent twice."""
    if not hasattr(data, "getlist"):
        return data
    repeated = (name[:NAME_SHOWN] for name, values in data.lists() if len(values) > 1)
    if errors := {name: [describe_repeated_name("field")] for name in islice(repeated, MOST_NAMED)}:
        raise ValidationError(errors)
    return FormValues({name: data[name] for name in data})


def refuse_request_body(request: Request) -> None:
    """For what takes no fields. Raises ValidationError if some were sent."""
    read_request(NoFields, request)


class NoFields(serializers.Serializer[Any]):
    """Of a request that says it all by its address."""


def members_at(faults: Iterable[tuple[Place, ErrorDetail]]) -> dict[Any, Any]:
    """The first faults, as `errors` has them; no more than are read."""
    found: dict[Any, Any] = {}
    for place, said in islice(faults, MOST_NAMED):
        *above, name = place
        at = found
        for step in above:
            at = at.setdefault(step, {})
        at[name] = [said]
    return found


def _each_unknown(field: Any, data: Any, place: Place) -> Iterator[tuple[Place, ErrorDetail]]:
    if isinstance(field, serializers.ListSerializer | serializers.ListField):
        for number, item in enumerate(data if isinstance(data, list) else []):
            yield from _each_unknown(field.child, item, (*place, number))
    elif isinstance(field, serializers.Serializer) and isinstance(data, Mapping):
        known = {name: inner for name, inner in field.fields.items() if not inner.read_only}
        for name, value in data.items():
            if name in known:
                yield from _each_unknown(known[name], value, (*place, name))
            else:
                shown = str(name)[:NAME_SHOWN]
                yield (*place, shown), describe_unknown_name("field", shown, known)


def _each_mistyped(field: Any, data: Any, place: Place) -> Iterator[tuple[Place, ErrorDetail]]:
    """Values that a field would read as what they are not: a text of 5, a number of "5", a truth of 0.

    And texts that are longer than the document says, though without the blanks around them they are not.
    """
    if isinstance(field, serializers.ListSerializer | serializers.ListField):
        for number, item in enumerate(data if isinstance(data, list) else []):
            yield from _each_mistyped(field.child, item, (*place, number))
    elif isinstance(field, serializers.Serializer):
        known = field.fields if isinstance(data, Mapping) else {}
        for name, inner in known.items():
            if name in data and not inner.read_only:
                yield from _each_mistyped(inner, data[name], (*place, name))
    elif data is not None and not isinstance(data, dict | list) and not has_type_of(field, data):
        said = field.error_messages.get("invalid") or field.error_messages["invalid_choice"]
        yield place, ErrorDetail(str(said).format(input=str(data)[:NAME_SHOWN]), code="invalid")
    elif isinstance(data, str) and len(data) > (getattr(field, "max_length", None) or len(data)):
        said = field.error_messages["max_length"].format(max_length=field.max_length)
        yield place, ErrorDetail(said, code="max_length")


def has_type_of(field: Any, value: Any) -> bool:
    """Whether a value of JSON is of the type that the document gives the field."""
    match field:
        case serializers.BooleanField():
            return isinstance(value, bool)
        case serializers.IntegerField():
            return isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
        case serializers.FloatField() | serializers.DecimalField():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case serializers.CharField():
            return isinstance(value, str)
        case serializers.ChoiceField():
            return any(type(value) is type(choice) for choice in field.choices)
        case _:
            return True


def describe_unknown_name(kind: str, name: str, known: Collection[str]) -> ErrorDetail:
    """What is said of a field or a parameter that there is not."""
    if close := get_close_matches(name, known, n=1):
        return ErrorDetail(f"There is no such {kind}. Did you mean {close[0]}?", code=f"unknown_{kind}")
    there = f"there are {', '.join(known)}" if known else "this request takes none"
    return ErrorDetail(f"There is no such {kind}; {there}.", code=f"unknown_{kind}")


def describe_repeated_name(kind: str) -> ErrorDetail:
    """What is said of a field of a form, or a parameter, of which one value would be dropped."""
    return ErrorDetail("It is sent more than once. Send one value.", code=f"repeated_{kind}")


def with_errors(errors: Any, more: Any) -> Any:
    """Both, of what has the same names."""
    if not (isinstance(errors, Mapping) and isinstance(more, Mapping)):
        return errors or more
    return {name: with_errors(errors.get(name), more.get(name)) for name in {**errors, **more}}
