"""The form on which a venue is entered and changed: its tables in one line."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.clubs.pages.placed import PlacedForm, placed_values
from tournaments.venues.models import Venue
from tournaments.venues.rules.table_names import read_table_names, tables_written, write_table_names
from tournaments.venues.rules.tables import NOTE_MAX, TableUse, VenueTable


class VenueForm(PlacedForm):
    """What is said of a venue, and its tables."""

    concerns = {
        **PlacedForm.concerns,
        "venue_name_taken": "name",
        "invalid_tables": "tables",
        "table_occupied": "tables",
    }

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    place = forms.CharField(label=gettext_lazy("Where it is"), max_length=200, required=False)
    tables = forms.CharField(
        label=pgettext_lazy("of a venue", "Tables"),
        required=False,
        help_text=gettext_lazy("In the order in which they are filled: 1-20, Stream."),
    )
    reserved = forms.CharField(
        label=gettext_lazy("Of these reserved"),
        required=False,
        help_text=gettext_lazy(
            "They take what is called there by hand and events that name them: 19-20, Stream (the final)."
        ),
    )
    out_of_use = forms.CharField(
        label=gettext_lazy("Of these out of use"),
        required=False,
        help_text=gettext_lazy("Nobody is called there: 7 (a leg is broken)."),
    )
    closes_at = forms.TimeField(
        label=gettext_lazy("Closes"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time", "class": "short"}, format="%H:%M"),
        help_text=gettext_lazy("By when everybody has to be out; before noon, that of the morning after."),
    )

    def clean(self) -> dict[str, Any]:
        """The three lines as one list of tables."""
        sent = dict(self.cleaned_data)
        lines = {name: sent.pop(name, "") for name in ("tables", "reserved", "out_of_use")}
        for name in ("reserved", "out_of_use"):
            if any(len(note) > NOTE_MAX for _name, note in read_table_names(lines[name])):
                self.add_error(name, _("A note has at most %(most)s characters.") % {"most": NOTE_MAX})
        try:
            sent["tables"] = tables_written(**lines)
        except KeyError as unknown:
            name = str(unknown.args[0])
            field = "reserved" if name in dict(read_table_names(lines["reserved"])) else "out_of_use"
            fault = _("There is no table %(name)s among the tables above. Name it there too.")
            self.add_error(field, fault % {"name": name})
        return sent


def venue_values(venue: Venue) -> dict[str, Any]:
    """What the form shows of a venue."""
    tables = venue.venue_tables

    def line(wanted: Iterable[VenueTable]) -> str:
        return write_table_names((table.name, table.note) for table in wanted)

    return {
        **placed_values(venue),
        "closes_at": venue.closes_at,
        "tables": write_table_names((table.name, "") for table in tables),
        "reserved": line(table for table in tables if table.use is TableUse.RESERVED),
        "out_of_use": line(table for table in tables if table.use is TableUse.OUT_OF_USE),
    }
