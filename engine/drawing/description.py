"""A diagram in words: for screen readers, and to stand under the board."""

from collections.abc import Iterator

from ..notation import format_play
from ..position import BAR, OFF, count_pips
from ..words import Text, pgettext_lazy
from ..words import gettext_lazy as _
from .diagram import Colour, Diagram, End

FOLLOWED = _("%(before)s %(sentence)s")


def describe_diagram(diagram: Diagram, names: tuple[str, str] | None = None) -> Text:
    """Say what a diagram shows, as one text of several sentences.

    `names` are those of the players at the bottom and the top; without them they are White and Black. Each
    side's points bear its own numbers; the marked one that of the player on roll, which is printed beside it.
    """
    sentences = list(_sentences(diagram, names))
    said = sentences[0]
    for sentence in sentences[1:]:
        said = FOLLOWED % {"before": said, "sentence": sentence}
    return said


def _sentences(diagram: Diagram, names: tuple[str, str] | None) -> Iterator[Text]:
    white, black = pgettext_lazy("checkers", "White"), pgettext_lazy("checkers", "Black")
    colours = {end: white if diagram.colour(end) is Colour.LIGHT else black for end in End}
    players: dict[End, str] = dict(zip(End, names, strict=True)) if names else dict(colours)
    yield _("A position of %(variant)s.") % {"variant": diagram.variant.name}
    for end in End:
        player: str = players[end]
        if names:
            player = _("%(name)s (%(colour)s)") % {"name": player, "colour": colours[end]}
        yield (
            _("%(player)s at the bottom: %(places)s; %(pips)s pips to go.")
            if end is End.BOTTOM
            else _("%(player)s at the top: %(places)s; %(pips)s pips to go.")
        ) % {
            "player": player,
            "places": list(_places(diagram, end)),
            "pips": count_pips(diagram.checkers(end)),
        }
    yield from _describe_turn(diagram, players)
    yield from _describe_resignation(diagram, players)
    yield from _describe_cube(diagram, players)
    if diagram.score is not None:
        bottom, top = diagram.score
        said = {"bottom": players[End.BOTTOM], "top": players[End.TOP], "points": bottom, "others": top}
        if diagram.length:
            yield _("The score of the match to %(length)s: %(bottom)s %(points)s, %(top)s %(others)s.") % {
                **said,
                "length": diagram.length,
            }
        else:
            yield _("The score of the session for money: %(bottom)s %(points)s, %(top)s %(others)s.") % said
    if diagram.jacoby:
        yield _("The Jacoby rule holds.")
    if diagram.beavers:
        yield _("Beavers are allowed.")
    if diagram.marked:
        yield _("The %(point)s-point is marked.") % {"point": diagram.printed_number(diagram.marked)}


def _places(diagram: Diagram, end: End) -> Iterator[Text]:
    """Where the checkers of the player at an end are, from the back to the front."""
    checkers = diagram.checkers(end)
    if checkers[BAR]:
        yield _("%(count)s on the bar") % {"count": checkers[BAR]}
    for point in range(24, 0, -1):
        if diagram.is_pinned(end, point):
            yield _("%(count)s pinned on %(point)s") % {"count": checkers[point], "point": point}
        elif checkers[point]:
            yield _("%(count)s on %(point)s") % {"count": checkers[point], "point": point}
    if checkers[OFF]:
        yield _("%(count)s off") % {"count": checkers[OFF]}


def _describe_turn(diagram: Diagram, players: dict[End, str]) -> Iterator[Text]:
    dice = "-".join(map(str, diagram.dice))
    if diagram.on_roll is None:
        if dice:
            one, two = diagram.dice
            yield _("The opening roll: %(bottom)s %(one)s, %(top)s %(two)s.") % {
                "bottom": players[End.BOTTOM],
                "top": players[End.TOP],
                "one": one,
                "two": two,
            }
        return
    player = {"player": players[diagram.on_roll]}
    if dice:
        yield _("%(player)s to play %(dice)s.") % {**player, "dice": dice}
        if diagram.played:
            yield _("Played of it: %(dice)s.") % {"dice": "-".join(map(str, diagram.played))}
    elif diagram.offered is None and diagram.resigned is None:
        yield _("%(player)s is on roll.") % player
    if diagram.play:
        rules = diagram.variant
        before = next(position for _step, position in diagram.positions_of_play())
        written = format_play(before, diagram.play, rules.after_step, rules.step_hits)
        yield _("The play shown: %(play)s.") % {"play": written}


def _describe_resignation(diagram: Diagram, players: dict[End, str]) -> Iterator[Text]:
    if diagram.resigned is None or diagram.resigned_by is None:
        return
    sentence = {
        1: _("%(player)s resigns a single game; %(opponent)s has to answer."),
        2: _("%(player)s resigns a gammon; %(opponent)s has to answer."),
        3: _("%(player)s resigns a backgammon; %(opponent)s has to answer."),
    }[diagram.resigned]
    yield sentence % {
        "player": players[diagram.resigned_by],
        "opponent": players[diagram.resigned_by.other],
    }


def _describe_cube(diagram: Diagram, players: dict[End, str]) -> Iterator[Text]:
    if diagram.crawford:
        yield _("This is the Crawford game.")
    elif diagram.offered is not None and diagram.offered_by is not None:
        yield _("%(player)s turns the cube to %(cube)s; %(opponent)s has to answer.") % {
            "player": players[diagram.offered_by],
            "opponent": players[diagram.offered_by.other],
            "cube": diagram.offered,
        }
    elif diagram.cube_owner is not None and diagram.cube is not None:
        yield _("%(player)s owns the cube at %(cube)s.") % {
            "player": players[diagram.cube_owner],
            "cube": diagram.cube,
        }
    elif diagram.cube is not None:
        yield _("The cube is in the middle at %(cube)s.") % {"cube": diagram.cube}
