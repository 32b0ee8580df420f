"""What is at stake for play in matches, and in players."""

from django.db.models import Q

from matches.hooks import MatchStake
from matches.models import Player, User


class MatchOfItsOwnStake(MatchStake):
    """Of matches outside any event: who set one up for others directs it."""

    def directed(self, user: User) -> Q:
        own = Player.objects.of_login(user)
        return Q(created_by=user) & ~Q(one__in=own) & ~Q(two__in=own)
