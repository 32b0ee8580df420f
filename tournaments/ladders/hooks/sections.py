"""What ladders add to pages of other rooms."""

from django.db.models import QuerySet
from django.http import HttpRequest

from matches.accounts.permissions import may_do_action
from matches.hooks import PageContext, Section
from matches.play.models import Match
from tournaments.clubs.models import Club
from tournaments.ladders.selectors import ladder_list


class ClubLadders(Section):
    """The ladders of a club, the newest first."""

    subject = Club
    templates = {"side": "ladders/_club_ladders.html"}
    rank = 1

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        ladders = list(ladder_list().filter(club=row).order_by("-pk"))
        may_open = may_do_action(request.user, "ladder_create", row)
        return {"ladders": ladders, "may_open": may_open, "club": row} if ladders or may_open else None


class MatchLadder(Section):
    """The ladder a match was a challenge on, in the query of its row."""

    subject = Match
    templates = {"crumbs": "ladders/_match_ladder.html"}

    def load_for_page(self, rows: QuerySet[Match]) -> QuerySet[Match]:
        return rows.select_related("challenge_answer__challenge__ladder")

    def context(self, row: Match, request: HttpRequest, page: PageContext) -> PageContext | None:
        answer = getattr(row, "challenge_answer", None)
        return None if answer is None else {"ladder": answer.challenge.ladder}
