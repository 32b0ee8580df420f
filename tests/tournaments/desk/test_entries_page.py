"""The tab Entries of the control desk: who comes, who pays, who leaves."""

import pytest

from matches.players.models import Player
from tests.conftest import work_off
from tests.consent import player_create
from tests.factories import PlayerFactory, UserFactory
from tournaments.clubs.services import club_player_record
from tournaments.desk.selectors import EntryState, entry_desk
from tournaments.events.models import Entry, EntryApplication, LineUp
from tournaments.events.selectors import tournament_list
from tournaments.events.services import entry_add, entry_withdraw, tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding
from tournaments.money.services import entry_fee_set

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club, director):
    def make(entries=0, **how):
        cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5], **how)
        for _ in range(entries):
            entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory())
        return cup

    return make


def address(cup):
    return f"/tournaments/{cup.pk}/desk/entries/"


def send(desk, cup, do, **sent):
    return desk.post(address(cup), {"do": do, **sent}, follow=True)


def state_of(cup, entry):
    rows = entry_desk(tournament_list().get(pk=cup.pk)).entries
    return next(row.state for row in rows if row.entry.pk == entry.pk)


def test_a_player_is_entered_by_name_and_that_is_undone(desk, event):
    cup, ann = event(), PlayerFactory(name="Ann Verhoeven")
    assert "Nobody is entered yet" in desk.get(address(cup)).content.decode()
    page = send(desk, cup, "enter", player="Ann Verhoeven").content.decode()
    entry = Entry.objects.get()
    assert (entry.player, "Ann Verhoeven is entered." in page) == (ann, True)
    desk.post(f"{address(cup)}{entry.pk}/undo/withdraw/")
    assert state_of(cup, entry) == EntryState.WITHDRAWN
    # Whoever is entered already is said to be so beside the field, and the text stays.
    send(desk, cup, "come_back", entry=entry.pk)
    answer = send(desk, cup, "enter", player="Ann Verhoeven")
    assert answer.status_code == 422
    assert 'value="Ann Verhoeven"' in answer.content.decode()
    assert Entry.objects.count() == 1


def test_somebody_new_is_recorded_once_similar_ones_were_asked_about(desk, event, club):
    cup = event()
    send(desk, cup, "enter", player="Zoltan Fekete")
    assert Entry.objects.get().player.name == "Zoltan Fekete"
    answer = send(desk, cup, "enter", player="Zoltan Feket")
    assert answer.status_code == 422
    assert "Another, who is new: Zoltan Feket" in answer.content.decode()
    new = {"player": "Zoltan Feket", "player-asked": "Zoltan Feket", "player-chosen": "new"}
    send(desk, cup, "enter", **new)
    assert Player.objects.filter(name="Zoltan Feket", registrations__club=club).exists()
    assert Entry.objects.count() == 2


def test_a_fee_is_marked_with_one_press_and_back(desk, event, director):
    cup = event(1)
    entry_fee_set(actor=director, tournament_id=cup.pk, cents=1000, currency="EUR")
    entry = Entry.objects.get()
    page = desk.get(address(cup)).content.decode()
    assert "€10 open: mark as paid" in page
    page = send(desk, cup, "fee", entry=entry.pk, paid="1").content.decode()
    assert "€10 paid" in page
    page = send(desk, cup, "fee", entry=entry.pk).content.decode()
    assert "€10 open: mark as paid" in page
    assert send(desk, cup, "fee", entry=entry.pk + 99, paid="1").status_code == 422


def test_applications_are_answered_on_top(desk, event):
    ann = PlayerFactory(user=UserFactory())
    cup = event(entries_need_approval=True)
    entry_add(actor=ann.user, tournament_id=cup.pk, player=ann)
    application = EntryApplication.objects.get()
    assert "To approve" in desk.get(address(cup)).content.decode()
    # A refusal has a reason.
    answer = send(desk, cup, "answer", application=application.pk, state="refused")
    assert answer.status_code == 422
    assert f'id="reason-{application.pk}-fault"' in answer.content.decode()
    send(desk, cup, "answer", application=application.pk, state="approved")
    assert Entry.objects.get().player == ann


def test_what_a_withdrawal_changes_is_shown_first(desk, event):
    cup = event(3, capacity=2)
    first, _, third = Entry.objects.order_by("pk")
    page = desk.get(f"{address(cup)}{first.pk}/").content.decode()
    assert f"{third.player.name} moves up from the waiting list." in page
    page = send(desk, cup, "withdraw", entry=first.pk, reason="Ill").content.decode()
    assert state_of(cup, first) == EntryState.WITHDRAWN
    assert f"{address(cup)}{first.pk}/undo/come_back/" in page
    desk.post(f"{address(cup)}{first.pk}/undo/come_back/")
    assert state_of(cup, first) == EntryState.WAITING


def test_after_the_draw_an_alternate_takes_a_place(desk, event, director):
    cup = event(4)
    order = [each.pk for each in Entry.objects.order_by("pk")]
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.MANUAL, seeded=order, seed="x")
    work_off()
    page = desk.get(address(cup)).content.decode()
    assert "all places in it are taken" in page
    late = PlayerFactory(name="Lee Tardy")
    answer = send(desk, cup, "enter", player="Lee Tardy")
    assert answer.status_code == 422
    send(desk, cup, "enter", player="Lee Tardy", alternate="on")
    comes, leaves = Entry.objects.get(player=late), Entry.objects.order_by("pk").first()
    page = desk.get(f"{address(cup)}{leaves.pk}/").content.decode()
    assert "has a walkover." in page
    assert "Takes the place" in page
    send(desk, cup, "substitute", entry=leaves.pk, comes=comes.pk)
    assert (state_of(cup, leaves), state_of(cup, comes)) == (EntryState.SUBSTITUTED, EntryState.IN_FIELD)


def test_a_list_is_pasted_looked_at_and_entered(desk, event):
    ann, cup = PlayerFactory(name="Ann Verhoeven"), event()
    text = {"lines": "Ann Verhoeven\nBruno Quist\n"}
    page = desk.post(f"{address(cup)}list/", {**text, "do": "look"}).content.decode()
    assert "Enter 2 players" in page
    assert Entry.objects.count() == 0
    page = desk.post(f"{address(cup)}list/", {**text, "do": "enter"}, follow=True).content.decode()
    assert "2 players are entered." in page
    assert [each.player.name for each in Entry.objects.order_by("pk")] == [ann.name, "Bruno Quist"]
    # The same list once more enters nobody twice.
    page = desk.post(f"{address(cup)}list/", {**text, "do": "enter"}, follow=True).content.decode()
    assert Entry.objects.count() == 2
    assert desk.post(f"{address(cup)}list/", {"lines": " ", "do": "look"}).status_code == 422


def test_a_pair_is_made_of_two(desk, event):
    cup = event(entrants="doubles")
    ann, ben = PlayerFactory(name="Ann Verhoeven"), PlayerFactory(name="Ben Okri")
    page = send(desk, cup, "pair", one=ann.name, two=ben.name).content.decode()
    assert "Ann Verhoeven / Ben Okri" in page
    assert Player.objects.filter(kind="pair", name="Ann Verhoeven / Ben Okri").exists()


def test_only_directors_work_there(client, event):
    cup = event(1)
    player = PlayerFactory(user=UserFactory())
    assert client.get(address(cup)).status_code == 302
    client.force_login(player.user)
    entry = Entry.objects.get()
    assert client.get(address(cup)).status_code == 403
    assert send(client, cup, "withdraw", entry=entry.pk).status_code == 403
    assert client.post(f"{address(cup)}list/", {"lines": "X Y", "do": "enter"}).status_code == 403
    assert state_of(cup, entry) == EntryState.IN_FIELD


def test_as_many_queries_at_any_size(desk, event, director, django_assert_num_queries):
    for size in (4, 16):
        cup = event(size, entries_need_approval=True)
        ann = PlayerFactory(user=UserFactory())
        entry_add(actor=ann.user, tournament_id=cup.pk, player=ann)
        entry_withdraw(
            actor=director, tournament_id=cup.pk, entry_id=Entry.objects.filter(tournament=cup).first().pk
        )
        desk.get(address(cup))
        with django_assert_num_queries(20):
            desk.get(address(cup))


def test_in_japanese(desk, event):
    page = desk.get(address(event()), headers={"Accept-Language": "ja"}).content.decode()
    assert "まだ誰もエントリーしていません" in page


# -- Teams


@pytest.fixture
def team_cup(event):
    return event(format="teams", format_options={"event": {"format": "round_robin"}, "boards": 2})


def test_a_team_is_made_of_its_members_and_lines_up(desk, team_cup, director, django_assert_num_queries):
    recorded = {"actor": director, "club": team_cup.club}
    ann, bob = (club_player_record(**recorded, name=name) for name in ("Ann Verhoeven", "Bob Lund"))
    assert "Make a team of its members" in desk.get(address(team_cup)).content.decode()
    named = {"team": "Harbour", "member_1": ann.name, "member_2": bob.name, "member_3": "Somebody New"}
    bad = send(desk, team_cup, "team", **{**named, "member_2": ann.name})
    assert bad.status_code == 422
    assert 'value="Harbour"' in bad.content.decode()
    assert not Player.objects.filter(kind="team").exists()
    assert not Player.objects.filter(name="Somebody New").exists()
    assert "Harbour is entered." in send(desk, team_cup, "team", **named).content.decode()
    entry = Entry.objects.get(tournament=team_cup)
    roster = entry.player.persons
    assert [person.name for person in roster] == [ann.name, bob.name, "Somebody New"]
    line_up = f"/tournaments/{team_cup.pk}/entries/{entry.pk}/line-up/"
    assert f'href="{line_up}"' in desk.get(address(team_cup)).content.decode()
    seen = desk.get(line_up, headers={"Accept-Language": "ja"}).content.decode()
    assert "Harbourのオーダー" in seen
    assert "第2ボード" in seen
    twice = desk.post(line_up, {"board_1": roster[2].pk, "board_2": roster[2].pk})
    assert twice.status_code == 422
    assert list(twice.context["form"].errors) == ["board_2"]
    assert not LineUp.objects.exists()
    desk.post(line_up, {"board_1": roster[2].pk, "board_2": ann.pk})
    assert LineUp.objects.get().players == [roster[2].pk, ann.pk]
    with django_assert_num_queries(8):
        desk.get(line_up)


def test_members_with_logins_are_asked_before_their_team_is_entered(desk, team_cup):
    ann, bob = (PlayerFactory(name=name, user=UserFactory()) for name in ("Ann Verhoeven", "Bob Lund"))
    named = {"team": "Harbour", "member_1": ann.name, "member_2": bob.name}
    for _ in range(2):
        assert "Members of Harbour are asked" in send(desk, team_cup, "team", **named).content.decode()
    assert Player.objects.get(kind="team").persons == [], "one, however often it is named"
    assert not Entry.objects.filter(tournament=team_cup).exists()


def test_a_member_lines_the_team_up_and_a_stranger_does_not(client, team_cup, director):
    ann, bob = (PlayerFactory(name=name, user=UserFactory()) for name in ("Ann", "Bob"))
    team = player_create(actor=director, name="Harbour", kind="team", members=[ann, bob])
    entry = entry_add(actor=director, tournament_id=team_cup.pk, player=team)
    line_up = f"/tournaments/{team_cup.pk}/entries/{entry.pk}/line-up/"
    client.force_login(ann.user)
    assert f'href="{line_up}"' in client.get(f"/tournaments/{team_cup.pk}/").content.decode()
    client.post(line_up, {"board_1": bob.pk, "board_2": ann.pk})
    assert LineUp.objects.get().recorded_by == ann.user
    assert client.post(line_up, {"board_1": bob.pk, "board_2": "0"}).status_code == 422
    client.force_login(UserFactory())
    assert client.get(line_up).status_code == 403
    assert client.get(f"/tournaments/{team_cup.pk}/entries/0/line-up/").status_code == 404


def test_a_captain_enters_a_team_on_the_event_s_page(client, team_cup, director, django_assert_num_queries):
    captain = PlayerFactory(name="Cleo Adler", user=UserFactory())
    mate = PlayerFactory(name="Mika Salo", created_by=captain.user)
    to = f"/tournaments/{team_cup.pk}/team/"
    client.force_login(captain.user)
    assert f'href="{to}"' in client.get(f"/tournaments/{team_cup.pk}/").content.decode()
    page = client.get(to, headers={"Accept-Language": "ja"}).content.decode()
    assert 'value="Cleo Adler"' in page
    assert "一緒に参加するメンバーを指定してください。" in page
    for named, field in (
        ({"member_1": "Mika Salo", "member_2": "Nobody At All"}, "member_2"),
        ({"member_1": "Mika Salo", "member_2": "Mika Salo"}, "member_1"),
        ({"member_1": "Cleo Adler", "member_2": "Cleo Adler"}, "member_1"),
    ):
        bad = client.post(to, {"team": "Harbour", **named})
        assert bad.status_code == 422
        assert list(bad.context["form"].errors) == [field]
        assert 'value="Harbour"' in bad.content.decode()
    assert not Player.objects.filter(kind="team").exists()
    with django_assert_num_queries(4):
        client.get(to)
    client.post(to, {"team": "Harbour", "member_1": "Cleo Adler", "member_2": "Mika Salo"})
    assert Entry.objects.get().player.persons == [captain, mate]
    assert f'href="{to}"' not in client.get(f"/tournaments/{team_cup.pk}/").content.decode()
    client.force_login(UserFactory())
    assert client.get(to).status_code == 200
    assert client.post(to, {"team": "X"}).status_code == 200
    assert Player.objects.filter(kind="team").count() == 1


def test_nobody_is_withdrawn_from_an_event_that_is_over(desk, event):
    cup = event(2)
    assert "Withdraw…" in desk.get(address(cup)).content.decode()
    cup.called_off = True
    cup.state = "called_off"
    cup.save()
    assert "Withdraw…" not in desk.get(address(cup)).content.decode()


def test_a_list_is_pasted_where_nobody_is_entered_yet(desk, event):
    cup = event()
    page = desk.get(address(cup)).content.decode()
    to = f"/tournaments/{cup.pk}/desk/entries/list/"
    assert f'action="{to}"' in page
    assert 'name="lines"' in page
    looked = desk.post(to, {"lines": "Ann Verhoeven\nBob Lund", "do": "look"}).content.decode()
    assert "2 lines" in looked
    assert 'name="lines"' not in desk.get(address(event(1))).content.decode()
