"""/tournaments/: announced, entered, drawn, played."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.api.authentication import caller
from matches.api.fields import LengthField, NameField, OptionsField, PlayerRef
from matches.api.matches import MatchOutput, player_numbered
from matches.api.regulations import RegulationsField, RegulationsInForceField
from matches.models import Token
from tournaments import services
from tournaments.draws import Seeding
from tournaments.errors import TournamentNotStarted, UnknownClub
from tournaments.formats import FORMATS
from tournaments.models import Club, Draw, Entry, Fixture, Tournament, Withdrawal
from tournaments.models.tournament import ENTRIES_MAX
from tournaments.selectors import (
    BracketSlot,
    entry_list,
    fixture_list,
    tournament_course,
    tournament_list,
)


class TournamentInput(serializers.Serializer[Any]):
    club = serializers.IntegerField(help_text="Number of the club that holds it.")
    name = NameField(max_length=120)
    format = serializers.ChoiceField(choices=list(FORMATS), default="single_elimination")
    lengths = serializers.ListField(
        child=LengthField(),
        min_length=1,
        max_length=16,
        help_text="Points per round, first round first; the last one stands for every round after it.",
    )
    variant = serializers.ChoiceField(choices=list(engine.PLAYED), default="backgammon")
    options = OptionsField(default=dict)
    regulations = RegulationsField(default=dict)
    rated = serializers.BooleanField(default=True)


class ClubRef(serializers.Serializer[Club]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class DrawOutput(serializers.Serializer[Draw]):
    seeding = serializers.ChoiceField(choices=[seeding.value for seeding in Seeding])
    seed = serializers.CharField(help_text="What the lots were made from: SHA-256 of '<seed>:<entry>'.")
    order = serializers.ListField(child=serializers.IntegerField(), help_text="Entries, seed 1 first.")
    ratings = serializers.DictField(
        child=serializers.FloatField(), help_text="Ratings it went by, by number of the entry."
    )
    drawn_at = serializers.DateTimeField(source="recorded_at")


class TournamentOutput(serializers.Serializer[Tournament]):
    id = serializers.IntegerField()
    club = ClubRef()
    name = serializers.CharField()
    format = serializers.CharField()
    lengths = serializers.ListField(child=serializers.IntegerField())
    variant = serializers.CharField()
    options = OptionsField()
    regulations = RegulationsField()
    regulations_in_force = RegulationsInForceField(source="regulations", read_only=True)
    rated = serializers.BooleanField()
    state = serializers.ChoiceField(choices=Tournament.State.choices)
    draw = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(DrawOutput(allow_null=True))
    def get_draw(self, tournament: Tournament) -> Any:
        draw = getattr(tournament, "draw", None)
        return None if draw is None else DrawOutput(draw).data


class EntryInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="Number of the player.")


class EntryOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    player = PlayerRef()
    entered_at = serializers.DateTimeField(source="recorded_at")
    withdrawn = serializers.SerializerMethodField()

    def get_withdrawn(self, entry: Entry) -> bool:
        return getattr(entry, "withdrawal", None) is not None


class WithdrawalInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Number of the entry.")
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class WithdrawalOutput(serializers.Serializer[Withdrawal]):
    entry = serializers.IntegerField(source="entry_id")
    reason = serializers.CharField()
    withdrawn_at = serializers.DateTimeField(source="recorded_at")


class DrawInput(serializers.Serializer[Any]):
    seeding = serializers.ChoiceField(choices=[seeding.value for seeding in Seeding])
    seeded = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=ENTRIES_MAX,
        default=list,
        help_text="For manual seeding: numbers of entries, seed 1 first; the rest are drawn behind them.",
    )
    seed = serializers.RegexField(
        r"^[\x21-\x7e]*$",
        max_length=64,
        allow_blank=True,
        default="",
        help_text="What the lots are made from; invented where none is given.",
    )


class FixtureOutput(serializers.Serializer[Fixture]):
    key = serializers.CharField(help_text="The slot's name for good.")
    round = serializers.IntegerField()
    one = serializers.IntegerField(source="one_id", help_text="Number of an entry.")
    two = serializers.IntegerField(source="two_id")
    void = serializers.BooleanField()
    match = MatchOutput()


class SlotOutput(serializers.Serializer[BracketSlot]):
    key = serializers.CharField(source="slot.key")
    one = EntryOutput(allow_null=True)
    two = EntryOutput(allow_null=True)
    bye = serializers.BooleanField()
    walkover = serializers.BooleanField(
        help_text="Decided because somebody had withdrawn, without a fixture."
    )
    winner = serializers.SerializerMethodField()
    match = serializers.SerializerMethodField()

    def get_winner(self, slot: BracketSlot) -> int | None:
        """Number of the entry that goes on."""
        return None if slot.winner is None else slot.winner.pk

    @extend_schema_field(MatchOutput(allow_null=True))
    def get_match(self, slot: BracketSlot) -> Any:
        return None if slot.fixture is None else MatchOutput(slot.fixture.match).data


class RoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    length = serializers.IntegerField()
    slots = SlotOutput(many=True)


class StandingsOutput(serializers.Serializer[Any]):
    first = serializers.IntegerField(source="place.first", help_text="Best place still possible.")
    last = serializers.IntegerField(source="place.last", help_text="Worst; equal to `first` if not shared.")
    settled = serializers.BooleanField(source="place.settled")
    entry = EntryOutput()
    seed = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Matches won on the board.")
    lost = serializers.IntegerField()
    points_won = serializers.IntegerField()
    points_lost = serializers.IntegerField()


class TournamentFilter(filters.FilterSet):
    club = filters.NumberFilter()
    state = filters.ChoiceFilter(choices=Tournament.State.choices)

    class Meta:
        model = Tournament
        fields = ["club", "state"]


class TournamentsView(generics.ListAPIView[Tournament]):
    """Tournaments, the newest first."""

    serializer_class = TournamentOutput
    filterset_class = TournamentFilter
    queryset = tournament_list()
    write_scope = Token.Scope.DIRECT

    @extend_schema(request=TournamentInput, responses={201: TournamentOutput})
    def post(self, request: Request) -> Response:
        """Announce a tournament; entries may come from now on."""
        data = TournamentInput(data=request.data)
        data.is_valid(raise_exception=True)
        sent = data.validated_data
        club = Club.objects.filter(pk=sent["club"]).first()
        if club is None:
            raise UnknownClub(f"There is no club {sent['club']}.", club=sent["club"])
        tournament = services.tournament_create(actor=caller(request), **{**sent, "club": club})
        return Response(TournamentOutput(tournament).data, status=201)


class TournamentView(generics.RetrieveAPIView[Tournament]):
    """A tournament and, once it is made, its draw."""

    serializer_class = TournamentOutput
    queryset = tournament_list()


class OfTournament(APIView):
    """Base of what lies under a tournament."""

    write_scope: str | None = Token.Scope.DIRECT

    def tournament(self) -> Tournament:
        return generics.get_object_or_404(tournament_list(), pk=self.kwargs["pk"])


class EntriesView(OfTournament):
    """Entries of a tournament."""

    @extend_schema(responses=EntryOutput(many=True), operation_id="tournaments_entries_list")
    def get(self, request: Request, pk: int) -> Response:
        """Every entry, in order of entering."""
        return Response(EntryOutput(entry_list(self.tournament()), many=True).data)

    @extend_schema(request=EntryInput, responses={201: EntryOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Enter a player, before the draw."""
        data = EntryInput(data=request.data)
        data.is_valid(raise_exception=True)
        entry = services.entry_add(
            actor=caller(request),
            tournament_id=self.tournament().pk,
            player=player_numbered(data.validated_data["player"]),
        )
        return Response(EntryOutput(entry).data, status=201)


class WithdrawalsView(OfTournament):
    """Withdrawals from a tournament."""

    @extend_schema(request=WithdrawalInput, responses={201: WithdrawalOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw an entry: what it has played stands, whoever it would have met has a walkover.

        A match that has been reported, is disputed or under appeal is decided as if nobody had left.
        """
        data = WithdrawalInput(data=request.data)
        data.is_valid(raise_exception=True)
        sent = data.validated_data
        withdrawal = services.entry_withdraw(
            actor=caller(request),
            tournament_id=self.tournament().pk,
            entry_id=sent["entry"],
            reason=sent["reason"],
        )
        return Response(WithdrawalOutput(withdrawal).data, status=201)


class DrawView(OfTournament):
    """The draw of a tournament."""

    @extend_schema(responses=DrawOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The draw, with what it takes to recompute it."""
        tournament = self.tournament()
        draw = getattr(tournament, "draw", None)
        if draw is None:
            raise TournamentNotStarted(f"{tournament.name} has not been drawn yet.", tournament=tournament.pk)
        return Response(DrawOutput(draw).data)

    @extend_schema(request=DrawInput, responses={201: DrawOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Make the draw and start play; a worker makes the first fixtures within a moment."""
        data = DrawInput(data=request.data)
        data.is_valid(raise_exception=True)
        sent = data.validated_data
        draw = services.tournament_draw(
            actor=caller(request),
            tournament_id=self.tournament().pk,
            seeding=Seeding(sent["seeding"]),
            seeded=sent["seeded"],
            seed=sent["seed"],
        )
        return Response(DrawOutput(draw).data, status=201)


class FixturesView(generics.ListAPIView[Fixture]):
    """Fixtures of a tournament, with their matches, the newest first."""

    serializer_class = FixtureOutput
    queryset = Fixture.objects.none()
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Fixture]:
        return fixture_list(generics.get_object_or_404(Tournament, pk=self.kwargs["pk"]))


class BracketView(OfTournament):
    """The bracket of a tournament."""

    @extend_schema(responses=RoundOutput(many=True), operation_id="tournaments_bracket")
    def get(self, request: Request, pk: int) -> Response:
        """Every round from the first, every match from top to foot; empty before the draw."""
        return Response(RoundOutput(tournament_course(self.tournament()).bracket, many=True).data)


class StandingsView(OfTournament):
    """The standings of a tournament."""

    @extend_schema(responses=StandingsOutput(many=True), operation_id="tournaments_standings")
    def get(self, request: Request, pk: int) -> Response:
        """Everybody's place, best first; empty before the draw."""
        return Response(StandingsOutput(tournament_course(self.tournament()).standings, many=True).data)
