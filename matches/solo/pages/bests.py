"""Who plays best against the computer."""

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from engine.solo import MATCH, SCORINGS
from matches.base.forms import AskedForm, PageForm
from matches.base.pages import PER_PAGE, notify_done
from matches.base.translation import code_word
from matches.bots.rules import BOT_CODES
from matches.solo.rules import FEWEST_IN_LIST, LENGTHS, MOST_RECENT
from matches.solo.selectors import bests, is_listed
from matches.solo.services import solo_listing_set

from .lobby import variant_choices
from .tags import bot_name
from .visitors import player_login


def kind_choices() -> list[tuple[str, str]]:
    """The ways to keep score, each length of a match apart."""
    return [
        (f"{scoring}-{length}", str(code_word(scoring, "solo_scoring")) + (f" ({length})" if length else ""))
        for scoring in SCORINGS
        for length in (LENGTHS if scoring == MATCH else (0,))
    ]


def bot_choices() -> list[tuple[str, str]]:
    """All computer players, by their names."""
    return [(code, bot_name(code)) for code in BOT_CODES]


class KindForm(AskedForm):
    """Of which games the best are listed."""

    variant = forms.ChoiceField(choices=variant_choices, initial="backgammon", label=gettext_lazy("Game"))
    scoring = forms.ChoiceField(choices=kind_choices, initial="pips-0", label=gettext_lazy("Score"))
    bot = forms.ChoiceField(choices=bot_choices, initial=BOT_CODES[-1], label=gettext_lazy("Against"))


class ListingForm(PageForm):
    """Whether one is listed."""

    listed = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda sent: sent == "yes", widget=forms.HiddenInput
    )


@require_http_methods(["GET", "HEAD", "POST"])
def solo_bests_page(request: HttpRequest) -> HttpResponse:
    """The best at games of a kind; whoever is logged in says whether they are listed."""
    login = player_login(request)
    if request.method == "POST":
        if login is None:
            return redirect_to_login(request.get_full_path())
        form = ListingForm(request.POST)
        if form.submit(lambda sent: solo_listing_set(login=login, listed=sent["listed"])):
            notify_done(
                request, _("You are listed.") if form.cleaned_data["listed"] else _("You are not listed.")
            )
        return redirect(request.get_full_path())
    kind = KindForm(request.GET)
    rows = None
    if kind.is_valid():
        scoring, _dash, length = kind.cleaned_data["scoring"].partition("-")
        asked = {name: kind.cleaned_data[name] for name in ("variant", "bot")}
        rows = bests(scoring=scoring, length=int(length), **asked)[:PER_PAGE]
    context = {
        "form": kind,
        "rows": rows,
        "scoring": kind.cleaned_data.get("scoring", "").partition("-")[0],
        "listed": login is not None and is_listed(login),
        "fewest": FEWEST_IN_LIST,
        "recent": MOST_RECENT,
    }
    return render(request, "solo/bests.html", context, status=kind.page_status)
