"""Founding a club on the pages, bringing its players, changing what it says of itself."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches.players.models import Player
from tests.factories import PlayerFactory, UserFactory
from tests.tournaments.events.test_pages import visible
from tournaments.clubs.models import Club, ClubEdit
from tournaments.clubs.rules.player_lines import LINES_MAX, read_player_lines
from tournaments.clubs.selectors import players_recorded

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, director):
    client.force_login(director)
    return client


def test_founded_and_on_to_who_plays_here(page, director):
    sent = {"name": "Leiden", "place": "Leiden", "time_zone": "Europe/Amsterdam"}
    answer = page.post("/clubs/found/", sent, follow=True)
    club = Club.objects.get()
    assert answer.redirect_chain == [(f"/clubs/{club.pk}/players/", 302)]
    assert (club.place, club.time_zone) == ("Leiden", "Europe/Amsterdam")
    assert "Leiden is founded." in visible(answer.content.decode())
    empty = visible(page.get(f"/clubs/{club.pk}/").content.decode())
    assert "Bring its players first" in empty
    taken = page.post("/clubs/found/", {**sent, "place": "Elsewhere"})
    assert taken.status_code == 422
    assert list(taken.context["form"].errors) == ["name"]
    assert 'value="Elsewhere"' in taken.content.decode()


# -- Who plays here


def test_lines_as_people_write_them():
    text = "Anna de Vries\n\n渡辺 健二, わたなべ けんじ、Kenji Watanabe\nBram Janssen; bram@example.org\n"
    assert [
        (line.line, line.name, line.reading, line.aliases, line.contact) for line in read_player_lines(text)
    ] == [
        (1, "Anna de Vries", "", (), ""),
        (3, "渡辺 健二", "わたなべ けんじ", ("Kenji Watanabe",), ""),
        (4, "Bram Janssen", "", (), "bram@example.org"),
    ]
    table = '\ufeffName;Contact;Alias\n"Jansen; Jan";06 123;Jantje\n'
    assert [(line.name, line.aliases, line.contact) for line in read_player_lines(table)] == [
        ("Jansen; Jan", ("Jantje",), "06 123")
    ]
    assert read_player_lines(" \n\n") == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (", x", "There is no name in it."),
        ("x" * 81, "It is too long"),
        ("An\u200bna", "There are control or invisible characters in it."),
        ("a,b,c,d,e,f,g", "There are too many spellings in it"),
        ("12", "There are no letters in the name."),
    ],
)
def test_faults_are_told_by_line(line, fault):
    good, bad = read_player_lines(f"Anna\n{line}")
    assert good.fault is None
    assert str(bad.fault).startswith(fault)


def test_too_many_lines_are_faults():
    lines = read_player_lines("\n".join(f"Player {chr(97 + n % 26)}{n}" for n in range(LINES_MAX + 1)))
    assert [line.line for line in lines if line.fault] == [LINES_MAX + 1]


def test_nothing_is_recorded_before_every_line_is_clear(page, club):
    PlayerFactory(name="Bram Janssen")
    address = f"/clubs/{club.pk}/players/"
    text = "Anna de Vries\nB. Janssen\n12\nAnna de Vries"
    before = Player.objects.count()
    seen = page.post(address, {"lines": text, "do": "look"})
    shown = visible(seen.content.decode())
    assert seen.status_code == 200
    assert "There are no letters in the name." in shown
    assert "Who is B. Janssen? Bram Janssen, who is here already somebody else" in shown
    assert "Anna de Vries of line 1" in shown
    refused = page.post(address, {"lines": text, "do": "record"})
    assert refused.status_code == 422
    assert "B. Janssen" in refused.content.decode()
    assert Player.objects.count() == before
    text = text.replace("\n12\n", "\nKees Prins, Keesie\n")
    done = page.post(address, {"lines": text, "line-2": "new", "do": "record"}, follow=True)
    assert "3 players are recorded." in visible(done.content.decode())
    recorded = players_recorded(club)
    assert sorted(player.name for player in recorded) == ["Anna de Vries", "B. Janssen", "Kees Prins"]
    kees = recorded.get(name="Kees Prins")
    assert [alias.name for alias in kees.aliases.all()] == ["Keesie"]


def test_the_same_as_somebody_known_or_an_earlier_line_is_recorded_once(page, club):
    known = PlayerFactory(name="Bram Janssen")
    text = "B. Janssen\nJan Jansen\nJ. Jansen"
    sent = {"line-1": f"player-{known.pk}", "line-3": "line-2", "do": "record"}
    page.post(f"/clubs/{club.pk}/players/", {"lines": text, **sent})
    (jan,) = players_recorded(club)
    assert (jan.name, [alias.name for alias in jan.aliases.all()]) == ("Jan Jansen", ["J. Jansen"])


def test_a_file_is_read_and_can_be_mended_where_it_is_typed(page, club):
    address = f"/clubs/{club.pk}/players/"
    file = SimpleUploadedFile("players.csv", "name,contact\nAnna,06\n".encode("utf-8-sig"))
    seen = page.post(address, {"lines": "", "file": file, "do": "look"})
    assert "Anna,06" in seen.content.decode()
    wrong = page.post(address, {"file": SimpleUploadedFile("p.csv", b"\xff\xfe"), "do": "look"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["file"])
    nothing = page.post(address, {"lines": " ", "do": "look"})
    assert (nothing.status_code, list(nothing.context["form"].errors)) == (422, ["lines"])


def test_it_speaks_japanese(page, club):
    seen = page.get(f"/clubs/{club.pk}/players/", headers={"Accept-Language": "ja"}).content.decode()
    assert "プレーヤーの登録" in seen


# -- Changing it


def test_a_change_and_the_way_back(page, club):
    address = f"/clubs/{club.pk}/edit/"
    sent = {"name": "Silver Club", "place": "Pier 4", "time_zone": "Asia/Tokyo", "text": "", "contact": "Mia"}
    answer = page.post(address, sent, follow=True)
    club.refresh_from_db()
    assert {name: getattr(club, name) for name in sent} == sent
    edit = ClubEdit.objects.get()
    undo = f"/clubs/{club.pk}/edits/{edit.pk}/undo/"
    assert f'action="{undo}"' in answer.content.decode()
    page.post(undo)
    club.refresh_from_db()
    assert club.name == "Golden Club"
    bad = page.post(address, {**sent, "time_zone": "Mars", "place": "Typed"})
    assert (bad.status_code, list(bad.context["form"].errors)) == (422, ["time_zone"])
    assert 'value="Typed"' in bad.content.decode()
    assert page.post(undo).status_code == 422


def test_removed_and_put_back(page, club, director):
    director.is_staff = True
    director.save()
    page.post(f"/clubs/{club.pk}/remove/", {"reason": "Twice."})
    club.refresh_from_db()
    assert club.removed
    page.post(f"/clubs/{club.pk}/edits/{ClubEdit.objects.get().pk}/undo/")
    club.refresh_from_db()
    assert not club.removed


def test_only_who_runs_it(client, club):
    client.force_login(UserFactory(username="stranger"))
    assert client.get(f"/clubs/{club.pk}/edit/").status_code == 403
    assert client.get(f"/clubs/{club.pk}/players/").status_code == 403
    assert client.post(f"/clubs/{club.pk}/remove/").status_code == 403
    assert client.post(f"/clubs/{club.pk}/edit/picture/").status_code == 403


def test_queries_of_the_pages(page, club, django_assert_num_queries):
    page.get(f"/clubs/{club.pk}/edit/")
    with django_assert_num_queries(6):
        page.get(f"/clubs/{club.pk}/edit/")
    lines = "\n".join(f"Player {chr(97 + n)}" for n in range(20))
    with django_assert_num_queries(11):
        page.post(f"/clubs/{club.pk}/players/", {"lines": lines, "do": "look"})
