"""Addresses of matches: the API's under /api/v1/, the pages' under /."""

from matches.accounts import urls as accounts
from matches.boards import urls as boards
from matches.dice import urls as dice
from matches.notifications import urls as notifications
from matches.pictures import urls as pictures
from matches.play import urls as play
from matches.players import urls as players
from matches.ratings import urls as ratings
from matches.recordings import urls as recordings
from matches.search import urls as search
from matches.sessions import urls as sessions
from matches.solo import urls as solo
from matches.statistics import urls as statistics

api = [
    *accounts.api,
    *search.api,
    *boards.api,
    *notifications.api,
    *players.api,
    *play.api,
    *recordings.api,
    *ratings.api,
    *dice.api,
    *statistics.api,
    *sessions.api,
    *solo.api,
]

pages = [
    *accounts.pages,
    *search.pages,
    *boards.pages,
    *notifications.pages,
    *pictures.pages,
    *players.pages,
    *play.pages,
    *recordings.pages,
    *ratings.pages,
    *dice.pages,
    *statistics.pages,
    *sessions.pages,
    *solo.pages,
]
