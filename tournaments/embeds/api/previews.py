"""/tournaments/<id>/card.png: what is shown of an event where its link is shared."""

from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from matches.accounts.api.scopes import PUBLIC
from matches.base.api.queries import read_query
from matches.boards.api import UNLESS_KNOWN, AnyAccepted, picture_answer
from matches.facts.api.versions import entity_tag, matches_tag
from matches.facts.versions import current_version, row_topic
from tournaments.embeds.rules import card_png
from tournaments.events.api.tournaments import OfTournament
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_course

from .cards import card_of_course

KEPT_FOR = 3600
"""Seconds that a picture is kept: a link that is shared is looked at by many within that."""
KNOWN_FOR = 60
"""Seconds that whoever has it need not ask for it again."""


class EventCardQuery(serializers.Serializer[Any]):
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES],
        required=False,
        help_text="Of the words; else the one that `Accept-Language` asks for.",
    )
    version = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="Of the event as the page shows it, so that what has changed has another address: whoever "
        "has kept the picture looks at it anew. What is drawn is what is known now.",
    )


class EventCardView(OfTournament):
    """The picture of a tournament, for previews of links."""

    query_shape = EventCardQuery
    content_negotiation_class = AnyAccepted
    throttle_rate = "picture"
    scopes = {"GET": PUBLIC}

    @extend_schema(
        responses={(200, "image/png"): OpenApiTypes.BINARY},
        operation_id="tournaments_card",
        parameters=UNLESS_KNOWN,
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The last rounds, the standings or the entries as PNG, 1200 by 630."""
        language = read_query(self).get("language") or get_language() or settings.LANGUAGE_CODE
        with override(language):
            return self.answer(request, pk)

    def answer(self, request: Request, pk: int) -> HttpResponse:
        version = current_version(row_topic(Tournament(pk=pk)))
        tag = entity_tag(version)
        if version and matches_tag(request.headers.get("If-None-Match", ""), tag):
            response = HttpResponse(status=HTTPStatus.NOT_MODIFIED)
        else:
            key = f"event-card-{sha256(f'{pk} {tag}'.encode()).hexdigest()}"
            content = cache.get(key) if version else None
            if content is None:
                content = card_png(card_of_course(tournament_course(self.requested_tournament())))
                if version:
                    cache.set(key, content, KEPT_FOR)
            response = picture_answer(content, "image/png")
        response["ETag"] = tag
        # It belongs to its page, which is found or, of an event that is not listed, is not.
        response["X-Robots-Tag"] = "noindex"
        response["Content-Language"] = get_language() or settings.LANGUAGE_CODE
        response["Cache-Control"] = f"public, max-age={KNOWN_FOR}"
        patch_vary_headers(response, ["Accept-Language", "Authorization"])
        return response
