"""Players, their ratings, and logins by token."""

from django.db.models import Prefetch, QuerySet

from matches.accounts.models import User
from matches.accounts.permissions import Caller, may_do_action
from matches.hooks import sections_of, with_sections
from matches.players.models import PRIVATE_PARTS, Claim, Member, Player


def player_list() -> QuerySet[Player]:
    """Every record of a player with aliases, numbers, members, its pairs and teams: five queries.

    And those of what other rooms add to a player.
    """
    own = Player.objects.select_related("user", "stand_in").prefetch_related(
        "aliases",
        "federation_numbers",
        Prefetch("roster", Member.objects.select_related("player__stand_in")),
        Prefetch("memberships", Member.objects.select_related("group").order_by("group__name", "group")),
    )
    return with_sections(own)


def claim_list() -> QuerySet[Claim]:
    """Every claim with its player, the login and the answer, the latest first: one query."""
    return Claim.objects.select_related("player__user", "recorded_by", "answer__recorded_by").order_by(
        "-serial"
    )


def claims_to_answer(user: User) -> list[Claim]:
    """The claims that wait for an answer which this login may give: a few queries for each that waits."""
    waiting = claim_list().filter(answer=None)
    return [
        claim for claim in waiting if may_do_action(user, "claim_answer", claim) and claim.recorded_by != user
    ]


def claim_waiting(user: User) -> Claim | None:
    """The login's own claim that waits for its answer: one query."""
    return claim_list().filter(answer=None, recorded_by=user).first()


def private_choices() -> list[str]:
    """What a player may keep private: parts of the profile, and what other rooms show beside it."""
    return sorted({*PRIVATE_PARTS, *(section.private for section in sections_of(Player) if section.private)})


def private_parts(player: Player, viewer: Caller) -> set[str]:
    """The parts of a profile that are not for this viewer: none for whoever may edit it."""
    hidden = set(player.private)
    return set() if hidden and may_do_action(viewer, "player_edit", player) else hidden
