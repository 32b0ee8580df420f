"""What tests of matches begin with."""

import pytest

from matches.play.selectors import case_load
from matches.play.services import refreshing as match_services
from matches.play.services import set_match_state
from tests.factories import MatchFactory, UserFactory
from tests.matches.mails.letterbox import letterbox, mail_to


@pytest.fixture
def match(players):
    """Ann against Bob to five points."""
    ann, bob = players(2)
    return MatchFactory(one=ann, two=bob, length=5)


@pytest.fixture
def staff():
    return UserFactory(is_staff=True)


@pytest.fixture(scope="module")
def mail_server():
    with letterbox() as box:
        yield box


@pytest.fixture
def box(mail_server, settings):
    """What a real server of mails is handed, to which the service mails meanwhile."""
    mail_server.empty()
    mail_to(settings, mail_server)
    return mail_server


def refreshed_as_loaded(monkeypatch):
    """Whatever decides a match has in hand what the database would say of it."""

    def checked(case, result):
        fresh = case_load(case.match, case.now)
        assert [getattr(case, part) for part in FACTS] == [getattr(fresh, part) for part in FACTS]
        set_match_state(case, result)

    monkeypatch.setattr(match_services, "set_match_state", checked)


FACTS = ("events", "pending", "committees", "penalties", "reminders", "results")
