"""Corrections: a match that is decided is decided otherwise only by what was looked at before."""

from collections.abc import Callable
from datetime import datetime

from django.urls import reverse

from matches import hooks
from matches.deciding import Ruled
from matches.errors import CommitteeDecided, PreviewMissing, PreviewStale, UnderAppeal
from matches.models import Match, Ruling, User
from matches.permissions import require
from matches.selectors import effect_of, match_decision, match_events, match_preview

from .matches import match_current, match_settle, matches_lock

Change = Callable[[Match], Ruled]
"""The ruling that somebody wants to make on a match, checked against it."""


def change_lock(
    match_id: int, actor: User, change: Change, preview: str | None, now: datetime
) -> tuple[Match, Ruled]:
    """The match, locked, and the change that is to be made to it. Without a preview an undecided match only.

    With one, everything that the change touches is locked too, the tournament first, so that what was looked
    at is what is done. Raises NotAllowed, UnderAppeal, PreviewMissing, PreviewStale, and what `change` does.
    """
    match = match_to_rule(match_id, actor, now)
    if preview is None:
        match = match_current(match_id, now)
        wanted = change(match)
        check_may_change(match, actor, now)
        if match.is_over:
            raise preview_missing(match, wanted)
        return match, wanted
    for stake in hooks.match_stakes():
        stake.lock(match_id)
    locked = {each.pk: each for each in matches_lock({match_id, *touched(match, change, now)})}
    match = match_settle(match=locked[match_id], now=now)
    wanted = change(match)
    check_may_change(match, actor, now)
    found = match_preview(match, wanted, now, beside=False)
    if found.token != preview or not touched(match, change, now) <= locked.keys():
        fresh = match_preview(match, wanted, now)
        raise PreviewStale(
            f"Since the preview of this correction of {match.sides} something has "
            "changed. Nothing was done. Look at `preview`, and send its token if that is what you want.",
            match=match.pk,
            preview=fresh.as_dict(),
        )
    return match, wanted


def match_to_rule(match_id: int, actor: User, now: datetime) -> Match:
    """The match, not locked, if `actor` may rule on it. Raises NotAllowed, CommitteeDecided."""
    match = Match.objects.select_related("one", "two", "result").get(pk=match_id)
    require(actor, "match_rule", match)
    stands = match_decision(match, now).ruling
    committees = Ruling.objects.filter(grounds=Ruling.Grounds.COMMITTEE)
    if stands is not None and committees.filter(pk=stands).exists() and not actor.is_staff:
        raise CommitteeDecided(
            f"The committee has decided the match {match.sides}, and its decision is "
            "final. If it was written down wrongly, ask the staff of the service.",
            match=match.pk,
        )
    return match


def touched(match: Match, change: Change, now: datetime) -> set[int]:
    """The matches that would no longer count, or count again."""
    would = match_decision(match, now, [*match_events(match), change(match)])
    return set(effect_of(match, would).superseded)


def check_may_change(match: Match, actor: User, now: datetime) -> None:
    """Raises UnderAppeal for all but the staff, who decide where a committee cannot."""
    if not actor.is_staff:
        check_no_appeal(match, now)


def check_no_appeal(match: Match, now: datetime) -> None:
    """Raises UnderAppeal while it is the committee's to decide, whoever plays in the match's place.

    No query unless others do; time, which may not have been noticed yet, neither opens nor ends an appeal.
    """
    state = match_decision(match, now).state if match.displaced else match.state
    if state == Match.State.APPEALED:
        raise UnderAppeal(
            f"The match {match.sides} is under appeal. Its committee decides, by vote; "
            "where that cannot be, the staff of the service.",
            match=match.pk,
        )


def preview_missing(match: Match, change: Ruled) -> PreviewMissing:
    if change.undoes is None:
        address = reverse("api-matches:match-rulings-preview", args=[match.pk])
    else:
        address = reverse("api-matches:ruling-undo-preview", args=[change.undoes])
    return PreviewMissing(
        f"The match {match.sides} is {match.state}, so this is a correction. POST the "
        f"same to {address}, look at what it would change, and send the token of that preview along.",
        match=match.pk,
        preview=address,
    )
