"""What ladders add to pages of other rooms."""

from django.http import HttpRequest

from matches.hooks import PageContext, Section
from matches.models import Match
from tournaments.models import Club, Ladder
from tournaments.selectors import ladder_list


class ClubLadders(Section):
    """The ladders of a club, the newest first."""

    subject = Club
    templates = {"main": "tournaments/_club_ladders.html"}
    rank = 2

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        ladders = list(ladder_list().filter(club=row).order_by("-pk"))
        return {"ladders": ladders} if ladders else None


class MatchLadder(Section):
    """The ladder a match was a challenge on: one query."""

    subject = Match
    templates = {"crumbs": "tournaments/_match_ladder.html"}

    def context(self, row: Match, request: HttpRequest, page: PageContext) -> PageContext | None:
        ladder = Ladder.objects.filter(challenges__answer__match=row).first()
        return None if ladder is None else {"ladder": ladder}
