"""Where two records of a player stand side by side in an event, they are two players'."""

from django.db.models import Q

from matches import merging, outbox
from matches.merging import Records
from matches.models import Merge, Player
from tournaments.models import (
    Challenge,
    Division,
    Entry,
    LadderJoin,
    Membership,
    PondEntry,
    Tournament,
)
from tournaments.outbox import LADDER_ATTEND


@merging.kept_apart_by
def in_one_tournament(one: Records, two: Records) -> str | None:
    """Both entered in one tournament, or in divisions of one season; who left before the draw is not."""
    events: list[set[int]] = []
    for records in (one, two):
        entries = Entry.objects.filter(player__in=records)
        drawn = entries.exclude(tournament__state=Tournament.State.OPEN)
        there = entries.active().values_list("tournament", flat=True)
        events.append({*there, *drawn.values_list("tournament", flat=True)})
    both = events[0] & events[1]
    if both:
        return f"both are entered in tournament {min(both)}."
    seasons = [
        set(Division.objects.filter(tournament__in=some).values_list("season", flat=True)) for some in events
    ]
    if seasons[0] & seasons[1]:
        return f"both play in season {min(seasons[0] & seasons[1])} of a league."
    return None


@merging.kept_apart_by
def in_one_pond(one: Records, two: Records) -> str | None:
    ponds = [
        set(PondEntry.objects.standing().filter(player__in=records).values_list("pond", flat=True))
        for records in (one, two)
    ]
    both = ponds[0] & ponds[1]
    return f"both are entered in pond {min(both)}." if both else None


@merging.kept_apart_by
def in_one_challenge(one: Records, two: Records) -> str | None:
    """One has challenged the other on a ladder."""
    challenge = Challenge.objects.filter(
        Q(challenger__in=one, challenged__in=two) | Q(challenger__in=two, challenged__in=one)
    ).first()
    return f"one challenged the other on ladder {challenge.ladder_id}." if challenge else None


@merging.followed_by
def ladders_fold_anew(merge: Merge) -> None:
    """Whoever stands for whom, the rungs of both are one's, or two's again."""
    records = Player.objects.records_of(merge.kept_id) | Player.objects.records_of(merge.absorbed_id)
    joined = LadderJoin.objects.filter(player__in=records)
    for ladder in joined.order_by("ladder").values_list("ladder", flat=True).distinct():
        outbox.add(LADDER_ATTEND, ladder)


@merging.counted_by("ladders")
def ladders_joined(records: Records) -> int:
    return LadderJoin.objects.filter(player__in=records).values("ladder").distinct().count()


@merging.counted_by("tournaments")
def tournaments_entered(records: Records) -> int:
    return Entry.objects.filter(player__in=records).values("tournament").distinct().count()


@merging.counted_by("ponds")
def ponds_entered(records: Records) -> int:
    return PondEntry.objects.filter(player__in=records).values("pond").distinct().count()


@merging.counted_by("memberships")
def memberships_held(records: Records) -> int:
    return Membership.objects.filter(player__in=records).count()
