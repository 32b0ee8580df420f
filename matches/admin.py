"""The admin site: look at everything, write where a service writes."""

from django.contrib import admin
from django.contrib.auth.models import Group

from matches.accounts import admin as accounts
from matches.dice import admin as dice
from matches.facts import admin as facts
from matches.idempotency import admin as idempotency
from matches.mails import admin as mails
from matches.notifications import admin as notifications
from matches.pictures import admin as pictures
from matches.play import admin as play
from matches.players import admin as players
from matches.ratings import admin as ratings
from matches.recordings import admin as recordings
from matches.sessions import admin as sessions
from matches.solo import admin as solo
from matches.work import admin as work

admin.site.site_header = "Golden Point"
admin.site.site_title = "Golden Point"
admin.site.unregister(Group)

__all__ = [
    "accounts",
    "dice",
    "facts",
    "idempotency",
    "mails",
    "notifications",
    "pictures",
    "play",
    "players",
    "ratings",
    "recordings",
    "sessions",
    "solo",
    "work",
]
