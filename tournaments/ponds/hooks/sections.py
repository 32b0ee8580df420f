"""What ponds add to pages of other rooms."""

from django.http import HttpRequest

from matches.accounts.permissions import may_do_action
from matches.hooks import PageContext, Section
from tournaments.clubs.models import Club
from tournaments.ponds.selectors import pond_list


class ClubPonds(Section):
    """The ponds of a club, the newest first."""

    subject = Club
    templates = {"side": "ponds/_club_ponds.html"}
    rank = 3

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        ponds = list(pond_list().filter(club=row).order_by("-pk"))
        may_add = may_do_action(request.user, "pond_create", row)
        return {"ponds": ponds, "may_add": may_add, "club": row} if ponds or may_add else None
