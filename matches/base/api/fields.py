"""Fields of requests that every room may need."""

from typing import Any

from rest_framework import serializers

from matches.base.names import is_visible_name, tidy_name
from matches.base.translation import translate_text

# As `str.strip` sees it, which takes some control characters for blanks: ECMA-262 does not.
NOT_BLANK = r"[^\s\u001c-\u001f\u0085]"


class NameField(serializers.CharField):
    """A name as people write it: no control characters, surplus spaces folded, at most 80 characters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 80, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        name = tidy_name(super().to_internal_value(data))
        if not is_visible_name(name):
            raise serializers.ValidationError("A name has no control or invisible characters.")
        if not name:
            self.fail("blank")
        return name


class TextField(serializers.CharField):
    """What a plug-in says, in the language asked for."""

    def to_representation(self, value: Any) -> str:
        return translate_text(value)


class FormatOptionOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    description = TextField(source="help")
    default = serializers.JSONField(allow_null=True)
    choices = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Of words, all there are."
    )
    minimum = serializers.IntegerField(allow_null=True, help_text="Of whole numbers.")
    maximum = serializers.IntegerField(allow_null=True)


class FormatOptionsField(serializers.DictField):
    """What is chosen of the format; what there is and fits is the format's to say."""

    child = serializers.JSONField(allow_null=True)


class ReasonOfAnswer(serializers.CharField):
    """Why whoever was asked has answered so; empty before."""

    def __init__(self) -> None:
        super().__init__(source="answer.reason", read_only=True)

    def get_attribute(self, instance: Any) -> str:
        answer = getattr(instance, "answer", None)
        return "" if answer is None else answer.reason
