"""Sessions: who sees which, and what they come to. A replay of one."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

import engine
from engine.codecs import PACKED, WRITTEN
from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.play.selectors import ReplayedTranscript
from matches.players.models import Player

from .models import MoneySession
from .rules.balances import Balance, CountedSession, balances_of, games_of_side, total_of
from .rules.judging import record_to_write, session_record

UNLISTED = ("transcript", "remarks")
AGREED, DISOWNED, PENDING = (
    MoneySession.OpponentAnswer.AGREED,
    MoneySession.OpponentAnswer.DISOWNED,
    MoneySession.OpponentAnswer.PENDING,
)
PUBLIC = Q(public_one=True, public_two=True, answer=AGREED, withdrawn=False)


def session_list() -> QuerySet[MoneySession]:
    """Every session with its players and without its transcript, the latest first: one query."""
    sessions = MoneySession.objects.select_related("one__stand_in", "two__stand_in").defer("transcript")
    return sessions.annotate(holds_transcript=Q(transcript__isnull=False)).order_by("-played_on", "-pk")


def own_sessions(player_id: int) -> Q:
    """The condition on sessions that a player stands in, whoever has kept them."""
    records = Player.objects.records_of(player_id).values("pk")
    return Q(one__in=records, withdrawn=False) | Q(two__in=records)


def visible_sessions(viewer: Caller) -> QuerySet[MoneySession]:
    """Those that somebody may see: their own, and those that both of the two show to everybody."""
    player = getattr(viewer, "player", None) if isinstance(viewer, User) else None
    seen = PUBLIC if player is None else PUBLIC | own_sessions(player.pk)
    return session_list().filter(seen)


def sessions_of_player(player_id: int, viewer: Caller) -> QuerySet[MoneySession]:
    """Those of a player that somebody may see."""
    return visible_sessions(viewer).filter(own_sessions(player_id))


def against(opponent: int | None = None, guest: str = "") -> Q:
    """The condition on sessions to be against a player, by number, or a guest, by name."""
    if opponent is None:
        return Q(guest__iexact=guest)
    records = Player.objects.records_of(opponent).values("pk")
    return Q(one__in=records) | Q(two__in=records)


def sessions_to_answer(user: User) -> QuerySet[MoneySession]:
    """Those of which the login has not said yet whether they are so."""
    players = Player.objects.of_login(user).filter(kind=Player.Kind.PERSON).values("pk")
    return session_list().filter(two__in=players, answer=PENDING).defer(*UNLISTED)


# -- Balances


@dataclass(frozen=True, slots=True)
class ShownBalance:
    """A balance with who it is against; None of a guest, and of the total."""

    opponent: Player | None
    balance: Balance


def session_balances(player: Player, sessions: QuerySet[MoneySession]) -> tuple[list[ShownBalance], Balance]:
    """What a player has won and lost in some sessions against each opponent, and in all: two queries.

    A session counts for whoever stands by it: for the opponent once they have agreed to it, and for nobody
    while they disown it.
    """
    records = set(Player.objects.records_of(player.pk).values_list("pk", flat=True))
    rows = sessions.exclude(answer=DISOWNED).order_by("-played_on", "-pk")
    columns = ("one", "two", "one__stand_in", "two__stand_in", "guest", "answer")
    found = []
    for one, two, one_now, two_now, guest, answer, *points, games in rows.values_list(
        *columns, "points_one", "points_two", "games"
    ):
        side = 0 if one in records else 1
        if side == 1 and answer == PENDING:
            continue
        opponent = (two_now or two) if side == 0 else (one_now or one)
        ordered = (points[side], points[1 - side])
        found.append(CountedSession(opponent, guest, ordered, games_of_side(games, side)))
    balances = balances_of(found)
    players = Player.objects.in_bulk({each.opponent for each in balances if each.opponent is not None})
    shown = [
        ShownBalance(None if each.opponent is None else players[each.opponent], each) for each in balances
    ]
    return shown, total_of(balances)


# -- One session


def session_with_transcript(viewer: Caller, pk: int) -> MoneySession:
    """A session that somebody may see, with its transcript. Raises MoneySession.DoesNotExist."""
    return visible_sessions(viewer).defer(None).exclude(transcript=None).get(pk=pk)


def session_replay(session: MoneySession) -> ReplayedTranscript | None:
    """The transcript of a session as the referee replays it; None where there is none."""
    if session.transcript is None:
        return None
    return replay_of_transcript(bytes(session.transcript), session)


def written_transcript(session: MoneySession, to: str) -> bytes:
    """The transcript of a session in a format that is written. Raises InvalidOption if it cannot say it."""
    record, rules = session_record(bytes(session.transcript or b""), session.played_by, session.variant)
    written = record_to_write(record, rules)
    return PACKED[to].write_bytes(written) if to in PACKED else WRITTEN[to].write(written).encode()


def replay_of_transcript(content: bytes, session: MoneySession) -> ReplayedTranscript:
    """A transcript by the rules and the variant of a session, kept or not. Raises as session_record."""
    record, rules = session_record(content, session.played_by, session.variant)
    moments = engine.match_moments(record, rules.options_for(record))
    return ReplayedTranscript(moments, session.swapped, record.players)
