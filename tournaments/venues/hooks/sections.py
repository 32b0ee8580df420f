"""What venues add to pages of other rooms."""

from django.http import HttpRequest

from matches.accounts.permissions import may_do_action
from matches.hooks import PageContext, Section
from tournaments.clubs.models import Club
from tournaments.venues.selectors import venue_list


class ClubVenues(Section):
    """Where a club plays, by name."""

    subject = Club
    templates = {"side": "venues/_club_venues.html"}
    rank = 4

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        venues = list(venue_list().filter(club=row).order_by("name"))
        may_add = may_do_action(request.user, "venue_create", row)
        return {"venues": venues, "may_add": may_add, "club": row} if venues or may_add else None
