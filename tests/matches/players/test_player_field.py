"""Somebody named in a form: taken, chosen from several, new; and what is suggested while one types."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.utils import translation

from matches.base.forms import PageForm
from matches.players.models import Player
from matches.players.pages.fields import NewPlayer, PlayerField
from tests.consent import membership_add, player_edit
from tests.each import each
from tests.factories import AliasFactory, PlayerFactory
from tests.matches.players.people import recorded, staff

pytestmark = pytest.mark.django_db


class InviteForm(PageForm):
    player = PlayerField(label="Player")
    partner = PlayerField(label="Partner", required=False, records_new=True)

    def __init__(self, *args, viewer=None, **where):
        super().__init__(*args)
        for name in self.fields:
            self.fields[name].look_for(viewer or AnonymousUser(), **where)


def sent(where=None, **fields):
    made = QueryDict(mutable=True)
    made.update({name.replace("__", "-"): str(value) for name, value in fields.items()})
    return InviteForm(made, **(where or {}))


@pytest.fixture
def people():
    return [PlayerFactory(name=name) for name in ("Jan Jansen", "Jan Jansen", "Anna Müller", "渡邊 健")]


@each(
    "text, place",
    [("anna muller", 2), ("ann", 2), ("mueller", 2), ("渡辺健", 3)],
)
def test_who_is_found_alone_is_taken(people, text, place):
    form = sent(player=text)
    assert form.is_valid(), form.errors
    assert form.cleaned_data == {"player": people[place], "partner": None}


def test_of_several_one_is_chosen_as_the_form_comes_back(people, club):
    membership_add(actor=staff(), club_id=club.pk, player=people[1])
    player_edit(actor=staff("other"), player_id=people[1].pk, reading="ヤン", private=[])
    form = sent(player="jan  jansen")
    assert not form.is_valid()
    page = form.render()
    assert re.search(r'<input type="text" name="player" value="jan jansen"[^>]* aria-invalid="true"', page)
    assert "Several fit that name. Choose whom you mean." in page
    choices = re.findall(r'name="player-chosen" value="(\d+)"><span>Jan Jansen</span>(.*?)</label>', page)
    assert {int(number) for number, _ in choices} == {people[0].pk, people[1].pk}
    assert f"<small>やん · {club.name}</small>" in dict(choices)[str(people[1].pk)]
    chosen = {"player": "jan jansen", "player__chosen": people[1].pk, "player__asked": "jan jansen"}
    form = sent(**chosen)
    assert form.is_valid()
    assert form.cleaned_data["player"] == people[1]
    # Whoever types another name has not chosen.
    form = sent(**{**chosen, "player": "anna"})
    assert form.is_valid()
    assert form.cleaned_data["player"] == people[2]


@each(
    "text, fault",
    [
        ("", "This field is required."),
        ("Xaver", "Nobody is found by that name."),
        ("Anna Muler", "Nobody has exactly that name."),
        ("x" * 121, "at most 120 characters"),
    ],
)
def test_who_is_not_found_is_said_beside_the_field(people, text, fault):
    before = Player.objects.count()
    form = sent(player=text)
    assert not form.is_valid()
    assert fault in form.errors["player"][0]
    assert ("Anna Müller" in form.render()) == (text == "Anna Muler")
    assert Player.objects.count() == before


@each("number", ["0", "999999999", "-1", "1x", "x" * 50, "²"])
def test_a_number_that_is_nobodys_chooses_nobody(people, number):
    form = sent(player="anna", player__chosen=number, player__asked="anna")
    assert form.is_valid()
    assert form.cleaned_data["player"] == people[2]


def test_whoever_was_merged_is_chosen_as_who_it_is_now(people):
    Player.objects.filter(pk=people[0].pk).update(stand_in=people[2])
    form = sent(player="Jan", player__chosen=people[0].pk, player__asked="Jan")
    assert form.is_valid()
    assert form.cleaned_data["player"] == people[2]


def test_somebody_new_is_named_unless_others_are_similar(people):
    anna = {"player": "anna", "partner": "Zoë  Quist"}
    form = sent(**anna)
    assert form.is_valid()
    assert form.cleaned_data["partner"] == NewPlayer("Zoë Quist")
    form = sent(**{**anna, "partner": "J. Jansen"})
    assert not form.is_valid()
    page = form.render()
    assert "There are players with a similar name." in page
    assert page.count('name="partner-chosen"') == 3
    assert "Another, who is new: J. Jansen" in page
    new = {"partner": "J. Jansen", "partner__chosen": "new", "partner__asked": "J. Jansen"}
    form = sent(player="anna", **new)
    assert form.is_valid()
    assert form.cleaned_data["partner"] == NewPlayer("J. Jansen")
    # Where nobody new is wanted it is no answer.
    form = sent(player="J. Jansen", player__chosen="new", player__asked="J. Jansen")
    assert not form.is_valid()
    for odd in ("x" * 81, "a\u202eb"):
        assert "partner" in sent(player="anna", partner=odd, partner__chosen="new", partner__asked=odd).errors
    with translation.override("ja"):
        assert "似た名前のプレーヤーがいます" in sent(player="anna", partner="J. Jansen").errors["partner"][0]


def test_among_some_alone(people):
    where = {"among": Player.objects.filter(pk__in=[people[0].pk, people[3].pk])}
    form = sent(where, player="jan")
    assert form.is_valid()
    assert form.cleaned_data["player"] == people[0]
    form = sent(where, player="anna", player__chosen=people[2].pk, player__asked="anna")
    assert "Nobody of those who may be chosen here" in form.errors["player"][0]
    assert "data-source" not in form.render()
    assert 'data-source="/x/"' in sent({**where, "source": "/x/"}, player="anna").render()


def test_the_initial_player_stays_chosen(people):
    form = InviteForm()
    form.initial = {"player": people[1]}
    page = form.render()
    assert f'<input type="hidden" name="player-chosen" value="{people[1].pk}">' in page
    assert 'name="player" value="Jan Jansen"' in page


def test_suggestions(people, club, client, director, django_assert_max_num_queries):
    AliasFactory(player=people[2], name="Quickroll")
    member = recorded(club, "Jan Jansen")
    client.force_login(director)
    client.get("/players/suggestions/?q=x")
    with django_assert_max_num_queries(22):
        answer = client.get(f"/players/suggestions/?q=jan&club={club.pk}").json()
    (group,) = answer["groups"]
    assert [hit["name"] for hit in group["hits"]] == ["Jan Jansen"] * 3
    assert {hit["number"]: hit["detail"] for hit in group["hits"]}[member.pk] == club.name
    (hit,) = client.get("/players/suggestions/?q=quick").json()["groups"][0]["hits"]
    assert (hit["name"], hit["detail"]) == ("Anna Müller", "also known as Quickroll")
    assert hit["address"] == f"/players/{people[2].pk}/"
    for nothing in ("", "?q=", "?q=%20", "?club=5", "?q=xaver"):
        assert client.get(f"/players/suggestions/{nothing}").json() == {"groups": []}
    assert client.get(f"/players/suggestions/?q={'x' * 500}&club=%C2%B2").status_code == 200
    assert client.post("/players/suggestions/").status_code == 405
