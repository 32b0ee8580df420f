"""The forms on which a pond is announced and changed, and a director enters players."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from matches.accounts.permissions import Caller
from matches.base.forms import PageForm
from matches.players.pages.fields import PlayerField
from tournaments.clubs.models import Club
from tournaments.clubs.pages.placed import PlacedForm
from tournaments.ponds import rules as ponds
from tournaments.ponds.models import PLAYERS_MAX, POINTS_MAX, ROUND_MINUTES

HOUR = 60
DAY = 24 * HOUR
DURATIONS = (10, 30, HOUR, 3 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""How long a round may be open, as the pages offer it: minutes."""


def describe_minutes(minutes: int) -> str:
    """So many minutes, in days or hours where they are whole ones."""
    if minutes % DAY == 0:
        return ngettext("%(days)s day", "%(days)s days", minutes // DAY) % {"days": minutes // DAY}
    if minutes % HOUR == 0:
        return ngettext("%(hours)s hour", "%(hours)s hours", minutes // HOUR) % {"hours": minutes // HOUR}
    return ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes) % {"minutes": minutes}


class PondForm(PlacedForm):
    """What is announced of a pond."""

    concerns = {**PlacedForm.concerns, "invalid_pond": "least"}

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    start = forms.IntegerField(
        label=gettext_lazy("Points at the start"),
        min_value=1,
        max_value=POINTS_MAX,
        initial=ponds.START,
        help_text=gettext_lazy("What everybody has to bid with, for the whole pond."),
    )
    bonus = forms.IntegerField(
        label=gettext_lazy("Bonus"),
        min_value=0,
        max_value=POINTS_MAX,
        initial=ponds.BONUS,
        help_text=gettext_lazy("Points that the highest bid earns; in the rain the second highest."),
    )
    rain = forms.BooleanField(
        label=gettext_lazy("In the rain"),
        required=False,
        help_text=gettext_lazy("The highest bid of each round falls in too."),
    )
    round_minutes = forms.TypedChoiceField(
        label=gettext_lazy("A round is open for"),
        coerce=int,
        initial=ROUND_MINUTES,
        help_text=gettext_lazy("At most: it is over before, once everybody has bid."),
    )
    least = forms.IntegerField(label=gettext_lazy("Players, at least"), initial=2)
    most = forms.IntegerField(label=gettext_lazy("Players, at most"), initial=PLAYERS_MAX)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        durations = sorted({*DURATIONS, self.initial.get("round_minutes", ROUND_MINUTES)})
        minutes: Any = self.fields["round_minutes"]
        minutes.choices = [(each, describe_minutes(each)) for each in durations]


class PondPlayerForm(PageForm):
    """Whom a director enters."""

    player = PlayerField(label=gettext_lazy("Player"), records_new=True)

    def __init__(self, *args: Any, viewer: Caller, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player: Any = self.fields["player"]
        player.look_for(viewer, club=club.pk)
