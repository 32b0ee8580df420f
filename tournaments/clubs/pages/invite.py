"""The page on which a club invites its players to sign up."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.permissions import require_permission
from matches.base.forms import PageForm
from matches.base.names import is_visible_name, tidy_name
from matches.players.models import Player
from matches.players.pages.links import links_shown
from matches.players.services import IssuedLink
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import club_list, players_to_invite

LONGEST_NAME = 80


class InviteForm(PageForm):
    """Players of the club, and names of further ones, one a line."""

    players = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Players of the club without a login"),
        queryset=Player.objects.none(),
        required=False,
    )
    names = forms.CharField(
        label=gettext_lazy("Further people, one name a line"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea({"rows": 4}),
    )

    def __init__(self, club: Club, sent: QueryDict | None = None) -> None:
        super().__init__(sent)
        self.fields["players"].queryset = players_to_invite(club)  # type: ignore[attr-defined]

    def clean_names(self) -> list[str]:
        names = [tidy_name(line) for line in self.cleaned_data["names"].splitlines() if line.strip()]
        if not all(is_visible_name(name) and len(name) <= LONGEST_NAME for name in names):
            raise forms.ValidationError(_("Write one name a line, each of at most 80 visible characters."))
        return names

    def clean(self) -> None:
        if not self.errors and not self.cleaned_data["players"] and not self.cleaned_data["names"]:
            raise forms.ValidationError(_("Choose whom to invite, or write their names."))


@require_http_methods(["GET", "POST"])
@login_required
def invite_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose whom to invite; then their links, each with a QR code, to send or to print: shown this once."""
    club, actor = get_object_or_404(club_list(), pk=pk), login_of_page(request)
    with forbid_without_role():
        require_permission(actor, "players_record", club)
    form = InviteForm(club, request.POST if request.method == "POST" else None)
    issued: list[IssuedLink] = []

    def invite(sent: dict[str, Any]) -> None:
        players = [player.pk for player in sent["players"]]
        issued.extend(services.club_invite(actor=actor, club=club, players=players, names=sent["names"]))

    if request.method == "POST":
        form.submit(invite)
    context = {
        "club": club,
        "players": players_to_invite(club),
        "chosen": request.POST.getlist("players"),
        "form": form,
        "links": links_shown(issued),
    }
    answer = render(request, "clubs/invite.html", context, status=form.page_status)
    add_never_cache_headers(answer)
    return answer
