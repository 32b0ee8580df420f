"""How something is printed, as a director chooses it: the address of a printout says all of it."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.base.forms import PageForm, Segments
from tournaments.desk.selectors import NOW, round_code
from tournaments.events.selectors import GridRound

BLANK = "blank"
"""In place of a round: slips on which nothing is printed but the event."""


class PrintoutForm(PageForm):
    """Choices that one need not make: what is not said is as it comes.

    grid: the matches of the event; None before the draw.
    """

    code: ClassVar[str]
    offers_rounds: ClassVar[bool] = False

    def __init__(self, grid: Sequence[GridRound] | None, sent: QueryDict | None = None) -> None:
        super().__init__(auto_id=f"{self.code}-%s")
        self.prepare(grid)
        if sent is not None:
            self.is_bound = True
            self.data = {name: sent.get(name, self[name].initial) for name in self.fields}

    def prepare(self, grid: Sequence[GridRound] | None) -> None:
        """Offer what there is of the event."""

    def offer_rounds(self, grid: Sequence[GridRound] | None, *others: tuple[str, Any]) -> None:
        fields: Any = self.fields
        now = [] if grid is None else [(NOW, _("All that can be played now"))]
        known = [(round_code(each), each.full_name) for each in grid or ()]
        fields["round"].choices = [*now, *known, *others]
        fields["round"].initial = next((code for code, _name in fields["round"].choices), None)


class PairingsForm(PrintoutForm):
    """Which pairings, and in which order."""

    code = "pairings"
    offers_rounds = True

    round = forms.ChoiceField(label=_("Round"))
    order = forms.ChoiceField(
        label=pgettext_lazy("list", "Order"),
        initial="match",
        widget=Segments,
        choices=[("match", _("By match")), ("name", _("By name"))],
    )

    def prepare(self, grid: Sequence[GridRound] | None) -> None:
        self.offer_rounds(grid)


class SlipsForm(PrintoutForm):
    """Of which matches, and how large."""

    code = "slips"
    offers_rounds = True

    round = forms.ChoiceField(label=_("Round"))
    per_page = forms.ChoiceField(
        label=_("Slips on a page"),
        initial="4",
        widget=Segments,
        choices=[("2", "2"), ("4", "4"), ("6", "6")],
    )

    def prepare(self, grid: Sequence[GridRound] | None) -> None:
        self.offer_rounds(grid, (BLANK, _("Blank slips")))


class WallForm(PrintoutForm):
    """How large the brackets are."""

    code = "wall"

    scale = forms.ChoiceField(
        label=_("Type size"),
        initial="large",
        widget=Segments,
        choices=[("large", _("Larger type")), ("small", _("Fewer sheets"))],
    )
