"""What the room declares to the others."""

from django.contrib.auth.hashers import make_password

from matches.accounts.models import User
from matches.accounts.permissions import OFFICIALS
from matches.hooks import Room

from .archive import ExportKind
from .versions import changes_prune
from .words import WORDS

ROOM = Room(
    name="facts",
    actions={
        "fact_identify": OFFICIALS,
    },
    # Every fact names the login that recorded it; the room of logins stands below and knows no export.
    exported=[
        ExportKind(
            "login",
            User,
            omitted=("password", "last_login"),
            filled={"password": lambda: make_password(None)},
        ),
    ],
    prune=changes_prune,
    words=WORDS,
)
