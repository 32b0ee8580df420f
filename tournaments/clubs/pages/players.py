"""The page on which a club brings its players: pasted, looked at line by line, then recorded."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.forms import PageForm
from matches.base.pages import notify_done
from matches.players.selectors import NamedPerson, SimilarPlayer, similar_players
from matches.players.services import NewPerson
from matches.search.rules.likeness import Likeness, names_likeness
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.rules.player_lines import PlayerLine, read_player_lines
from tournaments.clubs.selectors import club_list

TEXT_MAX = 40_000
FILE_MAX = 200_000

SURE = (Likeness.SAME_NAME, Likeness.SAME_LETTERS, Likeness.SAME_READING)
"""As whom a line is taken without being asked, until somebody says otherwise."""

NEW = "new"


@dataclass(frozen=True)
class Same:
    """Somebody whom a line may name. choice: what its button sends. earlier: the line of the list, or 0."""

    choice: str
    name: str
    sure: bool
    earlier: int = 0


@dataclass(frozen=True)
class ReadLine:
    """A line as it was read, whom it may name, and what was chosen: "" for nothing yet."""

    person: PlayerLine
    same: tuple[Same, ...]
    chosen: str

    @property
    def field(self) -> str:
        return f"line-{self.person.line}"

    @property
    def is_open(self) -> bool:
        """Whether somebody has to say who it is."""
        return self.person.fault is None and not self.chosen


class PlayerLinesForm(PageForm):
    """Lines, or a file of them."""

    lines = forms.CharField(
        label=gettext_lazy("Players, one a line"),
        max_length=TEXT_MAX,
        required=False,
        widget=forms.Textarea({"rows": 10}),
        help_text=gettext_lazy(
            "Another spelling after a comma, how to reach them after a semicolon. Or CSV whose first line "
            "names the columns: name,reading,alias,contact."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        widget=forms.FileInput({"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=gettext_lazy("CSV or text, in UTF-8."),
    )

    def clean_file(self) -> str:
        sent = self.cleaned_data["file"]
        if sent is None:
            return ""
        if sent.size > FILE_MAX:
            raise forms.ValidationError(_("The file is too large. Send it in parts."))
        try:
            return str(sent.read(), "utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError(_("It is not UTF-8. Save the file as CSV UTF-8.")) from None

    def clean(self) -> None:
        if not self.errors and not (self.cleaned_data["lines"].strip() or self.cleaned_data["file"].strip()):
            self.add_error("lines", _("Write who plays here, or choose a file."))


@require_http_methods(["GET", "POST"])
@login_required
def players_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Paste who plays in a club, look at each line, and record them."""
    club, actor = get_object_or_404(club_list(), pk=pk), login_of_page(request)
    with forbid_without_role():
        require_permission(actor, "players_record", club)
    form = PlayerLinesForm(request.POST or None, request.FILES or None)
    lines: list[ReadLine] = []
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["file"] or form.cleaned_data["lines"]
        lines = lines_read(text, actor, club, request.POST)
        if request.POST.get("do") == "record" and not faults_of(lines):
            return record_lines(request, club, lines)
        # What came in a file is typed from now on.
        form = PlayerLinesForm(initial={"lines": text})
    asked = request.POST.get("do") == "record" and bool(lines)
    context = {"club": club, "form": form, "lines": lines, "asked": asked, "faults": faults_of(lines)}
    context["new"] = sum(line.chosen == NEW and line.person.fault is None for line in lines)
    status = 422 if asked else form.page_status
    return render(request, "clubs/players.html", context, status=status)


def record_lines(request: HttpRequest, club: Club, lines: list[ReadLine]) -> HttpResponse:
    """Record whom the lines name who are new, under the names of all lines that are theirs."""
    others: dict[str, list[str]] = {}
    for line in lines:
        others.setdefault(line.chosen, []).extend([line.person.name, *line.person.aliases])
    persons = [
        NewPerson(
            line.person.name,
            line.person.reading,
            spellings(line.person, others.get(line.field, [])),
            line.person.contact,
        )
        for line in lines
        if line.chosen == NEW
    ]
    made = services.club_players_record(actor=login_of_page(request), club=club, persons=persons)
    count = len(made)
    said = ngettext("%(count)s player is recorded.", "%(count)s players are recorded.", count)
    notify_done(request, said % {"count": count})
    return redirect("pages-tournaments:club", club.pk)


def spellings(person: PlayerLine, others: list[str]) -> list[str]:
    """Every other spelling of a name, each once."""
    return [each for each in dict.fromkeys([*person.aliases, *others]) if each != person.name]


def faults_of(lines: list[ReadLine]) -> list[ReadLine]:
    """The lines that cannot be recorded as they are."""
    return [line for line in lines if line.person.fault is not None or line.is_open]


def lines_read(text: str, actor: User, club: Club, sent: QueryDict) -> list[ReadLine]:
    """What a text says, with whom each line may name: players who are known, and earlier lines."""
    persons = read_player_lines(text)
    named = [NamedPerson(person.name, person.reading) for person in persons]
    known = similar_players(named, viewer=actor, club=club.pk, most=3)
    found: list[ReadLine] = []
    for person, players in zip(persons, known, strict=True):
        same = (*map(same_as_known, players), *same_as_earlier(person, found))
        found.append(ReadLine(person, same, chosen_of_line(person, same, sent)))
    return found


def same_as_known(player: SimilarPlayer) -> Same:
    return Same(f"player-{player.number}", player.name, player.likeness in SURE)


def same_as_earlier(person: PlayerLine, earlier: list[ReadLine]) -> list[Same]:
    """Earlier lines that may name the same person."""
    found = []
    for line in earlier:
        other = line.person
        likeness = names_likeness(
            person.name, other.name, reading_of_one=person.reading, reading_of_two=other.reading
        )
        if likeness is not None and not (other.fault or line.chosen.startswith("line-")):
            found.append(Same(line.field, other.name, likeness in SURE, other.line))
    return found


def chosen_of_line(person: PlayerLine, same: tuple[Same, ...], sent: Any) -> str:
    """Who a line is: as somebody said, or as it is clear; "" where it is neither."""
    said = sent.get(f"line-{person.line}", "")
    if said in (NEW, *(each.choice for each in same)):
        return str(said)
    if not same:
        return NEW
    sure = [each.choice for each in same if each.sure]
    return sure[0] if len(sure) == 1 else ""
