"""What somebody may do about a match now, by the same checks as doing it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from matches.deciding import Decision
from matches.errors import Refusal
from matches.models import Match, Ruling, User
from matches.permissions import may
from matches.selectors import match_decision

from .answers import check_open_window
from .appeals import check_appeal
from .corrections import check_may_change, match_to_rule
from .penalties import check_not_begun


@dataclass(frozen=True, slots=True)
class Possible:
    """Reports and rulings by their numbers; None where there is nothing to answer or to question."""

    report: bool
    answer: int | None
    object_to: int | None
    appeal_against: int | None
    rule: bool
    schedule: bool
    penalise: bool


def possible(match: Match, user: User, now: datetime) -> Possible:
    stands, side = match_decision(match, now), match.side_of(user)
    return Possible(
        report=may(user, "match_report", match) and match.state in Match.ON,
        answer=stands.waiting[-1] if stands.waiting and stands.awaits == side else None,
        object_to=stands.report if side is not None and may_object(match, stands, now) else None,
        appeal_against=stands.ruling if side is not None and may_appeal(match, stands, now) else None,
        rule=allowed(lambda: match_to_rule(match.pk, user, now))
        and allowed(lambda: check_may_change(match, user, now)),
        schedule=may(user, "match_schedule", match) and match.state == Match.State.OPEN,
        penalise=may(user, "penalty_give", match) and allowed(lambda: check_not_begun(match)),
    )


def may_object(match: Match, stands: Decision, now: datetime) -> bool:
    return stands.report is not None and allowed(lambda: check_open_window(match, stands, now))


def may_appeal(match: Match, stands: Decision, now: datetime) -> bool:
    if stands.ruling is None:
        return False
    ruling = Ruling.objects.get(pk=stands.ruling)
    return allowed(lambda: check_appeal(match, ruling, stands, now))


def allowed(check: Callable[[], object]) -> bool:
    try:
        check()
    except Refusal:
        return False
    return True
