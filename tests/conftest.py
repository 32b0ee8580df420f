"""Fixtures, named as people would name them."""

# Before anything that reads Django's settings: they name these servers.
from tests.servers import pytest_report_header  # noqa: F401

# isort: split

import gc
import json
import os
import random
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import psycopg
import pytest
import pytest_django
import redis
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection, transaction
from django.test import Client, TransactionTestCase
from django.utils import timezone, translation
from hypothesis import settings
from rest_framework.test import APIClient
from whitenoise.middleware import WhiteNoiseMiddleware

from config.celery import app as celery
from config.database import connection_parameters
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.base.api.throttling import throttle_counters
from matches.facts.versions import CHANNEL
from matches.play.models import Match, Ruling
from matches.play.services import match_award, match_current, report_submit
from matches.players.models import Player
from tests import contract
from tests.effort import examples, few_cases
from tests.factories import AliasFactory, PlayerFactory, UserFactory
from tests.rows import filled_tables
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_create
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.events.services import tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding

# What tests roll back lies in the tables until they are vacuumed, which nobody does amid a test: a plan that
# was kept from when a table was small reads all of that for each row.
os.environ["PGOPTIONS"] = "-c plan_cache_mode=force_custom_plan"

DATA = Path(__file__).parent / "data"
# How long an example takes says more of what else the machine does than of the code.
settings.register_profile("golden", deadline=None, max_examples=examples(20))
settings.load_profile("golden")

celery.loader.import_default_modules()

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """A worker reads the settings when it has named its own Redis, not as soon as it is there."""
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--few", action="store_true", help="of what costs much some, others each time")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """What is drawn while the tests are read is drawn by the run's seed, as what they draw themselves is."""
    random.seed(seed_of(config))


def seed_of(config: pytest.Config) -> int:
    return getattr(config.option, "randomly_seed", 0)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests first, the others as they were, or were shuffled; with --few, and no EFFORT, only some."""
    if config.getoption("few"):
        drawn = few_cases(items, seed_of(config))
        config.hook.pytest_deselected(items=[item for item in items if item not in drawn])
        items[:] = [item for item in items if item in drawn]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end, and is not searched for garbage; what comes is, now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


@pytest.fixture(autouse=True, scope="session")
def _answers_held_to_the_document() -> Iterator[None]:
    """Whatever the API answers a test's client."""
    send = Client.request

    def request(client: Client, **asked: Any) -> Any:
        response = send(client, **asked)
        contract.look_at(asked["REQUEST_METHOD"], asked["PATH_INFO"], response)
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", request)
        yield
    contract.write_unknown()


@pytest.fixture(autouse=True, scope="session")
def _static_files_found_once() -> Iterator[None]:
    """Every client makes its middleware anew; what lies in the folders of static files stays the same."""
    look, found = WhiteNoiseMiddleware.add_files_from_finders, {}

    def add_files(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            look(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", add_files)
        yield


@pytest.fixture(autouse=True, scope="session")
def _rows_deleted_where_there_are_any() -> Iterator[None]:
    """After a test that commits; Django would empty every table, and make its permissions anew."""
    empty_all = TransactionTestCase._fixture_teardown

    @cache
    def skips_triggers() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
            return bool(cursor.fetchone()[0])

    def delete_rows(case: TransactionTestCase) -> None:
        if not skips_triggers():
            empty_all(case)
            return
        deletions = [f"DELETE FROM {name};" for name in filled_tables()]
        with connection.cursor() as cursor:
            # Facts refuse to be deleted, and rows that others point to.
            cursor.execute("SET session_replication_role = replica;" + "".join(deletions))
            cursor.execute("SET session_replication_role = DEFAULT")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield


@pytest.fixture(autouse=True, scope="session")
def _passwords_hashed_at_once() -> Iterator[None]:
    """By the service's algorithm, made to take no time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Argon2PasswordHasher, "time_cost", 1)
        patch.setattr(Argon2PasswordHasher, "memory_cost", 64)
        yield


@pytest.fixture(autouse=True)
def _no_language_left_over() -> None:
    """A request leaves its language to the thread that answered it."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _no_rate_limits_left_over() -> None:
    """The counters live in Redis, which no test rolls back."""
    throttle_counters().flushdb()


def work_off() -> int:
    """Do what the outbox says is due, as a worker would, until nothing is; returns how much it was."""
    earliest, done = "SELECT kind, subject FROM matches_outbox ORDER BY created_at, id LIMIT 1", 0
    while due := first_row(earliest):
        kind, subject = due
        assert kind in celery.tasks, f"Nobody works off {kind}."
        celery.tasks[kind].run(subject)
        done += 1
        assert done < 10_000, f"{kind} of {subject} is never done"
    return done


def first_row(query: str) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()


def api_as(user: User | None, scopes: list[str] | None = None) -> APIClient:
    """An API client with a bearer token of `user`; anonymous without one."""
    client = APIClient()
    if user is not None:
        _, secret = token_issue(
            user=user, name="test", scopes=Token.Scope.values if scopes is None else scopes
        )
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.fixture(scope="module")
def eventful(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[Tournament]:
    """The tournament of a night on which nearly everything happened: one for all tests of a module."""
    from tests.nights import eventful_night

    with django_db_blocker.unblock(), transaction.atomic():
        yield eventful_night()
        transaction.set_rollback(True)


@pytest.fixture
def director(db: None) -> User:
    return UserFactory(username="director")


@pytest.fixture
def club(director: User) -> Club:
    return club_create(actor=director, name="Golden Club")


def players_named(count: int) -> list[Player]:
    """Ann, Bob, Cem, ... each with a login of the same name in lower case."""
    names = ["Ann", "Bob", "Cem", "Dai", "Eva", "Fay", "Gus", "Hal"]
    called = names[:count] + [f"Player {n}" for n in range(len(names) + 1, count + 1)]
    logins = [UserFactory.build(username=name.lower().replace(" ", "")) for name in called]
    User.objects.bulk_create(logins)
    return Player.objects.bulk_create(
        PlayerFactory.build(name=name, user=login) for name, login in zip(called, logins, strict=True)
    )


@pytest.fixture
def players(db: None) -> Callable[[int], list[Player]]:
    """players(3): Ann, Bob and Cem, each with a login."""
    return players_named


@pytest.fixture
def knockout(club: Club, director: User, players: Callable[[int], list[Player]]) -> Callable[..., Tournament]:
    """knockout(5): a drawn single elimination, seeded in order of entry, its first fixtures made."""

    def make(size: int, *, lengths: tuple[int, ...] = (5,), field: list[Player] | None = None) -> Tournament:
        return drawn_knockout(club, director, field or players(size), lengths)

    return make


def field_entered(tournament: Tournament, director: User, field: Iterable[Player]) -> list[Entry]:
    """Their entries, as `entry_add` would make them one by one, in one query."""
    return Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, recorded_by=director, recorded_at=timezone.now())
        for player in field
    )


def drawn_knockout(club: Club, director: User, field: list[Player], lengths: tuple[int, ...]) -> Tournament:
    """A single elimination seeded in the order of `field`, its first fixtures made."""
    tournament = tournament_create(actor=director, club=club, name="Spring Cup", lengths=lengths)
    entries = field_entered(tournament, director, field)
    tournament_draw(
        actor=director,
        tournament_id=tournament.pk,
        seeding=Seeding.MANUAL,
        seeded=[entry.pk for entry in entries],
        seed="test",
    )
    work_off()
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def broker() -> Iterator[redis.Redis]:
    """Redis with the queues of tasks, empty."""
    queues = [queue.name for queue in celery.conf.task_queues]
    address = os.environ["CELERY_BROKER_URL"].removeprefix("redis+")
    with redis.Redis.from_url(address.replace("socket:", "unix:").replace("virtual_host", "db")) as client:
        client.delete(*queues)
        yield client
        client.delete(*queues)


@pytest.fixture
def database() -> Iterator[psycopg.Connection]:
    """A connection beside that of the test."""
    with psycopg.connect(**connection_parameters("test"), autocommit=True) as connection:
        yield connection


@pytest.fixture
def heard():
    """A function that returns the topics announced since it was last called."""
    with psycopg.connect(**connection_parameters("test"), autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")

        def topics() -> set[str]:
            # They come in the order of commits: when this one is there, so is what was announced before.
            connection.execute(f"NOTIFY {CHANNEL}")
            heard = takewhile(bool, (notify.payload for notify in connection.notifies()))
            return {f"{change['kind']}-{change['subject']}" for change in map(json.loads, heard)}

        yield topics


def fixture_at(tournament: Tournament, key: str) -> Fixture:
    return tournament.fixtures.select_related("match__one", "match__two").get(key=key, void=False)


def award(
    match: Match,
    winner: int,
    *,
    grounds: str = Ruling.Grounds.OVERDUE,
    reason: str = "Not played by its date.",
    now: datetime | None = None,
) -> Ruling:
    """Give a match to a side without play, as a tournament or a ladder does."""
    with transaction.atomic():
        case = match_current(match.pk, now or timezone.now())
        return match_award(case, winner=winner, grounds=Ruling.Grounds(grounds), reason=reason)


def director_reports(match: Match, director: User, score: tuple[int, int], *, minute: int = 0) -> None:
    """The director enters a score and the workers do what follows."""
    report_submit(match_id=match.pk, actor=director, score=score, now=NOON + timedelta(minutes=minute))
    work_off()


@pytest.fixture
def cup(knockout):
    """A drawn knockout of four to five points: Ann against Dai, Cem against Bob."""
    return knockout(4)


@pytest.fixture
def first(cup):
    """Ann against Dai, who are known to the bots' nicknames."""
    match = fixture_at(cup, "R1-M1").match
    for player, nick in zip(match.players, ("Bot_expert_A", "Bot_expert_B"), strict=True):
        AliasFactory(player=player, name=nick)
    return match
