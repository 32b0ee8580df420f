"""Addresses of tournaments: the API's under /api/v1/, the pages' under /."""

from tournaments.clubs import urls as clubs
from tournaments.desk import urls as desk
from tournaments.embeds import urls as embeds
from tournaments.events import urls as events
from tournaments.exchange import urls as exchange
from tournaments.home import urls as home
from tournaments.ladders import urls as ladders
from tournaments.leagues import urls as leagues
from tournaments.money import urls as money
from tournaments.points import urls as points
from tournaments.ponds import urls as ponds
from tournaments.records import urls as records
from tournaments.screens import urls as screens
from tournaments.series import urls as series
from tournaments.venues import urls as venues
from tournaments.webhooks import urls as webhooks

api = [
    *clubs.api,
    *webhooks.api,
    *venues.api,
    *ladders.api,
    *ponds.api,
    *events.api,
    *leagues.api,
    *money.api,
    *points.api,
    *series.api,
    *records.api,
    *exchange.api,
    *desk.api,
    *embeds.api,
]

pages = [
    *clubs.pages,
    *webhooks.pages,
    *venues.pages,
    *ladders.pages,
    *ponds.pages,
    *events.pages,
    *leagues.pages,
    *money.pages,
    *points.pages,
    *series.pages,
    *records.pages,
    *exchange.pages,
    *desk.pages,
    *screens.pages,
    *embeds.pages,
    *home.pages,
]
