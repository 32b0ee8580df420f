"""The facts about ponds, each in a sentence."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.edits.facts import describe_edit
from matches.facts.kinds import FactKind

from .models import DISCLOSED, Bid, PondClosing, PondEdit, PondEntry, PondStart, PondWithdrawal


def describe_pond_entry(fact: PondEntry) -> str:
    return pgettext("pond", "%(name)s enters: entry %(number)s.") % {
        "name": fact.player.effective_player.name,
        "number": fact.pk,
    }


def describe_pond_withdrawal(fact: PondWithdrawal) -> str:
    return pgettext("pond", "%(name)s withdraws.") % {"name": fact.entry.player.effective_player.name}


def describe_pond_start(fact: PondStart) -> str:
    return _("The pond starts: round 1 takes bids.")


def describe_bid(fact: Bid) -> str:
    values = {"name": fact.entry.player.effective_player.name, "points": fact.points, "round": fact.round}
    return (
        ngettext(
            "%(name)s bids %(points)s point in round %(round)s.",
            "%(name)s bids %(points)s points in round %(round)s.",
            fact.points,
        )
        % values
    )


def describe_pond_closing(fact: PondClosing) -> str:
    return _("Round %(round)s of the pond is over.") % {"round": fact.round}


FACTS = (
    FactKind(PondEdit, describe_edit, about={"pond": "pond"}, role="official"),
    FactKind(PondEntry, describe_pond_entry, about={"pond": "pond", "player": "player"}),
    FactKind(
        PondWithdrawal, describe_pond_withdrawal, about={"pond": "entry__pond", "player": "entry__player"}
    ),
    FactKind(PondStart, describe_pond_start, about={"pond": "pond"}),
    FactKind(
        Bid, describe_bid, about={"pond": "entry__pond", "player": "entry__player"}, disclosed=DISCLOSED
    ),
    FactKind(PondClosing, describe_pond_closing, about={"pond": "pond"}),
)
