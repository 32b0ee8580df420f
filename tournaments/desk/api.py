"""/tournaments/<id>/desk/entries/: the entries of an event as its control desk shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import READ
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action, require_permission
from matches.players.api.fields import PlayerRef
from tournaments.events.api.previews import EntryShown
from tournaments.events.api.tournaments import OfTournament

from .selectors import DeskEntry, EntryDesk, EntryState, entry_desk


class EntryFees(serializers.Serializer[Any]):
    owed = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField()
    to_return = serializers.IntegerField()


class DeskEntryOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="entry.pk")
    player = PlayerRef(source="entry.player")
    home = serializers.CharField(source="entry.shown_home")
    family = serializers.CharField(source="entry.shown_family")
    state = serializers.ChoiceField(choices=[state.value for state in EntryState])
    place_in_line = serializers.IntegerField(allow_null=True, help_text="Of who waits, from 1.")
    since = serializers.DateTimeField(help_text="When the entry was asked for, or made.")
    self_entered = serializers.BooleanField(
        source="is_self_entered", help_text="By the player, or somebody of the pair or team."
    )
    entered_by = serializers.SerializerMethodField()
    approved_by = serializers.SerializerMethodField()
    checked_in_at = serializers.DateTimeField(
        source="check_in.recorded_at", default=None, allow_null=True, help_text="Null where it has not."
    )
    fees = EntryFees()
    rating = serializers.FloatField()
    came_for = EntryShown(allow_null=True, help_text="Whose place it has taken.")
    replaced_by = EntryShown(allow_null=True, help_text="Who has taken its place.")

    def get_entered_by(self, row: DeskEntry) -> str | None:
        """The login that has asked for it, or made it; for who may see by whom facts were recorded."""
        return self.shown_login(row.entered_by)

    def get_approved_by(self, row: DeskEntry) -> str | None:
        """The login that has approved what was asked for, likewise."""
        return self.shown_login(row.approved_by)

    def shown_login(self, login: User | None) -> str | None:
        return login.shown_name if login is not None and self.context["identifies"] else None


class EntryDeskOutput(serializers.Serializer[EntryDesk]):
    entries = DeskEntryOutput(many=True)
    in_field = serializers.SerializerMethodField()
    waiting = serializers.SerializerMethodField()
    checked_in = serializers.IntegerField(help_text="How many of those in the field have checked in.")
    places_left = serializers.IntegerField(
        allow_null=True, help_text="Before the draw; null where any number may come, and after it."
    )
    late_seats = serializers.IntegerField(
        allow_null=True, help_text="How many may still enter since the draw; null before it."
    )
    currency = serializers.CharField(source="fees.currency", help_text="Of the fees.")

    def get_in_field(self, desk: EntryDesk) -> int:
        """How many play, or would be drawn now."""
        return desk.count_of(EntryState.IN_FIELD)

    def get_waiting(self, desk: EntryDesk) -> int:
        """How many wait for others to withdraw."""
        return desk.count_of(EntryState.WAITING)


class EntryDeskView(OfTournament):
    """The entries of a tournament as its control desk shows them."""

    scopes = {"GET": READ}

    @extend_schema(responses=EntryDeskOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Every entry: in the field or waiting, since when and by whom, checked in, paid; for who runs it."""
        tournament = self.requested_tournament()
        caller = require_permission(require_caller(request), "desk_see", tournament)
        identifies = may_do_action(caller, "fact_identify", tournament)
        shown = EntryDeskOutput(entry_desk(tournament), context={"identifies": identifies})
        return Response(shown.data)
