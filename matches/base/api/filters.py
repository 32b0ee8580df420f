"""Filters of lists that refuse what they cannot filter by."""

from typing import Any

from django import forms
from django_filters import rest_framework as filters
from rest_framework import serializers


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
