"""Players, whose they are, and the claims of them."""

from datetime import datetime
from typing import Any, cast

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import Caller, may_do_action
from matches.accounts.rules.reach import reach_needing
from matches.hooks import player_stakes, registrar_name, sections_of, with_sections
from matches.players.models import (
    PRIVATE_PARTS,
    AnonymisationRequest,
    Claim,
    LoginAttachment,
    Member,
    Player,
    Players,
    Rename,
)

from .invitations import players_answered_for

# Of the claims to be answered so many are looked at: each costs queries.
CLAIMS_MAX = 5


def player_list() -> Players:
    """Every record of a player with aliases, numbers, members, its pairs and teams: five queries.

    And those of what other rooms add to a player.
    """
    own = Player.objects.select_related("user", "stand_in").prefetch_related(
        "aliases",
        "federation_numbers",
        Prefetch("roster", Member.objects.select_related("player__stand_in")),
        Prefetch("memberships", Member.objects.select_related("group").order_by("group__name", "group")),
    )
    renamed = Exists(Rename.objects.filter(player=OuterRef("pk")))
    found: Any = with_sections(own.annotate(renamed=renamed))
    return cast(Players, found)


def player_records_involved(player: Player) -> list[int]:
    """The records of a player, and of the pairs and teams that any of them is of."""
    own = set(Player.objects.records_of(player.pk).values_list("pk", flat=True))
    groups = set(Member.objects.filter(player__in=own).values_list("group", flat=True))
    return sorted(own | set(Player.objects.filter(pk__in=groups).values_list("pk", flat=True)))


def player_has_results(player: Player) -> bool:
    """Whether something was played under a record of the player, alone or in a pair or a team."""
    records = player_records_involved(player)
    return any(stake.has_results(records) for stake in player_stakes())


def player_known_elsewhere(player: Player) -> bool:
    """Whether others than the club that recorded the player rely on who it is: members, entries, ladders."""
    records = player_records_involved(player)
    return any(stake.known_elsewhere(player, records) for stake in player_stakes())


def registrar_in_words(player: Player) -> Text:
    """Who answers for a player without a login."""
    club = registrar_name(player)
    if not club:
        return _("staff of the service")
    return _("who runs %(club)s, or staff of the service") % {"club": club}


def login_speaks_since(player: Player) -> datetime:
    """Since when the login that the player has speaks for it."""
    records = Player.objects.records_of(player.pk)
    attached = LoginAttachment.objects.filter(player__in=records, login=player.user_id)
    return attached.order_by("serial").values_list("recorded_at", flat=True).last() or player.created_at


def former_names(player: Any, viewer: Caller) -> list[str]:
    """Under which names a player of the list has results, the latest first; none for who has no office."""
    if not player.renamed or not may_do_action(viewer, "former_names_see", player):
        return []
    records = Player.objects.records_of(player.pk)
    return list(
        Rename.objects.filter(player__in=records).order_by("-serial").values_list("former", flat=True)
    )


def may_see_contact(viewer: Caller, player: Player) -> bool:
    """Whether somebody is shown how to reach a player: whoever runs what the player has joined.

    That somebody has entered the player is not enough, or strangers would have it of everybody.
    """
    if may_do_action(viewer, "contact_see", player):
        return True
    return isinstance(viewer, User) and any(stake.reaches(viewer, player) for stake in player_stakes())


def pending_anonymisation(player: Player) -> AnonymisationRequest | None:
    """The request to anonymise the player that may still be stopped: one query."""
    return AnonymisationRequest.objects.pending().filter(player=player).first()


def claim_list() -> QuerySet[Claim]:
    """Every claim with player, login, answers and objections, the latest first: three queries."""
    found = Claim.objects.select_related("player__user", "recorded_by", "attachment")
    return found.prefetch_related("answers", "objections").order_by("-serial")


def claims_concerning(user: User) -> tuple[list[Claim], list[Claim]]:
    """The pending claims of others that this login may answer, and those it may object to.

    A few queries for each that is pending of a player who has to do with the login.
    """
    pending = claims_pending().exclude(recorded_by=user)
    others = list(pending if user.is_staff else pending.filter(player__in=players_of_concern(user)))
    answered = [claim for claim in others if may_do_action(user, "claim_answer", claim)]
    rest = [claim for claim in others if claim not in answered]
    return answered, [claim for claim in rest if may_do_action(user, "claim_object", claim)]


def players_of_concern(user: User) -> Players:
    """Players whom the login has recorded, or a club it runs has recorded or knows."""
    found = Q(created_by=user)
    for stake in player_stakes():
        for condition in (stake.answered_for(user), stake.known_to(user)):
            found |= condition or Q(pk__in=[])
    return Player.objects.filter(found)


def claims_to_answer(user: User) -> list[Claim]:
    """The pending claims of players for whom the login may answer. Four queries, and a few for each."""
    candidates = claims_pending().filter(player__in=players_answered_for(user)).exclude(recorded_by=user)
    return [claim for claim in candidates[:CLAIMS_MAX] if may_do_action(user, "claim_answer", claim)]


def concerns_claim(user: User, claim: Claim) -> bool:
    """Whether the login made the claim, may answer it or object to it: nobody else hears of it."""
    return (
        claim.recorded_by_id == user.pk
        or may_do_action(user, "claim_answer", claim)
        or may_do_action(user, "claim_object", claim)
    )


def claims_pending() -> QuerySet[Claim]:
    """The claims that have come to no end, the latest first."""
    return claim_list().filter(pk__in=Claim.objects.pending().values("pk"))


def own_claim(user: User) -> Claim | None:
    """The login's own claim that is pending."""
    return claims_pending().filter(recorded_by=user).first()


def private_choices() -> list[str]:
    """What a player may keep private: parts of the profile, and what other rooms show beside it."""
    return sorted({*PRIVATE_PARTS, *(section.private for section in sections_of(Player) if section.private)})


def private_parts(player: Player, viewer: Caller) -> set[str]:
    """The parts of a profile that are not for this viewer: none for whoever may edit it."""
    hidden = set(player.private)
    if not hidden:
        return hidden
    # The own profile is read with `account`, those that one's club keeps with `direct`: not with `read`.
    with reach_needing("account", "direct"):
        return set() if may_do_action(viewer, "player_edit", player) else hidden
