"""Every task of the app, for Celery, which looks for them here."""

from tournaments.events import tasks as events
from tournaments.ladders import tasks as ladders
from tournaments.ponds import tasks as ponds
from tournaments.records import tasks as records
from tournaments.series import tasks as series
from tournaments.venues import tasks as venues
from tournaments.webhooks import tasks as webhooks

__all__ = ["events", "ladders", "ponds", "records", "series", "venues", "webhooks"]
