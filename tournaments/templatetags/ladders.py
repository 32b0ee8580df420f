"""The rules of a ladder, said to its players in their language."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ladders import Cost, Ladder, PositionLadder, Pyramid, RatingLadder, Stairs, Unplayed
from tournaments.ladders.position import Movement

register = template.Library()


@register.filter
def opponent(near: Mapping[int, Any] | str | None, player: int) -> Any:
    """What the visitor's page knows of challenging a player; nothing where nobody is logged in."""
    return near.get(player) if isinstance(near, Mapping) else None


@register.filter
def ladder_rules(rules: Ladder) -> list[str]:
    """How a ladder is climbed, a sentence for each rule that is in force."""
    return [*reach(rules), *movement(rules), *challenging(rules), *costs(rules)]


def reach(rules: Ladder) -> Iterator[str]:
    match rules:
        case Stairs():
            yield _("You challenge players on your own step or up to %(below)s below.") % {
                "below": rules.below
            }
        case Pyramid():
            yield _("You challenge players in your own row or the next above.")
        case PositionLadder() | RatingLadder():
            if rules.above:
                yield _("You challenge players up to %(above)s places above you.") % {"above": rules.above}
            if rules.below:
                yield _("You challenge players up to %(below)s places below you.") % {"below": rules.below}
    if isinstance(rules, PositionLadder) and rules.top:
        yield _("In the top %(top)s it is up to %(above)s places above.") % {
            "top": rules.top,
            "above": rules.above_top,
        }


def movement(rules: Ladder) -> Iterator[str]:
    match rules:
        case Stairs():
            yield _("Who wins goes up a step, who loses goes down one, but not below step 1.")
            if rules.compression:
                yield _("At the beginning of each month steps on which nobody stands are removed.")
        case RatingLadder():
            yield _("The order is that of the ratings.")
        case Pyramid():
            yield _("Who wins against somebody above swaps places.")
        case PositionLadder():
            said = {"rise": rules.rise, "drop": rules.drop, "lift": rules.lift}
            match rules.movement:
                case Movement.SWAP:
                    yield _("Who wins against somebody above swaps places.")
                case Movement.LEAPFROG:
                    yield _("Who wins against somebody above takes that place; all between move down by one.")
                case Movement.PLUS_MINUS:
                    yield _("Who wins climbs %(rise)s places, who loses falls %(drop)s.") % said
            if rules.lift and rules.movement is not Movement.PLUS_MINUS:
                yield _("Who wins against somebody below climbs %(lift)s places.") % said


def challenging(rules: Ladder) -> Iterator[str]:
    terms = rules.terms
    if rules.starts_at_once:
        yield _("A challenge is played at once, without an answer.")
    if terms.accept_days:
        yield ngettext(
            "A challenge is answered within %(days)s day.", "A challenge is answered within %(days)s days.",
            terms.accept_days,
        ) % {"days": terms.accept_days}  # fmt: skip
    if terms.play_days:
        yield ngettext(
            "It is played within %(days)s day.", "It is played within %(days)s days.", terms.play_days
        ) % {"days": terms.play_days}
        yield {
            Unplayed.CHALLENGER: _("Of a match that nobody plays in time the challenger is the winner."),
            Unplayed.BOTH: _("A match that nobody plays in time both lose."),
            Unplayed.DIRECTOR: _("Of a match that nobody plays in time the director decides."),
        }[terms.unplayed]
    if terms.cooldown:
        yield ngettext(
            "The same two meet again after %(days)s day at the earliest.",
            "The same two meet again after %(days)s days at the earliest.",
            terms.cooldown,
        ) % {"days": terms.cooldown}
    if not terms.repeat:
        yield _("You do not challenge the player you have just met.")
    if terms.immunity:
        yield ngettext(
            "Who was challenged and has won is left alone for %(days)s day.",
            "Who was challenged and has won is left alone for %(days)s days.",
            terms.immunity,
        ) % {"days": terms.immunity}


def costs(rules: Ladder) -> Iterator[str]:
    terms = rules.terms
    for cost, sentences in ((terms.refusal, refusing()), (terms.lapse, lapsing())):
        if cost is not Cost.NOTHING:
            yield sentences[cost]
    if terms.idle_days and terms.idle_places:
        yield _("Who has not played for %(days)s days falls %(places)s places.") % {
            "days": terms.idle_days,
            "places": terms.idle_places,
        }
    elif terms.idle_days:
        yield _("Who has not played for %(days)s days falls to the bottom.") % {"days": terms.idle_days}


def refusing() -> dict[Cost, str]:
    return {
        Cost.PLACE: _("Who refuses a challenge loses the place as in a lost match."),
        Cost.BOTTOM: _("Who refuses a challenge falls to the bottom."),
        Cost.REMOVED: _("Who refuses a challenge is taken off the ladder."),
    }


def lapsing() -> dict[Cost, str]:
    return {
        Cost.PLACE: _("Who leaves a challenge unanswered loses the place as in a lost match."),
        Cost.BOTTOM: _("Who leaves a challenge unanswered falls to the bottom."),
        Cost.REMOVED: _("Who leaves a challenge unanswered is taken off the ladder."),
    }
