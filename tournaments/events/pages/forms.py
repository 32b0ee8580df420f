"""The form by which an event is announced, and changed later: of every format the options that it has."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine import RuleError
from matches import hooks
from matches.accounts.models import User
from matches.base.forms import Choices, ExplainedChoice, MomentField, PageForm, Segments
from matches.base.names import is_visible_name, tidy_name
from matches.base.times import time_zones
from matches.base.translation import code_word, translate_text
from tournaments.clubs.models import Club
from tournaments.events.models import ENTRIES_MAX, Announced, Tournament
from tournaments.events.rules.dates import shifted, wall_time
from tournaments.events.rules.forecast import ENTRIES_MAX as FORECAST_MAX
from tournaments.events.words import tournament_part_name
from tournaments.formats import FORMATS, Format
from tournaments.venues.models import Venue
from tournaments.venues.rules.tables import TABLES_MAX
from tournaments.venues.selectors import venue_list

from .options import option_field_of
from .sent import LENGTH, OPTION, is_length_of_part, read_lengths, read_rounds

FORMAT = "single_elimination"
"""What is played where nothing else is chosen, as the model has it."""

MOMENTS = ("starts_at", "ends_at", "entries_open_at", "entries_close_at")

DETAILS = ("name", "text", "contact", "listed", "place", "time_zone", *MOMENTS)
ENTERING = ("capacity", "entries_need_approval", "self_check_in")
TERMS = ("rated", "check_in")
"""Fields that are columns."""

PLAYED = ("format", "entrants", "lengths", "rounds", "pairings_need_approval", *TERMS)
"""Fields of what a draw fixes; beside them those of the format's options and of the lengths of its parts."""


class TournamentForm(PageForm):
    """All that is announced of an event of a club, and the field for which it is forecast.

    `begins` are the arguments of the service that it begins with; what the form has no field for stays as it
    is there. Where the terms of play are fixed the form has no fields for them. is_new: whether it is yet to
    be announced: then times that nobody touched move with the start, and other rooms have their fields too.
    copy_of: of which event it is a copy.
    """

    concerns = {
        "invalid_length": "lengths",
        "invalid_round": "lengths",
        "unknown_venue": "venue",
        "unknown_time_zone": "time_zone",
        "wrong_entrants": "entrants",
        "format_misfit": "entries",
        "places_missing": "entries",
        "forecast_too_large": "entries",
    }

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    starts_at = MomentField(label=_("Starts"), required=False)
    ends_at = MomentField(
        label=_("Ends"), required=False, help_text=_("Of an event of several days: its last day.")
    )
    venue = forms.ModelChoiceField(
        label=_("Venue"), queryset=Venue.objects.none(), required=False, empty_label=_("none of the club’s")
    )
    place = forms.CharField(
        label=_("Or another place"),
        max_length=200,
        required=False,
        help_text=_("Where it is not at a venue."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        choices=lambda: [
            ("", gettext("of the venue, or the club")),
            *((name, name) for name in time_zones()),
        ],
    )
    text = forms.CharField(
        label=_("Text"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea({"rows": 5}),
        help_text=_("Markdown: **bold**, a line with - for a list, [a link](https://…)."),
    )
    contact = forms.CharField(
        label=_("Whom to ask"), max_length=200, required=False, help_text=_("Everybody can read it.")
    )
    listed = forms.BooleanField(
        label=_("Listed"), required=False, help_text=_("If not, only who has its address finds it.")
    )

    format = forms.ChoiceField(label=_("Format"), widget=Choices)
    entrants = forms.ChoiceField(label=_("Who enters"), widget=Segments)
    lengths = forms.CharField(
        label=_("Points of a match"),
        max_length=100,
        help_text=_("Or one number for each round, the last for all that follow: 5, 7."),
    )
    rounds = forms.CharField(widget=forms.HiddenInput, required=False)
    rated = forms.BooleanField(label=_("Rated"), required=False)
    pairings_need_approval = forms.BooleanField(
        label=_("You release each round"),
        required=False,
        help_text=_("Nobody sees the pairings of a round before you have looked at them."),
    )

    capacity = forms.IntegerField(
        label=pgettext_lazy("capacity", "Places"),
        min_value=2,
        max_value=ENTRIES_MAX,
        required=False,
        help_text=_("Whoever enters beyond that is on the waiting list."),
    )
    entries_open_at = MomentField(
        label=_("Entries open"), required=False, help_text=_("Before that only you enter players.")
    )
    entries_close_at = MomentField(
        label=_("Entries close"), required=False, help_text=_("After that only you enter players.")
    )
    entries_need_approval = forms.BooleanField(
        label=_("You approve each entry"), required=False, help_text=_("Players apply, and you answer.")
    )
    check_in = forms.BooleanField(
        label=_("Check-in"), required=False, help_text=_("Who has not checked in is not drawn.")
    )
    self_check_in = forms.BooleanField(label=_("Players check themselves in"), required=False)

    entries = forms.IntegerField(label=_("For how many"), min_value=2, max_value=FORECAST_MAX, initial=12)
    tables_there = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=TABLES_MAX,
        required=False,
        help_text=_("As many as the venue has, if you say nothing."),
    )
    closes = forms.TimeField(
        label=_("The house closes at"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
    )

    def __init__(
        self,
        sent: QueryDict | None = None,
        *,
        club: Club,
        begins: Mapping[str, Any],
        entries: int = 12,
        terms_open: bool = True,
        is_new: bool = True,
        copy_of: Tournament | None = None,
    ) -> None:
        self.is_new, self.copy_of = is_new, copy_of
        self.others = {each.name: each for each in hooks.announced_fields()} if is_new else {}
        self.club, self.begins, self.terms_open = club, begins, terms_open
        chosen = begins.get("format", FORMAT) if sent is None else sent.get("format", "")
        self.played: type[Format] = FORMATS.get(chosen, FORMATS[FORMAT])
        super().__init__(sent, initial={**self.values_begun_with(), "entries": entries})
        fields: dict[str, Any] = self.fields
        for name, other in self.others.items():
            fields[name] = other.form_field()
            self.initial[name] = other.value(club.pk, None if copy_of is None else copy_of.pk)
        fields["venue"].queryset = venue_list().filter(club=club)
        fields["format"].choices = [
            (code, ExplainedChoice(translate_text(each.name), translate_text(each.description)))
            for code, each in FORMATS.items()
        ]
        fields["entrants"].choices = [
            (code, code_word(code, "entrants")) for code in Announced.Entrants.values if code != "teams"
        ]
        if not terms_open:
            for name in (*PLAYED, "entries", "tables_there", "closes"):
                del fields[name]
            return
        fields["lengths"].widget.attrs["inputmode"] = "numeric"
        if self.is_for_teams:
            del fields["entrants"]
        if not self.played.publishes_rounds:
            del fields["pairings_need_approval"]
        for part in self.other_parts:
            fields[LENGTH + part] = forms.IntegerField(
                label=_("Points in %(part)s") % {"part": tournament_part_name(part)},
                min_value=1,
                required=False,
                help_text=_("If it differs."),
            )
        for option in self.simple_options:
            fields[OPTION + option["name"]] = option_field_of(option)

    # -- What it begins with

    @property
    def is_for_teams(self) -> bool:
        return bool(self.played.from_mapping({}).team_size)

    @property
    def begins_so(self) -> bool:
        """Whether the format is that which it begins with."""
        return bool(self.begins.get("format", FORMAT) == self.played.code)

    @property
    def options_begun_with(self) -> dict[str, Any]:
        return dict(self.begins.get("format_options") or {}) if self.begins_so else {}

    @property
    def simple_options(self) -> list[dict[str, Any]]:
        """The options of the format that are a number, a word, or yes or no."""
        return [
            each for each in self.played.options_as_json() if not isinstance(each["default"], list | dict)
        ]

    @property
    def other_parts(self) -> list[str]:
        """The parts whose matches may have a length of their own: not the first, none that are numbered."""
        names = self.played.from_mapping(self.options_begun_with).part_names
        return [name for name in names[1:] if "N" not in name and not name.endswith("play_off")]

    def values_begun_with(self) -> dict[str, Any]:
        """What stands in the fields at first."""
        begins = self.begins
        found = {name: begins[name] for name in (*DETAILS, *ENTERING, *TERMS, "venue") if name in begins}
        rounds = begins.get("rounds", ()) if self.begins_so else ()
        options = {each["name"]: each["default"] for each in self.simple_options} | self.options_begun_with
        return {
            "listed": True,
            "rated": True,
            "self_check_in": True,
            **found,
            "format": self.played.code,
            "entrants": begins.get("entrants") or Announced.Entrants.SINGLES,
            "lengths": ", ".join(map(str, begins.get("lengths", [7]))),
            "pairings_need_approval": begins.get("pairings_need_approval", False),
            "rounds": json.dumps(list(rounds)),
            **{LENGTH + each["part"]: each["length"] for each in rounds if is_length_of_part(each)},
            **{OPTION + name: value for name, value in options.items()},
        }

    # -- What was sent

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not is_visible_name(name):
            raise forms.ValidationError(_("A name is written with visible characters."))
        return name

    def clean_lengths(self) -> list[int]:
        return read_lengths(self.cleaned_data["lengths"])

    def clean_rounds(self) -> list[dict[str, Any]]:
        found = read_rounds(self.cleaned_data["rounds"])
        if found is None:
            self.add_error(None, _("The lengths of rounds cannot be read. Open the page again."))
        return found or []

    def clean(self) -> dict[str, Any]:
        """Times were typed by the clocks of where it is held, whichever place was chosen with them.

        Of a new event, those that nobody touched move with its start.
        """
        sent = self.cleaned_data
        for name in MOMENTS:
            if sent.get(name) is not None:
                sent[name] = timezone.make_aware(timezone.make_naive(sent[name]), self.zone)
        starts_at, begun = sent.get("starts_at"), self.begins.get("starts_at")
        if self.is_new and starts_at is not None and begun is not None:
            shift = wall_time(starts_at, self.zone) - wall_time(begun, self.zone)
            for name in MOMENTS[1:]:
                if sent.get(name) is not None and sent[name] == self.begins.get(name):
                    sent[name] = shifted(sent[name], shift, self.zone)
        return sent

    @property
    def zone(self) -> ZoneInfo:
        """Of what was sent: the event's own, its venue's, the club's."""
        venue = self.cleaned_data.get("venue")
        own = self.cleaned_data.get("time_zone") or (venue.time_zone if venue else "")
        return ZoneInfo(own or self.club.time_zone)

    @property
    def announcement(self) -> dict[str, Any]:
        """The arguments of the service, for what was sent and is valid."""
        sent = self.cleaned_data
        found = {name: sent[name] for name in (*DETAILS, *ENTERING, *TERMS) if name in sent}
        venue = None if sent["venue"] is None else sent["venue"].pk
        moved: dict[str, Any] = {} if venue == self.begins.get("venue") else {"tables": []}
        terms = self.terms if self.terms_open else {}
        return {**self.begins, **found, **moved, "venue": venue, **terms}

    @property
    def terms(self) -> dict[str, Any]:
        """Of that what is played by."""
        sent = self.cleaned_data
        return {
            "format": self.played.code,
            "format_options": self.options_sent,
            "lengths": sent["lengths"],
            "rounds": [*self.rounds_sent()],
            "entrants": "teams" if self.is_for_teams else sent["entrants"],
            "pairings_need_approval": sent.get("pairings_need_approval", False),
            "tiebreaks": list(self.begins.get("tiebreaks", ())) if self.begins_so else [],
        }

    def announce_others(self, event: Tournament, actor: User) -> None:
        """Have other rooms write what was sent for them of an event that was just announced."""
        for name, other in self.others.items():
            other.announce(event.pk, actor, self.cleaned_data[name])

    @property
    def others_described(self) -> list[str]:
        """What other rooms say of what stands in their fields."""
        values = self.cleaned_data if self.is_bound else self.initial
        return [said for name, each in self.others.items() if (said := each.describe(values[name]))]

    @property
    def options_sent(self) -> dict[str, Any]:
        """The options of the format that differ from the usual, or stood there before."""
        found = self.options_begun_with
        for option in self.simple_options:
            name, value = option["name"], self.cleaned_data[OPTION + option["name"]]
            value = option["default"] if value in (None, "") else value
            if name in found or value != option["default"]:
                found[name] = value
        return found

    def rounds_sent(self) -> Iterator[dict[str, Any]]:
        """What differs in some rounds: as it was, but for the lengths of parts."""
        lengths = {part: self.cleaned_data.get(LENGTH + part) for part in self.other_parts}
        for each in self.cleaned_data["rounds"]:
            if not is_length_of_part(each) or each["part"] not in lengths:
                yield each
            elif length := lengths.pop(each["part"]):
                yield {"part": each["part"], "length": length}
        yield from ({"part": part, "length": length} for part, length in lengths.items() if length)

    def fields_concerned(self, refusal: RuleError) -> list[str]:
        if found := [name for name, each in self.others.items() if refusal.code in each.refusals]:
            return found
        option = OPTION + str(getattr(refusal, "data", {}).get("option", ""))
        return [option] if option in self.fields else super().fields_concerned(refusal)

    # -- As the page shows it

    def fields_named(self, *names: str) -> list[BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def format_code(self) -> str:
        """Of which format the form has the options."""
        return self.played.code

    @property
    def first(self) -> list[BoundField]:
        return self.fields_named("name", "starts_at", "venue", "place")

    @property
    def about(self) -> list[BoundField]:
        return self.fields_named("text", "contact", "ends_at", "time_zone", "listed")

    @property
    def lengths_of_parts(self) -> list[BoundField]:
        return self.fields_named("lengths", *(name for name in self.fields if name.startswith(LENGTH)))

    @property
    def format_options(self) -> list[BoundField]:
        names = [name for name in self.fields if name.startswith(OPTION)]
        return self.fields_named("entrants", *names, "pairings_need_approval", "rated")

    @property
    def entering(self) -> list[BoundField]:
        moments = ("entries_open_at", "entries_close_at")
        by_whom = ("entries_need_approval", "check_in", "self_check_in")
        return self.fields_named("capacity", *self.others, *moments, *by_whom)

    @property
    def fields_at_fault(self) -> list[tuple[str, str]]:
        """What is wrong, by the label of its field."""
        return [
            (str(self[name].label), " ".join(map(str, faults)))
            for name, faults in self.errors.items()
            if name in self.fields
        ]
