"""How events ended is stored beside the facts, and what their players amount to at the club.

An event is noted when a worker has seen that it is over, and anew after every correction; of the players only
those are counted again who were in it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from django.db import transaction
from django.db.models import Q

from matches.facts import versions
from matches.play.models import Match
from matches.players.models import Player
from matches.players.selectors import merged_into
from matches.work import outbox
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_lock

from .models import EVENT_RECORD, ClubRecord, EventFinish, FinishedEvent
from .selectors import club_figures, event_noted

FIGURES = ("events", "titles", "won", "lost", "share", "streak")


@transaction.atomic
def event_record(*, tournament_id: int) -> None:
    """Note how an event ended, and what its players amount to by now. Twice is as good as once."""
    due = outbox.open_outbox_row(EVENT_RECORD, tournament_id)
    club = club_lock_of(tournament_id)
    tournament = tournament_lock(tournament_id, called_off=True, removed=True)
    concerned = players_noted(tournament)
    event_write(tournament)
    concerned |= players_noted(tournament)
    club_records_write(club, concerned)
    versions.announce_change(f"club-{club}")
    outbox.close_outbox_row(due)


def club_lock_of(tournament_id: int) -> int:
    """Lock the club of a tournament: of two events that end at once one counts after the other."""
    locked = Club.objects.select_for_update(of=("self",), no_key=True)
    found: int = locked.values_list("pk", flat=True).get(tournaments=tournament_id)
    return found


def players_noted(tournament: Tournament) -> set[int]:
    """Whose places are noted, and who played in the matches of a tournament: as the rows name them."""
    played = Match.objects.filter(fixture__tournament=tournament).order_by()
    sides = {player for both in played.values_list("one", "two") for player in both}
    return sides | set(EventFinish.objects.filter(event=tournament.pk).values_list("player", flat=True))


def event_write(tournament: Tournament) -> None:
    """Store how a tournament ended; of one that is not over, or not listed, nothing."""
    FinishedEvent.objects.filter(pk=tournament.pk).delete()
    noted = event_noted(tournament)
    if noted is not None:
        event, finishes = noted
        event.save(force_insert=True)
        EventFinish.objects.bulk_create(finishes)


def club_records_write(club: int, players: Collection[int]) -> None:
    """Count some players of a club again, each with all records that were merged into theirs."""
    stands = merged_into()
    numbers = {stands.get(player, player) for player in players}
    records = numbers | {absorbed for absorbed, kept in stands.items() if kept in numbers}
    ClubRecord.objects.filter(club=club, player__in=records).delete()
    ClubRecord.objects.bulk_create(
        ClubRecord(club_id=club, player_id=player, **figures)
        for player, figures in sorted(club_figures(club, records, stands).items())
    )


def records_of_merged_players(kept: int, absorbed: int) -> None:
    """Make due that both are counted again, at every club where either was in a finished event."""
    due = {event for player in (kept, absorbed) for event in latest_events_of(player)}
    outbox.make_all_due((EVENT_RECORD, event) for event in sorted(due))


def latest_events_of(player: int) -> list[int]:
    """The latest finished event of each club in which a player was entered, or played: one query."""
    records = Player.objects.records_of(player)
    played = Match.objects.filter(Q(one__in=records) | Q(two__in=records), fixture__isnull=False)
    events = FinishedEvent.objects.filter(
        Q(pk__in=EventFinish.objects.filter(player__in=records).values("event"))
        | Q(pk__in=played.order_by().values("fixture__tournament"))
    )
    return [*events.order_by("club", "-pk").distinct("club").values_list("pk", flat=True)]


def records_recompute() -> None:
    """Note every event, and count every player of every club, anew."""
    for tournament in finished_tournaments():
        event_write(tournament)
    for club, players in players_by_club().items():
        club_records_write(club, players)


def finished_tournaments() -> Iterator[Tournament]:
    numbers = Tournament.objects.filter(state=Tournament.State.FINISHED).order_by("pk")
    for number in list(numbers.values_list("pk", flat=True)):
        yield Tournament.objects.select_related("club", "draw", "venue").get(pk=number)


def players_by_club() -> dict[int, set[int]]:
    """Everybody who was in a finished event, by club."""
    found: dict[int, set[int]] = defaultdict(set)
    for club, player in EventFinish.objects.order_by().values_list("event__club", "player"):
        found[club].add(player)
    played = Match.objects.filter(fixture__tournament__finished_event__isnull=False).order_by()
    for club, *sides in played.values_list("fixture__tournament__club", "one", "two"):
        found[club].update(sides)
    return found


def records_compare(*, repair: bool) -> Iterator[str]:
    """Every difference between what is stored and what the facts say, in words; made due where `repair`."""
    noted = set(FinishedEvent.objects.values_list("pk", flat=True))
    differing: set[int] = set()
    for tournament in finished_tournaments():
        noted.discard(tournament.pk)
        if stored_places(tournament.pk) != places_by_facts(tournament):
            yield f"tournament {tournament.pk}: its places are not noted as the facts say"
            differing.add(tournament.pk)
    for number in sorted(noted):
        yield f"tournament {number}: noted as finished; the facts say that it is not"
    stands = merged_into()
    for club, players in sorted(players_by_club().items()):
        wanted = club_figures(club, players | set(stands), stands)
        stored = {row.player_id: figures_of(row) for row in ClubRecord.objects.filter(club=club)}
        for player in sorted(wanted.keys() | stored.keys()):
            if wanted.get(player) != stored.get(player):
                yield f"club {club}: the record of player {player} is stored as {stored.get(player)}"
                if repair:
                    club_records_write(club, {player})
    if repair:
        outbox.make_all_due((EVENT_RECORD, number) for number in sorted(noted | differing))


def figures_of(record: ClubRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in FIGURES}


def stored_places(number: int) -> list[tuple[int, int, int, int]] | None:
    if not FinishedEvent.objects.filter(pk=number).exists():
        return None
    rows = EventFinish.objects.filter(event=number).order_by("entry")
    return [*rows.values_list("entry", "player", "first", "last")]


def places_by_facts(tournament: Tournament) -> list[tuple[int, int, int, int]] | None:
    noted = event_noted(tournament)
    if noted is None:
        return None
    return sorted((row.entry_id, row.player_id, row.first, row.last) for row in noted[1])
