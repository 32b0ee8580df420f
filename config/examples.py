"""An example of every body that a request may have, for the OpenAPI document.

Made of what the schema requires and of one value for each name: a name means the same in every request. Where
the required alone say nothing, WHOLE has what one would send.
"""

from typing import Any

Schema = dict[str, Any]

# By name; a number that names a row is that of docs/api.md.
VALUES: dict[str, Any] = {
    "absorbed": 119,
    "action": "open",
    "after": 0,
    "accepts": True,
    "agrees": True,
    "alt": "The hall on a club night.",
    "bio": "Plays on Fridays.",
    "cause": "conduct",
    "cents": 1000,
    "challenged": 152,
    "challenger": 151,
    "club": 101,
    "code": "7Q4K-2MZP-9RTC",
    "comes": 153,
    "confirmation": "a password of four words",
    "contribution": "kersenboom",
    "currency": "EUR",
    "entries": [301, 302],
    "entry": 301,
    "expires_at": "2030-12-31T23:00:00Z",
    "kept": 118,
    "key": "5f1c",
    "kind": "position",
    "leaves": 151,
    "length": 5,
    "lengths": [5, 7],
    "level": "open",
    "listed": True,
    "login": "mia",
    "members": ["dai", "eva", "fay"],
    "name": "Tuesday",
    "new_password": "another one of four words",
    "note": "It is me.",
    "number": 1,
    "numbers": [3, 1],
    "opponent": 152,
    "one": 151,
    "password": "a password of four words",
    "passes_by_itself": True,
    "place": 4,
    "player": 151,
    "players": [151, 152],
    "points": 1,
    "present": True,
    "preview": "4f1c2a",
    "prize_pool": "main",
    "prize_pools": [],
    "public": True,
    "rating_pools": [],
    "reason": "As the committee decided.",
    "reply": "accepted",
    "role": "director",
    "round": 1,
    "round_pairings": 601,
    "scopes": ["read"],
    "secret": "Zx3v9bQ2mK7tWc4nRf8y",
    "seeding": "random",
    "side": "one",
    "source": 203,
    "state": "approved",
    "table": "4",
    "text": "Every Tuesday at seven.",
    "tiebreaks": ["median_buchholz", "wins"],
    "time_zone": "Asia/Tokyo",
    "transcript": " 1 point match\n\n Game 1\n Ann Berg : 0                      Bob Lund : 0\n"
    "  1) 31: 8/5 6/5                       52: 13/8 13/11\n",
    "two": 152,
    "url": "https://club.example/hook",
    "weight": 1.5,
    "winner": "one",
}

# By component, where the members that are required are not the whole request.
WHOLE: dict[str, Any] = {
    "ReportInputRequest": {"score": {"one": 5, "two": 3}},
    "PreviewInputRequest": {"kind": "forfeit", "winner": "one", "reason": "Out of time."},
    "RulingInputRequest": {"kind": "forfeit", "winner": "one", "reason": "Out of time."},
    "RulingResultInputRequest": {"kind": "forfeit", "winner": "one", "reason": "Out of time."},
    "ResultInputRequest": {"number": 1, "score": {"one": 5, "two": 3}},
    "ElsewhereInputRequest": {
        "one": 151,
        "two": 152,
        "length": 5,
        "score": {"one": 5, "two": 3},
        "completed_at": "2026-01-01T12:00:00Z",
    },
    "SessionInputRequest": {"opponent": 152, "points": {"one": 7, "two": 3}},
    "ScheduleInputRequest": {"play_by": "2030-12-31T23:00:00Z", "reason": "The hall is closed."},
    "TermsChangeRequest": {"shortest": 3, "reason": "As the committee decided."},
    "SoloTermsInputRequest": {"variant": "backgammon", "scoring": "match", "length": 5},
    "SoloActInputRequest": {"place": 4, "action": "step", "start": 13, "end": 8, "die": 5},
    "TournamentInputRequest": {"club": 101, "name": "Tuesday", "lengths": [5, 7]},
    "ForecastInputRequest": {"club": 101, "lengths": [5, 7], "entries": 16},
    "InviteesInputRequest": {"players": [153]},
    "SeasonInputRequest": {"divisions": [[151, 152, 153]]},
    "ClaimsInputRequest": {"divisions": [[151, 152, 153]]},
    "PatchedSeriesPatchRequest": {"weeks": 2},
    "RedeliverInputRequest": {"since": "2026-11-21T18:00:00Z"},
    "PatchedWebhookPatchRequest": {"types": ["match.disputed", "match.ruling_made"]},
}
CSV = "name,country\nAnn Berg,NO\nBob Lund,SE\n"


def document_examples(document: dict[str, Any]) -> None:
    """Add to every body of a request an example of it."""
    schemas = document["components"]["schemas"]
    for operations in document["paths"].values():
        for operation in operations.values():
            for kind, body in operation.get("requestBody", {}).get("content", {}).items():
                if kind == "text/csv":
                    body["example"] = CSV
                elif kind == "multipart/form-data":
                    body["example"] = example_form(body["schema"], schemas)
                elif kind == "application/json":
                    body["example"] = example_of(body["schema"], schemas)


def example_form(schema: Schema, schemas: dict[str, Schema]) -> dict[str, Any]:
    """The texts of a form; of its files there is none in a document."""
    members = resolved(schema, schemas)[1]["properties"]
    if "score.one" in members:
        return {"score.one": 5, "score.two": 3}
    if "guest" in members:
        return {"guest": "Uncle Bo", "played_on": "2026-11-20"}
    return {name: VALUES[name] for name, member in members.items() if member.get("format") != "binary"}


def example_of(schema: Schema, schemas: dict[str, Schema], name: str = "") -> Any:
    component, schema = resolved(schema, schemas)
    if component in WHOLE:
        return WHOLE[component]
    if schema.get("type") == "object" and "properties" in schema:
        members = schema["properties"]
        required = schema.get("required", ())
        # A change of one thing is the least that changes anything.
        shown = required or [each for each in members if each in VALUES][:1]
        return {each: example_of(members[each], schemas, each) for each in shown}
    if name in VALUES:
        return VALUES[name]
    if schema.get("type") == "array":
        return [example_of(schema["items"], schemas)]
    raise LookupError(f"config/examples.py has no value for {name or component}: {schema}")


def resolved(schema: Schema, schemas: dict[str, Schema]) -> tuple[str, Schema]:
    """The schema that one refers to, with its name."""
    name = ""
    while "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = schemas[name]
    return name, schema
