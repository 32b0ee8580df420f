"""Forms about players."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from matches.base.forms import PageForm, RowForm, YesNoField
from matches.base.names import is_visible_name, tidy_name
from matches.base.translation import word_choices
from matches.players.models import BIO_LINES, BIO_MAX, READING_MAX, EntryConsent
from matches.players.rules.readings import reading_as_stored
from matches.players.selectors import private_choices


def profile_privacy_choices() -> list[tuple[str, Any]]:
    return word_choices(private_choices(), "profile_part")


def entry_consent_choices() -> list[tuple[str, Any]]:
    return word_choices(EntryConsent.values, "entry_consent")


def country_choices() -> list[tuple[str, str]]:
    """Countries by name in the language in force, and none."""
    return [("", "–"), *((country.code, country.name) for country in countries)]


class ProfileForm(PageForm):
    """A profile as a page asks for it: one alias a line, one federation and its number a line."""

    concerns = {
        "unknown_country": "country",
        "federation_number_taken": "federations",
        "profile_has_results": "name",
    }

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    reading = forms.CharField(
        label=gettext_lazy("How the name is read, in kana or Latin letters"),
        max_length=READING_MAX,
        required=False,
    )
    aliases = forms.CharField(
        label=gettext_lazy("Names in transcripts, one a line"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("As programs and servers write you, so that a transcript is known as yours."),
    )
    country = forms.ChoiceField(
        label=gettext_lazy("Country"),
        choices=country_choices,
        required=False,
        widget=forms.Select(attrs={"autocomplete": "country"}),
    )
    bio = forms.CharField(
        label=gettext_lazy("A few lines about yourself"),
        max_length=BIO_MAX,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    federations = forms.CharField(
        label=gettext_lazy("Federation and number, one a line"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Such as: JBF 1234"),
    )
    entered_by = forms.ChoiceField(
        label=gettext_lazy("Who may enter you in events"), choices=entry_consent_choices, required=False
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact: how to reach you"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "Seen by you, and by who runs a club that you belong to or an event that you have entered."
        ),
    )
    public = forms.MultipleChoiceField(
        label=gettext_lazy("Everybody may see"),
        choices=profile_privacy_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Name and results are public. The rest is once you agree; you can take it back at any time."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """What everybody may see is ticked; the rest is private."""
        public = self.cleaned_data.pop("public", [])
        self.cleaned_data["private"] = [part for part in private_choices() if part not in public]
        return self.cleaned_data

    def clean_name(self) -> str:
        return visible_player_name(self.cleaned_data["name"])

    def clean_reading(self) -> str:
        reading = reading_as_stored(self.cleaned_data["reading"])
        return visible_player_name(reading) if reading else ""

    def clean_aliases(self) -> list[str]:
        return [
            visible_player_name(line) for line in self.cleaned_data["aliases"].splitlines() if line.strip()
        ]

    def clean_entered_by(self) -> str:
        chosen: str = self.cleaned_data["entered_by"]
        return chosen or EntryConsent.ANYBODY

    def clean_bio(self) -> str:
        lines = [line.rstrip() for line in self.cleaned_data["bio"].splitlines()]
        if len(lines) > BIO_LINES:
            raise forms.ValidationError(_("At most %(most)s lines.") % {"most": BIO_LINES})
        if not all(map(is_visible_name, lines)):
            raise forms.ValidationError(_("There are invisible characters in it."))
        return "\n".join(lines)

    def clean_federations(self) -> dict[str, str]:
        """ "JBF 1234" a line: the first word is the federation."""
        numbers = {}
        for line in self.cleaned_data["federations"].splitlines():
            if line.strip():
                federation, _blank, number = visible_player_name(line).partition(" ")
                if not number or len(federation) > 20 or len(number) > 40:
                    raise forms.ValidationError(_("Write the federation, a space, and the number."))
                if federation in numbers:
                    raise forms.ValidationError(_("Write one number of each federation."))
                numbers[federation] = number
        return numbers


class ConfirmForm(RowForm):
    """That somebody means it, by what nobody types by mistake."""

    concerns = {"not_confirmed": "confirmation"}

    confirmation = forms.CharField(
        max_length=256,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        label=gettext_lazy("To confirm, type the name or your password"),
    )


class ClaimForm(RowForm):
    """What whoever answers a claim should know."""

    note = forms.CharField(
        label=gettext_lazy("Who you are, for whoever answers"), max_length=500, required=False
    )


class ClaimAnswerForm(RowForm):
    """Whether a claim is agreed to."""

    agrees = YesNoField()
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


class ClaimObjectionForm(RowForm):
    """Why a claim is doubted."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)


class InvitationAnswerForm(RowForm):
    """Whether somebody who is asked agrees."""

    accepts = YesNoField()
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


class WhyForm(RowForm):
    """Why an official does something about a player."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)


def visible_player_name(name: str) -> str:
    """A name as it is kept, if it can be seen. Raises ValidationError."""
    if not tidy_name(name) or not is_visible_name(tidy_name(name)):
        raise forms.ValidationError(_("There are invisible characters in it."))
    if len(tidy_name(name)) > 80:
        raise forms.ValidationError(_("A name has at most 80 characters."))
    return tidy_name(name)
