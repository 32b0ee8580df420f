"""Search keys: written with every row, found out when stale; and what the index makes of them."""

from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from matches.players.models import Alias, Player
from matches.search.models import Searchable, searchable_models
from matches.search.rules.elements import key_elements
from matches.search.rules.folding import search_key
from tests.databases import models
from tests.effort import examples
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def key_of(row):
    return type(row).objects.values_list("search_key", flat=True).get(pk=row.pk)


def test_a_key_is_written_however_a_row_is_saved():
    player = PlayerFactory(name="Anna Müller")
    assert key_of(player) == search_key("Anna Müller")
    player.name = "渡辺 健"
    player.save(update_fields=["name"])
    assert key_of(player) == search_key("渡辺 健")
    player.reading = "わたなべ けん"
    player.save(update_fields=["reading", "bio"])
    assert key_of(player) == search_key("渡辺 健", "わたなべ けん")
    Player.objects.filter(pk=player.pk).update(search_key="| spoilt |")
    player.save(update_fields=["bio"])
    assert key_of(player) == "| spoilt |", "what does not touch a name costs nothing"
    player.save()
    assert key_of(player) == search_key("渡辺 健", "わたなべ けん")
    (other,) = Player.objects.bulk_create([Player(name="Łukasz")])
    (nick,) = Alias.objects.bulk_create([Alias(player=other, name="ŁUK_9")])
    assert (key_of(other), key_of(nick)) == (search_key("Łukasz"), search_key("luk 9"))


def test_every_model_with_a_key_has_its_index():
    assert {model for model in models() if issubclass(model, Searchable)} == {*searchable_models()}
    for model in searchable_models():
        found = [index.name for index in model._meta.indexes if "SearchWords" in repr(index)]
        assert len(found) == 1, f"{model.__name__} needs a search_index in its Meta"


def test_stale_keys_are_found_out_and_put_right():
    ann, bob = PlayerFactory(name="Ann"), PlayerFactory(name="Bob")
    Player.objects.filter(pk=ann.pk).update(search_key="| anne |")
    out = StringIO()
    with pytest.raises(CommandError, match="1 differences"):
        call_command("compare", stdout=out)
    assert f"player {ann.pk}: found by '| anne |'; its names give '| ann |'" in out.getvalue()
    call_command("compare", "--repair", stdout=out)
    assert (key_of(ann), key_of(bob)) == ("| ann |", "| bob |")
    call_command("compare", stdout=out)


def test_the_index_has_of_a_key_what_the_rules_say():
    """The database has the same rules in its own language."""
    random = Random(7)
    parts = [
        "Ann",
        "o'Brien",
        "Müller",
        "渡辺",
        "健",
        "わたなべ",
        "J",
        "Jansen",
        "7",
        "김철수",
        "Łuk",
        "ジョー",
        "-",
        " ",
    ]
    names = [["", ""], ["♠", ""], ["Ann", "わたなべ けん"]]
    for _ in range(examples(200)):
        names.append(["".join(random.choices([*parts, " "], k=random.randint(1, 5))) for _ in range(2)])
    with connection.cursor() as cursor:
        for key in {search_key(*each) for each in names}:
            cursor.execute("SELECT search_words(%s)", [key])
            assert {*cursor.fetchone()[0]} == key_elements(key), key
