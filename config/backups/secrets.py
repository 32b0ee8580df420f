"""The secrets without which a database is only half: where they are kept, and whether two are the same."""

import hashlib
import hmac
import os
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from config.embedded.layout import VarDirectory

from .archive import BackupRefused, KeptSecret, Manifest

LOGIN = "login.json"
BEFORE = ".before"
"""What is added to the name of a file that a restore replaces."""


@dataclass(frozen=True)
class ServiceSecret:
    """A secret by its variable: the file under `var/` that holds it where the variable is not set."""

    variable: str
    file: str
    setting: str

    @property
    def value(self) -> str:
        return str(getattr(settings, self.setting) or "")

    @property
    def is_of_file(self) -> bool:
        """Whether the service takes it from the file: in production from its variable alone."""
        return not settings.PRODUCTION and not os.environ.get(self.variable)

    @property
    def is_in_file(self) -> bool:
        return self.is_of_file and (VarDirectory.from_environment().root / self.file).exists()


SECRETS = (
    ServiceSecret("SECRET_KEY", "secret_key", "SECRET_KEY"),
    ServiceSecret("VAPID_PRIVATE_KEY", "push_key", "VAPID_PRIVATE_KEY"),
)


def secret_fingerprint(secret: str) -> str:
    """16 hexadecimal digits by which two secrets are compared; "" of none."""
    if not secret:
        return ""
    return hmac.digest(b"golden-point backup fingerprint", secret.encode(), hashlib.sha256).hex()[:16]


def describe_secrets() -> dict[str, KeptSecret]:
    """The service's secrets, as a manifest names them."""
    return {
        each.variable: KeptSecret(each.file if each.is_in_file else "", secret_fingerprint(each.value))
        for each in SECRETS
    }


def secret_files() -> dict[str, bytes]:
    """The contents of the files under `var/` that belong into a backup, by their names."""
    root = VarDirectory.from_environment().root
    names = [each.file for each in SECRETS if each.is_in_file]
    if not settings.PRODUCTION and (root / LOGIN).exists():
        names.append(LOGIN)
    return {name: (root / name).read_bytes() for name in names}


def check_secrets(manifest: Manifest, *, other_key: bool) -> list[str]:
    """What whoever restores has to know of secrets that differ. Raises BackupRefused for the secret key.

    A secret that a variable gives stays; one that is in the backup replaces a file under `var/`.
    """
    warnings = []
    for each in SECRETS:
        kept = manifest.secrets.get(each.variable, KeptSecret("", ""))
        replaced = bool(kept.part) and each.is_of_file
        if replaced or not kept.fingerprint or kept.fingerprint == secret_fingerprint(each.value):
            continue
        where = f"it is the part {kept.part} of the file" if kept.part else "the backup does not hold it"
        if each.variable != "SECRET_KEY":
            warnings.append(
                f"{each.variable} is another than the backup's ({where}): every device has to allow "
                "notifications anew."
            )
        elif other_key:
            warnings.append(
                f"SECRET_KEY is another than the backup's ({where}): whoever is logged in has to log in "
                "anew, the secrets of webhooks have to be made anew, and draws to come have other seals than "
                "were shown. Passwords and tokens work."
            )
        else:
            raise BackupRefused(
                f"SECRET_KEY is another than the one that sealed this backup ({where}): sessions and the "
                "secrets of webhooks would not open, nor the seals of draws to come. Set "
                "SECRET_KEY to that, or add --other-key to do without them. Nothing was changed."
            )
    return warnings


def stage_secrets(contents: dict[str, bytes]) -> list[Path]:
    """Write those files beside their places; `place_secrets` puts them there."""
    root = VarDirectory.from_environment().root
    staged = []
    for name, content in contents.items():
        path = root / f"{name}.restoring"
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        staged.append(path)
    return staged


def place_secrets(staged: list[Path], *, keep: bool) -> list[Path]:
    """Put staged files where they belong; returns those that were replaced, by their new names.

    keep: whether those that were there are kept. Of no database they are nothing: a start makes them.
    """
    kept = []
    for path in staged:
        place = path.with_suffix("")
        if keep and place.exists() and place.read_bytes() != path.read_bytes():
            kept.append(place.replace(place.with_name(f"{place.name}{BEFORE}")))
        path.replace(place)
    return kept


def secrets_to_place(manifest: Manifest) -> list[str]:
    """The parts of a backup that replace files under `var/`: those that no variable stands before."""
    held = {each.file for each in SECRETS if each.is_of_file}
    if not settings.PRODUCTION:
        held.add(LOGIN)
    return [name for name in manifest.parts if name in held]
