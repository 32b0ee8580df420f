"""Leagues as they stand: the divisions of a season, what became of their players, what would come next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from matches.facts.versions import version_of_all
from matches.play.selectors import preview_token
from matches.players.errors import UnknownPlayer
from matches.players.models import Member, Player
from tournaments.events.models import Entry, Tournament
from tournaments.events.selectors import TournamentCourse, check_tournament_kind, tournament_course
from tournaments.formats import Place

from .errors import InvalidDivisions, PlacesShared, SeasonRunning
from .models import Division, League, Season
from .rules import (
    Claims,
    Divisions,
    Move,
    Ranked,
    break_division_ties,
    division_moves,
    division_standings_flat,
    first_season,
    following_season,
    league_moves_so_far,
    next_season,
    undecided_division_ties,
)


@dataclass(frozen=True)
class DivisionProgress:
    """A division and how it has gone so far."""

    division: Division
    course: TournamentCourse

    @cached_property
    def is_over(self) -> bool:
        """Whether nothing is left to play, so that every place is clinched."""
        history = self.course.history
        return bool(history.entries) and self.course.format.is_over(history)

    @property
    def has_moves(self) -> bool:
        """Whether places are places yet: points decide, or all is over."""
        return self.is_over or (self.course.format.has_tiebreaks and bool(self.course.standings))


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody in a division: `place` is there once it is drawn, `move` where it is known."""

    place: Place | None
    entry: Entry
    move: Move | None


@dataclass(frozen=True, slots=True)
class DivisionTable:
    division: Division
    over: bool
    rows: list[SeasonRow]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Who plays in another division than the places now would have it: numbers from 1; None for in none."""

    player: Player
    plays: int | None
    would: int | None


@dataclass(frozen=True, slots=True)
class SeasonShown:
    """A season with its tables.

    Once the next season has opened, `moves` are what became of everybody, and stay so; `otherwise` and
    `reopened` show where a correction since would have it otherwise, or has a division run again.
    """

    season: Season
    tables: list[DivisionTable]
    withdrawn: list[Player]
    newcomers: list[Player]
    next: Season | None
    otherwise: list[Otherwise]
    reopened: list[Division]


@dataclass(frozen=True, slots=True)
class DivisionChange:
    """Somebody who changes divisions, and which is the next one."""

    player: Player
    division: int


@dataclass(frozen=True, slots=True)
class Following:
    """What the next season would be: players by division, who moves, who is not in it any more.

    `left` are those who opened the last season and have no place in it: they had left before the draw, or
    somebody took their place. `token` identifies all of it.
    """

    number: int
    divisions: list[list[Player]]
    moves: dict[int, Move]
    withdrawn: list[Player]
    left: list[Player]

    @property
    def rising_players(self) -> list["DivisionChange"]:
        return self._moving_players(Move.UP)

    @property
    def falling_players(self) -> list["DivisionChange"]:
        return self._moving_players(Move.DOWN)

    def _moving_players(self, move: Move) -> list["DivisionChange"]:
        return [
            DivisionChange(player, number)
            for number, division in enumerate(self.divisions, 1)
            for player in division
            if self.moves.get(player.pk) is move
        ]

    @property
    def divisions_made(self) -> Divisions:
        return tuple(tuple(player.pk for player in division) for division in self.divisions)

    @property
    def confirmation_token(self) -> str:
        return preview_token(number=self.number, divisions=self.divisions_made)


def league_list() -> QuerySet[League]:
    """Every league with its club and picture, in one query."""
    return League.objects.filter(removed=False).select_related("club", "picture")


def league_parts_version(league: int) -> int:
    """Another number where a tournament of any season is shown otherwise: one query."""
    played = Division.objects.filter(season__league=league)
    return version_of_all(Tournament, played.values("tournament"))


def season_list(league: League) -> QuerySet[Season]:
    """Every season with its divisions and their tournaments, in two queries."""
    divisions = Division.objects.select_related("tournament__club", "tournament__draw").order_by("number")
    return league.seasons.prefetch_related(Prefetch("divisions", divisions)).select_related("league")


def season_shown(season: Season) -> SeasonShown:
    """A season of `season_list` with its tables: for each division the queries of a course.

    Four more once the next season has opened.
    """
    played = season_played(season)
    ranked = season_ranked(played)
    next = season_list(season.league).filter(number=season.number + 1).first()
    if next is not None:
        moves = division_moves(division_standings_flat(ranked), season_members(next))
    elif all(each.has_moves for each in played):
        moves = league_moves_so_far(ranked, season.league.promotion_count)
    else:
        moves = {}
    reopened = [each.division for each in played if not each.is_over] if next is not None else []
    return SeasonShown(
        season,
        [division_table(each, moves) for each in played],
        players_of_season(season.withdrawn),
        players_of_season(season.newcomers),
        next,
        [] if next is None or reopened else season_otherwise(ranked, next),
        reopened,
    )


def season_following(league: League, claims: Claims) -> Following:
    """What the season after the last one would be, the first one included.

    Raises UnknownPlayer, InvalidDivisions, SeasonRunning, PlacesShared, FormatMisfit, WrongEntrants,
    TooFewMembers.
    """
    known = Player.objects.in_bulk(claims.named_players)
    unknown = next((player for player in claims.named_players if player not in known), None)
    if unknown is not None:
        raise UnknownPlayer(
            "There is no player %(number)s. Enter the player first.", {"number": unknown}, player=unknown
        )
    last = season_list(league).order_by("number").last()
    if last is None:
        made = first_season(claims)
        check_division_fields(league, made)
        return season_to_follow(league, 1, (), (), made, claims)
    played = season_played(last)
    check_season_over(last, played)
    ranked = season_ranked(played)
    made = following_season(ranked, league.promotion_count, claims)
    for each, groups in zip(played, break_division_ties(ranked, claims), strict=True):
        check_division_ties_decided(each, undecided_division_ties((groups,), made))
    check_division_fields(league, made)
    return season_to_follow(
        league, last.number + 1, division_standings_flat(ranked), season_members(last), made, claims
    )


def check_season_players(league: League, divisions: Iterable[Sequence[Player]]) -> None:
    """Raises WrongEntrants, TooFewMembers; InvalidDivisions where a person would play with two of them.

    One query if pairs or teams play.
    """
    divisions = list(divisions)
    groups = [player for some in divisions for player in some if player.kind != Player.Kind.PERSON]
    prefetch_related_objects(groups, Prefetch("roster", Member.objects.select_related("player")))
    for player in chain.from_iterable(divisions):
        check_tournament_kind(league, league.name, player)
    plays_with: dict[int, Player] = {}
    for group in groups:
        for person in group.persons:
            other = plays_with.setdefault(person.pk, group)
            if other != group:
                raise InvalidDivisions(
                    "%(person)s would play with %(other)s and with %(group)s. Everybody plays once in a "
                    "league.",
                    {"person": person.name, "other": other.name, "group": group.name},
                    player=person.pk,
                )


def check_division_fields(league: League, made: Divisions) -> None:
    """Raises FormatMisfit."""
    for division in made:
        league.played_as.check_field(len(division))


def season_to_follow(
    league: League, number: int, before: Divisions, opened: Divisions, made: Divisions, claims: Claims
) -> Following:
    placed = {player for division in (*before, *made) for player in division}
    left = [player for division in opened for player in division if player not in placed]
    players = Player.objects.in_bulk([*placed, *left])
    divisions = [[players[player] for player in division] for division in made]
    check_season_players(league, divisions)
    return Following(
        number,
        divisions,
        division_moves(before, made),
        [players[player] for player in claims.withdrawn],
        [players[player] for player in left],
    )


def season_played(season: Season) -> list[DivisionProgress]:
    return [
        DivisionProgress(division, tournament_course(division.tournament))
        for division in season.divisions.all()
    ]


def season_ranked(played: Sequence[DivisionProgress]) -> Ranked:
    """Everybody in the season by place. Who has gone over to another division stands in that alone."""
    newest: dict[int, int] = {}
    for each in played:
        for row in each.course.standings:
            player = row.entry.player_id
            newest[player] = max(newest.get(player, 0), row.entry.serial)
    return tuple(
        tuple(
            tuple(row.entry.player_id for row in rows if newest[row.entry.player_id] == row.entry.serial)
            for _, rows in groupby(each.course.standings, key=lambda row: row.place.first)
        )
        for each in played
    )


def season_members(season: Season) -> Divisions:
    """Players by division as the season opened, in the order they were seeded in: a query a division."""
    return tuple(
        tuple(division.opened_with.values_list("player", flat=True)) for division in season.divisions.all()
    )


def season_otherwise(ranked: Ranked, next: Season) -> list[Otherwise]:
    """Who plays elsewhere in the season that has opened than the places of the one before now would have it.

    What the director named then still holds. Where places are shared by now and nothing breaks the tie,
    who shares them plays where the season has it.
    """
    opened = season_members(next)
    level = {player: number for number, division in enumerate(opened, 1) for player in division}
    stood = {player for division in ranked for group in division for player in group}
    withdrawn = [player for player in next.withdrawn if player in stood]
    newcomers = [player for player in next.newcomers if player not in stood]
    claims = Claims(withdrawn=tuple(withdrawn), order=tuple(sorted(level, key=lambda one: level[one])))
    sizes = tuple(map(len, opened))
    would = next_season(
        division_standings_flat(break_division_ties(ranked, claims)),
        next.league.promotion_count,
        withdrawn=withdrawn,
        newcomers=newcomers,
        sizes=sizes if sum(sizes) == len(stood) - len(withdrawn) + len(newcomers) else (),
    )
    should = {player: number for number, division in enumerate(would, 1) for player in division}
    wrong = [player for player in {**level, **should} if level.get(player) != should.get(player)]
    return [
        Otherwise(player, level.get(player.pk), should.get(player.pk)) for player in players_of_season(wrong)
    ]


def players_of_season(numbers: Iterable[int]) -> list[Player]:
    """Players by number, in this order; one query unless there are none. Unknown numbers are passed over."""
    numbers = list(numbers)
    found = Player.objects.in_bulk(numbers)
    return [found[number] for number in numbers if number in found]


def division_table(played: DivisionProgress, moves: dict[int, Move]) -> DivisionTable:
    course = played.course
    rows = [SeasonRow(row.place, row.entry, moves.get(row.entry.player_id)) for row in course.standings] or [
        SeasonRow(None, entry, None)
        for entry in course.entries.values()
        if not entry.has_withdrawn and not entry.alternate
    ]
    return DivisionTable(played.division, played.is_over, rows)


def check_season_over(season: Season, played: Sequence[DivisionProgress]) -> None:
    """Raises SeasonRunning, naming the divisions that are not over."""
    running = [each.division.tournament for each in played if not each.is_over]
    if running:
        names = [tournament.name for tournament in running]
        raise SeasonRunning(
            "The next season of %(league)s opens when season %(number)s is over. Not over yet: %(names)s. "
            "Play it to the end."
            if len(running) == 1
            else "The next season of %(league)s opens when season %(number)s is over. Not over yet: "
            "%(names)s. Play them to the end.",
            {
                "league": season.league.name,
                "number": season.number,
                "names": names,
            },
            tournaments=[tournament.pk for tournament in running],
        )


def check_division_ties_decided(played: DivisionProgress, groups: Sequence[Sequence[int]]) -> None:
    """Raises PlacesShared, naming the first who share a place that decides who plays where."""
    if not groups:
        return
    tournament = played.division.tournament
    names = [
        row.entry.player.effective_player.name
        for row in played.course.standings
        if row.entry.player_id in groups[0]
    ]
    address = f"/api/v1/tournaments/{tournament.pk}/tiebreaks/"
    raise PlacesShared(
        "%(names)s share a place of %(tournament)s and would play in different divisions, and nothing "
        "breaks the tie. To go on, let lots break the tie (POST %(address)s, lots last), or name them in "
        "`order`, the better first."
        if played.course.format.has_tiebreaks
        else "%(names)s share a place of %(tournament)s and would play in different divisions, and nothing "
        "breaks the tie. To go on, name them in `order`, the better first.",
        {"names": names, "tournament": tournament.name, "address": address},
        tournament=tournament.pk,
        players=[*groups[0]],
    )
