"""/boards/: what an identifier says, and its board as a picture. Nothing of it is kept."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.drawing import Colour, lay_out
from engine.ids import IDS, GameState
from engine.variants import VARIANTS
from matches.accounts.api.scopes import PUBLIC
from matches.base.api.queries import read_query
from matches.base.api.schemas import condition_header
from matches.facts.api.versions import matches_tag
from matches.facts.versions import release

from .rules import (
    BOTTOMS,
    DIRECTIONS,
    LARGEST_WIDTH,
    MOST_CHARACTERS,
    SMALLEST_WIDTH,
    USUAL_WIDTH,
    BoardWish,
    DrawnBoard,
    board_of,
    png_picture,
)
from .selectors import board_svg, board_words, picture_addresses

KEPT_FOR = 86_400
"""Seconds that whoever has a picture need not ask for it again."""
GAME_STATES = [(state.name.lower(), state.name.lower()) for state in GameState]
UNLESS_KNOWN = [condition_header("If-None-Match", "The `ETag` of what the caller has: 304 if it is that.")]


class BoardWishQuery(serializers.Serializer[Any]):
    """What is drawn; without an `id` the start of a game."""

    id = serializers.CharField(
        required=False,
        max_length=MOST_CHARACTERS,
        help_text="An XGID (`XGID=...`), or a GNU Backgammon position ID, alone or with the match ID behind "
        "a colon. Without it, how a game starts.",
    )
    variant = serializers.ChoiceField(choices=list(VARIANTS), default="backgammon")
    bottom = serializers.ChoiceField(
        choices=BOTTOMS,
        default=BOTTOMS[0],
        help_text="Who is at the bottom: the side that the identifier has there, the one on roll, or the "
        "other side than it has there.",
    )
    direction = serializers.ChoiceField(
        choices=DIRECTIONS, default=DIRECTIONS[0], help_text="To which side the bottom bears off."
    )
    colour = serializers.ChoiceField(
        choices=[*map(str, Colour)], default=str(Colour.LIGHT), help_text="Of the checkers at the bottom."
    )
    play = serializers.CharField(
        required=False,
        max_length=120,
        help_text="A play of the side on roll, drawn as arrows whether it is legal or not: `8/5 6/5`.",
    )
    pinned = serializers.CharField(
        required=False,
        max_length=100,
        help_text="In Plakoto, where both have one checker on a point: the points on which the side on roll "
        "has the pinned one, `5, 8`; `0` for none.",
    )
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES],
        required=False,
        help_text="Of the words; else the one that `Accept-Language` asks for.",
    )


class PngQuery(BoardWishQuery):
    width = serializers.IntegerField(
        default=USUAL_WIDTH, min_value=SMALLEST_WIDTH, max_value=LARGEST_WIDTH, help_text="In pixels."
    )


class BoardPositionOutput(serializers.Serializer[Any]):
    """Checkers by each side's own numbers: index 0 borne off, 1 to 24 the points, 25 the bar."""

    own = serializers.ListField(child=serializers.IntegerField(), help_text="Of the side on roll.")
    opponent = serializers.ListField(child=serializers.IntegerField())


class BoardMatchOutput(serializers.Serializer[Any]):
    """The match at this moment. Sides are 0 and 1; the bottom of an XGID is 1."""

    length = serializers.IntegerField(help_text="0 in a session for money.")
    score = serializers.ListField(child=serializers.IntegerField())
    cube = serializers.IntegerField(help_text="Its value, before an offer that waits is taken.")
    owner = serializers.IntegerField(allow_null=True)
    on_roll = serializers.IntegerField()
    turn = serializers.IntegerField(
        help_text="Who decides next: the other side after a double or a resignation."
    )
    dice = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    doubled = serializers.IntegerField(
        help_text="How often the cube was offered: 1 a double, 2 a beaver, 3 a raccoon."
    )
    resigned = serializers.IntegerField(help_text="0, or 1 to 3 times the cube.")
    crawford = serializers.BooleanField()
    jacoby = serializers.BooleanField()
    beavers = serializers.BooleanField()
    state = serializers.ChoiceField(choices=GAME_STATES, help_text="Where the game stands.")
    cube_limit = serializers.IntegerField(allow_null=True, help_text="The highest the cube may show.")


class BoardPicturesOutput(serializers.Serializer[Any]):
    """Addresses that may stand in an `<img>` of any page."""

    svg = serializers.URLField()
    png = serializers.URLField()


class BoardOutput(serializers.Serializer[Any]):
    notation = serializers.ChoiceField(choices=list(IDS), allow_null=True, help_text="Of the identifier.")
    variant = serializers.ChoiceField(choices=list(VARIANTS))
    position = BoardPositionOutput()
    pips = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the side on roll, and of its opponent."
    )
    match = BoardMatchOutput(allow_null=True, help_text="Null where the identifier says nothing of it.")
    ids = serializers.DictField(
        child=serializers.CharField(allow_null=True),
        help_text="The same moment in every notation; null where one cannot say it.",
    )
    plays = serializers.IntegerField(
        allow_null=True,
        help_text="How many different positions the roll can be played to; null where no roll is to be "
        "played.",
    )
    words = serializers.CharField(help_text="All that the picture shows.")
    language = serializers.CharField(help_text="Of the words.")
    pictures = BoardPicturesOutput()


class AnyAccepted(DefaultContentNegotiation):
    """An `<img>` accepts pictures alone; what it is refused is JSON all the same."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class BoardView(APIView):
    """A position, read and described."""

    query_shape = BoardWishQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=BoardOutput, operation_id="boards_retrieve", parameters=UNLESS_KNOWN)
    def get(self, request: Request) -> Response | HttpResponse:
        """What an identifier says: checkers, pips, match, and in words; the same in other notations."""
        query = read_query(self)
        own_language = {name: query[name] for name in ("language",) if name in query}
        return answer_once(
            request,
            query,
            lambda wish: Response(
                board_answer(board_of(wish), wish, picture_addresses(wish, **own_language))
            ),
        )


class BoardSvgView(APIView):
    """The picture of a board as SVG."""

    query_shape = BoardWishQuery
    content_negotiation_class = AnyAccepted
    scopes = {"GET": PUBLIC}

    @extend_schema(
        responses={(200, "image/svg+xml"): OpenApiTypes.STR},
        operation_id="boards_svg_retrieve",
        parameters=UNLESS_KNOWN,
    )
    def get(self, request: Request) -> Response | HttpResponse:
        """The board of an identifier as SVG, which says its words to whoever does not see it."""

        def drawn(wish: BoardWish) -> HttpResponse:
            return picture_answer(board_svg(board_of(wish).diagram), "image/svg+xml")

        return answer_once(request, read_query(self), drawn)


class BoardPngView(APIView):
    """The picture of a board as PNG."""

    query_shape = PngQuery
    content_negotiation_class = AnyAccepted
    throttle_rate = "picture"
    scopes = {"GET": PUBLIC}

    @extend_schema(
        responses={(200, "image/png"): OpenApiTypes.BINARY},
        operation_id="boards_png_retrieve",
        parameters=UNLESS_KNOWN,
    )
    def get(self, request: Request) -> Response | HttpResponse:
        """The board of an identifier as PNG, for whatever shows no SVG."""
        query = read_query(self)

        def drawn(wish: BoardWish) -> HttpResponse:
            return picture_answer(png_picture(lay_out(board_of(wish).diagram), query["width"]), "image/png")

        return answer_once(request, query, drawn)


def answer_once(
    request: Request, query: Mapping[str, Any], answer: Callable[[BoardWish], Response | HttpResponse]
) -> Response | HttpResponse:
    """What is asked for, which depends on nothing but the query, the language and the release.

    So it may be kept by any cache, and is not worked out for whoever has it.
    """
    said = {name: query[name] for name in query if name not in ("language", "width")}
    wish = BoardWish(**{**said, "colour": Colour(query["colour"])})
    with override(query.get("language") or get_language()):
        tag = answer_tag(request, query)
        if matches_tag(request.headers.get("If-None-Match", ""), tag):
            response: Response | HttpResponse = HttpResponse(status=HTTPStatus.NOT_MODIFIED)
        else:
            response = answer(wish)
        response["Content-Language"] = get_language() or "en"
    response["ETag"] = tag
    response["Cache-Control"] = f"public, max-age={KEPT_FOR}"
    # Whether pages of other sites may read it depends on whether a token was sent.
    patch_vary_headers(response, ["Accept-Language", "Authorization"])
    return response


def picture_answer(content: str | bytes, content_type: str) -> HttpResponse:
    """A picture, which pages of all sites may show, those too that embed nothing unasked."""
    return HttpResponse(
        content, content_type=content_type, headers={"Cross-Origin-Resource-Policy": "cross-origin"}
    )


def answer_tag(request: Request, query: Mapping[str, Any]) -> str:
    """The `ETag` of an answer, known before it is worked out."""
    asked = repr((request.path, sorted(query.items()), get_language(), release()))
    return f'"{sha256(asked.encode()).hexdigest()[:24]}"'


def board_answer(board: DrawnBoard, wish: BoardWish, pictures: Mapping[str, str]) -> dict[str, Any]:
    return {
        "notation": board.notation,
        "variant": wish.variant,
        **board.situation.as_dict(),
        "ids": board.ids,
        "plays": board.plays,
        "words": board_words(board.diagram),
        "language": get_language(),
        "pictures": pictures,
    }
