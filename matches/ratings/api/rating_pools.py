"""/rating-pools/: by what is rated, and who leads."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.accounts.models import User
from matches.base.api.fields import NameField, TextField
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.base.api.queries import asks_for, read_query
from matches.edits.api import PictureView, PresentedInput, PresentedOutput, PresentedPatch, WhyInput, read_why
from matches.facts.api.versions import versioned
from matches.hooks import player_filters
from matches.play.api.fields import LengthField
from matches.play.errors import checked_match_length
from matches.play.models import LENGTH_MAX
from matches.players.api.fields import PlayerRef
from matches.players.errors import SamePlayer
from matches.players.models import Player
from matches.ratings import services
from matches.ratings.models import RatingPool, RatingPoolEdit, RatingPoolTerms, RatingStanding
from matches.ratings.selectors import (
    Board,
    Leaderboard,
    is_rating_inactive,
    is_rating_provisional,
    leader_mappings,
    rating_expectation,
    rating_pool_list,
    rating_pool_with_terms,
)
from matches.ratings.systems import PRESETS, RATINGS


class TermsInput(serializers.Serializer[Any]):
    """By what is rated. What a system or a quantity may be is the service's to say."""

    rating_system = serializers.ChoiceField(choices=[*RATINGS], default="fibs")
    parameters = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        default=dict,
        help_text="What differs from the system as published: docs/ratings.md, and /rating-systems/.",
    )
    variants = serializers.ListField(
        child=serializers.ChoiceField(choices=[*engine.PLAYED]),
        default=list,
        help_text="The variants that count; all of them if none is named.",
    )
    shortest = serializers.IntegerField(default=1, help_text="Points of the shortest match that counts.")
    provisional = serializers.IntegerField(
        default=0, help_text="A rating is provisional until this much experience."
    )
    inactive_after = serializers.IntegerField(
        allow_null=True, default=None, help_text="Days without a match; null for never."
    )


class TermsChange(TermsInput):
    reason = serializers.CharField(max_length=500, allow_blank=True, default="")


class RatingPoolAnnounced(PresentedInput, TermsInput):
    """What may be announced of a rating pool, a club's too."""

    name = NameField()


class RatingPoolInput(RatingPoolAnnounced):
    everybody = serializers.BooleanField(
        default=False, help_text="Whether every rated match of the service counts, or those that name it."
    )


class RatingPoolPatch(PresentedInput, PresentedPatch):
    name = NameField()
    closed = serializers.BooleanField(
        help_text="Whether what is finalised from now on counts no more. Once it is false again everything "
        "does, as if it had never been closed."
    )


class TermsOutput(serializers.Serializer[RatingPoolTerms]):
    rating_system = serializers.CharField()
    parameters = serializers.JSONField()
    variants = serializers.ListField(child=serializers.CharField())
    shortest = serializers.IntegerField()
    provisional = serializers.IntegerField()
    inactive_after = serializers.IntegerField(allow_null=True)


class RatingPoolRef(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class RatingPoolOutput(RatingPoolRef, PresentedOutput):
    address = "api-matches:rating-pool"

    everybody = serializers.BooleanField()
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text="What was finalised then or later does not count; null while it is open."
    )
    terms = TermsOutput(source="in_force")
    folding = serializers.BooleanField(
        read_only=True,
        help_text="Whether the terms are newer than the ratings, which a worker is folding anew.",
    )


class BoardQuery(serializers.Serializer[Any]):
    since = serializers.DateTimeField(
        default=None, help_text="Count matches that were completed at this time or later."
    )
    until = serializers.DateTimeField(
        default=None, help_text="Count matches completed before this time; ratings are those of this time."
    )
    variant = serializers.ChoiceField(choices=[*engine.PLAYED], default=None)
    experience = serializers.IntegerField(min_value=0, default=0, help_text="Least points of experience.")
    matches = serializers.IntegerField(min_value=1, default=1, help_text="Least matches in the period.")
    active = serializers.BooleanField(default=False, help_text="Leave inactive players out.")
    established = serializers.BooleanField(default=False, help_text="Leave provisional ratings out.")

    def get_fields(self) -> dict[str, Any]:
        filters = player_filters().items()
        of = {
            name: serializers.IntegerField(default=None, help_text=known.help_text) for name, known in filters
        }
        return {**super().get_fields(), **of}


def leaderboard_board(sent: dict[str, Any]) -> Board:
    of = {name: sent.pop(name) for name in player_filters()}
    return Board(**sent, of={name: number for name, number in of.items() if number is not None})


class LeaderOutput(serializers.Serializer[RatingStanding]):
    player = PlayerRef()
    rating = serializers.FloatField()
    experience = serializers.IntegerField(source="points")
    matches = serializers.IntegerField(source="played", help_text="In the period.")
    won = serializers.IntegerField(source="victories", help_text="Of those.")
    gained = serializers.FloatField(help_text="Rating points gained in the period.")
    peak = serializers.FloatField(
        allow_null=True, help_text="The highest rating ever that was not provisional."
    )
    deviation = serializers.SerializerMethodField(
        help_text="Standard deviation of the rating now, where its system has one."
    )
    last_at = serializers.DateTimeField(source="latest")
    provisional = serializers.SerializerMethodField()
    inactive = serializers.SerializerMethodField()

    @property
    def rating_pool(self) -> RatingPool:
        rating_pool: RatingPool = self.context["rating_pool"]
        return rating_pool

    def get_deviation(self, standing: Any) -> float | None:
        system = self.rating_pool.system
        return system.rating_deviation(system.rating_at(standing.as_rating, timezone.now()))

    def get_provisional(self, standing: Any) -> bool:
        return is_rating_provisional(self.rating_pool, standing.points)

    def get_inactive(self, standing: Any) -> bool:
        return is_rating_inactive(self.rating_pool, standing.last_at, timezone.now())


class ExpectationQuery(serializers.Serializer[Any]):
    one = serializers.IntegerField(help_text="Number of a player.")
    two = serializers.IntegerField(help_text="Number of the opponent.")
    length = LengthField(min_value=1, max_value=LENGTH_MAX)


class ChanceOutput(serializers.Serializer[Any]):
    rating_pool = RatingPoolRef()
    length = serializers.IntegerField()
    chance = serializers.FloatField(help_text="Of player one to win, from 0 to 1.")
    if_won = serializers.FloatField(help_text="The rating of player one after winning.")
    if_lost = serializers.FloatField(help_text="The rating of player one after losing.")


class ParameterOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    default = serializers.JSONField()
    allowed = serializers.CharField()


class SystemOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = TextField()
    description = TextField()
    parameters = ParameterOutput(many=True)


class RatingPresetOutput(serializers.Serializer[Any]):
    name = TextField()
    description = TextField()
    rating_system = serializers.CharField(source="system")
    parameters = serializers.JSONField()


class SystemsOutput(serializers.Serializer[Any]):
    systems = SystemOutput(many=True)
    presets = serializers.DictField(child=RatingPresetOutput(), help_text="By code.")


class RatingSystemsView(APIView):
    """What a pool may rate by."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=SystemsOutput)
    def get(self, request: Request) -> Response:
        """Every rating system with its parameters, and presets of them."""
        systems = [
            {
                "code": system.code,
                "name": system.name,
                "description": system.description,
                "parameters": [
                    {"name": name, "default": getattr(system(), name), "allowed": bounds.allowed_values}
                    for name, bounds in system.parameter_bounds().items()
                ],
            }
            for system in RATINGS.values()
        ]
        return Response(SystemsOutput({"systems": systems, "presets": PRESETS}).data)


class RatingPoolsView(generics.ListAPIView[RatingPool]):
    """Rating pools."""

    serializer_class = RatingPoolOutput
    queryset = rating_pool_list()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(request=RatingPoolInput, responses={201: RatingPoolOutput})
    def post(self, request: Request) -> Response:
        """Open a pool of the whole service, such as a national one. A club's are opened at the club."""
        rating_pool = services.rating_pool_open(
            actor=require_caller(request), **read_request_body(RatingPoolInput, request)
        )
        return Response(RatingPoolOutput(rating_pool).data, status=201)


@versioned("rating_pool")
class RatingPoolView(generics.RetrieveAPIView[RatingPool]):
    """A rating pool."""

    serializer_class = RatingPoolOutput
    queryset = rating_pool_list()
    scopes = {"GET": PUBLIC, "PATCH": DIRECT, "DELETE": DIRECT}

    @extend_schema(request=RatingPoolPatch, responses=RatingPoolOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change what it says of itself, or close it. By what it rates is another request."""
        sent = read_request_body(RatingPoolPatch, request, partial=True)
        services.rating_pool_edit(actor=require_caller(request), rating_pool_id=self.get_object().pk, **sent)
        return Response(RatingPoolOutput(self.get_object()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it, as long as nothing counts in it; undoing that puts it back."""
        refuse_request_body(request)
        services.rating_pool_remove(actor=require_caller(request), rating_pool_id=self.get_object().pk)
        return Response(status=204)


class RatingPoolEditUndoView(APIView):
    """A change of what a rating pool says of itself."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=RatingPoolOutput)
    def post(self, request: Request, rating_pool: int, pk: int) -> Response:
        """Take it back, if it was not changed again since."""
        reason = read_why(request)
        edit = generics.get_object_or_404(RatingPoolEdit, rating_pool=rating_pool, pk=pk)
        services.rating_pool_edit_undo(
            actor=require_caller(request), rating_pool_id=rating_pool, edit_id=edit.pk, reason=reason
        )
        return Response(RatingPoolOutput(rating_pool_list().get(pk=rating_pool)).data)


class RatingPoolPictureView(PictureView):
    """The picture of a rating pool."""

    queryset = rating_pool_list()
    scopes = {"PUT": DIRECT, "DELETE": DIRECT}

    def change(self, actor: User, number: int, **changes: Any) -> None:
        services.rating_pool_edit(actor=actor, rating_pool_id=number, **changes)


class RatingPoolTermsView(APIView):
    """By what a pool rates."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=TermsOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The terms in force."""
        return Response(TermsOutput(generics.get_object_or_404(rating_pool_list(), pk=pk).in_force).data)

    @extend_schema(request=TermsChange, responses={202: TermsOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Rate by other terms, from the pool's first match on; what is left out is as usual.

        Workers fold the ratings anew: `folding` of the pool says until when.
        """
        rating_pool = generics.get_object_or_404(rating_pool_list(), pk=pk)
        terms = services.rating_pool_rate(
            actor=require_caller(request),
            rating_pool_id=rating_pool.pk,
            **read_request_body(TermsChange, request),
        )
        return Response(TermsOutput(terms).data, status=202)


def is_of_some(request: Request) -> bool:
    """Whether it is a leaderboard of the players of something, whose coming and going no version tells."""
    return asks_for(request, player_filters())


@versioned("rating_pool", daily=True, kept=True, unless=is_of_some)
class LeaderboardView(generics.ListAPIView[RatingStanding]):
    """Who leads in a pool, the highest rating first."""

    serializer_class = LeaderOutput
    queryset = RatingStanding.objects.none()
    orders = {"-rating": ("-rating", "player_id"), "-matches": ("-matches", "player_id")}
    filter_backends = ()
    query_shape = BoardQuery
    scopes = {"GET": PUBLIC}

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        board = leaderboard_board(read_query(self))
        rating_pool, now = rating_pool_with_terms(self.kwargs["pk"]), timezone.now()
        if rating_pool is None:
            raise Http404
        leaders: Any = self.paginate_queryset(Leaderboard(rating_pool, board, now))  # type: ignore[arg-type]
        return self.get_paginated_response(leader_mappings(rating_pool, leaders, now))


class ExpectationView(APIView):
    """What a pool expects of a match."""

    query_shape = ExpectationQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=ChanceOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The chance of a player against another, and what either result would make of the rating."""
        rating_pool = generics.get_object_or_404(rating_pool_list(), pk=pk)
        sent = read_query(self)
        one, two = (generics.get_object_or_404(Player, pk=sent[side]) for side in ("one", "two"))
        checked_match_length(sent["length"], LENGTH_MAX)
        if one.effective_player == two.effective_player:
            raise SamePlayer(
                "%(one)s cannot play against themselves. Name two players.", {"one": one.name}, player=one.pk
            )
        found = rating_expectation(rating_pool, one.pk, two.pk, sent["length"], timezone.now())
        return Response(ChanceOutput(found).data)
