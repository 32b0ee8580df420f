"""Tournaments: announced, with all that is decided before anybody enters."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Required, TypedDict, Unpack

from django.db import transaction
from django.utils import timezone

from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.base.times import check_time_zone
from matches.play.errors import checked_match_length
from matches.play.models import LENGTH_MAX
from matches.play.rules.refereeing import checked_match_options
from matches.play.rules.regulations import checked_regulations
from tournaments.clubs.models import Club, PlacedDetails
from tournaments.events.errors import InvalidDates, WrongEntrants
from tournaments.events.models import Announced, Tournament
from tournaments.events.rules.calling import checked_called_first
from tournaments.events.rules.rounds import RoundTerms, checked_rounds
from tournaments.formats import FORMATS, Format
from tournaments.tiebreaks.errors import InvalidTiebreaks
from tournaments.tiebreaks.play_off import CODE as PLAY_OFF
from tournaments.tiebreaks.ranking import check_tiebreaks
from tournaments.venues.services import club_venue_lock, venue_table_names

from .counting import tournament_counts
from .notices import entries_open_notify


class Announcement(TypedDict, total=False):
    """What may be announced of play; what is left out is as it usually is.

    `rounds` is what differs in some rounds (tournaments.events.rules.rounds);
    `pairings_need_approval`, that pairings wait for the director; `entrants`, whether persons, pairs or
    teams enter: teams where the format is theirs, else persons, if it is not given.
    """

    lengths: Required[Sequence[int]]
    format: str
    format_options: Mapping[str, Any] | None
    rounds: Sequence[Mapping[str, Any]]
    variant: str
    options: Mapping[str, Any] | None
    regulations: Mapping[str, Any] | None
    rated: bool
    tiebreaks: Sequence[str]
    pairings_need_approval: bool
    entrants: str | None


class TournamentAnnouncement(Announcement, PlacedDetails, total=False):
    """What may be announced of a tournament besides: columns of models.Tournament, changed at any time."""

    listed: bool
    venue: int | None
    tables: Sequence[str]
    tables_assigned: str
    called_first: Sequence[Mapping[str, Any]]
    starts_at: datetime | None
    ends_at: datetime | None
    capacity: int | None
    entries_need_approval: bool
    self_check_in: bool
    entries_open_at: datetime | None
    entries_close_at: datetime | None


class NamedAnnouncement(TournamentAnnouncement, total=False):
    """All that a tournament is announced with; `copy_of`, what it was begun with."""

    name: Required[str]
    check_in: bool
    rating_pools: Collection[int] | None
    copy_of: Tournament | None


@transaction.atomic
def tournament_create(*, actor: User, club: Club, **announced: Unpack[NamedAnnouncement]) -> Tournament:
    """Announce a tournament; entries may come from now on, or from when they are announced to open.

    Raises what `tournament_announce` does.
    """
    require_permission(actor, "tournament_create", club)
    return tournament_announce(actor=actor, club=club, **announced)


@transaction.atomic
def tournament_announce(
    *,
    actor: User,
    club: Club,
    name: str,
    check_in: bool = False,
    rating_pools: Collection[int] | None = None,
    copy_of: Tournament | None = None,
    **announced: Unpack[TournamentAnnouncement],
) -> Tournament:
    """Announce a tournament in the name of somebody, who was asked for a role if need be: not here.

    It counts in these rating pools, by number, or in all that are open to the club. A copy has the picture
    of `copy_of`, and what other rooms keep of it, such as prize pools; what was announced of that is the
    caller's to send (selectors.copied_announcement).

    Raises what `checked_announcement` does, InvalidDates, UnknownTimeZone, UnknownVenue, UnknownTable,
    UnknownPool, PoolClosed.
    """
    terms, details = split_announcement(announced)
    tournament = Tournament(
        club=club,
        name=name,
        check_in=check_in,
        created_by=actor,
        **checked_announcement(**terms),
    )
    for column, value in {**details, **checked_calling(tournament, details)}.items():
        setattr(tournament, column, value)
    check_time_zone(tournament.time_zone)
    check_dates(tournament)
    if copy_of is not None:
        tournament.picture, tournament.picture_alt = copy_of.picture, copy_of.picture_alt
    tournament.save()
    tournament_counts(tournament, rating_pools, actor)
    if copy_of is not None:
        for stake in hooks.event_stakes():
            stake.copy_event(copy_of.pk, tournament.pk, actor)
    entries_open_notify(tournament, actor, timezone.now())
    return tournament


def checked_calling(tournament: Tournament, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Of where it is played and how matches are called to tables, the columns that are sent as they will be.

    A venue comes by its number, and is locked until it is written. Raises UnknownVenue, UnknownTable,
    InvalidRound.
    """
    values: dict[str, Any] = {}
    if "called_first" in sent:
        options = sent.get("format_options", tournament.format_options) or {}
        format = FORMATS[sent.get("format", tournament.format)].from_mapping(options)
        values["called_first"] = checked_called_first(sent["called_first"], format)
    if "venue" not in sent and "tables" not in sent:
        return values
    number = sent.get("venue", tournament.venue_id)
    venue = None if number is None else club_venue_lock(tournament.club, number)
    tables = sent.get("tables", tournament.tables)
    return {**values, "venue": venue, "tables": venue_table_names(venue, tables)}


def check_dates(tournament: Tournament) -> None:
    """Raises InvalidDates where something would end before it begins."""
    for first, last in (("starts_at", "ends_at"), ("entries_open_at", "entries_close_at")):
        begins, ends = getattr(tournament, first), getattr(tournament, last)
        if begins is not None and ends is not None and ends < begins:
            raise InvalidDates(
                "%(last)s is before %(first)s. Give a later one, or leave it out.",
                {"first": CodeWord(first, "edited_field"), "last": CodeWord(last, "edited_field")},
                fields=[first, last],
            )


def checked_announcement(**announced: Unpack[Announcement]) -> dict[str, Any]:
    """The columns of models.Announced, if it can be played so; what is left out is as the model has it.

    Raises InvalidLength, InvalidOption, InvalidRegulation, InvalidRound, UnknownFormatOption,
    InvalidFormatOption, InvalidTiebreaks, WrongEntrants.
    """
    variant = announced.get("variant", "backgammon")
    format = announced.get("format", "single_elimination")
    format_options = dict(announced.get("format_options") or {})
    lengths = [checked_match_length(length, LENGTH_MAX) for length in announced["lengths"]]
    options = checked_match_options(announced.get("options") or {}, variant, lengths)
    regulations = checked_regulations(announced.get("regulations") or {}, lengths, options)
    played_as = FORMATS[format].from_mapping(format_options)
    common = RoundTerms(tuple(lengths), variant, options, regulations)
    return {
        **announced,
        "format": format,
        "format_options": format_options,
        "lengths": lengths,
        "rounds": checked_rounds(announced.get("rounds", ()), common, LENGTH_MAX, played_as),
        "variant": variant,
        "options": options,
        "regulations": regulations,
        "tiebreaks": checked_announced_tiebreaks(announced.get("tiebreaks", ()), played_as),
        "entrants": checked_expected_entrants(announced.get("entrants"), played_as),
    }


def split_announcement(sent: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """What is announced of play, and the rest."""
    terms = {name: value for name, value in sent.items() if name in Announcement.__annotations__}
    return terms, {name: value for name, value in sent.items() if name not in terms}


def changed_announcement(announced: Announced, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The terms of play that would be otherwise, by column. Raises what `checked_announcement` does."""
    standing: Any = {name: getattr(announced, name) for name in Announcement.__annotations__}
    checked = checked_announcement(**{**standing, **changes})
    return {name: value for name, value in checked.items() if getattr(announced, name) != value}


def checked_expected_entrants(entrants: str | None, format: Format) -> str:
    """Who enters, if the format is theirs. Raises WrongEntrants."""
    teams = Tournament.Entrants.TEAMS
    if entrants is None:
        return teams if format.team_size else Tournament.Entrants.SINGLES
    if bool(format.team_size) != (entrants == teams):
        raise WrongEntrants(
            "%(format)s: this format is played by teams, and the tournament is for %(entrants)s. Teams play "
            "the format teams, which wraps any other."
            if format.team_size
            else "%(format)s: this format is not played by teams, and the tournament is for %(entrants)s. "
            "Teams play the format teams, which wraps any other.",
            {"format": format.name, "entrants": CodeWord(entrants, "entrants")},
            entrants=entrants,
        )
    return entrants


def checked_announced_tiebreaks(tiebreaks: Sequence[str], format: Format) -> list[str]:
    """The codes, if ties can be broken so. Raises InvalidTiebreaks, UnknownTiebreak."""
    if tiebreaks and not format.has_tiebreaks:
        raise InvalidTiebreaks(
            "%(format)s: this format looks at no tie-breaks. Leave them out.",
            {"format": format.name},
            tiebreaks=list(tiebreaks),
        )
    check_tiebreaks(tiebreaks)
    if PLAY_OFF in tiebreaks and not format.plays_off:
        raise InvalidTiebreaks(
            "%(format)s: no match for a play-off can be paired, so a play-off would break no tie. Leave it "
            "out.",
            {"format": format.name},
            tiebreaks=[PLAY_OFF],
        )
    return list(tiebreaks)
