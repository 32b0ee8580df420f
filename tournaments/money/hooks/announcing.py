"""What money asks where an event is announced: its entry fee."""

from django.forms import Field
from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.hooks import AnnouncedField
from tournaments.events.models import Tournament
from tournaments.money.pages import EntryFee, FeeFormField
from tournaments.money.rules.currencies import money_in_words
from tournaments.money.rules.fees import entry_fee
from tournaments.money.selectors import club_currency, prize_pool_list
from tournaments.money.services import entry_fee_set


class AnnouncedEntryFee(AnnouncedField):
    """What an event costs to enter; a copy costs what the last one did."""

    name = "entry_fee"
    refusals = ("currency_fixed", "entry_fee_divided")

    def form_field(self) -> Field:
        return FeeFormField(label=_("Entry fee"), help_text=_("Prizes are set on the control desk."))

    def value(self, club: int, copy_of: int | None) -> EntryFee:
        if copy_of is not None:
            listed = prize_pool_list(Tournament(pk=copy_of))
            if listed.prize_pools:
                return EntryFee(entry_fee(listed.prize_pools), listed.currency)
        return EntryFee(0, club_currency(club))

    def describe(self, value: EntryFee | None) -> str:
        if value is None or not value.cents:
            return ""
        return _("entry fee %(amount)s") % {"amount": money_in_words(value.cents, value.currency)}

    def announce(self, event: int, actor: User, value: EntryFee | None) -> None:
        """A copy has the prize pools of the last event already: the fee is set where it is another now."""
        listed = prize_pool_list(Tournament(pk=event))
        asked = value or EntryFee(0, listed.currency)
        before = EntryFee(entry_fee(listed.prize_pools), listed.currency)
        if asked.cents != before.cents or (asked.cents and asked != before):
            entry_fee_set(actor=actor, tournament_id=event, cents=asked.cents, currency=asked.currency)
