"""An export made a database again: what was recorded as it was, everything else computed from it."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO

from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.models import Max, Model, Prefetch
from django.utils import timezone

from matches.archive import ExportKind, Misfit, export_kinds, fact_lines
from matches.chain import read
from matches.errors import DatabaseNotEmpty, ExportBroken, ExportContradicts
from matches.facts import fact_kinds
from matches.models import Match, Result, Schedule, Token, User
from matches.selectors import Case, cases_of, ruled, stated

from .matches import stand
from .merges import stand_ins_write

BATCH = 200


@dataclass(slots=True)
class Seen:
    """What the lines so far hold: the numbers of each model, and the last serial."""

    numbers: dict[type[Model], set[int]] = field(default_factory=lambda: defaultdict(set))
    serial: int = 0

    def take(self, line: int, kind: ExportKind, row: Model) -> None:
        """Raises ExportBroken for a number or a serial that is taken, or a reference to what is not there."""
        if row.pk in self.numbers[kind.model]:
            raise ExportBroken(line, f"there is a {kind.name} {row.pk} already")
        for column in kind.columns:
            named = getattr(row, column.attname)
            if isinstance(column, models.ForeignKey) and named is not None:
                known = self.numbers[column.related_model]
                if named not in known:
                    raise ExportBroken(line, f"{column.name} {named} stands in no line before it")
        if kind.name in fact_kinds():
            serial = row.serial  # type: ignore[attr-defined]
            if serial <= self.serial:
                raise ExportBroken(line, f"its serial {serial} is not above {self.serial}, the one before")
            self.serial = serial
        self.numbers[kind.model].add(row.pk)


def export_load(*, file: BinaryIO, spare: Collection[str] = ()) -> int:
    """Write the rows of an export into an empty database, in one transaction; returns how many they are.

    The whole file is checked before anything is written. A superuser named in `spare` may be there already,
    and keeps the password. Raises ExportBroken, DatabaseNotEmpty.
    """
    for _ in rows(file):
        pass
    with transaction.atomic():
        passwords = clear(spare)
        count = 0
        waiting: dict[str, list[tuple[int, Model]]] = defaultdict(list)
        for line, kind, row in rows(file):
            waiting[kind.name].append((line, row))
            count += 1
            if len(waiting[kind.name]) == BATCH:
                write(waiting.pop(kind.name))
        for batch in waiting.values():
            write(batch)
        sequences_set()
        for username, password in passwords.items():
            if not User.objects.filter(username=username).update(password=password):
                User.objects.create(username=username, password=password, is_staff=True, is_superuser=True)
    return count


def rows(file: BinaryIO) -> Iterator[tuple[int, ExportKind, Model]]:
    """Every row of an export with the number of its line, checked before it is handed out."""
    file.seek(0)
    kinds, seen = {**export_kinds(), **fact_lines()}, Seen()
    for line in read(file):
        kind = kinds.get(line.kind)
        if kind is None:
            raise ExportBroken(line.number, f"there are no lines of kind {line.kind[:80]!r}")
        try:
            row = kind.row(line.data)
        except Misfit as misfit:
            raise ExportBroken(line.number, str(misfit)) from None
        seen.take(line.number, kind, row)
        yield line.number, kind, row


def clear(spare: Collection[str]) -> dict[str, str]:
    """Make room for the logins of the export; the passwords of the spare ones. Raises DatabaseNotEmpty."""
    tables: list[type[Model]] = [kind.model for kind in (*export_kinds().values(), *fact_lines().values())]
    tables.append(Token)
    for model in tables:
        there = model._base_manager.all()
        if model is User:
            there = there.exclude(username__in=spare, is_superuser=True)
        if there.exists():
            raise DatabaseNotEmpty(
                f"There are rows in this database ({model._meta.verbose_name_plural}). An export is rebuilt "
                "in an empty one: make a new database, or move this one away.",
                model=model._meta.model_name,
            )
    logins = User.objects.filter(username__in=spare, is_superuser=True)
    passwords = dict(logins.values_list("username", "password"))
    logins.delete()
    return passwords


def write(batch: list[tuple[int, Model]]) -> None:
    """Insert rows of one model; what the database refuses is tried once more by itself, to name its line."""
    model = type(batch[0][1])
    try:
        with transaction.atomic():
            model._base_manager.bulk_create([row for _, row in batch])
    except (DatabaseError, ValueError, RecursionError) as refused:
        if len(batch) == 1:
            reason = str(refused).splitlines()[0]
            raise ExportBroken(batch[0][0], f"the database does not take it ({reason})") from refused
        for each in batch:
            write([each])


def sequences_set() -> None:
    """The next number of every table, and the next serial, come after those that were written."""
    everything = [kind.model for kind in (*export_kinds().values(), *fact_lines().values())]
    serials = [
        fact.model._base_manager.aggregate(last=Max("serial"))["last"] for fact in fact_kinds().values()
    ]
    last = max((serial for serial in serials if serial is not None), default=None)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), everything):
            cursor.execute(statement)
        if last is not None:
            cursor.execute("SELECT setval('fact_serial', %s)", [last])


# -- What is computed


@transaction.atomic
def players_restore() -> None:
    """Write who stands in for whom, as the merges say."""
    stand_ins_write()


@transaction.atomic
def matches_restore(*, only: Collection[int] | None = None) -> None:
    """Write the state of matches, of every one unless some are named, as the facts say at their last fact.

    A deadline that nobody had noticed stays unnoticed. Nothing else follows from it: the results are there.
    Raises ExportContradicts where they are not those that the facts amount to.
    """
    results = Result.objects.select_related("report__verdict", "ruling").defer("report__transcript")
    matches = Match.objects.select_related("one", "two").prefetch_related(
        Prefetch("results", results.order_by("serial")),
        Prefetch("schedules", Schedule.objects.order_by("serial")),
    )
    numbers = sorted(Match.objects.values_list("pk", flat=True) if only is None else only)
    for start in range(0, len(numbers), BATCH):
        part = numbers[start : start + BATCH]
        batch = list(matches.filter(pk__in=part).order_by("pk"))
        cases = sound_cases(batch)
        for match in batch:
            try:
                restore(cases[match.pk])
            except ExportContradicts:
                raise
            except Exception as error:
                raise nonsense(match, error) from error
        computed_write(batch)


def computed_write(batch: list[Match]) -> None:
    """Write what is computed of matches, in one round trip; bulk_update takes many times as long."""
    columns = [column for column in Match._meta.concrete_fields if column.name in Match.COMPUTED]
    values = ", ".join(f"{column.column} = %s" for column in columns)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {Match._meta.db_table} SET {values} WHERE id = %s",
            [(*(getattr(match, column.attname) for column in columns), match.pk) for match in batch],
        )


def sound_cases(batch: list[Match]) -> dict[int, Case]:
    """Each match as it stood at its last fact. Raises ExportContradicts for facts that make no sense."""
    try:
        return cases_then(batch)
    except Exception as error:
        if len(batch) == 1:
            raise nonsense(batch[0], error) from error
        return {number: found for match in batch for number, found in sound_cases([match]).items()}


def cases_then(batch: list[Match]) -> dict[int, Case]:
    last = last_facts([match.pk for match in batch])
    found = cases_of(batch, timezone.now())
    cases = {match.pk: found[match.pk].at(last.get(match.pk, match.created_at)) for match in batch}
    for case in cases.values():
        # Folds it, which is where facts that make no sense are found out.
        _ = case.decision
    return cases


def last_facts(matches: Collection[int]) -> dict[int, datetime]:
    """When the last fact about each of these matches was recorded."""
    last: dict[int, datetime] = {}
    for kind in fact_kinds().values():
        if lookup := kind.about.get("match"):
            facts = kind.model._base_manager.filter(**{f"{lookup}__in": matches})
            for match, at in facts.values_list(lookup).annotate(Max("recorded_at")):
                last[match] = max(at, last.get(match, at))
    return last


def restore(case: Case) -> None:
    """Set what is computed of a match."""
    match, decision = case.match, case.decision
    results = {}
    for written in match.results.all():
        check_result(match, written)
        results[written.grounds, written.report_id, written.ruling_id] = written
    if len({written.settled_at for written in results.values()}) > 1:
        raise contradiction(match, "its results do not agree on when it was settled")
    result = None
    if decision.state == Match.State.FINAL:
        result = results.get((decision.grounds, decision.report, decision.ruling))
        if result is None:
            raise contradiction(
                match, f"by the facts it is decided ({decision.grounds}), and no result says so"
            )
    for schedule in match.schedules.all():
        match.starts_at, match.play_by = schedule.starts_at, schedule.play_by
    stand(case, None if result is None else result.pk)


def check_result(match: Match, result: Result) -> None:
    """Raises ExportContradicts if a result is not what the report or the ruling it rests on says."""
    if result.report is not None:
        if not result.report.verdict.accepted:
            raise contradiction(match, f"result {result.pk} rests on a report that was refused")
        source, kind = stated(result.report).outcome, "played"
    else:
        assert result.ruling is not None
        source, kind = ruled(result.ruling).outcome, result.ruling.kind
    said = (kind, source.winner, source.points)
    if (result.kind, result.winner, result.points) != said:
        raise contradiction(
            match,
            f"result {result.pk} (serial {result.serial}) says {result.kind}, {result.points}; "
            f"what it rests on, {kind}, {source.points}",
        )


def nonsense(match: Match, error: Exception) -> ExportContradicts:
    """Rows that no service would have written: nobody foresees how a fold stumbles over them."""
    return contradiction(match, f"its facts make no sense ({type(error).__name__})")


def contradiction(match: Match, what: str) -> ExportContradicts:
    return ExportContradicts(
        f"Match {match.pk}: {what}. Nothing was changed. Take the export again, from the service itself.",
        match=match.pk,
    )
