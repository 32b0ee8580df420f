"""What ponds add to pages of other rooms."""

from django.http import HttpRequest

from matches.hooks import PageContext, Section
from tournaments.clubs.models import Club
from tournaments.ponds.selectors import pond_list


class ClubPonds(Section):
    """The ponds of a club, the newest first."""

    subject = Club
    templates = {"below": "ponds/_club_ponds.html"}
    rank = 2

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        ponds = list(pond_list().filter(club=row).order_by("-pk"))
        return {"ponds": ponds} if ponds else None
