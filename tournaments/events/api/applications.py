"""/tournaments/<id>/applications/: players who ask to be entered, and what is answered."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.hidden import HiddenFromOthers
from matches.accounts.api.scopes import DIRECT, ENTER, READ
from matches.accounts.models import User
from matches.base.api.pagination import EARLIEST
from matches.base.api.parsing import read_request_body
from matches.players.api.fields import PlayerRef
from tournaments.events import services
from tournaments.events.models import EntryApplication
from tournaments.events.selectors import (
    application_concerns,
    entry_application_list,
    entry_applications_shown,
)

from .tournaments import tournament_or_404

State = EntryApplication.State


class EntryApplicationOutput(serializers.Serializer[EntryApplication]):
    address = "api-tournaments:tournament-application"

    id = serializers.IntegerField()
    tournament = serializers.IntegerField(source="tournament_id")
    player = PlayerRef()
    home = serializers.CharField(source="shown_home")
    family = serializers.CharField(source="shown_family")
    alternate = serializers.BooleanField()
    applied_at = serializers.DateTimeField(source="recorded_at")
    state = serializers.ChoiceField(
        choices=State.choices,
        help_text="`lapsed`: nobody is entered by it any more, for a draw was made, or the event is over.",
    )
    reason = serializers.CharField(source="refusal_reason", help_text="Why it was refused.")
    entry = serializers.IntegerField(
        source="entry.pk", default=None, allow_null=True, help_text="The entry that approves it."
    )


class EntryApplicationAnswerInput(serializers.Serializer[Any]):
    state = serializers.ChoiceField(
        choices=[State.APPROVED.value, State.REFUSED.value, State.WITHDRAWN.value],
        help_text="`approved` enters the player, `refused` takes a reason, `withdrawn` is for who applied.",
    )
    reason = serializers.CharField(max_length=200, default="", allow_blank=True)


class EntryApplicationsView(generics.ListAPIView[EntryApplication]):
    """Applications to be entered, the earliest first: all for who runs the event, else the caller's own."""

    serializer_class = EntryApplicationOutput
    queryset = EntryApplication.objects.none()
    orders = EARLIEST
    filter_backends = ()
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[EntryApplication]:
        tournament = tournament_or_404(self.kwargs["pk"])
        return entry_applications_shown(require_caller(self.request), tournament)


class EntryApplicationView(generics.RetrieveAPIView[EntryApplication]):
    """An application to be entered: one's own; for whoever runs the event anybody's."""

    serializer_class = EntryApplicationOutput
    queryset = EntryApplication.objects.none()
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[EntryApplication]:
        tournament = tournament_or_404(self.kwargs["tournament"])
        return entry_applications_shown(require_caller(self.request), tournament)


class EntryApplicationAnswerView(HiddenFromOthers):
    """The answer to an application."""

    serializer_class = EntryApplicationOutput
    queryset = EntryApplication.objects.none()
    scopes = {"POST": ENTER | DIRECT}

    def get_queryset(self) -> QuerySet[EntryApplication]:
        return entry_application_list().filter(tournament=self.kwargs["tournament"])

    def concerns(self, user: User, row: EntryApplication) -> bool:
        return application_concerns(user, row)

    @extend_schema(request=EntryApplicationAnswerInput, responses={201: EntryApplicationOutput})
    def post(self, request: Request, tournament: int, pk: int) -> Response:
        """Approve it, which enters the player, or refuse it; or withdraw one's own.

        In the waiting list the entry has the place of the moment of the application.
        """
        sent = read_request_body(EntryApplicationAnswerInput, request)
        application = services.entry_application_answer(
            actor=require_caller(request),
            application_id=self.get_object().pk,
            state=State(sent["state"]),
            reason=sent["reason"],
        )
        return Response(EntryApplicationOutput(application).data, status=201)
