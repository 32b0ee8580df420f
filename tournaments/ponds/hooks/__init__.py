"""What the room declares to the others."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from operator import attrgetter

from django.utils.translation import gettext_lazy

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import OFFICIALS, PlaceSource, Role, RoleSource, may_do_action
from matches.base.times.calendars import CalendarEntry
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.versions import topics_through
from matches.hooks import PlayerStake, Records, Room
from matches.players.models import Player
from matches.players.selectors.personal_data import PersonalData
from matches.search.directories import RowDirectory
from tournaments.clubs.selectors import registrar_club
from tournaments.ponds import services
from tournaments.ponds.facts import FACTS
from tournaments.ponds.models import Bid, Pond, PondEntry, PondWithdrawal
from tournaments.ponds.permissions import pond_entry_places, pond_entry_roles, pond_places, pond_roles
from tournaments.ponds.selectors import pond_calendar, pond_list
from tournaments.ponds.words import WORDS

from .invitations import PondDirectorInvitation
from .sections import ClubPonds

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")


class PondStake(PlayerStake):
    """Of ponds, in those who are entered in them."""

    def merge_conflict(self, one: Records, two: Records) -> Text | None:
        ponds = [
            set(PondEntry.objects.not_withdrawn().filter(player__in=records).values_list("pond", flat=True))
            for records in (one, two)
        ]
        both = ponds[0] & ponds[1]
        return _("both are entered in pond %(pond)s.") % {"pond": min(both)} if both else None

    def record_counts(self, records: Records) -> Mapping[str, int]:
        return {"ponds": PondEntry.objects.filter(player__in=records).values("pond").distinct().count()}

    def calendar_entries(self, records: Records, since: datetime) -> Iterable[CalendarEntry]:
        return pond_calendar(records, since)

    def reaches(self, user: User, player: Player) -> bool:
        entries = PondEntry.objects.filter(player=player, recorded_by=player.user_id).not_withdrawn()
        ponds = Pond.objects.filter(pk__in=entries.values("pond"))
        return any(may_do_action(user, "pond_direct", pond) for pond in ponds)

    def known_elsewhere(self, player: Player, records: Records) -> bool:
        others = PondEntry.objects.exclude(pond__club=registrar_club(player))
        return others.filter(player__in=records).exists()

    def has_results(self, records: Records) -> bool:
        return PondEntry.objects.filter(player__in=records).exclude(pond__started=None).exists()


ROOM = Room(
    name="ponds",
    shows={
        "player": topics_through("pond", PondEntry, "pond", "player"),
        "club": topics_through("pond", Pond, "pk", "club"),
        "user": topics_through("pond", Pond, "pk", "director"),
    },
    actions={
        "pond_create": OFFICIALS,
        "pond_direct": OFFICIALS,
        "pond_enter": OFFICIALS | {Role.PLAYER},
        "pond_bid": frozenset({Role.PLAYER}),
    },
    roles=[
        RoleSource(Pond, pond_roles),
        RoleSource(PondEntry, pond_entry_roles),
    ],
    places=[
        PlaceSource(Pond, pond_places),
        PlaceSource(PondEntry, pond_entry_places),
    ],
    player_stakes=[PondStake()],
    invitations={services.POND_DIRECTOR: PondDirectorInvitation()},
    facts=FACTS,
    subjects=[
        Subject(model=Pond, page="pages-tournaments:pond", resource="api-tournaments:pond", number_help="")
    ],
    exported=[
        ExportKind("pond", Pond, omitted=(*Pond.COMPUTED, "search_key")),
    ],
    personal_data=[
        PersonalData("pond_entries", PondEntry, player=("player",), omitted=OTHERS),
        PersonalData("pond_withdrawals", PondWithdrawal, player=("entry__player",), omitted=OTHERS),
        PersonalData("bids", Bid, player=("entry__player",)),
    ],
    wake=lambda now: services.ponds_wake(now=now),
    sweep=lambda now: services.ponds_sweep(),
    compare=lambda repair: services.ponds_compare(repair=repair),
    restore=services.ponds_restore,
    sections=[ClubPonds()],
    directories=[
        RowDirectory(
            kind="pond",
            title=gettext_lazy("Ponds"),
            page="pages-tournaments:pond",
            rows=lambda viewer: pond_list(),
            detail=attrgetter("club.name"),
        )
    ],
    words=WORDS,
)
