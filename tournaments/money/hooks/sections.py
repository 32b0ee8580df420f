"""What money adds to pages of other rooms."""

from django.http import HttpRequest

from matches.hooks import PageContext, Section
from tournaments.events.models import Tournament
from tournaments.money.selectors import money_shown_to_viewer


class TournamentPrizes(Section):
    """What a tournament pays, or will pay; its page has loaded the `course`."""

    subject = Tournament
    templates = {"main": "money/_money.html"}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext | None:
        money = money_shown_to_viewer(page["course"])
        return None if money is None else {"money": money}
