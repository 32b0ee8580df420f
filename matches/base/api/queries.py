"""Queries: what an operation takes is declared once, and nothing beside it is dropped in silence."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.mixins import ListModelMixin
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from .parsing import MOST_NAMED, NAME_SHOWN, describe_repeated_name, describe_unknown_name

if TYPE_CHECKING:
    # REST framework loads this module while it loads its views.
    from rest_framework.views import APIView


class ReadsQuery(Protocol):
    """A view whose reading takes parameters of its own: the fields of its `query_shape`."""

    request: Request

    @property
    def query_shape(self) -> type[serializers.Serializer[Any]]: ...


def read_query(view: ReadsQuery) -> dict[str, Any]:
    """What the request asks of the view, if it has the shape. Raises ValidationError.

    As in a form, and to filters, an empty value is none.
    """
    asked = {name: value for name, value in view.request.query_params.items() if value != ""}
    usual = None if asked else usual_query(view.query_shape)
    if usual is not None:
        return dict(usual)
    query = view.query_shape(data=asked)
    query.is_valid(raise_exception=True)
    found: dict[str, Any] = query.validated_data
    return found


@cache
def usual_query(shape: type[serializers.Serializer[Any]]) -> Mapping[str, Any] | None:
    """What a query asks that says nothing: worked out once; None where it has to say something."""
    query = shape(data={})
    return query.validated_data if query.is_valid() else None


def asks_for(request: Request, names: Collection[str]) -> bool:
    """Whether the request says anything of these parameters."""
    return not request.query_params.keys().isdisjoint(names)


class KnownParameters(BasePermission):
    """Refuses parameters that an operation does not take, and those that are sent twice.

    A permission since those stand in the settings, where no view forgets them, and come before all that a
    view does. Raises ValidationError.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if request.query_params and request.method in view.allowed_methods:
            known = query_parameters(view) if request.method in SAFE_METHODS else []
            errors = dict(islice(each_query_fault(request, known), MOST_NAMED))
            if errors:
                raise ValidationError(errors)
        return True


def query_parameters(view: "APIView") -> list[str]:
    """The names that reading takes: of the view's own, of its filters, of its pages."""
    shape = getattr(view, "query_shape", None)
    names = [] if shape is None else [*shape().fields]
    if isinstance(view, ListModelMixin):
        filters = getattr(view, "filterset_class", None)
        names += [] if filters is None else filters.base_filters
        paginator: Any = view.paginator  # type: ignore[attr-defined]
        pages = [] if paginator is None else paginator.get_schema_operation_parameters(view)
        names += [parameter["name"] for parameter in pages]
    return names


def each_query_fault(request: Request, known: Sequence[str]) -> Iterator[tuple[str, list[ErrorDetail]]]:
    for name, values in request.query_params.lists():
        if name not in known:
            shown = name[:NAME_SHOWN]
            yield shown, [describe_unknown_name("parameter", shown, known)]
        elif len(values) > 1:
            yield name, [describe_repeated_name("parameter")]
