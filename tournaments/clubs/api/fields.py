"""Clubs and entries as requests and answers name them."""

from typing import Any

from rest_framework import serializers

from tournaments.clubs.errors import UnknownClub
from tournaments.clubs.models import Club


class EntryRef(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Number of the entry.")


def club_numbered(number: int) -> Club:
    """Raises UnknownClub."""
    club = Club.objects.filter(pk=number, removed=False).first()
    if club is None:
        raise UnknownClub("There is no club %(number)s.", {"number": number}, club=number)
    return club


class ClubRef(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class PresentedInput(serializers.Serializer[Any]):
    """What a club or an event says of itself."""

    text = serializers.CharField(
        default="", allow_blank=True, max_length=10_000, help_text="What it is: Markdown."
    )
    contact = serializers.CharField(
        default="", allow_blank=True, max_length=200, help_text="Whom to ask, as everybody may see it."
    )
    place = serializers.CharField(default="", allow_blank=True, max_length=200)
