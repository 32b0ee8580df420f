"""/tournaments/<id>/entries/ and what becomes of them: withdrawals, re-entries, substitutions, line-ups."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, ENTER, PUBLIC
from matches.base.api.fields import NameField
from matches.base.api.filters import IntegerFilter, TruthFilter
from matches.base.api.pagination import OLDEST
from matches.base.api.parsing import read_request_body
from matches.base.api.queries import read_query
from matches.players.api.fields import PlayerRef, player_numbered
from matches.players.api.players import players_numbered
from tournaments.clubs.api.fields import EntryRef
from tournaments.events import services
from tournaments.events.models import Entry, EntryApplication, Reentry, Substitution, Withdrawal
from tournaments.events.selectors import (
    entries_that_wait,
    entry_application_list,
    entry_line_ups,
    entry_list,
)
from tournaments.formats.teams import MOST_BOARDS

from .applications import EntryApplicationOutput
from .previews import EntryShown
from .tournaments import OfTournament, tournament_or_404

# Bytes of a file of entrants.
FILE_MAX = 1_000_000


class EntryInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="Number of the player.")
    home = NameField(
        default="", allow_blank=True, help_text="Home club; two of one do not meet in the first round."
    )
    family = NameField(default="", allow_blank=True, help_text="Two of one family are not paired.")
    alternate = serializers.BooleanField(
        default=False, help_text="Waits to take the place of somebody who does not come."
    )


class EntryOutput(serializers.Serializer[Any]):
    address = "api-tournaments:tournament-entry"

    id = serializers.IntegerField()
    player = PlayerRef()
    entered_at = serializers.DateTimeField(source="recorded_at")
    home = serializers.CharField(source="shown_home")
    family = serializers.CharField(source="shown_family")
    alternate = serializers.BooleanField()
    waiting = serializers.BooleanField(
        source="is_waiting", help_text="Whether the tournament is full before it, as long as it is not drawn."
    )
    withdrawn = serializers.BooleanField(source="has_withdrawn")


class WithdrawalInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Number of the entry.")
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class WithdrawalQuery(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Number of the entry.")


class OpenMatchOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField(source="fixture.match_id")
    key = serializers.CharField(source="fixture.key")
    part = serializers.CharField(source="fixture.part")
    round = serializers.IntegerField(source="fixture.round")
    opponent = EntryShown()


class WithdrawalEffectOutput(serializers.Serializer[Any]):
    moves_up = EntryShown(allow_null=True, help_text="Who waits and would be drawn instead, before the draw.")
    walkovers = OpenMatchOutput(many=True, help_text="What the opponents would have without play.")
    pending = OpenMatchOutput(
        many=True, help_text="Reported, disputed or under appeal: they end as if nobody had left."
    )
    substitutes = EntryShown(
        many=True, help_text="Who may take the place instead, where the entry has not begun to play."
    )
    begun = serializers.IntegerField(
        allow_null=True, help_text="The first match that it has begun; nobody takes its place after that."
    )
    may_come_back = serializers.BooleanField(help_text="Whether it may re-enter afterwards.")


class WithdrawalOutput(serializers.Serializer[Withdrawal]):
    entry = serializers.IntegerField(source="entry_id")
    reason = serializers.CharField()
    withdrawn_at = serializers.DateTimeField(source="recorded_at")


class ReentryOutput(serializers.Serializer[Reentry]):
    entry = serializers.IntegerField(source="withdrawal.entry_id")
    back_at = serializers.DateTimeField(source="recorded_at")


class SubstitutionInput(serializers.Serializer[Any]):
    leaves = serializers.IntegerField(help_text="Number of an entry in the draw that has not played.")
    comes = serializers.IntegerField(help_text="Number of an alternate.")


class SubstitutionOutput(serializers.Serializer[Substitution]):
    leaves = serializers.IntegerField(source="leaves_id")
    comes = serializers.IntegerField(source="comes_id")
    substituted_at = serializers.DateTimeField(source="recorded_at")


class LineUpInput(EntryRef):
    players = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=MOST_BOARDS,
        help_text="Numbers of members, as many as there are boards, board 1 first.",
    )


class LineUpOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Number of the entry.")
    players = PlayerRef(many=True)


class EntryFilter(filters.FilterSet):
    player = IntegerFilter()
    alternate = TruthFilter()
    withdrawn = TruthFilter(field_name="left", lookup_expr="isnull", exclude=True)

    class Meta:
        model = Entry
        fields = ["player", "alternate"]


class EntriesView(OfTournament, generics.ListAPIView[Entry]):
    """Entries of a tournament, in order of entering."""

    serializer_class = EntryOutput
    filterset_class = EntryFilter
    queryset = Entry.objects.none()
    orders = OLDEST
    scopes = {"GET": PUBLIC, "POST": ENTER | DIRECT}

    def get_queryset(self) -> QuerySet[Entry]:
        return entry_list(self.tournament)

    def paginate_queryset(self, queryset: Any) -> Any:
        return entries_that_wait(self.tournament, super().paginate_queryset(queryset) or [])

    @extend_schema(request=EntryInput, responses={201: EntryOutput, 202: EntryApplicationOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Enter a player: before the draw; later as an alternate, or where late entries join in.

        Where the tournament is full already, the entry waits for another to withdraw. 202: a director is to
        approve it; the application waits for that.
        """
        sent = read_request_body(EntryInput, request)
        tournament = self.requested_tournament()
        made = services.entry_add(
            actor=require_caller(request),
            tournament_id=tournament.pk,
            **{**sent, "player": player_numbered(sent["player"])},
        )
        if isinstance(made, EntryApplication):
            application = entry_application_list().get(pk=made.pk)
            return Response(EntryApplicationOutput(application).data, status=202)
        (entry,) = entries_that_wait(tournament, [*entry_list(tournament).filter(pk=made.pk)])
        return Response(EntryOutput(entry).data, status=201)


class EntryView(OfTournament):
    """An entry of a tournament."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=EntryOutput)
    def get(self, request: Request, tournament: int, pk: int) -> Response:
        """Who is entered, whether it waits, whether it has withdrawn."""
        event = tournament_or_404(tournament)
        entry = generics.get_object_or_404(entry_list(event), pk=pk)
        (entry,) = entries_that_wait(event, [entry])
        return Response(EntryOutput(entry).data)


class WithdrawalsView(OfTournament):
    """Withdrawals from a tournament."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=WithdrawalInput, responses={201: WithdrawalOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw an entry: what it has played stands, whoever it would have met has a walkover.

        A match that has been reported, is disputed or under appeal is finalised as if nobody had left.
        """
        sent = read_request_body(WithdrawalInput, request)
        withdrawal = services.entry_withdraw(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_id=sent["entry"],
            reason=sent["reason"],
        )
        return Response(WithdrawalOutput(withdrawal).data, status=201)


class WithdrawalPreviewView(OfTournament):
    """What a withdrawal would change."""

    query_shape = WithdrawalQuery
    scopes = {"GET": ENTER | DIRECT}

    @extend_schema(responses=WithdrawalEffectOutput)
    def get(self, request: Request, pk: int) -> Response:
        """What would follow if an entry withdrew now; nothing is changed."""
        effect = services.entry_withdraw_preview(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_id=read_query(self)["entry"],
        )
        return Response(WithdrawalEffectOutput(effect).data)


class LineUpsView(OfTournament, generics.ListAPIView[Any]):
    """Who would play in matches set up now, board 1 first, team by team; nobody where no teams play."""

    serializer_class = LineUpOutput
    queryset = Entry.objects.none()
    orders = {"entry": ("id",)}
    filter_backends = ()
    scopes = {"GET": PUBLIC, "POST": ENTER | DIRECT}

    def get_queryset(self) -> QuerySet[Entry]:
        entries = entry_list(self.tournament)
        return entries if self.tournament.played_as.team_size else entries.none()

    def paginate_queryset(self, queryset: Any) -> Any:
        line_ups = entry_line_ups(self.tournament, super().paginate_queryset(queryset) or [])
        return [{"entry": entry, "players": players} for entry, players in line_ups.items()]

    @extend_schema(request=LineUpInput, responses={201: LineUpOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Name the line-up of a team for the matches set up from now on; the others keep their players."""
        sent = read_request_body(LineUpInput, request)
        players = players_numbered(sent["players"])
        line_up = services.line_up_set(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_id=sent["entry"],
            players=players,
        )
        return Response(LineUpOutput({"entry": line_up.entry_id, "players": players}).data, status=201)


class ReentriesView(OfTournament):
    """Entries that had withdrawn and are back."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=EntryRef, responses={201: ReentryOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Let an entry that has withdrawn play again; the matches it was given up in stay so."""
        sent = read_request_body(EntryRef, request)
        back = services.entry_come_back(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_id=sent["entry"],
        )
        return Response(ReentryOutput(back).data, status=201)


class SubstitutionsView(OfTournament):
    """Alternates who came in."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=SubstitutionInput, responses={201: SubstitutionOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Give the place of an entry that has not played to an alternate."""
        sent = read_request_body(SubstitutionInput, request)
        substitution = services.entry_substitute(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            leaves_id=sent["leaves"],
            comes_id=sent["comes"],
        )
        return Response(SubstitutionOutput(substitution).data, status=201)
