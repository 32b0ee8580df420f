"""The facts about venues and their tables, each in a sentence."""

from django.utils.translation import gettext as _

from matches.edits.facts import describe_edit
from matches.facts.kinds import FactKind
from tournaments.venues.models import Attendance, TableCall, TableCallEnd, TableMove, VenueEdit


def describe_table_call(fact: TableCall) -> str:
    return _("%(match)s: called to table %(table)s of %(venue)s.") % {
        "match": fact.match.side_names,
        "table": fact.table,
        "venue": fact.venue.name,
    }


def describe_table_move(fact: TableMove) -> str:
    return _("%(match)s: moved to table %(table)s.") % {
        "match": fact.call.match.side_names,
        "table": fact.table,
    }


def describe_table_call_end(fact: TableCallEnd) -> str:
    values = {"match": fact.call.match.side_names}
    if fact.cause == TableCallEnd.EndCause.TAKEN_BACK:
        return _("%(match)s: the call is taken back.") % values
    return _("%(match)s: the table is free again.") % values


def describe_attendance(fact: Attendance) -> str:
    values = {"name": fact.call.match.players[fact.side].name}
    if fact.present:
        return _("%(name)s has come to the table.") % values
    return _("%(name)s is not at the table.") % values


FACTS = (
    FactKind(VenueEdit, describe_edit, about={"venue": "venue", "club": "venue__club"}, role="official"),
    FactKind(TableCall, describe_table_call, about={"match": "match", "venue": "venue"}),
    FactKind(TableMove, describe_table_move, about={"match": "call__match", "venue": "call__venue"}),
    FactKind(TableCallEnd, describe_table_call_end, about={"match": "call__match", "venue": "call__venue"}),
    FactKind(Attendance, describe_attendance, about={"match": "call__match", "venue": "call__venue"}),
)
