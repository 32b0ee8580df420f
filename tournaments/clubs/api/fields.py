"""Clubs and entries as requests and answers name them."""

from typing import Any

from rest_framework import serializers

from matches.edits.api import PresentedInput, PresentedOutput
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


class PlacedInput(PresentedInput):
    """What a club's event or venue says of itself, at any time."""

    place = serializers.CharField(default="", allow_blank=True, max_length=200)
    time_zone = serializers.CharField(
        default="", allow_blank=True, max_length=64, help_text="Its IANA name; the club's if it is empty."
    )


class PlacedRef(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = ClubRef()
    name = serializers.CharField()


class PlacedOutput(PlacedRef, PresentedOutput):
    place = serializers.CharField()
    time_zone = serializers.CharField(source="zone.key", help_text="Its own, or its club's.")
