"""The facts about clubs, their members and the rating pools they are admitted to, each in a sentence."""

from functools import partial

from django.utils.translation import gettext as _

from matches.base.times import describe_day
from matches.base.translation import code_word
from matches.edits.facts import describe_edit
from matches.facts.kinds import FactKind
from matches.players.selectors import profile_part_visible
from matches.ratings.services import EARLIEST
from tournaments.clubs.models import (
    Application,
    ApplicationAnswer,
    ClubEdit,
    ClubProposal,
    ClubProposalAnswer,
    Membership,
    MembershipEnd,
    Registration,
    Sanction,
    ServiceAccount,
    ServiceAccountEnd,
)


def describe_application(fact: Application) -> str:
    values = {"name": fact.player.effective_player.name, "club": fact.club.name, "number": fact.pk}
    return _("%(name)s asks to belong to %(club)s: application %(number)s.") % values


def describe_application_answer(fact: ApplicationAnswer) -> str:
    values = {"number": fact.application_id}
    if fact.agrees:
        return _("Application %(number)s is agreed to.") % values
    if fact.recorded_by_id in fact.application.player.logins:
        return _("Application %(number)s is taken back.") % values
    return _("Application %(number)s is refused.") % values


def describe_proposal(fact: ClubProposal) -> str:
    return _("The club %(name)s is proposed: proposal %(number)s.") % {"name": fact.name, "number": fact.pk}


def describe_proposal_answer(fact: ClubProposalAnswer) -> str:
    values = {"number": fact.proposal_id}
    if fact.agrees:
        return _("Proposal %(number)s is agreed to: the club is founded.") % values
    if fact.proposal.state == ClubProposal.State.WITHDRAWN:
        return _("Proposal %(number)s is withdrawn.") % values
    return _("Proposal %(number)s is refused.") % values


def describe_membership(fact: Membership) -> str:
    return _("%(name)s belongs to %(club)s from %(day)s on (%(kind)s).") % {
        "name": fact.player.effective_player.name,
        "club": fact.club.name,
        "day": describe_day(fact.starts_on),
        "kind": code_word(fact.kind, "membership_kind"),
    }


def describe_membership_end(fact: MembershipEnd) -> str:
    return _("%(name)s belongs to %(club)s until %(day)s.") % {
        "name": fact.membership.player.effective_player.name,
        "club": fact.membership.club.name,
        "day": describe_day(fact.ends_on),
    }


def describe_sanction(fact: Sanction) -> str:
    of = _("everybody") if fact.rating_pool is None else code_word(fact.rating_pool.name, "rating_pool")
    values = {"club": fact.club.name, "rating_pool": of, "day": describe_day(fact.since)}
    if fact.sanctioned:
        said = _("%(club)s is sanctioned for the ratings of %(rating_pool)s.") % values
    else:
        said = _("%(club)s is no longer sanctioned for the ratings of %(rating_pool)s.") % values
    if fact.since >= fact.recorded_at:
        return said
    if fact.since == EARLIEST:
        return f"{said} {_('This holds for every match of the club.')}"
    return f"{said} {_('This holds for its matches from %(day)s on.') % values}"


def describe_registration(fact: Registration) -> str:
    name = fact.player.effective_player.name
    if fact.club is None:
        return _("Staff of the service answers for %(name)s.") % {"name": name}
    return _("%(club)s has recorded %(name)s, and answers for the profile.") % {
        "name": name,
        "club": fact.club.name,
    }


def describe_service_account(fact: ServiceAccount) -> str:
    return _("%(name)s is a service account of %(club)s (%(role)s) until %(day)s.") % {
        "name": fact.name,
        "club": fact.club.name,
        "role": code_word(fact.role, "club_role"),
        "day": describe_day(fact.expires_at),
    }


def describe_service_account_end(fact: ServiceAccountEnd) -> str:
    values = {"name": fact.account.name, "club": fact.account.club.name}
    return _("%(name)s is no longer a service account of %(club)s.") % values


FACTS = (
    FactKind(ClubEdit, describe_edit, about={"club": "club"}, role="official"),
    FactKind(
        Registration, describe_registration, about={"player": "player"}, related=("club",), role="official"
    ),
    # About nothing before it is agreed to: GET /club-proposals/ lists it for those concerned.
    FactKind(ClubProposal, describe_proposal, about={"club": "answer__club"}, unread=("note",)),
    FactKind(
        ClubProposalAnswer,
        describe_proposal_answer,
        about={"club": "club"},
        related=("proposal",),
        unread=("proposal__note",),
        confidential=True,
    ),
    FactKind(
        Application,
        describe_application,
        about={"club": "club", "player": "player"},
        unread=("note",),
        visible=partial(profile_part_visible, "clubs", "player"),
    ),
    FactKind(
        ApplicationAnswer,
        describe_application_answer,
        about={"club": "application__club", "player": "application__player"},
        unread=("application__note",),
        confidential=True,
        visible=partial(profile_part_visible, "clubs", "application__player"),
    ),
    FactKind(
        Membership,
        describe_membership,
        about={"club": "club", "player": "player"},
        visible=partial(profile_part_visible, "clubs", "player"),
    ),
    FactKind(
        MembershipEnd,
        describe_membership_end,
        about={"club": "membership__club", "player": "membership__player"},
        confidential=True,
        visible=partial(profile_part_visible, "clubs", "membership__player"),
    ),
    FactKind(
        ServiceAccount,
        describe_service_account,
        about={"club": "club"},
        unread=("login", "owner"),
        role="official",
    ),
    FactKind(
        ServiceAccountEnd,
        describe_service_account_end,
        about={"club": "account__club"},
        role="official",
        confidential=True,
    ),
    FactKind(Sanction, describe_sanction, about={"ratingpool": "rating_pool", "club": "club"}),
)
