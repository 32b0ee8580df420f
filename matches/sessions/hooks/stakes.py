"""What is at stake for sessions in players."""

from collections.abc import Mapping

from django.db.models import Q

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.hooks import PlayerStake, Records
from matches.players.models import Player
from matches.sessions.models import MoneySession
from matches.sessions.services import sessions_redact


class SessionStake(PlayerStake):
    """Of sessions, in those who have played them."""

    def merge_conflict(self, one: Records, two: Records) -> Text | None:
        """They sat at one board, and both say so."""
        between = Q(one__in=one, two__in=two) | Q(one__in=two, two__in=one)
        session = (
            MoneySession.objects.filter(between, answer=MoneySession.OpponentAnswer.AGREED)
            .order_by("pk")
            .first()
        )
        if session is None:
            return None
        return _("they met in session %(session)s. If that is the mistake, have the session withdrawn.") % {
            "session": session.pk
        }

    def record_counts(self, records: Records) -> Mapping[str, int]:
        return {"sessions": MoneySession.objects.filter(Q(one__in=records) | Q(two__in=records)).count()}

    def anonymise_player(self, player: Player) -> None:
        sessions_redact(player)
