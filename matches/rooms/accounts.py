"""What the room declares to the others."""

from django.contrib.auth.hashers import make_password

from matches.archive import ExportKind
from matches.hooks import Room
from matches.models import Token, User
from matches.privacy import PersonalData
from matches.words_of_accounts import WORDS

ROOM = Room(
    name="accounts",
    exported=[
        ExportKind(
            "login",
            User,
            omitted=("password", "last_login"),
            filled={"password": lambda: make_password(None)},
        ),
    ],
    personal_data=[
        PersonalData(
            "login", User, login=("pk",), omitted=("password", "is_staff", "is_superuser", "is_active")
        ),
        PersonalData("tokens", Token, login=("user",), omitted=("digest",)),
    ],
    words=WORDS,
)
