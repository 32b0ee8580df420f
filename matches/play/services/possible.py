"""What somebody may do about a match now, by the same checks as doing it."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.errors import Refusal
from matches.play.models import Match
from matches.play.selectors import Case, case_load

from .answers import check_objections_open
from .appeals import check_appeal
from .corrections import check_committee, check_may_correct_match
from .penalties import check_penalty_in_time


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

    @property
    def anything(self) -> bool:
        """Whether there is something for them to do."""
        return any(getattr(self, each.name) for each in fields(self))


def match_actions_possible(match: Match, user: User, now: datetime) -> Possible:
    case, side = case_load(match, now), match.side_of(user)
    stands = case.decision
    return Possible(
        report=may_do_action(user, "match_report", match) and match.state in Match.ON,
        answer=stands.waiting[-1] if stands.waiting and stands.awaits == side else None,
        object_to=stands.report if side is not None and may_object_to_report(case) else None,
        appeal_against=stands.ruling if side is not None and may_appeal_ruling(case) else None,
        rule=may_do_action(user, "match_rule", match)
        and is_match_action_allowed(lambda: check_committee(case, user))
        and is_match_action_allowed(lambda: check_may_correct_match(case, user)),
        schedule=may_do_action(user, "match_schedule", match) and match.state == Match.State.OPEN,
        penalise=may_do_action(user, "penalty_give", match)
        and is_match_action_allowed(lambda: check_penalty_in_time(case)),
    )


def may_object_to_report(case: Case) -> bool:
    return case.decision.report is not None and is_match_action_allowed(lambda: check_objections_open(case))


def may_appeal_ruling(case: Case) -> bool:
    ruling = case.decision.ruling
    return ruling is not None and is_match_action_allowed(lambda: check_appeal(case, ruling))


def is_match_action_allowed(check: Callable[[], object]) -> bool:
    try:
        check()
    except Refusal:
        return False
    return True
