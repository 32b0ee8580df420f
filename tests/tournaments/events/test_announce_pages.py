"""Announcing events on the pages, and changing what was announced."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import MultiWidget
from django.urls import reverse
from django.utils import timezone

from tests.factories import MembershipFactory, PlayerFactory, UserFactory
from tests.tournaments.clubs.test_pictures import DOG
from tournaments.events.models import Tournament, TournamentEdit
from tournaments.events.services import entry_add, tournament_create, tournament_draw
from tournaments.events.words import WORDS
from tournaments.formats import FORMATS
from tournaments.formats.seeding.order import Seeding
from tournaments.money.rules.fees import entry_fee
from tournaments.money.selectors import prize_pool_list
from tournaments.money.services import entry_fee_set, prize_pools_set
from tournaments.venues.models import Venue

from .test_pages import visible

pytestmark = pytest.mark.django_db

NEW = "/tournaments/new/"


@pytest.fixture
def page(client, director, club):
    """What pages a director opens and sends."""
    client.force_login(director)
    return client


def fields_of(response):
    """What the form on a page would send as it stands."""
    form = response.context["form"]
    found = {"format_shown": form.format_code} if form.terms_open else {}
    for bound in form:
        if isinstance(bound.field.widget, MultiWidget):
            shown = bound.field.widget.get_context(bound.html_name, bound.value(), {})
            found |= {each["name"]: each["value"] for each in shown["widget"]["subwidgets"] if each["value"]}
            continue
        value = bound.value()
        if value is True:
            found[bound.html_name] = "on"
        elif value not in (None, False, ""):
            shown = bound.field.widget.format_value(value)
            found[bound.html_name] = shown[0] if isinstance(shown, list) else shown
    return found


def test_from_the_club_s_page_to_an_announced_knockout_in_three_clicks(page, club):
    first = page.get(f"/clubs/{club.pk}/").content.decode()
    assert f'href="{NEW}?club={club.pk}"' in first
    second = page.get(NEW).content.decode()
    assert f'href="?club={club.pk}&amp;preset=double_elimination"' in second
    form = page.get(f"{NEW}?club={club.pk}&preset=double_elimination")
    seen = visible(form.content.decode())
    assert "Ends about" in seen
    assert "Matches 22–23" in seen
    assert "A match to 7 is taken to last 51 minutes" in seen
    answer = page.post(
        form.request["PATH_INFO"] + "?" + form.request["QUERY_STRING"],
        {**fields_of(form), "do": "save"},
        follow=True,
    )
    made = Tournament.objects.get()
    assert answer.redirect_chain == [(f"/tournaments/{made.pk}/", 302)]
    assert made.name.endswith("double elimination")
    assert (made.lengths, made.rounds, made.capacity) == ([7], [{"part": "losers", "length": 5}], 24)
    assert made.starts_at - made.entries_close_at == timedelta(minutes=5)
    assert f"{made.name} is announced." in visible(answer.content.decode())
    undo = reverse("pages-tournaments:tournament-remove", args=[made.pk])
    assert f'action="{undo}"' in answer.content.decode()
    page.post(undo)
    made.refresh_from_db()
    assert made.removed


def open_form(page, query):
    address = f"{NEW}?{query}"
    response = page.get(address)
    assert response.status_code == 200
    return address, response, fields_of(response)


def test_remedies_are_buttons_that_change_the_form(page, club):
    venue = Venue.objects.create(club=club, name="Café", closes_at="00:00", tables=[])
    address, _, sent = open_form(page, f"club={club.pk}&preset=double_elimination")
    begins = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT19:30")
    asked = {**sent, "venue": venue.pk, "starts_at": begins, "entries": "12", "do": "means"}
    answer = page.post(address, asked)
    assert answer.status_code == 200
    assert "The house closes before that." in visible(answer.content.decode())
    (name, remedy), *_ = answer.context["remedies"]
    taken = page.post(address, {**asked, "do": name})
    form = taken.context["form"]
    assert form["lengths"].value() == str(remedy.remedy.changes["lengths"][0])
    assert form["length_losers"].value() == str(remedy.remedy.changes["rounds"][0]["length"])
    assert taken.context["remedies"] == []
    assert not Tournament.objects.exists()


def test_another_format_brings_its_options_with_what_is_usual(page, club):
    address, _, sent = open_form(page, f"club={club.pk}&preset=double_elimination")
    answer = page.post(address, {**sent, "format": "swiss", "do": "format"})
    seen = visible(answer.content.decode())
    assert "How many rounds are played" in seen
    assert "In the losers" not in seen
    part = page.post(address, {**sent, "format": "swiss"}, headers={"HX-Request": "true"}).content.decode()
    assert part.count("hx-swap-oob") == 3
    assert "<main" not in part
    page.post(address, {**sent, "format": "swiss", "do": "save"})
    made = Tournament.objects.get()
    assert (made.format, made.format_options, made.rounds) == ("swiss", {}, [])


def test_options_are_announced_and_a_bad_one_is_told_at_its_field(page, club):
    address, response, sent = open_form(page, f"club={club.pk}&steps")
    assert "Whether the losers of the semi-finals play for the third place." in visible(
        response.content.decode()
    )
    bad = {**sent, "name": "Cup", "format": "swiss", "format_shown": "swiss", "option_rounds": "21"}
    answer = page.post(address, {**bad, "do": "save"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["option_rounds"]
    assert 'value="21"' in answer.content.decode()
    more = {"option_rounds": "3", "option_bye_wins": "on", "pairings_need_approval": "on", "capacity": "30"}
    page.post(address, {**bad, **more, "do": "save"})
    made = Tournament.objects.get()
    assert made.format_options == {"rounds": 3}
    assert (made.name, made.capacity, made.pairings_need_approval) == ("Cup", 30, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "),
        ("name", "Cup\u200b"),
        ("lengths", "seven"),
        ("lengths", "0"),
        ("rounds", "{"),
        ("rounds", '[{"part": "nowhere", "length": 5}]'),
        ("ends_at", "2020-01-01T10:00"),
        ("starts_at", "tonight"),
        ("entries", "1"),
        ("capacity", "1"),
        ("format", "none"),
        ("venue", "999999"),
    ],
)
def test_what_cannot_be_read_changes_nothing_and_stays_typed(page, club, field, value):
    address, _, sent = open_form(page, f"club={club.pk}&preset=double_elimination")
    answer = page.post(address, {**sent, field: value, "text": "Bring cake.", "do": "save"})
    assert answer.status_code == 422
    assert "Bring cake." in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()
    assert not Tournament.objects.exists()


def test_times_are_those_of_the_place_that_is_chosen_with_them(page, club):
    address, _, sent = open_form(page, f"club={club.pk}&preset=knockout")
    times = {"starts_at": "2030-12-01T19:30", "entries_close_at": "", "time_zone": "Asia/Tokyo"}
    page.post(address, {**sent, **times, "do": "save"})
    assert Tournament.objects.get().starts_at == datetime(2030, 12, 1, 10, 30, tzinfo=UTC)


def test_what_nobody_touched_moves_with_the_start(page, club):
    address, _, sent = open_form(page, f"club={club.pk}&preset=knockout")
    page.post(address, {**sent, "starts_at": "2030-12-01T19:30", "do": "save"})
    made = Tournament.objects.get()
    assert made.starts_at - made.entries_close_at == timedelta(minutes=5)
    page.post(
        address,
        {**sent, "starts_at": "2030-12-01T19:30", "entries_close_at": "2030-12-01T12:00", "do": "save"},
    )
    assert Tournament.objects.latest("pk").entries_close_at == datetime(2030, 12, 1, 12, tzinfo=UTC)
    edit = f"/tournaments/{made.pk}/edit/"
    page.post(edit, {**fields_of(page.get(edit)), "starts_at": "2030-12-02T19:30", "do": "save"})
    closed = made.entries_close_at
    made.refresh_from_db()
    assert (made.starts_at.day, made.entries_close_at) == (2, closed)


def test_a_copy_of_last_week_s(page, club, director):
    last = tournament_create(
        actor=director,
        club=club,
        name="Club night #7",
        lengths=[5],
        format="teams",
        format_options={"event": {"format": "swiss", "options": {"rounds": 3}}, "boards": 3},
        starts_at=timezone.now() - timedelta(days=7),
    )
    assert f"copy_of={last.pk}" in page.get(f"{NEW}?club={club.pk}").content.decode()
    address, _, sent = open_form(page, f"club={club.pk}&copy_of={last.pk}")
    assert sent["name"] == "Club night #8"
    page.post(address, {**sent, "do": "save"})
    made = Tournament.objects.latest("pk")
    assert (made.name, made.format_options, made.entrants) == ("Club night #8", last.format_options, "teams")


def test_who_may_announce(client, club):
    assert client.get(NEW).status_code == 302
    client.force_login(UserFactory(username="stranger"))
    assert "you run none yet" in visible(client.get(NEW).content.decode())
    assert client.get(f"{NEW}?club={club.pk}").status_code == 403
    assert client.post(f"{NEW}?club={club.pk}&preset=knockout", {"do": "save"}).status_code == 403
    assert client.get(f"{NEW}?club=999999").status_code == 404
    assert client.get(f"{NEW}?club=x").status_code == 404
    assert NEW not in client.get(f"/clubs/{club.pk}/").content.decode()


def test_it_speaks_japanese(page, club):
    seen = page.get(f"{NEW}?club={club.pk}&preset=knockout", headers={"Accept-Language": "ja"})
    assert "この設定の見込み" in seen.content.decode()


def test_every_option_of_a_format_has_its_words():
    for format in FORMATS.values():
        for option in format.options_as_json():
            assert option["name"] in WORDS["format_option"]
            for choice in option["choices"] or ():
                assert f"{option['name']}:{choice}" in WORDS["format_choice"]


# -- Changing it


@pytest.fixture
def cup(club, director):
    return tournament_create(actor=director, club=club, name="Spring Cup", lengths=[7])


def test_a_change_and_the_way_back(page, cup):
    address = f"/tournaments/{cup.pk}/edit/"
    assert f'href="{address}"' in page.get(f"/tournaments/{cup.pk}/").content.decode()
    form = page.get(address)
    changed = {**fields_of(form), "name": "Autumn Cup", "lengths": "9", "place": "Pier 4", "do": "save"}
    answer = page.post(address, changed, follow=True)
    cup.refresh_from_db()
    assert (cup.name, cup.lengths, cup.place) == ("Autumn Cup", [9], "Pier 4")
    edit = TournamentEdit.objects.get()
    assert edit.changes.keys() == {"name", "lengths", "place"}
    undo = f"/tournaments/{cup.pk}/edits/{edit.pk}/undo/"
    assert f'action="{undo}"' in answer.content.decode()
    assert "Taken back." in visible(page.post(undo, follow=True).content.decode())
    cup.refresh_from_db()
    assert (cup.name, cup.lengths, cup.place) == ("Spring Cup", [7], "")
    again = page.post(undo)
    assert again.status_code == 422
    assert "taken back already" in visible(again.content.decode())


def test_unchanged_nothing_is_written(page, cup):
    address = f"/tournaments/{cup.pk}/edit/"
    answer = page.post(address, {**fields_of(page.get(address)), "do": "save"}, follow=True)
    assert "Nothing was changed." in visible(answer.content.decode())
    assert not TournamentEdit.objects.exists()


def test_once_drawn_the_rest_can_change(page, cup, director):
    for _number in range(2):
        entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory())
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="test")
    address = f"/tournaments/{cup.pk}/edit/"
    form = page.get(address)
    assert "format, lengths and rules cannot change any more" in visible(form.content.decode())
    page.post(address, {**fields_of(form), "text": "Bring **cake**.", "lengths": "9", "do": "save"})
    cup.refresh_from_db()
    assert (cup.text, cup.lengths) == ("Bring **cake**.", [7])
    refused = page.post(f"/tournaments/{cup.pk}/remove/")
    assert refused.status_code == 422
    assert "Call it off instead" in visible(refused.content.decode())


def test_called_off_and_put_back(page, cup):
    call_off = f"/tournaments/{cup.pk}/call-off/"
    assert page.post(call_off, {"reason": ""}).status_code == 422
    answer = page.post(call_off, {"reason": "No tables."}, follow=True)
    cup.refresh_from_db()
    assert cup.called_off
    edit = TournamentEdit.objects.get()
    assert f"/edits/{edit.pk}/undo/" in answer.content.decode()
    shown = page.get(f"/tournaments/{cup.pk}/edit/").content.decode()
    assert "Have it go ahead after all" in shown
    page.post(f"/tournaments/{cup.pk}/edits/{edit.pk}/undo/")
    cup.refresh_from_db()
    assert not cup.called_off


def test_removed_and_put_back(page, cup, club):
    answer = page.post(f"/tournaments/{cup.pk}/remove/", {"reason": "Twice."}, follow=True)
    assert answer.redirect_chain == [(f"/clubs/{club.pk}/", 302)]
    edit = TournamentEdit.objects.get()
    undo = f"/tournaments/{cup.pk}/edits/{edit.pk}/undo/"
    assert f'action="{undo}"' in answer.content.decode()
    page.post(undo)
    cup.refresh_from_db()
    assert not cup.removed


def test_its_picture(page, cup):
    address = f"/tournaments/{cup.pk}/edit/picture/"
    page.post(address, {"picture": SimpleUploadedFile("cup.png", DOG), "picture_alt": "A silver cup"})
    cup.refresh_from_db()
    assert (cup.picture_alt, cup.picture is None) == ("A silver cup", False)
    made = tournament_create(actor=cup.created_by, club=cup.club, name="Next", lengths=[7], copy_of=cup)
    assert (made.picture, made.picture_alt) == (cup.picture, "A silver cup")
    wrong = page.post(address, {"picture": SimpleUploadedFile("cup.png", b"no"), "picture_alt": "Gold"})
    assert wrong.status_code == 422
    assert 'value="Gold"' in wrong.content.decode()
    page.post(address, {"remove": "yes", "picture_alt": ""})
    cup.refresh_from_db()
    assert cup.picture is None


def test_only_who_directs_it_changes_it(client, cup):
    addresses = [f"/tournaments/{cup.pk}/{what}/" for what in ("edit/picture", "call-off", "remove")]
    client.force_login(UserFactory(username="stranger"))
    assert client.get(f"/tournaments/{cup.pk}/edit/").status_code == 403
    assert {client.post(address).status_code for address in addresses} == {403}
    assert f"/tournaments/{cup.pk}/edit/" not in client.get(f"/tournaments/{cup.pk}/").content.decode()
    assert not TournamentEdit.objects.exists()


def test_queries_of_the_pages(page, club, cup, django_assert_num_queries):
    for query in (f"club={club.pk}", f"club={club.pk}&preset=knockout", f"club={club.pk}&copy_of={cup.pk}"):
        page.get(f"{NEW}?{query}")
    with django_assert_num_queries(7):
        page.get(f"{NEW}?club={club.pk}")
    with django_assert_num_queries(9):
        page.get(f"{NEW}?club={club.pk}&preset=knockout")
    with django_assert_num_queries(8):
        page.get(f"/tournaments/{cup.pk}/edit/")


# -- What it costs


def fee_of(event):
    listed = prize_pool_list(event)
    return entry_fee(listed.prize_pools), listed.currency


def test_an_entry_fee_is_announced_and_a_copy_costs_the_same(page, club):
    club.time_zone = "Asia/Tokyo"
    club.save()
    address, _, sent = open_form(page, f"club={club.pk}&preset=knockout")
    assert sent["entry_fee_currency"] == "JPY"
    asked = page.post(address, {**sent, "entry_fee": "1000", "do": "means"})
    assert "entry fee ¥1,000" in visible(asked.content.decode())
    bad = page.post(address, {**sent, "entry_fee": "10.50", "do": "save"})
    assert bad.status_code == 422
    assert list(bad.context["form"].errors) == ["entry_fee"]
    assert 'value="10.50"' in bad.content.decode()
    assert not Tournament.objects.exists()
    page.post(address, {**sent, "entry_fee": "1000", "do": "save"})
    made = Tournament.objects.get()
    assert fee_of(made) == (1000, "JPY")
    shown = page.get(f"/tournaments/{made.pk}/", headers={"Accept-Language": "ja"})
    assert "参加費¥1,000" in visible(shown.content.decode())

    address, _, sent = open_form(page, f"club={club.pk}&copy_of={made.pk}")
    assert (sent["entry_fee"], sent["entry_fee_currency"]) == ("1000", "JPY")
    page.post(address, {**sent, "do": "save"})
    copy = Tournament.objects.latest("pk")
    assert fee_of(copy) == (1000, "JPY")
    assert copy.prize_pool_lists.count() == 1
    page.post(address, {**sent, "entry_fee": "", "do": "save"})
    assert fee_of(Tournament.objects.latest("pk")) == (0, "JPY")


def test_a_fee_that_is_refused_announces_nothing(page, club, cup, director):
    pools = [{"name": name, "fee": 500, "keeps": 100} for name in ("Prizes", "Hall")]
    prize_pools_set(actor=director, tournament_id=cup.pk, currency="EUR", prize_pools=pools)
    address, _, sent = open_form(page, f"club={club.pk}&copy_of={cup.pk}")
    assert sent["entry_fee"] == "10"
    answer = page.post(address, {**sent, "entry_fee": "12", "do": "save"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["entry_fee"]
    assert Tournament.objects.get() == cup
    page.post(address, {**sent, "do": "save"})
    assert fee_of(Tournament.objects.latest("pk")) == (1000, "EUR")


@pytest.mark.parametrize(
    ("amount", "currency"), [("-1", "EUR"), ("ten", "EUR"), ("10", ""), ("10", "Euro"), ("1e99", "EUR")]
)
def test_fees_that_are_none(page, club, amount, currency):
    address, _, sent = open_form(page, f"club={club.pk}&preset=knockout")
    answer = page.post(address, {**sent, "entry_fee": amount, "entry_fee_currency": currency, "do": "save"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["entry_fee"]
    assert not Tournament.objects.exists()


def test_who_enters_reads_what_it_costs(client, club, cup, director):
    entry_fee_set(actor=director, tournament_id=cup.pk, cents=1250, currency="EUR")
    player = PlayerFactory(user=UserFactory())
    MembershipFactory(club=club, player=player, starts_on=date(2026, 1, 1))
    client.force_login(player.user)
    for address in ("/", f"/tournaments/{cup.pk}/"):
        assert "Entry fee: €12.50" in visible(client.get(address).content.decode())
