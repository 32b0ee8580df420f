"""The form of prize pools: amounts as people write them, prizes in a line for each bracket."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import RuleError
from matches.base.forms import PageForm
from tournaments.money.models import PrizePoolList
from tournaments.money.rules.currencies import currency_decimals
from tournaments.money.rules.prize_pools import POOLS_MAX, WHOLE

PERCENT_DIGITS: Mapping[str, Any] = {
    "min_value": 0,
    "max_value": 100,
    "max_digits": 7,
    "decimal_places": 4,
    "required": False,
}
AMOUNT_DIGITS: Mapping[str, Any] = {"min_value": 0, "max_digits": 12, "decimal_places": 3, "required": False}


class PrizeTermsForm(PageForm):
    """What all prize pools of an event have in common."""

    concerns = {"prize_pools_without_reason": "reason", "currency_fixed": "currency"}

    currency = forms.CharField(
        label=gettext_lazy("Currency"),
        max_length=3,
        validators=[RegexValidator("^[A-Z]{3}$", gettext_lazy("Three capital letters: EUR, JPY, USD."))],
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Needed once the draw has been made; everybody can read it."),
    )


class PrizePoolForm(PageForm):
    """A prize pool; nothing where it has no name."""

    concerns = {"payouts_exceeded": "prizes", "invalid_payouts": "prizes"}

    name = forms.CharField(label=gettext_lazy("Name of the prize pool"), max_length=40, required=False)
    fee = forms.DecimalField(label=gettext_lazy("Paid by each entry"), **AMOUNT_DIGITS)
    added = forms.DecimalField(label=gettext_lazy("Added money"), **AMOUNT_DIGITS)
    keeps = forms.DecimalField(label=gettext_lazy("The club keeps, % of the fees"), **PERCENT_DIGITS)
    costs = forms.DecimalField(label=gettext_lazy("Costs, taken off first"), **AMOUNT_DIGITS)
    prizes = forms.CharField(
        label=gettext_lazy("Prizes in %, from the first place"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 2, "placeholder": "50 30 20"}),
    )
    side = forms.BooleanField(
        label=gettext_lazy("A side pool: only those pay into it, and win it, who choose to"), required=False
    )

    def __init__(self, data: QueryDict | None, parts: Sequence[str], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["prizes"].help_text = _(
            "50 30 20, or for one bracket alone a line such as “%(part)s: 60 40”."
        ) % {"part": parts[-1] if parts else "consolation"}

    def clean_prizes(self) -> list[dict[str, Any]]:
        prizes: list[dict[str, Any]] = []
        for line in filter(None, map(str.strip, self.cleaned_data["prizes"].splitlines())):
            part, colon, percents = line.rpartition(":")
            written = percents.replace("%", " ").replace(",", " ").split()
            if (colon and not part.strip()) or not all(is_percentage(each) for each in written):
                raise forms.ValidationError(_("%(line)s: write percentages, as 50 30 20.") % {"line": line})
            prizes += [
                {"part": part.strip() or WHOLE, "place": place, "percent": each}
                for place, each in enumerate(written, 1)
                if float(each)
            ]
        return prizes

    def clean(self) -> None:
        sent = self.cleaned_data
        written = [sent.get(name) for name in ("fee", "added", "keeps", "costs", "prizes")]
        if any(written) and not sent.get("name"):
            self.add_error("name", _("Name the prize pool."))

    def as_written(self, currency: str, before: Mapping[str, Any]) -> dict[str, Any]:
        """The prize pool as the services take it. before: what it was, of which what is not asked stays."""
        sent = self.cleaned_data
        unit = 10 ** currency_decimals(currency)
        amounts = {name: int((sent[name] or 0) * unit) for name in ("fee", "added", "costs")}
        made = {"name": sent["name"], **amounts, "keeps": plain(sent["keeps"] or Decimal(0))}
        if sent["side"]:
            made["side"] = True
        if "closed" in before:
            made["closed"] = before["closed"]
        return {**made, "prizes": sent["prizes"]}


def is_percentage(text: str) -> bool:
    whole, _dot, rest = text.partition(".")
    return text.isascii() and whole.isdigit() and (rest.isdigit() or not _dot) and len(text) <= 8


def plain(number: Decimal) -> str:
    """Without zeros that say nothing: 12.5, 20."""
    return f"{number:f}".rstrip("0").rstrip(".") if "." in f"{number:f}" else f"{number:f}"


def pool_as_typed(given: Mapping[str, Any], currency: str) -> dict[str, Any]:
    """A prize pool as its form shows it."""
    unit = Decimal(10) ** currency_decimals(currency)
    amounts = {
        name: plain(Decimal(given[name]) / unit) for name in ("fee", "added", "costs") if given.get(name)
    }
    by_part: dict[str, dict[int, Any]] = defaultdict(dict)
    for prize in given.get("prizes", ()):
        by_part[prize.get("part", WHOLE)][prize["place"]] = prize["percent"]
    lines = [
        ("" if part == WHOLE else f"{part}: ")
        + " ".join(str(percents.get(place, 0)) for place in range(1, max(percents) + 1))
        for part, percents in by_part.items()
    ]
    return {
        "name": given["name"],
        **amounts,
        "keeps": given.get("keeps") or "",
        "side": given.get("side", False),
        "prizes": "\n".join(lines),
    }


class PrizePoolsSent:
    """The forms of all prize pools of an event, an empty one behind them."""

    def __init__(self, data: QueryDict | None, listed: PrizePoolList, parts: Sequence[str]) -> None:
        before = listed.prize_pools
        initial = {"currency": listed.currency}
        self.terms = PrizeTermsForm(data, initial=initial)
        self.before = before
        self.pools = [
            PrizePoolForm(
                data,
                parts,
                prefix=f"pool-{at}",
                initial=pool_as_typed(before[at], listed.currency) if at < len(before) else {},
            )
            for at in range(min(len(before) + 1, POOLS_MAX))
        ]

    def is_valid(self) -> bool:
        return all([self.terms.is_valid(), *(pool.is_valid() for pool in self.pools)]) and self.amounts_fit()

    def amounts_fit(self) -> bool:
        """Whether every amount can be paid in the currency: no cents of yen."""
        decimals = currency_decimals(self.terms.cleaned_data["currency"])
        for pool in self.pools:
            for name in ("fee", "added", "costs"):
                amount = pool.cleaned_data[name]
                if amount is not None and amount * 10**decimals % 1:
                    pool.add_error(name, _("The currency has no amounts as small as this."))
        return all(not pool.errors for pool in self.pools)

    def as_written(self) -> list[dict[str, Any]]:
        currency = self.terms.cleaned_data["currency"]
        before = {each["name"]: each for each in self.before}
        return [
            pool.as_written(currency, before.get(pool.cleaned_data["name"], {}))
            for pool in self.pools
            if pool.cleaned_data["name"]
        ]

    def add_refusal(self, refusal: RuleError) -> None:
        """Show it at the prize pool that it is about, else with what all have in common."""
        named = getattr(refusal, "data", {}).get("prize_pool")
        meant = [pool for pool in self.pools if named and pool.cleaned_data.get("name") == named]
        (meant[0] if meant else self.terms).add_refusal(refusal)

    @property
    def page_status(self) -> int:
        return max(form.page_status for form in (self.terms, *self.pools))
