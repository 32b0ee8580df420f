"""What is at stake for ladders in matches, and in players."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Q, QuerySet

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.base.times.calendars import CalendarEntry
from matches.hooks import Effect, MatchStake, PlayerStake, Records, Work
from matches.play.models import Match
from matches.play.rules.deciding import Decision
from matches.play.selectors import Case
from matches.players.models import Merge, Player
from matches.work import outbox
from tournaments.clubs.models import Appointment
from tournaments.clubs.selectors import registrar_club
from tournaments.ladders.errors import StillOnLadder
from tournaments.ladders.models import (
    LADDER_PROCESS_DUE,
    Challenge,
    ChallengeAnswer,
    LadderJoin,
    Rung,
    answer_of_challenge,
)
from tournaments.ladders.selectors import challenge_calendar, ladder_effect
from tournaments.ladders.services import ladder_lock


class ChallengeStake(MatchStake):
    """Of ladders, in the matches that challenges become."""

    fetched = ("challenge_answer__challenge__ladder",)

    def lock_for_correction(self, match: Match) -> None:
        if (answer := answer_of_challenge(match)) is not None:
            answer.challenge.ladder = ladder_lock(answer.challenge.ladder_id)

    def correction_effect(self, case: Case, would: Decision) -> Effect:
        answer = answer_of_challenge(case.match)
        return Effect() if answer is None else ladder_effect(answer.challenge, case, would)

    def stands_otherwise(self, match: Match, *, over: bool) -> Iterable[Work]:
        answer = answer_of_challenge(match)
        return [(LADDER_PROCESS_DUE, answer.challenge.ladder_id)] if over and answer is not None else ()

    def next_matches(self, match: Match) -> QuerySet[Match] | None:
        """Of either player, by a later challenge on the same ladder."""
        answer = answer_of_challenge(match)
        if answer is None:
            return None
        players = (match.one_id, match.two_id)
        return Match.objects.filter(
            Q(one__in=players) | Q(two__in=players),
            challenge_answer__challenge__ladder=answer.challenge.ladder_id,
            challenge_answer__serial__gt=answer.serial,
        )

    def live_topics(self, match: Match) -> Iterable[str]:
        answer = answer_of_challenge(match)
        if answer is None:
            return ()
        ladder = answer.challenge.ladder
        return f"ladder-{ladder.pk}", f"club-{ladder.club_id}"

    def directors(self, matches: Collection[Match]) -> Mapping[int, Collection[int]]:
        clubs = self.clubs_of(matches)
        runs = Appointment.objects.filter(club__in=set(clubs.values()), tournament=None)
        rows = list(runs.values_list("club", "user"))
        return {match: {user for at, user in rows if at == club} for match, club in clubs.items()}

    def clubs_of(self, matches: Collection[Match]) -> Mapping[int, int]:
        found = ChallengeAnswer.objects.filter(match__in=matches)
        return dict(found.values_list("match", "challenge__ladder__club"))

    def directed_matches(self, user: User) -> Q:
        clubs = Appointment.objects.of_clubs(user).values("club")
        return Q(challenge_answer__challenge__ladder__club__in=clubs)


class LadderStake(PlayerStake):
    """Of ladders, in those who stand on them."""

    def merge_conflict(self, one: Records, two: Records) -> Text | None:
        """One has challenged the other."""
        challenge = Challenge.objects.filter(
            Q(challenger__in=one, challenged__in=two) | Q(challenger__in=two, challenged__in=one)
        ).first()
        if challenge is None:
            return None
        return _("one challenged the other on ladder %(ladder)s.") % {"ladder": challenge.ladder_id}

    def calendar_entries(self, records: Records, since: datetime) -> Iterable[CalendarEntry]:
        return challenge_calendar(records, since)

    def reaches(self, user: User, player: Player) -> bool:
        run = Appointment.objects.of_clubs(user).values("club")
        own = LadderJoin.objects.filter(player=player, recorded_by=player.user_id, leave=None)
        return own.filter(ladder__club__in=run).exists()

    def known_elsewhere(self, player: Player, records: Records) -> bool:
        others = LadderJoin.objects.exclude(ladder__club=registrar_club(player))
        return others.filter(player__in=records).exists()

    def record_counts(self, records: Records) -> Mapping[str, int]:
        return {"ladders": LadderJoin.objects.filter(player__in=records).values("ladder").distinct().count()}

    def players_merged(self, merge: Merge) -> None:
        """Whoever is merged into whom, the rungs of both are one's, or two's again."""
        records = Player.objects.records_of(merge.kept_id) | Player.objects.records_of(merge.absorbed_id)
        joined = LadderJoin.objects.filter(player__in=records)
        for ladder in joined.order_by("ladder").values_list("ladder", flat=True).distinct():
            outbox.make_due(LADDER_PROCESS_DUE, ladder)

    def anonymise_player(self, player: Player) -> None:
        """Raises StillOnLadder: others would lose the matches they are to play against nobody."""
        rung = Rung.objects.filter(player=player.effective_player).select_related("ladder").first()
        if rung is not None:
            raise StillOnLadder(
                "%(player)s is on %(ladder)s. Leave the ladder first.",
                {"player": player.name, "ladder": rung.ladder.name},
                ladder=rung.ladder_id,
            )
