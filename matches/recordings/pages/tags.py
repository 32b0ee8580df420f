"""A recording as the page of its match shows it."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from engine.drawing import diagram_of_standing
from matches.boards.selectors import board_svg
from matches.play.rules.refereeing import capped_match_score
from matches.recordings.models import Recording
from matches.recordings.selectors import last_in_words

register = template.Library()


@register.filter
def recorded_board(recording: Recording) -> SafeString | None:
    """The board as it stands, side one at the bottom."""
    diagram = diagram_of_standing(recording.standing)
    players = recording.match.players
    return None if diagram is None else board_svg(diagram, (players[0].name, players[1].name))


@register.filter
def recorded_last(recording: Recording) -> dict[str, Any] | None:
    """What was done last on the board: who, and what in a line."""
    last = recording.standing.get("last")
    if last is None:
        return None
    return {"name": recording.match.players[last["side"]].name, "text": last_in_words(last)}


@register.filter
def recorded_score(recording: Recording) -> str:
    """The score before the game at hand, as it is shown."""
    one, two = recording.standing["score"]
    return "{}–{}".format(*capped_match_score((one, two), recording.match.length))


@register.filter
def recorded_turn(recording: Recording) -> str:
    """Who acts next; "" between games."""
    turn = recording.standing.get("turn")
    return "" if turn is None else recording.match.players[turn].name
