"""What rooms declare (matches/hooks.py): nothing is forgotten, and all that was is named in one run."""

import re

import pytest

from matches.hooks import ROOMS, Room, declared_table
from matches.permissions import Role, policy
from tests.test_docs import rows


def test_docs_roles_shows_every_action_with_its_roles():
    """A new action needs a line in docs/roles.md, and in `actions` of its room."""
    table = {name: set(re.findall(r"`(\w+)`", cells[0])) for name, cells in rows("roles.md").items()}
    assert {role.value for role in Role} - table.keys() == set(), "roles that are missing"
    shown = {name: found for name, found in table.items() if name not in {role.value for role in Role}}
    declared = {action: {role.value for role in allowed} for action, allowed in policy().items()}
    assert shown == declared


def test_two_rooms_may_not_declare_the_same_name(monkeypatch):
    monkeypatch.setitem(ROOMS, "shed", Room(name="shed", actions={"match_rule": frozenset({Role.LOGIN})}))
    with pytest.raises(ValueError, match="two rooms declare match_rule"):
        declared_table(lambda room: room.actions)
