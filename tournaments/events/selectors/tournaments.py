"""Tournaments, their entries and fixtures, as rows."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, cast

from django.db.models import (
    Case,
    F,
    Func,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce

from matches.accounts.permissions import Caller
from matches.base.errors import CodeWord
from matches.hooks import with_sections
from matches.play.selectors import live_prefetch
from matches.players.models import Member, Player
from matches.ratings.selectors import rating_values
from tournaments.events.errors import TooFewMembers, WrongEntrants
from tournaments.events.models import (
    Announced,
    Draw,
    Entry,
    Fixture,
    LineUp,
    PublishedRound,
    Tournament,
    Tournaments,
    Withdrawal,
)


def tournament_list() -> Tournaments:
    """Every tournament with club, venue, draw, picture and what other rooms add to one, in one query."""
    found: Any = with_sections(
        Tournament.objects.select_related("club", "draw", "venue", "picture").filter(removed=False)
    )
    return cast(Tournaments, found)


def tournament_outlines() -> Tournaments:
    """Every tournament as far as to say that there is one, whether it is listed, and in which zone."""
    zones = ("time_zone", "venue__time_zone", "club__time_zone")
    found = Tournament.objects.select_related("club", "venue").filter(removed=False)
    return found.only("listed", *zones)


def tournaments_of(records: Collection[int]) -> QuerySet[Tournament]:
    """Those that records of a player are entered in; who left before the draw is not."""
    entries = Entry.objects.filter(player__in=records)
    drawn = entries.exclude(tournament__state=Tournament.State.OPEN)
    return Tournament.objects.filter(
        Q(pk__in=entries.not_withdrawn().values("tournament")) | Q(pk__in=drawn.values("tournament"))
    )


def tournament_overview() -> Tournaments:
    """Every tournament with its club and `entered`, how many are or were in the draw, in one query."""
    left = Withdrawal.objects.without_reentry().filter(entry__tournament=OuterRef("pk"))
    before = left.filter(Q(recorded_at__lt=OuterRef("draw__recorded_at")) | Q(entry__tournament__draw=None))
    return (
        Tournament.objects.select_related("club")
        .filter(removed=False)
        .annotate(
            entered=tournament_count_of(Entry.objects.filter(tournament=OuterRef("pk"), alternate=False))
            - tournament_count_of(before)
        )
    )


STATES_IN_ORDER = (
    Tournament.State.RUNNING,
    Tournament.State.OPEN,
    Tournament.State.FINISHED,
    Tournament.State.CALLED_OFF,
)
"""What is played now, what one may enter, then what is over."""


def in_order_of_states(rows: Tournaments) -> Tournaments:
    """Those running first, then those to come by their day, then those that are over, the latest first."""
    place = Case(
        *(When(state=state, then=Value(at)) for at, state in enumerate(STATES_IN_ORDER)),
        output_field=IntegerField(),
    )
    coming = Case(When(state=Tournament.State.OPEN, then=F("starts_at")))
    return rows.order_by(place, coming.asc(nulls_last=True), F("starts_at").desc(nulls_last=True), "-pk")


LATEST = 30
"""How many tournaments of each state a list of the latest has; a club's page has them all."""


def latest_tournaments(viewer: Caller) -> dict[str, Tournaments]:
    """The latest that are running, open and finished, by state: one query each when they are shown."""
    latest = tournament_overview().listed_to(viewer).order_by("-pk")
    states = (Tournament.State.RUNNING, Tournament.State.OPEN, Tournament.State.FINISHED)
    return {state: latest.filter(state=state)[:LATEST] for state in states}


def tournament_count_of(rows: QuerySet[Any]) -> Coalesce:
    """How many rows, as a subquery."""
    count = rows.order_by().annotate(all=Func(F("pk"), function="count")).values("all")
    return Coalesce(Subquery(count, output_field=IntegerField()), 0)


def fixtures_among(tournament: Tournament, entries: Mapping[int, Entry]) -> list[Fixture]:
    """Every fixture of a tournament whose entries are loaded, void ones too: those of one player share a row.

    One query, two more while anything is open, one more where teams play. A large field has thousands of
    fixtures: of those decided nothing is live, and that is not kept for each of them.
    """
    fixtures = list(
        tournament.fixtures.select_related("match__result", "match__seating").order_by("step", "pk")
    )
    prefetch_related_objects(
        [fixture.match for fixture in fixtures if not fixture.match.is_over], *live_prefetch()
    )
    players = {entry.player_id: entry.player for entry in entries.values()}
    sides = {side for fixture in fixtures for side in (fixture.match.one_id, fixture.match.two_id)}
    if members := sides - players.keys():
        players.update(Player.objects.in_bulk(members))
    for fixture in fixtures:
        fixture.one, fixture.two = entries[fixture.one_id], entries[fixture.two_id]
        fixture.match.one, fixture.match.two = players[fixture.match.one_id], players[fixture.match.two_id]
    return fixtures


def entry_list(tournament: Tournament) -> QuerySet[Entry]:
    """Every entry with player and whether it has `withdrawn`, in one query."""
    entries = Entry.objects.filter(tournament=tournament)
    return entries.with_withdrawn().select_related("player").order_by("pk")


def entry_ratings(entries: Sequence[Entry]) -> dict[int, float]:
    """Each entry's rating now, newcomers at the system's start: one query, one more where teams play.

    A team, which plays by its members, has the mean of theirs.
    """
    teams = [entry.player for entry in entries if entry.player.kind == Player.Kind.TEAM]
    prefetch_related_objects(teams, Prefetch("roster", Member.objects.select_related("player")))
    rated = {
        entry.pk: entry.player.persons if entry.player.kind == Player.Kind.TEAM else [entry.player]
        for entry in entries
    }
    players = {player.pk for each in rated.values() for player in each}
    values = rating_values(players)
    return {entry: fmean(values[player.pk] for player in each) for entry, each in rated.items()}


def tournament_entries(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entry]:
    """Entries by number, with their players: one query."""
    return Entry.objects.filter(tournament=tournament).select_related("player").in_bulk(set(numbers))


KINDS = {
    Tournament.Entrants.SINGLES: Player.Kind.PERSON,
    Tournament.Entrants.DOUBLES: Player.Kind.PAIR,
    Tournament.Entrants.TEAMS: Player.Kind.TEAM,
}
"""What enters a tournament, by what it is for."""


def check_tournament_kind(event: Announced, name: str, player: Player) -> None:
    """Raises WrongEntrants, TooFewMembers where a player cannot play in an event or league named `name`."""
    kind = KINDS[Tournament.Entrants(event.entrants)]
    if player.kind != kind:
        raise WrongEntrants(
            "%(name)s is played as %(entrants)s: a %(kind)s enters. %(player)s is a %(own_kind)s.",
            {
                "name": name,
                "entrants": CodeWord(event.entrants, "entrants"),
                "kind": CodeWord(kind, "player_kind"),
                "player": player.name,
                "own_kind": CodeWord(player.kind, "player_kind"),
            },
            player=player.pk,
            entrants=event.entrants,
        )
    boards = event.played_as.team_size if kind == Player.Kind.TEAM else 0
    if boards and len(player.persons) < boards:
        raise TooFewMembers(
            "%(player)s has %(count)s members, and a match in %(name)s %(boards)s boards. Add members first.",
            {"player": player.name, "count": len(player.persons), "name": name, "boards": boards},
            player=player.pk,
            boards=boards,
        )


def entry_line_ups(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, list[Player]]:
    """By entry who plays for it, board 1 first: of a team its latest line-up, or the first of its members.

    No query unless teams play, else two.
    """
    entries, boards = list(entries), tournament.played_as.team_size
    if not boards:
        return {entry.pk: [entry.player] for entry in entries}
    members = Prefetch("roster", Member.objects.select_related("player"))
    prefetch_related_objects([entry.player for entry in entries], members)
    rosters = {entry.pk: {person.pk: person for person in entry.player.persons} for entry in entries}
    found = {entry: list(roster.values())[:boards] for entry, roster in rosters.items()}
    for line_up in LineUp.objects.filter(entry__in=entries).order_by("serial"):
        found[line_up.entry_id] = [rosters[line_up.entry_id][player] for player in line_up.players]
    return found


def published_round_list(tournament: Tournament, draw: Draw | None) -> QuerySet[PublishedRound]:
    """All round pairings since a draw, withdrawn or not, in order: one query."""
    since = 0 if draw is None else draw.serial
    published_rounds = PublishedRound.objects.filter(tournament=tournament, serial__gt=since)
    return published_rounds.select_related("withdrawal").order_by("serial")


def live_fixtures(tournament: Tournament) -> QuerySet[Fixture]:
    return tournament.fixtures.filter(void=False)
