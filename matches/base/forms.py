"""Forms of pages: each fault stands beside its field, and nothing that was typed is lost."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from http import HTTPStatus
from typing import Any, ClassVar, Self

from django import forms
from django.forms.renderers import TemplatesSetting
from django.forms.utils import flatatt
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import RuleError
from engine.words import printable_text

from .options import PlugInOptions
from .problems import sentence_with_advice
from .translation import code_word, translate_text


class PageRenderer(TemplatesSetting):
    """Draws forms with the templates of this room."""

    form_template_name = "base/form.html"
    field_template_name = "base/field.html"


class PageForm(forms.Form):
    """A form of a page. A refusal of the service that it calls is shown beside the field that it is about.

    concerns: the field that a refusal is about, by its code; where it is not said, the fields are taken that
    the refusal itself names.
    """

    concerns: ClassVar[Mapping[str, str]] = {}

    refusal: RuleError | None = None
    """What the service refused that concerns no field of the form."""

    outcome: Any = None
    """What the service answered to what was sent."""

    def submit(self, act: Callable[[dict[str, Any]], object]) -> bool:
        """Do what was sent, if it can be read: whether it was done. Else the form knows why not."""
        if not self.is_valid():
            return False
        try:
            self.outcome = act(self.cleaned_data)
        except RuleError as refusal:
            self.add_refusal(refusal)
            return False
        return True

    def add_refusal(self, refusal: RuleError) -> None:
        """Show why it was refused: beside the fields that it is about, else above the form."""
        sentence = printable_text(translate_text(sentence_with_advice(refusal)))
        fields = self.fields_concerned(refusal)
        for name in fields:
            self.add_error(name, sentence)
        if not fields:
            self.refusal = refusal
            self.add_error(None, sentence)

    def fields_concerned(self, refusal: RuleError) -> list[str]:
        """The fields that a refusal is about, by name; none where it is about the whole."""
        if refusal.code in self.concerns:
            return [self.concerns[refusal.code]]
        data = getattr(refusal, "data", {})
        named: Collection[str] = data.get("fields", ())
        option = getattr(refusal, "option", None) or data.get("option")
        asked = [option, f"{OPTION}{option}"] if option else []
        found = [self.concerns.get(name, name) for name in (*named, *asked)]
        return [name for name in dict.fromkeys(found) if name in self.fields]

    @property
    def page_status(self) -> HTTPStatus:
        """Of the page that shows the form: 422 where it shows why something was not done."""
        return HTTPStatus.UNPROCESSABLE_ENTITY if self.is_bound and self.errors else HTTPStatus.OK

    @property
    def faults_elsewhere(self) -> list[str]:
        """What is wrong with no field that is seen, but for the refusal, which has a title."""
        hidden = [
            gettext("%(label)s: %(fault)s") % {"label": field.field.label, "fault": fault}
            if field.field.label
            else str(fault)
            for field in self.hidden_fields()
            for fault in field.errors
        ]
        return hidden if self.refusal is not None else [*map(str, self.non_field_errors()), *hidden]


class AskedForm(PageForm):
    """A form that the address of its page fills in; what that leaves out is as usual."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        usual = {name: str(field.initial or "") for name, field in self.base_fields.items()}
        super().__init__({**usual, **{name: asked[name] for name in usual if asked.get(name)}})


class RowForm(PageForm):
    """A form that stands beside others on its page: its fields have ids of their own.

    row: the number of what it is about, where there is one for each of several.
    """

    def __init__(self, sent: Mapping[str, Any] | None = None, *, row: int = 0, **kwargs: Any) -> None:
        super().__init__(sent, auto_id=f"{type(self).__name__}-{row}-%s", **kwargs)
        self.row = row

    @classmethod
    def among(cls, sent: forms.Form | None, *, row: int = 0, **kwargs: Any) -> Self:
        """The form as it was sent, with what is wrong with it, if it was this one; else a new one."""
        return sent if type(sent) is cls and sent.row == row else cls(row=row, **kwargs)


FIRST_YEAR, LAST_YEAR = 1900, 2200


def require_likely_year(day: date | None) -> None:
    """Raises ValidationError where somebody has typed a year that cannot be meant."""
    if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise forms.ValidationError(_("Look at the year: it is not between 1900 and 2200."))


class MomentField(forms.DateTimeField):
    """A day and an hour, in the zone in force."""

    default_validators = [require_likely_year]
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class DayField(forms.DateField):
    """A day."""

    default_validators = [require_likely_year]
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class YesNoField(forms.TypedChoiceField):
    """Which of two buttons was pressed, of the values "yes" and "no"."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(choices=[(each, each) for each in ("yes", "no")], coerce=lambda sent: sent == "yes")


class Segments(forms.RadioSelect):
    """One of a few, as buttons beside each other."""

    template_name = "base/widgets/segments.html"


class LongSelect(forms.Select):
    """One of very many, drawn without templates."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = set(self.format_value(value))
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            (
                (each, SafeString(" selected") if str(each) in chosen else "", label)
                for each, label in self.choices
            ),
        )
        own = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>{}</select>', name, own, options)


@dataclass(frozen=True)
class ExplainedChoice:
    """The label of a choice: what it is called, what it is, and a figure beside it."""

    name: "str | Promise"
    about: "str | Promise" = ""
    figure: str = ""

    def __str__(self) -> str:
        return str(self.name)


class Choices(forms.RadioSelect):
    """One of several, below each other; labels may be ExplainedChoice."""

    template_name = "base/widgets/choices.html"


# -- Options of plug-ins

OPTION = "option_"
"""Begins the names of their fields: an option may be called as something else of a form."""


def option_fields(plug_in: type[PlugInOptions], table: str) -> dict[str, forms.Field]:
    """A field for each option of a plug-in; its label says what it decides.

    table: where the words stand for what an option may be, by codes such as "movement:swap".
    """
    return {OPTION + option["name"]: option_form_field(option, table) for option in plug_in.options_as_json()}


def option_form_field(option: Mapping[str, Any], table: str) -> forms.Field:
    name, default = option["name"], option["default"]
    label = translate_text(option["help"]).rstrip(".。")
    if option["choices"]:
        choices = [(str(each), code_word(f"{name}:{each}", table)) for each in option["choices"]]
        return forms.ChoiceField(label=label, choices=choices, initial=str(default))
    if isinstance(default, bool):
        return forms.BooleanField(label=label, required=False, initial=default)
    return forms.IntegerField(
        label=label, min_value=option["minimum"], max_value=option["maximum"], initial=default
    )


def options_chosen(plug_in: type[PlugInOptions], sent: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent for the options of a plug-in, where it is not the default."""
    return {
        option["name"]: sent[OPTION + option["name"]]
        for option in plug_in.options_as_json()
        if sent[OPTION + option["name"]] != option["default"]
    }


def options_shown(options: Mapping[str, Any]) -> dict[str, Any]:
    """What fields of options show, by the names of options."""
    return {OPTION + name: value for name, value in options.items()}
