"""Merges: two records of one player are one from then on, or two again; nothing played is rewritten."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine.words import Text
from engine.words import gettext_lazy as _
from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.hooks import Records
from matches.players.errors import BothHaveLogins, MergeIntoItself, MergeUndone, NotAlike, PlayersMet
from matches.players.models import Merge, Player
from matches.players.selectors import merged_into, player_records_involved
from matches.work.turns import Turn, take_turns

from .news import player_changed
from .presence import check_player_present


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would bring to `kept`: how many of each thing hang on `absorbed` by now."""

    kept: Player
    absorbed: Player
    counts: dict[str, int]


def merge_preview(*, actor: User, kept: Player, absorbed: Player) -> MergePreview:
    """What such a merge would change, and nothing changed. Raises what making it would raise."""
    require_permission(actor, "players_merge", absorbed)
    check_merge(kept, absorbed)
    records = player_records_involved(absorbed)
    return MergePreview(kept, absorbed, player_record_counts(records))


@transaction.atomic
def players_merge(
    *, actor: User, kept: Player, absorbed: Player, reason: str = "", now: datetime | None = None
) -> Merge:
    """Let `kept` stand in for `absorbed`, which was the same player under another record.

    The login of the absorbed, if it has one, speaks for the kept. Raises MergeIntoItself, AlreadyMerged,
    PlayerAnonymised, NotAlike, BothHaveLogins, PlayersMet.
    """
    require_permission(actor, "players_merge", absorbed)
    take_turns(Turn.PLAYERS)
    kept, absorbed = lock_merged_players(kept, absorbed)
    check_merge(kept, absorbed)
    login = absorbed.user
    if login is not None:
        move_player_login(login, absorbed, kept)
    merge = Merge.objects.create(
        kept=kept,
        absorbed=absorbed,
        login=login,
        reason=reason,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )
    stand_ins_write()
    follow_merge(merge)
    return merge


@transaction.atomic
def merge_undo(*, actor: User, merge: Merge, reason: str, now: datetime | None = None) -> Merge:
    """Part two records again that are not one player's; what each has played is its own again.

    A login that came along goes back, unless it has been taken from the player meanwhile. Raises MergeUndone,
    PlayerAnonymised.
    """
    require_permission(actor, "players_merge", merge.absorbed)
    take_turns(Turn.PLAYERS)
    if merge.undoes_id is not None or Merge.objects.filter(undoes=merge).exists():
        raise MergeUndone(
            "Merge %(merge)s has been undone, or is itself the undoing of one. Merge the two anew.",
            {"merge": merge.pk},
            merge=merge.pk,
        )
    kept, absorbed = lock_merged_players(merge.kept, merge.absorbed)
    for player in (kept, absorbed):
        if player.anonymised:
            check_player_present(player)
    speaks = kept.effective_player
    if merge.login is not None and speaks.user_id == merge.login_id:
        move_player_login(merge.login, speaks, absorbed)
    undoing = Merge.objects.create(
        kept=kept,
        absorbed=absorbed,
        undoes=merge,
        reason=reason,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )
    stand_ins_write()
    follow_merge(undoing)
    return undoing


def lock_merged_players(*players: Player) -> list[Player]:
    """The same players with their rows locked, in order of their numbers."""
    numbers = {player.pk for player in players}
    rows = {row.pk: row for row in Player.objects.select_for_update().filter(pk__in=numbers).order_by("pk")}
    return [rows[player.pk] for player in players]


def move_player_login(login: User, giver: Player, taker: Player) -> None:
    giver.user = None
    giver.save(update_fields=["user"])
    taker.user = login
    taker.save(update_fields=["user"])


def check_merge(kept: Player, absorbed: Player) -> None:
    """Raises what keeps two records from being one player's."""
    if kept == absorbed:
        raise MergeIntoItself(
            "%(kept)s (player %(kept_number)s) is one player already. Name the two records.",
            {"kept": kept.name, "kept_number": kept.pk},
            player=kept.pk,
        )
    for player in (kept, absorbed):
        check_player_present(player)
    check_players_alike(kept, absorbed)
    if kept.user_id is not None and absorbed.user_id is not None:
        raise BothHaveLogins(
            "%(kept)s and %(absorbed)s have a login each: two people, or one who registered twice. Release "
            "the one who should not be first.",
            {"kept": kept.name, "absorbed": absorbed.name},
            players=[kept.pk, absorbed.pk],
        )
    reason = merge_conflict_between(player_records_involved(kept), player_records_involved(absorbed))
    if reason is not None:
        raise PlayersMet(
            "%(kept)s (player %(kept_number)s) and %(absorbed)s (player %(absorbed_number)s) are not one "
            "player: %(reason)s",
            {
                "kept": kept.name,
                "kept_number": kept.pk,
                "absorbed": absorbed.name,
                "absorbed_number": absorbed.pk,
                "reason": reason,
            },
            players=[kept.pk, absorbed.pk],
        )


def check_players_alike(kept: Player, absorbed: Player) -> None:
    """Raises NotAlike."""
    if kept.kind != absorbed.kind:
        raise NotAlike(
            "%(kept)s is a %(kind)s and %(absorbed)s is a %(other_kind)s. Only two of a kind are merged.",
            {
                "kept": kept.name,
                "kind": CodeWord(kept.kind, "player_kind"),
                "absorbed": absorbed.name,
                "other_kind": CodeWord(absorbed.kind, "player_kind"),
            },
            players=[kept.pk, absorbed.pk],
        )
    of_each = [{person.effective_player for person in player.persons} for player in (kept, absorbed)]
    if kept.kind == Player.Kind.PAIR and of_each[0] != of_each[1]:
        raise NotAlike(
            "%(kept)s and %(absorbed)s are pairs of different persons. Merge the persons first, if they are "
            "the same.",
            {"kept": kept.name, "absorbed": absorbed.name},
            players=[kept.pk, absorbed.pk],
        )


def merge_conflict_between(one: Records, two: Records) -> Text | None:
    """Why two cannot be one: both are of a pair or team, or something stands against it elsewhere."""
    together = Player.objects.filter(pk__in=set(one) & set(two)).first()
    if together is not None:
        return _("both are of %(group)s (player %(number)s).") % {
            "group": together.name,
            "number": together.pk,
        }
    return next(
        (reason for stake in hooks.player_stakes() if (reason := stake.merge_conflict(one, two))), None
    )


def player_record_counts(records: Records) -> dict[str, int]:
    """How much hangs on records, by name."""
    return {
        name: count for stake in hooks.player_stakes() for name, count in stake.record_counts(records).items()
    }


def follow_merge(merge: Merge) -> None:
    """Make due what follows a merge that was made, or undone."""
    for stake in hooks.player_stakes():
        stake.players_merged(merge)


def stand_ins_differing() -> list[Player]:
    """Every record of which it is stored wrongly who stands in for it, set right and not saved."""
    standing = merged_into()
    found = []
    for player in Player.objects.filter(Q(stand_in__isnull=False) | Q(pk__in=standing)).order_by("pk"):
        if player.stand_in_id != standing.get(player.pk):
            player.stand_in_id = standing.get(player.pk)
            found.append(player)
    return found


def stand_ins_write() -> None:
    """Store who stands in for whom, as the merges say."""
    for player in stand_ins_differing():
        player.save(update_fields=["stand_in"])
        player_changed(player)
