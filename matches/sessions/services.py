"""Sessions kept, answered, shown to everybody, withdrawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.names import is_visible_name, tidy_name
from matches.base.problems import with_sentences
from matches.notifications.services import notice_post
from matches.play.selectors import side_names_in_transcript
from matches.play.services import check_transcript_size
from matches.players.errors import PersonsOnly
from matches.players.models import Player
from matches.players.services import entry_refusers, entry_unwanted, present_players_lock

from .errors import InvalidSession, NoOwnPlayer
from .models import MoneySession
from .rules.judging import (
    UNSAID,
    JudgedSession,
    SessionRules,
    check_played_on,
    judge_games,
    judge_transcript,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionContent:
    """What is handed in of a session: a transcript, the games, or the points of both; exactly one of them.

    own_name: what the transcript calls whoever hands it in. variant: None where nobody has said.
    """

    transcript: bytes | None = None
    games: Sequence[Mapping[str, Any]] | None = None
    points: tuple[int, int] | None = None
    own_name: str = ""
    rules: SessionRules = UNSAID
    variant: str | None = None

    def judge(self, names: tuple[Sequence[str], Sequence[str]]) -> JudgedSession:
        """What is kept of it. Raises as judge_transcript and judge_games."""
        if self.transcript is not None:
            return judge_transcript(
                self.transcript, names, own_name=self.own_name, said=self.rules, variant=self.variant
            )
        variant = self.variant or "backgammon"
        found = judge_games(self.games) if self.games is not None else JudgedSession(self.points or (0, 0))
        return JudgedSession(found.points, found.games, self.rules, variant)


def session_keep(
    *,
    actor: User,
    content: SessionContent,
    opponent: Player | None = None,
    guest: str = "",
    played_on: date | None = None,
    note: str = "",
    now: datetime | None = None,
) -> MoneySession:
    """Keep a session of the login's own player, side one, with an opponent or a guest, who is but a name.

    The referee judges a transcript at once; one that is refused is kept nowhere. The same session again is
    the first one. The opponent is told, and says whether it is so. Without `played_on` it is the day that the
    transcript names, or today. Raises NotAllowed, NoOwnPlayer, InvalidSession, PersonsOnly,
    EntryUnwanted, PlayerAnonymised, AlreadyMerged, TranscriptTooLarge, and as SessionContent.judge.
    """
    now = now or timezone.now()
    require_permission(actor, "session_keep")
    own = player_of_login(actor)
    guest = checked_opponent(own, opponent, guest)
    if content.transcript is not None:
        check_transcript_size(content.transcript, settings.TRANSCRIPT_AT_ONCE_BYTES)
    today = timezone.localdate(now)
    if played_on is not None:
        check_played_on(played_on, today)
    judged = content.judge(names_of_sides(own, opponent, guest))
    session = MoneySession(
        one=own,
        two=opponent,
        guest=guest,
        played_on=played_on or min(judged.played_on or today, today),
        variant=judged.variant,
        rules=judged.rules.as_dict(),
        note=note,
        points_one=judged.points[0],
        points_two=judged.points[1],
        games=None if judged.games is None else [*judged.games],
        transcript=content.transcript,
        swapped=judged.swapped,
        remarks=with_sentences(judged.remarks),
        created_at=now,
    )
    with transaction.atomic():
        present_players_lock(*(each for each in (own, opponent) if each is not None))
        for person in [] if opponent is None else entry_refusers(actor, opponent):
            raise entry_unwanted(person)
        there = session_kept_before(session)
        if there is not None:
            return there
        session.save()
        if opponent is not None:
            notice_post("session_kept", session.pk, actor=actor, now=now)
    return session


def player_of_login(actor: User) -> Player:
    """Raises NoOwnPlayer."""
    player: Player | None = getattr(actor, "player", None)
    if player is None:
        raise NoOwnPlayer(
            "One of the two who played a session keeps it, and %(actor)s is no player yet. Say first who you "
            "are at the table.",
            {"actor": actor.shown_name},
        )
    return player.effective_player


def checked_opponent(own: Player, opponent: Player | None, guest: str) -> str:
    """The name of the guest in its one way to be written. Raises InvalidSession, PersonsOnly."""
    name = tidy_name(guest)
    if (opponent is None) == (not name):
        raise InvalidSession(
            "A session is against one opponent: a player, or a guest by name. Name one of them.",
            fields=["opponent"],
        )
    if not is_visible_name(name):
        raise InvalidSession(
            "The name %(name)r has characters that nobody sees. Type it anew.",
            {"name": name},
            fields=["guest"],
        )
    if opponent is not None and opponent.kind != Player.Kind.PERSON:
        raise PersonsOnly(
            "%(player)s is a pair or a team; a session is between two persons. Name one of them.",
            {"player": opponent.name},
            player=opponent.pk,
        )
    if opponent is not None and opponent.effective_player == own:
        raise InvalidSession(
            "%(player)s cannot play against themselves. Name the opponent.",
            {"player": own.name},
            fields=["opponent"],
        )
    return name


def names_of_sides(own: Player, opponent: Player | None, guest: str) -> tuple[Sequence[str], Sequence[str]]:
    """The names that a transcript may call both by: one query."""
    if opponent is None:
        (names,) = side_names_in_transcript(own)
        return names, (guest,)
    one, two = side_names_in_transcript(own, opponent)
    return one, two


def session_kept_before(session: MoneySession) -> MoneySession | None:
    """The session that says the same of the same day, if it is there already."""
    columns = ("one", "two", "guest", "played_on", "variant", "points_one", "points_two", "note")
    alike = MoneySession.objects.filter(**{name: getattr(session, name) for name in columns}, withdrawn=False)
    content = (session.games, session.rules, session.transcript or b"")
    same = (each for each in alike if (each.games, each.rules, bytes(each.transcript or b"")) == content)
    return next(same, None)


def session_lock(session_id: int) -> MoneySession:
    """Raises MoneySession.DoesNotExist."""
    return (
        MoneySession.objects.select_for_update(of=("self",)).select_related("one", "two").get(pk=session_id)
    )


@transaction.atomic
def session_answer(*, actor: User, session_id: int, agrees: bool, now: datetime | None = None) -> None:
    """The opponent says whether a session is so; it may be said otherwise later.

    One that is disowned counts for nobody; once nobody stands by it, it is deleted. Raises NotAllowed,
    InvalidSession, MoneySession.DoesNotExist.
    """
    session = session_lock(session_id)
    require_permission(actor, "session_answer", session)
    if session.side_of(actor) != 1:
        raise InvalidSession(
            "Whoever keeps a session stands by it; only %(opponent)s answers. Withdraw it if it is not so.",
            {"opponent": session.names[1]},
            session=session.pk,
        )
    if session.withdrawn and not agrees:
        session.delete()
        return
    answer = MoneySession.OpponentAnswer.AGREED if agrees else MoneySession.OpponentAnswer.DISOWNED
    if session.answer != answer:
        session.answer = answer
        session.save(update_fields=["answer"])
        if not agrees:
            notice_post("session_disowned", session.pk, actor=actor, now=now)


@transaction.atomic
def session_show(*, actor: User, session_id: int, public: bool) -> None:
    """One of the two says whether everybody may see a session; it takes both, and one of them hides it.

    Raises NotAllowed, MoneySession.DoesNotExist.
    """
    session = session_lock(session_id)
    require_permission(actor, "session_show", session)
    column = "public_two" if session.side_of(actor) == 1 else "public_one"
    setattr(session, column, public)
    session.save(update_fields=[column])


@transaction.atomic
def session_withdraw(*, actor: User, session_id: int) -> None:
    """Take a session back for oneself; for good where the other does not stand by it. Staff deletes it.

    Raises NotAllowed, MoneySession.DoesNotExist.
    """
    session = session_lock(session_id)
    require_permission(actor, "session_withdraw", session)
    side = session.side_of(actor)
    if side == 1 and not session.withdrawn:
        session_answer(actor=actor, session_id=session_id, agrees=False)
    elif side == 0 and session.answer == MoneySession.OpponentAnswer.AGREED:
        session.withdrawn = True
        session.save(update_fields=["withdrawn"])
    else:
        session.delete()


def sessions_redact(player: Player) -> None:
    """Remove from sessions what names a player who is anonymised; what nobody else has agreed to goes."""
    sessions = MoneySession.objects
    sessions.filter(one=player).exclude(answer=MoneySession.OpponentAnswer.AGREED).delete()
    for side in ("one", "two"):
        sessions.filter(**{side: player}).update(
            transcript=None, note="", remarks=[], public_one=False, public_two=False
        )
