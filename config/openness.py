"""Who may come in and found clubs: read by the settings, printed by `./run serve`.

Standard library only: `./run serve` prints it before anything else is loaded.
"""

import os
from dataclasses import dataclass


class UnknownChoice(ValueError):
    """A variable has a value that none of the choices is called."""

    code = "unknown_choice"


REGISTRATION = {
    "open": "Sign-up is open to everybody who can reach this address",
    "invited": "Sign-up takes an invitation",
    "closed": "Nobody signs up here",
}
CLUB_FOUNDING = {
    "anyone": "clubs may be founded by anyone",
    "approved": "clubs may be founded once staff approves",
    "staff": "clubs may be founded by staff",
}


@dataclass(frozen=True)
class Openness:
    """registration: a key of REGISTRATION. club_founding: one of CLUB_FOUNDING."""

    registration: str
    club_founding: str

    @classmethod
    def from_environment(cls) -> "Openness":
        """What the variables say. Raises UnknownChoice."""
        production = os.environ.get("GOLDEN_ENV") == "production"
        return cls.chosen(
            os.environ.get("REGISTRATION", ""), os.environ.get("CLUB_FOUNDING", ""), production=production
        )

    @classmethod
    def chosen(cls, registration: str, club_founding: str, *, production: bool) -> "Openness":
        """As these say; an empty one is open on a laptop, guarded in production. Raises UnknownChoice."""
        return cls(
            _known("REGISTRATION", registration or ("invited" if production else "open"), REGISTRATION),
            _known("CLUB_FOUNDING", club_founding or ("approved" if production else "anyone"), CLUB_FOUNDING),
        )

    def __str__(self) -> str:
        return f"{REGISTRATION[self.registration]}; {CLUB_FOUNDING[self.club_founding]}."


def _known(variable: str, value: str, known: dict[str, str]) -> str:
    if value not in known:
        raise UnknownChoice(f"{variable} is {value!r}; it is one of {', '.join(known)}.")
    return value
