"""What a claim of a profile has come to, by its facts."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

SECOND_THOUGHTS = timedelta(days=7)
"""How long waits what cannot be undone: time for whoever it concerns to see it and to stop it."""


class ClaimState(StrEnum):
    OPEN = "open"
    OBJECTED = "objected"  # staff decides
    WAITING = "waiting"  # agreed to, and may still be stopped
    AGREED = "agreed"  # the login speaks for the player
    REFUSED = "refused"  # or taken back

    @property
    def is_pending(self) -> bool:
        return self in (ClaimState.OPEN, ClaimState.OBJECTED, ClaimState.WAITING)


class GivenAnswer(NamedTuple):
    """An answer to a claim; effective_at: from when on the login speaks for the player, None if refused."""

    serial: int
    agrees: bool
    effective_at: datetime | None


def claim_state(answers: Sequence[GivenAnswer], objections: Sequence[int], *, attached: bool) -> ClaimState:
    """The state of a claim: its answers in order, the serials of objections, whether the login was attached.

    A refusal ends it. An objection after the last answer leaves it to staff, whose answer comes behind.
    """
    latest = answers[-1] if answers else None
    if latest is not None and not latest.agrees:
        return ClaimState.REFUSED
    if attached:
        return ClaimState.AGREED
    if objections and (latest is None or max(objections) > latest.serial):
        return ClaimState.OBJECTED
    return ClaimState.OPEN if latest is None else ClaimState.WAITING


def claim_effective_at(now: datetime, answers: Sequence[GivenAnswer], *, has_results: bool) -> datetime:
    """From when on an answer that agrees by now has its effect: at once where nothing hangs on the profile.

    The days run from the first answer that agreed.
    """
    if not has_results:
        return now
    agreed = [answer.effective_at for answer in answers if answer.effective_at is not None]
    return max(now, min([*agreed, now + SECOND_THOUGHTS]))
