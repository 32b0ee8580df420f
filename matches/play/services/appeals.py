"""Appeals: a side is not content with a ruling, and a committee decides again."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engine.errors import BOTH, link_texts
from engine.words import gettext_lazy as _
from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.accounts.permissions import Role, require_permission, require_within, roles_towards
from matches.base.errors import CodeWord
from matches.hooks import unsanctioned_club
from matches.play.errors import (
    AlreadyAppealed,
    AppealHeardByStaff,
    CommitteeDecided,
    InvalidCommittee,
    NotYourMatch,
)
from matches.play.models import SEAT, Appeal, Match, Ruling, Seat, Vote
from matches.play.rules.deciding import Appealed
from matches.play.rules.results import ResultKind
from matches.play.selectors import Case, seat_invitations
from matches.players.models import Invitation

from .answers import check_objections_open
from .matches import match_current
from .refreshing import match_refresh
from .rulings import checked_winner, ruling_write


@transaction.atomic
def ruling_appeal(*, ruling_id: int, actor: User, reason: str, now: datetime | None = None) -> Appeal:
    """Ask for a committee: the match is open again until it has decided, or staff has in its place.

    Raises NotYourMatch, AlreadyAppealed for a ruling that was appealed against, is not the one that stands,
    or is a committee's own.
    """
    now = now or timezone.now()
    ruling = Ruling.objects.get(pk=ruling_id)
    case = match_current(ruling.match_id, now)
    match = case.match
    require_within(actor, match)
    side = match.side_of(actor)
    if side is None:
        raise NotYourMatch(
            "%(actor)s does not play the match %(match)s; its players appeal.",
            {"actor": actor.username, "match": match.side_names},
            match=match.pk,
        )
    check_appeal(case, ruling.pk)
    appeal = Appeal.objects.create(
        ruling=ruling, side=side, reason=reason, recorded_by=actor, recorded_at=now
    )
    match_refresh(case.with_event(appeal.serial, Appealed(ruling.pk, now)))
    return appeal


def check_appeal(case: Case, ruling: int) -> None:
    """Raises AlreadyAppealed or ObjectionTooLate; the ruling by its number."""
    if not case.regulations.appeals:
        raise AlreadyAppealed(
            "By the regulations of this event there is no appeal. A director may correct a ruling.",
            ruling=ruling,
        )
    stands = case.decision
    if stands.ruling != ruling or stands.state == Match.State.APPEALED or ruling in case.committees:
        raise AlreadyAppealed(
            "The decision of a committee is final, and a ruling is appealed against once, while it stands. "
            "Ask the director what stands.",
            ruling=ruling,
        )
    check_objections_open(case)


@transaction.atomic
def committee_appoint(
    *, appeal_id: int, actor: User, members: Sequence[User], now: datetime | None = None
) -> list[Invitation]:
    """Ask people to be the committee of an appeal, three or five; whoever accepts has a seat.

    None directs the event or plays the match. `members` names the whole committee: again, with others in the
    place of those who declined. Source: World Backgammon Association, rules of 2010, 1.3 and 5.2. Raises
    NotAllowed, AppealHeardByStaff, InvalidCommittee.
    """
    now = now or timezone.now()
    appeal = Appeal.objects.select_related("ruling").get(pk=appeal_id)
    case = match_current(appeal.ruling.match_id, now)
    match = case.match
    require_permission(actor, "match_rule", match)
    if actor.is_service:
        raise NotAllowed(
            "%(actor)s is a program, which appoints nobody. Whoever directs the event names the committee.",
            {"actor": actor.shown_name},
            action="match_rule",
        )
    check_appeal_undecided(case, appeal)
    check_committee_hears(match)
    seats_taken = [seat.member for seat in appeal.seats.select_related("member")]
    waiting = [asked.login for asked in seat_invitations(appeal).pending() if asked.login is not None]
    there = [*seats_taken, *waiting]
    left_out = [member.username for member in there if member not in members]
    if left_out:
        raise InvalidCommittee(
            "%(left_out)s sits on the committee or has been asked to. Name them too, with others in the "
            "place of those who declined; or take an invitation back first.",
            {"left_out": [*left_out]},
            appeal=appeal.pk,
        )
    seats = case.regulations.committee
    if not len({member.pk for member in members}) == len(members) == seats:
        raise InvalidCommittee(
            "By the regulations of this event %(seats)s different people decide an appeal; these are "
            "%(count)s. Name %(seats)s.",
            {"seats": seats, "count": len({member.pk for member in members})},
            appeal=appeal.pk,
        )
    for member in members:
        check_committee_impartial(match, appeal, member)
    return Invitation.record_all(
        Invitation(kind=SEAT, login=member, terms={"appeal": appeal.pk}, recorded_by=actor, recorded_at=now)
        for member in members
        if member not in there
    )


def seat_take(invitation: Invitation, now: datetime) -> Seat:
    """Seat who has accepted, while the appeal is undecided. Raises InvalidCommittee, CommitteeDecided."""
    appeal = Appeal.objects.select_related("ruling").get(pk=invitation.terms["appeal"])
    case = match_current(appeal.ruling.match_id, now)
    check_appeal_undecided(case, appeal)
    check_committee_hears(case.match)
    assert invitation.login is not None
    check_committee_impartial(case.match, appeal, invitation.login)
    return Seat.objects.create(
        appeal=appeal, member=invitation.login, recorded_by=invitation.recorded_by, recorded_at=now
    )


def check_appeal_undecided(case: Case, appeal: Appeal) -> None:
    """Raises CommitteeDecided once an appeal is decided."""
    stands = case.decision
    if stands.state != Match.State.APPEALED or stands.ruling != appeal.ruling_id:
        raise CommitteeDecided(
            "The appeal about the match %(match)s is decided. If the decision was written down wrongly, ask "
            "the staff of the service.",
            {"match": case.match.side_names},
            appeal=appeal.pk,
        )


def check_committee_hears(match: Match) -> None:
    """Raises AppealHeardByStaff in an event of a club that is not sanctioned for the ratings of everybody.

    Whoever founds a club names its directors and its committees: nobody there is independent of them.
    """
    club = unsanctioned_club([match.pk])
    if club:
        raise AppealHeardByStaff(
            "%(club)s is not sanctioned for the ratings of everybody, so no committee that it names hears "
            "the appeal: the staff of the service decides, by a ruling.",
            {"club": club},
            match=match.pk,
        )


def check_committee_impartial(match: Match, appeal: Appeal, member: User) -> None:
    """Raises InvalidCommittee for who directs the event, plays the match or made the ruling."""
    held = roles_towards(member, match) & {Role.DIRECTOR, Role.OWNER, Role.PLAYER}
    partial: set[str] = {CodeWord(role, "permission_role") for role in held}
    if appeal.ruling.recorded_by_id == member.pk:
        partial.add(_("who made the ruling"))
    if partial:
        raise InvalidCommittee(
            "%(member)s is %(partial)s here and does not decide an appeal. The committee is of others.",
            {"member": member.username, "partial": link_texts(BOTH, sorted(partial, key=str))},
            member=member.username,
        )


@transaction.atomic
def vote_cast(
    *,
    appeal_id: int,
    actor: User,
    kind: ResultKind,
    reason: str,
    winner: int | None = None,
    points: tuple[int, int] = (0, 0),
    now: datetime | None = None,
) -> Vote:
    """Vote on an appeal; as soon as most of the whole committee vote alike, that is its ruling.

    Raises NotAllowed, AppealHeardByStaff, and what a ruling raises.
    """
    now = now or timezone.now()
    appeal = Appeal.objects.select_related("ruling").get(pk=appeal_id)
    case = match_current(appeal.ruling.match_id, now)
    require_within(actor, case.match)
    seat = appeal.seats.filter(member=actor).first()
    if seat is None:
        raise NotAllowed(
            "%(actor)s has no seat on the committee of this appeal. Its members vote.",
            {"actor": actor.username},
            appeal=appeal.pk,
        )
    check_committee_hears(case.match)
    check_committee_impartial(case.match, appeal, actor)
    check_appeal_undecided(case, appeal)
    winner = checked_winner(case, kind, winner, points)
    vote = Vote.objects.create(
        seat=seat,
        kind=kind,
        winner=winner,
        points_one=points[0],
        points_two=points[1],
        reason=reason,
        recorded_by=actor,
        recorded_at=now,
    )
    if 2 * committee_votes_like(appeal, vote) > case.regulations.committee:
        ruling_write(case, actor, Ruling.Grounds.COMMITTEE, kind, winner, points, reason, appeal=appeal)
    return vote


def committee_votes_like(appeal: Appeal, vote: Vote) -> int:
    """How many seats vote like this, each by its latest vote."""
    latest = {each.seat_id: each for each in Vote.objects.filter(seat__appeal=appeal).order_by("serial")}
    cast = Counter(tuple(each.result_fields.values()) for each in latest.values())
    return cast[tuple(vote.result_fields.values())]
