"""Places played off in an event: published, played, reported, corrected; over the API too."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.accounts.errors import NotAllowed
from tests.answers import assert_problem
from tests.conftest import api_as, director_reports, work_off
from tests.effort import examples
from tests.factories import UserFactory
from tests.rows import rolled_back
from tests.test_compare import compare
from tournaments.events import services
from tournaments.events.selectors import tournament_course, tournament_ties

from .test_corrections import correct, standing, undo
from .test_pages import text
from .test_random_events import Event, correct_and_undo, numbers

pytestmark = pytest.mark.django_db

LENGTH = 5


def ring(event):
    """Of three each beats the next, and the last the first."""
    work_off()
    while match := event.matches(state="open").first():
        fixture = match.fixture
        first = {fixture.one_id, fixture.two_id} == {event.entries[0], event.entries[2]}
        winner = event.entries[2] if first else min(fixture.one_id, fixture.two_id)
        score = (LENGTH, 2) if fixture.one_id == winner else (2, LENGTH)
        director_reports(match, event.director, score, minute=(minute := event.minute + 1))
        event.minute = minute
    return event


@pytest.fixture
def tied(club, director):
    """A round robin of three, all equal; places are played off."""
    event = Event(club, director, 3, "round_robin", tiebreaks=["play_off"])
    event.entries = list(event.cup.draw.order)
    return ring(event)


def ranks(event):
    return [(row.entry.pk, row.place.first, row.place.last) for row in tournament_course(event.cup).standings]


def state(event):
    event.cup.refresh_from_db()
    return event.cup.state


def test_from_the_tie_to_the_last_place(tied, director, client):
    api, (ann, bob, cem) = api_as(director), tied.entries
    here = f"/api/v1/tournaments/{tied.cup.pk}"
    assert state(tied) == "finished"
    assert api.get(f"{here}/play-offs/").json() == [{"entries": [ann, bob, cem]}]
    round_pairings = api.post(f"{here}/play-offs/", {"entries": [ann, bob, cem], "reason": "For the cup."})
    assert round_pairings.status_code == 201
    assert [pairing["key"] for pairing in round_pairings.json()["pairings"]] == ["PO-1", "PO-2", "PO-3"]
    assert (round_pairings.json()["part"], round_pairings.json()["by_hand"]) == ("play_off", True)
    work_off()
    assert state(tied) == "running"
    page = text(client.get(f"/tournaments/{tied.cup.pk}/"))
    assert "Play-off" in page
    assert "Main bracket" not in page
    for score in ((2, 5), (5, 2), (5, 2)):
        (match,) = tied.matches(state="open")
        director_reports(match, director, score, minute=50)
    assert state(tied) == "finished"
    assert ranks(tied) == [(bob, 1, 1), (ann, 2, 2), (cem, 3, 3)]
    assert [row["points"] for row in api.get(f"{here}/standings/").json()] == [1, 1, 1]
    assert api.get(f"{here}/play-offs/").json() == []
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_correction_lets_it_fall_and_undone_it_stands_again(tied, director):
    ann, bob, _ = tied.entries
    first = tied.matches().first()
    services.tournament_play_offs_post(actor=director, tournament_id=tied.cup.pk, entries=[ann, bob])
    work_off()
    match = tied.matches(state="open").get()
    director_reports(match, director, (2, 5), minute=50)
    before = standing(tied.cup)
    winner = first.result.winner
    ruling = correct(first, director, points=(5, 1) if winner else (1, 5))
    match.refresh_from_db()
    assert match.superseded
    assert tournament_ties(tied.cup) == ()
    undo(ruling, director)
    assert standing(tied.cup) == before
    assert ranks(tied)[0][0] == bob
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_play_off_is_taken_back(tied, director):
    ann, bob, _ = tied.entries
    published_round = services.tournament_play_offs_post(
        actor=director, tournament_id=tied.cup.pk, entries=[ann, bob]
    )
    work_off()
    services.round_withdraw(
        actor=director,
        tournament_id=tied.cup.pk,
        published_round_id=published_round.pk,
        reason="They settled it.",
    )
    work_off()
    assert state(tied) == "finished"
    assert not tied.matches(state="open").exists()


def test_what_is_refused(tied, club, director):
    api, (ann, bob, cem) = api_as(director), tied.entries
    here = f"/api/v1/tournaments/{tied.cup.pk}/play-offs/"

    def refused(status, code, entries, *says):
        paired_rounds = tied.cup.published_rounds.count()
        assert_problem(api.post(here, {"entries": entries}), status, code, *says)
        assert tied.cup.published_rounds.count() == paired_rounds

    refused(400, "invalid_request", [ann])
    refused(400, "invalid_request", [*range(9)])
    refused(404, "unknown_entry", [ann, 10**9])
    refused(422, "paired_with_itself", [ann, ann])
    services.tournament_play_offs_post(actor=director, tournament_id=tied.cup.pk, entries=[ann, bob])
    work_off()
    refused(409, "entry_busy", [ann, cem], "PO-1")
    director_reports(tied.matches(state="open").get(), director, (5, 0), minute=50)
    refused(409, "not_tied", [ann, bob])
    services.tournament_tiebreaks_set(
        actor=director, tournament_id=tied.cup.pk, tiebreaks=["wins"], reason="No."
    )
    work_off()
    refused(409, "no_play_off", [ann, bob])
    with pytest.raises(NotAllowed):
        services.tournament_play_offs_post(actor=UserFactory(), tournament_id=tied.cup.pk, entries=[ann, bob])
    other = Event(club, director, 3, "round_robin", tiebreaks=["play_off"])
    one, two, _ = other.cup.draw.order
    asked = {"entries": [one, two]}
    path = f"/api/v1/tournaments/{other.cup.pk}/play-offs/"
    assert_problem(api.post(path, asked), 409, "no_play_off", "when all other matches are over")


@pytest.mark.parametrize(
    ("format", "status"),
    [("round_robin", 201), ("swiss", 201), ("groups", 201), ("sections", 422), ("teams", 201)],
)
def test_where_play_offs_may_be_named(club, director, format, status):
    body = {"club": club.pk, "name": "Cup", "lengths": [5], "format": format, "tiebreaks": ["play_off"]}
    assert api_as(director).post("/api/v1/tournaments/", body).status_code == status


def test_nobody_plays_off_before_the_draw(club, director):
    cup = services.tournament_create(
        actor=director, club=club, name="Cup", lengths=[5], format="swiss", tiebreaks=["play_off"]
    )
    path = f"/api/v1/tournaments/{cup.pk}/play-offs/"
    assert api_as(director).get(path).json() == []
    assert_problem(api_as(director).post(path, {"entries": [1, 2]}), 409, "tournament_not_started")


# -- The control desk


def test_the_director_has_them_play_off_at_the_control_desk(tied, director, client):
    ann, bob, cem = tied.entries
    here = f"/tournaments/{tied.cup.pk}/"
    assert "Control desk" not in text(client.get(here))
    client.force_login(director)
    assert "Control desk" in text(client.get(here))
    assert "Tied for a place" in text(client.get(f"{here}desk/draw/"))
    asked = client.post(f"{here}desk/draw/play-off/", {"entries": [ann, bob, cem]})
    assert (asked.status_code, asked["Location"]) == (302, f"{here}desk/draw/")
    work_off()
    assert [fixture.key for fixture in tied.cup.fixtures.filter(part="play_off")] == ["PO-1"]
    assert "Tied for a place" not in text(client.get(f"{here}desk/draw/"))
    refused = client.post(f"{here}desk/draw/play-off/", {"entries": [ann, bob]})
    assert refused.status_code == 422
    assert "has yet to finish PO-1" in refused.content.decode()
    for entries in ([ann], [10**9, ann], ["x", ann], []):
        assert client.post(f"{here}desk/draw/play-off/", {"entries": entries}).status_code == 422
    assert tied.cup.published_rounds.count() == 1


def test_nobody_else_has_a_control_desk(tied, client):
    here = f"/tournaments/{tied.cup.pk}/desk/draw/"
    assert client.get(here).status_code == 302
    client.force_login(UserFactory())
    assert client.get(here).status_code == 403
    for page, sent in (("play-off", {"entries": tied.entries}), ("pair", {"one": 1, "two": 2})):
        assert client.get(f"{here}{page}/").status_code == 405
        assert client.post(f"{here}{page}/", sent).status_code == 403
    assert not tied.cup.published_rounds.exists()


def test_the_director_pairs_two_of_a_stage_at_the_control_desk(club, director, client):
    swiss = {"format": "swiss", "options": {"rounds": 2, "first_round": "seeds"}}
    event = Event(club, director, 4, "stages", {"stages": [swiss]})
    work_off()
    client.force_login(director)
    here = f"/tournaments/{event.cup.pk}/desk/draw/"
    assert "Pair two for the coming round" in text(client.get(here))
    one, two = (getattr(event.cup.fixtures.first(), side) for side in ("one_id", "two_id"))
    refused = client.post(f"{here}pair/", {"one": one, "two": two})
    assert refused.status_code == 422
    assert "has yet to finish S1-R1-M1" in refused.content.decode()
    assert client.post(f"{here}pair/", {"one": one}).status_code == 422
    director_reports(event.matches(state="open").first(), director, (5, 1), minute=9)
    refused = client.post(f"{here}pair/", {"one": one, "two": two, "allowed": "apart", "reason": "So be it."})
    page = refused.content.decode()
    assert "met in round 1" in page
    assert f'value="{one}" selected>' in page
    assert f'value="{two}" selected>' in page
    assert 'value="So be it."' in page
    assert re.search(r'value="apart"[^>]* checked', page)
    assert not re.search(r'value="rematch"[^>]* checked', page)
    assert client.post(f"{here}pair/", {"one": one, "two": two, "allowed": ["rematch"]}).status_code == 302
    published_round = event.cup.published_rounds.order_by("serial").last()
    assert (published_round.part, published_round.by_hand) == ("stage-1", True)


EVENTS = [
    ("round_robin", {}),
    ("round_robin", {"order": "by_rounds"}),
    ("swiss", {"rounds": 2}),
    ("groups", {"groups": 2}),
    ("teams", {"boards": 2, "level": "drawn"}),
]
steps = st.lists(
    st.tuples(
        st.sampled_from(["report"] * 3 + ["play_off"] * 4 + ["rule", "undo", "work", "withdraw"]),
        numbers,
        numbers,
    ),
    max_size=15,
)


@pytest.mark.long
@pytest.mark.timeout(600)
@settings(
    max_examples=examples(2), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(played_as=st.sampled_from(EVENTS), taken=steps, last=st.tuples(numbers, numbers))
def test_what_is_stored_is_what_the_facts_say(club, director, played_as, taken, last):
    """Play-offs among everything that can happen, corrected as a preview said, undone, done again."""
    with rolled_back():
        event = Event(club, director, 5, *played_as, tiebreaks=["play_off"])
        event.play_out()
        event.take(("play_off", 0, 1))
        for step in taken:
            event.take(step)
        event.play_out()
        event.check()
        correct_and_undo(event, *last)
