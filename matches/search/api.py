"""/search/: all that can be found by name; and `?search=` of lists."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import request_viewer
from matches.accounts.api.scopes import PUBLIC
from matches.accounts.permissions import Caller
from matches.base.api.pagination import rows_in_order
from matches.base.api.queries import read_query
from matches.hooks import SearchHit, directories

from .selectors import TEXT_MAX, rows_found

HELP = (
    "A name, or how it begins, in any capitals, accents and order of words; kana and Latin letters find each "
    "other. The best 200 that fit, the best first."
)


RowSearch = Callable[[QuerySet[Any], str, Caller], Sequence[int]]
"""Among which rows, by what text and for whom: the numbers of those that are found, the best first."""


def found_by_own_name(rows: QuerySet[Any], text: str, viewer: Caller) -> list[int]:
    return rows_found(rows, text)


class SearchFilter(filters.CharFilter):
    """By name: rows in the order in which `search` finds them among those that other filters leave."""

    def __init__(self, search: RowSearch | None = None, **kwargs: Any) -> None:
        super().__init__(**{"help_text": HELP, "max_length": TEXT_MAX, **kwargs})
        self.search = search or found_by_own_name

    def filter(self, qs: Any, value: Any) -> Any:
        if not value:
            return qs
        return rows_in_order(qs, self.search(qs, value, request_viewer(self.parent.request)))


SHOWN, SHOWN_MAX = 5, 20
"""How many of each kind are shown, and how many may be asked for."""


class SearchQuery(serializers.Serializer[Any]):
    q = serializers.CharField(max_length=TEXT_MAX, help_text=HELP.partition(" The best")[0])
    club = serializers.IntegerField(
        required=False, help_text="For which one looks: of players its members come first."
    )
    limit = serializers.IntegerField(
        default=SHOWN, min_value=1, max_value=SHOWN_MAX, help_text="How many of each kind."
    )

    def get_fields(self) -> dict[str, Any]:
        kinds = [directory.kind for directory in directories()]
        kind = serializers.ChoiceField(kinds, required=False, help_text="Nothing else is looked for.")
        return {**super().get_fields(), "kind": kind}


class HitOfKind(NamedTuple):
    kind: str
    hit: SearchHit


class SearchHitOutput(serializers.Serializer[HitOfKind]):
    kind = serializers.CharField()
    id = serializers.IntegerField(source="hit.number")
    name = serializers.CharField(source="hit.name")
    detail = serializers.CharField(source="hit.detail", help_text="What it is besides, for people to read.")
    page = serializers.CharField(source="hit.address", help_text="The address of its page.")


class SearchView(APIView):
    """What can be found by name."""

    query_shape = SearchQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=SearchHitOutput(many=True), operation_id="search_list")
    def get(self, request: Request) -> Response:
        """A few of each kind: players, clubs, events; of each the best first."""
        asked, viewer = read_query(self), request_viewer(request)
        found: Any = [
            HitOfKind(directory.kind, hit)
            for directory in directories()
            if asked.get("kind") in (None, directory.kind)
            for hit in directory.search(viewer, asked["q"], asked["limit"], asked.get("club"))
        ]
        return Response(SearchHitOutput(found, many=True).data)
