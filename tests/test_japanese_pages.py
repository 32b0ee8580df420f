"""Pages in Japanese say nothing in English: those of a night on which nearly everything happened."""

import html
import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from django.apps import apps
from django.db import models
from django.utils import translation

from matches.accounts.models import User
from tournaments.ladders.rules.presets import PRESETS
from tournaments.money.models import PrizePoolList
from tournaments.venues.models import Venue

# Followed from the first page; programs, downloads and what has pages of its own language are not.
PAGE = re.compile(r"/(?!api/|admin/|static/|i18n/|events/|logout/)")
ATTRIBUTES = ("title", "aria-label", "placeholder", "alt")
UNREAD = ("script", "style", "code", "svg")
EMPTY = ("area", "br", "hr", "img", "input", "link", "meta", "source", "wbr")

# What people have written, whatever the page is in.
WRITTEN = (
    *("name", "username", "service_name", "former", "reason", "text", "place", "note", "bio", "contact"),
    *("seed", "picture_alt"),
)
WORD = re.compile(r"[A-Za-z][A-Za-z'’]{2,}")
# Names of programs, of systems and of zones, and abbreviations that are written so.
NAMES = re.compile(
    r"Golden Point|APIドキュメント|JavaScript|UTC|BYE|Apache License|FIBS|JBF|FIDE|Elo|Glicko|SHA|EUR|JPY|TRF"
    r"|PostgreSQL|Redis|Python"
    r"|First Internet Backgammon Server|SoloGammon|BH-C\d|[A-Z]\w+(/[\w+-]+)+|English|Lot\b|read|report"
    r"|enter|direct|account|Webhook|https://club\.example/hook|https://|No more\.|test-[0-9a-f]+"
    # Types of events, as programs have them; and what a transcript says, or is called.
    r"|(?:match|ladder|tournament|webhook)\.[a-z_]+|7 point match|Bot_expert_[AB]"
    r"|xg、bgf、ogxm、sgf、oldmoves、snowie、mat"
    r"|Markdown|UTF-8|CSV|PDF|JPEG|PNG|WebP|GIF|https://…|\.(?:mat|txt|sgf|ics)|name,reading,alias,contact"
    r"|Enter|wata|(?:main|play_off): 60 40|Saturday evening \d"
    r"|BrainKing|Jerrydubs|Brass City|macFIBS|eXtreme Gammon|GNU Backgammon|XGID|OGID|HTML|SVG"
)


class ShownText(HTMLParser):
    """The texts of a page that are read, quotations and what is marked as English left out, and its links."""

    def __init__(self, page):
        super().__init__()
        self.open, self.texts, self.links = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        if tag == "a":
            self.links.append(said.get("href", ""))
        if not any(hidden for _, hidden in self.open):
            self.texts += [said[name] for name in ATTRIBUTES if said.get(name)]
        if tag not in EMPTY:
            self.open.append((tag, tag in (*UNREAD, "q") or said.get("lang") == "en"))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        if text.strip() and not any(hidden for _, hidden in self.open):
            self.texts.append(text.strip())


def pages_from(client, start, most):
    """Pages reached from one, by address: of those whose addresses differ by numbers alone `most`."""
    waiting, seen, kinds = [start], set(), Counter()
    while waiting:
        address = waiting.pop(0).partition("#")[0]
        kind = re.sub(r"\d+", "7", address.partition("?")[0])
        if address in seen or not PAGE.match(address) or kinds[kind] == most:
            continue
        seen.add(address)
        answer = client.get(address, headers={"Accept-Language": "ja"})
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            kinds[kind] += 1
            page = ShownText(answer.content.decode())
            waiting += page.links
            yield address, page.texts


def written_by_people():
    """Everything that people have written, and what clubs are called whose rules are taken; longest first."""
    found = set()
    for app in ("matches", "tournaments"):
        for model in apps.get_app_config(app).get_models():
            for column in model._meta.concrete_fields:
                if column.name in WRITTEN and isinstance(column, models.CharField | models.TextField):
                    found |= set(model._base_manager.values_list(column.name, flat=True))
    for prize_pools in PrizePoolList.objects.values_list("prize_pools", flat=True):
        found |= {prize_pool["name"] for prize_pool in prize_pools}
    for tables in Venue.objects.values_list("tables", flat=True):
        found |= {table["note"] for table in tables}
    with translation.override("en"):
        found |= {str(each) for preset in PRESETS.values() for each in (preset.name, preset.source)}
    return sorted(filter(None, found), key=len, reverse=True)


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize(("login", "most"), [("staff", 3), ("director", 1), ("ann", 1), (None, 1)])
def test_no_page_says_anything_in_english(eventful, client, login, most):
    if login == "staff":
        client.force_login(User.objects.create_superuser("staff"))
    elif login is not None:
        client.force_login(User.objects.get(username=login))
    written = re.compile("|".join(map(re.escape, written_by_people())))
    english = {}
    for address, texts in pages_from(client, "/", most):
        for text in texts:
            left = NAMES.sub("", written.sub("", html.unescape(text)))
            if WORD.search(left):
                english.setdefault(text, address)
    assert not english, "\n".join(f"{address}: {text}" for text, address in english.items())
