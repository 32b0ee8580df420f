"""Reads of the API against a bare Django view that answers the same rows without REST framework."""

from collections.abc import Callable, Iterator

from django.db import connection, transaction
from django.http import HttpRequest, JsonResponse
from django.test import RequestFactory

from benchmarks.compare import Comparison, compare
from matches.play.api.matches import MatchesView, MatchView
from matches.play.models import Match
from matches.play.selectors import match_list
from matches.players.models import Player

ROUNDS = 40


def run() -> Iterator[tuple[str, Comparison]]:
    """Rows are made in a transaction that is rolled back."""
    with transaction.atomic():
        players = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(100))
        matches = Match.objects.bulk_create(
            Match(one=players[n % 100], two=players[(n + 1) % 100], length=5) for n in range(1000)
        )
        number = matches[500].pk
        request = RequestFactory().get("/api/v1/matches/?page_size=50")
        yield (
            "50 matches with players",
            compare(many(MatchesView.as_view(), request), many(bare_list, request)),
        )
        detail = MatchView.as_view()
        yield (
            "one match",
            compare(
                many(lambda request: detail(request, pk=number), request),
                many(lambda request: bare_detail(request, number), request),
            ),
        )
        transaction.set_rollback(True)
    connection.close()


def many(view: Callable[[HttpRequest], object], request: HttpRequest) -> Callable[[], None]:
    def work() -> None:
        for _ in range(ROUNDS):
            response = view(request)
            if hasattr(response, "render"):
                response.render()

    return work


def row(match: Match) -> dict[str, object]:
    return {
        "id": match.pk,
        "one": {"id": match.one_id, "name": match.one.name},
        "two": {"id": match.two_id, "name": match.two.name},
        "length": match.length,
        "variant": match.variant,
        "rated": match.rated,
        "state": match.state,
        "result": None,
        "created_at": match.created_at,
    }


def bare_list(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"results": [row(match) for match in match_list().order_by("-pk")[:50]]})


def bare_detail(request: HttpRequest, number: int) -> JsonResponse:
    return JsonResponse(row(match_list().get(pk=number)))
