"""Rooms and what they declare: who is asked, in what order, by which of the extension points."""

import pytest

from matches import hooks
from matches.apps import ROOMS as LOWER
from matches.hooks import EventStake, MatchStake, PlayerStake, Room
from tournaments.apps import ROOMS as UPPER

POINTS = {"match_stakes": MatchStake, "player_stakes": PlayerStake, "event_stakes": EventStake}


@pytest.fixture
def trial(monkeypatch):
    """Registers a room, and takes it out again after the test."""
    monkeypatch.setattr(hooks, "ROOMS", dict(hooks.ROOMS))
    return hooks.register_room


def test_rooms_are_asked_from_the_lowest_up():
    """A room stands once in the list, or its name would be a second one's."""
    assert list(hooks.ROOMS) == [*LOWER, *UPPER]
    assert all(name == room.name for name, room in hooks.ROOMS.items())


def test_a_name_is_one_room_s(trial):
    attic = Room(name="attic")
    trial(attic)
    trial(attic)
    with pytest.raises(ValueError, match="attic"):
        trial(Room(name="attic"))
    assert list(hooks.ROOMS)[-1] == "attic"


@pytest.mark.parametrize("name", POINTS)
def test_stakes_are_of_the_classes_that_say_what_they_are_asked(name):
    """Else it would lack the answers it leaves to them; and one that answers nothing is there in vain."""
    for room in hooks.ROOMS.values():
        for stake in getattr(room, name):
            assert POINTS[name] in type(stake).__mro__, f"{room.name}: {stake}"
            answers = vars(type(stake)).keys() & vars(POINTS[name]).keys()
            assert {each for each in answers if not each.startswith("_")}, f"{room.name}: {stake}"


@pytest.mark.parametrize(("name", "ask"), [(name, getattr(hooks, name)) for name in POINTS])
def test_a_room_that_is_registered_is_asked(trial, name, ask):
    """After those that were there before."""
    before = list(ask())
    stake = type("Trial", (POINTS[name],), {})()
    trial(Room(name="attic", **{name: [stake]}))
    assert list(ask()) == [*before, stake]
