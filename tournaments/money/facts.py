"""The facts about the prize pools of a tournament, each in a sentence."""

from django.utils.translation import gettext as _

from matches.base.translation import join_words
from matches.facts.kinds import FactKind

from .models import PrizePoolList, Stake


def describe_prize_pools(fact: PrizePoolList) -> str:
    names = join_words(prize_pool["name"] for prize_pool in fact.prize_pools) or "–"
    return _("Money is paid in and split as follows: %(names)s (%(currency)s).") % {
        "names": names,
        "currency": fact.currency,
    }


def describe_stake(fact: Stake) -> str:
    return _("%(name)s pays into %(prize_pool)s.") % {
        "name": fact.entry.player.effective_player.name,
        "prize_pool": fact.prize_pool,
    }


FACTS = (
    FactKind(PrizePoolList, describe_prize_pools, about={"tournament": "tournament"}),
    FactKind(Stake, describe_stake, about={"tournament": "entry__tournament", "player": "entry__player"}),
)
