"""What the pages of a club's members and officials ask for."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.base.forms import DayField, RowForm, YesNoField
from matches.base.translation import word_choices
from matches.players.models import Player
from matches.players.pages.fields import PlayerField
from tournaments.clubs.models import Appointment, Club, Membership

REASON_MAX = 500
Role = Appointment.Role
KINDS = partial(word_choices, Membership.Kind.values, "membership_kind")


class MembershipForm(RowForm):
    """Whom the club enters as a member."""

    concerns = {
        "already_member": "player",
        "already_merged": "player",
        "player_anonymised": "player",
        "invitation_open": "player",
        "invalid_membership": "starts_on",
    }

    player = PlayerField(label=gettext_lazy("Player"))
    kind = forms.ChoiceField(label=gettext_lazy("As"), choices=KINDS)
    starts_on = DayField(
        label=gettext_lazy("First day"), required=False, help_text=gettext_lazy("Left empty: today.")
    )

    def __init__(self, *args: Any, viewer: Caller, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player: Any = self.fields["player"]
        player.look_for(viewer, club=club.pk)


class MembershipEndForm(RowForm):
    """Until when somebody belongs to the club, and why no longer."""

    concerns = {"invalid_membership": "ends_on"}

    ends_on = DayField(
        label=gettext_lazy("Last day"), required=False, help_text=gettext_lazy("Left empty: today.")
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_MAX, required=False)


class MembershipApplicationForm(RowForm):
    """What somebody who asks to join says to the club."""

    note = forms.CharField(label=gettext_lazy("A word to the club"), max_length=REASON_MAX, required=False)


class ApplicationAnswerForm(RowForm):
    """Whether an application is agreed to."""

    agrees = YesNoField()
    kind = forms.ChoiceField(label=gettext_lazy("As"), choices=KINDS, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_MAX, required=False)


class AppointmentForm(RowForm):
    """Whom an owner appoints, for the club or for an event of it.

    Named is a player who has signed up, or the username of a login that is no player.
    """

    concerns = {"last_owner": "role", "unknown_tournament": "tournament"}

    player = PlayerField(label=gettext_lazy("Player"), required=False)
    username = forms.CharField(
        label=gettext_lazy("Or a username"),
        max_length=150,
        required=False,
        help_text=gettext_lazy("For somebody who does not play."),
    )
    role = forms.ChoiceField(label=gettext_lazy("As"))
    tournament = forms.TypedChoiceField(
        label=gettext_lazy("For"), coerce=int, empty_value=None, required=False
    )

    def __init__(
        self, *args: Any, viewer: Caller, club: Club, tournaments: Iterable[Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["player"].look_for(viewer, club=club.pk)
        fields["role"].choices = word_choices(Role.values, "club_role")
        fields["role"].initial = Role.DIRECTOR
        events = [(event.pk, event.name) for event in tournaments]
        fields["tournament"].choices = [("", _("the whole club")), *events]

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or self.cleaned_data
        named = "player" in self.errors or "username" in self.errors
        if not named and not sent.get("player") and not sent.get("username"):
            self.add_error("player", _("Name a player, or type a username."))
        if sent.get("role") == Role.OWNER and sent.get("tournament"):
            self.add_error("tournament", _("An owner owns the club, not one event."))
        if sent.get("role") == Role.SCOREKEEPER and "tournament" in sent and sent["tournament"] is None:
            self.add_error("tournament", _("A scorekeeper keeps the scores of an event: choose which."))
        if not self.errors:
            sent["user"] = self.login_named(sent)
        return sent

    def login_named(self, sent: Mapping[str, Any]) -> User | None:
        """The login of the player, or that of the username; None, with a fault, where there is none."""
        player: Player | None = sent["player"]
        if player is None:
            user = User.objects.filter(username__iexact=sent["username"]).first()
            if user is None:
                self.add_error("username", _("Nobody has signed up by that username. Look at the spelling."))
            return user
        if player.user is None:
            told = _("%(player)s has not signed up yet. Invite %(player)s first, from the club’s page.")
            self.add_error("player", told % {"player": player.name})
        return player.user
