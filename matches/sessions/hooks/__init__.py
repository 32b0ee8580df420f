"""What the room declares to the others."""

from matches.accounts.permissions import Role, RoleSource
from matches.hooks import Room
from matches.players.selectors.personal_data import PersonalData
from matches.sessions.models import MoneySession
from matches.sessions.permissions import session_roles
from matches.sessions.words import WORDS

from .notices import NOTICES
from .sections import PlayerSessions
from .stakes import SessionStake
from .tasks import SessionTasks

ROOM = Room(
    name="sessions",
    actions={
        "session_keep": frozenset({Role.LOGIN}),
        "session_answer": frozenset({Role.PLAYER}),
        "session_show": frozenset({Role.PLAYER}),
        "session_withdraw": frozenset({Role.PLAYER, Role.STAFF}),
    },
    roles=[RoleSource(MoneySession, session_roles)],
    personal_data=[PersonalData("money_sessions", MoneySession, player=("one", "two"))],
    player_stakes=[SessionStake()],
    notices=NOTICES,
    task_sources=[SessionTasks()],
    sections=[PlayerSessions()],
    words=WORDS,
)
