"""What people are told of challenges."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.base.times import describe_moment
from matches.hooks import NoticeKind, NoticeText
from matches.notifications.models import Notice
from matches.players.models import Player
from matches.players.selectors import members_load
from tournaments.ladders.models import Challenge
from tournaments.ladders.rules import Reply
from tournaments.ladders.selectors import ChallengeState, challenge_states, challenges_numbered


@dataclass(frozen=True, slots=True)
class ChallengeNews:
    """What a notice about a challenge is about: how the challenge stands now."""

    notice: Notice
    now: ChallengeState

    @property
    def challenge(self) -> Challenge:
        return self.now.challenge

    @property
    def both(self) -> tuple[Player, Player]:
        """Who challenges, and who is challenged, as they are by now."""
        found = self.challenge
        return found.challenger.effective_player, found.challenged.effective_player

    @property
    def words(self) -> dict[str, str]:
        """What sentences name."""
        challenger, challenged = self.both
        names = {"challenger": challenger.name, "challenged": challenged.name}
        return {**names, "ladder": self.challenge.ladder.name}


class ChallengeNotice(NoticeKind):
    """Base of kinds of notice about a challenge, which is the occasion; they lead to the ladder."""

    subject = "ladder"

    def load(self, notices: Sequence[Notice]) -> Mapping[int, ChallengeNews]:
        wanted = {int(notice.occasion) for notice in notices}
        found = challenge_states(challenges_numbered(wanted))
        states = {state.challenge.pk: state for state in found}
        sides = [side for state in found for side in (state.challenge.challenger, state.challenge.challenged)]
        members_load([player for side in sides for player in {side, side.effective_player}])
        return {
            notice.pk: ChallengeNews(notice, states[int(notice.occasion)])
            for notice in notices
            if int(notice.occasion) in states
        }

    def recipients(self, about: ChallengeNews) -> Collection[int]:
        return about.both[1].logins

    def address(self, about: ChallengeNews) -> str:
        return reverse("pages-tournaments:ladder", args=[about.challenge.ladder_id])

    def club(self, about: ChallengeNews) -> int | None:
        return about.challenge.ladder.club_id


class ChallengeReceived(ChallengeNotice):
    """Somebody is challenged."""

    name = gettext_lazy("A challenge")
    description = gettext_lazy("When somebody challenges you on a ladder.")

    def still_holds(self, about: ChallengeNews, now: datetime) -> bool:
        return about.now.state in ("waiting", "playing")

    def text(self, about: ChallengeNews, login: User | None) -> NoticeText:
        until = self.deadline(about)
        words = {**about.words, "when": "" if until is None else describe_moment(until)}
        title = _("%(challenger)s challenges %(challenged)s on %(ladder)s") % words
        if about.now.state == "playing":
            sentence = _("The match is set up.")
        elif until is None:
            sentence = _("Accept the challenge, or refuse it.")
        else:
            sentence = _("Accept the challenge, or refuse it, until %(when)s.")
        return NoticeText(title, sentence % words)

    def deadline(self, about: ChallengeNews) -> datetime | None:
        return about.now.answer_by or about.now.play_by


class ChallengeResponse(ChallengeNotice):
    """A challenge was accepted or refused, or nobody has answered it."""

    name = gettext_lazy("A challenge answered")
    description = gettext_lazy("When your challenge is accepted, refused, or left without an answer.")

    def recipients(self, about: ChallengeNews) -> Collection[int]:
        return about.both[0].logins

    def still_holds(self, about: ChallengeNews, now: datetime) -> bool:
        return about.now.state in ("playing", Reply.REFUSED, Reply.LAPSED)

    def text(self, about: ChallengeNews, login: User | None) -> NoticeText:
        title = _("Your challenge on %(ladder)s: %(challenged)s") % about.words
        if about.now.state == Reply.REFUSED:
            sentence = _("%(challenged)s has refused it.")
        elif about.now.state == Reply.LAPSED:
            sentence = _("%(challenged)s has not answered in time.")
        elif about.now.play_by is not None:
            when = describe_moment(about.now.play_by)
            sentence = _("%(challenged)s has accepted it. The match is to be played by %(when)s.")
            return NoticeText(title, sentence % {**about.words, "when": when})
        else:
            sentence = _("%(challenged)s has accepted it. The match is set up.")
        return NoticeText(title, sentence % about.words)

    def deadline(self, about: ChallengeNews) -> datetime | None:
        return about.now.play_by


class ChallengeEnds(ChallengeNotice):
    """The time to answer a challenge is nearly over."""

    name = gettext_lazy("A challenge is about to lapse")
    description = gettext_lazy("A day before the time to answer a challenge is over.")

    def still_holds(self, about: ChallengeNews, now: datetime) -> bool:
        until = about.now.answer_by
        return about.now.state == "waiting" and until is not None and now < until

    def text(self, about: ChallengeNews, login: User | None) -> NoticeText:
        until = self.deadline(about)
        words = {**about.words, "when": "" if until is None else describe_moment(until)}
        title = _("Answer by %(when)s: %(challenger)s challenges %(challenged)s") % words
        return NoticeText(title, _("The ladder says what comes of a challenge that is not answered."))

    def deadline(self, about: ChallengeNews) -> datetime | None:
        return about.now.answer_by


NOTICES: Mapping[str, NoticeKind] = {
    "challenge_received": ChallengeReceived(),
    "challenge_answered": ChallengeResponse(),
    "challenge_deadline": ChallengeEnds(),
}
