"""The admin site: look at everything, write where a service writes."""

from tournaments.clubs import admin as clubs
from tournaments.events import admin as events
from tournaments.ladders import admin as ladders
from tournaments.leagues import admin as leagues
from tournaments.money import admin as money
from tournaments.points import admin as points
from tournaments.ponds import admin as ponds
from tournaments.records import admin as records
from tournaments.series import admin as series
from tournaments.venues import admin as venues
from tournaments.webhooks import admin as webhooks

__all__ = [
    "clubs",
    "events",
    "ladders",
    "leagues",
    "money",
    "points",
    "ponds",
    "records",
    "series",
    "venues",
    "webhooks",
]
