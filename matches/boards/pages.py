"""The page that draws any position."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from engine.drawing import Colour, End
from engine.ids import IDS
from engine.position import count_pips
from engine.variants import VARIANTS
from matches.base.forms import AskedForm, Segments
from matches.base.translation import translate_text

from .rules import BOTTOMS, DIRECTIONS, MOST_CHARACTERS, USUAL_WIDTH, BoardWish, DrawnBoard, board_of
from .selectors import board_svg, board_words, picture_addresses

NOTATIONS = {"xgid": "XGID", "gnubg": "GNU Backgammon ID", "ogid": "OGID"}
"""Names by which people know the notations; a name is not translated."""
FIRST = ("id", "variant")
PINNING = {code for code, known in VARIANTS.items() if known.pins}
EXAMPLES = ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "4HPwATDgc/ABMA:cInlAAAAAAAE")
WHOSE_BOTTOM = dict(
    zip(BOTTOMS, (_("As the ID has it"), _("Whoever is on roll"), _("The other side")), strict=True)
)
WHERE_OFF = dict(zip(DIRECTIONS, (_("To the right"), _("To the left")), strict=True))
COLOURS = {Colour.LIGHT: pgettext_lazy("checkers", "White"), Colour.DARK: pgettext_lazy("checkers", "Black")}


class BoardWishForm(AskedForm):
    """What to draw: the parameters of the API, each with the value that it has where it is not said."""

    concerns = {"invalid_position": "id", "invalid_play": "play", "unknown_variant": "variant"}

    id = forms.CharField(
        required=False,
        max_length=MOST_CHARACTERS,
        label=_("XGID, OGID or GNU Backgammon ID"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )
    variant = forms.ChoiceField(label=_("Variant"), initial="backgammon")
    bottom = forms.ChoiceField(
        choices=[*WHOSE_BOTTOM.items()], initial=BOTTOMS[0], label=_("At the bottom"), widget=Segments()
    )
    colour = forms.ChoiceField(
        choices=[(str(colour), name) for colour, name in COLOURS.items()],
        initial=str(Colour.LIGHT),
        label=_("Checkers at the bottom"),
        widget=Segments(),
    )
    direction = forms.ChoiceField(
        choices=[*WHERE_OFF.items()], initial=DIRECTIONS[0], label=_("Bears off"), widget=Segments()
    )
    play = forms.CharField(
        required=False,
        max_length=120,
        label=_("Play, as arrows"),
        help_text=_("As in 8/5 6/5, of whoever is on roll. It need not be legal."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )
    pinned = forms.CharField(
        required=False,
        max_length=100,
        label=_("Pinned points"),
        help_text=_(
            "In Plakoto, where each side has one checker on a point: where that of whoever is on roll is "
            "pinned, as in 5, 8; 0 for nowhere."
        ),
    )

    def __init__(self, asked: Any) -> None:
        super().__init__(asked)
        self.fields["variant"].choices = [  # type: ignore[attr-defined]
            (code, translate_text(known.name)) for code, known in VARIANTS.items()
        ]

        if not (self.data["pinned"] or self.data["variant"] in PINNING):
            del self.fields["pinned"]
        for field in self.more:
            field.field.widget.attrs["form"] = "draw"

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields that stand above the board: in most cases enough."""
        return [self[name] for name in FIRST]

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields that stand beside it, or below it on a phone, and belong to the same form."""
        return [self[name] for name in self.fields if name not in FIRST]


@require_safe
def board_page(request: HttpRequest) -> HttpResponse:
    """The board of an identifier, its words, other notations and pictures; or the start of a game."""
    form = BoardWishForm(request.GET)
    wish = BoardWish()

    def draw(sent: dict[str, Any]) -> DrawnBoard:
        nonlocal wish
        wish = BoardWish(**{**sent, "colour": Colour(sent["colour"])})
        return board_of(wish)

    form.submit(draw)
    context: dict[str, Any] = {"form": form, "examples": EXAMPLES}
    if form.outcome is not None:
        context |= shown_of(wish, form.outcome)
    return render(request, "boards/board.html", context, status=form.page_status)


def shown_of(wish: BoardWish, board: DrawnBoard) -> dict[str, Any]:
    """What the page shows of a board."""
    diagram, addresses = board.diagram, picture_addresses(wish)
    words = board_words(diagram)
    query = wish.query()
    return {
        "drawing": board_svg(diagram),
        "words": words,
        "pips": [(COLOURS[diagram.colour(end)], count_pips(diagram.checkers(end))) for end in End],
        "plays": board.plays,
        "ids": [(code, NOTATIONS.get(code, code), board.ids[code]) for code in IDS if board.ids[code]],
        "pictures": addresses,
        "snippet": f'<img src="{escape(addresses["svg"])}" alt="{escape(words)}" width="{USUAL_WIDTH}">',
        "address": f"{settings.PUBLIC_URL}{reverse('pages-matches:board')}{f'?{query}' if query else ''}",
        "query": query,
    }
