"""Where rooms ask each other: every extension point of the project, and why there is one.

A room never imports one above it. What it must ask of it stands here; whoever can answer says so in its own
`hooks.py`, in one `ROOM`. The apps' `ready()` registers the rooms, the lowest first, and so they are asked.
No room is imported here when it runs. Hooks inside a transaction only say what is due.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from enum import StrEnum
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import orjson
from django.apps import apps
from django.core.exceptions import AppRegistryNotReady
from django.db.models import Model, Q, QuerySet

from engine.words import Text

if TYPE_CHECKING:
    from django.db.models.expressions import Expression
    from django.forms import Field as FormField
    from django.http import HttpRequest
    from django.utils.functional import Promise
    from rest_framework.serializers import Field

    from matches.accounts.models import User
    from matches.accounts.permissions import Caller, Delegation, PlaceSource, Role, RoleSource
    from matches.base.times.calendars import CalendarEntry
    from matches.facts.archive import ExportKind
    from matches.facts.kinds import FactKind, Subject
    from matches.facts.redaction import Redaction
    from matches.mails.models import Mail
    from matches.notifications.models import Notice
    from matches.play.models import Match, Report
    from matches.play.rules.deciding import Decision
    from matches.play.rules.lateness import LateSide
    from matches.play.selectors import Case
    from matches.players.models import Invitation, Merge, Player
    from matches.players.selectors.personal_data import PersonalData
    from matches.ratings.models import RatingPool

T = TypeVar("T")
M = TypeVar("M", bound=Model)

Work = tuple[str, int]
"""A piece of work for the outbox: its kind and the number of its subject."""

Records = Collection[int]
"""Numbers of the records of one player: the own one, those it stands in for, pairs and teams of any."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What would change.

    superseded: matches, by number, that would count no more (True), or again (False).
    parts: rows to be shown, by the name of what they are about, such as "fixtures"; plain JSON.
    """

    superseded: Mapping[int, bool] = field(default_factory=dict)
    parts: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


class MatchEvent(NamedTuple):
    """What a match was part of: number, name and page of the event, and the kind of its part of a bracket."""

    event: int
    name: str
    address: str
    bracket: str


@dataclass(frozen=True, slots=True)
class EventTask:
    """Something to be done of an event. kind: a permanent code. count: of how many it is about."""

    kind: str
    sentence: Text
    action: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalTask:
    """Something that waits for somebody, as the first page of the service shows it.

    template: shows the context, as `task`. deadline: until when it waits, if it does not for ever.
    is_urgent: others wait for it now.
    """

    template: str
    context: "PageContext"
    deadline: datetime | None = None
    is_urgent: bool = False


class TaskSource(Protocol):
    """Who knows what waits for somebody: matches, challenges, entries."""

    def personal_tasks(self, user: "User", now: datetime) -> Iterable[PersonalTask]:
        """What waits for a login, a few dozen at most. As many queries for any number."""
        raise NotImplementedError


class MatchStake(Protocol):
    """To whom it matters how a match ends: fixtures, challenges, ratings, dice. Override what applies.

    fetched: the lookups from a match by which it answers; where several are written they are fetched at once.
    """

    fetched: Sequence[str] = ()

    def lock_for_correction(self, match: "Match") -> None:
        """Lock what of one's own must stand still while the match is corrected; comes before its lock."""
        return

    def correction_effect(self, case: "Case", would: "Decision") -> Effect:
        """What would change if the match stood like that; for the preview of a correction."""
        return Effect()

    def effect_beside(self, case: "Case", would: "Decision", superseded: Mapping[int, bool]) -> Effect:
        """What changes once all of them have said which matches count: ratings."""
        return Effect()

    def stands_otherwise(self, match: "Match", *, over: bool) -> Iterable[Work]:
        """The match is written anew; `over`: it is decided, or was. What is due of it.

        Asked of the highest room first.
        """
        return ()

    def work_after_verdicts(self, reports: Sequence["Report"]) -> Iterable[Work]:
        """The referee has judged reports, each with its verdict. What is due of them. One query."""
        return ()

    def next_matches(self, match: "Match") -> "QuerySet[Match] | None":
        """What either side plays after it here: once that begins, some regulations hear no objection."""
        return None

    def late_side(self, match: "Match", side: int, now: datetime) -> "LateSide | None":
        """How late a side is, or was, where somebody has called the match; None where nobody has."""
        return None

    def missing_sides(self, matches: Collection[int], now: datetime) -> "Mapping[tuple[int, int], LateSide]":
        """Who is missed where a match is called to, and how late: by match and side. Two queries."""
        return {}

    def live_topics(self, match: "Match") -> Iterable[str]:
        """What else shows it, such as "tournament-5": open pages look again."""
        return ()

    def match_events(self, matches: "QuerySet[Match]") -> Mapping[int, MatchEvent]:
        """Where matches were played, by match: for statistics and the head of a match's page. One query."""
        return {}

    def match_zone(self, match: "Match") -> tzinfo | None:
        """In which zone the times of a match are said; None where its event says nothing of it."""
        return None

    def match_tables(self, matches: Collection[int]) -> Mapping[int, str]:
        """The tables at which matches are played, by match; those at none are missing. One query."""
        return {}

    def directed_matches(self, user: "User") -> Q | None:
        """The condition on matches that the login directs, or owns the club of."""
        return None

    def directors(self, matches: "Collection[Match]") -> Mapping[int, Collection[int]]:
        """The numbers of the logins who direct matches, by match: who is told of a dispute. Two queries."""
        return {}

    def clubs_of(self, matches: "Collection[Match]") -> Mapping[int, int]:
        """The numbers of the clubs whose events matches are of, by match. One query."""
        return {}

    def match_arranged(self, match: "Match", actor: "User") -> None:
        """A login that is not of the staff has set up a match outside any event."""
        return

    def unsanctioned_club(self, matches: Collection[int]) -> str:
        """The club whose event one of them is of, if it is not sanctioned for everybody's ratings; or ""."""
        return ""

    def check_correction(self, matches: Collection[int], actor: "User") -> None:
        """Raises where a correction would change what is not the actor's to decide any more."""
        return


class PlayerStake(Protocol):
    """Who knows of a player: matches, ratings, entries, rungs, memberships. Override what applies."""

    def lock_group(self, group_id: int) -> None:
        """Lock what must stand still while members of a pair or a team change; comes before their lock."""
        return

    def binds_group(self, group: "Player", joining: Sequence["Player"]) -> bool:
        """Whether the group is entered or has played. Raises where one of `joining` cannot join it."""
        return False

    def merge_conflict(self, one: Records, two: Records) -> Text | None:
        """Why two records cannot be one person's: they met, or stand side by side in an event."""
        return None

    def record_counts(self, records: Records) -> Mapping[str, int]:
        """How much hangs on records, by name, for the preview of a merge."""
        return {}

    def has_results(self, records: Records) -> bool:
        """Whether something was played under one of the records, on which others rely."""
        return False

    def known_elsewhere(self, player: "Player", records: Records) -> bool:
        """Whether others than the club that recorded the player rely on who it is."""
        return False

    def reaches(self, user: "User", player: "Player") -> bool:
        """Whether the login runs something that the player, who has a login, has joined of their own will."""
        return False

    def clubs_shown(self, players: Collection[int]) -> Mapping[int, str]:
        """To which clubs players belong, by number, as far as everybody may know it. One query."""
        return {}

    def calendar_entries(self, records: Records, since: datetime) -> "Iterable[CalendarEntry]":
        """What is to come for a player, and was since a moment, as far as everybody may know it."""
        return ()

    def registrar(self, player: "Player") -> str:
        """The name of the club that recorded the player, whose officials answer for it; "" for none."""
        return ""

    def answered_for(self, user: "User") -> Q | None:
        """The condition on players to be recorded by a club that the login runs."""
        return None

    def kept_by(self, user: "User") -> Q | None:
        """The condition on players whose profile the login keeps as long as no login speaks for them."""
        return None

    def known_to(self, user: "User") -> Q | None:
        """The condition on players whom a club that the login runs has had as a member or in an event."""
        return None

    def directed_by(self, user: "User") -> Q | None:
        """The condition on players of whose events the login runs one."""
        return None

    def players_merged(self, merge: "Merge") -> None:
        """A merge was made or undone: make due what follows."""
        return

    def anonymise_player(self, player: "Player") -> None:
        """Remove what names the player, in that transaction; may refuse. Called for each of its records."""
        return

    def close_login(self, login: "User") -> None:
        """Remove what a login runs and asks for, in that transaction; may refuse. It is closed for good."""
        return


class PlayerPrecedence(Protocol):
    """Who comes first of the players that a search finds equally well. Override what applies."""

    def close_players(self, viewer: "Caller", club: int | None) -> Collection[int]:
        """Numbers of players who are close to whoever looks, or to the club for which they do."""
        return ()

    def busiest_players(self, most: int) -> "QuerySet[Any] | None":
        """The numbers of those who have played the most matches, as a query of numbers alone."""
        return None

    def matches_played(self, players: Collection[int]) -> Mapping[int, int]:
        """How many matches players have played, by number; of who has played none nothing. One query."""
        return {}


class SearchHit(NamedTuple):
    """What was found: its number and name, what it is beside its name, and its page."""

    number: int
    name: str
    detail: str
    address: str


class Directory(Protocol):
    """What can be found by name: players, clubs, events.

    kind: in the singular, as its resource is called. title: of many, on pages.
    """

    kind: str
    title: "str | Promise"

    def search(self, viewer: "Caller", text: str, most: int, club: int | None) -> Sequence[SearchHit]:
        """What somebody may find by a text, the best first. club: for which they look, if for one."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class MailKind:
    """What is mailed, in the language of the reader.

    subject, body: lazy, plain text; the body may name %(name)s, %(email)s and %(link)s.
    link: the path that it leads to, made when the mail is sent, of the login that it is about and the address
    that it goes to; None where the mail has become needless since.
    compose: makes the whole mail instead, when it is sent; None likewise.
    ended: hears, in the transaction in which a mail ends, its number and what became of it (`MailEnd`).
    """

    subject: "str | Promise"
    body: "str | Promise"
    link: "Callable[[User | None, str], str | None]" = lambda login, to: ""
    compose: "Callable[[Mail], ComposedMail | None] | None" = None
    ended: "Callable[[int, MailEnd], None] | None" = None


class MailEnd(StrEnum):
    """What became of a mail."""

    SENT = "sent"
    NEEDLESS = "needless"
    REFUSED = "refused"
    GIVEN_UP = "given_up"


class ComposedMail(NamedTuple):
    """What a mail says: its subject, the same in plain text and in HTML, and headers of its own."""

    subject: str
    text: str
    html: str
    headers: Mapping[str, str] = MappingProxyType({})


class NoticeText(NamedTuple):
    """What somebody is told: in a few words, and in a sentence or two."""

    title: str
    sentence: str


class NoticeKind(Protocol):
    """What people are told of: by whom, about what and for how long it is declared here, and nowhere else.

    name, description: as they stand in settings and documentation. subject: what it is about, as its resource
    is called: "match". is_urgent: it goes at once, one by one. channels: by which of "mail" and "push" it
    goes to who has chosen nothing; the list of notices has all of them.

    `load` answers for many notices of the kind at once, in as many queries as for one; what it answers of a
    notice, the other methods are handed as `about`. Texts are made in the language and the zone in force.
    """

    name: "str | Promise"
    description: "str | Promise"
    subject: str
    is_urgent: bool = False
    channels: Collection[str] = ("mail", "push")

    def load(self, notices: "Sequence[Notice]") -> Mapping[int, Any]:
        """What notices are about, by their numbers; without those whose subject is gone."""
        raise NotImplementedError

    def recipients(self, about: Any) -> Collection[int]:
        """The numbers of the logins who are told; whoever gave rise to it is left out by the outbox."""
        raise NotImplementedError

    def still_holds(self, about: Any, now: datetime) -> bool:
        """Whether it is still so: nobody is sent what is over."""
        return True

    def text(self, about: Any, login: "User | None") -> NoticeText:
        """What it says to a login; None for everybody, as a program of a club hears it."""
        raise NotImplementedError

    def address(self, about: Any) -> str:
        """The path of the page to look at."""
        raise NotImplementedError

    def deadline(self, about: Any) -> datetime | None:
        """Until when something can be done about it."""
        return None

    def club(self, about: Any) -> int | None:
        """The number of the club whose it is, if it is one's."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeNews:
    """A notice as programs hear of it (`Room.notice_listeners`), in the transaction that ends its spreading.

    number: of the notice, the same however often it is told. subject: kind and number of what it is about.
    club: whose it is, None for nobody's. text: in English. data: what the room put beside it, plain JSON.
    is_over: it did not hold any more when it was spread; it happened all the same.
    """

    number: int
    kind: str
    subject: tuple[str, int]
    occasion: str
    club: int | None
    at: datetime
    text: NoticeText
    address: str
    deadline: datetime | None
    data: Mapping[str, Any]
    is_over: bool


class SignUpInvitations(Protocol):
    """By what somebody signs up where that takes an invitation, and what comes of it."""

    def opened_by(self, secret: str) -> int | None:
        """The number of the invitation whose link has this secret; None if it opens nothing any more."""
        raise NotImplementedError

    def is_open(self, number: int) -> bool:
        """Whether the invitation is still open."""
        raise NotImplementedError

    def take(self, number: int, user: "User") -> None:
        """Do what was meant for whoever signs up by it, in that transaction; may refuse by raising."""
        raise NotImplementedError


class InvitationKind(Protocol):
    """What people are asked before it is said of them, and what comes of their yes.

    scope: which scope of a token answers it over the API.
    """

    scope: str = "account"

    def may_ask(self, user: "User", invitation: "Invitation") -> bool:
        """Who may ask it, and take it back; only as long as whoever did still may, a yes has its effect."""
        raise NotImplementedError

    def sentence(self, invitation: "Invitation") -> str:
        """What the person is asked, in the language of whoever reads."""
        raise NotImplementedError

    def accept(self, invitation: "Invitation", actor: "User", now: datetime) -> None:
        """Do what was agreed to, in that transaction; may refuse by raising."""
        raise NotImplementedError


class EventStake(Protocol):
    """Who binds events together."""

    def sibling_events(self, event: int) -> Collection[int]:
        """Events beside this one of which a person plays in one alone: divisions of a season."""
        return ()

    def still_binding(self) -> Q | None:
        """The condition on events to bind who is entered though they are over: divisions of a last season."""
        return None

    def announced_by_itself(self) -> Q | None:
        """The condition on events that nobody announced one by one: divisions of seasons."""
        return None

    def copy_event(self, source: int, copy: int, actor: "User") -> None:
        """An event was announced as a copy of another: take over what is one's own, such as prize pools."""
        return

    def work_after_end(self, event: int) -> Iterable[Work]:
        """What is due as an event is over, or as what is known of one that was over has changed."""
        return ()

    def outstanding(self, event: int) -> Iterable[EventTask]:
        """What is still to be done of an event in which all is played: prizes to be handed out."""
        return ()


class AnnouncedField(Protocol):
    """What another room asks where an event is announced on the pages: its entry fee.

    name: of the field. refusals: the codes of what `announce` may raise that is about it.
    """

    name: str
    refusals: Collection[str] = ()

    def form_field(self) -> "FormField":
        """The field, made anew each time."""
        raise NotImplementedError

    def value(self, club: int, copy_of: int | None) -> Any:
        """What stands in it first, for an event of a club; `copy_of`: the event of which it is a copy."""
        raise NotImplementedError

    def describe(self, value: Any) -> str:
        """What was chosen, in a few words; "" where nothing was."""
        raise NotImplementedError

    def announce(self, event: int, actor: "User", value: Any) -> None:
        """The event was announced: write what was chosen, in that transaction; may refuse by raising."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchToCall:
    """A match of an event, as far as tables go.

    match: with its players. number: by which people call it. event, event_name: the event by number and name.
    venue: where it is played, by number; None where the event names none. tables: those it goes to by itself,
    by name; empty for all that are open to every event. event_tables: those that the event uses at all; empty
    for all. assigned: who calls it, a `venues.rules.calling.Assignment`. known_at: since when both sides are
    known. is_first: whether a director has put it before others. is_present: False where somebody of it is
    still to check in. step: the round in which it is played, over all parts of the event.
    """

    match: "Match"
    number: int | None
    event: int
    event_name: str
    venue: int | None
    tables: Collection[str]
    event_tables: Collection[str]
    assigned: str
    known_at: datetime
    is_first: bool
    is_present: bool
    step: int


class VenueStake(Protocol):
    """Who plays at the tables of venues: events. Numbers are those of venues and matches."""

    def events_at_venue(self, venue: int) -> int:
        """How many events that are not over are to be played there."""
        return 0

    def called_matches(self, matches: Collection[int]) -> Mapping[int, MatchToCall]:
        """What the events of some matches say of them, by match.

        Two queries for any number, and those for the numbers of matches in each event.
        """
        return {}

    def matches_to_call(self, venue: int) -> Iterable[MatchToCall]:
        """The matches of events played there whose sides are known and that nobody has reported.

        None of events whose matches are called by hand. As many queries as called_matches.
        """
        return ()

    def venues_assigning(self) -> Collection[int]:
        """Where events are played now whose matches the service calls."""
        return ()


PageContext = Mapping[str, Any]
"""What a template shows, by name."""


class Section(Protocol):
    """What a room adds to another's page and resource: ratings to a player, money to a tournament.

    subject: the model whose page and resource it is.
    templates: each shows the context, as `section`, in one place of the page; a page says what places it has.
    rank: which comes first in a place, the lowest; where two are equal, that of the lower room.
    private: the name by which a player may keep it from others; "" where it is for everybody.
    column: SQL that a statement selects for the fields, as JSON, of the row whose number is `{row}`.
    """

    subject: type[Model]
    templates: Mapping[str, str] = MappingProxyType({})
    rank: int = 0
    private: str = ""
    column: str = "NULL"

    def load(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The rows with what the fields and the context need fetched beside them."""
        return rows

    def load_for_page(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The same, with what only the context needs: a page shows more of a row than its resource."""
        return self.load(rows)

    def fields(self) -> "Mapping[str, Field[Any, Any, Any, Any]]":
        """What the resource has besides, by name: made anew each time."""
        return {}

    def values(self, column: Any) -> Mapping[str, Any]:
        """The same as plain mappings, of what `column` says of a row; without a query."""
        return {}

    def context(self, row: Any, request: "HttpRequest", page: PageContext) -> PageContext | None:
        """What the templates show; None for nothing. `page` is what the page has asked for already."""
        return None


class ShownSection(NamedTuple):
    template: str
    context: PageContext


class MenuEntry(NamedTuple):
    """A page that every page leads to.

    icon: the name of its drawing (matches.base.tags.icons). rank: which comes first, the lowest.
    way_out: what a page that shows nothing says of it; of the home page.
    """

    name: "str | Promise"
    page: str
    icon: str
    rank: int
    way_out: "str | Promise" = ""


@dataclass(frozen=True, slots=True)
class MatchCondition:
    """What matches can be narrowed down to, such as those of a club: `condition(5)` holds for the club 5.

    help_text: what the API says of its number. in_lists: lists of matches have it too, not statistics alone.
    """

    condition: Callable[[int], Q]
    help_text: str
    in_lists: bool = False


@dataclass(frozen=True, slots=True)
class PlayerCondition:
    """Whose players leaderboards can be narrowed down to: `players(5)` are the numbers of those of club 5.

    The records of whoever is merged into another are among them, and who stands in.
    """

    players: "Callable[[int], set[int]]"
    help_text: str


@dataclass(frozen=True, slots=True)
class EffectPart:
    """A part of an effect in the preview of a correction.

    field: of the resource, made anew each time. template: shows the `rows`.
    """

    field: "Callable[[], Field[Any, Any, Any, Any]]"
    template: str


@dataclass(frozen=True, kw_only=True)
class Room:
    """All that a room declares.

    actions: who may do what, by the name of the action.
    roles: what makes a role towards a row.
    places: what a row belongs to, for tokens that are limited to a club or a tournament.
    delegation: for whom the login of a service account acts, and with what role; None where it may not.
    facts: the kinds of fact it records, and how each reads.
    subjects: what facts may be about.
    effect_parts: the parts of its effects, and how each is shown.
    menu: pages that every page leads to.
    task_sources: what waits for somebody.
    login_columns: what every page says to whoever is logged in, by name: read with the login, in one query.
    shows: which of its subjects show a row of another kind, a player or a club, by name: their topics, such
        as "tournament-5", by the number of the row.
    shows_ratings: which of its subjects show ratings of some players, by their numbers: their topics; those
        that show anybody's, where the numbers are None.
    exported: what an export holds beside the facts.
    personal_data: the rows of a player's personal data.
    redactions: what of facts is withheld once a player is anonymised.
    announced_fields: what is asked where an event is announced.
    invitations: what people are asked first, by the code of its kind.
    mails: what is mailed, by the code of its kind.
    notices: what people are told of, by the code of its kind.
    notice_listeners: who hears of every notice, once each, in the transaction of a worker; writes only what
        is its own, and what is due of it.
    player_precedences: who comes first of the players that a search finds.
    directories: what can be found by name.
    sign_up_invitations: by what people sign up where that takes an invitation; one room declares them.
    words: for codes, by table: what programs compare, said to people. Rooms may add to one table.
    match_filters, player_filters: what lists and statistics can be narrowed down to, by name.
    counted_through: the lookups from a match to rating pools that it counts in.
    clubs_of_matches: the lookups from a match to the club whose event it is of.
    rating_conditions: what holds besides for a match to count in a rating pool: the condition, by the pool,
        the lookup that leads to matches, "" or "match__", and that to when they were finalised.
    wake: makes due what time alone brings, by now; asked every few seconds.
    sweep: makes due again whatever the facts say is missing; asked every minute.
    prune: forgets what is old, and what nobody comes back to; asked every ten minutes.
    compare: every difference between what is stored and what the facts say, in words; put right where True.
    restore: computes, where an export was loaded, what follows from the room's own facts.
    recompute: the same of what follows from what other rooms have restored, once all of them have.
    """

    name: str
    actions: Mapping[str, frozenset["Role"]] = field(default_factory=dict)
    roles: Sequence["RoleSource"] = ()
    places: Sequence["PlaceSource"] = ()
    delegation: "Callable[[User], Delegation | None] | None" = None
    facts: Sequence["FactKind"] = ()
    subjects: Sequence["Subject"] = ()
    shows: Mapping[str, Callable[[int], Iterable[str]]] = field(default_factory=dict)
    shows_ratings: Callable[[Collection[int] | None], Iterable[str]] | None = None
    exported: Sequence["ExportKind"] = ()
    personal_data: Sequence["PersonalData"] = ()
    redactions: Sequence["Redaction"] = ()
    match_stakes: Sequence[MatchStake] = ()
    player_stakes: Sequence[PlayerStake] = ()
    event_stakes: Sequence[EventStake] = ()
    player_precedences: Sequence[PlayerPrecedence] = ()
    directories: Sequence[Directory] = ()
    venue_stakes: Sequence[VenueStake] = ()
    announced_fields: Sequence[AnnouncedField] = ()
    invitations: Mapping[str, InvitationKind] = field(default_factory=dict)
    mails: Mapping[str, MailKind] = field(default_factory=dict)
    notices: Mapping[str, NoticeKind] = field(default_factory=dict)
    notice_listeners: Sequence[Callable[[NoticeNews], None]] = ()
    sign_up_invitations: SignUpInvitations | None = None
    words: Mapping[str, Mapping[str, "str | Promise"]] = field(default_factory=dict)
    match_filters: Mapping[str, MatchCondition] = field(default_factory=dict)
    player_filters: Mapping[str, PlayerCondition] = field(default_factory=dict)
    counted_through: Sequence[str] = ()
    clubs_of_matches: Sequence[str] = ()
    rating_conditions: Sequence[Callable[["RatingPool", str, str], Q]] = ()
    wake: Callable[[datetime], None] | None = None
    sweep: Callable[[datetime], None] | None = None
    prune: Callable[[datetime], None] | None = None
    compare: Callable[[bool], Iterable[str]] | None = None
    restore: Callable[[], None] | None = None
    recompute: Callable[[], None] | None = None
    sections: Sequence[Section] = ()
    effect_parts: Mapping[str, EffectPart] = field(default_factory=dict)
    menu: Sequence[MenuEntry] = ()
    task_sources: Sequence[TaskSource] = ()
    login_columns: "Mapping[str, Callable[[], Expression]]" = field(default_factory=dict)


ROOMS: dict[str, Room] = {}
"""Every room that was registered, the lowest first."""


def register_room(room: Room) -> None:
    """Make a room known; once each."""
    if ROOMS.setdefault(room.name, room) is not room:
        raise ValueError(f"there is a room {room.name} already")


def declared_by_rooms(declared: Callable[[Room], Iterable[T]]) -> list[T]:
    """What rooms declare, that of the lowest first. Raises AppRegistryNotReady before all of them have."""
    if not apps.ready:
        raise AppRegistryNotReady("not every room has said yet what it declares")
    return [each for room in ROOMS.values() for each in declared(room)]


def declared_table(declared: Callable[[Room], Mapping[str, T]]) -> dict[str, T]:
    """The tables of all rooms as one. Raises ValueError where two rooms use the same name."""
    table: dict[str, T] = {}
    for name, value in declared_by_rooms(lambda room: declared(room).items()):
        if name in table:
            raise ValueError(f"two rooms declare {name}")
        table[name] = value
    return table


def login_columns() -> "dict[str, Expression]":
    """What is read with the login that a page is shown to."""
    return {name: column() for name, column in declared_table(lambda room: room.login_columns).items()}


def match_stakes() -> Iterator[MatchStake]:
    return (stake for room in ROOMS.values() for stake in room.match_stakes)


def unsanctioned_club(matches: Collection[int]) -> str:
    """The club whose event one of the matches is of, if not sanctioned for everybody's ratings; or ""."""
    return next((name for stake in match_stakes() if (name := stake.unsanctioned_club(matches))), "")


def player_stakes() -> Iterator[PlayerStake]:
    return (stake for room in ROOMS.values() for stake in room.player_stakes)


def player_precedences() -> list[PlayerPrecedence]:
    """Who says which players come first: the highest room first."""
    return [each for room in reversed(ROOMS.values()) for each in room.player_precedences]


def directories() -> list[Directory]:
    """All that can be found by name, that of the lowest room first."""
    return declared_by_rooms(lambda room: room.directories)


def registrar_name(player: "Player") -> str:
    """The club that recorded the player; "" where none did."""
    return next((name for stake in player_stakes() if (name := stake.registrar(player))), "")


def sign_up_invitations() -> SignUpInvitations:
    (found,) = (room.sign_up_invitations for room in ROOMS.values() if room.sign_up_invitations)
    return found


def event_stakes() -> Iterator[EventStake]:
    return (stake for room in ROOMS.values() for stake in room.event_stakes)


def venue_stakes() -> Iterator[VenueStake]:
    return (stake for room in ROOMS.values() for stake in room.venue_stakes)


def topics_showing(kind: str, number: int) -> list[str]:
    """The topics of everything that shows a row of a kind by name."""
    return [topic for room in ROOMS.values() if kind in room.shows for topic in room.shows[kind](number)]


def topics_showing_ratings(players: Collection[int] | None) -> list[str]:
    """The topics of everything that shows ratings of these players, or of any; not the players' own."""
    return [topic for room in ROOMS.values() if room.shows_ratings for topic in room.shows_ratings(players)]


def announced_fields() -> list[AnnouncedField]:
    return declared_by_rooms(lambda room: room.announced_fields)


def sections_of(subject: type[Model]) -> list[Section]:
    """What rooms add to the page and resource of a model, in the order it is shown in."""
    found = declared_by_rooms(lambda room: room.sections)
    return sorted((each for each in found if each.subject is subject), key=attrgetter("rank"))


def with_sections(rows: QuerySet[M], *, on_page: bool = False) -> QuerySet[M]:
    """The rows, with what every section of their model needs fetched beside them.

    on_page: with what only their page shows too, and their resource in the API does not.
    """
    for section in sections_of(rows.model):
        rows = section.load_for_page(rows) if on_page else section.load(rows)
    return rows


def section_column(subject: type[Model], row: str) -> str:
    """SQL of one column of JSON: what the sections of a model add to the resource of a row.

    row: its number, as the statement has it.
    """
    columns = (section.column.format(row=row) for section in sections_of(subject))
    return f"jsonb_build_array({', '.join(columns)})"


def section_values(subject: type[Model], column: str) -> dict[str, Any]:
    """What the sections of a model add to the resource of a row: plain mappings, made of that column."""
    found: dict[str, Any] = {}
    for section, said in zip(sections_of(subject), orjson.loads(column), strict=True):
        found |= section.values(said)
    return found


def sections_shown(
    row: Model, request: "HttpRequest", places: Sequence[str], *, hidden: Collection[str] = (), **page: Any
) -> dict[str, list[ShownSection]]:
    """What the page of a row shows in each of its places, but for what is private under a `hidden` name."""
    shown: dict[str, list[ShownSection]] = {place: [] for place in places}
    for section in sections_of(row._meta.model):
        if section.private in hidden or not shown.keys() & section.templates:
            continue
        context = section.context(row, request, page)
        if context is not None:
            for place in shown.keys() & section.templates:
                shown[place].append(ShownSection(section.templates[place], context))
    return shown


def invitation_kinds() -> dict[str, InvitationKind]:
    return declared_table(lambda room: room.invitations)


def mail_kinds() -> dict[str, MailKind]:
    return declared_table(lambda room: room.mails)


def notice_kinds() -> dict[str, NoticeKind]:
    return declared_table(lambda room: room.notices)


def notice_listeners() -> list[Callable[[NoticeNews], None]]:
    return declared_by_rooms(lambda room: room.notice_listeners)


def match_filters() -> dict[str, MatchCondition]:
    return declared_table(lambda room: room.match_filters)


def player_filters() -> dict[str, PlayerCondition]:
    return declared_table(lambda room: room.player_filters)


def zone_of_match(match: "Match") -> tzinfo | None:
    """In which zone the times of a match are said: that of its event, if it has one."""
    zones = (stake.match_zone(match) for stake in match_stakes())
    return next((zone for zone in zones if zone is not None), None)


def effect_parts() -> dict[str, EffectPart]:
    """The parts of an effect by name, those of the highest room first, as previews show them."""
    by_room = [room.effect_parts for room in ROOMS.values()]
    return {name: part for parts in reversed(by_room) for name, part in parts.items()}


def menu_entries() -> list[MenuEntry]:
    """The pages that every page leads to, in their order: the first one is the home page."""
    return sorted((entry for room in ROOMS.values() for entry in room.menu), key=attrgetter("rank"))


def personal_tasks(user: "User", now: datetime) -> list[PersonalTask]:
    """What waits for a login: what others wait for, then by deadline, then what waits for ever."""
    sources = declared_by_rooms(lambda room: room.task_sources)
    found = [task for source in sources for task in source.personal_tasks(user, now)]
    return sorted(found, key=lambda task: (not task.is_urgent, task.deadline is None, task.deadline or now))
