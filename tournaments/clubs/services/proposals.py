"""Clubs that are founded once staff agrees: proposed by a login, which then owns them."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission, require_within
from matches.base.errors import CodeWord
from tournaments.clubs.errors import ClubNameTaken, ProposalAnswered, ProposalLapsed, ProposalOpen
from tournaments.clubs.models import Club, ClubProposal, ClubProposalAnswer
from tournaments.clubs.selectors import Founding, founding_for

from .clubs import club_create, club_name_taken


def club_found(
    *,
    actor: User,
    name: str,
    note: str = "",
    place: str = "",
    time_zone: str = "",
    now: datetime | None = None,
) -> Club | ClubProposal:
    """Found a club that the actor owns, or propose it to staff where they agree to each.

    `note` is for staff, who read it with a proposal alone; `place` and `time_zone` are of a club that is
    founded at once.

    Raises FoundingClosed, ClubNameTaken, UnknownTimeZone, ProposalOpen.
    """
    if founding_for(actor) is Founding.PROPOSAL:
        return club_propose(actor=actor, name=name, note=note, now=now)
    return club_create(actor=actor, name=name, place=place, time_zone=time_zone, now=now)


@transaction.atomic
def club_propose(*, actor: User, name: str, note: str = "", now: datetime | None = None) -> ClubProposal:
    """Ask staff for a club of one's own, one at a time. Raises ProposalOpen, ClubNameTaken."""
    require_permission(actor, "club_create")
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)
    waiting = ClubProposal.objects.filter(recorded_by=actor, answer=None).first()
    if waiting is not None:
        raise ProposalOpen(
            "%(actor)s has proposed %(club)s already (proposal %(proposal)s), which waits for "
            "staff to answer. Withdraw it to propose another club.",
            {"actor": actor.shown_name, "club": waiting.name, "proposal": waiting.pk},
            proposal=waiting.pk,
        )
    if Club.objects.filter(name__iexact=name, removed=False).exists():
        raise club_name_taken(name)
    return ClubProposal.objects.create(
        name=name, note=note, recorded_by=actor, recorded_at=now or timezone.now()
    )


@transaction.atomic
def club_proposal_answer(
    *, actor: User, proposal_id: int, agrees: bool, reason: str = "", now: datetime | None = None
) -> ClubProposalAnswer:
    """Agree, which founds the club, or refuse; whoever proposed it may withdraw it.

    Raises NotAllowed, ProposalAnswered; ProposalLapsed, ClubNameTaken if it cannot be founded by now.
    """
    now = now or timezone.now()
    locked = ClubProposal.objects.select_for_update(of=("self",), no_key=True)
    proposal = locked.get(pk=proposal_id)
    if agrees or proposal.recorded_by_id != actor.pk:
        require_permission(actor, "club_proposal_answer")
    require_within(actor, proposal)
    if hasattr(proposal, "answer"):
        raise ProposalAnswered(
            "Proposal %(proposal)s has been %(state)s. A new one can be made.",
            {"proposal": proposal.pk, "state": CodeWord(proposal.state, "proposal_state")},
            proposal=proposal.pk,
        )
    club = found_proposed(proposal, actor, now) if agrees else None
    return ClubProposalAnswer.objects.create(
        proposal=proposal, agrees=agrees, reason=reason, club=club, recorded_by=actor, recorded_at=now
    )


def found_proposed(proposal: ClubProposal, actor: User, now: datetime) -> Club:
    """The club, owned by whoever proposed it. Raises ProposalLapsed, ClubNameTaken."""
    assert proposal.recorded_by is not None
    owner = User.objects.select_for_update(no_key=True).get(pk=proposal.recorded_by.pk)
    if not owner.is_active:
        raise ProposalLapsed(
            "%(owner)s, who made proposal %(proposal)s, has no login here any more and cannot own "
            "%(club)s. Refuse the proposal.",
            {"owner": owner.shown_name, "proposal": proposal.pk, "club": proposal.name},
            proposal=proposal.pk,
        )
    try:
        return club_create(actor=actor, name=proposal.name, owner=owner, now=now)
    except ClubNameTaken:
        raise ClubNameTaken(
            "There is a club named %(name)r by now. Refuse the proposal; %(owner)s can propose another name.",
            {"name": proposal.name, "owner": owner.shown_name},
            name=proposal.name,
        ) from None


def proposals_withdraw(login: User) -> None:
    """End what a login has proposed that is closed for good."""
    waiting = ClubProposal.objects.filter(recorded_by=login, answer=None)
    for proposal in waiting.select_for_update(of=("self",), no_key=True).order_by("pk"):
        ClubProposalAnswer.objects.create(proposal=proposal, agrees=False)
