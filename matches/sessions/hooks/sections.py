"""What sessions add to pages of other rooms."""

from django.http import HttpRequest

from matches.accounts.models import User
from matches.hooks import PageContext, Section
from matches.players.models import Player
from matches.sessions.selectors import against, session_balances, sessions_of_player


class PlayerSessions(Section):
    """What a player has won and lost in sessions, as far as the visitor may see; and where one is kept."""

    subject = Player
    templates = {"main": "sessions/_player_sessions.html"}

    def context(self, row: Player, request: HttpRequest, page: PageContext) -> PageContext | None:
        if row.kind != Player.Kind.PERSON or row.anonymised:
            return None
        own = getattr(request.user, "player", None) if isinstance(request.user, User) else None
        own = None if own is None else own.effective_player
        if own is None:
            exist = sessions_of_player(row.pk, request.user).exists()
            return {"is_own": False, "total": None, "may_keep": False} if exist else None
        is_own = own.pk == row.pk
        player = own if is_own else row
        sessions = sessions_of_player(own.pk, request.user)
        if not is_own:
            sessions = sessions.filter(against(player.pk))
        _, total = session_balances(own, sessions)
        return {"is_own": is_own, "total": total, "own": own, "may_keep": True}
