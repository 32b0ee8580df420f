"""Two players with logins and confirmed addresses."""

from datetime import time

import pytest
from django.utils import timezone

from matches.notifications.services import notice_settings_change
from tests.factories import MatchFactory, PlayerFactory, UserFactory


def somebody(name, **columns):
    login = UserFactory(
        username=name.lower(),
        email=f"{name.lower()}@home.example",
        email_confirmed_at=timezone.now(),
        time_zone="UTC",
        **columns,
    )
    # Tests run at night too.
    notice_settings_change(login=login, quiet_from=time(0), quiet_to=time(0))
    return PlayerFactory(name=name, user=login)


@pytest.fixture
def ann(db):
    return somebody("Ann")


@pytest.fixture
def bob(db):
    return somebody("Bob")


@pytest.fixture
def match(ann, bob):
    return MatchFactory(one=ann, two=bob, length=5)
