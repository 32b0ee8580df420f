"""A club's evening of any size: everything that a page lists is there as often as it is asked for."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from matches.accounts.models import User
from matches.play.models import Match, Report
from matches.play.services import report_submit
from matches.players.models import Player
from matches.players.services import claim_make, players_merge
from matches.recordings.services import NewAct, acts_record, recording_begin
from matches.sessions.services import SessionContent, session_answer, session_keep
from tests.conftest import field_entered, fixture_at, work_off
from tests.consent import player_create
from tests.factories import AppointmentFactory, ClubFactory, MatchFactory, PlayerFactory, ServiceUseFactory
from tests.matches.players.people import played
from tests.matches.recordings.played import acts_of_match
from tests.matches.sessions.sheets import SESSION
from tests.matches.solo.playing import begun_solo_game
from tests.tournaments.leagues.seasons import league_of, numbers, opened
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services import (
    club_create,
    club_player_record,
    club_propose,
    club_rating_pool_open,
    membership_add,
    membership_apply,
    service_account_make,
    service_token_issue,
)
from tournaments.events.models import Tournament
from tournaments.events.services import (
    entries_check_in,
    entry_add,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.ladders.rules import Reply
from tournaments.ladders.services import challenge_answer, challenge_make, ladder_create, ladder_join
from tournaments.money.services import fee_payments_record, prize_pools_set, stake_add
from tournaments.points.rules import DivisionLevel
from tournaments.points.services import master_points_set
from tournaments.ponds.services import pond_bid_make, pond_create, pond_enter, pond_start
from tournaments.series.services import series_create
from tournaments.venues.models import Venue
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import match_call, venue_create
from tournaments.webhooks.models import WebhookAttempt
from tournaments.webhooks.services import webhook_add, webhook_test


class GrownEvening:
    """What happens to `size` players of a club, of whom the first looks at the pages as a player."""

    def __init__(self, size: int, director: User) -> None:
        self.size, self.director = size, director
        self.club = club_create(actor=director, name=f"Golden Club of {size}")
        self.field = self.people("Golden", size)
        self.own, self.other = self.field[:2]
        self.numbers: dict[str, int | str] = {
            "clubs": self.club.pk,
            "players": self.own.pk,
            "own player": self.own.pk,
            "against": self.other.pk,
        }
        self.numbers["play"] = begun_solo_game().row.key
        for grow in (
            *(self.members, self.venue, self.cup, self.coming, self.teams, self.ladder, self.league),
            *(
                self.pond,
                self.friendly_matches,
                self.money_sessions,
                self.programs,
                self.records,
                self.beside,
            ),
        ):
            grow()
        work_off()

    @property
    def by(self) -> dict[str, Any]:
        return {"actor": self.director, "club": self.club}

    def people(self, name: str, count: int) -> list[Player]:
        """Players of the club with a login each."""
        called = [f"{name} {number} of {self.size}" for number in range(count)]
        logins = User.objects.bulk_create(User(username=each.lower().replace(" ", "-")) for each in called)
        pairs = zip(called, logins, strict=True)
        return Player.objects.bulk_create(PlayerFactory.build(name=each, user=login) for each, login in pairs)

    def members(self) -> None:
        told = {"recorded_by": self.director, "recorded_at": timezone.now()}
        day = timezone.now().date()
        for player in self.field:
            Membership.objects.create(club=self.club, player=player, kind="member", starts_on=day, **told)
        for player in self.people("Golden Asking", self.size):
            membership_apply(actor=player.user, club_id=self.club.pk, player=player)
            AppointmentFactory(club=self.club, user=player.user, role="director")
        club_rating_pool_open(**self.by, name=f"Rating of {self.size}")
        self.numbers["ratings"] = self.club.rating_pools_kept.get().rating_pool_id

    def venue(self) -> None:
        tables = [VenueTable(str(number)) for number in range(1, self.size + 1)]
        self.hall: Venue = venue_create(**self.by, name=f"Hall of {self.size}", tables=tables)
        self.numbers["venues"] = self.hall.pk

    def cup(self) -> None:
        """A knockout under way: of its first round every other match is decided, the others are reported."""
        cup = self.announced("Spring Cup", check_in=True)
        of_cup: dict[str, Any] = {"actor": self.director, "tournament_id": cup.pk}
        entries = field_entered(cup, self.director, self.field)
        self.money(of_cup, entries)
        entries_check_in(**of_cup, entry_ids=[entry.pk for entry in entries])
        seeded = [entry.pk for entry in entries]
        tournament_draw(**of_cup, seeding=Seeding.MANUAL, seeded=seeded, seed="lots")
        work_off()
        for number in range(self.size // 2):
            match = fixture_at(cup, f"R1-M{number + 1}").match
            if number % 2:
                match_call(actor=self.director, match_id=match.pk, table=str(number))
            self.report(match, match.one.user if number % 2 else self.director)
        self.numbers |= {"tournaments": cup.pk, "entries": entries[0].pk}

    def announced(self, name: str, **terms: Any) -> Tournament:
        return tournament_create(
            **self.by,
            name=f"{name} of {self.size}",
            **{"lengths": (5,), "venue": self.hall.pk, "starts_at": timezone.now() + timedelta(1), **terms},
        )

    def money(self, of_event: dict[str, Any], entries: list[Any]) -> None:
        prizes = [{"place": place, "percent": 100 // self.size} for place in range(1, self.size + 1)]
        pools = [{"name": "Main", "fee": 3_000, "prizes": prizes}]
        pools.append({"name": "Side", "fee": 500, "side": True, "prizes": prizes})
        prize_pools_set(**of_event, currency="JPY", prize_pools=pools)
        fee_payments_record(**of_event, entry_ids=[entry.pk for entry in entries[::2]])
        for entry in entries[::2]:
            stake_add(**of_event, entry_id=entry.pk, prize_pool="Side")

    def report(self, match: Match, actor: User, score: tuple[int, int] = (5, 2)) -> Report:
        report = report_submit(match_id=match.pk, actor=actor, score=score)
        work_off()
        return report

    def coming(self) -> None:
        """An event that takes entries, with applications, of which there is a series."""
        event = self.announced("Summer Cup", check_in=True, entries_need_approval=True)
        field_entered(event, self.director, self.field[1:])
        for player in self.people("Golden Applying", self.size):
            entry_add(actor=player.user, tournament_id=event.pk, player=player)
        self.numbers |= {
            "open tournament": event.pk,
            "series": series_create(actor=self.director, source=event).pk,
        }

    def teams(self) -> None:
        options = {"event": {"format": "round_robin"}, "boards": 2}
        event = self.announced("Team Cup", format="teams", format_options=options, entrants="teams")
        for number in range(self.size // 2):
            members = self.field[2 * number : 2 * number + 2]
            name = f"Team {number} of {self.size}"
            team = player_create(actor=self.director, name=name, kind="team", members=members)
            entry = entry_add(actor=self.director, tournament_id=event.pk, player=team)
        self.numbers |= {"team tournament": event.pk, "team entry": entry.pk}

    def ladder(self) -> None:
        """Everybody is on it, who sees the pages at its foot; every other challenge is accepted."""
        ladder = ladder_create(**self.by, name=f"Wall of {self.size}", kind="position", length=5)
        of_ladder: dict[str, Any] = {"actor": self.director, "ladder_id": ladder.pk}
        for player in self.field[::-1]:
            ladder_join(**of_ladder, player=player)
        for number in range(2, self.size - 1, 2):
            above, below = self.field[number + 1], self.field[number]
            challenge = challenge_make(**of_ladder, challenger=below, challenged=above)
            if number % 4:
                challenge_answer(actor=self.director, challenge_id=challenge.pk, reply=Reply.ACCEPTED)
        self.numbers |= {"ladders": ladder.pk, "challenge": self.other.pk}

    def league(self) -> None:
        """Divisions of three, of whose matches one is decided."""
        league = league_of(self.club, self.director, name=f"League of {self.size}")
        field = [*self.field, *self.people("Golden Beginner", self.size // 2)]
        divisions = numbers(field[first : first + 3] for first in range(0, len(field), 3))
        season = opened(league, self.director, divisions=divisions)
        for division in season.divisions.all():
            fixture = division.tournament.fixtures.select_related("match").earliest("pk")
            self.report(fixture.match, self.director, (3, 1))
        self.numbers["leagues"] = league.pk

    def pond(self) -> None:
        pond = pond_create(**self.by, name=f"Pond of {self.size}")
        for player in self.field:
            pond_enter(actor=self.director, pond_id=pond.pk, player=player)
        pond_start(actor=self.director, pond_id=pond.pk)
        for number, player in enumerate(self.field):
            pond_bid_make(actor=player.user, pond_id=pond.pk, round=1, points=10 + number)
        self.numbers["ponds"] = pond.pk

    def friendly_matches(self) -> None:
        """Of who sees the pages: one with everybody, one that is not agreed on, one that is over."""
        for player in self.field[1:]:
            final = played(self.own, player, self.director)
        open_match = MatchFactory(one=self.own, two=self.other, created_by=self.director)
        for points in range(self.size // 2):
            report = self.report(open_match, self.own.user, (5, points))
        recorded = MatchFactory(created_by=self.director)
        acts = [
            NewAct(str(number), act, tuple(numbers))
            for number, (act, *numbers) in enumerate(acts_of_match(5)[: self.size])
        ]
        recording_begin(match_id=recorded.pk, actor=self.director)
        acts_record(match_id=recorded.pk, actor=self.director, after=0, acts=acts)
        self.numbers |= {"matches": final.pk, "open match": open_match.pk, "reports": report.pk}
        self.numbers["recorded match"] = recorded.pk

    def money_sessions(self) -> None:
        """Of who sees the pages, with each of the others: kept by the one and by the other, and shown."""
        for number, player in enumerate(self.field[1:]):
            sides = (self.own, player) if number % 2 else (player, self.own)
            content = SessionContent(transcript=SESSION, own_name="Ann")
            session = session_keep(actor=sides[0].user, opponent=sides[1], content=content)
            if number:
                session_answer(actor=sides[1].user, session_id=session.pk, agrees=True)
        self.numbers["sessions"] = session.pk

    def programs(self) -> None:
        for number in range(self.size):
            account = service_account_make(
                actor=self.director,
                club_id=self.club.pk,
                name=f"Program {number}",
                expires_at=timezone.now() + timedelta(days=30),
            )
        for number in range(self.size):
            service_token_issue(
                actor=self.director, account_id=account.pk, name=f"Token {number}", scopes=["read"]
            )
            ServiceUseFactory(login=account.login, subject=f"/{number}/", hour=timezone.now())
        self.numbers["service-accounts"] = account.pk
        for number in range(self.size):
            url = f"https://club.example/{number}"
            webhook, _ = webhook_add(actor=self.director, club_id=self.club.pk, url=url)
        for _ in range(self.size):
            delivery = webhook_test(actor=self.director, webhook_id=webhook.pk)
            attempt = {"at": timezone.now(), "milliseconds": 5, "status": 500}
            WebhookAttempt.objects.create(delivery=delivery, **attempt)
        self.numbers["webhooks"] = webhook.pk

    def records(self) -> None:
        """Records that were two, are claimed, or have no login yet; and who is asked to belong elsewhere."""
        for number in range(self.size):
            named = f"{number} of {self.size}"
            double, kept = (
                club_player_record(**self.by, name=f"{each} {named}") for each in ("One", "Another")
            )
            players_merge(actor=self.director, kept=kept, absorbed=double, reason="One person.")
            claiming = User.objects.create(username=f"claiming-{number}-{self.size}")
            claim_make(actor=claiming, player_id=kept.pk)
            club_propose(actor=claiming, name=f"Club proposed {named}")
            other: Club = ClubFactory(name=f"Club {named}")
            AppointmentFactory(club=other, user=self.director)
            membership_add(actor=self.director, club_id=other.pk, player=self.own)

    def beside(self) -> None:
        """What directories list besides."""
        for number in range(self.size // 2):
            named = f"{number} of {self.size}"
            ladder_create(**self.by, name=f"Ladder {named}", kind="position", length=5)
            league_of(self.club, self.director, name=f"League {named}")
            pond_create(**self.by, name=f"Pond {named}")
            venue_create(**self.by, name=f"Hall {named}", tables=[VenueTable("1")])
            self.announced(f"Evening {number}")
        master_points_set(
            actor=self.director,
            tournament_id=self.numbers["tournaments"],
            weight=2.0,
            level=DivisionLevel.OPEN,
        )
