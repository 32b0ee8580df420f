"""What the forms of the desk ask for, and what they say as the services take it."""

from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext_lazy as _

from matches.models import Penalty
from matches.models.identity import BIO_LINES, BIO_MAX
from matches.models.match import CUBE_MAX, GAMES_MAX, LENGTH_MAX, POINTS_MAX, Side
from matches.names import is_visible, tidied
from matches.regulations import DAY
from matches.results import EFFECTS, KINDS, Kind
from matches.selectors import private_choices

TOLD_ENDINGS: dict[str, tuple[str, int | None]] = {
    "single": ("single", None),
    "gammon": ("gammon", None),
    "backgammon": ("backgammon", None),
    "pass": ("pass", None),
    "resign_single": ("resignation", 1),
    "resign_gammon": ("resignation", 2),
    "resign_backgammon": ("resignation", 3),
    "draw": ("draw", None),
}
"""How a game has ended, as a form asks: the ending, and how often the cube was given up."""


class ReportForm(forms.Form):
    one = forms.IntegerField(min_value=0, max_value=POINTS_MAX)
    two = forms.IntegerField(min_value=0, max_value=POINTS_MAX)


class AnswerForm(forms.Form):
    agrees = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda value: value == "yes"
    )
    reason = forms.CharField(max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        if sent.get("agrees") is False and not sent.get("reason"):
            raise forms.ValidationError(_("An objection says what is wrong."))
        return sent


class OutcomeForm(forms.Form):
    kind = forms.TypedChoiceField(choices=KINDS, coerce=Kind)
    winner = forms.TypedChoiceField(
        choices=[("", ""), *((str(side.value), side.name) for side in Side)],
        coerce=int,
        required=False,
        empty_value=None,
    )
    one = forms.IntegerField(min_value=0, max_value=POINTS_MAX, required=False)
    two = forms.IntegerField(min_value=0, max_value=POINTS_MAX, required=False)
    reason = forms.CharField(max_length=500)

    def outcome(self) -> dict[str, Any]:
        """The outcome as the services take it; a score stands only where the kind has one."""
        sent = self.cleaned_data
        points = (sent["one"] or 0, sent["two"] or 0) if EFFECTS[sent["kind"]].score else (0, 0)
        return {"kind": sent["kind"], "winner": sent["winner"], "points": points}


class RulingForm(OutcomeForm):
    preview = forms.CharField(max_length=64, required=False)


class CommitteeForm(forms.Form):
    members = forms.CharField(max_length=1000)

    def clean_members(self) -> list[str]:
        """Usernames, with commas or blanks between them."""
        names: str = self.cleaned_data["members"]
        return names.replace(",", " ").split()


class GameForm(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=GAMES_MAX)
    winner = forms.TypedChoiceField(choices=[(str(side.value), side.name) for side in Side], coerce=int)
    cube = forms.IntegerField(min_value=1, max_value=CUBE_MAX)
    ending = forms.ChoiceField(choices=[(code, code) for code in TOLD_ENDINGS])

    def game(self) -> dict[str, Any]:
        """The game as the services take it."""
        sent = self.cleaned_data
        ending, wins = TOLD_ENDINGS[sent["ending"]]
        return {
            **sent,
            "winner": None if ending == "draw" else sent["winner"],
            "ending": ending,
            "points": None if wins is None else wins * sent["cube"],
        }


class TakeBackForm(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=GAMES_MAX)


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=500)
    preview = forms.CharField(max_length=64, required=False)


class ScheduleForm(forms.Form):
    starts_at = forms.DateTimeField(required=False)
    play_by = forms.DateTimeField(required=False)


class PenaltyForm(forms.Form):
    side = forms.TypedChoiceField(choices=[(str(side.value), side.name) for side in Side], coerce=int)
    cause = forms.ChoiceField(choices=Penalty.Cause.choices)
    minutes = forms.IntegerField(min_value=0, max_value=DAY, required=False)
    points = forms.IntegerField(min_value=0, max_value=LENGTH_MAX, required=False)
    reason = forms.CharField(max_length=500)


def private_pairs() -> list[tuple[str, str]]:
    return [(part, part) for part in private_choices()]


class ProfileForm(forms.Form):
    """A profile as a page asks for it: one alias a line, one federation and its number a line."""

    name = forms.CharField(max_length=80)
    aliases = forms.CharField(max_length=2000, required=False)
    country = forms.CharField(max_length=2, required=False)
    bio = forms.CharField(max_length=BIO_MAX, required=False)
    federations = forms.CharField(max_length=1000, required=False)
    private = forms.MultipleChoiceField(choices=private_pairs, required=False)

    def clean_name(self) -> str:
        return seen(self.cleaned_data["name"])

    def clean_aliases(self) -> list[str]:
        return [seen(line) for line in self.cleaned_data["aliases"].splitlines() if line.strip()]

    def clean_country(self) -> str:
        country: str = self.cleaned_data["country"]
        return country.upper()

    def clean_bio(self) -> str:
        lines = [line.rstrip() for line in self.cleaned_data["bio"].splitlines()]
        if len(lines) > BIO_LINES:
            raise forms.ValidationError(_("At most %(most)s lines.") % {"most": BIO_LINES})
        if not all(map(is_visible, lines)):
            raise forms.ValidationError(_("There are invisible characters in it."))
        return "\n".join(lines)

    def clean_federations(self) -> dict[str, str]:
        """ "JBF 1234" a line: the first word is the federation."""
        numbers = {}
        for line in self.cleaned_data["federations"].splitlines():
            if line.strip():
                federation, _blank, number = seen(line).partition(" ")
                if not number or len(federation) > 20 or len(number) > 40:
                    raise forms.ValidationError(_("Write the federation, a space, and the number."))
                numbers[federation] = number
        return numbers


class ConfirmForm(forms.Form):
    confirmation = forms.CharField(max_length=256, strip=False)


class ClaimForm(forms.Form):
    note = forms.CharField(max_length=500, required=False)


class ClaimAnswerForm(forms.Form):
    agrees = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda value: value == "yes"
    )
    reason = forms.CharField(max_length=500, required=False)


class MergeForm(forms.Form):
    kept = forms.IntegerField(min_value=1)
    absorbed = forms.IntegerField(min_value=1)
    reason = forms.CharField(max_length=500, required=False)


class WhyForm(forms.Form):
    reason = forms.CharField(max_length=500)


def seen(name: str) -> str:
    """A name as it is kept, if it can be seen. Raises ValidationError."""
    if not tidied(name) or not is_visible(tidied(name)):
        raise forms.ValidationError(_("There are invisible characters in it."))
    if len(tidied(name)) > 80:
        raise forms.ValidationError(_("A name has at most 80 characters."))
    return tidied(name)


def misspelt(form: forms.Form) -> str:
    """What is wrong with a form, in a sentence for each fault."""
    return " ".join(
        f"{name}: {fault}" if name != NON_FIELD_ERRORS else str(fault)
        for name, faults in form.errors.items()
        for fault in faults
    )
