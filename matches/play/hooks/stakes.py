"""What is at stake for play in matches, and in players."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.base.times.calendars import CalendarEntry
from matches.hooks import MatchStake, PlayerPrecedence, PlayerStake, Records
from matches.play.models import Match
from matches.play.permissions import directed_matches
from matches.play.selectors import match_calendar, recent_opponents
from matches.players.models import Player


class MatchOfItsOwnStake(MatchStake):
    """Of matches outside any event: who set one up for others directs it."""

    def directors(self, matches: Collection[Match]) -> Mapping[int, Collection[int]]:
        return {match.pk: {match.created_by_id} for match in matches if match.created_by_id is not None}

    def directed_matches(self, user: User) -> Q:
        own = Player.objects.of_login(user)
        return Q(created_by=user) & ~Q(one__in=own) & ~Q(two__in=own)


class PlayedStake(PlayerStake):
    """Of play, in players: the matches of theirs."""

    def binds_group(self, group: Player, joining: Sequence[Player]) -> bool:
        return Match.objects.filter(Q(one=group) | Q(two=group)).exists()

    def merge_conflict(self, one: Records, two: Records) -> Text | None:
        """They sat at one board."""
        between = Match.objects.exclude(state=Match.State.VOID).filter(
            Q(one__in=one, two__in=two) | Q(one__in=two, two__in=one)
        )
        match = between.order_by("pk").first()
        if match is None:
            return None
        return _("they met in match %(match)s. If that is the mistake, have the match ruled void.") % {
            "match": match.pk
        }

    def calendar_entries(self, records: Records, since: datetime) -> Iterable[CalendarEntry]:
        return match_calendar(Match.objects.filter(Q(one__in=records) | Q(two__in=records)), since)

    def record_counts(self, records: Records) -> Mapping[str, int]:
        return {"matches": Match.objects.filter(Q(one__in=records) | Q(two__in=records)).count()}

    def has_results(self, records: Records) -> bool:
        return Match.objects.filter(Q(one__in=records) | Q(two__in=records)).exists()

    def directed_by(self, user: User) -> Q:
        directed = directed_matches(user)
        sides = Q(pk__in=directed.values("one")) | Q(pk__in=directed.values("two"))
        return sides | Q(pk__in=Player.objects.filter(sides).exclude(stand_in=None).values("stand_in"))


class OpponentsFirst(PlayerPrecedence):
    """Whom the own player has met last."""

    def close_players(self, viewer: Caller, club: int | None) -> Collection[int]:
        return recent_opponents(viewer) if isinstance(viewer, User) else ()
