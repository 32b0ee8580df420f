"""What somebody may do about a match now, by the same checks as doing it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from matches.accounts.models import User
from matches.accounts.permissions import may_do
from matches.base.errors import Refusal
from matches.play.models import Match
from matches.play.selectors import Case, case_load

from .answers import check_open_window
from .appeals import check_appeal
from .corrections import check_committee, check_may_change
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


def possible_actions(match: Match, user: User, now: datetime) -> Possible:
    case, side = case_load(match, now), match.side_of(user)
    stands = case.decision
    return Possible(
        report=may_do(user, "match_report", match) and match.state in Match.ON,
        answer=stands.waiting[-1] if stands.waiting and stands.awaits == side else None,
        object_to=stands.report if side is not None and may_object(case) else None,
        appeal_against=stands.ruling if side is not None and may_appeal(case) else None,
        rule=may_do(user, "match_rule", match)
        and is_allowed(lambda: check_committee(case, user))
        and is_allowed(lambda: check_may_change(case, user)),
        schedule=may_do(user, "match_schedule", match) and match.state == Match.State.OPEN,
        penalise=may_do(user, "penalty_give", match) and is_allowed(lambda: check_not_begun(case)),
    )


def may_object(case: Case) -> bool:
    return case.decision.report is not None and is_allowed(lambda: check_open_window(case))


def may_appeal(case: Case) -> bool:
    ruling = case.decision.ruling
    return ruling is not None and is_allowed(lambda: check_appeal(case, ruling))


def is_allowed(check: Callable[[], object]) -> bool:
    try:
        check()
    except Refusal:
        return False
    return True
