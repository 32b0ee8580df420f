"""/tournaments/<id>/event.json: the whole of an event in one document, to keep or to send.

What is described here is also a JSON Schema by itself, `static/tournaments/event.schema.json`, for whoever
reads such a document away from the service.
"""

from typing import Any

from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.scopes import PUBLIC
from matches.base.api.sections import Fields
from matches.base.tags import public_address
from matches.facts.api.versions import versioned
from matches.facts.versions import row_version, with_version
from matches.play.api.fields import SideField
from matches.play.api.matches import GameOutput, LiveOutput, ScoreOutput
from matches.play.models import Match, Result
from matches.play.rules.results import KINDS
from matches.players.api.fields import PlayerRef
from tournaments.embeds.selectors import course_mapping
from tournaments.events.api.tournaments import OfTournament, TournamentOutput
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_list

EDITION = 1
"""Of the document: another one where a field goes away or means something else. Fields may be added."""


class DocumentEntryOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="By which all else names it.")
    player = PlayerRef()
    home = serializers.CharField()
    entered_at = serializers.DateTimeField()
    seed = serializers.IntegerField(allow_null=True, help_text="Null of who is not in the draw.")
    alternate = serializers.BooleanField()
    waiting = serializers.BooleanField(help_text="Whether there is no room for it, before the draw.")
    withdrawn = serializers.BooleanField()
    replaced_by = serializers.IntegerField(allow_null=True, help_text="The entry that has taken its place.")


class FeederOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Of the slot before.")
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    takes = serializers.ChoiceField(choices=["winner", "loser"], help_text="Who of it sits here.")


class DocumentSeatOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(allow_null=True, help_text="Null while it is not known, and in a bye.")
    feeder = FeederOutput(allow_null=True, help_text="Null where who sits here begins, or is paired anew.")


class DocumentResultOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=KINDS, help_text="How it ended: played, by forfeit, ...")
    grounds = serializers.ChoiceField(choices=Result.Basis.choices, help_text="Why that counts.")
    winner = SideField(allow_null=True)
    score = ScoreOutput(help_text="As it is shown: nobody has more than the length.")
    points = ScoreOutput(help_text="As they were won, past the length too.")
    games = GameOutput(many=True)
    rated = serializers.BooleanField()
    finalised_at = serializers.DateTimeField()


class DocumentMatchOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    one = PlayerRef()
    two = PlayerRef()
    length = serializers.IntegerField()
    variant = serializers.CharField()
    state = serializers.ChoiceField(choices=Match.State.choices)
    starts_at = serializers.DateTimeField(allow_null=True)
    play_by = serializers.DateTimeField(allow_null=True)
    live = LiveOutput(allow_null=True)
    board = serializers.IntegerField(help_text="Of a match of teams, from 1; else 0.")
    table = serializers.CharField(allow_null=True)
    result = DocumentResultOutput(allow_null=True)


class DocumentSlotOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Names it for good.")
    number = serializers.IntegerField(allow_null=True, help_text="Null where nobody meets.")
    label = serializers.CharField(allow_null=True, help_text="As pages show it: L13.")  # type: ignore[assignment]
    one = DocumentSeatOutput()
    two = DocumentSeatOutput()
    bye = serializers.BooleanField()
    walkover = serializers.BooleanField(help_text="Decided without a match: somebody had withdrawn.")
    winner = serializers.IntegerField(allow_null=True, help_text="Number of the entry that advances.")
    matches = DocumentMatchOutput(many=True, help_text="One, or in a match of teams one for each board.")


class DocumentRoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="In its part, from 1.")
    name = serializers.CharField()
    length = serializers.IntegerField(help_text="Points.")
    slots = DocumentSlotOutput(many=True)


class DocumentFigureOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Of the tie-break.")
    value = serializers.FloatField()


class DocumentPlaceOutput(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    last = serializers.IntegerField(help_text="Equal to `first` if the place is not shared.")
    clinched = serializers.BooleanField(help_text="Whether nothing can change it any more.")
    entry = serializers.IntegerField()
    seed = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Matches won on the board.")
    lost = serializers.IntegerField()
    points_won = serializers.IntegerField()
    points_lost = serializers.IntegerField()
    points = serializers.FloatField(allow_null=True, help_text="Where points decide.")
    figures = DocumentFigureOutput(many=True, help_text="Tie-breaks, the first decides first.")


class DocumentPartOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    bracket = serializers.BooleanField(help_text="Whether a round leads to the next one.")
    rounds = DocumentRoundOutput(many=True)
    standings = DocumentPlaceOutput(many=True, help_text="Its own table.")


class NotCountedOutput(serializers.Serializer[Any]):
    part = serializers.CharField()
    round = serializers.IntegerField()
    key = serializers.CharField()
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    one = serializers.IntegerField(help_text="Number of the entry.")
    two = serializers.IntegerField()
    match = DocumentMatchOutput()


class DocumentPayoutOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    prize_pool = serializers.CharField()
    part = serializers.CharField(help_text="Code of the part, or `all` for the whole event.")
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    cents = serializers.IntegerField()


class DocumentPayoutsOutput(serializers.Serializer[Any]):
    currency = serializers.CharField()
    lines = DocumentPayoutOutput(many=True)


class EventDocumentOutput(serializers.Serializer[Any]):
    """An event with everything that its page shows. Times are in UTC, names of parts in `language`."""

    edition = serializers.IntegerField(help_text="Of this description: 1.")
    version = serializers.IntegerField(help_text="Of the event; a later one is greater.")
    language = serializers.CharField()
    address = serializers.URLField(help_text="The page of the event.")
    event = TournamentOutput()
    entries = DocumentEntryOutput(many=True, help_text="In the order of entering.")
    parts = DocumentPartOutput(many=True, help_text="The main one first; none before the draw.")
    not_counted = NotCountedOutput(
        many=True, help_text="What was played, and others have the slot by now or it was ruled void."
    )
    standings = DocumentPlaceOutput(many=True, help_text="The whole event, the best first.")
    winner = serializers.IntegerField(allow_null=True, help_text="Number of the entry that has won it.")
    payouts = DocumentPayoutsOutput(
        allow_null=True, help_text="Once it is finished; null where nobody is paid anything."
    )

    def get_fields(self) -> Fields:
        schema = serializers.URLField(help_text="Where the JSON Schema of this document is.")
        return {"$schema": schema, **super().get_fields()}


def event_document(tournament: Tournament, language: str) -> dict[str, Any]:
    """The document of a tournament that is loaded with its version."""
    return {
        "$schema": public_address(reverse("pages-tournaments:event-schema")),
        "edition": EDITION,
        "version": row_version(tournament),
        "language": language,
        "address": public_address(reverse("pages-tournaments:tournament", args=[tournament.pk])),
        "event": TournamentOutput(tournament).data,
        **course_mapping(tournament),
    }


@versioned("tournament", kept=True)
class EventDocumentView(OfTournament):
    """The whole of a tournament."""

    scopes = {"GET": PUBLIC}

    def requested_tournament(self) -> Tournament:
        return generics.get_object_or_404(with_version(tournament_list()), pk=self.kwargs["pk"])

    @extend_schema(responses=EventDocumentOutput, operation_id="tournaments_document")
    def get(self, request: Request, pk: int) -> Response:
        """Announcement, entries, every match, standings and payouts in one document, to keep or to send."""
        return Response(event_document(self.requested_tournament(), get_language() or "en"))
