"""What the room declares to the others."""

from functools import partial
from operator import attrgetter

from matches.accounts.permissions import OFFICIALS, Role, RoleSource
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.redaction import Redaction, redact_details, redact_names, redact_problem, redact_text
from matches.facts.versions import topics_through
from matches.hooks import Room
from matches.play.facts import FACTS
from matches.play.models import (
    SEAT,
    Answer,
    Appeal,
    LiveGame,
    Match,
    Penalty,
    Reminder,
    Report,
    ReportUndo,
    Result,
    Ruling,
    Schedule,
    Seat,
    Verdict,
    Vote,
)
from matches.play.permissions import match_registrars, match_roles, player_director
from matches.play.selectors import match_states
from matches.play.services import deadlines_sweep, matches_compare, matches_restore, play_sweep
from matches.play.words import WORDS
from matches.players.models import Player
from matches.players.selectors import anonymised_concerned, members_load
from matches.players.selectors.personal_data import PersonalData

from .invitations import SeatInvitation
from .notices import NOTICES
from .stakes import MatchOfItsOwnStake, OpponentsFirst, PlayedStake
from .tasks import DirectedMatchTasks, OwnMatchTasks

SIDES = ("one", "two", "one__roster__player", "two__roster__player")
SIDES_OF_MATCH = tuple(f"match__{side}" for side in SIDES)
# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")

ROOM = Room(
    name="play",
    shows={"player": topics_through("match", Match, "pk", "one", "two")},
    actions={
        "match_create": frozenset({Role.PLAYER, Role.REGISTRAR, Role.STAFF}),
        "match_rate": frozenset({Role.REGISTRAR, Role.STAFF}),
        "match_report": OFFICIALS | {Role.PLAYER, Role.SCOREKEEPER},
        "report_undo": OFFICIALS | {Role.SCOREKEEPER},
        "match_rule": OFFICIALS,
        "match_schedule": OFFICIALS,
        "penalty_give": OFFICIALS,
    },
    roles=[
        RoleSource(Match, match_roles, yields=frozenset({Role.PLAYER, Role.DIRECTOR})),
        RoleSource(Match, match_registrars, yields=frozenset({Role.REGISTRAR})),
        RoleSource(Player, player_director, yields=frozenset({Role.DIRECTOR})),
    ],
    facts=FACTS,
    subjects=[
        Subject(
            model=Match,
            leads={"player": ("one", "two")},
            related=("one", "two"),
            states=match_states,
            parties=attrgetter("players"),
            load=members_load,
            page="pages-matches:match",
            resource="api-matches:match",
            title=lambda match: f"{match.one.effective_player.name} – {match.two.effective_player.name}",
            number_help="",
        )
    ],
    exported=[
        ExportKind("match", Match, omitted=(*Match.COMPUTED, "superseded")),
    ],
    personal_data=[
        PersonalData("matches", Match, player=SIDES, omitted=("created_by",)),
        PersonalData("results", Result, player=SIDES_OF_MATCH, omitted=OTHERS),
        PersonalData("reminders", Reminder, player=SIDES_OF_MATCH),
        PersonalData("reports", Report, login=("recorded_by",)),
        PersonalData("answers", Answer, login=("recorded_by",)),
        PersonalData("report_undos", ReportUndo, login=("recorded_by",)),
        PersonalData("appeals", Appeal, login=("recorded_by",)),
        PersonalData("live_games", LiveGame, login=("recorded_by",)),
        PersonalData("rulings", Ruling, login=("recorded_by",)),
        PersonalData("schedules", Schedule, login=("recorded_by",)),
        PersonalData("penalties", Penalty, login=("recorded_by",)),
        PersonalData("committee_seats", Seat, login=("member",)),
        PersonalData("votes", Vote, login=("recorded_by",)),
    ],
    redactions=[
        Redaction(
            model=Report,
            concerned=partial(anonymised_concerned, *SIDES_OF_MATCH),
            columns={"transcript": redact_text, "names": redact_names},
        ),
        Redaction(
            model=Verdict,
            concerned=partial(anonymised_concerned, *(f"report__{side}" for side in SIDES_OF_MATCH)),
            columns={"details": redact_details, "problem": redact_problem},
        ),
    ],
    match_stakes=[MatchOfItsOwnStake()],
    wake=lambda now: deadlines_sweep(now=now),
    sweep=lambda now: play_sweep(now=now),
    compare=lambda repair: matches_compare(repair=repair),
    restore=matches_restore,
    player_stakes=[PlayedStake()],
    player_precedences=[OpponentsFirst()],
    invitations={SEAT: SeatInvitation()},
    notices=NOTICES,
    words=WORDS,
    task_sources=[OwnMatchTasks(), DirectedMatchTasks()],
)
