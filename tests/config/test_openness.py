"""Who may come in: open on a laptop, guarded in production."""

import pytest

from config.openness import Openness, UnknownChoice


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({}, "Sign-up is open to everybody who can reach this address; clubs may be founded by anyone."),
        (
            {"GOLDEN_ENV": "production"},
            "Sign-up takes an invitation; clubs may be founded once staff approves.",
        ),
        (
            {"REGISTRATION": "closed", "CLUB_FOUNDING": "staff"},
            "Nobody signs up here; clubs may be founded by staff.",
        ),
        # docker-compose hands on what is not set as nothing.
        (
            {"REGISTRATION": "", "GOLDEN_ENV": "production"},
            "Sign-up takes an invitation; clubs may be founded once staff approves.",
        ),
    ],
)
def test_what_is_printed_is_what_holds(monkeypatch, variables, said):
    for name in ("GOLDEN_ENV", "REGISTRATION", "CLUB_FOUNDING"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert str(Openness.from_environment()) == said


def test_another_word_is_refused(monkeypatch):
    monkeypatch.setenv("REGISTRATION", "opne")
    with pytest.raises(UnknownChoice, match=r"REGISTRATION is 'opne'; it is one of open, invited, closed\."):
        Openness.from_environment()
