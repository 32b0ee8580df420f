"""The facts about the prize pools of a tournament, each in a sentence."""

from functools import partial

from django.utils.translation import gettext as _

from matches.base.translation import join_words
from matches.facts.kinds import FactKind
from matches.players.selectors import own_player_visible

from .models import FeePayment, PayoutHandover, PrizePoolList, Stake
from .rules.currencies import money_in_words


def describe_prize_pools(fact: PrizePoolList) -> str:
    names = join_words(prize_pool["name"] for prize_pool in fact.prize_pools) or "–"
    return _("Money is paid in and split as follows: %(names)s (%(currency)s).") % {
        "names": names,
        "currency": fact.currency,
    }


def describe_fee_payment(fact: FeePayment) -> str:
    values = {
        "name": fact.entry.player.effective_player.name,
        "amount": money_in_words(fact.cents, fact.currency),
    }
    if not fact.cents:
        return _("%(name)s has paid nothing after all.") % values
    return _("%(name)s has paid %(amount)s.") % values


def describe_payout_handover(fact: PayoutHandover) -> str:
    values = {
        "name": fact.entry.player.effective_player.name,
        "amount": money_in_words(fact.cents, fact.currency),
        "prize_pool": fact.prize_pool,
    }
    if not fact.cents:
        return _("%(name)s has not been handed the payout of %(prize_pool)s after all.") % values
    return _("%(name)s is handed %(amount)s of %(prize_pool)s.") % values


def describe_stake(fact: Stake) -> str:
    return _("%(name)s pays into %(prize_pool)s.") % {
        "name": fact.entry.player.effective_player.name,
        "prize_pool": fact.prize_pool,
    }


FACTS = (
    FactKind(PrizePoolList, describe_prize_pools, about={"tournament": "tournament"}),
    FactKind(
        FeePayment,
        describe_fee_payment,
        about={"tournament": "entry__tournament", "player": "entry__player"},
        visible=partial(own_player_visible, "entry__player"),
    ),
    FactKind(
        PayoutHandover,
        describe_payout_handover,
        about={"tournament": "entry__tournament", "player": "entry__player"},
        unread=("part",),
    ),
    FactKind(Stake, describe_stake, about={"tournament": "entry__tournament", "player": "entry__player"}),
)
