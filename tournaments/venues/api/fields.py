"""Venues and their tables as requests and answers name them."""

from typing import Any

from rest_framework import serializers

from tournaments.venues.rules.tables import NAME_MAX, NOTE_MAX, TableUse, VenueTable


class TableNameField(serializers.CharField):
    """What a table of a venue is called."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=NAME_MAX, **kwargs)


class TableInput(serializers.Serializer[Any]):
    name = TableNameField(help_text="Its number, or a word.")
    use = serializers.ChoiceField(
        choices=[use.value for use in TableUse],
        default=TableUse.OPEN.value,
        help_text="Whether it takes the next match of any event; only what names it or is called to it by "
        "hand; nothing.",
    )
    note = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=NOTE_MAX,
        help_text="For what it is reserved, or what ails it.",
    )


class TableOutput(serializers.Serializer[VenueTable]):
    name = serializers.CharField()
    use = serializers.ChoiceField(choices=[use.value for use in TableUse])
    note = serializers.CharField()


class VenueRef(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
