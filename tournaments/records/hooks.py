"""What the room declares to the others."""

from collections.abc import Iterable

from django.http import HttpRequest

from matches.hooks import EventStake, PageContext, PlayerStake, Room, Section, Work
from matches.players.models import Merge
from matches.players.selectors.personal_data import PersonalData
from tournaments.clubs.models import Club
from tournaments.records import services
from tournaments.records.models import EVENT_RECORD, ClubRecord, EventFinish
from tournaments.records.selectors import finished_events
from tournaments.records.words import WORDS

LATEST = 3
"""So many winners are on the page of a club."""


class RecordEventStake(EventStake):
    """Of records, in how events end."""

    def work_after_end(self, event: int) -> Iterable[Work]:
        return [(EVENT_RECORD, event)]


class RecordPlayerStake(PlayerStake):
    """Of records, in who is who."""

    def players_merged(self, merge: Merge) -> None:
        services.records_of_merged_players(merge.kept_id, merge.absorbed_id)


class ClubWinners(Section):
    """Who won the latest events of a club, and the way to all winners and records."""

    subject = Club
    templates = {"side": "records/_club_winners.html"}
    rank = 3

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        latest = [*finished_events(row)[:LATEST]]
        return {"events": latest} if latest else None


ROOM = Room(
    name="records",
    event_stakes=[RecordEventStake()],
    player_stakes=[RecordPlayerStake()],
    personal_data=[
        PersonalData("finishes", EventFinish, player=("player",)),
        PersonalData("club_records", ClubRecord, player=("player",)),
    ],
    sections=[ClubWinners()],
    words=WORDS,
    compare=lambda repair: services.records_compare(repair=repair),
    recompute=services.records_recompute,
)
