"""Players, their ratings, and logins by token."""

from datetime import datetime

from django.db.models import F, FilteredRelation, Prefetch, Q, QuerySet

from matches.errors import UnknownLogin
from matches.hooks import sections, with_sections
from matches.models import Claim, Member, Player, RatingEntry, RatingPool, Token, User
from matches.models.identity import PRIVATE_PARTS
from matches.permissions import Caller, may


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


def player_ranking(pool: RatingPool) -> QuerySet[Player]:
    """Every person and pair with `rating` and `experience` in a pool, the highest first, unrated ones last.

    One query. Teams are not rated: their members play.
    """
    return (
        Player.objects.counted()
        .exclude(kind=Player.Kind.TEAM)
        .annotate(standing=FilteredRelation("ratings", condition=Q(ratings__pool=pool.pk)))
        .annotate(rating=F("standing__value"), experience=F("standing__experience"))
        .order_by(F("rating").desc(nulls_last=True), "name", "pk")
    )


def rating_history(player_id: int, pool: RatingPool) -> QuerySet[RatingEntry]:
    """A player's rating in a pool, step by step, oldest first, each step with its match."""
    return (
        RatingEntry.objects.filter(player=player_id, pool=pool.pk)
        .select_related("match__one", "match__two", "match__result", "opponent")
        .order_by("settled_at", "match")
    )


def claim_list() -> QuerySet[Claim]:
    """Every claim with its player, the login and the answer, the latest first: one query."""
    return Claim.objects.select_related("player__user", "recorded_by", "answer__recorded_by").order_by(
        "-serial"
    )


def claims_to_answer(user: User) -> list[Claim]:
    """The claims that wait for an answer which this login may give: a few queries for each that waits."""
    waiting = claim_list().filter(answer=None)
    return [claim for claim in waiting if may(user, "claim_answer", claim) and claim.recorded_by != user]


def claim_waiting(user: User) -> Claim | None:
    """The login's own claim that waits for its answer: one query."""
    return claim_list().filter(answer=None, recorded_by=user).first()


def private_choices() -> list[str]:
    """What a player may keep private: parts of the profile, and what other rooms show beside it."""
    return sorted({*PRIVATE_PARTS, *(section.private for section in sections(Player) if section.private)})


def private_parts(player: Player, viewer: Caller) -> set[str]:
    """The parts of a profile that are not for this viewer: none for whoever may edit it."""
    hidden = set(player.private)
    return set() if hidden and may(viewer, "player_edit", player) else hidden


def login_named(username: str) -> User:
    """The login of this name, whatever its capitals: one query. Raises UnknownLogin."""
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise UnknownLogin(f"There is no login {username!r}.", username=username)
    return user


def token_by_secret(digest: str, now: datetime) -> Token | None:
    """The token with this SHA-256, with its login, unless it has expired: one query."""
    return (
        Token.objects.select_related("user__player")
        .filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=digest, user__is_active=True)
        .first()
    )
