"""What AUTH_PASSWORD_VALIDATORS asks beside Django's own."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from matches.accounts.rules.passwords import context_word


class ContextWordValidator:
    """Refuses a password that is a word of the game, or the name of this installation, and little else."""

    def validate(self, password: str, user: Any = None) -> None:
        if context_word(password, (settings.PUBLIC_HOST, *settings.PUBLIC_HOST.split("."))):
            raise ValidationError(self.get_help_text(), code="password_of_the_game")

    def get_help_text(self) -> str:
        return _("A word of the game, or the name of this site, is guessed first. Add words of your own.")
