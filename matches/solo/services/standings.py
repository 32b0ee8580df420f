"""What players have made of their games, brought up to date in the transaction of each end."""

from typing import Any

from django.utils import timezone

from matches.solo.models import KeptSoloGame, SoloStanding
from matches.solo.rules import MOST_RECENT, SoloOutcome, recent_mean


def outcome_count(row: KeptSoloGame, outcome: SoloOutcome) -> None:
    """Add what a game came to to the scores of its row, which the caller saves, and to its standing."""
    row.score += outcome.score
    row.computer_score += outcome.computer_score
    standing_count(row, outcome)


def standing_count(row: KeptSoloGame, outcome: SoloOutcome) -> None:
    """Count what a game came to for whoever began it; a draw ends no streak and begins none.

    A login's standing has only what was begun with it; what a visitor plays counts for that browser.
    """
    login = row.login if row.counts else None
    if login is None and not row.visitor:
        return
    mine: dict[str, Any] = {"login": login} if login is not None else {"login": None, "visitor": row.visitor}
    kind: dict[str, Any] = {
        "variant": row.variant,
        "scoring": row.scoring,
        "length": row.length,
        "bot": row.bot,
    }
    standing, _ = SoloStanding.objects.select_for_update().get_or_create(**mine, **kind)
    standing.played += 1
    if outcome.won is not None:
        standing.won += outcome.won
        standing.streak = standing.streak + 1 if outcome.won else 0
        standing.longest_streak = max(standing.longest_streak, standing.streak)
    standing.recent = [*standing.recent, outcome.score][-MOST_RECENT:]
    standing.mean = recent_mean(standing.recent, standing.played)
    standing.changed_at = timezone.now()
    standing.save()
