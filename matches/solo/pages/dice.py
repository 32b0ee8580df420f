"""The page that makes the dice of a finished game again."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from engine.fair_dice import MOST_CONTRIBUTION, SEED_DIGITS, FairDice
from matches.base.forms import PageForm

MOST_ROLLS = 500
PLAIN = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}


class DiceForm(PageForm):
    """What dice are made from."""

    concerns = {"invalid_seed": "seed", "invalid_contribution": "contribution"}

    seed = forms.CharField(
        max_length=SEED_DIGITS * 2,
        label=pgettext_lazy("of dice", "Seed"),
        widget=forms.TextInput(attrs=PLAIN),
        help_text=_("Shown once the last roll has been thrown."),
    )
    contribution = forms.CharField(
        required=False,
        strip=False,
        max_length=4 * MOST_CONTRIBUTION,
        label=_("Your word"),
        widget=forms.TextInput(attrs=PLAIN),
    )
    seal = forms.CharField(
        required=False,
        max_length=SEED_DIGITS * 2,
        label=_("Seal"),
        widget=forms.TextInput(attrs=PLAIN),
        help_text=_("As it was shown before the first roll."),
    )
    game = forms.IntegerField(min_value=1, max_value=9999, initial=1, label=_("Game"))
    rolls = forms.IntegerField(min_value=1, max_value=MOST_ROLLS, initial=40, label=_("Rolls"))


@require_safe
def solo_dice_page(request: HttpRequest) -> HttpResponse:
    """Every roll of a game, made of its seed again, and whether the seal is that of the seed."""
    form = DiceForm(request.GET if request.GET.get("seed") else None)
    form.submit(made_again)
    return render(request, "solo/dice.html", {"form": form, "found": form.outcome}, status=form.page_status)


def made_again(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The rolls of a game and what the seal says. Raises InvalidSeed, InvalidContribution."""
    dice = FairDice(sent["seed"].strip(), sent["contribution"])
    return {
        "seal": dice.seal,
        "fits": dice.seal == sent["seal"].strip().lower() if sent["seal"] else None,
        "rolls": [dice.roll(sent["game"], number) for number in range(1, sent["rolls"] + 1)],
        "opening": dice.opening(sent["game"]),
    }
