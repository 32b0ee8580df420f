"""Who sits where, compared with the facts and made again from them."""

from django.db import transaction

from tournaments.venues.models import Seating, TableCall, Venue
from tournaments.venues.selectors import standing_tables

from .venues import venues_lock


def seatings_compare(*, repair: bool = False) -> list[str]:
    """Every difference between what is stored of who sits where and the calls that stand, in words."""
    venues = list(Venue.objects.order_by("pk").values_list("pk", flat=True))
    return [found for number in venues for found in seatings_of_venue_compare(number, repair)]


@transaction.atomic
def seatings_of_venue_compare(venue_id: int, repair: bool) -> list[str]:
    venues_lock(venue_id)
    by_facts = standing_tables(venue_id)
    stored = dict(Seating.objects.filter(venue=venue_id).values_list("call", "table"))
    if stored == by_facts:
        return []
    if repair:
        Seating.objects.filter(venue=venue_id).delete()
        seatings_write(by_facts)
    return [
        f"venue {venue_id}: call {call} stored at {stored.get(call)}; the facts say {by_facts.get(call)}"
        for call in sorted(stored.keys() | by_facts.keys())
        if stored.get(call) != by_facts.get(call)
    ]


@transaction.atomic
def seatings_restore() -> None:
    """Note who sits where by the calls that stand."""
    for number in Venue.objects.order_by("pk").values_list("pk", flat=True):
        seatings_write(standing_tables(number))


def seatings_write(tables: dict[int, str]) -> None:
    """Write where matches sit, by call."""
    calls = TableCall.objects.in_bulk(tables).values()
    Seating.objects.bulk_create(
        Seating(call=call, match_id=call.match_id, venue_id=call.venue_id, table=tables[call.pk])
        for call in calls
    )
