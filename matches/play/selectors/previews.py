"""What a ruling or an undoing would change: everything is folded with it as if it were a fact."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from typing import Any

from matches import hooks
from matches.hooks import Effect
from matches.play.models import Match, Side
from matches.play.rules.deciding import Decision, Ruled, Undone
from matches.play.rules.refereeing import capped_match_score

from .case import Case

PREVIEWED = 100
"""How many rows of each part a preview shows at once; it counts all of them."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would change, as plain JSON.

    `match` as it stands and would stand; `parts` by name, such as "fixtures" and "places"; `beside` them what
    only follows from which matches count: ratings. `token` covers all of it but that: ratings move with
    every result anywhere, and whoever waits for them to stand still would never correct anything.
    `superseded` are the matches that would count no more, or again.
    """

    token: str
    match: Mapping[str, Any]
    parts: Mapping[str, Sequence[Any]]
    beside: Mapping[str, Sequence[Any]]
    superseded: Set[int]

    def as_dict(self, page: int = 1) -> dict[str, Any]:
        """What is sent of it; `page`: the number of hundred rows of each part, from 1."""
        rows = {**self.parts, **self.beside}
        shown = slice((page - 1) * PREVIEWED, page * PREVIEWED)
        return {
            "token": self.token,
            "match": self.match,
            **{name: part[shown] for name, part in rows.items()},
            "counts": {name: len(part) for name, part in rows.items()},
        }


def match_preview(case: Case, change: Ruled | Undone, *, beside: bool = True) -> Preview:
    """What a ruling or an undoing that nobody has made would change.

    Without what is `beside`, its token is the same.

    The same number of queries in a tournament of any size.
    """
    match, stands, would = case.match, case.decision, case.decide_with(change)
    found = effect_of_decision(case, would)
    superseded = {match.pk: match.superseded, **found.superseded}
    shown_match = {
        "id": match.pk,
        "before": {
            "state": stands.state_if(superseded=match.superseded),
            "result": match_decision_dict(match, stands),
        },
        "after": {
            "state": would.state_if(superseded=superseded[match.pk]),
            "result": match_decision_dict(match, would),
        },
    }
    return Preview(
        token=preview_token(
            # Facts are only ever added: their number says whether anything has been said since.
            facts=len(case.events),
            ruling=change_looked_at(change),
            match=shown_match,
            parts=found.parts,
        ),
        match=shown_match,
        parts=found.parts,
        beside=effect_beside_match(case, would, superseded).parts if beside else {},
        superseded=found.superseded.keys(),
    )


def change_looked_at(change: Ruled | Undone) -> list[Any]:
    if isinstance(change, Undone):
        return [change.report, change.undoes]
    return [change.kind, change.match_score.winner, change.match_score.points, change.undoes]


def effect_of_decision(case: Case, would: Decision) -> Effect:
    """What would change everywhere if a match stood as `would` says."""
    return join_decision_effects(stake.correction_effect(case, would) for stake in hooks.match_stakes())


def effect_beside_match(case: Case, would: Decision, superseded: Mapping[int, bool]) -> Effect:
    """What would change besides, once it is known which matches would count no more, or again."""
    return join_decision_effects(
        stake.effect_beside(case, would, superseded) for stake in hooks.match_stakes()
    )


def join_decision_effects(effects: Iterable[Effect]) -> Effect:
    superseded: dict[int, bool] = {}
    parts: dict[str, Any] = {}
    for effect in effects:
        superseded.update(effect.superseded)
        parts.update(effect.parts)
    return Effect(superseded, parts)


def preview_token(**looked_at: Any) -> str:
    """SHA-256 over what was looked at."""
    return sha256(dumps(looked_at, sort_keys=True, default=str).encode()).hexdigest()


def match_result_dict(match: Match) -> dict[str, Any] | None:
    if match.result is None:
        return None
    return match_ending_dict(match, match.result.kind, match.result.winner, match.result.points)


def match_decision_dict(match: Match, decision: Decision) -> dict[str, Any] | None:
    if decision.match_score is None or decision.ruled_void:
        return None
    return match_ending_dict(match, decision.kind, decision.match_score.winner, decision.match_score.points)


def match_ending_dict(match: Match, kind: str, winner: int | None, points: tuple[int, int]) -> dict[str, Any]:
    one, two = capped_match_score(points, match.length)
    return {
        "kind": str(kind),
        "winner": None if winner is None else Side(winner).name.lower(),
        "score": {"one": one, "two": two},
    }
