"""Seasons: opened one after the other; each division plays a tournament of its own."""

from datetime import datetime
from typing import cast

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.facts.errors import ExportContradicts
from matches.facts.services import export_contradiction
from matches.players.models import Player
from tournaments.clubs.models import PlacedDetails
from tournaments.events.models import Tournament
from tournaments.events.services import (
    Announcement,
    entry_add,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.leagues.errors import LeagueClosed, SeasonStale
from tournaments.leagues.models import Division, League, Season
from tournaments.leagues.rules import Claims
from tournaments.leagues.selectors import Following, league_list, season_following

from .leagues import league_lock


def season_preview(*, actor: User, league_id: int, claims: Claims) -> Following:
    """What the next season would be; nothing is written.

    Raises LeagueClosed, and what `season_following` does.
    """
    league = league_list().get(pk=league_id)
    require_permission(actor, "league_direct", league)
    check_league_open(league)
    return season_following(league, claims)


@transaction.atomic
def season_open(
    *,
    actor: User,
    league_id: int,
    claims: Claims,
    name: str = "",
    draw: bool = True,
    seed: str = "",
    preview: str = "",
    now: datetime | None = None,
) -> Season:
    """Open the next season: a tournament for each division, its players entered.

    `draw`: drawn as well, seeded in the order they stood, the lots made from `seed` or one invented; else
    left open. `preview` is the token of the preview that was looked at. Raises LeagueClosed, what
    `season_following` does, SeasonStale, and what entering and drawing does.
    """
    league = league_lock(league_id)
    require_permission(actor, "league_direct", league)
    check_league_open(league)
    # A correction waits until the season has opened, or the season for the correction.
    divisions_lock(league)
    following = season_following(league, claims)
    check_season_previewed(following, preview)
    now = now or timezone.now()
    season = Season.objects.create(
        league=league,
        number=following.number,
        name=name,
        withdrawn=list(claims.withdrawn),
        newcomers=list(claims.newcomers),
        tie_order=list(claims.order),
        recorded_by=actor,
        recorded_at=now,
    )
    # Entering locks them one by one; two leagues that share players must do so in the same order.
    players = [player.pk for division in following.divisions for player in division]
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk"))
    for number, division in enumerate(following.divisions, 1):
        division_open(season, number, division, actor=actor, draw=draw, seed=seed, now=now)
    return season


def division_name(season: Season, number: int) -> str:
    """What the tournament of a division is called, in the language of whoever opens the season."""
    return _("%(league)s, %(season)s, %(division)s") % {
        "league": season.league.name,
        "season": season.name or _("Season %(number)s") % {"number": season.number},
        "division": _("Division %(number)s") % {"number": number},
    }


def division_open(
    season: Season,
    number: int,
    players: list[Player],
    *,
    actor: User,
    draw: bool,
    seed: str,
    now: datetime,
) -> Division:
    league = season.league
    tournament = tournament_create(
        actor=actor,
        club=league.club,
        name=division_name(season, number),
        **league_announcement(league),
        **league_details(league),
    )
    entries = [
        entry_add(actor=actor, tournament_id=tournament.pk, player=player, now=now) for player in players
    ]
    division = Division.objects.create(
        season=season, number=number, tournament=tournament, recorded_by=actor, recorded_at=now
    )
    if draw:
        tournament_draw(
            actor=actor,
            tournament_id=tournament.pk,
            seeding=Seeding.MANUAL,
            seeded=[entry.pk for entry in entries],
            seed=seed,
            now=now,
        )
    return division


def league_announcement(league: League) -> Announcement:
    """The terms of a league, as they are announced of its divisions."""
    return cast(Announcement, {name: getattr(league, name) for name in Announcement.__annotations__})


def league_details(league: League) -> PlacedDetails:
    """Whom to ask, where, in which time zone: of a league, and so of its divisions. Their text is theirs."""
    return {"contact": league.contact, "place": league.place, "time_zone": league.time_zone}


def check_league_open(league: League) -> None:
    """Raises LeagueClosed."""
    if league.closed:
        raise LeagueClosed(
            "%(league)s is closed: no further season opens. Open the league again first, if one is to.",
            {"league": league.name},
            league=league.pk,
        )


def check_season_previewed(following: Following, preview: str) -> None:
    """Raises SeasonStale where a preview was looked at and shows something else."""
    if preview and preview != following.confirmation_token:
        raise SeasonStale(
            "Season %(number)s would be another than in the preview: places have changed since. Nothing was "
            "opened. Look at it again, and send the token of what you want.",
            {"number": following.number},
            season=following.number,
        )


def divisions_lock(league: League) -> None:
    """Lock the tournaments of the last season, in the order of their numbers."""
    last = league.seasons.order_by("number").last()
    tournaments = Tournament.objects.filter(division__season=last).order_by("pk")
    list(tournaments.select_for_update(of=("self",), no_key=True))


def seasons_restore() -> None:
    """Nothing of seasons is computed.

    Raises ExportContradicts where one names nobody, or a division plays for another club.
    """
    players = set(Player.objects.values_list("pk", flat=True))
    for season in Season.objects.order_by("pk"):
        for named in (season.withdrawn, season.newcomers, season.tie_order):
            if not isinstance(named, list) or not all(type(one) is int and one in players for one in named):
                raise ExportContradicts(
                    "Season %(season)s names %(named)s, which are no players. Nothing was changed. Take the "
                    "export again, from the service itself.",
                    {"season": season.pk, "named": str(named)[:80]},
                    season=season.pk,
                )
    stranger = Division.objects.exclude(tournament__club=F("season__league__club")).first()
    if stranger is not None:
        raise export_contradiction(
            "Tournament",
            stranger.tournament_id,
            "division %(division)s is of a league of another club",
            {"division": stranger.pk},
        )
