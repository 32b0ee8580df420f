"""Whom records are merged into, and former names to be found by, compared with the facts."""

from django.db import transaction

from matches.players.models import FormerName, Player, Rename

from .merges import stand_ins_differing, stand_ins_write


@transaction.atomic
def stand_ins_compare(repair: bool) -> list[str]:
    """Where it is stored wrongly who stands in for a player, in words."""
    found = []
    for player in stand_ins_differing():
        stored = Player.objects.get(pk=player.pk).stand_in_id
        found.append(f"player {player.pk}: stored as {stored}; the merges say {player.stand_in_id}")
    if repair:
        stand_ins_write()
    return found


@transaction.atomic
def former_names_compare(repair: bool) -> list[str]:
    """Which former names are not found, and which are and should not be, in words."""
    missing = Rename.objects.filter(player__anonymised=False, searched=None)
    left = FormerName.objects.filter(rename__player__anonymised=True)
    found = [f"rename {rename.pk}: the former name is not found" for rename in missing.order_by("pk")]
    found += [f"rename {name.pk}: the name of an anonymised player is found" for name in left.order_by("pk")]
    if repair:
        left.delete()
        former_names_write()
    return found


def former_names_write() -> None:
    """Have every former name found, of whom is not anonymised."""
    missing = Rename.objects.filter(player__anonymised=False, searched=None)
    FormerName.objects.bulk_create(FormerName(rename=rename, name=rename.former) for rename in missing)


@transaction.atomic
def players_compare(repair: bool) -> list[str]:
    """Every difference between what is stored of players and what the facts say, in words."""
    return [*stand_ins_compare(repair), *former_names_compare(repair)]


@transaction.atomic
def players_restore() -> None:
    """Write who stands in for whom, and which former names are found, as the facts say."""
    stand_ins_write()
    former_names_write()
