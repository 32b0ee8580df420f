"""A club night on which nearly everything happens: what lists and exports of facts are tried on."""

from datetime import datetime, time, timedelta
from typing import Any

from matches.accounts.models import User
from matches.play.models import Match, Report, Ruling
from matches.play.rules.results import ResultKind
from matches.play.services import (
    game_record,
    game_take_back,
    match_process_due,
    match_schedule,
    penalty_give,
    report_answer,
    report_redo,
    report_submit,
    report_undo,
    report_verify,
    ruling_appeal,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
    vote_cast,
)
from matches.players.models import Player
from matches.players.services import (
    anonymisation_cancel,
    claim_answer,
    claim_make,
    claim_object,
    claim_take_effect,
    invitation_link_issue,
    invitation_link_use,
    invitation_link_withdraw,
    merge_undo,
    player_anonymise,
    player_anonymise_due,
    player_release,
    players_merge,
)
from matches.ratings.models import RatingPool
from matches.ratings.services import (
    Elsewhere,
    rating_pool_edit,
    rating_pool_open,
    rating_pool_rate,
    results_import,
)
from matches.recordings.services import NewAct, acts_record, recording_begin
from tests.conftest import DATA, NOON, fixture_at, players_named, work_off
from tests.consent import club_appoint, committee_appoint, membership_add, player_create, player_edit
from tests.factories import AliasFactory, MatchFactory, PlayerFactory, UserFactory
from tests.matches.pictures.drawing import drawn, sent
from tests.rows import made_once
from tests.tournaments.leagues.seasons import by_strength, league_of, numbers, play
from tournaments.clubs.models import Club
from tournaments.clubs.services import (
    application_answer,
    club_create,
    club_edit,
    club_player_record,
    club_proposal_answer,
    club_propose,
    club_rating_pool_open,
    club_sanction,
    membership_apply,
    membership_end,
    service_account_end,
    service_account_make,
)
from tournaments.events.models import Entry, EntryApplication, Tournament
from tournaments.events.services import (
    entries_check_in,
    entry_add,
    entry_application_answer,
    entry_check_in,
    entry_check_in_take_back,
    entry_come_back,
    entry_substitute,
    entry_withdraw,
    line_up_set,
    pairing_by_hand_post,
    round_release,
    round_withdraw,
    tournament_create,
    tournament_draw,
    tournament_edit,
    tournament_tiebreaks_set,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.ladders.rules import Reply
from tournaments.ladders.services import (
    challenge_answer,
    challenge_make,
    ladder_create,
    ladder_edit,
    ladder_join,
    ladder_leave,
)
from tournaments.leagues.rules import Claims
from tournaments.leagues.services import league_edit, league_edit_undo, season_open
from tournaments.money.services import (
    entry_fee_set,
    fee_payments_record,
    payout_hand_over,
    prize_pools_set,
    stake_add,
)
from tournaments.points.rules import DivisionLevel
from tournaments.points.services import master_points_set
from tournaments.ponds.services import (
    pond_bid_make,
    pond_call_off,
    pond_create,
    pond_edit,
    pond_edit_undo,
    pond_enter,
    pond_leave,
    pond_process_due,
    pond_start,
)
from tournaments.series.services import series_create, series_edit, series_edit_undo, series_process_due
from tournaments.venues.models import Venue
from tournaments.venues.rules.tables import TableUse, VenueTable
from tournaments.venues.services import (
    attendance_record,
    call_move,
    call_take_back,
    match_call,
    match_call_next,
    venue_create,
    venue_edit,
)
from tournaments.webhooks.services import webhook_add, webhook_test
from tournaments.webhooks.services.sending import Outcome, attempt_write, webhook_pause

TRANSCRIPT = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()

CUP = "Spring Cup – 春"


class Clock:
    """A minute later each time it is asked."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> datetime:
        self.minutes += 1
        return NOON + timedelta(minutes=self.minutes)


def eventful_night() -> Tournament:
    """The tournament of the night that `played` describes, where there is nothing else."""
    return made_once("the eventful night", played)


def played() -> Tournament:
    """A knockout of eight with disputes, rulings, an appeal, a withdrawal; a Swiss, a league, matches beside.

    Returns the knockout.
    """
    now = Clock()
    director = UserFactory(username="director")
    club = club_create(actor=director, name="Golden Club")
    field = players_named(8)
    field[0].aliases.create(name="ann_online")
    AliasFactory(player=field[1], name="ann_online")
    helper = UserFactory(username="helper")
    rating_pools(director, club, now)
    cup = tournament_create(actor=director, club=club, name=CUP, lengths=(5, 7))
    hall = golden_hall(director, club, now)
    tournament_edit(
        actor=director, tournament_id=cup.pk, venue=hall.pk, tables=["1", "2"], reason="Known now.", now=now()
    )
    club_edit(
        actor=director,
        club_id=club.pk,
        text="Every Tuesday.",
        picture=sent(drawn()),
        picture_alt="The hall.",
        now=now(),
    )
    club_appoint(actor=director, club=club, user=helper, role="scorekeeper", tournament=cup)
    entries = [entry_add(actor=director, tournament_id=cup.pk, player=player, now=now()) for player in field]
    tournament_draw(
        actor=director,
        tournament_id=cup.pk,
        seeding=Seeding.MANUAL,
        seeded=[entry.pk for entry in entries],
        seed="lots",
        now=now(),
    )
    work_off()
    first, second, third = (fixture_at(cup, f"R1-M{number}").match for number in (1, 2, 3))
    dispute(first, director, now)
    confirm(second, now)
    appeal(third, director, now)
    entry_withdraw(
        actor=director,
        tournament_id=cup.pk,
        entry_id=fixture_at(cup, "R1-M4").two_id,
        reason="The last train.",
        now=now(),
    )
    work_off()
    at_tables(cup, director, now)
    transcribed(fixture_at(cup, "R2-M1").match, director, now)
    results_from_elsewhere(field, now)
    silent(fixture_at(cup, "R2-M2").match, now)
    correct(second, director, now)
    beside(director, field, now)
    together(director, club, field, now)
    pond(director, club, field[:4], now)
    ladder(director, club, field[:4], now)
    work_off()
    swiss(director, club, field, now, hall)
    seasons(director, club, field, now)
    series(director, club, now)
    people(director, club, now)
    clubs_proposed(now)
    return cup


def golden_hall(director: User, club: Club, now: Clock) -> Venue:
    """Where the club plays, whose third table breaks a leg."""
    tables = [VenueTable("1"), VenueTable("2"), VenueTable("3")]
    hall = venue_create(actor=director, club=club, name="Golden Hall", closes_at=time(0, 30), tables=tables)
    tables[2] = VenueTable("3", TableUse.OUT_OF_USE, "A leg is broken.")
    return venue_edit(
        actor=director, venue_id=hall.pk, closes_at=time(23, 15), tables=tables, reason="A leg.", now=now()
    )


def at_tables(cup: Tournament, director: User, now: Clock) -> None:
    """One match is called and moved, one of its players late; the other is called, and that taken back."""
    late, early = (fixture_at(cup, key).match for key in ("R2-M1", "R2-M2"))
    call = match_call(actor=director, match_id=late.pk, table="1", now=now())
    for present in (False, True):
        attendance_record(actor=director, call_id=call.pk, side=1, present=present, now=now())
    call_move(actor=director, call_id=call.pk, table="2", now=now())
    call = match_call(actor=director, match_id=early.pk, table="1", now=now())
    call_take_back(actor=director, call_id=call.pk, reason="Dinner.", now=now())


def send_report(match: Match, actor: User, now: Clock, **content: object) -> Report:
    report = report_submit(match_id=match.pk, actor=actor, now=now(), **content)  # type: ignore[arg-type]
    report_verify(report_id=report.pk, now=now())
    work_off()
    return report


def dispute(match: Match, director: User, now: Clock) -> None:
    """Two reports that differ, a ruling, which is undone, and brought back."""
    send_report(match, match.one.user, now, score=(5, 3))
    send_report(match, match.two.user, now, score=(3, 5))
    ruling = ruling_make(
        match_id=match.pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=(5, 3),
        reason="Two saw it.",
        now=now(),
    )
    for reason in ("They saw another match.", "No, this one."):
        moment = now()
        looked = ruling_undo_preview(ruling_id=ruling.pk, actor=director, now=moment)
        ruling = ruling_undo(
            ruling_id=ruling.pk, actor=director, reason=reason, preview=looked.token, now=moment
        )
    work_off()


def confirm(match: Match, now: Clock) -> None:
    report = send_report(match, match.one.user, now, score=(5, 1))
    report_answer(report_id=report.pk, actor=match.two.user, agrees=True, now=now())
    work_off()


def appeal(match: Match, director: User, now: Clock) -> None:
    """An objection, a ruling, an appeal that a committee of three decides the other way."""
    report = send_report(match, match.two.user, now, score=(1, 5))
    report_answer(report_id=report.pk, actor=match.one.user, agrees=False, reason="We play on.", now=now())
    ruling = ruling_make(
        match_id=match.pk, actor=director, kind=ResultKind.FORFEIT, winner=1, reason="Out of time.", now=now()
    )
    appealed = ruling_appeal(
        ruling_id=ruling.pk, actor=match.one.user, reason="The clock was broken.", now=now()
    )
    members = [UserFactory(username=name) for name in ("pia", "quin", "rob")]
    committee_appoint(appeal_id=appealed.pk, actor=director, members=members, now=now())
    for member in members[:2]:
        vote_cast(
            appeal_id=appealed.pk,
            actor=member,
            kind=ResultKind.RETIRED,
            winner=0,
            points=(4, 3),
            reason="It was.",
            now=now(),
        )
    work_off()


def transcribed(match: Match, director: User, now: Clock) -> None:
    """A transcript that is refused, and the director's, of another length, too; then the score.

    It was mistyped at first, and undone; undone once more by mistake, it is brought back.
    """
    send_report(match, match.one.user, now, transcript=b"nothing at all")
    names = {"one": "Bot_expert_A", "two": "Bot_expert_B"}
    send_report(match, director, now, transcript=TRANSCRIPT, names=names)
    mistyped = send_report(match, director, now, score=(6, 7))
    report_undo(report_id=mistyped.pk, actor=director, now=now())
    work_off()
    typed = send_report(match, director, now, score=(7, 6))
    report_undo(report_id=typed.pk, actor=director, now=now())
    work_off()
    report_redo(report_id=typed.pk, actor=director, now=now())
    work_off()


def silent(match: Match, now: Clock) -> None:
    """One side reports, nobody answers until it is confirmed."""
    send_report(match, match.one.user, now, score=(7, 2))
    now.minutes += 10_000
    match_process_due(match_id=match.pk, now=now())
    work_off()


def correct(match: Match, director: User, now: Clock) -> None:
    """The other side had won, and what was played since goes to somebody else."""
    moment = now()
    looked = ruling_preview(
        match_id=match.pk, actor=director, kind=ResultKind.PLAYED, points=(1, 5), now=moment
    )
    ruling_make(
        match_id=match.pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=(1, 5),
        reason="Misread.",
        preview=looked.token,
        now=moment,
    )
    work_off()


def beside(director: User, field: list, now: Clock) -> None:  # type: ignore[type-arg]
    """A match outside the tournament that is under way, and one that a transcript decided."""
    one, two = field[:2]
    match = MatchFactory(one=one, two=two, created_by=director, regulations={"reminder": 7 * 24 * 60})
    match_schedule(
        match_id=match.pk,
        actor=director,
        starts_at=now(),
        play_by=now() + timedelta(days=9),
        reason="The hall is free.",
        now=now(),
    )
    for points in (2, 0):
        penalty_give(
            match_id=match.pk,
            actor=director,
            side=0,
            cause="conduct",
            points=points,
            reason="Loud.",
            now=now(),
        )
    game_record(match_id=match.pk, actor=one.user, number=1, winner=1, points=1, now=now())
    game_take_back(match_id=match.pk, actor=one.user, number=1, now=now())
    now.minutes += 8 * 24 * 60
    match_process_due(match_id=match.pk, now=now())
    assert match.reminders.exists()
    recorded(match, one.user, now)
    other = MatchFactory(one=two, two=one, created_by=director)
    names = {"one": "Bot_expert_A", "two": "Bot_expert_B"}
    send_report(other, two.user, now, transcript=TRANSCRIPT, names=names)
    assert Ruling.objects.filter(match=other).count() == 0


def recorded(match: Match, actor: User, now: Clock) -> None:
    """The first turns of a match on a tablet, one of them taken back."""
    recording_begin(match_id=match.pk, actor=actor, timed=True, now=now())
    said = [("open", 3, 1), ("play", 8, 5, 6, 5), ("roll", 6, 4), ("take_back", 1), ("roll", 6, 5)]
    acts = [NewAct(f"act-{number}", action, tuple(numbers)) for number, (action, *numbers) in enumerate(said)]
    acts_record(match_id=match.pk, actor=actor, after=0, acts=acts, device="tablet", now=now())


def pond(director: User, club: Club, field: list[Player], now: Clock) -> None:
    """Somebody enters twice and leaves once; three rounds, the second of which waits for its time."""
    row = pond_create(actor=director, club=club, name="Night swim", round_minutes=60, bonus=100)
    of_pond = {"pond_id": row.pk}
    for player in field:
        pond_enter(actor=player.user, player=player, **of_pond, now=now())
    first = row.entries.earliest("pk")
    pond_leave(actor=director, entry_id=first.pk, **of_pond, now=now())
    pond_enter(actor=director, player=first.player, **of_pond, now=now())
    pond_edit(actor=director, rain=False, text="Bring a towel.", **of_pond, now=now())
    pond_start(actor=director, **of_pond, now=now())
    pond_call_off(actor=director, reason="Thunder.", **of_pond, now=now())
    pond_edit_undo(actor=director, edit_id=row.edits.latest("serial").pk, **of_pond, now=now())
    for round, bids in ((1, (900, 200, 300, 100)), (2, (500, 60)), (3, (70, None, 71))):
        for player, points in zip(field, bids, strict=False):
            if points is not None:
                pond_bid_make(actor=player.user, round=round, points=points, **of_pond, now=now())
        if round == 2:
            now.minutes += 60
            pond_process_due(**of_pond, now=now())
    row.refresh_from_db()
    assert row.state == "finished"


def ladder(director: User, club: Club, field: list[Player], now: Clock) -> None:
    """A challenge is accepted and played, one refused, one withdrawn; somebody leaves and joins again."""
    row = ladder_create(
        actor=director, club=club, name="Wall", kind="position", length=5, kind_options={"refusal": "bottom"}
    )
    of_ladder = {"ladder_id": row.pk}
    ann, bob, cem, dai = field
    for player in field:
        ladder_join(actor=player.user, player=player, **of_ladder, now=now())
    for closed in (True, False):
        ladder_edit(actor=director, closed=closed, length=5, **of_ladder, now=now())
    answers = ((dai, bob, Reply.ACCEPTED), (cem, ann, Reply.REFUSED), (bob, dai, Reply.WITHDRAWN))
    for challenger, challenged, reply in answers:
        challenge = challenge_make(
            actor=director, challenger=challenger, challenged=challenged, **of_ladder, now=now()
        )
        answer = challenge_answer(actor=director, challenge_id=challenge.pk, reply=reply, now=now())
        if answer.match is not None:
            send_report(answer.match, director, now, score=(5, 4))
    ladder_leave(actor=director, player=cem, reason="Moved away.", **of_ladder, now=now())
    ladder_join(actor=director, player=cem, **of_ladder, now=now())


def series(director: User, club: Club, now: Clock) -> None:
    """An event of every week, of which one more is announced, and which is stopped then."""
    weekly = tournament_create(
        actor=director,
        club=club,
        name="Saturday evening 1",
        format="double_elimination",
        lengths=(5,),
        starts_at=NOON + timedelta(days=1),
    )
    held = series_create(actor=director, source=weekly)
    series_edit(actor=director, series_id=held.pk, days_ahead=14, reason="Earlier.", now=now())
    edit = held.edits.get()
    series_edit_undo(actor=director, series_id=held.pk, edit_id=edit.pk, now=now())
    series_process_due(series_id=held.pk, now=weekly.starts_at)
    series_edit(actor=director, series_id=held.pk, stopped=True, reason="Holidays.", now=now())
    work_off()


def swiss(director: User, club: Club, field: list[Player], now: Clock, hall: Venue) -> Tournament:
    """A Swiss in which people enter, leave and re-enter, and the director pairs, and pairs anew.

    One match sits at a table when all is over.
    """
    event = tournament_create(
        actor=director,
        club=club,
        name="Monday Swiss",
        format="swiss",
        format_options={"rounds": 3},
        lengths=(3,),
        venue=hall.pk,
        rounds=[{"round": 2, "length": 5, "tables": [1]}],
        tiebreaks=["wins", "buchholz"],
        check_in=True,
        entries_need_approval=True,
    )
    of_event: dict[str, Any] = {"actor": director, "tournament_id": event.pk}
    *six, gus, hal = field
    applications(event, director, [six[0], hal], now)
    for player in six[1:]:
        entry_add(**of_event, player=player, home=f"Club {player.pk % 2}", now=now())
    entries = list(event.entries.order_by("pk"))
    alternate = entry_add(**of_event, player=gus, alternate=True, now=now())
    entry_check_in(**of_event, entry_id=entries[0].pk, now=now())
    entry_check_in_take_back(**of_event, entry_id=entries[0].pk, now=now())
    entries_check_in(**of_event, entry_ids=[entry.pk for entry in entries], now=now())
    money(of_event, entries, now)
    tournament_draw(**of_event, seeding=Seeding.RATING, seed="swiss", now=now())
    work_off()
    entry_substitute(**of_event, leaves_id=entries[5].pk, comes_id=alternate.pk, now=now())
    work_off()
    paired_anew(event, of_event, (entries[0], entries[1]), now)
    for fixture in event.fixtures.filter(void=False).select_related("match"):
        send_report(fixture.match, director, now, score=(3, fixture.pk % 3))
    entry_add(**of_event, player=hal, now=now())
    withdrawal = entry_withdraw(**of_event, entry_id=entries[4].pk, now=now())
    work_off()
    entry_come_back(**of_event, entry_id=withdrawal.entry_id, now=now())
    tournament_tiebreaks_set(
        **of_event, tiebreaks=["head_to_head", "lots"], reason="As on Mondays before.", now=now()
    )
    for fixture in event.fixtures.filter(round=2, match__state="open").select_related("match")[:2]:
        send_report(fixture.match, director, now, score=(2, 5))
    work_off()
    match_call_next(actor=director, venue_id=hall.pk, now=now())
    return event


def applications(event: Tournament, director: User, two: list[Player], now: Clock) -> None:
    """Both ask to be entered: the first is, the other is refused, takes it back, and asks once more."""
    state, (one, other) = EntryApplication.State, two
    asked = [
        entry_add(
            actor=player.user,
            tournament_id=event.pk,
            player=player,
            home=f"Club {player.pk % 2}",
            now=now(),
        )
        for player in (one, other)
    ]
    for number, (actor, to) in enumerate(((director, state.APPROVED), (director, state.REFUSED))):
        entry_application_answer(
            actor=actor, application_id=asked[number].pk, state=to, reason="The hall is small.", now=now()
        )
    again = entry_add(actor=other.user, tournament_id=event.pk, player=other, now=now())
    entry_application_answer(
        actor=other.user, application_id=again.pk, state=state.WITHDRAWN, reason="", now=now()
    )
    entry_add(actor=other.user, tournament_id=event.pk, player=other, now=now())


def money(of_event: dict[str, Any], entries: list[Entry], now: Clock) -> None:
    """A prize pool for all and one beside it; what the event weighs in master points, and no, that."""
    prize_pools = [
        {"name": "Main", "fee": 2_000, "keeps": "10", "prizes": [{"place": 1, "percent": "60.5"}]},
        {"name": "Blitz", "fee": 500, "side": True, "prizes": [{"place": 1, "percent": 100}]},
    ]
    prize_pools_set(**of_event, currency="JPY", prize_pools=prize_pools[:1], now=now())
    prize_pools_set(**of_event, currency="EUR", prize_pools=prize_pools, now=now())
    for weight, level in ((2.0, DivisionLevel.OPEN), (0.5, DivisionLevel.NOVICE)):
        master_points_set(**of_event, weight=weight, level=level, now=now())
    for entry in entries[:3]:
        stake_add(**of_event, entry_id=entry.pk, prize_pool="Blitz", now=now())
    entry_fee_set(**of_event, cents=1_500, currency="EUR", now=now())
    fee_payments_record(**of_event, entry_ids=[entry.pk for entry in entries[:4]], now=now())
    fee_payments_record(**of_event, entry_ids=[entries[3].pk], paid=False, now=now())


def paired_anew(event: Tournament, of_event: dict[str, Any], two: tuple[Entry, Entry], now: Clock) -> None:
    """The first round pairings are withdrawn, two are paired by hand, the others on release."""
    published_round = event.published_rounds.get()
    round_withdraw(**of_event, published_round_id=published_round.pk, reason="A seed was wrong.", now=now())
    work_off()
    pairing_by_hand_post(**of_event, one=two[0].pk, two=two[1].pk, reason="They must leave early.", now=now())
    round_release(**of_event, now=now())
    work_off()


def together(director: User, club: Club, field: list, now: Clock) -> None:  # type: ignore[type-arg]
    """A match of two teams with a substitute on its second board, and one of doubles."""
    for kind, size in (("team", 4), ("pair", 2)):
        event = tournament_create(
            actor=director,
            club=club,
            name=f"{kind} cup",
            lengths=(5,),
            format="teams" if kind == "team" else "swiss",
            format_options={"boards": 2} if kind == "team" else {},
            entrants="teams" if kind == "team" else "doubles",
        )
        entries = []
        for name, members in (("Red", field[:size]), ("Blue", field[-size:])):
            group = player_create(actor=director, name=name, kind=kind, members=members)
            entries.append(entry_add(actor=members[0].user, tournament_id=event.pk, player=group, now=now()))
        tournament_draw(
            actor=director, tournament_id=event.pk, seeding=Seeding.RANDOM, seed="lots", now=now()
        )
        work_off()
        if kind == "team":
            substitute(event, entries[0], director, now)
        for fixture in event.fixtures.filter(void=False).order_by("pk"):
            send_report(fixture.match, director, now, score=(5, 2))
        if kind == "team":
            hand_over(event, entries, director, now)


def hand_over(event: Tournament, entries: list[Entry], director: User, now: Clock) -> None:
    """The winners are handed their prize, the others theirs by mistake, which is taken back."""
    of_event: dict[str, Any] = {"actor": director, "tournament_id": event.pk}
    prizes = [{"place": 1, "percent": 70}, {"place": 2, "percent": 30}]
    prize_pools = [{"name": "Main", "fee": 3_000, "prizes": prizes}]
    prize_pools_set(**of_event, currency="JPY", prize_pools=prize_pools, reason="As agreed.", now=now())
    for entry in entries:
        payout_hand_over(**of_event, entry_id=entry.pk, now=now())
    payout_hand_over(**of_event, entry_id=entries[1].pk, handed_over=False, now=now())


def substitute(event: Tournament, entry: Entry, director: User, now: Clock) -> None:
    first, _, _, last = entry.player.persons
    line_up_set(actor=director, tournament_id=event.pk, entry_id=entry.pk, players=[first, last], now=now())
    board, moment = event.fixtures.get(board=2).match, now()
    looked = ruling_preview(match_id=board.pk, actor=director, kind=ResultKind.VOID, now=moment)
    ruling_make(
        match_id=board.pk,
        actor=director,
        kind=ResultKind.VOID,
        reason="The second player is ill.",
        preview=looked.token,
        now=moment,
    )
    work_off()


def seasons(director: User, club: Club, field: list[Player], now: Clock) -> None:
    """A league of two divisions: a season is played, and the next one opened without one player."""
    league = league_of(club, director)
    league_edit(actor=director, league_id=league.pk, place="Golden Hall", down=2, now=now())
    league_edit_undo(actor=director, league_id=league.pk, edit_id=league.edits.get().pk, now=now())
    opening: dict[str, Any] = {"actor": director, "league_id": league.pk, "seed": "league"}
    first = Claims(divisions=numbers([field[:2], field[2:5]]))
    season = season_open(**opening, claims=first, name="Spring", now=now())
    work_off()
    for division in season.divisions.order_by("number"):
        play(division, director, by_strength(field), now)
    claims = Claims(withdrawn=(field[4].pk,), newcomers=(field[5].pk,))
    season_open(**opening, claims=claims, draw=False, now=now())


def rating_pools(director: User, club: Club, now: Clock) -> None:
    """The club manages a rating pool of its own, and is admitted to a national one, whose terms change."""
    staff = UserFactory(username="federation", is_staff=True)
    club_rating_pool_open(actor=director, club=club, name="Club rating", shortest=3)
    national = rating_pool_open(actor=staff, name="National rating", rating_system="glicko2")
    club_sanction(actor=staff, rating_pool=national, club=club, since=NOON)
    rating_pool_rate(
        actor=staff, rating_pool_id=national.pk, rating_system="jbf", reason="As the federation decided."
    )
    for closed in (True, False):
        rating_pool_edit(
            actor=staff, rating_pool_id=national.pk, closed=closed, text="Of all clubs.", now=now()
        )


def results_from_elsewhere(field: list[Player], now: Clock) -> None:
    staff, national = User.objects.get(username="federation"), RatingPool.objects.get(name="National rating")
    one, two = field[0].pk, field[1].pk
    results_import(
        actor=staff,
        source="The open of the spring.",
        rating_pools=[national],
        results=[Elsewhere(one, two, 7, (3, 7), NOON - timedelta(days=30))],
        now=now(),
    )


def people(director: User, club: Club, now: Clock) -> None:
    """Merges made and undone, claims agreed to and refused, members who come and go, somebody anonymised."""
    staff = UserFactory(username="staff_of_the_night", is_staff=True)
    double, ike, old = (PlayerFactory(name=name) for name in ("Kim K.", "Ike", "Old Kim"))
    kim = club_player_record(actor=director, club=club, name="Kimi", now=now())
    nia = club_player_record(actor=director, club=club, name="Nia", now=now())
    club_player_record(actor=director, club=club, name="Ola", now=now())
    link = invitation_link_issue(actor=director, player_id=nia.pk, now=now()).link
    invitation_link_withdraw(actor=director, link_id=link.pk, now=now())
    link = invitation_link_issue(actor=director, player_id=nia.pk, now=now()).link
    invitation_link_use(actor=UserFactory(username="nia"), link_id=link.pk, now=now())
    other = PlayerFactory(name="Lea", user=UserFactory(username="lea"))
    send_report(MatchFactory(one=double, two=other, created_by=director), director, now, score=(5, 2))
    send_report(MatchFactory(one=kim, two=other, created_by=director), director, now, score=(2, 5))
    player_edit(
        actor=staff,
        player_id=kim.pk,
        name="Kim",
        country="JP",
        bio="Plays on Fridays.",
        private=["bio"],
        federations={"JBF": "1234"},
        now=now(),
    )
    merges = [
        players_merge(actor=staff, kept=kim, absorbed=row, reason="The same.", now=now())
        for row in (double, old)
    ]
    merge_undo(actor=staff, merge=merges[1], reason="The father.", now=now())
    members = [
        membership_add(actor=director, club_id=club.pk, player=player, kind=kind, now=now())
        for player, kind in ((kim, "member"), (ike, "guest"))
    ]
    membership_end(actor=director, membership_id=members[1].pk, reason="Moved.", now=now())
    login = UserFactory(username="kim")
    for agrees in (False, True):
        claim = claim_make(actor=login, player_id=kim.pk, note="It is me.", now=now())
        claim_object(actor=director, claim_id=claim.pk, reason="Which Kim?", now=now())
        answer = claim_answer(actor=staff, claim_id=claim.pk, agrees=agrees, reason="I asked her.", now=now())
    claim_take_effect(claim_id=claim.pk, now=answer.effective_at)
    application = membership_apply(actor=other.user, club_id=club.pk, player=other, note="May I?", now=now())
    application_answer(actor=director, application_id=application.pk, agrees=True, now=now())
    scoreboard = service_account_make(
        actor=director, club_id=club.pk, name="Scoreboard", expires_at=NOON + timedelta(days=300), now=now()
    )
    service_account_end(actor=director, account_id=scoreboard.pk, reason="Broken.", now=now())
    webhook, _ = webhook_add(actor=director, club_id=club.pk, url="https://club.example/hook", now=now())
    tried = webhook_test(actor=director, webhook_id=webhook.pk, now=now())
    attempt_write(tried, Outcome(410, "", 12, "No more."), now())
    webhook_pause(webhook.pk, webhook.PauseCause.GONE, now())
    stranger = PlayerFactory(name="Moe", user=UserFactory(username="moe"))
    player_release(actor=staff, player_id=stranger.pk, reason="Not Moe.", now=now())
    anonymising = {"actor": staff, "player_id": ike.pk}
    player_anonymise(**anonymising, confirmation="Ike", now=now())
    anonymisation_cancel(**anonymising, reason="He asked me to wait.", now=now())
    asked = player_anonymise(**anonymising, confirmation="Ike", now=now())
    player_anonymise_due(request_id=asked.pk, now=asked.effective_at)
    work_off()


def clubs_proposed(now: Clock) -> None:
    """One is refused, one founded, one withdrawn, one waits."""
    staff, owner = User.objects.get(username="staff_of_the_night"), UserFactory(username="mia")
    for name, actor, agrees in (("Pier", staff, False), ("Harbour", staff, True), ("Quay", owner, False)):
        proposal = club_propose(actor=owner, name=name, note="By the sea.", now=now())
        club_proposal_answer(
            actor=actor, proposal_id=proposal.pk, agrees=agrees, reason="As we said.", now=now()
        )
    club_propose(actor=owner, name="Mole", now=now())
