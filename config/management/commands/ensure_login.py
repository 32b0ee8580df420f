import json
import os
import secrets

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand

from config.embedded.layout import VarDirectory

USERNAME = "director"


class Command(BaseCommand):
    help = (
        f"Make the login `{USERNAME}`, who may do everything, if it does not exist yet. "
        "Its password is made up and kept in var/login.json, readable for the owner alone."
    )

    def handle(self, **options: object) -> None:
        path = VarDirectory.from_environment().login_file
        kept = json.loads(path.read_text())["password"] if path.exists() else None
        users = get_user_model().objects
        user = users.filter(username=USERNAME).first()
        if user is None:
            password = kept or secrets.token_urlsafe(12)
            users.create_superuser(username=USERNAME, password=password)
        else:
            # Changed by its owner, or made elsewhere: then we do not know it and must not show another.
            password = kept if kept and user.check_password(kept) else None
        text = json.dumps({"login": USERNAME, "password": password})
        made = path.with_name("login.json.new")
        made.unlink(missing_ok=True)
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
        made.replace(path)
