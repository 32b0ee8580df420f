"""Tournaments: announced, with all that is decided before anybody enters."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from matches.errors import checked_length
from matches.models import User
from matches.models.match import LENGTH_MAX
from matches.permissions import require
from matches.refereeing import checked_options
from matches.regulations import checked_regulations
from tournaments.errors import InvalidTiebreaks, WrongEntrants
from tournaments.formats import FORMATS, Format
from tournaments.models import Club, Tournament
from tournaments.rounds import Terms, checked_rounds
from tournaments.tiebreaks.play_off import CODE as PLAY_OFF
from tournaments.tiebreaks.ranking import check_tiebreaks


@transaction.atomic
def tournament_create(
    *,
    actor: User,
    club: Club,
    name: str,
    lengths: Sequence[int],
    format: str = "single_elimination",
    format_options: Mapping[str, Any] | None = None,
    rounds: Sequence[Mapping[str, Any]] = (),
    variant: str = "backgammon",
    options: Mapping[str, Any] | None = None,
    regulations: Mapping[str, Any] | None = None,
    rated: bool = True,
    tiebreaks: Sequence[str] = (),
    check_in: bool = False,
    called: bool = False,
    entrants: str | None = None,
) -> Tournament:
    """Announce a tournament; entries may come from now on.

    `rounds` says what is otherwise in some rounds (see tournaments.rounds); `called`, that pairings wait for
    the director; `entrants`, whether persons, pairs or teams enter: teams where the format is theirs, else
    persons, if it is not said. Raises InvalidLength, InvalidOption, InvalidRegulation, InvalidRound,
    UnknownFormatOption, InvalidFormatOption, InvalidTiebreaks, WrongEntrants.
    """
    require(actor, "tournament_create", club)
    lengths = [checked_length(length, LENGTH_MAX) for length in lengths]
    options = checked_options(options or {}, variant, lengths)
    regulations = checked_regulations(regulations or {}, lengths, options)
    format_options = dict(format_options or {})
    played_as = FORMATS[format].of(format_options)
    common = Terms(tuple(lengths), variant, options, regulations)
    return Tournament.objects.create(
        club=club,
        name=name,
        format=format,
        format_options=format_options,
        lengths=lengths,
        rounds=checked_rounds(rounds, common, LENGTH_MAX),
        variant=variant,
        options=options,
        regulations=regulations,
        rated=rated,
        tiebreaks=checked_tiebreaks(tiebreaks, played_as),
        entrants=checked_entrants(entrants, played_as),
        check_in=check_in,
        called=called,
        created_by=actor,
    )


def checked_entrants(entrants: str | None, format: Format) -> str:
    """Who enters, if the format is theirs. Raises WrongEntrants."""
    teams = Tournament.Entrants.TEAMS
    if entrants is None:
        return teams if format.team_size else Tournament.Entrants.SINGLES
    if bool(format.team_size) != (entrants == teams):
        raise WrongEntrants(
            f"{format.name}: this format is {'' if format.team_size else 'not '}played by teams, and the "
            f"tournament is for {entrants}. Teams play the format teams, which wraps any other.",
            entrants=entrants,
        )
    return entrants


def checked_tiebreaks(tiebreaks: Sequence[str], format: Format) -> list[str]:
    """The codes, if equals can be told apart so. Raises InvalidTiebreaks, UnknownTiebreak."""
    if tiebreaks and not format.ranks:
        raise InvalidTiebreaks(
            f"In {format.code} places follow from the draw; no tie-breaks are looked at. Leave them out.",
            tiebreaks=list(tiebreaks),
        )
    check_tiebreaks(tiebreaks)
    if PLAY_OFF in tiebreaks and not format.plays_off:
        raise InvalidTiebreaks(
            f"In {format.code} no match for a play-off can be posted, so a play-off would tell nobody apart. "
            "Leave it out.",
            tiebreaks=[PLAY_OFF],
        )
    return list(tiebreaks)


def tournament_lock(tournament_id: int) -> Tournament:
    """The tournament with its row locked: entries, draw and fixtures of it change one at a time."""
    return (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club", "draw")
        .get(pk=tournament_id)
    )
