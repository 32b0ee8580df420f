"""Who may enter what, and when: persons, pairs or teams, in time, and nobody twice."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.words import Text
from engine.words import gettext_lazy as _
from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.errors import MomentWord
from matches.players.models import Member, Player
from matches.players.services import check_group_complete, check_player_present
from tournaments.clubs.errors import AlreadyEntered
from tournaments.clubs.services import entries_unwanted
from tournaments.events.errors import EntriesNotOpen, TooManyEntries, TournamentFinished, TournamentStarted
from tournaments.events.models import ENTRIES_MAX, Entry, Tournament
from tournaments.events.selectors import check_tournament_kind, tournament_history


def check_new_entries(tournament: Tournament, entries: Sequence[Entry], *, asked_by: User) -> None:
    """Raises where somebody cannot be entered now; `asked_by`: whose wish it is.

    As many queries as of one, beside those for the members of pairs and teams.
    """
    players = [entry.player for entry in entries]
    for entry in entries[:1]:
        for refused in entries_unwanted(asked_by, players, tournament.club, entry.recorded_at).values():
            raise refused
    coming = sum(not entry.alternate for entry in entries)
    who = players[0].name if len(players) == 1 else _("%(count)s entrants") % {"count": len(players)}
    check_entry_time(tournament, who, coming)
    check_entrants(tournament, players)
    check_room_for_entries(tournament, len(entries))


def check_entries_open(tournament: Tournament, actor: User, now: datetime) -> None:
    """Raises EntriesNotOpen where players may not enter themselves now; officials may."""
    opens, closes = tournament.entries_open_at, tournament.entries_close_at
    if (opens is None or opens <= now) and (closes is None or now < closes):
        return
    if not may_do_action(actor, "tournament_direct", tournament):
        early = opens is not None and now < opens
        moment = opens if early else closes
        assert moment is not None
        raise EntriesNotOpen(
            "Players enter %(tournament)s themselves from %(time)s. A director enters players at any time."
            if early
            else "Players entered %(tournament)s themselves until %(time)s. A director enters players at any "
            "time.",
            {"tournament": tournament.name, "time": MomentWord(moment)},
            opens_at=opens and opens.isoformat(),
            closes_at=closes and closes.isoformat(),
        )


def check_room_for_entries(tournament: Tournament, coming: int) -> None:
    """Raises TooManyEntries."""
    if Entry.objects.filter(tournament=tournament).not_withdrawn().count() + coming > ENTRIES_MAX:
        raise TooManyEntries(
            "%(tournament)s has %(most)s entries, the most it can take."
            if coming == 1
            else "%(tournament)s can take %(most)s entries, and would have more with these %(coming)s.",
            {"tournament": tournament.name, "most": ENTRIES_MAX, "coming": coming},
        )


def check_entry_time(tournament: Tournament, who: str | Text, coming: int) -> None:
    """Raises where somebody comes too late; `coming` is how many want to play, alternates left out."""
    if tournament.state == Tournament.State.OPEN:
        return
    format, (history, _) = tournament.played_as, tournament_history(tournament)
    if format.is_over(history):
        raise TournamentFinished(
            "%(tournament)s is over; its results stand.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    if coming > format.late_seats(len(history.entries)):
        raise TournamentStarted(
            "%(tournament)s has been drawn: too late for %(who)s. Enter an alternate, who may take "
            "somebody's place, or draw again if nobody has played.",
            {"tournament": tournament.name, "who": who},
            tournament=tournament.pk,
        )


def check_entrants(tournament: Tournament, players: Sequence[Player]) -> None:
    """Raises WrongEntrants, TooFewMembers, AlreadyEntered, AlreadyMerged, PlayerAnonymised, GroupIncomplete.

    The players are locked, so that their members stay and nobody merges them meanwhile.
    """
    numbers = [player.pk for player in players]
    rows = Player.objects.select_for_update(no_key=True).order_by("pk")
    locked = rows.prefetch_related("roster__player__stand_in").in_bulk(numbers)
    entering = [locked[number] for number in numbers]
    for player in entering:
        check_player_present(player)
        check_group_complete(player)
        check_tournament_kind(tournament, tournament.name, player)
    check_entering_persons(tournament, [each for player in entering for each in (player, *player.persons)])
    check_nobody_enters_twice(tournament, entering)


def check_nobody_enters_twice(tournament: Tournament, players: Iterable[Player]) -> None:
    """Raises AlreadyEntered where somebody is among those who are entered at once twice."""
    seen: dict[int, Player] = {}
    for player in players:
        for person in player.persons:
            number = person.effective_player.pk
            if number in seen:
                there = Entry(tournament=tournament, player=seen[number])
                raise AlreadyEntered(
                    "%(fault)s", {"fault": already_entered_text(person, there)}, player=person.pk, entry=None
                )
            seen[number] = player


def check_entering_persons(tournament: Tournament, players: Sequence[Player]) -> None:
    """Raises AlreadyEntered, naming who is entered already, alone or with a pair or a team."""
    entered = entrants_already_entered(tournament, players)
    for player in players:
        if there := entered.get(player.pk):
            raise AlreadyEntered(
                "%(fault)s", {"fault": already_entered_text(player, there)}, player=player.pk, entry=there.pk
            )


def already_entered_text(player: Player, there: Entry) -> Text:
    group, words = there.player.effective_player, {"player": player.name, "tournament": there.tournament.name}
    if group == player.effective_player:
        return _("%(player)s is already entered in %(tournament)s.") % words
    return _("%(player)s is already entered in %(tournament)s, with %(group)s.") % {
        **words,
        "group": group.name,
    }


def entrants_already_entered(tournament: Tournament, players: Iterable[Player]) -> dict[int, Entry]:
    """By player the entry in which each of these plays already, alone or with a pair or a team.

    Those beside it count as well: of a division the others of its season. Four queries, one more if anybody
    is in a group.
    """
    beside = (number for stake in hooks.event_stakes() for number in stake.sibling_events(tournament.pk))
    events = {tournament.pk, *beside}
    entered = (
        Entry.objects.filter(tournament__in=events).not_withdrawn().select_related("player", "tournament")
    )
    standing = {player.effective_player.pk: player.pk for player in players if player.pk is not None}
    # Every record of each of them, and under which number each was asked for.
    asked = dict(standing)
    for record, stand_in in Player.objects.filter(stand_in__in=standing).values_list("pk", "stand_in"):
        asked[record] = standing[stand_in or record]
    alone = {asked[entry.player_id]: entry for entry in entered.filter(player__in=asked)}
    groups = {entry.player_id: entry for entry in entered.filter(player__roster__player__in=asked)}
    members = Member.objects.filter(group__in=groups, player__in=asked)
    return {asked[member.player_id]: groups[member.group_id] for member in members} | alone
