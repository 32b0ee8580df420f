"""What challenges are bound to and what they cost, in sentences; those that are not in force are left out."""

from collections.abc import Iterator

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _

from .terms import ChallengeTerms, Cost, UnplayedChallenge

UNPLAYED = {
    UnplayedChallenge.CHALLENGER: _("Of a match that nobody plays in time the challenger is the winner."),
    UnplayedChallenge.BOTH: _("A match that nobody plays in time both lose."),
    UnplayedChallenge.DIRECTOR: _("Of a match that nobody plays in time the director decides."),
}
REFUSAL = {
    Cost.NOTHING: _("Refusing a challenge costs nothing."),
    Cost.PLACE: _("Refusing a challenge moves both as a lost match would."),
    Cost.BOTTOM: _("Who refuses a challenge falls to the bottom."),
    Cost.REMOVED: _("Who refuses a challenge is taken off the ladder."),
}
LAPSE = {
    Cost.NOTHING: _("Leaving a challenge unanswered costs nothing."),
    Cost.PLACE: _("Leaving a challenge unanswered moves both as a lost match would."),
    Cost.BOTTOM: _("Who leaves a challenge unanswered falls to the bottom."),
    Cost.REMOVED: _("Who leaves a challenge unanswered is taken off the ladder."),
}


def describe_challenges(terms: ChallengeTerms, *, starts_at_once: bool) -> Iterator[Text]:
    """How many there may be, who answers and plays by when, and who is left alone."""
    yield ngettext_lazy(
        "You have %(count)s open challenge of your own at a time.",
        "You have up to %(count)s open challenges of your own at a time.",
        terms.made,
    ) % {"count": terms.made}
    yield ngettext_lazy(
        "Nobody is challenged by more than %(count)s player at a time.",
        "Nobody is challenged by more than %(count)s players at a time.",
        terms.received,
    ) % {"count": terms.received}
    if starts_at_once:
        yield _("A challenge is played at once, without an answer.")
    if terms.accept_days:
        yield ngettext_lazy(
            "A challenge is answered within %(days)s day.",
            "A challenge is answered within %(days)s days.",
            terms.accept_days,
        ) % {"days": terms.accept_days}
    if terms.play_days:
        yield ngettext_lazy(
            "It is played within %(days)s day.", "It is played within %(days)s days.", terms.play_days
        ) % {"days": terms.play_days}
        yield UNPLAYED[terms.unplayed]
    if terms.cooldown:
        yield ngettext_lazy(
            "The same two meet again after %(days)s day at the earliest.",
            "The same two meet again after %(days)s days at the earliest.",
            terms.cooldown,
        ) % {"days": terms.cooldown}
    if not terms.repeat:
        yield _("You do not challenge the player you have just met.")
    if terms.immunity:
        yield ngettext_lazy(
            "Who was challenged and has won is left alone for %(days)s day.",
            "Who was challenged and has won is left alone for %(days)s days.",
            terms.immunity,
        ) % {"days": terms.immunity}


def describe_challenge_costs(terms: ChallengeTerms, *, starts_at_once: bool) -> Iterator[Text]:
    """What it costs not to play."""
    if not starts_at_once:
        yield REFUSAL[terms.refusal]
        if terms.accept_days:
            yield LAPSE[terms.lapse]
    if terms.idle_days and terms.idle_places:
        yield ngettext_lazy(
            "Who has not played for %(days)s days falls %(places)s place.",
            "Who has not played for %(days)s days falls %(places)s places.",
            terms.idle_places,
        ) % {
            "days": terms.idle_days,
            "places": terms.idle_places,
        }
    elif terms.idle_days:
        yield _("Who has not played for %(days)s days falls to the bottom.") % {"days": terms.idle_days}
