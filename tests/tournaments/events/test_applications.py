"""Players apply where entering takes approval: who asks, who answers, who sees it, when it is too late."""

import pytest
from django.db.models import QuerySet

from matches.accounts.errors import NotAllowed, OutsideToken
from matches.accounts.rules.reach import Reach, bind_reach, without_reach
from matches.facts.selectors import export_rows, fact_list
from matches.players.errors import EntryUnwanted
from matches.players.models import EntryConsent, Player
from matches.players.selectors.personal_data import held_rows
from matches.players.services import players_merge
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as, director_reports, work_off
from tests.consent import club_appoint, player_create
from tests.each import each
from tests.factories import PlayerFactory, UserFactory
from tests.test_compare import compare
from tournaments.clubs.errors import AlreadyEntered, ApplicationAnswered, ApplicationOpen
from tournaments.events.errors import (
    ApplicationLapsed,
    EntriesNotOpen,
    RefusalWithoutReason,
    TournamentCalledOff,
    TournamentStarted,
)
from tournaments.events.models import (
    Entry,
    EntryApplication,
    EntryApplicationAnswer,
    Tournament,
    TournamentEdit,
)
from tournaments.events.selectors import (
    entry_application_list,
    entry_applications_shown,
    entry_applications_to_answer,
    open_applications,
)
from tournaments.events.services import (
    entry_add,
    entry_application_answer,
    entry_come_back,
    entry_withdraw,
    tournament_call_off,
    tournament_create,
    tournament_draw,
    tournament_edit,
    tournament_edit_undo,
    tournament_remove,
)
from tournaments.exchange.rules.entrants import Entrant
from tournaments.exchange.services import entries_import
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db

State = EntryApplication.State
CUP = "/api/v1/tournaments/{}/"


@pytest.fixture
def cup(club, director):
    return announced(club, director)


def announced(club, director, **how):
    return tournament_create(
        actor=director, club=club, name="Cup", lengths=[5], entries_need_approval=True, **how
    )


@pytest.fixture
def ann(players):
    return players(1)[0]


def applies(cup, player, **how):
    return entry_add(actor=player.user, tournament_id=cup.pk, player=player, **how)


def answers(actor, application, state=State.APPROVED, reason=""):
    return entry_application_answer(
        actor=actor, application_id=application.pk, state=state, reason=reason, now=NOON
    )


def drawn(cup, director, **how):
    for _ in range(2):
        entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory())
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="x", **how)
    work_off()


def states():
    """The state of every application, in order; and the open ones are those that a query finds."""
    found = list(entry_application_list())
    waiting = {each.pk for each in EntryApplication.objects.open()}
    assert waiting == {each.pk for each in found if each.state == State.OPEN}
    return [each.state.value for each in found]


# -- From asking to playing


def test_who_applies_is_entered_when_a_director_approves(cup, director, ann):
    asked = api_as(ann.user).post(f"{CUP.format(cup.pk)}entries/", {"player": ann.pk, "home": "Harbour"})
    assert asked.status_code == 202
    application = asked.json()
    assert (application["state"], application["home"], application["entry"]) == ("open", "Harbour", None)
    assert not Entry.objects.exists()
    address = f"{CUP.format(cup.pk)}applications/{application['id']}/answer/"
    answer = api_as(director).post(address, {"state": "approved"})
    assert answer.status_code == 201
    entry = Entry.objects.get()
    assert (entry.player, entry.home, entry.recorded_by, entry.application_id) == (
        ann,
        "Harbour",
        director,
        application["id"],
    )
    assert (answer.json()["state"], answer.json()["entry"]) == ("approved", entry.pk)
    assert_problem(api_as(director).post(address, {"state": "approved"}), 409, "application_answered")
    assert Entry.objects.count() == 1
    assert compare() == "Everything stored is what the facts say.\n"


def test_officials_enter_without_asking(cup, club, director, ann):
    helper = UserFactory(username="helper")
    club_appoint(actor=director, club=club, user=helper, role="director", tournament=cup)
    for actor in (director, helper, UserFactory(is_staff=True)):
        assert isinstance(entry_add(actor=actor, tournament_id=cup.pk, player=PlayerFactory()), Entry)
    own = PlayerFactory(user=director)
    assert isinstance(applies(cup, own), Entry)
    assert not EntryApplication.objects.exists()


def test_without_approval_players_enter_as_ever(club, director, ann):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    assert isinstance(applies(cup, ann), Entry)


def test_the_option_may_change_at_any_time(cup, director, ann, players):
    asked = applies(cup, ann)
    drawn(cup, director)
    tournament_edit(actor=director, tournament_id=cup.pk, entries_need_approval=False)
    assert states() == ["lapsed"]
    tournament_edit_undo(actor=director, tournament_id=cup.pk, edit_id=TournamentEdit.objects.get().pk)
    cup.refresh_from_db()
    assert cup.entries_need_approval
    assert asked.pk == EntryApplication.objects.get().pk


def test_a_pair_applies_by_either_of_the_two(club, director, players):
    one, two = players(2)
    pair = player_create(actor=director, name="Both", kind="pair", members=[one, two])
    cup = announced(club, director, entrants="doubles", format="swiss")
    application = entry_add(actor=two.user, tournament_id=cup.pk, player=pair)
    assert isinstance(application, EntryApplication)
    for member in (one, two):
        shown = api_as(member.user).get(f"{CUP.format(cup.pk)}applications/").json()["results"]
        assert [each["id"] for each in shown] == [application.pk]
    with pytest.raises(ApplicationOpen):
        entry_add(actor=one.user, tournament_id=cup.pk, player=pair)
    answers(one.user, application, State.WITHDRAWN)
    assert states() == ["withdrawn"]


def test_an_alternate_applies_too_and_after_the_draw(cup, director, ann):
    drawn(cup, director)
    with pytest.raises(TournamentStarted):
        applies(cup, ann)
    application = applies(cup, ann, alternate=True)
    answers(director, application)
    assert Entry.objects.latest("pk").alternate


def test_a_late_entry_by_application(club, director, ann):
    cup = announced(club, director, format="swiss", format_options={"rounds": 3})
    early = applies(cup, PlayerFactory(user=UserFactory()))
    drawn(cup, director)
    late = applies(cup, ann)
    assert states() == ["lapsed", "open"]
    answers(director, late)
    work_off()
    assert compare() == "Everything stored is what the facts say.\n"
    with pytest.raises(ApplicationLapsed, match="late entry"):
        answers(director, early)


def test_whoever_an_official_enters_is_approved_by_it(cup, director, ann):
    application = applies(cup, ann)
    entry = entry_add(actor=director, tournament_id=cup.pk, player=ann)
    assert entry.application == application
    assert states() == ["approved"]
    entry_withdraw(actor=ann.user, tournament_id=cup.pk, entry_id=entry.pk)
    again = applies(cup, ann)
    assert states() == ["approved", "open"]
    answers(director, again)
    assert Entry.objects.filter(player=ann).count() == 2


def test_a_file_of_entrants_approves_as_well(cup, director, ann):
    applies(cup, ann)
    entries_import(
        actor=director,
        tournament_id=cup.pk,
        entrants=[Entrant(2, "", ann.pk, "", "", alternate=False)],
        now=NOON,
    )
    assert states() == ["approved"]


def test_who_may_enter_by_now_is_entered_as_asked_before(cup, director, ann):
    """Once nobody needs approval: the place in the line is that of the application."""
    application = applies(cup, ann)
    tournament_edit(actor=director, tournament_id=cup.pk, entries_need_approval=False)
    assert applies(cup, ann).application == application


def test_who_was_entered_by_approval_comes_back_without_another(cup, director, ann):
    answers(director, applies(cup, ann))
    entry = Entry.objects.get()
    entry_withdraw(actor=ann.user, tournament_id=cup.pk, entry_id=entry.pk)
    entry_come_back(actor=ann.user, tournament_id=cup.pk, entry_id=entry.pk)
    assert states() == ["approved"]


# -- What is refused, and changes nothing


@pytest.fixture
def refused():
    """refused(Error): nothing was changed."""

    class Unchanged:
        def __init__(self, error):
            self.raises = pytest.raises(error)

        def __enter__(self):
            self.before = rows_of_everything()
            return self.raises.__enter__()

        def __exit__(self, *found):
            swallowed = self.raises.__exit__(*found)
            assert rows_of_everything() == self.before
            return swallowed

    return Unchanged


def test_who_has_asked_waits(cup, director, ann, refused):
    application = applies(cup, ann)
    with refused(ApplicationOpen) as waits:
        applies(cup, ann)
    assert waits.value.data == {"application": application.pk}
    answers(director, application, State.REFUSED, "Members first.")
    assert isinstance(applies(cup, ann), EntryApplication)


def test_a_refusal_says_why(cup, director, ann, refused):
    application = applies(cup, ann)
    for reason in ("", "  "):
        with refused(RefusalWithoutReason):
            answers(director, application, State.REFUSED, reason)
    answers(director, application, State.REFUSED, " Members first. ")
    assert EntryApplicationAnswer.objects.get().reason == "Members first."
    shown = api_as(ann.user).get(f"{CUP.format(cup.pk)}applications/").json()["results"]
    assert [(each["state"], each["reason"]) for each in shown] == [("refused", "Members first.")]


@each("first", [State.APPROVED, State.REFUSED, State.WITHDRAWN])
def test_an_application_is_answered_once(club, director, players, first):
    (ann,), cup = [PlayerFactory(user=UserFactory())], announced(club, director)
    application = applies(cup, ann)
    who = {State.APPROVED: director, State.REFUSED: director, State.WITHDRAWN: ann.user}
    answers(who[first], application, first, "So.")
    before = rows_of_everything()
    for again, actor in who.items():
        with pytest.raises(ApplicationAnswered) as raised:
            answers(actor, application, again, "So.")
        assert raised.value.data["state"] == first.value
    assert rows_of_everything() == before


def test_who_answers_what(cup, club, director, ann, refused):
    application = applies(cup, ann)
    scorekeeper, stranger = UserFactory(), UserFactory()
    club_appoint(actor=director, club=club, user=scorekeeper, role="scorekeeper", tournament=cup)
    for actor in (ann.user, scorekeeper, stranger):
        for state in (State.APPROVED, State.REFUSED):
            with refused(NotAllowed):
                answers(actor, application, state, "So.")
    for actor in (director, scorekeeper, stranger, UserFactory(is_staff=True)):
        with refused(NotAllowed):
            answers(actor, application, State.WITHDRAWN)
    answers(ann.user, application, State.WITHDRAWN)


def test_players_apply_in_time(club, director, ann, refused):
    cup = announced(club, director, entries_close_at=NOON)
    with refused(EntriesNotOpen):
        applies(cup, ann)
    application = applies(cup, ann, now=NOON.replace(hour=11))
    # It is answered at any time.
    answers(director, application)
    assert states() == ["approved"]


def test_who_is_entered_by_themselves_alone_may_still_apply(cup, director, ann):
    ann.entered_by = EntryConsent.OWN
    ann.save()
    with pytest.raises(EntryUnwanted):
        entry_add(actor=director, tournament_id=cup.pk, player=ann)
    answers(director, applies(cup, ann))
    assert Entry.objects.get().player == ann


def test_nobody_applies_twice_through_a_pair(club, director, players, refused):
    """Approving finds who has been entered with another meanwhile, and names them."""
    one, two, three = players(3)
    pairs = [
        player_create(actor=director, name=name, kind="pair", members=[one, other])
        for name, other in (("First", two), ("Second", three))
    ]
    cup = announced(club, director, entrants="doubles", format="swiss")
    first, second = (entry_add(actor=one.user, tournament_id=cup.pk, player=pair) for pair in pairs)
    answers(director, first)
    with refused(AlreadyEntered) as there:
        answers(director, second)
    assert "with First" in str(there.value)
    answers(director, second, State.REFUSED, "One of them plays already.")


# -- When it has lapsed


def test_a_draw_ends_what_waits(cup, director, ann, refused):
    application = applies(cup, ann)
    drawn(cup, director)
    assert states() == ["lapsed"]
    for actor, state in (
        (director, State.APPROVED),
        (director, State.REFUSED),
        (ann.user, State.WITHDRAWN),
    ):
        with refused(ApplicationLapsed):
            answers(actor, application, state, "So.")
    assert isinstance(applies(cup, ann, alternate=True), EntryApplication)
    assert states() == ["lapsed", "open"]
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="y", again=True)
    assert states() == ["lapsed", "lapsed"]


def test_what_is_called_off_ends_it_until_it_goes_ahead(cup, director, ann, refused):
    application = applies(cup, ann)
    tournament_call_off(actor=director, tournament_id=cup.pk, reason="Snow.")
    assert states() == ["lapsed"]
    with refused(TournamentCalledOff):
        answers(director, application)
    other = PlayerFactory(user=UserFactory())
    with refused(TournamentCalledOff):
        applies(cup, other)
    tournament_edit_undo(actor=director, tournament_id=cup.pk, edit_id=TournamentEdit.objects.get().pk)
    assert states() == ["open"]
    answers(director, application)


def test_what_is_removed_ends_it_too(cup, director, ann, refused):
    application = applies(cup, ann)
    tournament_remove(actor=director, tournament_id=cup.pk)
    assert states() == ["lapsed"]
    with pytest.raises(Tournament.DoesNotExist):
        answers(director, application)


def test_what_is_over_ends_it(cup, director, ann):
    drawn(cup, director)
    application = applies(cup, ann, alternate=True)
    (fixture,) = cup.fixtures.all()
    director_reports(fixture.match, director, (5, 2))
    assert states() == ["lapsed"]
    with pytest.raises(ApplicationLapsed, match="is over"):
        answers(director, application)


def test_nobody_is_entered_once_anonymised(cup, director, ann, refused):
    application = applies(cup, ann)
    Player.objects.filter(pk=ann.pk).update(anonymised=True)
    assert states() == ["lapsed"]
    with refused(ApplicationLapsed):
        answers(director, application)


# -- Merges


@pytest.fixture
def staff():
    return UserFactory(username="staff", is_staff=True)


def test_an_application_follows_a_merge(cup, director, ann, staff):
    old = PlayerFactory(name="A. Nn", user=None)
    Player.objects.filter(pk=ann.pk).update(user=None)
    old.user = ann.user
    old.save()
    application = entry_add(actor=ann.user, tournament_id=cup.pk, player=old)
    ann.refresh_from_db()
    players_merge(actor=staff, kept=ann, absorbed=old, reason="The same.")
    ann.refresh_from_db()
    shown = api_as(ann.user).get(f"{CUP.format(cup.pk)}applications/").json()["results"]
    assert [each["player"] for each in shown] == [{"id": ann.pk, "name": ann.name}]
    assert open_applications(cup)[ann.pk].pk == application.pk
    with pytest.raises(ApplicationOpen):
        applies(cup, ann)
    answers(director, application)
    assert Entry.objects.get().player == ann


def test_two_applications_of_one_player_since_a_merge(cup, director, ann, staff):
    other = PlayerFactory(name="A. Nn", user=UserFactory())
    first, second = applies(cup, ann), applies(cup, other)
    Player.objects.filter(pk=other.pk).update(user=None)
    other.refresh_from_db()
    players_merge(actor=staff, kept=ann, absorbed=other, reason="The same.")
    answers(director, second)
    assert Entry.objects.get().player == ann
    with pytest.raises(AlreadyEntered):
        answers(director, first)
    assert states() == ["open", "approved"]


# -- Who sees it


def facts_seen(viewer, subject):
    kinds = (EntryApplication, EntryApplicationAnswer)
    return [fact for fact in fact_list(viewer, subject)[:100] if isinstance(fact.fact, kinds)]


def test_an_application_is_for_who_runs_the_event_and_who_applied(cup, club, director, ann, staff):
    application = applies(cup, ann)
    answers(director, application, State.REFUSED, "Members first.")
    stranger, scorekeeper = UserFactory(), UserFactory()
    club_appoint(actor=director, club=club, user=scorekeeper, role="scorekeeper", tournament=cup)
    address = f"{CUP.format(cup.pk)}applications/"
    for viewer, count in ((director, 1), (staff, 1), (ann.user, 1), (stranger, 0), (scorekeeper, 0)):
        assert len(api_as(viewer).get(address).json()["results"]) == count, viewer
        assert len(facts_seen(viewer, cup)) == 2 * count, viewer
    assert_problem(api_as(None).get(address), 401, "not_authenticated")
    answer = f"{address}{application.pk}/answer/"
    for viewer in (stranger, scorekeeper):
        assert_problem(api_as(viewer).post(answer, {"state": "approved"}), 404, "not_found")
    assert facts_seen(UserFactory(), ann) == []
    own = facts_seen(ann.user, ann)
    assert [fact.sentence for fact in own] == [
        f"Ann asks to be entered: application {application.pk}.",
        f"Application {application.pk}, of Ann, is refused.",
    ]
    assert [fact.reason for fact in own] == ["", "Members first."]
    assert [fact.recorded_as for fact in own] == ["player", "official"]


def test_how_a_withdrawal_reads(cup, director, ann):
    application = applies(cup, ann)
    answers(ann.user, application, State.WITHDRAWN)
    assert [fact.sentence for fact in facts_seen(director, cup)][1:] == [
        f"Ann takes application {application.pk} back."
    ]


def test_what_waits_for_whom(cup, club, director, ann, staff, django_assert_num_queries):
    application = applies(cup, ann)
    other_club = announced(club, director)
    helper, scorekeeper = UserFactory(), UserFactory()
    club_appoint(actor=director, club=club, user=helper, role="director", tournament=cup)
    club_appoint(actor=director, club=club, user=scorekeeper, role="scorekeeper", tournament=cup)
    with django_assert_num_queries(1):
        assert [*entry_applications_to_answer(director)] == [application]
    for user, waiting in ((helper, [application]), (staff, [application]), (scorekeeper, []), (ann.user, [])):
        found = entry_applications_to_answer(user)
        assert isinstance(found, QuerySet)
        assert [*found] == waiting
    applies(other_club, ann)
    assert len(entry_applications_to_answer(helper)) == 1
    assert len(entry_applications_to_answer(director)) == 2


def test_a_list_costs_the_same_however_many_apply(cup, director, players, django_assert_num_queries):
    client = api_as(director)
    field = players(8)
    for player in field:
        applies(cup, player)
    for player in field[:3]:
        answers(director, EntryApplication.objects.get(player=player))
    with django_assert_num_queries(5):
        shown = client.get(f"{CUP.format(cup.pk)}applications/").json()["results"]
    assert len(shown) == 8


def test_a_token_of_another_event_reads_none(cup, club, director, ann):
    applies(cup, ann)
    with without_reach():
        bind_reach(Reach(ann.user_id, frozenset(["read"]), ("read",), place=("tournament", cup.pk + 1)))
        with pytest.raises(OutsideToken):
            entry_applications_shown(ann.user, cup)


# -- What is kept of a person


def test_personal_data_has_applications_and_their_answers(cup, director, ann):
    answers(director, applies(cup, ann, home="Harbour"), State.REFUSED, "Members first.")
    sections = held_rows(ann, ann.user, NOON)["sections"]
    assert [line["home"] for line in sections["entry_applications"]] == ["Harbour"]
    assert [line["reason"] for line in sections["entry_application_answers"]] == ["Members first."]
    assert "recorded_by" not in sections["entry_application_answers"][0]


def test_homes_of_who_was_anonymised_leave_the_export(cup, director, ann):
    applies(cup, ann, home="Harbour", family="Nn")

    def exported():
        return [
            (data["home"], data["family"]) for kind, data in export_rows(None) if kind == "entryapplication"
        ]

    assert exported() == [("Harbour", "Nn")]
    Player.objects.filter(pk=ann.pk).update(anonymised=True)
    assert exported() == [("", "")]
    shown = api_as(director).get(f"{CUP.format(cup.pk)}applications/").json()["results"]
    assert [(each["home"], each["family"], each["state"]) for each in shown] == [("", "", "lapsed")]


def test_the_export_of_an_event_has_who_applied_for_it(cup, director, ann):
    applies(cup, ann)
    rows = list(export_rows(cup.pk))
    assert [data["name"] for kind, data in rows if kind == "player"] == ["Ann"]
    assert [data["player"] for kind, data in rows if kind == "entryapplication"] == [ann.pk]
