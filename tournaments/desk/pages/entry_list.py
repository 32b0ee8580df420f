"""Entering a whole list: pasted, looked at line by line, then recorded and entered at once."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.permissions import require_permission
from matches.base.pages import is_done, notify_done
from matches.players.models import Player
from matches.players.services import NewPerson
from tournaments.clubs.pages.players import (
    NEW,
    PlayerLinesForm,
    ReadLine,
    faults_of,
    lines_read,
    spellings,
)
from tournaments.desk.services import persons_enter
from tournaments.events.models import Entry, Tournament

from .desk import open_desk
from .entries import TAB


@require_http_methods(["GET", "POST"])
@login_required
def entry_list_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Paste who plays, say of each line who it is, and enter them all."""
    desk, actor = open_desk(request, pk, TAB), login_of_page(request)
    tournament = desk.tournament
    with forbid_without_role():
        require_permission(actor, "players_record", tournament.club)
    form = PlayerLinesForm(request.POST or None, request.FILES or None)
    lines: list[ReadLine] = []
    asked = False
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["file"] or form.cleaned_data["lines"]
        lines = lines_read(text, actor, tournament.club, request.POST)
        asked = request.POST.get("do") == "enter" and bool(lines)
        if asked and not faults_of(lines) and enter_lines(request, tournament, lines):
            return redirect("pages-tournaments:desk-entries", pk)
        # What came in a file is typed from now on.
        form = PlayerLinesForm(initial={"lines": text})
    context = {
        "tournament": tournament,
        "form": form,
        "lines": lines,
        "asked": asked,
        "faults": faults_of(lines),
        "count": len({line.chosen if line.chosen != NEW else line.field for line in lines}),
    }
    return render(request, "desk/entry_list.html", context, status=422 if asked else form.page_status)


def enter_lines(request: HttpRequest, tournament: Tournament, lines: list[ReadLine]) -> bool:
    """Enter whom the lines name, those left out who are entered already; whether it was done."""
    persons = persons_of_lines(lines, tournament)
    done: list[object] = []
    if not is_done(
        request,
        lambda: done.extend(
            persons_enter(actor=login_of_page(request), tournament=tournament, persons=persons)
        ),
    ):
        return False
    said = ngettext("%(count)s player is entered.", "%(count)s players are entered.", len(done))
    notify_done(request, said % {"count": len(done)})
    return True


def persons_of_lines(lines: list[ReadLine], tournament: Tournament) -> list[NewPerson | Player]:
    """Whom the lines name, each once, in their order: three queries at most."""
    others: dict[str, list[str]] = {}
    for line in lines:
        others.setdefault(line.chosen, []).extend([line.person.name, *line.person.aliases])
    numbers = [
        int(line.chosen.removeprefix("player-")) for line in lines if line.chosen.startswith("player-")
    ]
    known = Player.objects.select_related("stand_in").in_bulk(numbers)
    entered = set(Entry.objects.filter(tournament=tournament).values_list("player", flat=True))
    found: dict[str, NewPerson | Player] = {}
    for line in lines:
        if line.chosen == NEW:
            found[line.field] = NewPerson(
                line.person.name,
                line.person.reading,
                spellings(line.person, others.get(line.field, [])),
                line.person.contact,
            )
        elif line.chosen.startswith("player-"):
            player = known[int(line.chosen.removeprefix("player-"))].effective_player
            if player.pk not in entered:
                found[line.chosen] = player
    return list(found.values())
