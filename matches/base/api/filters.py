"""Filters of lists that refuse what they cannot filter by."""

from functools import cache
from typing import Any

from django import forms
from django_filters import rest_framework as filters
from rest_framework import serializers


class AskedFilters(filters.DjangoFilterBackend):
    """Filters lists by what the query says, and makes nothing of the filters that it does not name."""

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        shape = self.get_filterset_class(view, queryset)
        if shape is not None and request.query_params.keys().isdisjoint(shape.base_filters):
            return queryset
        return super().filter_queryset(request, queryset, view)

    def get_filterset(self, request: Any, queryset: Any, view: Any) -> Any:
        shape = self.get_filterset_class(view, queryset)
        if shape is None:
            return None
        asked = frozenset(name for name in request.query_params if name in shape.base_filters)
        return narrowed_filter_set(shape, asked)(**self.get_filterset_kwargs(request, queryset, view))


@cache
def narrowed_filter_set(shape: type[filters.FilterSet], names: frozenset[str]) -> type[filters.FilterSet]:
    """The filter set with these of its filters alone."""
    narrowed: Any = type(shape.__name__, (shape,), {})
    narrowed.base_filters = {name: known for name, known in shape.base_filters.items() if name in names}
    found: type[filters.FilterSet] = narrowed
    return found


class IntegerFilter(filters.NumberFilter):
    """By a whole number; a database would cut a fraction off."""

    field_class = forms.IntegerField


class TruthField(forms.Field):
    widget = forms.TextInput
    default_error_messages = {"invalid": serializers.BooleanField.default_error_messages["invalid"]}

    def to_python(self, value: Any) -> bool | None:
        if value in self.empty_values:
            return None
        if value.lower() in serializers.BooleanField.TRUE_VALUES:
            return True
        if value.lower() in serializers.BooleanField.FALSE_VALUES:
            return False
        raise forms.ValidationError(self.error_messages["invalid"], code="invalid")


class TruthFilter(filters.BooleanFilter):
    """By true or false; any other word would count as no filter."""

    field_class = TruthField

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=TruthField.widget, **kwargs)
