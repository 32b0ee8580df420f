"""Every fact about a match, a player, a tournament, in order and in words."""

import html
import re

import pytest
from django.db import InternalError, ProgrammingError, connection, transaction
from django.db.models import ProtectedError
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from matches.facts.kinds import fact_kinds
from matches.facts.models import Fact
from matches.facts.selectors import fact_list
from matches.play.models import Match, Report
from matches.players.models import Invitation, InvitationAnswer, Player
from matches.ratings.models import RatingPool
from tests.conftest import api_as, fixture_at
from tests.factories import MatchFactory, UserFactory
from tournaments.clubs.models import Club, ClubProposal, ClubProposalAnswer
from tournaments.events.models import Tournament
from tournaments.ladders.models import Ladder
from tournaments.leagues.models import League
from tournaments.ponds.models import Pond

pytestmark = pytest.mark.django_db


def kinds_of_fact(base=Fact):
    for model in base.__subclasses__():
        if not model._meta.abstract and model.__module__.split(".")[0] != "tests":
            yield model
        yield from kinds_of_fact(model)


@pytest.fixture(scope="module")
def night(eventful):
    return eventful


@pytest.fixture
def director(night):
    return night.created_by


@pytest.fixture
def staff(db):
    return UserFactory(username="staff", is_staff=True)


def every_fact():
    return {(model, fact.pk) for model in kinds_of_fact() for fact in model.objects.all()}


def asked_of_logins():
    """Invitations that are about no player, event or club, and their answers: those concerned read them."""
    to_logins = Invitation.objects.filter(player=None)
    answers = InvitationAnswer.objects.filter(invitation__in=to_logins)
    return {(type(fact), fact.pk) for fact in (*to_logins, *answers)}


def proposals_without_club():
    """Proposals of clubs that staff has not agreed to, and their answers: GET /club-proposals/ lists them."""
    proposals = ClubProposal.objects.filter(answer__club=None)
    answers = ClubProposalAnswer.objects.filter(club=None)
    return {(type(fact), fact.pk) for fact in (*proposals, *answers)}


def facts_of(viewer, subject):
    return list(fact_list(viewer, subject)[:1000])


def test_every_kind_is_about_something_and_leads_to_it():
    for kind in fact_kinds().values():
        assert kind.about, kind.name
        subjects = ("tournament", "league", "pond", "ladder", "club", "ratingpool")
        about = [subject for subject in subjects if kind.facts_concerning(subject, 1) is not None]
        assert about or kind.facts_concerning("player", 1) is not None, kind.name
        assert "pond" not in about or about == ["pond"], kind.name


def test_together_the_lists_show_every_fact_once(night, staff):
    matches = [fact for match in Match.objects.all() for fact in facts_of(staff, match)]
    assert len({fact.serial for fact in matches}) == len(matches)
    everything = (*Tournament.objects.all(), *Pond.objects.all(), *Ladder.objects.all())
    events = [fact for event in everything for fact in facts_of(staff, event)]
    assert len({fact.serial for fact in events}) == len(events)
    seasons = [fact for league in League.objects.all() for fact in facts_of(staff, league)]
    rating_pools = [fact for rating_pool in RatingPool.objects.all() for fact in facts_of(staff, rating_pool)]
    clubs = [fact for club in Club.objects.all() for fact in facts_of(staff, club)]
    players = [fact for player in Player.objects.all() for fact in facts_of(staff, player)]
    everywhere = [*matches, *events, *seasons, *rating_pools, *clubs, *players]
    listed = {(type(fact.fact), fact.fact.pk) for fact in everywhere}
    assert listed == every_fact() - asked_of_logins() - proposals_without_club()
    beside = {
        fact.serial
        for match in Match.objects.filter(fixture=None, challenge_answer=None)
        for fact in facts_of(staff, match)
    }
    assert {fact.serial for fact in matches} - {fact.serial for fact in events} == beside


def test_the_lists_are_in_order(night, staff):
    for subject in (night, fixture_at(night, "R1-M1").match, night.entries.first().player):
        serials = [fact.serial for fact in facts_of(staff, subject)]
        assert len(serials) > 5
        assert serials == sorted(serials)


def test_a_player_s_facts_are_those_of_matches_and_entries(night, staff):
    ann = night.entries.first().player
    facts = facts_of(staff, ann)
    entered = next(fact for fact in facts if fact.subject_rows.get("tournament") == night)
    assert entered.sentence == f"Ann enters: entry {night.entries.first().pk}."
    assert entered.fact_place == (night, f"/tournaments/{night.pk}/", night.name)
    played = next(fact for fact in facts if fact.subject_rows.get("match"))
    match = played.subject_rows["match"]
    assert played.fact_place == (
        match,
        f"/matches/{match.pk}/",
        f"{match.one.effective_player.name} – {match.two.effective_player.name}",
    )
    own = Match.objects.filter(one=ann) | Match.objects.filter(two=ann)
    assert {fact.subject_rows["match"].pk for fact in facts if fact.subject_rows.get("match")} == {
        match.pk for match in own if facts_of(staff, match)
    }
    assert len({fact.subject_rows["match"].pk for fact in facts if fact.subject_rows.get("match")}) == 10


def test_a_dispute_reads_as_it_went(night, staff):
    match = fixture_at(night, "R1-M1").match
    facts = facts_of(staff, match)
    first, second = Report.objects.filter(match=match).order_by("pk").values_list("pk", flat=True)
    rulings = list(match.rulings.order_by("pk").values_list("pk", flat=True))
    one, two = match.one.name, match.two.name
    assert [fact.state for fact in facts] == [
        "reported",
        "",
        "disputed",
        "",
        "final",
        "",
        "disputed",
        "final",
    ]
    assert [(fact.recorded_as, fact.sentence, fact.reason) for fact in facts] == [
        ("player", f"Report {first}: {one} reports 5–3.", ""),
        ("service", f"The referee accepts report {first}.", ""),
        ("player", f"Report {second}: {two} reports 3–5.", ""),
        ("service", f"The referee accepts report {second}.", ""),
        ("official", f"Ruling {rulings[0]}, of the director: {one} wins, 5–3.", "Two saw it."),
        ("service", f"The match is decided: {one} wins, 5–3. By a ruling.", ""),
        (
            "official",
            f"Ruling {rulings[1]} takes ruling {rulings[0]} back.",
            "They saw another match.",
        ),
        ("official", f"Ruling {rulings[2]} takes ruling {rulings[1]} back.", "No, this one."),
    ]


@pytest.mark.parametrize(
    ("key", "states"),
    [
        ("R1-M2", ["reported", "final"]),
        ("R1-M3", ["reported", "disputed", "final", "appealed", "final"]),
        ("R1-M4", ["final"]),
        ("R2-M2", ["reported", "final"]),
    ],
)
def test_the_states_of_a_match_are_those_it_went_through(night, staff, key, states):
    """A correction leaves a final match final."""
    match = fixture_at(night, key).match
    assert [fact.state for fact in facts_of(staff, match) if fact.state] == states
    assert states[-1] == match.state


def test_an_appeal_reads_as_it_went(night, staff):
    match = fixture_at(night, "R1-M3").match
    sentences = [(fact.recorded_as, fact.sentence) for fact in facts_of(staff, match)]
    ruling = match.rulings.order_by("pk").first().pk
    one, two = match.one.name, match.two.name
    for expected in (
        ("player", f"{one} appeals against ruling {ruling}."),
        ("official", f"pia sits on the committee about ruling {ruling}."),
        ("committee", f"quin votes: {one} wins, for the other side gave up at 4–3."),
        ("official", f"Ruling {ruling}, of the director: {two} wins by forfeit."),
    ):
        assert expected in sentences
    assert [by for by, sentence in sentences if "of the committee:" in sentence] == ["committee"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_sentence_is_said_without_a_query(night, staff, language):
    with translation.override(language):
        for subject in (night, *Match.objects.all()):
            facts = facts_of(staff, subject)
            with CaptureQueriesContext(connection) as queries:
                said = [
                    (fact.sentence, fact.recorded_as, fact.actor, fact.subject_rows, fact.fact_place)
                    for fact in facts
                ]
            assert len(queries) == 0
            assert all(sentence and "%(" not in sentence for sentence, *_ in said)


def test_a_list_costs_a_query_and_one_more_for_each_kind(night, staff, django_assert_num_queries):
    facts = fact_list(staff, night)
    kinds = {fact.kind.name for fact in facts[:200]}
    assert len(kinds) == 18
    # The venue that an edit names is in one more.
    with django_assert_num_queries(1 + len(kinds) + 1):
        facts[:200]
    number = len(facts[:1000])
    with django_assert_num_queries(1):
        assert facts.count() == number


# -- Written once


@pytest.mark.parametrize("kind", [*kinds_of_fact()], ids=lambda kind: kind.__name__)
def test_the_database_lets_nobody_change_a_fact(night, kind):
    trigger = (
        "SELECT count(*) FROM pg_trigger WHERE tgrelid = %s::regclass AND tgenabled = 'O' "
        "AND tgname LIKE 'pgtrigger_append_only%%'"
    )
    with connection.cursor() as cursor:
        cursor.execute(trigger, [kind._meta.db_table])
        assert cursor.fetchone() == (1,)
    fact = kind.objects.first()
    before = kind.objects.values().get(pk=fact.pk)
    attempts = [
        fact.save,
        fact.delete,
        lambda: kind.objects.filter(pk=fact.pk).update(recorded_by=None),
        lambda: kind.objects.all().delete(),
        lambda: connection.cursor().execute(f"UPDATE {kind._meta.db_table} SET request_id = 'mine'"),
        lambda: connection.cursor().execute(f"DELETE FROM {kind._meta.db_table}"),
    ]
    for attempt in attempts:
        with pytest.raises((ProgrammingError, InternalError, ProtectedError)), transaction.atomic():
            attempt()
    assert kind.objects.values().get(pk=fact.pk) == before


# -- Over the API


def rows(client, address):
    """Every row of a list, page by page, and how many pages there were."""
    found, pages = [], 0
    while address:
        answer = client.get(address)
        assert answer.status_code == 200, answer.content
        found, address, pages = found + answer.json()["results"], answer.json()["next"], pages + 1
    return found, pages


def address(subject, query=""):
    places = {"match": "matches", "tournament": "tournaments", "player": "players"}
    return f"/api/v1/{places[subject._meta.model_name]}/{subject.pk}/facts/{query}"


@pytest.fixture
def subjects(night):
    return {
        "match": fixture_at(night, "R1-M1").match,
        "tournament": night,
        "player": night.entries.first().player,
    }


@pytest.mark.parametrize(("of", "size"), [("match", 3), ("tournament", 25), ("player", 25)])
def test_the_lists_are_public_and_read_by_cursor(subjects, staff, of, size):
    subject = subjects[of]
    whole, pages = rows(api_as(None), address(subject, "?page_size=200"))
    assert pages == 1
    by_page, pages = rows(api_as(None), address(subject, f"?page_size={size}"))
    assert pages == -(-len(whole) // size) > 2
    assert by_page == whole
    assert [row["serial"] for row in whole] == [fact.serial for fact in facts_of(None, subject)]
    assert {row["serial"] for row in whole} <= {fact.serial for fact in facts_of(staff, subject)}


def test_pages_lead_back_too(subjects):
    client = api_as(None)
    second = client.get(client.get(address(subjects["match"], "?page_size=3")).json()["next"]).json()
    first = client.get(second["previous"]).json()
    assert first == client.get(address(subjects["match"], "?page_size=3")).json()


def test_a_cursor_made_by_hand_is_refused(subjects):
    # A position that is no number: "p=x".
    assert api_as(None).get(address(subjects["match"], "?cursor=cD14")).status_code == 404


@pytest.mark.parametrize("of", ["match", "tournament"])
def test_who_recorded_it_is_for_those_who_may_direct(subjects, director, staff, of):
    subject = subjects[of]
    for viewer, sees in ((None, False), (subjects["match"].one.user, False), (director, True), (staff, True)):
        facts, _ = rows(api_as(viewer), address(subject))
        identified = [fact for fact in facts if fact["actor"] is not None or fact["request_id"] is not None]
        assert bool(identified) is sees, viewer
        assert {fact["by"] for fact in facts} >= {"player", "official", "service"}


def test_a_player_s_facts_name_their_authors_to_staff_alone(subjects, director, staff):
    assert all(fact["actor"] is None for fact in rows(api_as(director), address(subjects["player"]))[0])
    assert any(fact["actor"] == "director" for fact in rows(api_as(staff), address(subjects["player"]))[0])


def test_a_fact_carries_the_request_it_came_with(director):
    match = MatchFactory(created_by=director)
    sent = api_as(director).post(
        f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 5, "two": 2}}, format="json"
    )
    (report,), _ = rows(api_as(director), address(match))
    assert report["request_id"] == sent["X-Request-ID"]
    assert (report["kind"], report["actor"]) == ("report", "director")


def test_sentences_are_in_the_language_asked_for(subjects):
    answer = api_as(None).get(address(subjects["tournament"]), headers={"Accept-Language": "ja"})
    entered = next(fact for fact in answer.json()["results"] if fact["kind"] == "entry")
    assert entered["sentence"].startswith("Annがエントリーしました")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_is_written_over_the_api(subjects, staff, method):
    before = every_fact()
    for subject in subjects.values():
        answer = getattr(api_as(staff), method)(address(subject), {"reason": "x"}, format="json")
        assert answer.status_code == 405
    assert every_fact() == before


def test_of_what_there_is_not_there_are_no_facts(db):
    for place in ("matches", "players", "tournaments"):
        assert api_as(None).get(f"/api/v1/{place}/7777777/facts/").status_code == 404


# -- Pages


def text(response):
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_a_match_says_what_happened(client, subjects):
    match = subjects["match"]
    said = text(client.get(f"/matches/{match.pk}/"))
    for fact in facts_of(match.one.user, match):
        assert fact.sentence in said
        assert fact.reason in said


@pytest.mark.parametrize("of", ["match", "tournament", "player"])
def test_the_pages_show_everything(client, subjects, staff, of):
    subject = subjects[of]
    place = f"/{of}es/" if of == "match" else f"/{of}s/"
    if of != "match":
        assert f"{place}{subject.pk}/facts/" in client.get(f"{place}{subject.pk}/").content.decode()
    facts = facts_of(None, subject)
    pages = range(1, -(-len(facts) // 50) + 1)
    said = " ".join(text(client.get(f"{place}{subject.pk}/facts/?page={page}")) for page in pages)
    for fact in facts:
        assert fact.sentence in said
    assert "official, director" not in said
    client.force_login(staff)
    assert "official, director" in text(client.get(f"{place}{subject.pk}/facts/"))
    assert client.get(f"{place}999999/facts/").status_code == 404
