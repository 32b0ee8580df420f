"""A team that is made of its members, and entered: by one of them."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.base.forms import PageForm
from matches.base.names import is_visible_name, tidy_name
from matches.base.pages import notify_done
from matches.players.models import Player
from matches.players.pages.fields import PlayerField
from tournaments.events import services
from tournaments.events.errors import TooFewMembers
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_list

from .entering import said_of_entry

SPARE_MEMBERS = 2
"""How many members of a team are asked for beside those of its boards."""


class TeamForm(PageForm):
    """The name of a team, and its members: one for each board, and some who replace them.

    records_new: whether somebody may be named who is on file under no name yet.
    """

    concerns = {"invalid_members": "member_1"}
    records_new = False

    team = forms.CharField(label=gettext_lazy("Name of the team"), max_length=80)

    def ask_members(self, tournament: Tournament, viewer: User) -> None:
        """Add the fields for the members."""
        boards = tournament.played_as.team_size
        for number in range(1, boards + SPARE_MEMBERS + 1):
            is_spare = number > boards
            label = (
                _("Substitute %(number)s") % {"number": number - boards}
                if is_spare
                else _("Board %(number)s") % {"number": number}
            )
            field = PlayerField(label=label, records_new=self.records_new, required=not is_spare)
            field.look_for(viewer, club=tournament.club_id)
            self.fields[f"member_{number}"] = field

    def clean_team(self) -> str:
        name = tidy_name(self.cleaned_data["team"])
        if not is_visible_name(name):
            raise forms.ValidationError(_("A name is written with visible characters."))
        return name

    @property
    def named(self) -> list[Any]:
        """Who was named, in their order."""
        sent = self.cleaned_data
        return [sent[name] for name in self.fields if name.startswith("member_") and sent[name] is not None]


class OwnTeamForm(TeamForm):
    """A team of which one is a member."""

    def __init__(self, data: QueryDict | None, tournament: Tournament, own: Player, viewer: User) -> None:
        super().__init__(data, initial={"member_1": own})
        self.own = own
        self.ask_members(tournament, viewer)

    def clean(self) -> None:
        super().clean()
        if not self.errors and self.own not in self.named:
            self.add_error("member_1", _("You are of the team yourself: name yourself on one of its boards."))


@require_http_methods(["GET", "POST"])
@login_required
def team_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Name the members of a team, and enter it; who has a login is asked first."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    actor = login_of_page(request)
    if not tournament.played_as.team_size:
        raise Http404
    own = Player.objects.filter(user=actor).first()
    if own is None:
        return render(request, "events/team.html", {"tournament": tournament})
    form = OwnTeamForm(request.POST or None, tournament, own, actor)
    said: list[str] = []

    def act(sent: dict[str, Any]) -> None:
        team = services.team_record(actor=actor, club=tournament.club, name=sent["team"], members=form.named)
        try:
            made = services.entry_add(actor=actor, tournament_id=pk, player=team)
        except TooFewMembers:
            said.append(said_of_members_asked(team))
        else:
            said.append(said_of_entry(made, tournament))

    if request.method == "POST" and form.submit(act):
        notify_done(request, said[0])
        return redirect("pages-tournaments:tournament", pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "events/team.html", context, status=form.page_status)


def said_of_members_asked(team: Player) -> str:
    return _("Members of %(team)s are asked whether they play. Enter the team once they have agreed.") % {
        "team": team.name
    }
