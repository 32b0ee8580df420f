"""Searching for one player among a million, letter by letter, as somebody types a name."""

import statistics
import time
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from random import Random

from django.db import connection
from django.test import Client

from matches.accounts.models import User
from matches.players.models import Player
from matches.players.selectors import player_search
from matches.ratings.models import RatingPool
from matches.search.rules.folding import search_key
from tournaments.clubs.models import Membership
from tournaments.clubs.services import club_create

PLAYERS = 1_000_000
MEMBERS = 300
TEXTS = 400
SHOWN = 10
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

# Common ones of some countries, the most common of each first; the rest is made of syllables.
FAMILY_NAMES = (
    "De Jong,Jansen,De Vries,Van den Berg,Bakker,Janssen,Visser,Smit,Meijer,Mulder,Smith,Johnson,"
    "Williams,Brown,Jones,Garcia,Miller,Davis,Rodriguez,Martinez,Lee,Müller,Schmidt,Schneider,Fischer,"
    "Weber,Meyer,Wagner,Nielsen,Jensen,Hansen,Pedersen,Sørensen,Jørgensen,Sato,Suzuki,Takahashi,Tanaka,"
    "Watanabe,Ito,Yamamoto,Nakamura,Kobayashi,Kato,Yoshida,Inoue,Shimizu,Saito,Rossi,Russo,Ferrari,"
    "Silva,Santos,Nowak,Kowalski,Yılmaz,Kaya,Kim,Park"
)
GIVEN_NAMES = (
    "Jan,Piet,Anna,Maria,Johannes,Peter,Mark,John,Michael,David,James,Mary,Jennifer,Linda,Thomas,"
    "Daniel,Ken,Hiroshi,Takashi,Yuki,Haruto,Yui,Akira,Lars,Søren,Mette,Hans,Karl,Ursula,Jürgen,Giulia,"
    "Marco,João,Ana,Piotr,Mehmet,Ayşe,Jin,Sarah,Emma,Noah,Liam,Lucas,Julia"
)
KANJI = [("佐藤", "さとう"), ("鈴木", "すずき"), ("高橋", "たかはし"), ("渡辺", "わたなべ")]
KANJI_GIVEN = [("健", "けん"), ("結衣", "ゆい"), ("翔太", "しょうた"), ("美咲", "みさき")]
SYLLABLES = "ba be da de fa ga he ja jo ka ke ki ko la le li lo ma me mi na ne no pa ra re ri ro sa se so"


class Names:
    """Names as they are common: a few that many have, and many that few have."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.family = [
            *FAMILY_NAMES.split(","),
            *self.made_up(60_000, ["n", "r", "s", "t", "sen", "man", "ski"]),
        ]
        self.given = [*GIVEN_NAMES.split(","), *self.made_up(3_000, ["", "n", "s"])]
        self.weights = [self.falling(names) for names in (self.family, self.given)]

    def made_up(self, count: int, ends: Sequence[str]) -> list[str]:
        syllables = SYLLABLES.split()
        sizes = self.random.choices((2, 2, 3), k=count)
        made = ("".join(self.random.choices(syllables, k=size)) for size in sizes)
        return [(name + self.random.choice(ends)).capitalize() for name in made]

    @staticmethod
    def falling(names: Sequence[str]) -> list[float]:
        return list(accumulate(1 / (place + 6) ** 0.9 for place in range(len(names))))

    def drawn(self) -> tuple[str, str]:
        """A name with its reading: of one in twenty it is written in kanji."""
        if self.random.random() < 0.05:
            parts = zip(self.random.choice(KANJI), self.random.choice(KANJI_GIVEN), strict=True)
            name, reading = (" ".join(both) for both in parts)
            return name, reading
        family, given = (
            names[bisect(weights, self.random.random() * weights[-1])]
            for names, weights in zip((self.family, self.given), self.weights, strict=True)
        )
        return f"{given} {family}", ""


def run(arguments: Sequence[str]) -> Iterator[str]:
    count = int(arguments[0]) if arguments else PLAYERS
    began = time.perf_counter()
    random = Random(1)
    load(count, Names(random), random)
    club, viewer = make_club(count, random)
    yield f"Search: {count:,} players written in {time.perf_counter() - began:.0f} s"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_size_pretty(pg_relation_size('player_search'))")
        yield f"Search: the index takes {cursor.fetchone()[0]}"
    names = list(
        Player.objects.filter(pk__in=random.sample(range(1, count), TEXTS)).values_list("name", "reading")
    )
    typed = [random.choice((reading or name).split()) for name, reading in names]

    def search(text: str) -> object:
        return player_search(text, viewer=viewer, club=club, most=SHOWN)

    for letters in (1, 2, 3, 4, 5):
        yield line(f"{letters} letters of a name", search, [word[:letters] for word in typed])
    yield line(
        "a name, its words the other way round", search, [" ".join(name.split()[::-1]) for name, _ in names]
    )
    yield line("a name with a letter too many", search, [misspelt(word, random) for word in typed])
    client = Client()
    client.force_login(viewer)

    def ask(text: str) -> object:
        answer = client.get("/api/v1/players/", {"search": text, "page_size": SHOWN})
        assert answer.status_code == 200, answer.content
        return answer

    yield line("3 letters, over the API", ask, [word[:3] for word in typed])


def misspelt(word: str, random: Random) -> str:
    at = random.randrange(1, len(word) + 1)
    return word[:at] + word[at - 1] + word[at:]


def line(name: str, search: Callable[[str], object], texts: Sequence[str]) -> str:
    """Each once to warm up, then timed."""
    times = []
    for text in texts[:50]:
        search(text)
    for text in texts:
        began = time.perf_counter()
        search(text)
        times.append((time.perf_counter() - began) * 1000)
    cuts = statistics.quantiles(times, n=20)
    return f"Search by {name}: median {statistics.median(times):.1f} ms, 95 of 100 within {cuts[-1]:.1f} ms"


def load(count: int, names: Names, random: Random) -> None:
    """Players, every third with matches, a few of them with many."""
    write_players(count, names)
    pool = RatingPool.objects.create(name="Everybody", everybody=True)
    columns = "rating_pool_id, player_id, value, experience, carried, matches, won, last_at"
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY matches_ratingstanding ({columns}) FROM STDIN") as copy:
            for number in range(1, count, 3):
                matches = int(random.random() ** 8 * 500)
                copy.write_row((pool.pk, number, 1500.0, matches, "{}", matches, 0, NOON))
        cursor.execute("VACUUM ANALYZE matches_player, matches_ratingstanding")


def write_players(count: int, names: Names) -> None:
    columns = (
        "kind, name, reading, search_key, created_at, anonymised, country, bio, contact, entered_by, private"
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'player_search'")
        (index,) = cursor.fetchone()
        cursor.execute("DROP INDEX player_search")
        with cursor.copy(f"COPY matches_player ({columns}) FROM STDIN") as copy:
            for _ in range(count):
                name, reading = names.drawn()
                key = search_key(name, reading)
                copy.write_row(("person", name, reading, key, NOON, False, "", "", "", "anybody", "[]"))
        cursor.execute(index)


def make_club(count: int, random: Random) -> tuple[int, User]:
    director = User.objects.create(username="director", is_staff=True)
    club = club_create(actor=director, name="Golden Club")
    Membership.objects.bulk_create(
        Membership(club=club, player_id=number, kind="member", starts_on=NOON.date(), recorded_by=director)
        for number in random.sample(range(1, count), MEMBERS)
    )
    return club.pk, director
