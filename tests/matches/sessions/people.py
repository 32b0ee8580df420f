"""What tests of sessions share: Ann and Bob, who have logins, and sessions of theirs."""

from datetime import date

from matches.players.models import Player
from matches.sessions.services import SessionContent, session_keep
from tests.factories import PlayerFactory, UserFactory

GAMES = ({"winner": 0, "points": 2}, {"winner": 1, "points": 1}, {"winner": 0, "points": 4})


def ann_and_bob() -> tuple[Player, Player]:
    ann, bob = (PlayerFactory(name=name, user=UserFactory(username=name.lower())) for name in ("Ann", "Bob"))
    return ann, bob


def kept(one, two=None, *, guest="", day=date(2026, 10, 30), note="", **content):
    """A session that a player keeps; three games by themselves."""
    found = SessionContent(**(content or {"games": GAMES}))
    return session_keep(actor=one.user, opponent=two, guest=guest, played_on=day, note=note, content=found)
