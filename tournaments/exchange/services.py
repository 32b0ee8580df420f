"""Many entrants at once, from a file: all of them or none."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine import RuleError
from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.players.models import Player
from matches.players.services import NewPerson, check_player_present
from tournaments.clubs.models import Club
from tournaments.clubs.services import entries_unwanted, persons_record
from tournaments.events.errors import SinglesOnly
from tournaments.events.models import ENTRIES_MAX, Entry, Tournament
from tournaments.events.services import (
    already_entered_text,
    check_entry_time,
    entrants_already_entered,
    entries_write,
    tournament_lock,
)
from tournaments.exchange.rules.entrants import Entrant, RowFault, refuse_entrants


@transaction.atomic
def entries_import(
    *, actor: User, tournament_id: int, entrants: Sequence[Entrant], now: datetime | None = None
) -> list[Entry]:
    """Enter everybody named, or nobody.

    Who is named by number is that player. A name is that of the player who has played in an event of the same
    club; where there is none a player is made, where there are several the number has to be given.
    Raises SinglesOnly, InvalidEntrants, TournamentStarted, TournamentFinished.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    if tournament.entrants != Tournament.Entrants.SINGLES:
        raise SinglesOnly(
            "%(tournament)s is played as %(entrants)s, and a file names persons. Enter pairs and teams one "
            "by one.",
            {"tournament": tournament.name, "entrants": CodeWord(tournament.entrants, "entrants")},
            tournament=tournament.pk,
            entrants=tournament.entrants,
        )
    coming = sum(not entrant.alternate for entrant in entrants)
    check_entry_time(tournament, _("%(count)s entrants") % {"count": len(entrants)}, coming)
    now = now or timezone.now()
    players = players_of_entrants(actor, tournament, entrants, now)
    entries = [
        Entry(
            tournament=tournament,
            player=player,
            home=entrant.home,
            family=entrant.family,
            alternate=entrant.alternate,
            recorded_by=actor,
            recorded_at=now,
        )
        for entrant, player in zip(entrants, players, strict=True)
    ]
    return entries_write(tournament, entries)


def players_of_entrants(
    actor: User, tournament: Tournament, entrants: Sequence[Entrant], now: datetime
) -> list[Player]:
    """Whom each row names, players who are new made. Raises InvalidEntrants."""
    numbered = Player.objects.in_bulk([entrant.player for entrant in entrants if entrant.player is not None])
    known = defaultdict(list)
    persons = Player.objects.counted_once().filter(kind=Player.Kind.PERSON, anonymised=False)
    played = Entry.objects.filter(tournament__club=tournament.club_id).values("player")
    there = Q(pk__in=played) | Q(memberships__group__in=played) | Q(stood_in_for__in=played)
    for player in persons.filter(there).distinct():
        known[player.name.casefold()].append(player)
    named = [one_entrant_player(entrant, numbered, known) for entrant in entrants]
    players = lock_known_entrants(who for who in named if isinstance(who, Player))
    entered = entrants_already_entered(tournament, players)
    refused = entries_unwanted(actor, players, tournament.club, now)
    faults, found, twice = [], [], set()
    for entrant, who in zip(entrants, named, strict=True):
        if isinstance(who, RowFault):
            faults.append(who)
        elif who.pk in refused:
            faults.append(RowFault(entrant.row, "name", refused[who.pk].sentence))
        elif who.pk in entered:
            faults.append(RowFault(entrant.row, "name", already_entered_text(who, entered[who.pk])))
        elif who.pk in twice:
            faults.append(
                RowFault(
                    entrant.row, "name", _("%(player)s is named in an earlier row.") % {"player": who.name}
                )
            )
        else:
            found.append(who)
            if who.pk is not None:
                twice.add(who.pk)
    if Entry.objects.filter(tournament=tournament).not_withdrawn().count() + len(entrants) > ENTRIES_MAX:
        faults.append(
            RowFault(entrants[-1].row, "", _("At most %(most)s can enter.") % {"most": ENTRIES_MAX})
        )
    if faults:
        raise refuse_entrants(faults)
    return create_entrant_players(actor, tournament.club, found, now)


def lock_known_entrants(players: Iterable[Player]) -> list[Player]:
    """Those of some players who are not new, locked one after the other: nobody enters them meanwhile."""
    numbers = {player.pk for player in players if player.pk is not None}
    return list(Player.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"))


def one_entrant_player(
    entrant: Entrant, numbered: dict[int, Player], known: dict[str, list[Player]]
) -> Player | RowFault:
    """Who is named; a player not saved yet where nobody is known of that name."""
    if entrant.player is not None:
        unknown = RowFault(
            entrant.row, "player", _("There is no player %(number)s.") % {"number": entrant.player}
        )
        found = numbered.get(entrant.player, unknown)
        if isinstance(found, Player) and found.kind != Player.Kind.PERSON:
            return RowFault(
                entrant.row,
                "player",
                _("%(player)s is a %(kind)s; a person enters.")
                % {"player": found.name, "kind": CodeWord(found.kind, "player_kind")},
            )
        if isinstance(found, Player):
            try:
                check_player_present(found)
            except RuleError as refused:
                return RowFault(entrant.row, "player", refused.sentence)
        return found
    named = known.get(entrant.name.casefold(), [])
    if len(named) > 1:
        return RowFault(
            entrant.row,
            "name",
            _("There are several players called %(name)s: give a number, %(numbers)s.")
            % {"name": entrant.name, "numbers": [player.pk for player in named]},
        )
    return named[0] if named else Player(name=entrant.name)


def create_entrant_players(actor: User, club: Club, players: list[Player], now: datetime) -> list[Player]:
    """The same players, those saved that were not: the club has recorded them."""
    new = [NewPerson(player.name) for player in players if player.pk is None]
    recorded = iter(persons_record(actor, club, new, now))
    return [player if player.pk is not None else next(recorded) for player in players]
