"""Random knockouts with everything that can happen to a match: what is stored is what the facts say.

Each event is a list of steps, drawn by Hypothesis, that are taken as far as the rules allow; what is refused
changes nothing. Workers run now and then, so corrections meet fixtures that are not yet there, or no longer.
"""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from engine import RuleError
from matches.play.models import Appeal, Match, Report, ReportUndo, Ruling
from matches.play.selectors import case_load
from matches.play.services import (
    report_redo,
    report_redo_preview,
    report_submit,
    report_undo,
    report_undo_preview,
    ruling_appeal,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
    vote_cast,
)
from matches.ratings.models import RatingStanding
from matches.ratings.services import ratings_compare
from tests.conftest import NOON, field_entered, work_off
from tests.consent import committee_appoint, player_create
from tests.effort import examples
from tests.endings import ending
from tests.factories import PlayerFactory, UserFactory
from tests.rows import rolled_back
from tests.test_compare import compare
from tests.tournaments.events.listing import fixture_list
from tournaments.events.models import Entry
from tournaments.events.selectors import effect_place_dict, tournament_course, tournament_ties
from tournaments.events.services import (
    entry_withdraw,
    entry_withdraw_preview,
    line_up_set,
    tournament_compare,
    tournament_create,
    tournament_draw,
    tournament_play_offs_post,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.formats.teams import team_match_of_slot

from .test_corrections import standing

pytestmark = pytest.mark.django_db

LENGTH = 5


class Event:
    """A knockout and what is done to it; every step takes numbers that choose among what is there."""

    def __init__(
        self, club, director, size, format="single_elimination", options=None, entrants=None, tiebreaks=()
    ):
        self.director = director
        self.cup = tournament_create(
            actor=director,
            club=club,
            name="Cup",
            lengths=(LENGTH,),
            format=format,
            format_options=options or {},
            entrants=entrants,
            tiebreaks=tiebreaks,
            regulations={"silence": None},
        )
        entries = field_entered(self.cup, director, [self.entrant() for _ in range(size)])
        tournament_draw(
            actor=director,
            tournament_id=self.cup.pk,
            seeding=Seeding.MANUAL,
            seeded=[entry.pk for entry in entries],
            seed="test",
        )
        self.cup.refresh_from_db()
        self.minute = 0

    def entrant(self):
        """A person, a pair, or a team with one member more than there are boards."""
        size = {"singles": 1, "doubles": 2, "teams": self.cup.played_as.team_size + 1}[self.cup.entrants]
        persons = [PlayerFactory(user=UserFactory()) for _ in range(size)]
        if size == 1:
            return persons[0]
        return player_create(
            actor=self.director,
            name=f"{persons[0].name} and others",
            kind="pair" if self.cup.entrants == "doubles" else "team",
            members=persons,
        )

    def now(self):
        self.minute += 1
        return NOON + timedelta(minutes=self.minute)

    def matches(self, **conditions):
        return Match.objects.filter(fixture__tournament=self.cup, **conditions).order_by("pk")

    def some(self, rows, number):
        return rows[number % len(rows)] if (rows := list(rows)) else None

    def report(self, one, two):
        """A director enters a score; a worker judges it later."""
        if match := self.some(self.matches(state="open"), one):
            score = (LENGTH, two % LENGTH) if two % 2 else (two % LENGTH, LENGTH)
            report_submit(match_id=match.pk, actor=self.director, score=score, now=self.now())

    def say(self, one, two):
        """A player reports: the match waits for the other, is agreed on, or disputed."""
        if match := self.some(self.matches(state__in=Match.ON), one):
            report_submit(
                match_id=match.pk,
                actor=match.players[two % 2].persons[-1].user,
                score=(LENGTH, 1) if two % 3 else (1, LENGTH),
                now=self.now(),
            )

    def look(self, match, number):
        return ruling_preview(
            match_id=match.pk, actor=self.director, now=self.now(), **ending(number, LENGTH)
        )

    def rule(self, one, two):
        """A ruling on any match: undecided, decided, void, superseded."""
        if match := self.some(self.matches(), one):
            return ruling_make(
                match_id=match.pk,
                actor=self.director,
                reason="The sheet.",
                preview=self.look(match, two).token,
                now=self.now(),
                **ending(two, LENGTH),
            )

    def undo(self, one, two):
        """Take any ruling back, one that takes another back too."""
        if ruling := self.some(Ruling.objects.filter(undone_by=None).order_by("pk"), one):
            return self.undo_ruling(ruling)

    def undo_ruling(self, ruling):
        preview = ruling_undo_preview(ruling_id=ruling.pk, actor=self.director, now=self.now())
        return ruling_undo(
            ruling_id=ruling.pk,
            actor=self.director,
            reason="Not so.",
            preview=preview.token,
            now=self.now(),
        )

    def undo_report(self, one, two):
        """The director takes back a score; with a preview where one has to be looked at, or without."""
        reports = Report.objects.filter(match__fixture__tournament=self.cup, side=None).order_by("pk")
        if report := self.some(reports, one):
            preview = report_undo_preview(report_id=report.pk, actor=self.director, now=self.now())
            return report_undo(
                report_id=report.pk,
                actor=self.director,
                preview=preview.token if two % 2 else None,
                now=self.now(),
            )

    def redo_report(self, one, two):
        if undo := self.some(ReportUndo.objects.order_by("pk"), one):
            preview = report_redo_preview(report_id=undo.report_id, actor=self.director, now=self.now())
            return report_redo(
                report_id=undo.report_id,
                actor=self.director,
                preview=preview.token if two % 2 else None,
                now=self.now(),
            )

    def withdraw(self, one, two):
        if entry := self.some(Entry.objects.filter(tournament=self.cup).not_withdrawn(), one):
            leaving = {"tournament_id": self.cup.pk, "entry_id": entry.pk, "now": self.now()}
            looked = entry_withdraw_preview(actor=self.director, **leaving)
            decided = set(self.matches(rulings__grounds="withdrawal").values_list("pk", flat=True))
            entry_withdraw(actor=self.director, **leaving)
            walkovers = (
                set(self.matches(rulings__grounds="withdrawal").values_list("pk", flat=True)) - decided
            )
            assert {each.fixture.match_id for each in looked.walkovers} == walkovers
            assert not {each.fixture.match_id for each in looked.pending} & walkovers

    def line_up(self, one, two):
        """A team plays in another order from now on, and with the substitute."""
        if self.cup.played_as.team_size and (entry := self.some(self.cup.entries.all(), one)):
            persons = entry.player.persons
            players = [*persons[two % len(persons) :], *persons][: self.cup.played_as.team_size]
            line_up_set(
                actor=self.director,
                tournament_id=self.cup.pk,
                entry_id=entry.pk,
                players=players,
                now=self.now(),
            )

    def appeal(self, one, two):
        """A side appeals, and a committee is seated that has not decided yet."""
        if ruling := self.some(Ruling.objects.filter(undone_by=None).order_by("pk"), one):
            appeal = ruling_appeal(
                ruling_id=ruling.pk, actor=ruling.match.one.persons[0].user, reason="No.", now=self.now()
            )
            committee_appoint(
                appeal_id=appeal.pk, actor=self.director, members=[UserFactory() for _ in range(3)]
            )

    def decide(self, one, two):
        """The committee of an appeal rules."""
        if appeal := self.some(Appeal.objects.filter(ruling__match__state="appealed"), one):
            for seat in list(appeal.seats.all())[:2]:
                vote_cast(
                    appeal_id=appeal.pk,
                    actor=seat.member,
                    reason="As we see it.",
                    now=self.now(),
                    **ending(two, LENGTH),
                )

    def play_off(self, one, two):
        """Some who share a place play it off."""
        if tie := self.some(tournament_ties(self.cup), one):
            tournament_play_offs_post(
                actor=self.director,
                tournament_id=self.cup.pk,
                entries=tie[: 2 + two % 2],
                now=self.now(),
            )

    def work(self, one, two):
        """Following results one by one leads where the whole fold leads."""
        work_off()
        assert tournament_compare(self.cup.pk, repair=False) == []

    def take(self, step):
        name, one, two = step
        with suppress(RuleError), transaction.atomic():
            getattr(self, name)(one, two)

    def play_out(self):
        """Reports for all that can be played, until nothing can."""
        work_off()
        while match := self.matches(state="open").first():
            report_submit(
                match_id=match.pk,
                actor=self.director,
                score=(LENGTH, 2) if match.pk % 3 else (1, LENGTH),
                now=self.now(),
            )
            work_off()

    def check(self):
        """Folding from scratch ends where the updates have led; nobody is in a match that is not theirs."""
        assert tournament_compare(self.cup.pk, repair=False) == []
        assert list(ratings_compare()) == []
        slots = {slot.slot.key: slot for round in tournament_course(self.cup).rounds for slot in round.slots}
        for fixture in fixture_list(self.cup):
            for entry, player in zip((fixture.one, fixture.two), fixture.match.players, strict=True):
                plays = entry.player.persons if fixture.board else [entry.player]
                assert player in plays
            assert fixture.match.superseded == fixture.void
            if not fixture.void:
                slot = slots[team_match_of_slot(fixture.key) if fixture.board else fixture.key].slot
                # Boards may have been set up before and after two teams changed sides.
                sides = frozenset if fixture.board else tuple
                assert sides((slot.one, slot.two)) == sides((fixture.one_id, fixture.two_id))
            assert fixture.match.state != "final" or not fixture.void


EVENTS = [
    ("single_elimination", {}),
    ("single_elimination", {"third_place": True}),
    ("double_elimination", {}),
    ("double_elimination", {"final": "single"}),
    ("consolation", {"enters": "first_match"}),
    ("consolation", {"enters": "final", "last_chance": 2}),
    ("round_robin", {}),
    ("groups", {}),
    ("swiss", {"rounds": 3}),
    ("swiss", {"rounds": 3}, "doubles"),
    ("teams", {"boards": 2, "level": "decider"}),
    ("teams", {"event": {"format": "double_elimination"}, "boards": 2, "points": True}),
    ("teams", {"event": {"format": "swiss", "options": {"rounds": 2}}, "boards": 2, "level": "drawn"}),
    ("swiss", {"rounds": 3, "pairing": "continuous"}),
    ("swiss", {"rounds": 0, "leave_after": 2, "bye": "half"}),
    ("lives", {"lives": 2, "order": "record"}),
    (
        "stages",
        {
            "stages": [
                {"format": "swiss", "options": {"rounds": 2}},
                {"format": "single_elimination", "from": [{"stage": 1, "places": [1, 2, 3, 4]}]},
            ]
        },
    ),
]
numbers = st.integers(0, 199)
steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["report"] * 6
            + ["say", "rule", "work"] * 4
            + ["undo", "withdraw", "undo_report", "redo_report"] * 2
            + ["appeal", "decide", "line_up"]
        ),
        numbers,
        numbers,
    ),
    max_size=30,
)
example = settings(
    max_examples=examples(2),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.long
@pytest.mark.timeout(600)
@example
@given(
    played_as=st.sampled_from(EVENTS),
    size=st.integers(4, 9) | st.integers(4, 33),
    taken=steps,
    last=st.tuples(numbers, numbers),
    whole=st.booleans(),
)
def test_what_is_stored_is_what_the_facts_say(club, director, played_as, size, taken, last, whole):
    with rolled_back():
        event = Event(club, director, size, *played_as)
        for step in taken:
            event.take(step)
        if whole:
            event.play_out()
        work_off()
        event.check()
        correct_and_undo(event, *last)


def correct_and_undo(event, one, two):
    """What a preview says is what happens; undoing leads back to where all was, and redoing forth again."""
    matches = [
        match for match in event.matches() if case_load(match, event.now()).decision.state != "appealed"
    ]
    if not matches:
        return
    match = event.some(matches, one)
    before, published = standing(event.cup), event.cup.published_rounds.count()
    preview = event.look(match, two).as_dict()
    note(preview["match"])
    assert standing(event.cup) == before, "looking changes nothing"
    ruling = event.rule(list(event.matches()).index(match), two)
    work_off()
    event.check()
    after = standing(event.cup)
    said_and_done(event, preview, before, after)
    paired_rounds = event.cup.published_rounds.count()
    undoing = event.undo_ruling(ruling)
    work_off()
    event.check()
    if paired_rounds > published:
        return  # Pairings that were published because of it stand.
    assert standing(event.cup) == before
    event.undo_ruling(undoing)
    work_off()
    event.check()
    assert standing(event.cup) == after
    assert compare() == "Everything stored is what the facts say.\n"


@pytest.mark.long
@pytest.mark.timeout(600)
@example
@given(played_as=st.sampled_from(EVENTS), size=st.integers(4, 9), taken=steps, which=numbers)
def test_undoing_a_score_leaves_the_event_as_if_it_had_not_been_entered(
    club, director, played_as, size, taken, which
):
    """And redoing it leads back; what was published because of it stands."""
    with rolled_back():
        event = Event(club, director, size, *played_as)
        for step in taken:
            event.take(step)
        work_off()
        match = event.some(event.matches(state="open"), which)
        if match is None:
            return
        before, published = standing(event.cup), event.cup.published_rounds.count()
        score = (LENGTH, 1) if which % 2 else (1, LENGTH)
        report = report_submit(match_id=match.pk, actor=director, score=score, now=event.now())
        work_off()
        entered = standing(event.cup)
        report_undo(report_id=report.pk, actor=director, now=event.now())
        work_off()
        event.check()
        if event.cup.published_rounds.count() == published:
            assert standing(event.cup) == before
        report_redo(report_id=report.pk, actor=director, now=event.now())
        work_off()
        event.check()
        assert standing(event.cup) == entered
        assert compare() == "Everything stored is what the facts say.\n"


def said_and_done(event, preview, before, after):
    live = {fixture.key: fixture for fixture in event.cup.fixtures.filter(void=False)}
    for row in preview["fixtures"]:
        found = live.get(row["key"])
        if row["after"] is None:
            assert found is None
        else:
            assert [found.one_id, found.two_id] == [row["after"][side]["id"] for side in ("one", "two")]
            assert row["after"]["match"] in (found.match_id, None)
            assert (row["change"] == "reinstated") == (row["after"]["match"] is not None)
    moved = {
        key
        for key in before["fixtures"].keys() | after["fixtures"].keys()
        if before["fixtures"].get(key, [None])[0] != after["fixtures"].get(key, [None])[0]
    }
    assert moved == {row["key"] for row in preview["fixtures"]}
    match = Match.objects.get(pk=preview["match"]["id"])
    assert match.state == preview["match"]["after"]["state"]
    places = {row.entry.pk: row.place for row in tournament_course(event.cup).standings}
    for row in preview["places"]:
        assert row["after"] == effect_place_dict(places[row["entry"]["id"]])
    standings = {row.player_id: (row.value, row.experience) for row in RatingStanding.objects.all()}
    for row in preview["ratings"]:
        rating = row["after"] and (row["after"]["rating"], row["after"]["experience"])
        assert standings.get(row["player"]["id"]) == rating
    was = {player: rest for player, *rest in before["ratings now"]}
    will = {player: rest for player, *rest in after["ratings now"]}
    assert {row["player"]["id"] for row in preview["ratings"]} == {
        player for player in was.keys() | will.keys() if was.get(player) != will.get(player)
    }
