"""What is sent to every operation, and to which rows: what the shape of a request alone does not say."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from matches.play.services import report_undo
from matches.players.models import AnonymisationRequest
from tests.matches.pictures.drawing import drawn, sent

from .world import PASSWORD, ClubWorld, two_clubs

__all__ = ["CASES", "Case", "two_clubs"]

Sent = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One way to call an operation.

    note: what it is, where an operation has several. rows: what a number of the address or the body is, by
    the name that the thing otherwise goes by. body: what is sent; a word with an @ before it is a thing.
    query: likewise. before: what happens first, and is rolled back as well.
    """

    note: str = ""
    rows: dict[str, str] = field(default_factory=dict)
    body: Any = None
    query: Sent = field(default_factory=dict)
    before: Callable[[ClubWorld], object] | None = None


def ask_to_be_anonymised(world: ClubWorld) -> None:
    """The login of the player does, and a week is to pass."""
    AnonymisationRequest.objects.create(
        player_id=world.things["players"],
        recorded_by=world.people["player"],
        recorded_at=timezone.now(),
        effective_at=timezone.now() + timedelta(days=7),
    )


OWN, KEPT = "who has a login", "whom the club recorded"
LATER = str(date.today() + timedelta(days=30))


def of_players(body: Any = None, kept_body: Any = None) -> list[Case]:
    """A player with a login, and one without."""
    return [Case(OWN, body=body), Case(KEPT, rows={"players": "kept"}, body=kept_body or body)]


def of_event(word: str, body: Any = None) -> list[Case]:
    return [Case(rows={"tournaments": word}, body=body)]


def of_entry(event: str, own: str, other: str) -> list[Case]:
    return [
        Case("of the player", rows={"tournaments": event}, body={"entry": f"@{own}"}),
        Case("of another", rows={"tournaments": event}, body={"entry": f"@{other}"}),
    ]


def of_reports(before: Callable[[ClubWorld], object] | None = None) -> list[Case]:
    """What the scorekeeper has entered, and what the owner has."""
    return [
        Case(note, rows={"reports": word}, before=before)
        for note, word in (("the scorekeeper's", "entered"), ("the owner's", "entered by another"))
    ]


def undo_both(world: ClubWorld) -> None:
    for word in ("entered", "entered by another"):
        report_undo(report_id=world.things[word], actor=world.people["owner"])


SCORE = {"score": {"one": 5, "two": 3}}
FORFEIT = {"kind": "forfeit", "winner": "one", "reason": "Out of time."}
PICTURE = sent(drawn())
NEW_EVENT = {"club": "@clubs", "name": "New", "lengths": [5]}
DIVISIONS = {"divisions": ["@three"]}

CASES: dict[str, list[Case]] = {
    "POST /appeals/{id}/committee/": [Case(body={"members": "@bench"})],
    "POST /appeals/{id}/votes/": [
        Case("the scorekeeper sits on the committee", rows={"appeals": "heard"}, body=FORFEIT)
    ],
    "POST /challenges/{id}/answer/": [
        Case("accept: the player was challenged", body={"reply": "accepted"}),
        Case("withdraw", body={"reply": "withdrawn"}),
    ],
    "POST /claims/{id}/answer/": [Case(body={"agrees": True})],
    "PATCH /clubs/{id}/": [Case(body={"place": "At the harbour"})],
    **{
        f"PUT /{address}/{{id}}/picture/": [Case(body=PICTURE)]
        for address in ("clubs", "ladders", "leagues", "ponds", "rating-pools", "tournaments", "venues")
    },
    "PUT /clubs/{id}/logo/": [Case(body=PICTURE)],
    "DELETE /clubs/{id}/": [Case(rows={"clubs": "inn"})],
    "POST /clubs/{club}/edits/{id}/undo/": [Case(rows={"clubs": "inn", "edits": "club edit"})],
    "POST /clubs/": [Case(body={"name": "New Club"})],
    "POST /clubs/{club}/applications/{id}/answer/": [
        Case("take in", rows={"clubs": "house"}, body={"agrees": True}),
        Case("take back: the player applied", rows={"clubs": "house"}, body={"agrees": False}),
    ],
    "GET /clubs/{club}/members/{id}/": [Case(rows={"clubs": "hall"})],
    "GET /clubs/{club}/applications/{id}/": [Case("the player applied", rows={"clubs": "house"})],
    "GET /tournaments/{tournament}/applications/{id}/": [
        Case("the player has applied", {"tournaments": "asked", "applications": "entry application"})
    ],
    "GET /tournaments/{tournament}/entries/{id}/": [Case(rows={"tournaments": "coming"})],
    "GET /invitations/{id}/": [Case("to the player")],
    "POST /clubs/{club}/members/{id}/end/": [Case("of the player", rows={"clubs": "hall"})],
    "POST /clubs/{id}/webhooks/": [Case(body={"url": "https://club.example/hook"})],
    "POST /webhooks/{id}/deliveries/redeliver/": [Case(body={"since": "2026-01-01T00:00:00Z"})],
    "PATCH /webhooks/{id}/": [Case(body={"active": False})],
    "POST /clubs/{club}/service-accounts/": [Case(body={"name": "New", "expires_at": f"{LATER}T00:00:00Z"})],
    "POST /clubs/{club}/service-accounts/{id}/tokens/": [
        Case("it is the director's", body={"name": "New", "scopes": ["read"]})
    ],
    "DELETE /clubs/{club}/service-accounts/{id}/tokens/{token}/": [Case(rows={"tokens": "service token"})],
    "POST /clubs/{id}/applications/": [Case(body={"player": "@players"})],
    "POST /clubs/{id}/appointments/": [Case(body={"login": "@stranger", "role": "director"})],
    "POST /clubs/{id}/invitation-links/": [Case(body={"players": ["@unlinked"]})],
    "POST /clubs/{id}/members/": [
        Case(f"a player {OWN}", body={"player": "@other"}),
        Case(f"a player {KEPT}", body={"player": "@kept"}),
    ],
    "POST /clubs/{id}/players/": [Case(body={"name": "Newcomer"})],
    "POST /club-proposals/{id}/answer/": [
        Case("agree", body={"agrees": True}),
        Case("withdraw: the login proposes", body={"agrees": False}),
    ],
    "POST /clubs/{id}/sanctions/": [
        Case("for the pool of everybody", rows={"clubs": "hall"}, body={"reason": "As decided."}),
        Case("for that of a club", rows={"clubs": "hall"}, body={"rating_pool": "@rating-pools"}),
    ],
    "POST /clubs/{id}/sanctions/preview/": [
        Case("for the pool of everybody", rows={"clubs": "hall"}, body={}),
        Case("for that of a club", rows={"clubs": "hall"}, body={"rating_pool": "@rating-pools"}),
    ],
    "POST /clubs/{id}/rating-pools/": [Case(body={"name": "New Pool"})],
    "POST /forecasts/": [Case(body={"club": "@clubs", "lengths": [5], "entries": 8})],
    "POST /invitation-links/use/": [Case(body={"secret": "@secret"})],
    "POST /invitations/{id}/answer/": [
        Case("to the player", body={"accepts": True}),
        Case("to the login", rows={"invitations": "asked of login"}, body={"accepts": True}),
        Case(f"to a player {KEPT}", rows={"invitations": "asked of kept"}, body={"accepts": True}),
        Case("take back: the owner asks", body={"accepts": False}),
    ],
    "POST /ladders/": [Case(body={"club": "@clubs", "kind": "position", "length": 5, "name": "New"})],
    "PATCH /ladders/{id}/": [Case(body={"name": "New"})],
    "DELETE /ladders/{id}/": [Case(rows={"ladders": "bare"})],
    "POST /ladders/{ladder}/edits/{id}/undo/": [Case(rows={"ladders": "bare", "edits": "ladder edit"})],
    "POST /ladders/{id}/challenges/": [
        Case("the player challenges", {"ladders": "calm"}, {"challenger": "@players", "challenged": "@other"})
    ],
    "POST /ladders/{id}/joins/": [Case("the player", rows={"ladders": "bare"}, body={"player": "@players"})],
    "POST /ladders/{id}/leaves/": [Case("the player", rows={"ladders": "calm"}, body={"player": "@players"})],
    "GET /ladders/{id}/opponents/": [Case(query={"player": "@players"})],
    "POST /leagues/": [Case(body=NEW_EVENT)],
    "PATCH /leagues/{id}/": [Case(body={"name": "New"})],
    "DELETE /leagues/{id}/": [Case(rows={"leagues": "unopened"})],
    "POST /leagues/{league}/edits/{id}/undo/": [Case(rows={"leagues": "unopened", "edits": "league edit"})],
    "POST /leagues/{id}/seasons/": [Case(rows={"leagues": "unopened"}, body=DIVISIONS)],
    "POST /leagues/{id}/seasons/preview/": [Case(rows={"leagues": "unopened"}, body=DIVISIONS)],
    "POST /logins/": [Case(body={"login": "newcomer", "password": PASSWORD})],
    "POST /matches/": [
        Case("of the player", body={"one": "@players", "two": "@other", "length": 5}),
        Case(f"of players {KEPT}", body={"one": "@kept", "two": "@unlinked", "length": 5}),
        Case("of the player, rated", body={"one": "@players", "two": "@other", "length": 5, "rated": True}),
    ],
    "POST /matches/{id}/games/": [Case(body={"number": 1, "winner": "one", "points": 1, "cube": 1})],
    "POST /matches/{id}/games/take-back/": [Case(rows={"matches": "match begun"}, body={"number": 1})],
    "POST /matches/{id}/penalties/": [
        Case(body={"side": "one", "cause": "conduct", "points": 1, "reason": "Loud."})
    ],
    "POST /matches/{id}/recording/": [Case(body={})],
    "POST /matches/{id}/recording/acts/": [
        Case(
            rows={"matches": "match recorded"},
            body={"after": 1, "acts": [{"key": "a", "action": "play", "numbers": [8, 5, 6, 5]}]},
        )
    ],
    "POST /matches/{id}/recording/report/": [Case(rows={"matches": "match played out"}, body={})],
    "GET /matches/{id}/recording/": [Case(rows={"matches": "match recorded"})],
    "POST /matches/{id}/reports/": [
        Case("of the tournament", body=SCORE),
        Case("of the tournament, as its director", body={**SCORE, "role": "director"}),
        Case("outside any event", rows={"matches": "beside"}, body=SCORE),
    ],
    "POST /matches/{id}/rulings/": [Case(body=FORFEIT)],
    "POST /matches/{id}/rulings/preview/": [Case(body=FORFEIT)],
    "POST /matches/{id}/schedule/": [Case(body={"play_by": f"{LATER}T00:00:00Z", "reason": "The hall."})],
    "POST /me/close/": [Case(body={"confirmation": PASSWORD})],
    "POST /me/password/": [Case(body={"password": PASSWORD, "new_password": "another one of four words"})],
    "POST /merges/": [Case(body={"kept": "@spare", "absorbed": "@double", "reason": "The same."})],
    "GET /merges/preview/": [Case(query={"kept": "@spare", "absorbed": "@double"})],
    "POST /password-resets/": [
        Case("with a wrong code", body={"login": "@login", "code": "wrong", "password": PASSWORD})
    ],
    "POST /players/": [
        Case("of the login", body={"name": "New", "login": "@username"}),
        Case("of nobody", body={"name": "New"}),
        Case("of another login", body={"name": "New", "login": "@stranger"}),
    ],
    "GET /players/{id}/": [Case()],
    "PATCH /players/{id}/": of_players({"bio": "Plays on Fridays."}),
    "GET /players/{id}/against/{other}/": [Case(rows={"against": "other"})],
    "POST /players/{id}/anonymise/": of_players({"confirmation": "@name"}, {"confirmation": "@kept name"}),
    "POST /players/{id}/anonymise/cancel/": [
        Case(OWN, body={"reason": "Wait."}, before=ask_to_be_anonymised)
    ],
    "POST /players/{id}/claims/": [Case(rows={"players": "unlinked"}, body={"note": "It is me."})],
    "GET /players/{id}/contact/": of_players(),
    "GET /players/{id}/invitation-links/": [Case(rows={"players": "linked"})],
    "POST /players/{id}/invitation-links/": [Case(rows={"players": "kept"})],
    "GET /players/{id}/personal-data/": of_players(),
    "POST /players/{id}/registrar/": [Case(rows={"players": "kept"}, body={"club": "@hall"})],
    "POST /players/{id}/release/": [Case(body={"reason": "Not Ann."})],
    "POST /ponds/": [Case(body={"club": "@clubs", "name": "New"})],
    "PATCH /ponds/{id}/": [Case(body={"name": "New"})],
    "DELETE /ponds/{id}/": [Case(rows={"ponds": "dry"})],
    "POST /ponds/{id}/call-off/": [Case(body={"reason": "Thunder."})],
    "POST /ponds/{pond}/edits/{id}/undo/": [Case(rows={"ponds": "dry", "edits": "pond edit"})],
    "GET /ponds/{id}/bids/": [Case(rows={"ponds": "running"})],
    "POST /ponds/{id}/bids/": [Case(rows={"ponds": "running"}, body={"round": 1, "points": 10})],
    "POST /ponds/{id}/entries/": [Case("the player", rows={"ponds": "dry"}, body={"player": "@players"})],
    "POST /ponds/{id}/withdrawals/": [Case("of the player", body={"entry": "@ponds entry"})],
    "POST /rating-pools/": [Case(body={"name": "New Pool"})],
    "PATCH /rating-pools/{id}/": [
        Case("the club's", body={"name": "New"}),
        Case("of the whole service", rows={"rating-pools": "national"}, body={"name": "New"}),
    ],
    "DELETE /rating-pools/{id}/": [Case(rows={"rating-pools": "unused"})],
    "POST /rating-pools/{rating_pool}/edits/{id}/undo/": [
        Case(rows={"rating-pools": "unused", "edits": "pool edit"})
    ],
    "GET /rating-pools/{id}/expectation/": [Case(query={"one": "@players", "two": "@other", "length": 5})],
    "POST /rating-pools/{id}/terms/": [
        Case("the club's", body={"shortest": 3, "reason": "As decided."}),
        Case(
            "of the whole service",
            rows={"rating-pools": "national"},
            body={"shortest": 3, "reason": "As decided."},
        ),
    ],
    "POST /reports/{id}/answers/": [Case("the player's to answer", body={"agrees": True})],
    "POST /reports/{id}/redo/": of_reports(before=undo_both),
    "POST /reports/{id}/redo/preview/": of_reports(before=undo_both),
    "POST /reports/{id}/undo/": of_reports(),
    "POST /reports/{id}/undo/preview/": of_reports(),
    "GET /reports/{id}/replay/": [Case(rows={"reports": "transcript"})],
    "GET /reports/{id}/replay/games/{game}/": [Case(rows={"reports": "transcript", "games": "first game"})],
    "GET /reports/{id}/transcript/": [Case(rows={"reports": "transcript"})],
    "POST /sessions/": [Case(body={"opponent": "@other", "points": {"one": 7, "two": 3}})],
    "POST /sessions/{id}/answer/": [
        Case("another keeps it", rows={"sessions": "session to answer"}, body={"agrees": True})
    ],
    "POST /sessions/{id}/visibility/": [Case(body={"public": True})],
    "GET /sessions/{id}/replay/games/{game}/": [Case(rows={"games": "first game"})],
    "POST /reset-codes/": [Case("for the player", body={"login": "@login"})],
    "POST /results/import/": [
        Case(
            body={
                "reason": "The open of the spring.",
                "results": [
                    {
                        "one": "@players",
                        "two": "@other",
                        "length": 5,
                        "score": {"one": 5, "two": 3},
                        "completed_at": "2026-01-01T12:00:00Z",
                    }
                ],
            }
        )
    ],
    "POST /rulings/{id}/undo/": [Case(body={"reason": "Misread."})],
    "GET /search/": [Case(query={"q": "golden"})],
    "POST /solo/": [Case(body={"bot": "beginner"})],
    "POST /solo/{key}/begin/": [Case(body={"contribution": "luck"})],
    "POST /solo/{key}/acts/": [Case(body={"place": 1, "action": "wait"})],
    "POST /solo/{key}/end/": [Case(rows={"solo": "solo between games"})],
    "PATCH /solo/{key}/": [Case(body={"passes_by_itself": False})],
    "PATCH /solo/standings/": [Case(body={"listed": True})],
    "POST /tokens/": [Case(body={"login": "@username", "password": PASSWORD})],
    "PATCH /tournaments/{id}/": of_event("empty", {"name": "New"}),
    "DELETE /tournaments/{id}/": of_event("empty"),
    "POST /tournaments/{id}/call-off/": of_event("coming", {"reason": "Snow."}),
    "POST /tournaments/{tournament}/edits/{id}/undo/": of_event("empty"),
    "POST /tournaments/": [Case(body=NEW_EVENT)],
    "GET /tournaments/{id}/trf/": of_event("swiss"),
    "POST /tournaments/{tournament}/applications/{id}/answer/": [
        Case(note, {"tournaments": "asked", "applications": "entry application"}, {"state": state})
        for note, state in (("approve", "approved"), ("withdraw: the player has applied", "withdrawn"))
    ],
    "GET /tournaments/{id}/applications/": of_event("asked"),
    "POST /tournaments/{id}/check-ins/": of_entry("coming", "entries", "entry of another"),
    "POST /tournaments/{id}/check-ins/many/": of_event("coming", {"entries": ["@entries"]}),
    "POST /tournaments/{id}/check-ins/take-back/": of_entry("there", "there entry", "there entry of another"),
    "POST /tournaments/{id}/draw/": of_event("full", {"seeding": "random"}),
    "POST /tournaments/{id}/entries/": [
        Case("the player", rows={"tournaments": "empty"}, body={"player": "@players"}),
        Case("the player, with approval", rows={"tournaments": "shut"}, body={"player": "@players"}),
        Case(f"a player {KEPT}", rows={"tournaments": "empty"}, body={"player": "@kept"}),
    ],
    "POST /tournaments/{id}/entries/import/": of_event("empty", "name\nNewcomer\n"),
    "POST /tournaments/{id}/line-ups/": [
        Case(
            "of the player",
            rows={"tournaments": "teams"},
            body={"entry": "@team entry", "players": "@line-up"},
        )
    ],
    "POST /tournaments/{id}/master-points/": of_event("coming", {"weight": 2.0, "level": "open"}),
    "POST /tournaments/{id}/play-offs/": of_event(
        "shared", {"entries": "@shared entries", "reason": "A tie."}
    ),
    "POST /tournaments/{id}/entry-fee/": of_event("coming", {"cents": 500, "currency": "EUR"}),
    "GET /tournaments/{id}/desk/entries/": of_event("paid"),
    "GET /tournaments/{id}/fees/": of_event("paid"),
    "POST /tournaments/{id}/fee-payments/": of_event("paid", {"entries": ["@paid entry"]}),
    "POST /tournaments/{id}/handovers/": of_event("shared", {"entry": "@shared entry"}),
    "POST /tournaments/{id}/prize-pools/": of_event("coming", {"currency": "EUR", "prize_pools": []}),
    "POST /tournaments/{id}/rating-pools/": of_event("coming", {"rating_pools": ["@rating-pools"]}),
    "POST /tournaments/{id}/re-entries/": [
        Case("of the player", rows={"tournaments": "left"}, body={"entry": "@left entry"})
    ],
    "POST /tournaments/{id}/releases/": of_event("unpaired"),
    "POST /tournaments/{id}/results/": of_event(
        "shared", {"results": [{"number": 1, "score": {"one": 0, "two": 0}}]}
    ),
    "POST /tournaments/{id}/round-pairings/": of_event("unpaired", {"one": "@first", "two": "@second"}),
    "POST /tournaments/{id}/round-withdrawals/": of_event(
        "swiss", {"round_pairings": "@swiss pairings", "reason": "A seed was wrong."}
    ),
    "POST /tournaments/{id}/stakes/": of_event("coming", {"entry": "@entries", "prize_pool": "Side"}),
    "POST /tournaments/{id}/substitutions/": of_event(
        "swiss", {"leaves": "@swiss leaves", "comes": "@swiss alternate"}
    ),
    "POST /tournaments/{id}/tiebreaks/": of_event(
        "swiss", {"tiebreaks": ["head_to_head"], "reason": "As before."}
    ),
    "POST /tournaments/{id}/withdrawals/": of_entry("coming", "entries", "entry of another"),
    "GET /tournaments/{id}/withdrawals/preview/": [
        Case(note, rows={"tournaments": "coming"}, query={"entry": f"@{entry}"})
        for note, entry in (("of the player", "entries"), ("of another", "entry of another"))
    ],
    "POST /series/": [Case(body={"source": "@again"})],
    "PATCH /series/{id}/": [Case(body={"weeks": 2})],
    "POST /series/{series}/edits/{id}/undo/": [Case(rows={"edits": "series edit"})],
    "POST /venues/": [Case(body={"club": "@clubs", "name": "New"})],
    "PATCH /venues/{id}/": [Case(body={"tables": [{"name": "2"}, {"name": "7"}]})],
    "DELETE /venues/{id}/": [Case(rows={"venues": "empty venue"})],
    "POST /calls/{id}/attendance/": [Case(body={"side": "two", "present": False})],
    "POST /calls/{id}/move/": [Case(body={"table": "1"})],
    "POST /matches/{id}/calls/": [Case(body={"table": "1"})],
    "POST /venues/{venue}/edits/{id}/undo/": [Case(rows={"edits": "venue edit"})],
}
