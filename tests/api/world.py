"""Two clubs with the same people and events, whose people are strangers to each other."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.play.models import Match
from matches.play.rules.results import ResultKind
from matches.play.services import game_record, report_submit, report_verify, ruling_appeal, ruling_make
from matches.players.models import Player
from matches.players.services import claim_make, invitation_link_issue, player_create, players_merge
from matches.ratings.services import rating_pool_edit, rating_pool_open
from matches.recordings.services import NewAct, acts_record, recording_begin
from matches.sessions.services import SessionContent, session_answer, session_keep, session_show
from tests.conftest import drawn_knockout, field_entered, work_off
from tests.consent import accept_all, committee_appoint
from tests.consent import club_appoint as appoint
from tests.consent import membership_add as enter_member
from tests.consent import player_create as create_group
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tests.matches.recordings.played import acts_of_match
from tests.matches.sessions.sheets import SESSION
from tests.matches.solo.playing import begun_solo_game, played_solo_game
from tests.tournaments.leagues.seasons import in_a_ring, league_of, opened, play
from tournaments.clubs.models import Club, ClubEdit
from tournaments.clubs.services import (
    club_appoint,
    club_create,
    club_edit,
    club_player_record,
    club_propose,
    club_rating_pool_open,
    club_sanction,
    membership_add,
    membership_apply,
    service_account_make,
    service_token_issue,
)
from tournaments.events.models import Tournament, TournamentEdit
from tournaments.events.services import (
    entries_check_in,
    entry_add,
    entry_withdraw,
    round_withdraw,
    tournament_create,
    tournament_draw,
    tournament_edit,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.ladders.models import LadderEdit
from tournaments.ladders.services import challenge_make, ladder_create, ladder_edit, ladder_join
from tournaments.leagues.models import Division
from tournaments.leagues.services import league_edit
from tournaments.money.services import entry_fee_set, prize_pools_set
from tournaments.ponds.models import PondEdit
from tournaments.ponds.services import pond_create, pond_edit, pond_enter, pond_start
from tournaments.series.services import series_create, series_edit
from tournaments.venues.models import VenueEdit
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import match_call, venue_create, venue_edit
from tournaments.webhooks.services import webhook_add, webhook_test

PASSWORD = "white anti-jacoby 41"
# It is read and refused: it is of others, and stops after a play.
TRANSCRIPT = b" 5 point match\n\n Game 1\n Left : 0      Right : 0\n  1) 31: 8/5 6/5\n"
# The people of a club, in the order in which the table has them.
PEOPLE = ("login", "player", "registrar", "scorekeeper", "program", "director", "owner")

Things = dict[str, Any]


@dataclass
class ClubWorld:
    """A club with whoever and whatever belongs to it.

    people: logins, by what they are. secrets: their tokens. things: numbers of rows, and words, by what cases
    call them. of: what is another thing for one of the people, as everybody's own token.
    """

    name: str
    people: dict[str, User] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    things: Things = field(default_factory=dict)
    of: dict[str, Things] = field(default_factory=dict)


@dataclass
class World:
    ours: ClubWorld
    theirs: ClubWorld


def two_clubs() -> World:
    """Both, and of each what the other asks its player without a login."""
    staff = person("staff", is_staff=True, is_superuser=True)
    national = rating_pool_open(actor=staff, name="National")
    ours, theirs = (one_club(name, staff) for name in ("A", "B"))
    third = club_create(actor=UserFactory(username="third"), name="A Third Club")
    for club in (ours, theirs):
        make_questions(club)
        club.things["national"] = national.pk
        kept = Player.objects.get(pk=club.things["kept"])
        asked = membership_add(actor=User.objects.get(username="third"), club_id=third.pk, player=kept)
        club.things["asked of kept"] = asked.pk
        club.people["staff"] = staff
        issue_tokens(club)
    return World(ours, theirs)


def person(name: str, **how: Any) -> User:
    user = UserFactory.build(username=name.lower(), **how)
    user.set_password(PASSWORD)
    user.save()
    return user


def issue_tokens(club: ClubWorld) -> None:
    """A token with every scope for everybody, who have a second one as well."""
    for role, user in club.people.items():
        if role != "program":
            club.secrets[role] = token_issue(user=user, name="test", scopes=Token.Scope.values)[1]
        own = club.of.setdefault(role, {})
        own["tokens"] = Token.objects.filter(user=user).latest("pk").pk
        own["username"] = user.username
    club.things |= club.of["player"]


def one_club(name: str, staff: User) -> ClubWorld:
    world = ClubWorld(name)
    make_people(world)
    make_players(world, staff)
    make_clubs(world, staff)
    accept_all()
    make_venues(world)
    make_groups(world)
    make_matches(world)
    make_calls(world)
    make_sessions(world)
    make_events(world)
    make_series(world)
    make_ladders(world)
    make_leagues(world)
    make_ponds(world)
    make_program(world)
    work_off()
    return world


def make_people(world: ClubWorld) -> None:
    for role in PEOPLE:
        if role != "program":
            world.people[role] = person(f"{role}{world.name}")
    world.things |= {"login": world.people["player"].username, "stranger": f"stranger{world.name}".lower()}
    UserFactory(username=world.things["stranger"])


def make_players(world: ClubWorld, staff: User) -> None:
    """Ann is the one with the login of the table, the others have logins of their own."""
    ann = PlayerFactory(name=f"Ann {world.name}", user=world.people["player"])
    others = [
        PlayerFactory(name=f"{name} {world.name}", user=UserFactory(username=f"{name}{world.name}".lower()))
        for name in ("Bob", "Cem", "Dai", "Eva")
    ]
    noted = player_create(actor=world.people["registrar"], name=f"Noa {world.name}")
    spare = [PlayerFactory(name=f"Spare {number} {world.name}") for number in range(4)]
    merge = players_merge(actor=staff, kept=spare[0], absorbed=spare[1], reason="The same.")
    world.things |= {
        "players": ann.pk,
        "name": ann.name,
        "other": others[0].pk,
        "field": [ann.pk, *(player.pk for player in others)],
        "kept": 0,
        "merges": merge.pk,
        "spare": spare[2].pk,
        "double": spare[3].pk,
        "three": [ann.pk, *(player.pk for player in others[:2])],
    }
    world.of["registrar"] = {"kept": noted.pk, "kept name": noted.name}


def make_clubs(world: ClubWorld, staff: User) -> None:
    """One club for most, and others: the player belongs to one, wants to belong to one, is asked by one."""
    owner, director = world.people["owner"], world.people["director"]
    for word in ("clubs", "hall", "house", "inn"):
        club = club_create(actor=owner, name=f"{word.title()} {world.name}")
        appoint(actor=owner, club=club, user=director, role="director")
        world.things[word] = club.pk
    club = Club.objects.get(pk=world.things["clubs"])
    club_sanction(actor=staff, club=club, reason="We know them.")
    ann = player_of(world)
    helper = appoint(
        actor=owner, club=club, user=UserFactory(username=f"helper{world.name}".lower()), role="director"
    )
    pool = club_rating_pool_open(actor=owner, club=club, name=f"Pool {world.name}")
    unused = club_rating_pool_open(actor=owner, club=club, name=f"Unused {world.name}")
    rating_pool_edit(actor=owner, rating_pool_id=unused.pk, text="Of nobody.", closed=True)
    kept, linked, claimed, unlinked = (
        club_player_record(actor=owner, club=club, name=f"{word} {world.name}")
        for word in ("Kim", "Lin", "Moe", "Nia")
    )
    member = enter_member(actor=owner, club_id=world.things["hall"], player=ann)
    inn = world.things["inn"]
    club_edit(actor=owner, club_id=inn, place="At the harbour")
    world.things["club edit"] = ClubEdit.objects.get(club=inn).pk
    world.things |= {
        "appointments": helper.pk,
        "rating-pools": pool.pk,
        "unused": unused.pk,
        "pool edit": unused.edits.get().pk,
        "kept": kept.pk,
        "kept name": kept.name,
        "linked": linked.pk,
        "claimed": claimed.pk,
        "unlinked": unlinked.pk,
        "members": member.pk,
    }


def player_of(world: ClubWorld, index: int = 0) -> Player:
    return Player.objects.get(pk=world.things["field"][index])


def club_of(world: ClubWorld) -> Club:
    return Club.objects.get(pk=world.things["clubs"])


def players_of(world: ClubWorld, count: int) -> list[Player]:
    return [player_of(world, index) for index in range(count)]


def make_venues(world: ClubWorld) -> None:
    """One that is used, of two tables at least, and one that is not."""
    owner, club = world.people["owner"], club_of(world)
    tables = [VenueTable("1"), VenueTable("2")]
    venue = venue_create(actor=owner, club=club, name=f"Café {world.name}", tables=tables)
    venue_edit(actor=owner, venue_id=venue.pk, place="At the harbour")
    world.things |= {
        "venues": venue.pk,
        "venue edit": VenueEdit.objects.get(venue=venue).pk,
        "empty venue": venue_create(actor=owner, club=club, name=f"Garden {world.name}").pk,
    }


def make_sessions(world: ClubWorld) -> None:
    """Sessions of the player and another: one that both show to everybody, one that the other keeps."""
    ann, bob = players_of(world, 2)
    content = SessionContent(transcript=SESSION, own_name="Ann")
    shown = session_keep(actor=ann.user, opponent=bob, content=content)
    session_answer(actor=bob.user, session_id=shown.pk, agrees=True)
    for player in (ann, bob):
        session_show(actor=player.user, session_id=shown.pk, public=True)
    world.things["sessions"] = shown.pk
    points = SessionContent(points=(4, 0))
    world.things["session to answer"] = session_keep(actor=bob.user, opponent=ann, content=points).pk


def make_calls(world: ClubWorld) -> None:
    """The final of the cup is next at the venue; the final of others sits at a table there."""
    owner, venue = world.people["owner"], world.things["venues"]
    tournament_edit(actor=owner, tournament_id=world.things["cup"], venue=venue)
    seated = drawn_knockout(club_of(world), owner, players_of(world, 4)[2:], (5,))
    appoint(
        actor=owner,
        club=club_of(world),
        user=world.people["scorekeeper"],
        role="scorekeeper",
        tournament=seated,
    )
    call = match_call(actor=owner, match_id=seated.fixtures.get().match.pk, table="2", venue_id=venue)
    world.things["calls"] = call.pk


def make_groups(world: ClubWorld) -> None:
    ann, bob, cem, dai, _ = players_of(world, 5)
    owner, club = world.people["owner"], club_of(world)
    teams = tournament_create(
        actor=owner,
        club=club,
        name="Teams",
        lengths=(5,),
        format="teams",
        format_options={"boards": 2},
        entrants="teams",
    )
    entries = []
    for name, members in (("Red", (ann, bob)), ("Blue", (cem, dai))):
        group = create_group(actor=owner, name=f"{name} {world.name}", kind="team", members=list(members))
        entries.append(entry_add(actor=members[0].user, tournament_id=teams.pk, player=group))
    world.things |= {"teams": teams.pk, "team entry": entries[0].pk, "line-up": [ann.pk, bob.pk]}


def make_matches(world: ClubWorld) -> None:
    """Finals of the player against another: to come, begun, recorded, reported, ruled, and appealed."""
    owner, now = world.people["owner"], timezone.now()
    ann, bob = players_of(world, 2)
    finals = {}
    for word in (
        "cup",
        "begun",
        "recorded",
        "played out",
        "reported",
        "entered",
        "entered by another",
        "ruled",
        "appealed",
        "heard",
    ):
        event = drawn_knockout(club_of(world), owner, [ann, bob], (5,))
        appoint(
            actor=owner,
            club=club_of(world),
            user=world.people["scorekeeper"],
            role="scorekeeper",
            tournament=event,
        )
        finals[word] = event.fixtures.get().match
        world.things |= {word: event.pk, f"match {word}": finals[word].pk}
    game_record(match_id=finals["begun"].pk, actor=ann.user, number=1, winner=1, points=1, now=now)
    for word, acts in (("recorded", [["open", 3, 1]]), ("played out", acts_of_match(5))):
        match = finals[word].pk
        recording_begin(match_id=match, actor=ann.user, now=now)
        new = [NewAct(f"{number}", act, tuple(numbers)) for number, (act, *numbers) in enumerate(acts)]
        acts_record(match_id=match, actor=ann.user, after=0, acts=new, now=now)
    sent = report_submit(match_id=finals["reported"].pk, actor=bob.user, score=(3, 5), now=now)
    report_verify(report_id=sent.pk, now=now)
    unread = report_submit(match_id=finals["appealed"].pk, actor=bob.user, transcript=TRANSCRIPT, now=now)
    report_verify(report_id=unread.pk, now=now)
    entered = {}
    for word, who in (("entered", "scorekeeper"), ("entered by another", "owner")):
        report = report_submit(match_id=finals[word].pk, actor=world.people[who], score=(5, 3), now=now)
        report_verify(report_id=report.pk, now=now)
        entered[word] = report.pk
    rulings = {word: rule(world, finals[word]) for word in ("ruled", "appealed", "heard")}
    appeals = {
        word: ruling_appeal(
            ruling_id=rulings[word].pk, actor=ann.user, reason="The clock was broken.", now=now
        )
        for word in ("appealed", "heard")
    }
    bench = [UserFactory(username=f"{word}{world.name}".lower()) for word in ("pia", "quin")]
    committee_appoint(
        appeal_id=appeals["heard"].pk, actor=owner, members=[world.people["scorekeeper"], *bench], now=now
    )
    world.things |= {
        "tournaments": world.things["cup"],
        "matches": finals["cup"].pk,
        "beside": MatchFactory(one=ann, two=bob).pk,
        "reports": sent.pk,
        "transcript": unread.pk,
        "first game": 1,
        **entered,
        "rulings": rulings["ruled"].pk,
        "appeals": appeals["appealed"].pk,
        "heard": appeals["heard"].pk,
        "bench": [user.username for user in bench] + [world.things["stranger"]],
        "solo": begun_solo_game().row.key,
        "solo between games": played_solo_game().row.key,
    }


def rule(world: ClubWorld, match: Match) -> Any:
    return ruling_make(
        match_id=match.pk,
        actor=world.people["owner"],
        kind=ResultKind.FORFEIT,
        winner=1,
        reason="Out of time.",
        now=timezone.now(),
    )


def make_events(world: ClubWorld) -> None:
    owner, club = world.people["owner"], club_of(world)
    ann, bob, cem, dai, eva = players_of(world, 5)

    def announced(word: str, *players: Player, **how: Any) -> tuple[Tournament, list[Any]]:
        terms = {"name": word.title(), "lengths": (3,), **how}
        event = tournament_create(actor=owner, club=club, **terms)
        appoint(
            actor=owner, club=club, user=world.people["scorekeeper"], role="scorekeeper", tournament=event
        )
        world.things[word] = event.pk
        return event, field_entered(event, owner, players)

    event, _ = announced("empty")
    tournament_edit(actor=owner, tournament_id=event.pk, name="Still empty")
    world.things["edits"] = TournamentEdit.objects.get(tournament=event).pk
    announced("full", ann, bob, cem)
    announced("shut", bob, cem, entries_need_approval=True)
    event, entries = announced("coming", ann, bob, cem, check_in=True)
    world.things |= {"entries": entries[0].pk, "entry of another": entries[1].pk}
    prize_pools_set(
        actor=owner,
        tournament_id=event.pk,
        currency="EUR",
        prize_pools=[
            {"name": "Side", "fee": 500, "side": True, "prizes": [{"place": 1, "percent": 100}]},
        ],
    )
    event, entries = announced("paid", ann, bob)
    world.things["paid entry"] = entries[0].pk
    entry_fee_set(actor=owner, tournament_id=event.pk, cents=1000, currency="EUR")
    event, _ = announced("asked", bob, cem, entries_need_approval=True)
    asked = entry_add(actor=ann.user, tournament_id=event.pk, player=ann)
    world.things["entry application"] = asked.pk
    event, entries = announced("there", ann, bob, cem, check_in=True)
    world.things |= {"there entry": entries[0].pk, "there entry of another": entries[1].pk}
    entries_check_in(actor=owner, tournament_id=event.pk, entry_ids=[entry.pk for entry in entries[:2]])
    event, entries = announced("left", ann, bob)
    gone = entry_withdraw(actor=owner, tournament_id=event.pk, entry_id=entries[0].pk)
    world.things["left entry"] = gone.entry_id
    for word in ("swiss", "unpaired"):
        event, entries = announced(word, ann, bob, cem, dai, format="swiss", format_options={"rounds": 2})
        alternate = entry_add(actor=owner, tournament_id=event.pk, player=eva, alternate=True)
        tournament_draw(actor=owner, tournament_id=event.pk, seeding=Seeding.RANDOM, seed="lots")
        work_off()
        world.things |= {f"{word} pairings": event.published_rounds.get().pk}
        world.things |= {f"{word} leaves": entries[3].pk, f"{word} alternate": alternate.pk}
    world.things |= {"first": entries[0].pk, "second": entries[1].pk}
    round_withdraw(
        actor=owner,
        tournament_id=world.things["unpaired"],
        published_round_id=world.things["unpaired pairings"],
        reason="A seed was wrong.",
    )
    event, entries = announced("shared", ann, bob, cem, format="round_robin", tiebreaks=["wins", "play_off"])
    tournament_draw(actor=owner, tournament_id=event.pk, seeding=Seeding.RANDOM, seed="lots")
    work_off()
    play(Division(tournament=event), owner, in_a_ring([ann, bob, cem]))
    world.things["shared entries"] = [entry.pk for entry in entries]
    prize_pools_set(
        actor=owner,
        tournament_id=event.pk,
        currency="EUR",
        prize_pools=[{"name": "Main", "fee": 500, "prizes": [{"place": 1, "percent": 100}]}],
        reason="As agreed.",
    )
    world.things["shared entry"] = entries[0].pk


def make_series(world: ClubWorld) -> None:
    """An event that is held every week, and one that may be."""
    owner, club = world.people["owner"], club_of(world)
    starts = timezone.now() + timedelta(days=30)
    weekly, again = (
        tournament_create(actor=owner, club=club, name=name, lengths=(3,), starts_at=starts)
        for name in ("Weekly", "Again")
    )
    series = series_create(actor=owner, source=weekly)
    series_edit(actor=owner, series_id=series.pk, days_ahead=10)
    world.things |= {"series": series.pk, "series edit": series.edits.get().pk, "again": again.pk}


def make_ladders(world: ClubWorld) -> None:
    """The player is challenged on one, may challenge on another, and is not yet on the third."""
    owner, club = world.people["owner"], club_of(world)
    ann, bob = players_of(world, 2)
    for word, on_it in (("ladders", (ann, bob)), ("calm", (bob, ann)), ("bare", ())):
        ladder = ladder_create(actor=owner, club=club, name=word.title(), kind="position", length=5)
        for player in on_it:
            ladder_join(actor=owner, player=player, ladder_id=ladder.pk)
        world.things[word] = ladder.pk
    bare = world.things["bare"]
    ladder_edit(actor=owner, ladder_id=bare, place="At the harbour")
    world.things["ladder edit"] = LadderEdit.objects.get(ladder=bare).pk
    challenge = challenge_make(actor=owner, ladder_id=world.things["ladders"], challenger=bob, challenged=ann)
    world.things["challenges"] = challenge.pk


def make_leagues(world: ClubWorld) -> None:
    owner, club = world.people["owner"], club_of(world)
    season = opened(league_of(club, owner), owner, divisions=[world.things["field"][:3]])
    world.things |= {"leagues": season.league_id, "seasons": season.number}
    unopened = league_of(club, owner, name="Friday League")
    league_edit(actor=owner, league_id=unopened.pk, place="At the harbour")
    world.things |= {"unopened": unopened.pk, "league edit": unopened.edits.get().pk}


def make_ponds(world: ClubWorld) -> None:
    owner, club = world.people["owner"], club_of(world)
    field = players_of(world, 3)
    for word, swimming in (("ponds", field), ("running", field), ("dry", ())):
        pond = pond_create(actor=owner, club=club, name=word.title())
        for player in swimming:
            entry = pond_enter(actor=player.user, player=player, pond_id=pond.pk)
            world.things.setdefault(f"{word} entry", entry.pk)
        world.things[word] = pond.pk
    pond_start(actor=owner, pond_id=world.things["running"])
    dry = world.things["dry"]
    pond_edit(actor=owner, pond_id=dry, place="At the harbour")
    world.things["pond edit"] = PondEdit.objects.get(pond=dry).pk


def make_questions(world: ClubWorld) -> None:
    """What waits for an answer: an application, invitations, a claim, a link."""
    owner, ann = world.people["owner"], player_of(world)
    application = membership_apply(actor=ann.user, club_id=world.things["house"], player=ann)
    asked = membership_add(actor=owner, club_id=world.things["inn"], player=ann)
    post = club_appoint(actor=owner, club=club_of(world), user=world.people["login"], role="director")
    claim = claim_make(
        actor=UserFactory(username=f"claimant{world.name}".lower()), player_id=world.things["claimed"]
    )
    proposal = club_propose(actor=world.people["login"], name=f"Proposed {world.name}")
    issued = invitation_link_issue(actor=owner, player_id=world.things["linked"])
    world.things |= {
        "applications": application.pk,
        "invitations": asked.pk,
        "asked of login": post.pk,
        "claims": claim.pk,
        "club-proposals": proposal.pk,
        "invitation-links": issued.link.pk,
        "secret": issued.secret,
    }


def make_program(world: ClubWorld) -> None:
    director = world.people["director"]
    account = service_account_make(
        actor=director,
        club_id=world.things["clubs"],
        name="Scoreboard",
        expires_at=timezone.now() + timedelta(days=90),
    )
    token, secret = service_token_issue(
        actor=director, account_id=account.pk, name="hall", scopes=["read", "report", "enter", "direct"]
    )
    webhook, _ = webhook_add(actor=director, club_id=world.things["clubs"], url="https://club.example/hook")
    delivery = webhook_test(actor=director, webhook_id=webhook.pk)
    world.things |= {"webhooks": webhook.pk, "deliveries": delivery.pk}
    world.people["program"], world.secrets["program"] = account.login, secret
    world.things |= {"service-accounts": account.pk, "service token": token.pk}
