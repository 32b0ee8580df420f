"""Reports by score slip: whoever holds the paper of a match reports it, logged in or not."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.base.errors import CodeWord, MomentWord
from matches.play.models import Match, Report
from matches.play.selectors import Case
from matches.play.services import slip_report_submit
from tournaments.desk.errors import SlipOver, SlipRedrawn, SlipUnknown, SlipUsed
from tournaments.desk.rules.slip_days import slip_ends
from tournaments.desk.selectors import SlipCode, slip_code_read
from tournaments.events.models import Fixture, Tournament
from tournaments.events.rules.numbers import label_of_board, match_label
from tournaments.events.selectors import numbers_of_keys, tournament_list


@dataclass(frozen=True)
class HeldSlip:
    """A slip that was printed: what its code says, and the fixture that it is of."""

    code: SlipCode
    fixture: Fixture
    tournament: Tournament

    @property
    def match(self) -> Match:
        return self.fixture.match

    @cached_property
    def label(self) -> str:
        """What its match is called: W12, and W12/2 of a board of a match of teams."""
        fixture = self.fixture
        (number,) = numbers_of_keys(self.tournament, [(fixture.key, fixture.board)])
        return label_of_board(match_label(fixture.part, number) or fixture.key, fixture.board)

    @property
    def ends_at(self) -> datetime:
        """When it stops opening anything."""
        return slip_ends(self.code.day, self.tournament.zone, timedelta(hours=settings.SLIP_GRACE_HOURS))


def slip_read(code: str) -> HeldSlip:
    """The slip that has this code, whether it still opens anything or not. Raises SlipUnknown."""
    read = slip_code_read(code)
    found = Fixture.objects.select_related("match__one", "match__two").filter(match=read and read.match)
    fixture = None if read is None else found.first()
    if read is None or fixture is None:
        raise SlipUnknown(
            "This is the code of no slip. Scan the code on the slip again; if that does not help, ask the "
            "desk for a new slip."
        )
    return HeldSlip(read, fixture, tournament_list().get(pk=fixture.tournament_id))


def check_slip(slip: HeldSlip, case: Case) -> None:
    """Raises SlipRedrawn, SlipOver or SlipUsed, of the match as the facts about it say that it stands.

    Its row, where it is not locked, may have been read before them.
    """
    match, label = case.match, slip.label
    state = case.decision.state_if(superseded=match.superseded)
    if slip.fixture.void or state == Match.State.VOID or (match.one_id, match.two_id) != slip.code[1:3]:
        raise SlipRedrawn(
            "This slip is for match %(label)s as it was drawn before, %(match)s. Ask the desk for the new "
            "slip.",
            {"label": label, "match": match.side_names},
            match=match.pk,
        )
    if slip.ends_at <= case.now:
        raise SlipOver(
            "This slip for match %(label)s, %(match)s, was good until %(until)s. Ask the desk for a new "
            "slip.",
            {"label": label, "match": match.side_names, "until": MomentWord(slip.ends_at)},
            match=match.pk,
        )
    if case.pending or state == Match.State.REPORTED:
        raise SlipUsed(
            "A result of match %(label)s, %(match)s, is reported already. If it is wrong, tell the desk.",
            {"label": label, "match": match.side_names},
            match=match.pk,
        )
    if state != Match.State.OPEN:
        raise SlipUsed(
            "Match %(label)s, %(match)s, is %(state)s: a slip reports it no more. If something is wrong, "
            "tell the desk.",
            {
                "label": label,
                "match": match.side_names,
                "state": CodeWord(state, "match_state"),
            },
            match=match.pk,
        )


@transaction.atomic
def slip_report(
    *, code: str, score: tuple[int, int], actor: User | None = None, now: datetime | None = None
) -> Report:
    """Report the score of the match of a slip, as its winner, whoever has written it down.

    Sent again it is the report that was made. actor: who is logged in on the phone, to be noted. Raises
    SlipUnknown, SlipRedrawn, SlipOver, SlipUsed, MatchNotDue, UnderAppeal and then writes nothing.
    """
    now = now or timezone.now()
    number = slip_read(code).match.pk

    def check(case: Case) -> None:
        # Read anew: the match is locked, so nothing of it is drawn anew now.
        check_slip(slip_read(code), case)

    return slip_report_submit(match_id=number, score=score, check=check, actor=actor, now=now)
