"""Players found by name: their own, names they go by elsewhere, former ones, each by whom it is shown to."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from matches.accounts.models import Token, User
from matches.accounts.permissions import Caller, reach_of
from matches.hooks import player_precedences, player_stakes
from matches.players.models import Alias, FormerName, Member, Player, Players
from matches.search.models import KEY
from matches.search.numbers import is_one_of
from matches.search.rules.ranking import MatchRank, SearchTerms, match_rank
from matches.search.selectors import HITS_MAX, SearchSource, search_hits

BUSIEST = 1_000
"""Among how many players with the most matches those come first whose names begin like too many others."""


STRANGER = 1_000
"""The place of who is close to nobody who looks."""


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player whom a search has found: how, and by what other name, if not by the own one."""

    number: int
    rank: MatchRank
    alias: str = ""
    former: str = ""


def player_search(
    text: str,
    *,
    viewer: Caller,
    club: int | None = None,
    among: Players | None = None,
    most: int = HITS_MAX,
) -> list[FoundPlayer]:
    """Players by a text, the best first; of those that fit equally well the close ones, then the busiest.

    club: the one for which somebody looks. Whoever was merged into another is found as that one alone. As
    many queries for any number of players: ten at most.
    """
    terms = SearchTerms.read(text)
    if not terms:
        return []
    players = (Player.objects.all() if among is None else among).counted_once()
    close = close_players(viewer, club)
    sources = [own_names(players), *other_names(players, viewer)]
    if close:
        sources.append(SearchSource(players.filter(is_one_of("pk", close)), few=True))
    hits = search_hits(sources, terms, most=most)
    played = matches_played(hits)

    def place(number: int) -> tuple[int, int, int, int]:
        return hits[number][0], close.get(number, STRANGER), -played.get(number, 0), number

    found = sorted(hits, key=place)[:most]
    known_as: dict[Any, dict[int, str]] = {Player: {}}
    for at, source in enumerate(sources):
        numbers = [number for number in found if hits[number][1] == at]
        if source.rows.model not in known_as:
            known_as[source.rows.model] = best_names(terms, source, numbers)
    return [
        FoundPlayer(
            number,
            hits[number][0],
            known_as[Alias].get(number, ""),
            known_as.get(FormerName, {}).get(number, ""),
        )
        for number in found
    ]


def close_players(viewer: Caller, club: int | None) -> dict[int, int]:
    """Who is close to somebody, by number: 0 for the closest."""
    close: dict[int, int] = {}
    for place, precedence in enumerate(player_precedences()):
        for number in precedence.close_players(viewer, club):
            close.setdefault(number, place)
    return close


def matches_played(players: Collection[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for precedence in player_precedences():
        found |= precedence.matches_played(players)
    return found


def own_names(players: Players) -> SearchSource:
    busiest = (precedence.busiest_players(BUSIEST) for precedence in player_precedences())
    leading = next((numbers for numbers in busiest if numbers is not None), None)
    return SearchSource(players, leading=None if leading is None else players.filter(pk__in=leading))


def other_names(players: Players, viewer: Caller) -> list[SearchSource]:
    """Aliases and former names, as far as they are shown to somebody."""
    found = [SearchSource(shown_aliases(players, viewer), "player")]
    if isinstance(viewer, User):
        found.append(SearchSource(shown_former_names(players, viewer), "whose"))
    return found


def best_names(terms: SearchTerms, source: SearchSource, players: Sequence[int]) -> dict[int, str]:
    """Of each player the name of a source that fits best: one query, none where nobody is asked about."""
    if not players:
        return {}
    best: dict[int, tuple[MatchRank, str]] = {}
    rows = source.rows.filter(is_one_of(source.number, players)).order_by("pk")
    for number, name, key in rows.values_list(source.number, "name", KEY):
        rank = match_rank(terms, key)
        if rank is not None:
            best[number] = min((rank, name), best.get(number, (rank, name)))
    return {number: name for number, (_rank, name) in best.items()}


# -- What is shown to whom


def shown_aliases(players: Players, viewer: Caller) -> QuerySet[Alias]:
    public = ~Q(private__contains="aliases")
    return Alias.objects.filter(player__in=players.filter(public | editable_players(viewer)).values("pk"))


def shown_former_names(players: Players, viewer: Caller) -> QuerySet[Any]:
    """With `whose` they are by now."""
    whose = FormerName.objects.annotate(whose=Coalesce("rename__player__stand_in", "rename__player"))
    return whose.filter(whose__in=players.filter(players_known_formerly(viewer)).values("pk"))


def editable_players(viewer: Caller) -> Q:
    """The condition on players whose profile somebody may edit: of these nothing is private.

    As far as the token of the request reaches: one that is limited to a place, and a service account's, are
    shown what is public.
    """
    if not isinstance(viewer, User) or viewer.is_service:
        return NOBODY
    reach = reach_of(viewer)
    if reach is not None and reach.place is not None:
        return NOBODY
    own = reach is None or Token.Scope.ACCOUNT in reach.scopes
    office = reach is None or Token.Scope.DIRECT in reach.scopes
    return (own_players(viewer) if own else NOBODY) | (players_kept(viewer) if office else NOBODY)


def players_known_formerly(viewer: Caller) -> Q:
    """The condition on players whose former names somebody is shown."""
    if not isinstance(viewer, User) or viewer.is_service:
        return NOBODY
    reach = reach_of(viewer)
    if reach is not None and reach.place is not None:
        return NOBODY
    found = own_players(viewer) | players_kept(viewer)
    for stake in player_stakes():
        found |= stake.directed_by(viewer) or NOBODY
    return found


NOBODY = Q(pk__in=[])


def own_players(user: User) -> Q:
    """The condition on players for whom a login speaks: its own, and the pairs and teams that one is of."""
    groups = Member.objects.filter(Q(player__user=user) | Q(player__stand_in__user=user)).values("group")
    return Q(user=user) | Q(pk__in=groups)


def players_kept(user: User) -> Q:
    """The condition on players whose profile a login keeps by an office."""
    if user.is_staff:
        return Q(pk__isnull=False)
    found = NOBODY
    for stake in player_stakes():
        found |= stake.kept_by(user) or NOBODY
    speaking = Q(player__user__isnull=False) | Q(player__stand_in__user__isnull=False)
    by_member = Q(Exists(Member.objects.filter(speaking, group=OuterRef("pk"))))
    return found & Q(user=None) & ~by_member
