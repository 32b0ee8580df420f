"""Every task of the app, for Celery, which looks for them here."""

from matches.bots import tasks as bots
from matches.dice import tasks as dice
from matches.mails import tasks as mails
from matches.notifications import tasks as notifications
from matches.play import tasks as play
from matches.players import tasks as players
from matches.ratings import tasks as ratings
from matches.work import tasks as work

__all__ = ["bots", "dice", "mails", "notifications", "play", "players", "ratings", "work"]
