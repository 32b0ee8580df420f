"""What venues add to pages of other rooms."""

from django.http import HttpRequest

from matches.accounts.permissions import may_do_action
from matches.hooks import PageContext, Section
from matches.play.models import Match
from tournaments.clubs.models import Club
from tournaments.venues.selectors import match_tables_free, venue_list


class MatchTable(Section):
    """To which table a match is called, for who directs it: of an event, of a ladder, of nothing else."""

    subject = Match
    templates = {"directors": "venues/_match_call.html"}

    def context(self, row: Match, request: HttpRequest, page: PageContext) -> PageContext | None:
        is_open = row.state == Match.State.OPEN and not row.superseded
        if not is_open or not may_do_action(request.user, "match_call", row):
            return None
        found = match_tables_free(row)
        return None if found is None else {"found": found, "match": row}


class ClubVenues(Section):
    """Where a club plays, by name."""

    subject = Club
    templates = {"side": "venues/_club_venues.html"}
    rank = 4

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        venues = list(venue_list().filter(club=row).order_by("name"))
        may_add = may_do_action(request.user, "venue_create", row)
        return {"venues": venues, "may_add": may_add, "club": row} if venues or may_add else None
