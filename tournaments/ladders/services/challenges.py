"""Challenges: made, answered, and set up as ordinary matches."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.notifications.services import notice_post
from matches.play.models import Match
from matches.play.services import match_create
from matches.players.models import Player
from matches.players.services import players_lock
from matches.ratings.services import matches_count_in_rating_pools
from tournaments.clubs.selectors import rating_pools_open_to
from tournaments.ladders.errors import ChallengeAnswered
from tournaments.ladders.models import Challenge, ChallengeAnswer
from tournaments.ladders.rules import Challenged, ChallengeReplied, Reply, UnplayedChallenge
from tournaments.ladders.selectors import LadderFold

from .ladders import ladder_lock, ladder_refresh, ladder_write, ladders_locked
from .refusals import challenge_refusal

# Who is challenged is reminded so long before the time to answer is over.
REMINDED_BEFORE = timedelta(days=1)

DONE = {
    Reply.ACCEPTED: _("accepted"),
    Reply.REFUSED: _("refused"),
    Reply.WITHDRAWN: _("withdrawn"),
    Reply.LAPSED: _("left unanswered until its time was over"),
}


@transaction.atomic
def challenge_make(
    *,
    actor: User,
    ladder_id: int,
    challenger: Player,
    challenged: Player,
    now: datetime | None = None,
) -> Challenge:
    """Challenge a member of the ladder. Players challenge for themselves, directors for anybody.

    On stairs the match is set up at once. Raises ChallengeToOneself, NotOnLadder, LadderClosed,
    AlreadyChallenging, AlreadyChallenged, ChallengeOutOfRange, ChallengeImmune, ChallengeCooldown.
    """
    ladder = ladder_lock(ladder_id)
    now = now or timezone.now()
    challenge = Challenge(
        ladder=ladder, challenger=challenger, challenged=challenged, recorded_by=actor, recorded_at=now
    )
    require_permission(actor, "challenge_make", challenge)
    # Whoever merges the two waits, and then hears that one has challenged the other.
    players_lock(challenger, challenged)
    fold = ladder_refresh(ladder, now)
    ineligibility = fold.challenge_ineligibility(challenger.pk, challenged.pk)
    if ineligibility is not None:
        named = {challenger.pk: challenger.name, challenged.pk: challenged.name}
        raise challenge_refusal(fold, ineligibility, challenger.pk, named)
    # As whom they are on the ladder: a record that was merged plays no more.
    challenge.challenger, challenge.challenged = (
        fold.players[fold.number_on_ladder(player.pk)] for player in (challenger, challenged)
    )
    challenge.save()
    both = challenge.challenger_id, challenge.challenged_id
    after = fold.with_events(Challenged(now, challenge.serial, challenge.pk, *both))
    if fold.rules.starts_at_once:
        after = after.with_events(challenge_reply_of(accept_challenge(challenge, after, actor=None, now=now)))
    notice_post("challenge_received", ladder.pk, challenge.pk, actor=actor, now=now)
    answer_by = next(
        (
            fold.rules.answer_by(each)
            for each in after.ladder_order.open.values()
            if each.challenge == challenge.pk
        ),
        None,
    )
    if answer_by is not None and answer_by - REMINDED_BEFORE > now:
        remind_at = answer_by - REMINDED_BEFORE
        notice_post("challenge_deadline", ladder.pk, challenge.pk, due_at=remind_at, now=now)
    ladder_write(after, before=fold)
    return challenge


@transaction.atomic
def challenge_answer(
    *, actor: User, challenge_id: int, reply: Reply, now: datetime | None = None
) -> ChallengeAnswer:
    """Accept or refuse a challenge, or withdraw one's own; an accepted one is a match from now on.

    Raises ChallengeAnswered.
    """
    ladder = ladders_locked().get(challenges=challenge_id)
    challenge = Challenge.objects.select_related("challenger", "challenged").get(pk=challenge_id)
    challenge.ladder = ladder
    now = now or timezone.now()
    answer = ChallengeAnswer(challenge=challenge, reply=reply, recorded_by=actor, recorded_at=now)
    require_permission(actor, "challenge_answer", answer)
    fold = ladder_refresh(ladder, now)
    given = fold.replies.get(challenge.pk)
    if given is not None:
        raise ChallengeAnswered(
            "The challenge of %(challenger)s to %(challenged)s was %(done)s. Look at the ladder for what is "
            "open.",
            {
                "challenger": challenge.challenger.name,
                "challenged": challenge.challenged.name,
                "done": DONE[given],
            },
            challenge=challenge.pk,
            reply=given.value,
        )
    if reply is Reply.ACCEPTED:
        answer = accept_challenge(challenge, fold, actor=actor, now=now)
    else:
        answer.save()
    if reply is not Reply.WITHDRAWN:
        notice_post("challenge_answered", ladder.pk, challenge.pk, actor=actor, now=now)
    ladder_write(fold.with_events(challenge_reply_of(answer)), before=fold)
    return answer


def challenge_reply_of(answer: ChallengeAnswer) -> ChallengeReplied:
    return ChallengeReplied(answer.recorded_at, answer.serial, answer.challenge_id, Reply(answer.reply))


def accept_challenge(
    challenge: Challenge, fold: LadderFold, *, actor: User | None, now: datetime
) -> ChallengeAnswer:
    return ChallengeAnswer.objects.create(
        challenge=challenge,
        reply=Reply.ACCEPTED,
        match=match_of_challenge(challenge, fold, now),
        recorded_by=actor,
        recorded_at=now,
    )


def match_of_challenge(challenge: Challenge, fold: LadderFold, now: datetime) -> Match:
    """The match of a challenge, by the terms of the ladder; the ladder alone decides who wins it unplayed."""
    ladder, terms = challenge.ladder, fold.rules.challenge_terms
    regulations = {
        **ladder.regulations,
        "overdue": "forfeit_both" if terms.unplayed is UnplayedChallenge.BOTH else "director",
    }
    if terms.play_days:
        regulations["play_within"] = terms.play_days
    match = match_create(
        one=challenge.challenger,
        two=challenge.challenged,
        length=ladder.length,
        variant=ladder.variant,
        options=ladder.options,
        regulations=regulations,
        rated=ladder.rated,
        now=now,
    )
    matches_count_in_rating_pools([match], rating_pools_open_to(ladder.club), None)
    return match
