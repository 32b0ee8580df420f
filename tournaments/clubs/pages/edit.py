"""What a club says of itself, changed on the pages; a club founded by mistake, removed."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from engine import RuleError
from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.permissions import may_do_action, require_permission
from matches.base.forms import PageForm
from matches.base.names import is_visible_name, tidy_name
from matches.base.pages import notify_done
from matches.base.times import time_zones
from matches.edits.pages import EndingForm, PictureForm, notify_edited
from tournaments.clubs import services
from tournaments.clubs.models import Club, ClubEdit
from tournaments.clubs.rules.shades import DARK, LIGHT, club_shades
from tournaments.clubs.selectors import club_list

from .logos import LogoForm

HOUSE_COLOUR = "#123c2c"
"""That of the head of pages, which is offered where a club has none."""

UNDO = "pages-tournaments:club-edit-undo"


class ClubForm(PageForm):
    """What a club says of itself."""

    concerns = {"club_name_taken": "name", "unknown_time_zone": "time_zone"}

    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=80)
    place = forms.CharField(label=pgettext_lazy("location", "Place"), max_length=200, required=False)
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=lambda: [(name, name) for name in time_zones()],
        help_text=gettext_lazy("Its events are announced in it."),
    )
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea({"rows": 8}),
        help_text=gettext_lazy("Markdown: **bold**, a line with - for a list, [a link](https://…)."),
    )
    contact = forms.CharField(
        label=gettext_lazy("Whom to ask"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Everybody can read it."),
    )
    own_colour = forms.BooleanField(label=gettext_lazy("Pages in a colour of its own"), required=False)
    colour = forms.RegexField(
        r"^#[0-9A-Fa-f]{6}\Z",
        label=gettext_lazy("Colour of the club"),
        required=False,
        widget=forms.TextInput({"type": "color"}),
        help_text=gettext_lazy(
            "Any colour. The pages of the club and of its events take shades of it that can be read, on "
            "light screens and on dark ones."
        ),
        error_messages={"invalid": gettext_lazy("Write a colour with six digits, such as #1d5a43.")},
    )

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not is_visible_name(name):
            raise forms.ValidationError(_("A name is written with visible characters."))
        return name

    def clean(self) -> dict[str, Any]:
        """As its service takes it: without a colour of its own, none."""
        sent = self.cleaned_data
        own = sent.pop("own_colour", False)
        if "colour" in sent:
            sent["colour"] = sent["colour"].lower() if own else ""
        return sent


@require_http_methods(["GET", "POST"])
@login_required
def edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Name, place, time zone, text and contact of a club."""
    club = require_run_club(request, pk)
    form = ClubForm(request.POST or None, initial=said_of(club))

    def act(now: datetime) -> None:
        services.club_edit(actor=login_of_page(request), club_id=pk, now=now, **form.cleaned_data)

    if request.method == "POST" and form.submit(
        lambda _sent: notify_edited(request, club, _("Saved."), UNDO, act)
    ):
        return redirect("pages-tournaments:club", pk)
    return show_edit(request, club, form=form)


@require_POST
@login_required
def picture_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Another picture of a club, or none."""
    return change_picture(request, pk, picture=PictureForm(request.POST, request.FILES))


@require_POST
@login_required
def logo_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Another logo of a club, or none."""
    return change_picture(request, pk, logo=LogoForm(request.POST, request.FILES))


def change_picture(request: HttpRequest, pk: int, **sent: PictureForm | LogoForm) -> HttpResponse:
    """Set or remove what was sent with one of the forms of the page, by its name there."""
    club = require_run_club(request, pk)
    (form,) = sent.values()

    def act(now: datetime) -> None:
        services.club_edit(actor=login_of_page(request), club_id=pk, now=now, **form.changes)

    if form.submit(lambda _sent: notify_edited(request, club, _("Saved."), UNDO, act)):
        return redirect("pages-tournaments:club-edit", pk)
    return show_edit(request, club, **sent)


@require_POST
@login_required
def remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a club that was founded by mistake."""
    club = require_run_club(request, pk)
    form = EndingForm(request.POST)

    def act(now: datetime) -> None:
        services.club_remove(actor=login_of_page(request), club_id=pk, now=now, **form.cleaned_data)

    done = _("%(name)s is removed.") % {"name": club.name}
    if form.submit(lambda _sent: notify_edited(request, club, done, UNDO, act)):
        return redirect("pages-tournaments:home")
    return show_edit(request, club, remove=form)


@require_POST
@login_required
def edit_undo_page(request: HttpRequest, pk: int, edit: int) -> HttpResponse:
    """Take a change back; a club that was removed is there again."""
    club = get_object_or_404(Club, pk=pk)
    get_object_or_404(ClubEdit, club=club, pk=edit)
    actor = login_of_page(request)
    with forbid_without_role():
        require_permission(actor, "club_edit", club)
    try:
        services.club_edit_undo(actor=actor, club_id=pk, edit_id=edit)
    except RuleError as refusal:
        return show_edit(request, club, refusal=refusal)
    notify_done(request, _("Taken back."))
    return redirect("pages-tournaments:club", pk)


def show_edit(request: HttpRequest, club: Club, **shown: Any) -> HttpResponse:
    """The page, with the forms that were sent as they were sent, each with what is wrong with it."""
    context = {
        "club": club,
        "form": ClubForm(initial=said_of(club)),
        "logo": LogoForm(),
        "picture": PictureForm(initial={"picture_alt": club.picture_alt}),
        "remove": EndingForm(),
        "shades": shades_taken(club),
        "may_remove": may_do_action(request.user, "club_appoint", club),
        **shown,
    }
    faulty = "refusal" in shown or any(getattr(form, "is_bound", False) for form in shown.values())
    return render(request, "clubs/club_edit.html", context, status=422 if faulty else 200)


def shades_taken(club: Club) -> list[tuple[str, str]]:
    """In what its links are written, and on what card: on light screens, and on dark ones."""
    if not club.colour:
        return []
    return [(club_shades(club.colour, screen)["link"], screen.card) for screen in (LIGHT, DARK)]


def said_of(club: Club) -> dict[str, Any]:
    """What a club says of itself, by the fields of its form."""
    said = {name: getattr(club, name) for name in ClubForm.base_fields if name != "own_colour"}
    # A field for colours is never empty.
    return {**said, "own_colour": bool(club.colour), "colour": club.colour or HOUSE_COLOUR}


def require_run_club(request: HttpRequest, pk: int) -> Club:
    """The club, for those who run it; others are refused with 403."""
    club = get_object_or_404(club_list(), pk=pk)
    with forbid_without_role():
        require_permission(login_of_page(request), "club_edit", club)
    return club
