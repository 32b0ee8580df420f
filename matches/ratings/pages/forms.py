"""Forms of pages that only look."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import engine
from matches.accounts.permissions import Caller
from matches.base.times import day_begins, day_ends
from matches.base.translation import translate_text
from matches.hooks import player_filters
from matches.players.models import Player
from matches.players.selectors import player_search
from matches.ratings.selectors import Board
from matches.search.pages import FinderForm


def variant_choices() -> list[tuple[str, str | Promise]]:
    return [("", _("all")), *((code, translate_text(known.name)) for code, known in engine.PLAYED.items())]


class PlayerFinder(FinderForm):
    """Players by any of the names that are shown to the visitor; those of a club, where one is linked to."""

    club = forms.IntegerField(required=False, widget=forms.HiddenInput)
    rating_pool = forms.IntegerField(required=False, widget=forms.HiddenInput)

    @property
    def is_narrowed(self) -> bool:
        return bool(self.data.get("search") or self.data.get("club"))

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        club = self.cleaned_data.get("club")
        return rows if club is None else rows.filter(pk__in=player_filters()["club"].players(club))

    def search_rows(self, rows: QuerySet[Any], viewer: Caller, text: str) -> Sequence[int]:
        club = self.cleaned_data.get("club")
        among = None
        if club is not None:
            among = Player.objects.filter(pk__in=player_filters()["club"].players(club))
        return [found.number for found in player_search(text, viewer=viewer, among=among)]


class BoardForm(forms.Form):
    """What a leaderboard shows. Days are those of the zone in force; the last one counts too."""

    since = forms.DateField(required=False, label=_("From"), widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(required=False, label=_("To"), widget=forms.DateInput({"type": "date"}))
    variant = forms.ChoiceField(
        required=False,
        label=_("Variant"),
        choices=variant_choices,
    )
    experience = forms.IntegerField(required=False, min_value=0, label=_("Least experience"))
    active = forms.BooleanField(required=False, label=_("Only active players"))
    established = forms.BooleanField(required=False, label=_("No provisional ratings"))

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        for name in player_filters():
            # Linked to, not asked for.
            self.fields[name] = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def clean(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("since", _("The period is empty: it ends before it begins."))

    @property
    def is_narrowed(self) -> bool:
        """Whether anything was asked for."""
        return any(self.data.get(name) for name in self.fields)

    def requested_board(self) -> Board:
        """What was asked for, by a valid form."""
        asked = self.cleaned_data
        since, until = asked["since"], asked["until"]
        return Board(
            since=since and day_begins(since),
            until=until and day_ends(until),
            variant=asked["variant"] or None,
            of={name: asked[name] for name in player_filters() if asked[name] is not None},
            experience=asked["experience"] or 0,
            active=asked["active"],
            established=asked["established"],
        )
