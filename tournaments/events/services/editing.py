"""What is announced of a tournament, changed; called off, and removed: each a fact that can be taken back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.base.times import check_time_zone
from matches.edits.services import edit_write, former_values
from matches.facts import versions
from matches.work import outbox
from tournaments.events.errors import TermsFixed, TournamentFinished, TournamentInUse
from tournaments.events.models import TOURNAMENT_ADVANCE, Tournament, TournamentEdit
from tournaments.events.selectors import tournament_fold

from .advance import tables_look_again, tournament_follow_end
from .locks import tournament_lock
from .notices import entries_waiting, tournament_edit_notify
from .tournaments import (
    Announcement,
    changed_announcement,
    check_dates,
    checked_calling,
)

TERMS = (*Announcement.__annotations__, "check_in")
"""What is played by, which a draw fixes."""

CALLING = {"venue", "tables", "tables_assigned", "called_first"}
"""What decides which match goes to which table."""


@transaction.atomic
def tournament_edit(
    *, actor: User, tournament_id: int, reason: str = "", now: datetime | None = None, **changes: Any
) -> Tournament:
    """Change what is announced of a tournament: TERMS only as long as it is not drawn.

    Raises TournamentCalledOff, TermsFixed, and what announcing it raises.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    return tournament_change(tournament, changes, actor=actor, reason=reason, now=now)


@transaction.atomic
def tournament_call_off(
    *, actor: User, tournament_id: int, reason: str, now: datetime | None = None
) -> Tournament:
    """Call a tournament off: what was played stands, a worker takes back what is still to be played.

    Raises TournamentCalledOff, TournamentFinished.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    if tournament.draw is not None and tournament_fold(tournament).over:
        raise TournamentFinished(
            "%(tournament)s is over; its results stand.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    return tournament_change(tournament, {"called_off": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def tournament_remove(
    *, actor: User, tournament_id: int, reason: str = "", now: datetime | None = None
) -> Tournament:
    """Remove a tournament that was announced by mistake: it is shown no more. Raises TournamentInUse."""
    tournament = tournament_lock(tournament_id, called_off=True)
    require_permission(actor, "tournament_direct", tournament)
    if tournament.draw is not None:
        raise TournamentInUse(
            "%(tournament)s has been drawn and stays on file. Call it off instead.",
            {"tournament": tournament.name},
            drawn=True,
        )
    entries = tournament.entries.not_withdrawn().count()
    if entries:
        raise TournamentInUse(
            "%(tournament)s has entries: %(entries)s. Withdraw them first, or call it off.",
            {"tournament": tournament.name, "entries": entries},
            entries=entries,
        )
    return tournament_change(tournament, {"removed": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def tournament_edit_undo(
    *, actor: User, tournament_id: int, edit_id: int, reason: str = "", now: datetime | None = None
) -> Tournament:
    """Take a change back: what it changed is as it was before, if it has not been changed again since.

    So a tournament that was called off goes ahead, and one that was removed is there again. Raises
    AlreadyUndone, ChangedSince, and what the change itself would raise.
    """
    tournament = tournament_lock(tournament_id, called_off=True, removed=True)
    require_permission(actor, "tournament_direct", tournament)
    edit = TournamentEdit.objects.get(tournament=tournament, pk=edit_id)
    former = former_values(tournament, edit)
    return tournament_change(tournament, former, actor=actor, reason=reason, undoes=edit, now=now)


def tournament_change(
    tournament: Tournament,
    changes: Mapping[str, Any],
    *,
    actor: User,
    reason: str,
    undoes: TournamentEdit | None = None,
    now: datetime | None,
) -> Tournament:
    """Write what is changed of a locked tournament."""
    now, values = now or timezone.now(), checked_changes(tournament, changes)
    waiting = entries_waiting(tournament)
    edit = edit_write(tournament, TournamentEdit, values, actor=actor, reason=reason, undoes=undoes, now=now)
    check_dates(tournament)
    if edit is not None and "called_off" in edit.changes:
        drawn = tournament.draw is not None
        tournament.state = tournament.state_when(drawn=drawn, over=False)
        tournament.save(update_fields=["state"])
        if drawn:
            outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    if edit is not None and "listed" in edit.changes:
        tournament_follow_end(tournament, was_over=False)
    if edit is not None:
        tournament_edit_notify(tournament, edit, waited=waiting, actor=actor, now=now)
    if edit is not None and not CALLING.isdisjoint(edit.changes):
        former, _ = edit.changes.get("venue", (None, None))
        if former is not None:
            versions.announce_change(f"venue-{former}")
        tables_look_again(tournament)
    return tournament


def checked_changes(tournament: Tournament, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The values by column, if the tournament can have them.

    Raises TermsFixed, UnknownTimeZone, UnknownVenue, UnknownTable, InvalidRound.
    """
    check_time_zone(changes.get("time_zone", ""))
    values = {name: value for name, value in changes.items() if name not in TERMS}
    values |= checked_calling(tournament, changes)
    terms = {name: changes[name] for name in TERMS if name in changes}
    if not terms:
        return values
    check_in = terms.pop("check_in", tournament.check_in)
    changed = changed_announcement(tournament, terms)
    if check_in != tournament.check_in:
        changed["check_in"] = check_in
    check_terms_open(tournament, changed)
    return {**values, **changed}


def check_terms_open(tournament: Tournament, changed: Mapping[str, Any]) -> None:
    """Raises TermsFixed where these terms cannot change any more."""
    if changed and tournament.draw is not None:
        raise TermsFixed(
            "%(tournament)s has been drawn, and is played by what was announced: %(fields)s. Announce "
            "another tournament, or call this one off.",
            {
                "tournament": tournament.name,
                "fields": [CodeWord(name, "edited_field") for name in sorted(changed)],
            },
            fields=sorted(changed),
        )
    if "entrants" in changed and tournament.entries.not_withdrawn().exists():
        raise TermsFixed(
            "%(tournament)s has entries, and is entered as it was announced: %(entrants)s. Withdraw them "
            "first.",
            {"tournament": tournament.name, "entrants": CodeWord(tournament.entrants, "entrants")},
            fields=["entrants"],
        )
