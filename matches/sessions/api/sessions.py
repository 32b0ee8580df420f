"""/sessions/: sessions for money."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import request_viewer, require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC, REPORT
from matches.base.api.filters import IntegerFilter
from matches.base.api.pagination import Orders
from matches.base.api.parsing import (
    JSONParser,
    form_values,
    read_request_body,
    read_shape,
    refuse_request_body,
)
from matches.players.api.fields import player_numbered
from matches.players.models import Player
from matches.sessions import services
from matches.sessions.models import MoneySession
from matches.sessions.rules.judging import SessionRules
from matches.sessions.selectors import (
    against,
    own_sessions,
    session_balances,
    sessions_of_player,
    visible_sessions,
)
from matches.sessions.services import SessionContent

from .fields import (
    SESSION_FORM,
    BalancesOutput,
    SessionAnswerInput,
    SessionInput,
    SessionOutput,
    SessionShowInput,
)

LATEST: Orders = {"-played_on": ("-played_on", "-id"), "-id": ("-id",)}
RULES = ("jacoby", "beavers", "automatic_doubles")


def seen_or_404(request: Request, pk: int) -> MoneySession:
    """A session that the caller may see. Raises Http404."""
    return generics.get_object_or_404(visible_sessions(request_viewer(request)), pk=pk)


class SessionFilter(filters.FilterSet):
    player = IntegerFilter(method="of_player", help_text="Sessions of this player, on either side.")
    opponent = IntegerFilter(method="against_player", help_text="Likewise: both name those between two.")
    guest = filters.CharFilter(method="against_guest", help_text="Against a guest of this name.")

    class Meta:
        model = MoneySession
        fields: list[str] = []

    def of_player(self, queryset: Any, name: str, value: int) -> Any:
        return queryset.filter(own_sessions(value))

    def against_player(self, queryset: Any, name: str, value: int) -> Any:
        return queryset.filter(against(value))

    def against_guest(self, queryset: Any, name: str, value: str) -> Any:
        return queryset.filter(against(guest=value))


class SessionsView(generics.ListAPIView[MoneySession]):
    """Sessions for money, the latest first."""

    serializer_class = SessionOutput
    queryset = MoneySession.objects.none()
    filterset_class = SessionFilter
    orders = LATEST
    parser_classes = (JSONParser, MultiPartParser)
    scopes = {"GET": PUBLIC, "POST": REPORT}

    def get_queryset(self) -> QuerySet[MoneySession]:
        return visible_sessions(request_viewer(self.request))

    @extend_schema(
        request={"application/json": SessionInput, "multipart/form-data": SESSION_FORM},
        responses={201: SessionOutput},
    )
    def post(self, request: Request) -> Response:
        """Keep a session that the caller has played; the same again is the first one.

        The referee judges a transcript at once: what breaks the rules is refused, and kept nowhere. A player
        who is named as the opponent is told, and says whether it is so.
        """
        actor = require_caller(request)
        sent = read_shape(SessionInput, form_values(request.data)).validated_data
        points = sent.get("points")
        session = services.session_keep(
            actor=actor,
            opponent=player_numbered(sent["opponent"]) if "opponent" in sent else None,
            guest=sent.get("guest", ""),
            played_on=sent.get("played_on"),
            note=sent.get("note", ""),
            content=SessionContent(
                transcript=sent.get("transcript"),
                games=sent.get("games"),
                points=(points["one"], points["two"]) if points else None,
                own_name=sent.get("name", ""),
                variant=sent.get("variant"),
                rules=SessionRules(**{name: sent.get(name) for name in RULES}),
            ),
        )
        return Response(SessionOutput(session, context={"request": request}).data, status=201)


class SessionView(APIView):
    """A session for money."""

    scopes = {"GET": PUBLIC, "DELETE": REPORT | DIRECT}

    @extend_schema(responses=SessionOutput)
    def get(self, request: Request, pk: int) -> Response:
        """A session of the caller, or one that both of the two show to everybody."""
        return Response(SessionOutput(seen_or_404(request, pk), context={"request": request}).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Withdraw a session: for oneself, and for good where the other does not stand by it."""
        refuse_request_body(request)
        services.session_withdraw(actor=require_caller(request), session_id=pk)
        return Response(status=204)


class SessionAnswerView(APIView):
    """What the opponent says to a session."""

    scopes = {"POST": REPORT}

    @extend_schema(request=SessionAnswerInput, responses={204: None})
    def post(self, request: Request, pk: int) -> Response:
        """Agree to a session that somebody else keeps, or disown it: then it counts for nobody."""
        sent = read_request_body(SessionAnswerInput, request)
        services.session_answer(actor=require_caller(request), session_id=pk, agrees=sent["agrees"])
        return Response(status=204)


class SessionVisibilityView(APIView):
    """Who may see a session."""

    scopes = {"POST": REPORT}

    @extend_schema(request=SessionShowInput, responses={204: None})
    def post(self, request: Request, pk: int) -> Response:
        """Show a session to everybody, as far as it is the caller's to say, or hide it again."""
        sent = read_request_body(SessionShowInput, request)
        services.session_show(actor=require_caller(request), session_id=pk, public=sent["public"])
        return Response(status=204)


class BalancesView(APIView):
    """What a player has won and lost in sessions."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=BalancesOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Games and points against each opponent, over the sessions that the caller may see."""
        player = generics.get_object_or_404(Player.objects.select_related("stand_in"), pk=pk).effective_player
        shown, total = session_balances(player, sessions_of_player(player.pk, request_viewer(request)))
        found: dict[str, Any] = {
            "player": player,
            "balances": [balance_mapping(each.balance, each.opponent) for each in shown],
            "total": balance_mapping(total, None),
        }
        return Response(BalancesOutput(found).data)


def balance_mapping(balance: Any, opponent: Player | None) -> dict[str, Any]:
    names = ("guest", "sessions", "games_won", "games_lost", "points_won", "points_lost", "net")
    return {"opponent": opponent, **{name: getattr(balance, name) for name in names}}
