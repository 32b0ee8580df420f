"""The field in which an entry fee is typed: an amount as people write it, and its currency."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tournaments.money.rules.currencies import currency_decimals


@dataclass(frozen=True, slots=True)
class EntryFee:
    """What an entry pays, in the smallest amounts of the currency; 0 where it pays nothing."""

    cents: int
    currency: str


class FeeWidget(forms.MultiWidget):
    """An amount, and the currency beside it."""

    template_name = "money/widgets/fee.html"
    use_fieldset = True

    def __init__(self) -> None:
        amount = {"inputmode": "decimal", "size": 8, "autocomplete": "off", "aria-label": _("Amount")}
        currency = {"size": 4, "autocomplete": "off", "aria-label": _("Currency")}
        super().__init__({"": forms.TextInput(amount), "currency": forms.TextInput(currency)})

    def decompress(self, value: Any) -> list[Any]:
        if not isinstance(value, EntryFee):
            return [None, None]
        amount = Decimal(value.cents) / 10 ** currency_decimals(value.currency)
        return [f"{amount:f}" if value.cents else "", value.currency]


class FeeFormField(forms.MultiValueField):
    """Cleaned to an EntryFee, of 0 where no amount is typed; None where no currency is either."""

    widget = FeeWidget

    def __init__(self, **kwargs: Any) -> None:
        amount = forms.DecimalField(min_value=0, max_digits=12, decimal_places=3, required=False)
        currency = forms.CharField(
            max_length=3,
            required=False,
            validators=[RegexValidator("^[A-Z]{3}$", _("Three capital letters: EUR, JPY, USD."))],
        )
        super().__init__((amount, currency), require_all_fields=False, required=False, **kwargs)

    def compress(self, data_list: list[Any]) -> EntryFee | None:
        amount, currency = data_list or (None, "")
        if amount and not currency:
            raise forms.ValidationError(_("In which currency? Three capital letters: EUR, JPY, USD."))
        if not currency:
            return None
        cents = (amount or 0) * 10 ** currency_decimals(currency)
        if cents % 1:
            raise forms.ValidationError(_("The currency has no amounts as small as this."))
        return EntryFee(int(cents), currency)
