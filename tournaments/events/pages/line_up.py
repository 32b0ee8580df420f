"""Who of a team plays on which board: for its members, and for who runs the event."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.permissions import require_permission
from matches.base.forms import PageForm
from matches.base.pages import notify_done
from matches.players.models import Player
from tournaments.events import services
from tournaments.events.models import Entry
from tournaments.events.selectors import entry_line_ups, tournament_list

BOARD = "board_"


class LineUpForm(PageForm):
    """A member of the team for each board."""

    def __init__(self, data: Any, roster: list[Player], line_up: list[Player], boards: int) -> None:
        super().__init__(data)
        self.roster = {str(person.pk): person for person in roster}
        names = [(number, person.effective_player.name) for number, person in self.roster.items()]
        for at in range(boards):
            self.fields[f"{BOARD}{at + 1}"] = forms.ChoiceField(
                label=_("Board %(number)s") % {"number": at + 1},
                choices=names,
                initial=str(line_up[at].pk) if at < len(line_up) else None,
            )

    def clean(self) -> None:
        super().clean()
        seen: set[str] = set()
        for name in self.fields:
            chosen = self.cleaned_data.get(name)
            if chosen in seen:
                self.add_error(name, _("Everybody plays on one board. Choose another member."))
            seen.add(chosen or "")

    @property
    def line_up(self) -> list[Player]:
        return [self.roster[self.cleaned_data[name]] for name in self.fields]


@require_http_methods(["GET", "POST"])
@login_required
def line_up_page(request: HttpRequest, tournament: int, pk: int) -> HttpResponse:
    """Set the line-up of a team for the matches that are set up from now on."""
    event = get_object_or_404(tournament_list(), pk=tournament)
    boards = event.played_as.team_size
    if not boards:
        raise Http404
    entry = get_object_or_404(Entry.objects.select_related("player__stand_in"), pk=pk, tournament=event)
    entry.tournament = event
    actor = login_of_page(request)
    with forbid_without_role():
        require_permission(actor, "line_up_set", entry)
    line_up = entry_line_ups(event, [entry])[entry.pk]
    form = LineUpForm(request.POST or None, entry.player.persons, line_up, boards)
    if request.method == "POST" and form.submit(
        lambda _sent: services.line_up_set(
            actor=actor, tournament_id=tournament, entry_id=pk, players=form.line_up
        )
    ):
        notify_done(request, _("The line-up is set, for the matches that are set up from now on."))
        return redirect("pages-tournaments:line-up", tournament, pk)
    context = {"tournament": event, "entry": entry, "form": form}
    return render(request, "events/line_up.html", context, status=form.page_status)
