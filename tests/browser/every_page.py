"""Every page there is, who looks at it, and an evening that all of them show something of."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import chain
from uuid import uuid4

from django.urls import URLResolver, get_resolver

from config.demo import ClubNight
from config.rest import Api
from tests.matches.pictures.drawing import drawn, sent
from tests.matches.sessions.sheets import SESSION

VISITOR, PLAYER, DIRECTOR = VIEWERS = ("visitor", "player", "director")

EVERYBODY = """
home tournaments clubs players ladders leagues ponds search board
tournament tournament-screen tournament-facts tournament-master-points
tournament-bracket-embed tournament-standings-embed ladder-embed
club club-screen club-members club-sanctions club-facts club-master-points club-records club-year
player player-facts player-statistics player-against player-master-points player-sessions
match match-facts replay
leaderboard rating-pool-facts solo solo-game solo-bests solo-dice
ladder ladder-steps ladder-facts league league-facts pond pond-rounds pond-facts venue
"""
LOGINS = """
account time-zone notices notice-settings reset-code account-close own-player claims invitations club-found
profile report reported games record manage ladder-challenge team
"""
OFFICIALS = """
line-up merges player-dice match-dice tournament-new tournament-edit desk-draw tournament-dice
club-edit club-players club-invite service-accounts service-account webhooks webhook
desk desk-entries desk-entry desk-entry-list desk-check-in desk-kiosk desk-results desk-prizes
desk-prize-pools desk-print desk-print-pairings desk-print-slips desk-print-scoresheets desk-print-wall
desk-print-standings desk-print-prizes desk-print-entries desk-print-cards
desk-print-certificate
pond-new pond-edit rating-pool-new rating-pool-edit
venue-new venue-edit series-new series-edit ladder-new ladder-edit league-new league-edit league-season
"""

# No pages but files and parts of pages; and what has been looked at where it comes up: test_accounts.
FILES = {
    *("player-calendar", "club-calendar", "tournament-calendar", "picture", "picture-small"),
    *("account-personal-data", "player-personal-data"),
    *("player-suggestions", "search-suggestions", "desk-slip-read"),
    *("embed-script", "service-worker", "manifest", "replay-boards", "record-state", "record-worker"),
    *("session-boards", "session-transcript", "solo-transcript", "desk-print-pdf"),
    *("tournament-file", "event-schema", "club-colours", "club-wall-colours"),
    *("tournament-screen-clocks", "club-screen-clocks"),
}
# What leads to another page by itself is looked at there.
ELSEWHERE = {
    "join",
    "join-link",
    "code-password",
    "unsubscribe",
    "match-replay",
    "own-sessions",
    "slip",
    "slips",
}

# Of which row, where it is not the one that most pages of the kind show.
OPEN_MATCH, OWN_PLAYER = {"matches": "open match"}, {"players": "own player"}
TEAM_TOURNAMENT = {"tournaments": "team tournament", "entries": "team entry"}
OPEN_TOURNAMENT = {"tournaments": "open tournament"}
ROWS = {
    "replay": {"reports": "transcript"},
    "report": OPEN_MATCH,
    "games": OPEN_MATCH,
    "record": {"matches": "recorded match"},
    "manage": OPEN_MATCH,
    "profile": OWN_PLAYER,
    "player-sessions": OWN_PLAYER,
    "tournament-edit": OPEN_TOURNAMENT,
    "series-new": OPEN_TOURNAMENT,
    "desk-draw": OPEN_TOURNAMENT,
    "line-up": TEAM_TOURNAMENT,
    "team": TEAM_TOURNAMENT,
}


def looked_at() -> dict[str, tuple[str, ...]]:
    """By whom each page is looked at, by its name."""
    return {
        **dict.fromkeys(EVERYBODY.split(), VIEWERS),
        **dict.fromkeys(LOGINS.split(), (PLAYER, DIRECTOR)),
        **dict.fromkeys(OFFICIALS.split(), (DIRECTOR,)),
        **dict.fromkeys(("report", "reported", "ladder-challenge", "reset-code"), (PLAYER,)),
        "status": (DIRECTOR,),
        **dict.fromkeys(("session", "session-new", "session-replay"), (PLAYER,)),
    }


def page_routes() -> dict[str, str]:
    """The routes of pages by their names: /players/<int:pk>/."""
    resolvers = (each for each in get_resolver().url_patterns if isinstance(each, URLResolver))
    pages = (each for each in resolvers if (each.namespace or "").startswith("pages-"))
    return dict(chain.from_iterable(routes_below(each, f"/{each.pattern}") for each in pages))


def routes_below(resolver: URLResolver, before: str) -> Iterator[tuple[str, str]]:
    """The name and the route of each page, those in groups too."""
    for each in resolver.url_patterns:
        route = f"{before}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from routes_below(each, route)
        else:
            yield str(each.name), route


def page_address(name: str, numbers: Mapping[str, int | str]) -> str:
    """The address of a page. What stands before a number says of what it is: players/<int:pk>/."""
    renamed = ROWS.get(name, {})

    def number(found: re.Match[str]) -> str:
        kind = found["kind"]
        first = datetime.now(UTC).year if kind == "years" else 1
        return f"{kind}/{numbers.get(renamed.get(kind, kind), first)}"

    route = page_routes()[name]
    return re.sub(r"(?P<kind>[\w-]+)/<(?:int|str):\w+>", number, route) + (
        "?q=golden" if name == "search" else ""
    )


def play_evening(api: Api, username: str) -> dict[str, int | str]:
    """A club night with everything beside it; the numbers of its rows, by kind. `username` plays in it."""
    night = ClubNight(api)
    night.set_up_tournament()
    club, players = night.tournament["club"]["id"], [player["id"] for player in night.players]
    if not api.get(f"clubs/{club}/")["sanctioned_for"]:
        # The first club of a service is, from its beginning.
        api.post(f"clubs/{club}/sanctions/", rating_pool=None, sanctioned=True)
    give_logo(api, club)
    night.play_rounds()
    one, two, *others = players
    own = api.post("players/", name="Mika Salo", login=username)["id"]
    tables = [{"name": "1"}, {"name": "2"}]
    venue = api.post("venues/", club=club, name="The Tavern", place="Main Street", tables=tables)["id"]
    cup = {"name": "Golden Cup", "lengths": [5], "starts_at": "2027-01-08T19:00:00Z", "venue": venue}
    coming = api.post("tournaments/", club=club, **cup)["id"]
    series = api.post("series/", source=coming)["id"]
    for player in others[:5]:
        api.post(f"tournaments/{coming}/entries/", player=player)
    api.post(f"tournaments/{night.tournament['id']}/master-points/", weight=2.0, level="open", reason="Late.")
    pairs = {"name": "Golden Teams", "lengths": [5], "format": "teams"}
    pairs["format_options"] = {"event": {"format": "round_robin"}, "boards": 2}
    teams = api.post("tournaments/", club=club, **pairs)["id"]
    team = api.post("players/", name="Harbour", kind="team", members=others[:3])["id"]
    entry = api.post(f"tournaments/{teams}/entries/", player=team)["id"]
    ladder = api.post("ladders/", club=club, name="Golden Ladder", kind="position", length=5)["id"]
    for player in (one, own, *others[:4]):
        api.post(f"ladders/{ladder}/joins/", player=player)
    league = api.post("leagues/", club=club, name="Golden League", format="round_robin", lengths=[5])["id"]
    pond = api.post("ponds/", club=club, name="Golden Pond")["id"]
    expires = (datetime.now(UTC) + timedelta(days=30)).isoformat()
    account = api.post(f"clubs/{club}/service-accounts/", name="Scoreboard", expires_at=expires)["id"]
    webhook = api.post(f"clubs/{club}/webhooks/", url="https://club.example/hook")["id"]
    api.post(f"webhooks/{webhook}/test/")
    open_match = api.post("matches/", one=own, two=one, length=5)["id"]
    recorded = api.post("matches/", one=own, two=two, length=5)["id"]
    api.post(f"matches/{recorded}/recording/", timed=True)
    acts = [("open", [3, 1]), ("play", [8, 5, 6, 5]), ("roll", [6, 4])]
    sent = [{"key": action, "action": action, "numbers": numbers} for action, numbers in acts]
    api.post(f"matches/{recorded}/recording/acts/", after=0, acts=sent)
    reported = api.post("matches/", one=two, two=own, length=5)["id"]
    report = api.post(f"matches/{reported}/reports/", score={"one": 5, "two": 3})["id"]
    final = next(each for each in api.rows_of("matches/", player=one) if each["state"] == "final")
    of_final = api.rows_of(f"matches/{final['id']}/reports/")
    transcript = next(each["id"] for each in of_final if each["kind"] == "transcript")
    game = api.post("solo/", bot="beginner")["key"]
    api.post(f"solo/{game}/begin/", contribution="luck")
    return {
        "play": game,
        "players": one,
        "against": two,
        "own player": own,
        "challenge": one,
        "clubs": club,
        "tournaments": night.tournament["id"],
        "open tournament": coming,
        "team tournament": teams,
        "team entry": entry,
        "matches": final["id"],
        "open match": open_match,
        "recorded match": recorded,
        "reports": report,
        "transcript": transcript,
        "ladders": ladder,
        "leagues": league,
        "ponds": pond,
        "venues": venue,
        "series": series,
        "service-accounts": account,
        "webhooks": webhook,
        "ratings": next(iter(api.rows_of("rating-pools/")))["id"],
    }


def give_logo(api: Api, club: int) -> None:
    """A wide one, half of it transparent."""
    logo = sent(drawn(400, 120, mode="RGBA"))
    headers = {"Content-Type": "image/png", "Idempotency-Key": str(uuid4())}
    api.client.put(f"/api/v1/clubs/{club}/logo/", content=logo, headers=headers).raise_for_status()


def keep_sessions(api: Api, opponents: tuple[int, int]) -> dict[str, int]:
    """Sessions that a player keeps: against two others and a guest, by a transcript, games and points."""
    transcript = api.post(
        "sessions/", opponent=opponents[0], name="Ann", note="At the harbour.", transcript=SESSION.decode()
    )
    games = [{"winner": side, "points": points} for side, points in (("one", 2), ("two", 1), ("one", 8))]
    api.post("sessions/", opponent=opponents[1], games=games, jacoby=True)
    api.post("sessions/", guest="Uncle Bo", points={"one": 3, "two": 12})
    return {"sessions": transcript["id"]}
