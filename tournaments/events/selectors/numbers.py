"""The short numbers of an event's matches, from everything that was ever paired in it."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from tournaments.events.models import Draw, Fixture, PublishedRound, Tournament
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
    format = tournament.played_as
    publishes = format.publishes_rounds or format.plays_off
    published = published_round_list(tournament, tournament.draw) if publishes else ()
    set_up = tournament.fixtures.order_by("pk").values_list("created_at", "key")
    return numbers_of_draw(format, tournament.draw, published, set_up)


def numbers_of_draw(
    format: Format,
    draw: Draw,
    published: Iterable[PublishedRound],
    set_up: Iterable[tuple[datetime, str]],
) -> dict[str, int]:
    """`published` in order, withdrawn or not; `set_up`: when each fixture was, and its key, in order."""
    paired = [(each.recorded_at, pairing["key"]) for each in published for pairing in each.pairings]
    return match_numbers(format, len(draw.order), keys_in_order(paired, set_up))


def number_of_pairing(paired: Fixture | Pairing, numbers: Mapping[str, int]) -> int | None:
    """The number of a match, which in a match of teams all its boards have."""
    return numbers.get(team_match_of_slot(paired.key) if paired.board else paired.key)


def fixtures_numbered(fixtures: list[Fixture], numbers: Mapping[str, int]) -> list[Fixture]:
    """The fixtures, each knowing its number."""
    for fixture in fixtures:
        fixture.number = number_of_pairing(fixture, numbers)
    return fixtures
