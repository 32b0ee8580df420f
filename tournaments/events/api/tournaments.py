"""/tournaments/: announced, entered, drawn, played."""

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.accounts.api.authentication import request_viewer, require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.fields import FormatOptionsField, NameField
from matches.base.api.filters import IntegerFilter
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.base.api.sections import Fields, with_section_fields
from matches.edits.api import PresentedPatch
from matches.facts.api.versions import versioned
from matches.play.api.fields import LengthField, OptionsField
from matches.play.api.regulations import RegulationsField, RegulationsInForceField
from matches.search.api import SearchFilter
from tournaments.clubs.api.fields import PlacedInput, PlacedOutput
from tournaments.events import services
from tournaments.events.models import (
    ENTRIES_MAX,
    Announced,
    Draw,
    Tournament,
    Tournaments,
    assignment_choices,
    format_choices,
)
from tournaments.events.rules.presets import PRESETS
from tournaments.events.selectors import tournament_list, tournament_numbered
from tournaments.formats import FORMATS
from tournaments.formats.seeding.order import Seeding
from tournaments.venues.api.fields import TableNameField, VenueRef
from tournaments.venues.rules.calling import Assignment
from tournaments.venues.rules.tables import TABLES_MAX

from .announcing import announced_with


class FormatField(serializers.ChoiceField):
    """The code of a format: whatever is registered."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=list(FORMATS), **kwargs)


class RoundsField(serializers.ListField):
    """What differs in some rounds; the service checks what exists and fits."""

    child = serializers.DictField(child=serializers.JSONField(allow_null=True))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=64, **kwargs)


class TiebreaksField(serializers.ListField):
    """Codes of tie-breaks, the first decides first; empty for the order the format prefers."""

    child = serializers.CharField(max_length=40)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)


class AnnouncedInput(serializers.Serializer[Any]):
    """The terms of play, of a tournament or of the divisions of a league."""

    format = FormatField(default="single_elimination")
    format_options = FormatOptionsField(default=dict)
    lengths = serializers.ListField(
        child=LengthField(),
        min_length=1,
        max_length=16,
        help_text="Points per round, first round first; the last one applies to every round after it.",
    )
    rounds = RoundsField(default=list)
    entrants = serializers.ChoiceField(
        choices=Announced.Entrants.choices,
        allow_null=True,
        default=None,
        help_text="Persons (singles), pairs (doubles) or teams; by the format if it is not given.",
    )
    variant = serializers.ChoiceField(choices=list(engine.PLAYED), default="backgammon")
    options = OptionsField(default=dict)
    regulations = RegulationsField(default=dict)
    rated = serializers.BooleanField(default=True)
    tiebreaks = TiebreaksField(default=list)
    pairings_need_approval = serializers.BooleanField(
        default=False,
        help_text="Whether the pairings of every round but the first wait until the director releases them.",
    )


class CalledFirstItem(serializers.Serializer[Any]):
    part = serializers.CharField(
        required=False, max_length=32, help_text="A bracket, group or stage; any if there is none."
    )
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=4096, help_text="Any if there is none."
    )


class TournamentDetails(PlacedInput):
    """What may be changed at any time."""

    name = NameField(max_length=120)
    listed = serializers.BooleanField(
        default=True, help_text="Whether lists show it to everybody, or to who runs it and plays in it."
    )
    time_zone = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=64,
        help_text="Its IANA name; its venue's or the club's if it is empty.",
    )
    venue = serializers.IntegerField(
        default=None, allow_null=True, help_text="Number of the club's venue at which it is played."
    )
    tables = serializers.ListField(
        child=TableNameField(),
        max_length=TABLES_MAX,
        default=list,
        help_text="Names of its tables, reserved ones too; if there is none, all of the venue's that are "
        "open to every event.",
    )
    tables_assigned = serializers.ChoiceField(
        choices=assignment_choices(),
        default=Assignment.PROPOSED.value,
        help_text="Who calls its matches to tables: a director by hand, a director by what is proposed, the "
        "service as soon as a table is free.",
    )
    called_first = serializers.ListField(
        child=CalledFirstItem(),
        max_length=64,
        default=list,
        help_text="Which of its matches are called before others: those of a part, of a round of it, of that "
        "round in any part; an empty item is the whole event.",
    )
    starts_at = serializers.DateTimeField(default=None, allow_null=True)
    ends_at = serializers.DateTimeField(default=None, allow_null=True)
    capacity = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=2,
        max_value=ENTRIES_MAX,
        help_text="How many are drawn; who enters beyond that waits for others to withdraw.",
    )
    entries_need_approval = serializers.BooleanField(
        default=False,
        help_text="Whether players who enter apply, and a director enters them by approving it.",
    )
    self_check_in = serializers.BooleanField(
        default=True, help_text="Whether players may check themselves in, or who runs the event alone does."
    )
    entries_open_at = serializers.DateTimeField(
        default=None, allow_null=True, help_text="From when players may enter themselves."
    )
    entries_close_at = serializers.DateTimeField(
        default=None, allow_null=True, help_text="Until when; officials enter players at any time."
    )


class TournamentTerms(AnnouncedInput):
    """What is played by, which a draw fixes."""

    check_in = serializers.BooleanField(
        default=False, help_text="Whether the draw waits until everybody has checked in."
    )


class TournamentPatch(TournamentDetails, TournamentTerms, PresentedPatch):
    """What may be changed of it."""


class PresetField(serializers.ChoiceField):
    """The code of a preset of events: whatever is registered."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=list(PRESETS), **kwargs)


class TournamentInput(TournamentDetails, TournamentTerms):
    """All that is announced; or a preset or a copy to begin with, that has what is not sent."""

    NEEDED: ClassVar = {"": ("club", "name", "lengths"), "preset": ("club",), "copy_of": ()}

    preset = PresetField(required=False, help_text="Begin with a preset, for a `club`.")
    copy_of = serializers.IntegerField(
        required=False,
        help_text="Begin with an earlier tournament of the club. Its times move to the next such weekday, or "
        "with `starts_at`; its name has the next date or number.",
    )
    club = serializers.IntegerField(help_text="Number of the club that holds it.")
    rating_pools = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=20,
        allow_null=True,
        default=None,
        help_text="Rating pools in which its matches count beside those of everybody; all that are open to "
        "the club if it is not given.",
    )

    def get_fields(self) -> Fields:
        fields = super().get_fields()
        for name in self.NEEDED[""]:
            fields[name].required = False
        return fields

    def to_internal_value(self, data: Any) -> Any:
        """With a beginning there are no defaults: what is not sent is as that has it."""
        sent = data if isinstance(data, Mapping) else {}
        begins_with = next((name for name in ("copy_of", "preset") if name in sent), "")
        self.partial = bool(begins_with)
        for name in self.NEEDED[begins_with]:
            if name not in sent and self.partial:
                raise serializers.ValidationError(
                    {name: self.fields[name].error_messages["required"]}, "required"
                )
            self.fields[name].required = True
        return super().to_internal_value(data)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if {"preset", "copy_of"} <= attrs.keys():
            raise serializers.ValidationError(
                {"preset": "Begin with a preset or with a copy, not with both."}
            )
        return attrs


class DrawOutput(serializers.Serializer[Draw]):
    seeding = serializers.ChoiceField(choices=[seeding.value for seeding in Seeding])
    seed = serializers.CharField(help_text="What the lots were made from: SHA-256 of '<seed>:<entry>'.")
    order = serializers.ListField(child=serializers.IntegerField(), help_text="Entries, seed 1 first.")
    ratings = serializers.DictField(
        child=serializers.FloatField(),
        help_text="Ratings at the draw, which it went by or tie-breaks do; by number of the entry.",
    )
    ranks = serializers.DictField(
        child=serializers.IntegerField(), help_text="Ranks it went by, by number of the entry."
    )
    seeded = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries named for the first places."
    )
    protected = serializers.IntegerField(allow_null=True, help_text="How many of the best kept their places.")
    separated = serializers.BooleanField(help_text="Whether entries of one home were moved apart.")
    drawn_at = serializers.DateTimeField(source="recorded_at")


class AnnouncedOutput(PlacedOutput):
    format = serializers.CharField()
    format_options = FormatOptionsField()
    entrants = serializers.ChoiceField(choices=Announced.Entrants.choices)
    lengths = serializers.ListField(child=serializers.IntegerField())
    rounds = RoundsField()
    variant = serializers.CharField()
    options = OptionsField()
    regulations = RegulationsField()
    regulations_in_force = RegulationsInForceField(source="regulations", read_only=True)
    rated = serializers.BooleanField()
    tiebreaks = TiebreaksField()
    pairings_need_approval = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class TournamentOutput(AnnouncedOutput):
    address = "api-tournaments:tournament"

    listed = serializers.BooleanField()
    place = serializers.CharField(source="shown_place", help_text="The event's, or its venue's.")
    venue = VenueRef(allow_null=True)
    tables = serializers.ListField(child=serializers.CharField())
    tables_assigned = serializers.ChoiceField(choices=assignment_choices())
    called_first = serializers.ListField(child=CalledFirstItem())
    time_zone = serializers.CharField(source="zone.key", help_text="The event's, its venue's or its club's.")
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True)
    entries_need_approval = serializers.BooleanField()
    self_check_in = serializers.BooleanField()
    entries_open_at = serializers.DateTimeField(allow_null=True)
    entries_close_at = serializers.DateTimeField(allow_null=True)
    check_in = serializers.BooleanField()
    state = serializers.ChoiceField(choices=Tournament.State.choices)
    draw = DrawOutput(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)

    def get_fields(self) -> Fields:
        return with_section_fields(super().get_fields(), Tournament, after="draw")


class TournamentFilter(filters.FilterSet):
    """Days are those of the event's own zone. An event that is announced for no day is on none."""

    club = IntegerFilter()
    state = filters.ChoiceFilter(choices=Tournament.State.choices)
    format = extend_schema_field(FormatField())(filters.ChoiceFilter(choices=format_choices))
    place = filters.CharFilter(
        method="filter_place",
        help_text="Part of where it is held: its place, or its venue, or its club's.",
    )

    class Meta:
        model = Tournament
        fields = ["club", "state"]

    @classmethod
    def get_filters(cls) -> dict[str, Any]:
        # Words of the language, and the search last of all: it ranks what the others leave.
        first = filters.DateFilter(
            method="filter_first_day", help_text="On this day or later, where it is held: 2026-12-01."
        )
        last = filters.DateFilter(method="filter_last_day", help_text="On this day or earlier.")
        return {**super().get_filters(), "from": first, "to": last, "search": SearchFilter()}

    def filter_place(self, rows: Tournaments, name: str, value: str) -> Tournaments:
        return rows.at_place(value)

    def filter_first_day(self, rows: Tournaments, name: str, value: date) -> Tournaments:
        return rows.on_days(first=value)

    def filter_last_day(self, rows: Tournaments, name: str, value: date) -> Tournaments:
        return rows.on_days(last=value)


class TournamentsView(generics.ListAPIView[Tournament]):
    """Tournaments, the newest first."""

    serializer_class = TournamentOutput
    filterset_class = TournamentFilter
    queryset = tournament_list()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Tournament]:
        return tournament_list().listed_to(request_viewer(self.request))

    @extend_schema(request=TournamentInput, responses={201: TournamentOutput})
    def post(self, request: Request) -> Response:
        """Announce a tournament; entries may come from now on."""
        actor, sent = require_caller(request), read_request_body(TournamentInput, request)
        tournament = services.tournament_create(actor=actor, **announced_with(sent, actor))
        return Response(TournamentOutput(tournament).data, status=201)


@versioned("tournament")
class TournamentView(generics.RetrieveAPIView[Tournament]):
    """A tournament and, once it is made, its draw."""

    serializer_class = TournamentOutput
    queryset = tournament_list()
    scopes = {"GET": PUBLIC, "PATCH": DIRECT, "DELETE": DIRECT}

    @extend_schema(request=TournamentPatch, responses=TournamentOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change what is announced of it. What it is played by stays once it is drawn."""
        sent = read_request_body(TournamentPatch, request, partial=True)
        services.tournament_edit(actor=require_caller(request), tournament_id=self.get_object().pk, **sent)
        return Response(TournamentOutput(self.get_object()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it where nobody is entered: it is shown no more, and can be put back by undoing that."""
        refuse_request_body(request)
        services.tournament_remove(actor=require_caller(request), tournament_id=self.get_object().pk)
        return Response(status=204)


def tournament_or_404(number: int) -> Tournament:
    """As far as is needed of one where it is not shown itself. Raises Http404."""
    found = tournament_numbered(number)
    if found is None:
        raise Http404
    return found


class OfTournament(APIView):
    """Base of what lies under a tournament."""

    def requested_tournament(self) -> Tournament:
        """With club, draw and venue. Raises Http404."""
        return tournament_or_404(self.kwargs["pk"])

    @cached_property
    def tournament(self) -> Tournament:
        """As it was when it was first asked for."""
        return self.requested_tournament()
