"""The same answers as the API's from bare Django views: what requests are measured against.

    python -m benchmarks.bare --port 8001

Served as the service is, by uvicorn and a2wsgi, over the same database with the same pool of connections; two
of Django's middlewares; hand-written queries and JsonResponse. Nobody is asked who calls, how often, or what
else the query says; nothing is folded: what could be corrected, withdrawn or private here is not, and
a view says no more than it must for that. `report` is one INSERT in a transaction; with `/rows/`, all rows
that the service writes with a report, by which a worker and whoever watches learn of it.
"""

import argparse
import os
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import django
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
# From here on: an app looks for its own middleware when it is set up.
settings.ROOT_URLCONF = "benchmarks.bare"
settings.MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
]

from matches.facts.models import Change, Version  # noqa: E402
from matches.play.models import Match, Report  # noqa: E402
from matches.play.rules.clocks import clock_of_match  # noqa: E402
from matches.play.rules.regulations import regulations_of  # noqa: E402
from matches.players.models import Alias, Player  # noqa: E402
from matches.ratings.models import RatingEntry, RatingStanding  # noqa: E402
from matches.work.models import Outbox  # noqa: E402
from tournaments.events.models import Entry, Fixture, Tournament  # noqa: E402
from tournaments.ladders.models import Ladder, Rung  # noqa: E402

PAGE = 50
SIDES = ("one", "two")

MATCH = (
    "id", "one", "one__name", "two", "two__name", "length", "variant", "options", "regulations", "rated",
    "state", "confirms_at", "starts_at", "play_by", "result__kind", "result__grounds", "result__winner",
    "result__points_one", "result__points_two", "result__games", "result__rated", "result__report",
    "result__ruling", "result__finalised_at", "created_at",
)  # fmt: skip
FIXTURE = ("key", "part", "round", "step", "one_id", "two_id", "board", "void")
ENTRY = ("id", "player", "player__name", "recorded_at", "home", "family", "alternate")


def match(row: Mapping[str, Any], of: str = "") -> dict[str, Any]:
    """A match whose columns are prefixed with `of`."""
    won, length = row[f"{of}result__winner"], row[f"{of}length"]
    points = {side: row[f"{of}result__points_{side}"] for side in SIDES}
    result = row[f"{of}result__kind"] and {
        "kind": row[f"{of}result__kind"],
        "grounds": row[f"{of}result__grounds"],
        "winner": None if won is None else SIDES[won],
        "score": {side: min(number, length) for side, number in points.items()},
        "points": points,
        "games": row[f"{of}result__games"],
        "rated": row[f"{of}result__rated"],
        "report": row[f"{of}result__report"],
        "ruling": row[f"{of}result__ruling"],
        "finalised_at": row[f"{of}result__finalised_at"].isoformat().replace("+00:00", "Z"),
    }
    return {
        "id": row[f"{of}id"],
        "one": {"id": row[f"{of}one"], "name": row[f"{of}one__name"]},
        "two": {"id": row[f"{of}two"], "name": row[f"{of}two__name"]},
        "length": length,
        "variant": row[f"{of}variant"],
        "options": row[f"{of}options"],
        "regulations": row[f"{of}regulations"],
        "rated": row[f"{of}rated"],
        "state": row[f"{of}state"],
        "confirms_at": row[f"{of}confirms_at"],
        "live": None,
        "starts_at": row[f"{of}starts_at"],
        "play_by": row[f"{of}play_by"],
        "result": result,
        "created_at": moment(row[f"{of}created_at"]),
    }


def moment(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


def one_match(request: HttpRequest, pk: int) -> JsonResponse:
    row = Match.objects.values(*MATCH).get(pk=pk)
    entries = RatingEntry.objects.filter(match=pk).order_by("rating_pool", "player")
    ratings = entries.values("rating_pool", "rating_pool__name", "player", "value_before", "value_after")
    regulations = regulations_of(row["regulations"])
    clock = clock_of_match(regulations, row["length"], (0, 0))
    return JsonResponse(
        {
            **match(row),
            "regulations_in_force": asdict(regulations),
            "start": {"one": 0, "two": 0},
            "clock": clock
            and {
                "reserve": clock.reserve,
                "delay": clock.delay,
                "use": clock.use,
                "expiry": clock.expiry,
                "expiry_points": clock.expiry_points,
                "expiry_seconds": clock.expiry_seconds,
                "words": str(clock.setting_in_words),
            },
            "ratings": [
                {
                    "rating_pool": {"id": each["rating_pool"], "name": each["rating_pool__name"]},
                    "player": each["player"],
                    "before": each["value_before"],
                    "after": each["value_after"],
                }
                for each in ratings
            ],
        }
    )


def matches(request: HttpRequest) -> JsonResponse:
    found = Match.objects.filter(state="final").order_by("-id").values(*MATCH)[: PAGE + 1]
    return page(request, [match(row) for row in found], "id")


def fixtures(request: HttpRequest, pk: int) -> JsonResponse:
    numbers = numbers_of(pk)
    found = Fixture.objects.filter(tournament=pk).order_by("-id")[: PAGE + 1]
    rows = [
        {"id": row["id"], **fixture(row, numbers)}
        for row in found.values("id", *FIXTURE, *(f"match__{name}" for name in MATCH))
    ]
    return page(request, rows, "id", hidden=True)


def numbers_of(tournament: int) -> dict[str, int]:
    keys = Fixture.objects.filter(tournament=tournament).order_by("step", "id").values_list("key", flat=True)
    return {key: number for number, key in enumerate(keys, 1)}


def fixture(row: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, Any]:
    return {
        "key": row["key"],
        "number": numbers[row["key"]],
        "part": row["part"],
        "round": row["round"],
        "one": row["one_id"],
        "two": row["two_id"],
        "board": row["board"],
        "table": None,
        "void": row["void"],
        "match": match(row, "match__"),
    }


def entries_of(tournament: int) -> dict[int, dict[str, Any]]:
    return {
        row["id"]: {
            "id": row["id"],
            "player": {"id": row["player"], "name": row["player__name"]},
            "entered_at": moment(row["recorded_at"]),
            "home": row["home"],
            "family": row["family"],
            "alternate": row["alternate"],
            "waiting": False,
            "withdrawn": False,
        }
        for row in Entry.objects.filter(tournament=tournament).values(*ENTRY)
    }


def played(tournament: int) -> Iterable[Mapping[str, Any]]:
    found = Fixture.objects.filter(tournament=tournament, void=False).order_by("step", "id")
    return found.values(*FIXTURE, *(f"match__{name}" for name in MATCH))


def bracket(request: HttpRequest, pk: int) -> JsonResponse:
    """Of a single elimination without byes that is played out."""
    entries, rounds = entries_of(pk), dict[int, dict[str, Any]]()
    for number, row in enumerate(played(pk), 1):
        of_round = rounds.setdefault(
            row["round"],
            {"part": row["part"], "number": row["round"], "length": row["match__length"], "slots": []},
        )
        of_round["slots"].append(
            {
                "key": row["key"],
                "number": number,
                "one": entries[row["one_id"]],
                "two": entries[row["two_id"]],
                "bye": False,
                "walkover": False,
                "winner": (row["one_id"], row["two_id"])[row["match__result__winner"]],
                "match": match(row, "match__"),
                "boards": [],
            }
        )
    return JsonResponse([*rounds.values()], safe=False)


def standings(request: HttpRequest, pk: int) -> JsonResponse:
    """Of the same: whoever lost later stands higher, who lost in one round by seed."""
    draw = Tournament.objects.values_list("draw__order", flat=True).get(pk=pk)
    entries = entries_of(pk)
    tallies = {entry: [0, 0, 0, 0] for entry in draw}
    last_won, final = dict.fromkeys(draw, 0), 0
    for row in played(pk):
        points = [min(row[f"match__result__points_{side}"], row["match__length"]) for side in SIDES]
        final = row["round"]
        for side, name in enumerate(SIDES):
            entry, won = row[f"{name}_id"], row["match__result__winner"] == side
            last_won[entry] += won
            tallies[entry][0 if won else 1] += 1
            tallies[entry][2] += points[side]
            tallies[entry][3] += points[1 - side]
    seeds = {entry: seed for seed, entry in enumerate(draw, 1)}
    order = sorted(draw, key=lambda entry: (-last_won[entry], seeds[entry]))
    rows = []
    for entry in order:
        out = final - last_won[entry]
        won, lost, points_won, points_lost = tallies[entry]
        rows.append(
            {
                "first": 1 if out == 0 else 2 ** (out - 1) + 1,
                "last": 2**out,
                "clinched": True,
                "entry": entries[entry],
                "seed": seeds[entry],
                "won": won,
                "lost": lost,
                "points_won": points_won,
                "points_lost": points_lost,
                "points": None,
                "figures": [],
            }
        )
    return JsonResponse(rows, safe=False)


def ladder(request: HttpRequest, pk: int) -> JsonResponse:
    """One that is climbed by places."""
    columns = (
        "id", "club", "club__name", "club__time_zone", "name", "text", "contact", "place", "kind",
        "kind_options", "length", "variant", "options", "regulations", "rated", "closed", "created_at",
    )  # fmt: skip
    row = Ladder.objects.values(*columns).get(pk=pk, removed=False)
    rungs = [
        {
            "place": rung["place"],
            "player": {"id": rung["player"], "name": rung["player__name"]},
            "step": None,
            "row": None,
            "rating": None,
        }
        for rung in Rung.objects.filter(ladder=pk).order_by("place").values("place", "player", "player__name")
    ]
    return JsonResponse(
        {
            "id": row["id"],
            "club": {"id": row["club"], "name": row["club__name"]},
            **{name: row[name] for name in ("name", "text", "contact")},
            "picture": None,
            "place": row["place"],
            "time_zone": row["club__time_zone"] or "UTC",
            **{
                name: row[name]
                for name in (
                    "kind", "kind_options", "length", "variant", "options", "regulations", "rated", "closed",
                )
            },
            "members": len(rungs),
            "created_at": moment(row["created_at"]),
            "rungs": rungs,
            "rules": [str(line) for line in Ladder(kind=row["kind"]).rules.describe_ladder()],
        }
    )  # fmt: skip


def leaderboard(request: HttpRequest, pk: int) -> JsonResponse:
    """Of a pool rated by FIBS, with its usual terms."""
    found = RatingStanding.objects.filter(rating_pool=pk, matches__gte=1).order_by("-value", "player")
    columns = ("player", "player__name", "value", "experience", "matches", "won", "peak", "last_at")
    rows = [
        {
            "player": {"id": row["player"], "name": row["player__name"]},
            "rating": row["value"],
            "experience": row["experience"],
            "matches": row["matches"],
            "won": row["won"],
            "gained": row["value"] - 1500,
            "peak": row["peak"],
            "deviation": None,
            "last_at": moment(row["last_at"]),
            "provisional": False,
            "inactive": False,
        }
        for row in found.values(*columns)[: PAGE + 1]
    ]
    return page(request, rows, "rating")


def player(request: HttpRequest, pk: int) -> JsonResponse:
    """Of somebody in no pair, who keeps nothing private."""
    names = ("id", "kind", "name", "reading", "country", "bio", "entered_by", "private", "anonymised")
    row = Player.objects.values(*names).get(pk=pk)
    columns = ("rating_pool", "rating_pool__name", "value", "experience", "matches", "won", "peak", "last_at")
    ratings = [
        {
            "rating_pool": {"id": each["rating_pool"], "name": each["rating_pool__name"]},
            "rating_system": "fibs",
            "rating": each["value"],
            **{name: each[name] for name in ("experience", "matches", "won", "peak")},
            "deviation": None,
            "last_at": moment(each["last_at"]),
            "provisional": False,
            "inactive": False,
        }
        for each in RatingStanding.objects.filter(player=pk).values(*columns)
    ]
    return JsonResponse(
        {
            **{name: row[name] for name in ("id", "kind", "name", "reading")},
            "aliases": [*Alias.objects.filter(player=pk).values_list("name", flat=True)],
            "login": None,
            "ratings": ratings,
            "registrar": None,
            **{name: row[name] for name in ("country", "bio")},
            "federations": [],
            **{name: row[name] for name in ("entered_by", "private", "anonymised")},
            "former_names": [],
            "stand_in": None,
            "members": [],
            "groups": [],
        }
    )


@transaction.atomic
def report_rows(request: HttpRequest, match: int, login: int) -> JsonResponse:
    """The report of a match that there is, what is due of it, and two versions with what changed of one."""
    Match.objects.select_for_update(no_key=True).values("pk").get(pk=match)
    tournament = Fixture.objects.values_list("tournament", flat=True).get(match=match)
    answer, now = report(request, match, login), timezone.now()
    # As if it were sent to a worker: none is to do it.
    Outbox.objects.create(kind="benchmarks", subject=match, enqueued_at=now)
    for kind, subject in (("match", match), ("tournament", tournament)):
        Version.objects.filter(kind=kind, subject=subject).update(number=F("number") + 1)
    Change.objects.create(kind="tournament", subject=tournament, number=match, parts=[], raised_at=now)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify('benchmarks', '')")
    return answer


@transaction.atomic
def report(request: HttpRequest, match: int, login: int) -> JsonResponse:
    made = Report.objects.create(
        match_id=match, recorded_by_id=login, kind="score", role="director", points_one=5, points_two=3
    )
    shown = {
        "id": made.pk,
        "match": match,
        "kind": made.kind,
        "role": made.role,
        "side": None,
        "reported_by": "director",
        "reported_at": moment(made.recorded_at),
        "means": made.means,
        "score": {"one": made.points_one, "two": made.points_two},
        "games": None,
        "state": "pending",
        "undone": False,
        "verdict": None,
        "problem": None,
    }
    return JsonResponse(shown, status=202)


def page(
    request: HttpRequest, rows: list[dict[str, Any]], position: str, *, hidden: bool = False
) -> JsonResponse:
    """The first page of a list, and where the next is; hidden: the position is not shown."""
    following = None
    if len(rows) > PAGE:
        cursor = b64encode(urlencode({"p": rows[PAGE - 1][position]}).encode()).decode()
        asked = sorted({**request.GET.dict(), "cursor": cursor}.items())
        following = f"http://{request.get_host()}{request.path}?{urlencode(asked)}"
    shown = [
        {name: value for name, value in row.items() if not (hidden and name == position)}
        for row in rows[:PAGE]
    ]
    return JsonResponse({"next": following, "previous": None, "results": shown})


urlpatterns = [
    path("api/v1/matches/<int:pk>/", one_match),
    path("api/v1/matches/", matches),
    path("api/v1/tournaments/<int:pk>/fixtures/", fixtures),
    path("api/v1/tournaments/<int:pk>/bracket/", bracket),
    path("api/v1/tournaments/<int:pk>/standings/", standings),
    path("api/v1/ladders/<int:pk>/", ladder),
    path("api/v1/rating-pools/<int:pk>/leaderboard/", leaderboard),
    path("api/v1/players/<int:pk>/", player),
    path("matches/<int:match>/reports/of/<int:login>/", report),
    path("matches/<int:match>/reports/of/<int:login>/rows/", report_rows),
]


def main() -> None:
    import uvicorn
    from a2wsgi import WSGIMiddleware
    from django.core.wsgi import get_wsgi_application

    parser = argparse.ArgumentParser(description="Serve the bare views.")
    parser.add_argument("--port", type=int, required=True)
    application = WSGIMiddleware(get_wsgi_application(), workers=settings.WEB_THREADS)  # type: ignore[arg-type]
    uvicorn.run(
        application,
        port=parser.parse_args().port,
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()
