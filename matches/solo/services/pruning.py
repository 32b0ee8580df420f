"""Games that nobody goes on with."""

from datetime import datetime, timedelta

from matches.solo.models import KeptSoloGame, SoloStanding

from .playing import solo_give_up

WAITED_FOR = timedelta(days=7)
"""So long a game can be gone on with; then it is given up, and counts as lost."""
VISITOR_KEPT = timedelta(days=30)
"""So long the games of who has no login are kept after the last act, and those that were never begun."""
AT_ONCE = 2_000


def solo_prune(*, now: datetime) -> None:
    """Give up what has waited too long, and remove what nobody can come back to."""
    State = KeptSoloGame.State
    waiting = KeptSoloGame.objects.filter(state=State.GOING, changed_at__lt=now - WAITED_FOR)
    for key in waiting.values_list("key", flat=True)[:AT_ONCE]:
        solo_give_up(key=key)
    old = KeptSoloGame.objects.filter(changed_at__lt=now - VISITOR_KEPT)
    old.filter(state=State.SEALED).delete()
    old.filter(login=None, state__in=(State.ENDED, State.GIVEN_UP)).delete()
    SoloStanding.objects.filter(login=None, changed_at__lt=now - VISITOR_KEPT * 12).delete()
