"""Where a game against the computer begins, or is gone on with."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from engine.solo import MATCH, MONEY, SCORINGS
from engine.variants import VARIANTS
from matches.accounts.access import login_of_page
from matches.base.forms import Choices, ExplainedChoice, PageForm, Segments
from matches.base.pages import notify_done
from matches.base.translation import code_word, translate_text
from matches.bots.selectors import bots_for
from matches.solo.errors import SoloUnfinished
from matches.solo.models import KeptSoloGame, new_key
from matches.solo.rules import LENGTHS
from matches.solo.selectors import games_of, standings_of
from matches.solo.services import solo_games_keep, solo_prepare

from .visitors import player_login, remember_visitor, visitor_key

GAMES_LISTED = 12


def variant_choices() -> list[tuple[str, str]]:
    """The variants, by their names."""
    return [(code, translate_text(known.name)) for code, known in VARIANTS.items()]


def strength_choices() -> list[tuple[int, ExplainedChoice]]:
    """The three strengths, the weakest first, as those are called that play backgammon now."""
    return [
        (rank, ExplainedChoice(translate_text(bot.name), translate_text(bot.description)))
        for rank, bot in enumerate(bots_for("backgammon"))
    ]


def length_choices() -> list[tuple[int, str]]:
    """The lengths of matches."""
    return [
        (each, ngettext("%(points)s point", "%(points)s points", each) % {"points": each}) for each in LENGTHS
    ]


class SoloForm(PageForm):
    """What is to be played, how the score is kept, and against whom."""

    concerns = {"invalid_length": "length", "unknown_variant": "variant", "unknown_bot": "strength"}

    variant = forms.ChoiceField(choices=variant_choices, initial="backgammon", label=_("Game"))
    scoring = forms.ChoiceField(
        choices=lambda: [(each, code_word(each, "solo_scoring")) for each in SCORINGS],
        initial=SCORINGS[0],
        label=_("Score"),
        widget=Segments(),
    )
    length = forms.TypedChoiceField(
        choices=length_choices, coerce=int, initial=5, label=_("Length of the match")
    )
    jacoby = forms.BooleanField(required=False, label=_("Jacoby rule"))
    beavers = forms.BooleanField(required=False, label=_("Beavers"))
    automatic_doubles = forms.BooleanField(required=False, label=_("Automatic doubles"))
    strength = forms.TypedChoiceField(
        choices=strength_choices, coerce=int, initial=1, label=_("Against"), widget=Choices()
    )

    def terms(self, sent: dict[str, Any]) -> dict[str, Any]:
        """What solo_prepare takes; what belongs to another scoring is passed over."""
        money = {
            "jacoby": sent["jacoby"],
            "beavers": sent["beavers"],
            "automatic_doubles": int(sent["automatic_doubles"]),
        }
        return {
            **{name: sent[name] for name in ("variant", "scoring")},
            "bot": bots_for(sent["variant"])[sent["strength"]].code,
            "length": sent["length"] if sent["scoring"] == MATCH else 0,
            "terms": {name: said for name, said in money.items() if said} if sent["scoring"] == MONEY else {},
        }


@require_http_methods(["GET", "HEAD", "POST"])
def solo_page(request: HttpRequest) -> HttpResponse:
    """A new game, and those that can be gone on with."""
    login, visitor = player_login(request), visitor_key(request)
    games = list(games_of(login, visitor)[:GAMES_LISTED])
    form = SoloForm(request.POST or None, initial=last_terms(games))
    if request.method == "POST":
        visitor = visitor or new_key()
        if form.submit(lambda sent: solo_prepare(login=login, visitor=visitor, **form.terms(sent))):
            response = redirect("pages-matches:solo-game", form.outcome.key)
            if login is None:
                remember_visitor(response, visitor)
            return response
    context = {
        "form": form,
        "unfinished": form.refusal if isinstance(form.refusal, SoloUnfinished) else None,
        "open_games": [game for game in games if game.is_open],
        "ended_games": [game for game in games if not game.is_open],
        "standings": standings_of(login, visitor)[:GAMES_LISTED],
        "to_keep": login is not None and visitor and games_of(None, visitor).count(),
    }
    return render(request, "solo/lobby.html", context, status=form.page_status)


def last_terms(games: Sequence[KeptSoloGame]) -> dict[str, Any]:
    """What was played last, for who plays it again."""
    if not games:
        return {}
    last = games[0]
    return {
        "variant": last.variant,
        "scoring": last.scoring,
        "strength": next(
            (rank for rank, bot in enumerate(bots_for(last.variant)) if bot.code == last.bot), 1
        ),
        **({"length": last.length} if last.scoring == MATCH else {}),
        **{name: last.terms.get(name, False) for name in ("jacoby", "beavers", "automatic_doubles")},
    }


@login_required
@require_POST
def solo_keep_page(request: HttpRequest) -> HttpResponse:
    """Give the games of this browser to the login."""
    count = solo_games_keep(login=login_of_page(request), visitor=visitor_key(request))
    notify_done(
        request,
        ngettext("%(count)s game is yours now.", "%(count)s games are yours now.", count) % {"count": count},
    )
    return redirect("pages-matches:solo")
