"""Fields for what a director chooses of a format."""

from collections.abc import Mapping
from typing import Any

from django import forms

from matches.base.translation import code_word, translate_text


def option_field_of(option: Mapping[str, Any]) -> forms.Field:
    """The field for an option of a format, from `PlugInOptions.options_as_json`."""
    words: dict[str, Any] = {
        "label": code_word(option["name"], "format_option"),
        "help_text": translate_text(option["help"]),
    }
    if option["choices"]:
        choices = [(str(each), choice_word(option["name"], each)) for each in option["choices"]]
        return forms.ChoiceField(choices=choices, required=False, **words)
    if isinstance(option["default"], bool):
        return forms.BooleanField(required=False, **words)
    limits: dict[str, Any] = {"min_value": option["minimum"], "max_value": option["maximum"]}
    return forms.IntegerField(required=False, **limits, **words)


def choice_word(option: str, choice: str) -> str:
    return str(code_word(f"{option}:{choice}", "format_choice"))
