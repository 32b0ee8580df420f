"""What the buttons about an event send for who takes part in it, and what they do."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.base.forms import PageForm
from matches.players.errors import GroupIncomplete
from matches.players.models import Player
from matches.players.pages.fields import PlayerField
from tournaments.events import services
from tournaments.events.models import Entry, EntryApplication, Tournament


def said_of_entry(made: Entry | EntryApplication, tournament: Tournament) -> str:
    if isinstance(made, Entry):
        return _("Entered in %(tournament)s.") % {"tournament": tournament.name}
    return _("Applied for %(tournament)s. Who runs it answers.") % {"tournament": tournament.name}


class EventEnterForm(PageForm):
    """Who is entered: a player of one's own."""

    player = forms.ModelChoiceField(Player.objects.all())

    def act(self, tournament: Tournament, actor: User) -> str:
        made = services.entry_add(
            actor=actor, tournament_id=tournament.pk, player=self.cleaned_data["player"]
        )
        return said_of_entry(made, tournament)


class PartnerEnterForm(PageForm):
    """With whom one enters a pair: it is made if there is none yet, and enters once both have agreed."""

    partner = PlayerField(label=gettext_lazy("Your partner"))

    def __init__(self, data: QueryDict | None, tournament: Tournament, viewer: User) -> None:
        super().__init__(data)
        partner = self.fields["partner"]
        assert isinstance(partner, PlayerField)
        partner.look_for(viewer, club=tournament.club_id)
        self.own = Player.objects.filter(user=viewer).first()

    def clean(self) -> None:
        super().clean()
        if self.own is None:
            raise forms.ValidationError(_("To enter you need a player of your own."))

    def act(self, tournament: Tournament, actor: User) -> str:
        assert self.own is not None
        partner: Player = self.cleaned_data["partner"]
        pair = services.pair_with_partner(actor=actor, own=self.own, partner=partner)
        try:
            made = services.entry_add(actor=actor, tournament_id=tournament.pk, player=pair)
        except GroupIncomplete:
            return _("%(partner)s is asked to play with you. Enter the pair once they have said yes.") % {
                "partner": partner.name
            }
        return said_of_entry(made, tournament)


class OwnEntryForm(PageForm):
    """About an entry."""

    entry = forms.IntegerField(min_value=1)


class EntryWithdrawForm(OwnEntryForm):
    def act(self, tournament: Tournament, actor: User) -> str:
        number = self.cleaned_data["entry"]
        services.entry_withdraw(actor=actor, tournament_id=tournament.pk, entry_id=number)
        return _("Withdrawn from %(tournament)s.") % {"tournament": tournament.name}


class CheckInForm(OwnEntryForm):
    def act(self, tournament: Tournament, actor: User) -> str:
        number = self.cleaned_data["entry"]
        services.entry_check_in(actor=actor, tournament_id=tournament.pk, entry_id=number)
        return _("Checked in for %(tournament)s.") % {"tournament": tournament.name}


class CheckInTakeBackForm(OwnEntryForm):
    def act(self, tournament: Tournament, actor: User) -> str:
        number = self.cleaned_data["entry"]
        services.entry_check_in_take_back(actor=actor, tournament_id=tournament.pk, entry_id=number)
        return _("Not checked in any more.")


FORMS: Mapping[str, type[Any]] = {
    "enter": EventEnterForm,
    "withdraw": EntryWithdrawForm,
    "check_in": CheckInForm,
    "check_in_take_back": CheckInTakeBackForm,
}
"""What a button of the page does, by its value."""
