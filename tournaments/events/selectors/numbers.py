"""The short numbers of an event's matches, from everything that was ever paired in it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from tournaments.events.models import Fixture, PublishedRound, Tournament
from tournaments.events.rules.numbers import keys_in_order, match_numbers
from tournaments.formats import Format, Pairing
from tournaments.formats.teams import team_match_of_slot

from .tournaments import published_round_list


def tournament_numbers(tournament: Tournament) -> dict[str, int]:
    """The number of every slot that is known, by key; none before the draw.

    Of a tournament that is loaded with its draw one query, two where rounds or play-offs are published.
    """
    if tournament.draw is None:
        return {}
    size, set_up = len(tournament.draw.order), tournament.fixtures.order_by("pk")
    published = rounds_ever_published(tournament)
    return numbers_of_draw(tournament.played_as, size, published, set_up.values_list("created_at", "key"))


def rounds_ever_published(tournament: Tournament) -> Iterable[PublishedRound]:
    """Since the draw, withdrawn or not: one query if the format publishes any and the draw is loaded."""
    format = tournament.played_as
    if not (format.publishes_rounds or format.plays_off):
        return ()
    return published_round_list(tournament, tournament.draw)


def numbers_of_draw(
    format: Format, size: int, published: Iterable[PublishedRound], set_up: Iterable[tuple[datetime, str]]
) -> dict[str, int]:
    """size: of the field. `published` in order; `set_up`: when each fixture was, and its key, in order."""
    paired = [(each.recorded_at, pairing["key"]) for each in published for pairing in each.pairings]
    return match_numbers(format, size, keys_in_order(paired, set_up))


def number_of_pairing(paired: Fixture | Pairing, numbers: Mapping[str, int]) -> int | None:
    """The number of a match, which in a match of teams all its boards have."""
    return number_of_key(paired.key, paired.board, numbers)


def number_of_key(key: str, board: int, numbers: Mapping[str, int]) -> int | None:
    return numbers.get(team_match_of_slot(key) if board else key)


def numbers_of_keys(tournament: Tournament, keys: Sequence[tuple[str, int]]) -> list[int | None]:
    """The numbers of some fixtures, each its key and board, of a tournament that is loaded with its draw.

    No query where all of their slots were known with the draw, else those of tournament_numbers.
    """
    size = 0 if tournament.draw is None else len(tournament.draw.order)
    numbers = match_numbers(tournament.played_as, size, ())
    found = [number_of_key(key, board, numbers) for key, board in keys]
    if None in found:
        numbers = tournament_numbers(tournament)
        found = [number_of_key(key, board, numbers) for key, board in keys]
    return found


def fixtures_numbered(fixtures: list[Fixture], numbers: Mapping[str, int]) -> list[Fixture]:
    """The fixtures, each knowing its number."""
    for fixture in fixtures:
        fixture.number = number_of_pairing(fixture, numbers)
    return fixtures
