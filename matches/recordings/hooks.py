"""What the room declares to the others."""

from django.http import HttpRequest

import engine
from matches.accounts.permissions import may_do_action
from matches.facts.archive import ExportKind
from matches.hooks import PageContext, Room, Section
from matches.play.models import Match
from matches.players.selectors.personal_data import PersonalData

from .models import RecordedAct, Recording
from .selectors import is_reported, recording_list
from .services import recordings_compare, recordings_restore


class MatchRecording(Section):
    """Where a match stands that is being recorded, and the way to record one."""

    subject = Match
    templates = {"main": "recordings/_match_recording.html"}
    rank = -1

    def context(self, row: Match, request: HttpRequest, page: PageContext) -> PageContext | None:
        recording = recording_list().filter(match=row.pk).first()
        is_open = row.state in Match.ON and row.variant in engine.VARIANTS
        may_record = is_open and may_do_action(request.user, "match_report", row)
        if recording is None and not may_record:
            return None
        return {
            "match": row.pk,
            "recording": recording,
            "reported": recording is not None and (is_reported(recording) or row.is_over),
            "may_record": may_record,
        }


ROOM = Room(
    name="recordings",
    exported=[
        ExportKind(
            "recording", Recording, omitted=Recording.COMPUTED, filled={"standing": dict}, after_facts=True
        ),
        ExportKind("recorded_act", RecordedAct, after_facts=True),
    ],
    personal_data=[
        PersonalData("recordings", Recording, login=("begun_by",), omitted=Recording.COMPUTED),
        PersonalData("recorded_acts", RecordedAct, login=("recorded_by",)),
    ],
    compare=lambda repair: recordings_compare(repair=repair),
    restore=recordings_restore,
    sections=[MatchRecording()],
)
