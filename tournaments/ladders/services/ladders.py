"""Ladders: announced, joined and left; refreshed when a match or time may have moved somebody."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Unpack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.times import check_time_zone
from matches.facts import versions
from matches.notifications.services import notice_post
from matches.play.errors import TeamByBoards, checked_match_length
from matches.play.models import LENGTH_MAX, Match
from matches.play.rules.refereeing import checked_match_options
from matches.play.rules.regulations import checked_regulations
from matches.players.models import Player
from matches.players.selectors import merged_into
from matches.players.services import present_players_lock
from matches.work import outbox
from matches.work.slices import next_slice
from tournaments.clubs.models import Club, PlacedDetails
from tournaments.clubs.services import check_entry_wanted
from tournaments.ladders.errors import AlreadyOnLadder, LadderFull, NotOnLadder
from tournaments.ladders.models import (
    LADDER_PROCESS_DUE,
    ChallengeAnswer,
    Ladder,
    LadderJoin,
    LadderLeave,
    Rung,
)
from tournaments.ladders.rules import LADDERS, MEMBERS_MAX, ChallengeReplied, Reply
from tournaments.ladders.selectors import (
    LadderFold,
    challenge_matches_waited_for,
    ladder_fold,
    ladder_joins_standing,
    ladder_rungs_stored,
    ladders_due,
)

from .unplayed import challenge_matches_end, challenge_matches_give_up

SWEPT_AT_ONCE = 5


@transaction.atomic
def ladder_create(
    *,
    actor: User,
    club: Club,
    name: str,
    kind: str,
    length: int,
    kind_options: Mapping[str, Any] | None = None,
    variant: str = "backgammon",
    options: Mapping[str, Any] | None = None,
    regulations: Mapping[str, Any] | None = None,
    rated: bool = True,
    **details: Unpack[PlacedDetails],
) -> Ladder:
    """Announce a ladder of a kind in the registry; players may join from now on.

    Raises InvalidLength, InvalidOption, InvalidRegulation, UnknownTimeZone.
    """
    require_permission(actor, "ladder_create", club)
    terms = checked_ladder_terms(
        kind=kind,
        kind_options=kind_options or {},
        length=length,
        variant=variant,
        options=options or {},
        regulations=regulations or {},
        rated=rated,
    )
    ladder = Ladder(club=club, name=name, created_by=actor, **terms, **details)
    check_time_zone(ladder.time_zone)
    ladder.save()
    ladder_write(ladder_fold(ladder, timezone.now()))
    return ladder


def checked_ladder_terms(**terms: Any) -> dict[str, Any]:
    """The columns by which it is climbed and played, if it can be: kind, kind_options, length, variant, ...

    Raises InvalidLength, InvalidOption, InvalidRegulation.
    """
    LADDERS[terms["kind"]].from_mapping(terms["kind_options"])
    length = checked_match_length(terms["length"], LENGTH_MAX)
    options = checked_match_options(terms["options"], terms["variant"], [length])
    return {
        **terms,
        "kind_options": dict(terms["kind_options"]),
        "options": options,
        "regulations": checked_regulations(terms["regulations"], [length], options),
    }


def ladder_lock(ladder_id: int, *, removed: bool = False) -> Ladder:
    """The ladder with its row locked: who joins, leaves, challenges and answers comes one at a time.

    One that was removed is there for nobody but who takes one that is `removed`.
    """
    return ladders_locked().get(pk=ladder_id, removed__in=(False, removed))


def ladders_locked() -> QuerySet[Ladder]:
    return Ladder.objects.select_for_update(of=("self",), no_key=True).select_related("club")


# -- Who is on it


@transaction.atomic
def ladder_join(*, actor: User, ladder_id: int, player: Player, now: datetime | None = None) -> LadderJoin:
    """Put a player or a pair on the ladder, at the bottom. Players may join for themselves.

    Raises TeamByBoards, EntryUnwanted, AlreadyOnLadder, LadderFull.
    """
    ladder = ladder_lock(ladder_id)
    now = now or timezone.now()
    join = LadderJoin(ladder=ladder, player=player, recorded_by=actor, recorded_at=now)
    require_permission(actor, "ladder_join", join)
    if player.kind == Player.Kind.TEAM:
        raise TeamByBoards(
            "%(player)s is a team, and a ladder is climbed by persons and pairs. Let its players join.",
            {"player": player.name},
            player=player.pk,
        )
    present_players_lock(player)
    check_entry_wanted(actor, player, ladder.club, now)
    fold = ladder_refresh(ladder, now)
    if fold.number_on_ladder(player.pk) in fold.ladder_order.order:
        raise AlreadyOnLadder(
            "%(player)s is already on %(ladder)s.",
            {"player": player.name, "ladder": ladder.name},
            player=player.pk,
        )
    if len(fold.ladder_order.order) >= MEMBERS_MAX:
        raise LadderFull(
            "%(ladder)s has %(most)s members, the most it takes. Announce a second ladder.",
            {"ladder": ladder.name, "most": MEMBERS_MAX},
            most=MEMBERS_MAX,
        )
    join.save()
    ladder_refresh(ladder, now)
    return join


@transaction.atomic
def ladder_leave(
    *, actor: User, ladder_id: int, player: Player, reason: str = "", now: datetime | None = None
) -> LadderLeave:
    """Take a player off the ladder: open challenges fall away, matches that are set up are given up.

    Raises NotOnLadder.
    """
    ladder = ladder_lock(ladder_id)
    require_permission(actor, "ladder_join", LadderJoin(ladder=ladder, player=player))
    now = now or timezone.now()
    fold, into = ladder_refresh(ladder, now), merged_into()
    person = fold.number_on_ladder(player.pk)
    joins = [
        join for join in ladder_joins_standing(ladder) if into.get(join.player_id, join.player_id) == person
    ]
    if person not in fold.ladder_order.order:
        raise NotOnLadder(
            "%(player)s is not on %(ladder)s.",
            {"player": player.name, "ladder": ladder.name},
            player=player.pk,
        )
    leaves = [
        LadderLeave(join=join, reason=reason, recorded_by=actor, recorded_at=now)
        for join in joins
        if join.pk in fold.ladder_order.joins
    ]
    waiting = [each for each in fold.ladder_order.open.values() if person in each.both_players]
    challenge_matches_give_up(
        Match.objects.filter(challenge_answer__challenge__in=[each.challenge for each in waiting]),
        {player.pk, person, *(join.player_id for join in joins)},
        actor=actor,
        now=now,
    )
    for leave in leaves:
        leave.save()
    ladder_refresh(ladder, now)
    return leaves[0]


# -- What time and matches bring


@transaction.atomic
def ladder_process_due(*, ladder_id: int, now: datetime | None = None) -> Ladder:
    """Do what is due: challenges nobody answered, matches nobody played, the rungs. Twice is once."""
    seen = outbox.outbox_seen_beside(LADDER_PROCESS_DUE, ladder_id)
    ladder = ladders_locked().annotate(due=seen).get(pk=ladder_id)
    now = now or timezone.now()
    if ladder.rules.challenge_terms.walks_over:
        challenge_matches_end(challenge_matches_waited_for(ladder), now)
    ladder_refresh(ladder, now)
    outbox.close_outbox_row(ladder.due)
    return ladder


def ladder_refresh(ladder: Ladder, now: datetime) -> LadderFold:
    """Do what is due about the challenges of a locked ladder; where it stands then, as its rungs repeat."""
    fold = ladder_fold(ladder, now)
    lapsed = [
        each.challenge
        for each in fold.ladder_order.open.values()
        if (until := fold.rules.answer_by(each)) is not None and until <= now
    ]
    for challenge in sorted(lapsed):
        answer = ChallengeAnswer.objects.create(challenge_id=challenge, reply=Reply.LAPSED, recorded_at=now)
        notice_post("challenge_answered", ladder.pk, challenge, now=now)
        fold = fold.with_events(ChallengeReplied(now, answer.serial, challenge, Reply.LAPSED))
    # Of those who are no longer both on the ladder. What another machine, its clock a little ahead, has just
    # written down is not gone: this fold has not heard of it yet.
    gone = fold.ladder_order.challenges.keys() - fold.ladder_order.open.keys()
    for challenge in sorted(gone - fold.replies.keys()):
        answer = ChallengeAnswer.objects.create(
            challenge_id=challenge, reply=Reply.WITHDRAWN, recorded_at=now
        )
        fold = fold.with_events(ChallengeReplied(now, answer.serial, challenge, Reply.WITHDRAWN))
    ladder_write(fold)
    return fold


def ladder_write(fold: LadderFold, *, before: LadderFold | None = None) -> None:
    """Repeat beside the facts where the ladder stands, and when time changes something next.

    before: the ladder as it was last written in this transaction, if it was.
    """
    ladder, rungs = fold.ladder, fold.rungs
    stored = ladder_rungs_stored(ladder) if before is None else before.rungs
    if stored != rungs:
        Rung.objects.filter(ladder=ladder).delete()
        Rung.objects.bulk_create(
            Rung(ladder=ladder, place=place, player_id=player, level=level) for place, player, level in rungs
        )
        versions.announce_change(f"ladder-{ladder.pk}")
    wakes_at = ladder_wakes_at(fold)
    if ladder.wakes_at != wakes_at:
        ladder.wakes_at = wakes_at
        ladder.save(update_fields=Ladder.COMPUTED)


def ladder_wakes_at(fold: LadderFold) -> datetime | None:
    """When time moves somebody, or a challenge is to be answered or played by."""
    moments = [fold.rules.changes_at(fold.ladder_order)]
    moments += [fold.rules.answer_by(each) for each in fold.ladder_order.open.values()]
    if fold.rules.challenge_terms.walks_over:
        moments += challenge_matches_waited_for(fold.ladder).values_list("play_by", flat=True)
    return min((moment for moment in moments if moment is not None), default=None)


def ladders_wake(*, now: datetime | None = None) -> None:
    """Have every ladder processed that time changes by now, unless that is due already."""
    waking = ladders_due(now or timezone.now())
    outbox.make_missing_due((LADDER_PROCESS_DUE, ladder) for ladder in waking)


def ladders_sweep() -> None:
    """Have some ladders looked at again, in turn; mostly nothing is missing."""
    outbox.make_missing_due(
        (LADDER_PROCESS_DUE, ladder) for ladder in next_slice("ladders", Ladder.objects.all(), SWEPT_AT_ONCE)
    )
