"""The forms on which a rating pool is opened and changed."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.base.forms import Choices, ExplainedChoice, PageForm
from matches.base.translation import translate_text
from matches.play.models import LENGTH_MAX
from matches.play.pages.terms import variant_names
from matches.ratings.models import RatingPool, RatingPoolTerms
from matches.ratings.systems import PRESETS

AS_IT_IS = "as_it_is"
"""Chosen for parameters that no preset has."""


class RatingPoolDetailsForm(PageForm):
    """What a rating pool says of itself."""

    concerns = {"rating_pool_name_taken": "name"}

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("What is rated here. Markdown: # heading, *emphasis*, - lists."),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Whom to ask. Everybody can read it."),
    )


class RatingTermsForm(PageForm):
    """By what a rating pool rates. `terms` are those in force, if there are any yet."""

    system = forms.ChoiceField(label=gettext_lazy("How ratings are computed"), widget=Choices)
    variants = forms.MultipleChoiceField(
        label=gettext_lazy("Variants that count"),
        choices=variant_names,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("None chosen: all of them."),
    )
    shortest = forms.IntegerField(
        label=gettext_lazy("Shortest match that counts"),
        min_value=1,
        max_value=LENGTH_MAX,
        initial=1,
        help_text=gettext_lazy("In points."),
    )
    provisional = forms.IntegerField(
        label=gettext_lazy("Provisional below"),
        min_value=0,
        initial=0,
        help_text=gettext_lazy("Points of experience until which a rating is called provisional."),
    )
    inactive_after = forms.IntegerField(
        label=gettext_lazy("Inactive after"),
        min_value=1,
        required=False,
        help_text=gettext_lazy("Days without a match; empty for never."),
    )

    def __init__(
        self, sent: Mapping[str, Any] | None = None, *, terms: RatingPoolTerms | None = None
    ) -> None:
        super().__init__(sent, initial=terms_shown(terms))
        self.terms = terms
        system: Any = self.fields["system"]
        system.choices = list(system_choices(terms))

    @property
    def sent_terms(self) -> dict[str, Any]:
        """What was sent, as services take it."""
        return terms_sent(self.cleaned_data, self.terms)


class RatingPoolForm(RatingTermsForm, RatingPoolDetailsForm):
    """All that is announced of a rating pool."""

    field_order = ("name", "system", "variants", "shortest", "provisional", "inactive_after")

    @property
    def announced(self) -> dict[str, Any]:
        details = {name: self.cleaned_data[name] for name in RatingPoolDetailsForm.base_fields}
        return {**details, **self.sent_terms}


def system_of(terms: RatingPoolTerms | None) -> str:
    """The preset by which a pool rates; AS_IT_IS where there is none like it."""
    if terms is None:
        return next(iter(PRESETS))
    alike = (
        code
        for code, preset in PRESETS.items()
        if (preset.system, dict(preset.parameters)) == (terms.rating_system, terms.parameters)
    )
    return next(alike, AS_IT_IS)


def system_choices(terms: RatingPoolTerms | None) -> Iterable[tuple[str, ExplainedChoice]]:
    if system_of(terms) == AS_IT_IS and terms is not None:
        yield AS_IT_IS, ExplainedChoice(translate_text(terms.as_system.name), _("As it is now."))
    for code, preset in PRESETS.items():
        yield code, ExplainedChoice(translate_text(preset.name), translate_text(preset.description))


def terms_shown(terms: RatingPoolTerms | None) -> dict[str, Any]:
    if terms is None:
        return {"system": system_of(None)}
    names = ("variants", "shortest", "provisional", "inactive_after")
    return {"system": system_of(terms), **{name: getattr(terms, name) for name in names}}


def terms_sent(sent: Mapping[str, Any], terms: RatingPoolTerms | None) -> dict[str, Any]:
    names = ("variants", "shortest", "provisional", "inactive_after")
    found = {name: sent[name] for name in names}
    if sent["system"] == AS_IT_IS and terms is not None:
        return {**found, "rating_system": terms.rating_system, "parameters": terms.parameters}
    preset = PRESETS[sent["system"]]
    return {**found, "rating_system": preset.system, "parameters": dict(preset.parameters)}


def details_shown(rating_pool: RatingPool) -> dict[str, Any]:
    return {name: getattr(rating_pool, name) for name in RatingPoolDetailsForm.base_fields}
