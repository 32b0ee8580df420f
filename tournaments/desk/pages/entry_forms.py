"""What the buttons of the tab Entries send, and what they do."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.forms import PageForm
from matches.players.errors import GroupIncomplete
from matches.players.pages.fields import NewPlayer, PlayerField
from matches.players.services import NewPerson
from tournaments.desk.services import new_player_enter, new_team_record
from tournaments.events import services
from tournaments.events.errors import TooFewMembers
from tournaments.events.models import Entry, EntryApplication, Tournament
from tournaments.events.pages.team import TeamForm, said_of_members_asked
from tournaments.money.services import fee_payments_record


class DeskAnswer(NamedTuple):
    """What was done, in a sentence; `undo`: where a button posts to take it back."""

    said: str
    undo: str = ""


def entered_answer(made: Entry | EntryApplication, tournament: Tournament) -> DeskAnswer:
    undo = reverse("pages-tournaments:desk-entry-undo", args=[tournament.pk, made.pk, "withdraw"])
    return DeskAnswer(_("%(player)s is entered.") % {"player": made.player.name}, undo)


class DeskForm(PageForm):
    """A form of the desk of an event; `do` is by what it is named in what is sent."""

    def __init__(
        self, data: "QueryDict | Mapping[str, Any] | None", tournament: Tournament, actor: User
    ) -> None:
        super().__init__(data)
        self.tournament, self.actor = tournament, actor
        self.at: dict[str, Any] = {"actor": actor, "tournament_id": tournament.pk}

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        raise NotImplementedError


class DeskEnterForm(DeskForm):
    """Who is entered, in letters: a player; a pair or a team that there is; a person who is new."""

    concerns = {"already_entered": "player", "wrong_entrants": "player", "tournament_started": "alternate"}

    player = PlayerField(
        label=gettext_lazy("Enter a player"),
        records_new=True,
        submits=True,
        help_text=gettext_lazy("Type some letters, then Enter."),
    )
    alternate = forms.BooleanField(
        label=gettext_lazy("as an alternate, who may take the place of somebody"), required=False
    )

    def __init__(
        self, data: "QueryDict | Mapping[str, Any] | None", tournament: Tournament, actor: User
    ) -> None:
        super().__init__(data, tournament, actor)
        field: Any = self.fields["player"]
        if tournament.entrants != Tournament.Entrants.SINGLES:
            field.records_new = field.widget.records_new = False
            field.label = (
                _("Enter a pair") if tournament.entrants == Tournament.Entrants.DOUBLES else _("Enter a team")
            )
        field.look_for(actor, club=tournament.club_id)
        field.widget.attrs["autofocus"] = True

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        named, alternate = sent["player"], sent["alternate"]
        if isinstance(named, NewPlayer):
            made = new_player_enter(
                actor=self.actor, tournament=self.tournament, name=named.name, alternate=alternate
            )
        else:
            made = services.entry_add(**self.at, player=named, alternate=alternate)
        return entered_answer(made, self.tournament)


class DeskPairForm(DeskForm):
    """Two who enter as a pair, which is made if there is none yet."""

    one = PlayerField(label=gettext_lazy("One"))
    two = PlayerField(label=gettext_lazy("The other"))

    def __init__(
        self, data: "QueryDict | Mapping[str, Any] | None", tournament: Tournament, actor: User
    ) -> None:
        super().__init__(data, tournament, actor)
        for name in ("one", "two"):
            field: Any = self.fields[name]
            field.look_for(actor, club=tournament.club_id)

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        pair = services.pair_with_partner(actor=self.actor, own=sent["one"], partner=sent["two"])
        try:
            made = services.entry_add(**self.at, player=pair)
        except GroupIncomplete:
            return DeskAnswer(
                _("%(pair)s are asked whether they play together. Enter the pair once they have agreed.")
                % {"pair": pair.name}
            )
        return entered_answer(made, self.tournament)


class DeskTeamForm(DeskForm, TeamForm):
    """A team that is made of its members, and entered; who is new is recorded."""

    def __init__(
        self, data: "QueryDict | Mapping[str, Any] | None", tournament: Tournament, actor: User
    ) -> None:
        super().__init__(data, tournament, actor)
        self.records_new = may_do_action(actor, "players_record", tournament.club)
        self.ask_members(tournament, actor)

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        persons = [NewPerson(each.name) if isinstance(each, NewPlayer) else each for each in self.named]
        team = new_team_record(
            actor=self.actor, club=self.tournament.club, name=sent["team"], persons=persons
        )
        try:
            made = services.entry_add(**self.at, player=team)
        except TooFewMembers:
            return DeskAnswer(said_of_members_asked(team))
        return entered_answer(made, self.tournament)


class DeskEntryForm(DeskForm):
    """About an entry."""

    entry = forms.IntegerField(min_value=1)


class DeskFeeForm(DeskEntryForm):
    """Whether an entry has paid what it owes."""

    paid = forms.BooleanField(required=False)

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        fee_payments_record(**self.at, entry_ids=[sent["entry"]], paid=sent["paid"])
        return DeskAnswer(_("The fee is marked as paid.") if sent["paid"] else _("The fee is open again."))


class DeskApplicationForm(DeskForm):
    """What becomes of an application."""

    concerns = {"refusal_without_reason": "reason"}

    application = forms.IntegerField(min_value=1)
    state = forms.ChoiceField(choices=EntryApplication.State.choices)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        application = services.entry_application_answer(
            actor=self.actor,
            application_id=sent["application"],
            state=EntryApplication.State(sent["state"]),
            reason=sent["reason"],
        )
        said = {
            EntryApplication.State.APPROVED: _("%(player)s is entered."),
            EntryApplication.State.REFUSED: _("The application of %(player)s is refused."),
        }[EntryApplication.State(sent["state"])]
        return DeskAnswer(said % {"player": application.player.effective_player.name})

    def clean_state(self) -> str:
        """Withdrawing is for who has applied."""
        state: str = self.cleaned_data["state"]
        if state not in (EntryApplication.State.APPROVED, EntryApplication.State.REFUSED):
            raise forms.ValidationError(_("Approve the application, or refuse it."))
        return state

    def clean_application(self) -> int:
        number: int = self.cleaned_data["application"]
        if not EntryApplication.objects.filter(pk=number, tournament=self.tournament).exists():
            raise forms.ValidationError(_("This event has no such application."))
        return number


class DeskWithdrawForm(DeskEntryForm):
    """That an entry leaves, and why."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        made = services.entry_withdraw(**self.at, entry_id=sent["entry"], reason=sent["reason"])
        undo = reverse(
            "pages-tournaments:desk-entry-undo", args=[self.tournament.pk, sent["entry"], "come_back"]
        )
        is_open = self.tournament.draw is None or self.tournament.played_as.takes_back
        name = made.entry.player.effective_player.name
        return DeskAnswer(_("%(player)s has withdrawn.") % {"player": name}, undo if is_open else "")


class DeskComeBackForm(DeskEntryForm):
    """That an entry that has left plays again."""

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        made = services.entry_come_back(**self.at, entry_id=sent["entry"])
        name = made.withdrawal.entry.player.effective_player.name
        return DeskAnswer(_("%(player)s plays again.") % {"player": name})


class DeskSubstituteForm(DeskEntryForm):
    """Who takes the place of an entry."""

    comes = forms.IntegerField(min_value=1)

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        made = services.entry_substitute(**self.at, leaves_id=sent["entry"], comes_id=sent["comes"])
        names = {
            "one": made.comes.player.effective_player.name,
            "other": made.leaves.player.effective_player.name,
        }
        return DeskAnswer(_("%(one)s plays in the place of %(other)s.") % names)


ENTRY_FORMS: Mapping[str, type[DeskForm]] = {
    "enter": DeskEnterForm,
    "pair": DeskPairForm,
    "team": DeskTeamForm,
    "fee": DeskFeeForm,
    "answer": DeskApplicationForm,
    "withdraw": DeskWithdrawForm,
    "come_back": DeskComeBackForm,
    "substitute": DeskSubstituteForm,
}
"""What a button of the tab does, by its value."""
