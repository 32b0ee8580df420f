"""Who is in the field before the draw, and who waits: the rule by itself, then with entries of an event."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import api_as
from tests.each import each
from tests.factories import PlayerFactory
from tests.test_compare import compare
from tournaments.events.models import EntryApplication, TournamentEdit
from tournaments.events.rules.waiting import Arrival, CapacityChange, Departure, fold_waiting_list
from tournaments.events.selectors import active_entries, entries_with_waiting, waiting_list
from tournaments.events.services import (
    entry_add,
    entry_application_answer,
    entry_come_back,
    entry_withdraw,
    tournament_create,
    tournament_draw,
    tournament_edit,
    tournament_edit_undo,
)
from tournaments.formats.seeding.order import Seeding

# -- The rule


def happenings_of(story):
    """+3 comes, -3 leaves, +3@1 comes with the place in the line of the moment 1, =2 takes two, =* any."""
    for serial, said in enumerate(story.split(), 10):
        what, rest = said[0], said[1:]
        if what == "=":
            yield CapacityChange(serial, None if rest == "*" else int(rest))
        elif what == "-":
            yield Departure(serial, int(rest))
        else:
            entry, _, since = rest.partition("@")
            yield Arrival(serial, int(entry), int(since or serial))


@each(
    "capacity, story, in_field, waiting",
    [
        (None, "+1 +2 +3", [1, 2, 3], []),
        (2, "+1 +2 +3 +4", [1, 2], [3, 4]),
        # A place that gets free is that of the first in line.
        (2, "+1 +2 +3 +4 -1", [2, 3], [4]),
        (2, "+1 +2 +3 +4 -3 -2", [1, 4], []),
        # Who comes back waits behind all others.
        (2, "+1 +2 +3 +4 -1 +1", [2, 3], [4, 1]),
        (2, "+1 +2 -1 +1", [2, 1], []),
        # Who has applied earlier waits before others, and pushes nobody out.
        (2, "+1 +2 +3 +4@1", [1, 2], [4, 3]),
        (2, "+1 +2@1 +3@2", [1, 2], [3]),
        (2, "+1 +2 +3 +4@1 -2", [1, 4], [3]),
        # More places go to those who wait; fewer, and the last who came in wait, in their place of the line.
        (2, "+1 +2 +3 +4 =3", [1, 2, 3], [4]),
        (2, "+1 +2 +3 +4 =*", [1, 2, 3, 4], []),
        (None, "+1 +2 +3 =2", [1, 2], [3]),
        (3, "+1 +2 +3@1 +4@2 =2", [1, 2], [3, 4]),
        (3, "+1 +2@5 +3 +4@6 =1 -1", [2], [4, 3]),
        # The order in which who waited came in decides who waits again.
        (1, "+1 +2 +3@1 =3 =2", [1, 3], [2]),
    ],
)
def test_who_is_in_and_who_waits(capacity, story, in_field, waiting):
    found = fold_waiting_list(capacity, reversed([*happenings_of(story)]))
    assert (found.in_field, found.waiting) == (in_field, waiting)


@st.composite
def stories(draw):
    """Entries come and go and come back, and the capacity changes; places in the line are all different."""
    there, gone, told, serial = [], [], [], 1000
    moments = draw(st.permutations(range(1, 400)))
    for _ in range(draw(st.integers(0, 25))):
        serial += 1
        what = draw(st.sampled_from(("comes", "comes", "comes", "leaves", "returns", "capacity")))
        if what == "capacity":
            told.append(CapacityChange(serial, draw(st.none() | st.integers(1, 6))))
        elif what == "leaves" and there:
            entry = draw(st.sampled_from(there))
            there.remove(entry)
            gone.append(entry)
            told.append(Departure(serial, entry))
        elif what == "returns" and gone:
            entry = gone.pop(draw(st.integers(0, len(gone) - 1)))
            there.append(entry)
            told.append(Arrival(serial, entry, serial))
        else:
            there.append(serial)
            told.append(Arrival(serial, serial, draw(st.sampled_from((serial, moments.pop())))))
    return draw(st.none() | st.integers(1, 6)), told, there


@given(stories())
def test_whoever_is_in_stays_in_and_nobody_waits_for_nothing(story):
    capacity, told, there = story
    before = fold_waiting_list(capacity, [])
    for number, happening in enumerate(told, 1):
        found = fold_waiting_list(capacity, told[:number])
        assert found.capacity is None or len(found.in_field) <= found.capacity
        assert not found.waiting or len(found.in_field) == found.capacity
        assert [found.since[entry] for entry in found.waiting] == sorted(
            found.since[entry] for entry in found.waiting
        )
        pushed = {*before.in_field} - {*found.in_field}
        if isinstance(happening, Departure):
            assert pushed <= {happening.entry}
        elif isinstance(happening, Arrival):
            assert not pushed
        else:
            assert len(found.in_field) == min(
                happening.capacity or 99, len(before.since), len(found.in_field)
            )
        came = [entry for entry in found.in_field if entry not in before.in_field]
        waited = sorted({*before.waiting} | {*came}, key=found.since.__getitem__)
        assert sorted(came, key=found.since.__getitem__) == waited[: len(came)]
        before = found
    assert sorted(before.in_field + before.waiting) == sorted(there)


# -- An event


@pytest.fixture
def cup(club, director):
    return tournament_create(actor=director, club=club, name="Cup", lengths=[5], capacity=2)


@pytest.fixture
def line(cup, director):
    """line(): who is in the field and who waits, the first who entered being 1."""

    def read():
        cup.refresh_from_db()
        places = {pk: at for at, pk in enumerate(cup.entries.order_by("pk").values_list("pk", flat=True), 1)}
        found = waiting_list(cup)
        drawn = [places[entry.pk] for entry in active_entries(cup)]
        assert drawn == sorted(places[pk] for pk in found.in_field)
        shown = [entry for entry in entries_with_waiting(cup) if entry.is_waiting]
        assert {entry.pk for entry in shown} == {*found.waiting}
        return drawn, [places[pk] for pk in found.waiting]

    return read


def entered(director, cup, count):
    return [entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory()) for _ in range(count)]


@pytest.mark.django_db
def test_an_event_has_its_field_and_its_line(cup, director, line, django_assert_num_queries):
    of = {"actor": director, "tournament_id": cup.pk}
    one, two, _, _ = entered(director, cup, 4)
    assert line() == ([1, 2], [3, 4])
    entry_withdraw(**of, entry_id=one.pk)
    assert line() == ([2, 3], [4])
    entry_come_back(**of, entry_id=one.pk)
    assert line() == ([2, 3], [4, 1])
    tournament_edit(**of, capacity=3)
    assert line() == ([2, 3, 4], [1])
    tournament_edit_undo(**of, edit_id=TournamentEdit.objects.latest("pk").pk)
    assert line() == ([2, 3], [4, 1])
    tournament_edit(**of, capacity=None)
    assert line() == ([1, 2, 3, 4], [])
    tournament_edit(**of, capacity=2, name="Spring Cup")
    # Who was in the field last waits again: the first who left it came back the last.
    assert line() == ([2, 3], [4, 1])
    entry_withdraw(**of, entry_id=two.pk)
    assert line() == ([3, 4], [1])
    with django_assert_num_queries(4):
        waiting_list(cup)
    with django_assert_num_queries(5):
        list(active_entries(cup))
    assert compare() == "Everything stored is what the facts say.\n"


@pytest.mark.django_db
def test_alternates_neither_wait_nor_take_a_place(cup, director, line):
    of = {"actor": director, "tournament_id": cup.pk}
    entry_add(**of, player=PlayerFactory(), alternate=True)
    entered(director, cup, 3)
    assert line() == ([2, 3], [4])


@pytest.mark.django_db
def test_who_waits_is_left_out_of_the_draw(cup, director, line):
    of = {"actor": director, "tournament_id": cup.pk}
    one, two, three = entered(director, cup, 3)
    entry_withdraw(**of, entry_id=one.pk)
    entry_come_back(**of, entry_id=one.pk)
    draw = tournament_draw(**of, seeding=Seeding.RANDOM, seed="x")
    assert {*draw.order} == {two.pk, three.pk}


@pytest.mark.django_db
def test_who_applied_first_is_first_in_line(club, director, line, cup, players):
    tournament_edit(actor=director, tournament_id=cup.pk, entries_need_approval=True)
    of = {"tournament_id": cup.pk}
    field = players(5)
    asked = [entry_add(actor=player.user, player=player, **of) for player in field]
    assert all(isinstance(each, EntryApplication) for each in asked)
    # The last two are approved first, and stay in; of the others the order of applying counts.
    for number in (4, 3, 2, 0, 1):
        entry_application_answer(
            actor=director, application_id=asked[number].pk, state=EntryApplication.State.APPROVED
        )
    assert line() == ([1, 2], [4, 5, 3])
    first = cup.entries.earliest("pk")
    answer = api_as(director).post(f"/api/v1/tournaments/{cup.pk}/withdrawals/", {"entry": first.pk})
    assert answer.status_code == 201
    assert line() == ([2, 4], [5, 3])
    waiting = [
        each["player"]["name"]
        for each in api_as(None).get(f"/api/v1/tournaments/{cup.pk}/entries/").json()["results"]
        if each["waiting"]
    ]
    assert waiting == [field[2].name, field[1].name]


@pytest.mark.django_db
def test_entries_come_in_pages_and_are_narrowed_down(cup, director, players):
    of = {"actor": director, "tournament_id": cup.pk}
    field = players(4)
    one, two, three, late = (
        entry_add(**of, player=player, alternate=player is field[3]).pk for player in field
    )
    entry_withdraw(**of, entry_id=one)
    client, address = api_as(None), f"/api/v1/tournaments/{cup.pk}/entries/"

    def found(query):
        return [row["id"] for row in client.get(f"{address}?{query}").json()["results"]]

    assert found("") == found("withdrawn=") == [one, two, three, late]
    assert found("ordering=-id&withdrawn=false") == [late, three, two]
    assert found("withdrawn=true") == [one]
    assert (found("alternate=true"), found("alternate=false&withdrawn=false")) == ([late], [two, three])
    assert found(f"player={field[1].pk}") == [two]
    entry_come_back(**of, entry_id=one)
    page = client.get(f"{address}?page_size=2").json()
    assert [row["waiting"] for row in page["results"]] == [True, False], "who came back is behind all others"
    assert [row["waiting"] for row in client.get(page["next"]).json()["results"]] == [False, False]


@pytest.mark.django_db
def test_who_enters_late_and_is_drawn_again_counts_like_any(cup, director, line):
    """A capacity that was lowered after a draw holds for the next."""
    of = {"actor": director, "tournament_id": cup.pk}
    tournament_edit(**of, format="swiss", format_options={"rounds": 2})
    entered(director, cup, 2)
    tournament_draw(**of, seeding=Seeding.RANDOM, seed="x")
    late = entry_add(**of, player=PlayerFactory())
    assert late.pk not in tournament_draw(**of, seeding=Seeding.RANDOM, seed="x", again=True).order
    tournament_edit(**of, capacity=3)
    assert late.pk in tournament_draw(**of, seeding=Seeding.RANDOM, seed="x", again=True).order
