"""What players add to pages of other rooms."""

from django.http import HttpRequest

from matches.accounts.models import User
from matches.hooks import PageContext, Section


class AccountData(Section):
    """The personal data of a login, and its end: where it speaks for a player, on the player's pages."""

    subject = User
    templates = {"settings": "players/_account_data.html"}

    def context(self, row: User, request: HttpRequest, page: PageContext) -> PageContext:
        return {"player": getattr(row, "player", None)}
