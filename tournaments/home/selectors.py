"""What is on for somebody: what waits, the events and the clubs that concern them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from matches.accounts.models import User
from matches.hooks import PersonalTask, personal_tasks
from matches.players.models import Player
from tournaments.clubs.models import Appointment, Club
from tournaments.clubs.selectors import own_clubs
from tournaments.events.models import Tournament
from tournaments.events.selectors import PersonalEvent, personal_events
from tournaments.ladders.models import Rung


@dataclass(frozen=True, slots=True)
class Home:
    """What the first page shows somebody.

    running, coming: events. clubs: those that the login runs or belongs to, by name; run: numbers of those it
    runs. rungs: where it stands on ladders.
    """

    tasks: Sequence[PersonalTask]
    running: Sequence[PersonalEvent]
    coming: Sequence[PersonalEvent]
    player: Player | None
    clubs: Sequence[Club]
    run: frozenset[int]
    rungs: Sequence[Rung]


def home_of_login(user: User, now: datetime) -> Home:
    """As many queries however much there is: those of the sources of tasks, and fifteen."""
    events = personal_events(user, now)
    clubs = Club.objects.filter(pk__in=own_clubs(user, timezone.localdate(now)), removed=False)
    rungs = Rung.objects.filter(player__in=Player.objects.of_login(user), ladder__removed=False)
    return Home(
        tasks=personal_tasks(user, now),
        running=[event for event in events if event.tournament.state == Tournament.State.RUNNING],
        coming=[event for event in events if event.tournament.state == Tournament.State.OPEN],
        player=Player.objects.filter(user=user).first(),
        clubs=list(clubs.order_by("name", "pk")),
        run=frozenset(Appointment.objects.of_clubs(user).values_list("club", flat=True)),
        rungs=list(rungs.select_related("ladder__club").order_by("ladder__name", "ladder")),
    )
