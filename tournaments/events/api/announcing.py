"""What a tournament is announced with: as it was sent, and what it begins with for the rest."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from matches.accounts.models import User
from tournaments.clubs.api.fields import club_numbered
from tournaments.clubs.errors import UnknownTournament
from tournaments.events.models import Tournament
from tournaments.events.rules.presets import PRESETS
from tournaments.events.selectors import copied_announcement, preset_announcement, tournament_list


def announced_with(sent: Mapping[str, Any], actor: User) -> dict[str, Any]:
    """The arguments of tournament_create for a body of TournamentInput.

    Raises UnknownClub, UnknownTournament.
    """
    own = {name: value for name, value in sent.items() if name not in ("preset", "copy_of")}
    begins: dict[str, Any] = {"now": timezone.now(), "starts_at": own.get("starts_at")}
    if "copy_of" in sent:
        source = tournament_to_copy(sent["copy_of"], own.get("club"), actor)
        return {**copied_announcement(source, **begins), **own, "club": source.club, "copy_of": source}
    club = club_numbered(own["club"])
    if "preset" in sent:
        return {**preset_announcement(PRESETS[sent["preset"]], club, **begins), **own, "club": club}
    return {**own, "club": club}


def tournament_to_copy(number: int, club: int | None, actor: User) -> Tournament:
    """A tournament that the actor can see, of this club if it is named. Raises UnknownTournament."""
    found = tournament_list().listed_to(actor).filter(pk=number).first()
    if found is None or club not in (None, found.club_id):
        raise UnknownTournament(
            "There is no tournament %(number)s to copy. Name one of the same club.",
            {"number": number},
            tournament=number,
        )
    return found
