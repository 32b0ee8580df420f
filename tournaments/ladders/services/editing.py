"""What is announced of a ladder, changed; closed and removed: each a fact that can be taken back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.times import check_time_zone
from matches.edits.services import edit_write, former_values
from tournaments.ladders.errors import ChallengesOpen, LadderBegun, LadderInUse
from tournaments.ladders.models import Ladder, LadderEdit
from tournaments.ladders.rules import LADDERS
from tournaments.ladders.rules import LadderKind as Rules
from tournaments.ladders.selectors import LadderFold, ladder_fold

from .ladders import checked_ladder_terms, ladder_lock, ladder_refresh, ladder_write

TERMS = ("kind", "kind_options", "length", "variant", "options", "regulations", "rated")
"""How it is climbed, and what its matches are played by."""


@transaction.atomic
def ladder_edit(
    *, actor: User, ladder_id: int, reason: str = "", now: datetime | None = None, **changes: Any
) -> Ladder:
    """Change what is announced of a ladder; TERMS for challenges to come; `closed`, that there are none.

    What would move players who have been challenged already stays as it is, and what open challenges wait for
    while they are open. Raises LadderBegun, ChallengesOpen, UnknownTimeZone, and what announcing raises.
    """
    ladder = ladder_lock(ladder_id)
    require_permission(actor, "ladder_direct", ladder)
    return ladder_change(ladder, changes, actor=actor, reason=reason, now=now)


@transaction.atomic
def ladder_remove(*, actor: User, ladder_id: int, reason: str = "", now: datetime | None = None) -> Ladder:
    """Remove a ladder that was announced by mistake: it is shown no more. Raises LadderInUse."""
    ladder = ladder_lock(ladder_id)
    require_permission(actor, "ladder_direct", ladder)
    if ladder.challenges.exists():
        raise LadderInUse(
            "Members of %(ladder)s have challenged each other, and it stays on file. Close it instead.",
            {"ladder": ladder.name},
            challenges=ladder.challenges.count(),
        )
    members = ladder.joins.filter(leave=None).count()
    if members:
        raise LadderInUse(
            "%(ladder)s has members: %(members)s. Take them off it first, or close it.",
            {"ladder": ladder.name, "members": members},
            members=members,
        )
    return ladder_change(ladder, {"removed": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def ladder_edit_undo(
    *, actor: User, ladder_id: int, edit_id: int, reason: str = "", now: datetime | None = None
) -> Ladder:
    """Take a change back: what it changed is as it was before, if it has not been changed again since.

    So a ladder that was closed is open again, and one that was removed is there. Raises AlreadyUndone,
    ChangedSince, and what the change itself would raise.
    """
    ladder = ladder_lock(ladder_id, removed=True)
    require_permission(actor, "ladder_direct", ladder)
    edit = LadderEdit.objects.get(ladder=ladder, pk=edit_id)
    former = former_values(ladder, edit)
    return ladder_change(ladder, former, actor=actor, reason=reason, undoes=edit, now=now)


def ladder_change(
    ladder: Ladder,
    changes: Mapping[str, Any],
    *,
    actor: User,
    reason: str,
    undoes: LadderEdit | None = None,
    now: datetime | None,
) -> Ladder:
    """Write what is changed of a locked ladder, and where it stands then."""
    now = now or timezone.now()
    fold = ladder_refresh(ladder, now)
    values = checked_changes(fold, changes)
    edit_write(ladder, LadderEdit, values, actor=actor, reason=reason, undoes=undoes, now=now)
    ladder_write(ladder_fold(ladder, now))
    return ladder


def checked_changes(fold: LadderFold, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The values by column, if the ladder can have them.

    Raises LadderBegun, ChallengesOpen, UnknownTimeZone, and what announcing raises.
    """
    check_time_zone(changes.get("time_zone", ""))
    if not any(name in changes for name in TERMS):
        return dict(changes)
    standing = {name: getattr(fold.ladder, name) for name in TERMS}
    sent = {name: changes[name] for name in TERMS if name in changes}
    terms = checked_ladder_terms(**{**standing, **sent})
    after = LADDERS[terms["kind"]].from_mapping(terms["kind_options"])
    check_ladder_not_begun(fold, after)
    check_ladder_open(fold, after)
    return {**changes, **terms}


def check_ladder_not_begun(fold: LadderFold, after: Rules) -> None:
    """Raises LadderBegun where players would have been moved otherwise for what they have done."""
    ladder, before = fold.ladder, fold.rules
    changed = [name for name in sorted(before.moving) if getattr(before, name) != getattr(after, name, None)]
    if type(after) is not type(before):
        changed = ["kind"]
    if changed and ladder.challenges.exists():
        raise LadderBegun(
            "%(ladder)s has begun, and another %(changed)s would move players for what they did under the "
            "old one. Leave it, or announce another ladder.",
            {"ladder": ladder.name, "changed": [*changed]},
            options=changed,
        )


def check_ladder_open(fold: LadderFold, after: Rules) -> None:
    """Raises ChallengesOpen where open challenges would have other deadlines, or end otherwise unplayed."""
    for name, is_accepted in (("accept_days", False), ("unplayed", True)):
        open_ones = fold.ladder_order.open.values()
        waiting = [each for each in open_ones if (each.accepted_at is not None) == is_accepted]
        if waiting and getattr(fold.rules.challenge_terms, name) != getattr(after.challenge_terms, name):
            raise ChallengesOpen(
                "Open challenges on %(ladder)s were made under the old %(name)s: %(count)s. Have them played "
                "first."
                if is_accepted
                else "Open challenges on %(ladder)s were made under the old %(name)s: %(count)s. Have them "
                "answered or withdrawn first.",
                {
                    "ladder": fold.ladder.name,
                    "name": name,
                    "count": len(waiting),
                },
                options=[name],
                challenges=sorted(each.challenge for each in waiting),
            )
