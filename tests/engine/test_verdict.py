import json

from engine import RecordVerdict

from .records import OPENING, TO_FOUR, file, judged


def test_legal_alternatives() -> None:
    """At most twenty, in standard notation, from the back of the board to the front."""
    fault = judged(file("0-0\n 31: 8/5 | 42: 8/4 6/4")).violations[0]
    assert len(fault.legal) == 16
    assert fault.legal[:3] == ("24/23 24/21", "24/23 13/10", "24/23 8/5")
    assert fault.legal[-1] == "6/2"
    assert "8/5 6/5" in fault.legal
    many = judged(file(OPENING + "\n 11: |\n 31: 8/5 6/5 |")).violations[0]
    assert len(many.legal) == 20


def test_the_verdict_as_json() -> None:
    text = file(TO_FOUR, "4-0\n 31: 8/5 | 42: 8/4 6/4")
    verdict = judged(text).as_dict()
    legal = verdict["violations"][0].pop("legal")
    rule = verdict["violations"][0].pop("rule")
    assert len(legal) == 16
    assert rule.startswith("A player plays both dice if that is possible")
    assert rule.endswith("[GNU Backgammon manual, rules of backgammon; JBF international rule 28]")
    assert json.loads(json.dumps(verdict)) == {
        "verdict": "illegal",
        "format": "mat",
        "variant": "backgammon",
        "length": 5,
        "players": ["Ann", "Bea"],
        "complete": False,
        "winner": None,
        "score": [4, 0],
        "games": [
            {"number": 1, "winner": 0, "points": 4, "ending": "resignation", "cube": 2, "crawford": False}
        ],
        "violations": [
            {
                "game": 2,
                "turn": 1,
                "player": 0,
                "code": "illegal_play",
                "message": "31: 8/5 uses only the 3; the 1 can be played too",
            }
        ],
        "notes": [
            {
                "game": 1,
                "turn": 3,
                "code": "early_concession",
                "message": "the game was given up while the sides could still hit each other",
            }
        ],
    }
    assert list(verdict) == [
        *("verdict", "format", "variant", "length", "players", "complete", "winner", "score"),
        *("games", "violations", "notes"),
    ]
    named = judged(text)._replace(file="x.mat").as_dict()
    assert next(iter(named)) == "file"
    unreadable = RecordVerdict("unreadable", file="x", error="line 1: no").as_dict()
    assert unreadable["error"] == {"code": "unreadable", "message": "line 1: no"}
    assert unreadable["players"] is unreadable["score"] is None
