"""Whether a record of a player is one that anything new is said of."""

from engine.errors import BOTH, link_texts
from matches.accounts.models import User
from matches.players.errors import AlreadyMerged, EntryUnwanted, GroupIncomplete, PlayerAnonymised
from matches.players.models import EntryConsent, Player
from matches.players.selectors import member_invitations

PAIR = 2


def players_lock(*players: Player) -> list[Player]:
    """Some records, their rows locked: until the transaction ends none is merged, parted or anonymised."""
    numbers = [player.pk for player in players]
    return list(Player.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"))


def present_players_lock(*players: Player) -> list[Player]:
    """The same of records that new things may be said of.

    Raises AlreadyMerged, PlayerAnonymised, GroupIncomplete.
    """
    locked = players_lock(*players)
    for player in locked:
        check_player_present(player)
        check_group_complete(player)
    return locked


def check_group_complete(player: Player) -> None:
    """Raises GroupIncomplete for a pair of which somebody has not said yes: it plays nothing before."""
    if player.kind == Player.Kind.PAIR and player.roster.count() < PAIR:
        waiting = member_invitations(player).pending().values_list("player__name", flat=True)
        raise GroupIncomplete(
            "%(player)s is no pair before both have accepted: %(asked)s has been asked."
            if waiting
            else "%(player)s is no pair before both have accepted; name its members.",
            {"player": player.name, "asked": link_texts(BOTH, waiting) if waiting else ""},
            player=player.pk,
        )


def entry_refusers(actor: User, player: Player) -> list[Player]:
    """The persons of a player, a pair or a team who do not let just anybody enter them; none for who is one.

    Of who has no login the registrar decides, and staff acts by office.
    """
    if actor.is_staff or actor.pk in player.logins:
        return []
    persons = [person.effective_player for person in player.persons]
    return [each for each in persons if each.user_id and each.entered_by != EntryConsent.ANYBODY]


def entry_unwanted(player: Player) -> EntryUnwanted:
    """Why a person is not entered by others."""
    return EntryUnwanted(
        "%(player)s has chosen to be entered by who runs a club of theirs, or by themselves. Ask "
        "%(player)s to enter."
        if player.entered_by == EntryConsent.CLUBS
        else "%(player)s has chosen to be entered by themselves. Ask %(player)s to enter.",
        {"player": player.name},
        player=player.pk,
        entered_by=player.entered_by,
    )


def check_player_present(player: Player) -> None:
    """Raises AlreadyMerged, PlayerAnonymised: nothing new is said of, or played by, such a record."""
    if player.stand_in_id is not None:
        raise AlreadyMerged(
            "%(player)s (player %(number)s) was merged into %(kept)s (player %(kept_number)s). Name "
            "that one.",
            {
                "player": player.name,
                "number": player.pk,
                "kept": player.effective_player.name,
                "kept_number": player.stand_in_id,
            },
            player=player.pk,
            stand_in=player.stand_in_id,
        )
    if player.anonymised:
        raise PlayerAnonymised(
            "%(player)s has been anonymised, which cannot be taken back. Whoever plays again is entered as "
            "a new player.",
            {"player": player.name},
            player=player.pk,
        )
