"""Names given away once, to whoever was first."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from matches.accounts.errors import UsernameMixed, UsernameTaken
from matches.accounts.models import User
from matches.accounts.selectors import login_of_name
from matches.accounts.services import user_register
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.each import check_all
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


def test_a_name_alike_is_taken(director):
    def refused(name):
        with pytest.raises(UsernameTaken):
            user_register(username=name, password=PASSWORD)

    check_all(refused, [("Director",), ("ｄｉｒｅｃｔｏｒ",), ("d1rector",), ("dlrector",), ("direct0r",)])


def test_scripts_are_not_mixed():
    with pytest.raises(UsernameMixed):
        user_register(username="annа", password=PASSWORD)
    body = {"login": "annа", "password": PASSWORD}
    assert_problem(api_as(None).post("/api/v1/logins/", body), 422, "username_mixed", "one script")
    assert user_register(username="山田taro", password=PASSWORD).username == "山田taro"


def test_the_login_takes_capitals_and_width_and_nothing_else():
    ann = user_register(username="Ａｎｎ１", password=PASSWORD)
    assert ann.username == "Ann1"
    assert [login_of_name(name) for name in ("ANN1", "ａｎｎ１", "annl", "ann")] == [ann, ann, None, None]


def test_the_database_has_the_last_word():
    UserFactory(username="alice")
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(username="aIice")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="a1ice")])
    bob = UserFactory(username="bob")
    bob.username = "ALICE"
    with pytest.raises(IntegrityError), transaction.atomic():
        bob.save(update_fields=["username"])


def test_names_alike_that_were_there_before_stay_and_log_in():
    first, second, third = (UserFactory(username=name) for name in ("bobl", "tom", "tim"))
    User.objects.filter(pk=second.pk).update(username="bob1")
    User.objects.filter(pk=third.pk).update(username="bobi")
    migration = import_module("matches.migrations.0002_accounts")
    migration.fill_skeletons(apps, None)
    assert [login_of_name(name).pk for name in ("bobl", "BOB1", "bobi")] == [first.pk, second.pk, third.pk]
    second.refresh_from_db()
    second.save()
    assert login_of_name("bob1").pk == second.pk
    with pytest.raises(UsernameTaken):
        user_register(username="BobI", password=PASSWORD)


def test_the_admin_site_asks_the_same(client):
    client.force_login(User.objects.create_superuser("staff"))
    UserFactory(username="alice")
    for name, said in (("aIice", "taken, or looks like"), ("annа", "letters of one script")):
        sent = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
        assert said in client.post("/admin/matches/user/add/", sent).content.decode()
    assert User.objects.count() == 2
