"""Corrections: a match that is decided is decided otherwise only by what was looked at before."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import TypeVar

from django.urls import reverse

from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.play.errors import CommitteeDecided, PreviewMissing, PreviewStale, UnderAppeal
from matches.play.models import Match
from matches.play.rules.deciding import Ruled, Undone
from matches.play.selectors import Case, Preview, case_load, cases_lock, effect_of_decision, match_preview

from .matches import match_current
from .refreshing import match_refresh

Wanted = TypeVar("Wanted", Ruled, Undone)

Change = Callable[[Case], Wanted]
"""The ruling or the undoing that somebody wants of a match, checked against it."""


def match_correction_lock(
    match_id: int, actor: User, change: Change[Ruled], preview: str | None, now: datetime
) -> tuple[Case, Ruled]:
    """The match, locked, and the change that is to be made to it. Without a preview an undecided match only.

    With one, everything that the change touches is locked too, the tournament first, so that what was looked
    at is what is done. Raises NotAllowed, UnderAppeal, PreviewMissing, PreviewStale, and what `change` and
    `MatchStake.check_correction` do.
    """
    if preview is None:
        case = match_current(match_id, now)
        check_may_rule_on_match(case, actor)
        wanted = change(case)
        check_may_correct_match(case, actor)
        if case.match.is_over:
            raise ruling_preview_missing(case.match, wanted)
        check_correction(case, (), actor)
        return case, wanted
    case, wanted, found, is_whole = match_touched_lock(match_to_rule(match_id, actor, now), actor, change)
    if found.token != preview or not is_whole:
        raise preview_is_stale(case, wanted)
    return case, wanted


def match_touched_lock(seen: Case, actor: User, change: Change[Wanted]) -> tuple[Case, Wanted, Preview, bool]:
    """A match locked with everything that a change of it touches, the tournament first; what it would change.

    The last says whether all of that is locked: what is touched may have become more since it was `seen`.
    Raises UnderAppeal, and what `change` and `MatchStake.check_correction` do.
    """
    for stake in hooks.match_stakes():
        stake.lock_for_correction(seen.match)
    touched: Collection[int] = effect_of_decision(seen, seen.decide_with(change(seen))).superseded
    locked = cases_lock({seen.match.pk, *touched}, seen.now)
    case = match_refresh(locked[seen.match.pk])
    wanted = change(case)
    check_may_correct_match(case, actor)
    found = match_preview(case, wanted, beside=False)
    check_correction(case, found.superseded, actor)
    return case, wanted, found, found.superseded <= locked.keys()


def preview_is_stale(case: Case, wanted: Ruled | Undone) -> PreviewStale:
    return PreviewStale(
        "Since the preview of this correction of %(match)s something has changed. Nothing was done. Look at "
        "`preview`, and send its token if that is what you want.",
        {"match": case.match.side_names},
        match=case.match.pk,
        preview=match_preview(case, wanted).as_dict(),
    )


def match_to_rule(match_id: int, actor: User, now: datetime) -> Case:
    """The match, not locked, if `actor` may rule on it. Raises NotAllowed, CommitteeDecided."""
    case = case_load(Match.objects.select_related("one", "two", "result").get(pk=match_id), now)
    check_may_rule_on_match(case, actor)
    return case


def check_may_rule_on_match(case: Case, actor: User) -> None:
    """Raises NotAllowed, CommitteeDecided."""
    require_permission(actor, "match_rule", case.match)
    check_committee(case, actor)


def check_committee(case: Case, actor: User) -> None:
    """Raises CommitteeDecided for all but the staff."""
    if case.decision.ruling in case.committees and not actor.is_staff:
        raise CommitteeDecided(
            "The committee has decided the match %(match)s, and its decision is final. If it was written "
            "down wrongly, ask the staff of the service.",
            {"match": case.match.side_names},
            match=case.match.pk,
        )


def check_may_correct_match(case: Case, actor: User) -> None:
    """Raises UnderAppeal for all but the staff, who decide where a committee cannot."""
    if not actor.is_staff:
        check_no_appeal_open(case)


def check_correction(case: Case, superseded: Iterable[int], actor: User) -> None:
    """Raises what `MatchStake.check_correction` does, of a match that was final once and what it touches."""
    if case.results:
        for stake in hooks.match_stakes():
            stake.check_correction({case.match.pk, *superseded}, actor)


def check_no_appeal_open(case: Case) -> None:
    """Raises UnderAppeal while it is the committee's to decide, whoever plays in the match's place.

    Time, which may not have been noticed yet, neither opens nor ends an appeal.
    """
    if case.decision.state == Match.State.APPEALED:
        raise UnderAppeal(
            "The match %(match)s is under appeal. Its committee decides, by vote; where that cannot be, the "
            "staff of the service.",
            {"match": case.match.side_names},
            match=case.match.pk,
        )


def ruling_preview_missing(match: Match, change: Ruled) -> PreviewMissing:
    if change.undoes is None:
        address = reverse("api-matches:match-rulings-preview", args=[match.pk])
    else:
        address = reverse("api-matches:ruling-undo-preview", args=[change.undoes])
    return PreviewMissing(
        "The match %(match)s is %(state)s, so this is a correction. POST the same to %(address)s, look at "
        "what it would change, and send the token of that preview along.",
        {"match": match.side_names, "state": CodeWord(match.state, "match_state"), "address": address},
        match=match.pk,
        preview=address,
    )
