"""/results/import/: results from elsewhere."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT
from matches.base.api.parsing import read_request_body
from matches.play.api.fields import LengthField
from matches.play.api.reports import ScoreInput
from matches.ratings import services
from matches.ratings.services import RESULTS_MAX, Elsewhere, rating_pools_numbered


class ElsewhereInput(serializers.Serializer[Any]):
    one = serializers.IntegerField(help_text="Number of a player.")
    two = serializers.IntegerField(help_text="Number of the opponent.")
    length = LengthField()
    score = ScoreInput()
    completed_at = serializers.DateTimeField(help_text="When the match ended; not in the future.")
    variant = serializers.ChoiceField(choices=[*engine.PLAYED], default="backgammon")


class ImportInput(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=500, help_text="Where the results are from.")
    rating_pools = serializers.ListField(
        child=serializers.IntegerField(),
        default=list,
        max_length=20,
        help_text="Rating pools in which they count, beside those of everybody.",
    )
    results = serializers.ListField(child=ElsewhereInput(), max_length=RESULTS_MAX)


class ImportOutput(serializers.Serializer[Any]):
    address = "api-matches:matches"

    matches = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the matches, in the order of the results."
    )


class ResultsImportView(APIView):
    """Results that came about elsewhere."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=ImportInput, responses={201: ImportOutput})
    def post(self, request: Request) -> Response:
        """Take over results, all or none; each stands in the ratings at its own time. For staff."""
        sent = read_request_body(ImportInput, request)
        matches = services.results_import(
            actor=require_caller(request),
            source=sent["reason"],
            rating_pools=rating_pools_numbered(sent["rating_pools"]),
            results=[
                Elsewhere(
                    row["one"],
                    row["two"],
                    row["length"],
                    (row["score"]["one"], row["score"]["two"]),
                    row["completed_at"],
                    row["variant"],
                )
                for row in sent["results"]
            ],
        )
        return Response(ImportOutput({"matches": [match.pk for match in matches]}).data, status=201)
