"""An event's bracket, and its standings."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from matches.facts.versions import row_topic, row_version, with_version
from tournaments.embeds.pages.framing import Embed, embedded
from tournaments.events.models import Tournament
from tournaments.events.pages.tournament import brackets_of_course
from tournaments.events.selectors import tournament_course, tournament_list


@embedded
def bracket_embed(pk: int, part: str) -> Embed:
    """Its brackets, or the rounds and crosstable of one without; the entries before the draw."""
    tournament = tournament_of_embed(pk)

    def drawn() -> dict[str, Any]:
        course = tournament_course(tournament)
        asked = {"part": part} if part else {}
        return {**brackets_of_course(course, asked), "entries": list(course.entries.values())}

    return embed_of_tournament("embeds/_bracket.html", tournament, drawn)


@embedded
def standings_embed(pk: int, part: str) -> Embed:
    tournament = tournament_of_embed(pk)

    def drawn() -> dict[str, Any]:
        course = tournament_course(tournament)
        entries = [] if course.shown_parts else list(course.entries.values())
        return {"tournament": tournament, "standings": course.standings, "entries": entries}

    return embed_of_tournament("embeds/_standings.html", tournament, drawn)


def tournament_of_embed(pk: int) -> Tournament:
    return get_object_or_404(with_version(tournament_list()), pk=pk)


def embed_of_tournament(
    template: str, tournament: Tournament, context: Callable[[], dict[str, Any]]
) -> Embed:
    return Embed(
        template,
        tournament.name,
        reverse("pages-tournaments:tournament", args=[tournament.pk]),
        row_topic(tournament),
        row_version(tournament),
        context,
        tournament.club,
        tournament.zone,
    )
