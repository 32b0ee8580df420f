"""An export: what is in it, and that a database made of it is the one it was made of."""

import json
import subprocess
from copy import deepcopy
from io import StringIO
from pathlib import Path
from random import Random

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from engine import RuleError
from matches.accounts.models import Token, User
from matches.facts.archive import fact_lines
from matches.facts.chain import chain_lines
from matches.facts.models import Change, Version
from matches.facts.selectors import export_rows
from matches.idempotency.models import KeptAnswer
from matches.notifications.models import Delivery, Notice
from matches.play.models import Match
from matches.play.rules.results import ResultKind
from matches.play.services import ruling_make, ruling_preview, ruling_undo, ruling_undo_preview
from matches.players.models import LinkSecret, Player
from matches.work.models import Heartbeat, Outbox, SweepPosition
from tests.conftest import director_reports, work_off
from tests.databases import another_database, database_address, manage
from tests.effort import examples
from tests.factories import PlayerFactory, UserFactory
from tests.matches.test_rooms import NOT_EXPORTED
from tests.nights import eventful_night
from tournaments.events.models import Tournament
from tournaments.events.services import entry_withdraw
from tournaments.ladders.models import Ladder
from tournaments.ponds.models import Bid, Pond
from tournaments.ponds.services import pond_bid_make, pond_create, pond_enter, pond_start
from tournaments.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery

NOT_COMPARED = {Token, LinkSecret, Outbox, Heartbeat, Version, Change, KeptAnswer, Notice, Delivery}
NOT_COMPARED |= {SweepPosition, Webhook, WebhookAttempt, WebhookDelivery}
# Columns that two databases do not share: secrets, numbers of what is computed.
OWN = {"password", "last_login"}
OWN_OF_CACHES = {"id", "one_id", "two_id"}


def models():
    return [model for app in ("matches", "tournaments") for model in apps.get_app_config(app).get_models()]


def tables(address):
    """Every row of every table of ours, as far as databases share them."""
    found = {}
    with psycopg.connect(address) as database:
        for model in set(models()) - NOT_COMPARED:
            columns = ", ".join(f'"{column}"' for column in shared_columns(model))
            query = f"SELECT {columns} FROM {model._meta.db_table}"
            found[model._meta.db_table] = sorted(map(repr, database.execute(query).fetchall()))
    return found


REBUILT_AND_WORKED_OFF = """
from django.core.management import call_command
from tests.conftest import work_off
call_command("prepare")
call_command("rebuild", {path!r})
work_off()
call_command("compare")
"""


@pytest.mark.long
def test_a_database_made_of_an_export_is_the_one_it_was_made_of(transactional_db, tmp_path):
    eventful_night()
    path = str(tmp_path / "night.jsonl")
    call_command("export", path, stderr=StringIO())
    with another_database("rebuilt") as address:
        done = manage(address, "shell", "--no-imports", "-c", REBUILT_AND_WORKED_OFF.format(path=path))
        assert done.returncode == 0, done.stderr[-2000:]
        assert done.stdout.endswith("\nEverything stored is what the facts say.\n"), done.stdout
        ours, theirs = tables(database_address(connection.settings_dict["NAME"])), tables(address)
        for kind in fact_lines().values():
            assert ours[kind.model._meta.db_table], f"the night has no {kind.name}"
        for table in ours:
            assert theirs[table] == ours[table], table
        with psycopg.connect(address) as database:
            passwords = "SELECT password FROM matches_user WHERE username <> 'director'"
            assert all(password.startswith("!") for (password,) in database.execute(passwords))
            assert database.execute(
                "SELECT nextval('fact_serial') > max(serial) FROM matches_result"
            ).fetchone() == (True,)


@pytest.fixture(scope="module")
def rows(django_db_setup, django_db_blocker):
    """The rows of the export of a night, which is over and gone."""
    with django_db_blocker.unblock(), transaction.atomic():
        eventful_night()
        found = list(export_rows(None))
        transaction.set_rollback(True)
    return found


@pytest.fixture
def write(tmp_path):
    """write(rows): the path of an export of these rows."""

    def make(rows):
        path = tmp_path / "night.jsonl"
        path.write_bytes(b"".join(chain_lines(rows, {"tournament": None})))
        return path

    return make


def rebuild(path):
    out = StringIO()
    call_command("rebuild", str(path), stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_export_of_what_was_rebuilt_is_the_same_export(rows, write):
    assert rebuild(write(rows)).startswith(f"{len(rows)} rows rebuilt.")
    assert list(export_rows(None)) == rows
    out = StringIO()
    work_off()
    call_command("compare", stdout=out)
    assert out.getvalue() == "Everything stored is what the facts say.\n"


def shared_columns(model):
    own = OWN | OWN_OF_CACHES if model in NOT_EXPORTED else OWN
    return [field.column for field in model._meta.concrete_fields if field.column not in own]


def snapshot():
    """Every row of every table of ours, as far as databases share them."""
    return {
        model.__name__: sorted(map(repr, model.objects.values_list(*shared_columns(model))))
        for model in set(models()) - NOT_COMPARED
    }


def random_night(random, knockout, director):
    """A knockout in which results are entered, corrected and undone and entries withdraw, in any order."""
    cup = knockout(random.randint(3, 9))
    for minute in range(30):
        match = random.choice(list(Match.objects.filter(fixture__tournament=cup)))
        score = random.choice([(5, 2), (1, 5)])
        ruling = random.choice([None, *match.rulings.filter(undone_by=None)])
        action = random.randrange(10)
        try:
            if action < 5:
                director_reports(match, director, score, minute=minute)
            elif action < 7 and ruling is not None:
                looked = ruling_undo_preview(ruling_id=ruling.pk, actor=director)
                ruling_undo(ruling_id=ruling.pk, actor=director, reason="No.", preview=looked.token)
            elif action < 9:
                kind = random.choice(
                    [{"kind": ResultKind.PLAYED, "points": score}, {"kind": ResultKind.VOID}]
                )
                looked = ruling_preview(match_id=match.pk, actor=director, **kind)
                ruling_make(match_id=match.pk, actor=director, reason="Yes.", preview=looked.token, **kind)
            elif random.random() < 0.3:
                entry = random.choice(list(cup.entries.all()))
                entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry.pk)
        except RuleError:
            pass
        work_off()


def everything_emptied():
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        every = ", ".join(model._meta.db_table for model in models())
        cursor.execute(f"TRUNCATE {every} CASCADE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(examples(2)))
def test_whatever_happened_is_rebuilt(write, knockout, director, seed):
    random_night(Random(seed), knockout, director)
    before, rows = snapshot(), list(export_rows(None))
    assert before["Result"]
    everything_emptied()
    rebuild(write(rows))
    work_off()
    after = snapshot()
    for name in before:
        assert after[name] == before[name], name


@pytest.mark.django_db
def test_a_pond_is_rebuilt_without_the_bids_of_its_open_round(write, club, director, players):
    pond = pond_create(actor=director, club=club, name="Night swim")
    field = players(3)
    for player in field:
        pond_enter(actor=director, pond_id=pond.pk, player=player)
    pond_start(actor=director, pond_id=pond.pk)
    for round, points, player in ((1, 5, 0), (1, 6, 1), (1, 7, 2), (2, 999, 1)):
        user = field[player].user
        pond_bid_make(actor=user, pond_id=pond.pk, round=round, points=points)
    secret = Bid.objects.get(points=999)
    before, rows = snapshot(), list(export_rows(None))
    everything_emptied()
    rebuild(write(rows))
    after = snapshot()
    assert Pond.objects.get().round == 2
    assert before.pop("Bid") == sorted([*after.pop("Bid"), repr(values_of(secret))])
    assert after == before


def values_of(row):
    return tuple(getattr(row, field.attname) for field in row._meta.concrete_fields)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda kind, data: kind == "bid" and data.update(points=10**6), "bids make no sense"),
        (
            lambda kind, data: kind in ("bid", "pondclosing") and data["round"] == 3 and data.update(round=4),
            r"rounds \[1, 2, 4\] of it are over",
        ),
    ],
    ids=["a bid that nobody could make", "a round left out"],
)
def test_a_pond_that_contradicts_itself_is_not_rebuilt(rows, write, spoil, says):
    for kind, data in (rows := deepcopy(rows)):
        spoil(kind, data)
    with pytest.raises(CommandError, match=rf"Pond \d+: .*{says}"):
        rebuild(write(rows))
    assert not Pond.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("spoil", ["another event", "refused"])
def test_an_application_that_was_answered_twice_is_not_rebuilt(rows, write, spoil):
    rows = deepcopy(rows)
    (entry,) = (data for kind, data in rows if kind == "entry" and data["application"])
    if spoil == "refused":
        refusal = next(data for kind, data in rows if kind == "entryapplicationanswer")
        refusal["application"] = entry["application"]
    else:
        asked = next(
            data for kind, data in rows if kind == "entryapplication" and data["id"] == entry["application"]
        )
        asked["tournament"] = next(data["tournament"] for kind, data in rows if kind == "entry")
    with pytest.raises(CommandError, match=r"Tournament \d+: .*approves an application"):
        rebuild(write(rows))
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_life_goes_on_in_what_was_rebuilt(rows, write):
    """Numbers and serials go on behind those of the export, and the tournament is played to its end."""
    rebuild(write(rows))
    work_off()
    cup, director = Tournament.objects.get(format="single_elimination"), User.objects.get(username="director")
    while open_match := Match.objects.filter(fixture__tournament=cup, state="open").first():
        director_reports(open_match, director, (7, 3), minute=10**5)
    cup.refresh_from_db()
    assert cup.state == "finished"
    serials = [data["serial"] for _, data in export_rows(None) if "serial" in data]
    assert serials == sorted(set(serials))


# -- What is in it


@pytest.mark.django_db
@pytest.mark.parametrize(
    "spoil",
    [
        lambda kind, data: kind == "ladder" and data.update(kind_options={"above": -1}),
        lambda kind, data: kind == "ladder" and data.update(kind_options=[1]),
        lambda kind, data: kind == "ladder" and data.update(kind_options={"colour": "red"}),
    ],
)
def test_a_ladder_that_contradicts_itself_is_not_rebuilt(rows, write, spoil):
    altered = [(kind, dict(data)) for kind, data in rows]
    assert any(spoil(kind, data) is None for kind, data in altered)
    with pytest.raises(CommandError, match=r"Ladder \d+: its options or challenges make no sense"):
        rebuild(write(altered))
    assert not Ladder.objects.exists()


def test_people_come_first_then_facts_in_order_then_what_hangs_on_them(rows):
    kinds = [kind for kind, _ in rows]
    facts = [place for place, kind in enumerate(kinds) if kind in fact_lines()]
    assert facts == list(range(facts[0], facts[-1] + 1))
    serials = [rows[place][1]["serial"] for place in facts]
    assert serials == sorted(set(serials))
    before = list(dict.fromkeys(kinds[: facts[0]]))
    who = ["login", "picture", "picture_file", "player", "alias", "federationnumber", "member"]
    what = ["club", "club_rating_pool", "venue", "ladder", "pond", "tournament"]
    assert before == [*who, "match", "rating_pool", *what, "appointment", "league", "series"]
    after = list(dict.fromkeys(kinds[facts[-1] + 1 :]))
    assert after == ["recording", "recorded_act", "fixture"]


def test_no_secret_is_in_it(rows):
    for kind, data in rows:
        assert not data.keys() & {"password", "last_login", "digest"}, kind
    assert "argon2" not in json.dumps(rows)


def test_transcripts_are_in_it_in_base64(rows):
    from base64 import b64decode

    sent = [b64decode(data["transcript"]) for kind, data in rows if kind == "report" and data["transcript"]]
    assert b"nothing at all" in sent


def test_the_same_rows_give_the_same_bytes(transactional_db, tmp_path):
    eventful_night()
    for name in ("one", "two"):
        call_command("export", str(tmp_path / name), stderr=StringIO())
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    cup = Tournament.objects.get(format="single_elimination")
    PlayerFactory(name="Somebody else", user=UserFactory(username="else"))
    call_command("export", str(tmp_path / "cup"), "--tournament", str(cup.pk), stderr=StringIO())
    lines = [json.loads(line) for line in (tmp_path / "cup").read_text().splitlines()]
    assert lines[0]["data"]["tournament"] == cup.pk
    assert {line["data"]["id"] for line in lines if line["kind"] == "match"} == set(
        Match.objects.filter(fixture__tournament=cup).values_list("pk", flat=True)
    )
    assert {line["data"]["name"] for line in lines if line["kind"] == "player"} == set(
        Player.objects.filter(kind="person", entries__tournament=cup).values_list("name", flat=True)
    )
    named = {line["data"]["username"] for line in lines if line["kind"] == "login"}
    assert {"director", "ann", "pia", "helper"} <= named
    assert "else" not in named
    everything_emptied()
    rebuild(tmp_path / "cup")
    assert Tournament.objects.get().pk == cup.pk


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["7", "x", "-1", "²"])
def test_of_no_tournament_there_is_no_export(tmp_path, number):
    with pytest.raises(CommandError, match="There is no tournament"):
        call_command("export", str(tmp_path / "night.jsonl"), f"--tournament={number}")
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_nothing_is_left(transactional_db, tmp_path):
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export", str(tmp_path / "no" / "night.jsonl"))
    assert list(tmp_path.iterdir()) == []


def test_the_check_by_hand_that_the_docs_show(rows, write):
    """The shell loop of docs/audit.md, run as it stands there."""
    page = (Path(__file__).parents[3] / "docs/audit.md").read_text()
    script = page.partition("```sh\n")[2].partition("```")[0]
    path = write(rows[:40])
    good = subprocess.run(["sh", "-c", script, "check", path], capture_output=True, text=True, check=False)
    assert good.stdout == "42 lines, and the chain holds.\n", good.stdout + good.stderr
    text = path.read_text()
    path.write_text(text.replace("Ann", "Anm", 1))
    bad = subprocess.run(["sh", "-c", script, "check", path], capture_output=True, text=True, check=False)
    number = 1 + text[: text.index("Ann")].count("\n")
    assert bad.stdout == f"Line {number} was altered, or one before it is missing.\n"


# -- What is no valid export


def first(rows, kind, /, **having):
    """The place of the first row of a kind that has these values."""
    for place, (name, data) in enumerate(rows):
        if name == kind and all(data[column] == value for column, value in having.items()):
            return place
    raise AssertionError(kind)


def altered(kind, having=None, /, **to):
    """The rows with one of them altered, the hashes made to fit; and the line it is on."""

    def alter(rows):
        place = first(rows, kind, **having or {})
        name, data = rows[place]
        return [*rows[:place], (name, {**data, **to}), *rows[place + 1 :]], place + 2

    return alter


def moved(rows):
    """A verdict before the report it is on."""
    place, report = first(rows, "verdict"), first(rows, "report")
    serial = rows[report][1]["serial"]
    verdict = (rows[place][0], {**rows[place][1], "serial": serial})
    later = (rows[report][0], {**rows[report][1], "serial": serial + 1})
    return [*rows[:report], verdict, later, *rows[place + 1 :]], report + 2


def doubled(rows):
    place = first(rows, "report")
    name, data = rows[place]
    again = (name, {**data, "serial": rows[-1][1].get("serial", 10**9)})
    last = max(at for at, (kind, _) in enumerate(rows) if kind in fact_lines())
    return [*rows[: last + 1], again, *rows[last + 1 :]], last + 3


def same_serial(rows):
    place = first(rows, "verdict")
    before = rows[place - 1][1]["serial"]
    return altered("verdict", serial=before)(rows)


def renamed(rows):
    place = first(rows, "report")
    return [*rows[:place], ("rumour", rows[place][1]), *rows[place + 1 :]], place + 2


def short(rows):
    place = first(rows, "ruling")
    data = {column: value for column, value in rows[place][1].items() if column != "reason"}
    return [*rows[:place], ("ruling", data), *rows[place + 1 :]], place + 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (moved, "stands in no line before it"),
        (doubled, "there is a report"),
        (same_serial, "is not above"),
        (renamed, "there are no lines of kind 'rumour'"),
        (short, "look at reason"),
        (altered("report", points_one="5"), "points_one cannot be '5'"),
        (altered("report", points_one=True), "points_one cannot be 'True'"),
        (altered("report", points_one=-1), "the database does not take it"),
        (altered("report", points_one=10**30), "the database does not take it"),
        (altered("report", kind="rumour"), "kind cannot be 'rumour'"),
        (altered("report", side=2), "side cannot be '2'"),
        (altered("report", match=None), "match is missing"),
        (altered("report", match=10**9), "match 1000000000 stands in no line before it"),
        (altered("report", recorded_at="2026-03-07T12:00:00"), "recorded_at cannot be"),
        (altered("report", recorded_at="noon"), "recorded_at cannot be"),
        (altered("report", {"kind": "transcript"}, transcript="?"), "transcript cannot be"),
        (altered("report", points_two=None), "the database does not take it"),
        (altered("player", name=""), "the database does not take it"),
        (altered("player", name="\0"), "name cannot be"),
        (altered("player", name="x" * 81), "name cannot be"),
        (altered("login", {"username": "bob"}, username="ANN"), "the database does not take it"),
        (altered("login", id=0, username="nobody"), "line before it"),
        (altered("fixture", key="x" * 33), "key cannot be"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_line_of_no_sense_is_named_and_nothing_is_changed(rows, write, damage, says):
    made, line = damage(rows)
    with pytest.raises(CommandError) as refused:
        rebuild(write(made))
    assert says in str(refused.value)
    if "line before it" not in says or "match" in says:
        assert str(refused.value).startswith(f"Line {line}: ")
    assert nothing_there()


def nothing_there():
    return not any(model.objects.exists() for model in models())


def refused(rows):
    """The report that decided a match, refused."""
    result = rows[first(rows, "result", grounds="silence")][1]
    return altered("verdict", {"report": result["report"]}, accepted=False, problem={})(rows)


def other_players(rows):
    """A match of the tournament played by somebody else."""
    sides = [rows[first(rows, "player", name=name)][1]["id"] for name in ("Ann", "Hal")]
    match = next(data["match"] for kind, data in rows if kind == "fixture" and data["key"] == "R1-M2")
    return altered("match", {"id": match}, one=sides[0], two=sides[1])(rows)


def other_club(rows):
    """A league that was of another club than its divisions are."""
    place, line = first(rows, "club"), first(rows, "league")
    club = rows[place][1]
    number = max(row["id"] for kind, row in rows if kind == "club") + 1
    other = ("club", {**club, "id": number, "name": "Another"})
    league = ("league", {**rows[line][1], "club": number})
    made = [*rows[: place + 1], other, *rows[place + 1 : line], league, *rows[line + 1 :]]
    return made, place


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (altered("result", winner=1, points_one=3, points_two=5), "says played, (3, 5)"),
        (altered("result", {"grounds": "silence"}, grounds="agreement"), "no result says so"),
        (altered("result", {"grounds": "ruling"}, kind="forfeit"), "says forfeit"),
        (refused, "rests on a report that was refused"),
        (altered("verdict", {"accepted": True}, details=[]), "its facts make no sense"),
        (altered("draw", order=[]), "has fixtures and no draw"),
        (altered("draw", order=["x", {}]), "make no sense"),
        (altered("match", {"length": 7}, one=None), "one is missing"),
        (other_players, "is not between its entries"),
        (altered("season", withdrawn=[10**9]), "names [1000000000], which are no players"),
        (altered("season", newcomers="Ann"), "names Ann, which are no players"),
        (other_club, "is of a league of another club"),
    ],
    ids=[
        "result",
        "grounds",
        "kind",
        "verdict",
        "details",
        "no draw",
        "draw",
        "nobody",
        "strangers",
        "nobody leaves",
        "no list",
        "another club",
    ],
)
def test_results_are_what_the_facts_amount_to(rows, write, damage, says):
    made, _ = damage(rows)
    with pytest.raises(CommandError) as refused:
        rebuild(write(made))
    assert says in str(refused.value)
    assert nothing_there()


@pytest.mark.django_db
def test_a_file_that_is_cut_short_changes_nothing(rows, write):
    path = write(rows)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(CommandError, match=rf"Line {len(rows) + 2}: it is cut off"):
        rebuild(path)
    assert nothing_there()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "there",
    [PlayerFactory, UserFactory, lambda: UserFactory(username="director")],
    ids=["player", "login", "namesake of the first login"],
)
def test_a_database_with_something_in_it_is_left_alone(rows, write, there):
    there()
    with pytest.raises(CommandError, match="There are rows in this database"):
        rebuild(write(rows))
    assert Match.objects.count() == 0


@pytest.mark.django_db
def test_the_login_of_the_first_start_makes_room_and_keeps_its_password(rows, write):
    made = User.objects.create_superuser("director", password="of the first start")
    rebuild(write(rows))
    director = User.objects.get(username="director")
    assert director.check_password("of the first start")
    assert director.pk == next(data["id"] for _, data in rows if data.get("username") == "director")
    assert not User.objects.exclude(pk=director.pk).filter(password=made.password).exists()


@pytest.mark.django_db
def test_a_login_that_the_export_does_not_have_stays(write):
    User.objects.create_superuser("director", password="of the first start")
    rebuild(write([]))
    assert User.objects.get().check_password("of the first start")


@pytest.mark.django_db
def test_no_file_is_said_to_be_none(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        rebuild(tmp_path / "none")
