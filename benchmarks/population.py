"""A club with what requests are measured on: events of several sizes, a ladder, ratings, a token."""

from dataclasses import dataclass

from benchmarks.brackets import drawn_field, play_out
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.play.models import Match
from matches.players.models import Alias, Player
from matches.ratings.models import RatingPool
from matches.ratings.services import ratings_update
from tournaments.clubs.services import club_create
from tournaments.events.models import Tournament
from tournaments.ladders.services import ladder_create, ladder_join

PLAYED, SMALL, LARGE = 64, 8, 1024
SMALL_EVENTS = 40
RUNGS = 50


@dataclass(frozen=True, slots=True)
class Population:
    """Numbers of what there is, and the secret of the director's token.

    small, large: matches of the first round of fields of eight and of 1,024, which nobody has reported.
    """

    match: int
    tournament: int
    ladder: int
    rating_pool: int
    player: int
    small: tuple[int, ...]
    large: tuple[int, ...]
    director: int
    token: str


def populate() -> Population:
    """Each row is committed, as in the service."""
    director = User.objects.create(username="director", is_staff=True)
    club = club_create(actor=director, name="Golden Club")
    played = drawn_field(club, director, PLAYED)
    play_out(played, director)
    small = [drawn_field(club, director, SMALL) for _ in range(SMALL_EVENTS)]
    large = drawn_field(club, director, LARGE)
    ladder = ladder_create(actor=director, club=club, name="Ladder", kind="position", length=5)
    for player in Player.objects.order_by("pk")[:RUNGS]:
        ladder_join(actor=director, ladder_id=ladder.pk, player=player)
    ratings_update()
    final = Match.objects.filter(state=Match.State.FINAL).latest("pk")
    Alias.objects.create(player=final.one, name="goldpoint")
    _, token = token_issue(user=director, name="benchmark", scopes=Token.Scope.values)
    return Population(
        match=final.pk,
        tournament=played.pk,
        ladder=ladder.pk,
        rating_pool=RatingPool.objects.get(everybody=True).pk,
        player=final.one_id,
        small=tuple(number for event in small for number in open_matches(event)),
        large=tuple(open_matches(large)),
        director=director.pk,
        token=token,
    )


def open_matches(event: Tournament) -> list[int]:
    found = event.fixtures.filter(match__state=Match.State.OPEN).order_by("pk")
    return list(found.values_list("match", flat=True))
