"""Matches of an export: what follows from their facts is made again."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, Prefetch
from django.utils import timezone

from engine.words import Text
from matches.facts.errors import ExportContradicts
from matches.facts.kinds import fact_kinds
from matches.facts.services import BATCH
from matches.play.models import Match, Result, Schedule
from matches.play.rules.deciding import Stated, Undone
from matches.play.selectors import Case, cases_of, report_event, ruling_event
from matches.work.statements import write_columns

from .refreshing import set_match_state


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
        cases = valid_match_cases(batch)
        for match in batch:
            try:
                restore_match(cases[match.pk])
            except ExportContradicts:
                raise
            except Exception as error:
                raise impossible_match_rows(match, error) from error
        write_columns(batch, Match.COMPUTED)


def valid_match_cases(batch: list[Match]) -> dict[int, Case]:
    """Each match as it stood at its last fact. Raises ExportContradicts for facts that make no sense."""
    try:
        return match_cases_then(batch)
    except Exception as error:
        if len(batch) == 1:
            raise impossible_match_rows(batch[0], error) from error
        return {number: found for match in batch for number, found in valid_match_cases([match]).items()}


def match_cases_then(batch: list[Match]) -> dict[int, Case]:
    last = last_match_facts([match.pk for match in batch])
    found = cases_of(batch, timezone.now())
    cases = {match.pk: found[match.pk].at_time(last.get(match.pk, match.created_at)) for match in batch}
    for case in cases.values():
        # Folds it, which is where facts that make no sense are found out.
        _ = case.decision
    return cases


def last_match_facts(matches: Collection[int]) -> dict[int, datetime]:
    """When the last fact about each of these matches was recorded."""
    last: dict[int, datetime] = {}
    for kind in fact_kinds().values():
        if lookup := kind.about.get("match"):
            facts = kind.model._base_manager.filter(**{f"{lookup}__in": matches})
            for match, at in facts.values_list(lookup).annotate(Max("recorded_at")):
                last[match] = max(at, last.get(match, at))
    return last


def restore_match(case: Case) -> None:
    """Set what is computed of a match."""
    match, decision = case.match, case.decision
    check_restored_undos(case)
    results = {}
    for written in match.results.all():
        check_restored_result(match, written)
        results[written.grounds, written.report_id, written.ruling_id] = written
    if len({written.finalised_at for written in results.values()}) > 1:
        raise match_contradiction(match, "its results do not agree on when it was finalised")
    result = None
    if decision.state == Match.State.FINAL:
        result = results.get((decision.grounds, decision.report, decision.ruling))
        if result is None:
            raise match_contradiction(
                match,
                "by the facts it is decided (%(grounds)s), and no result says so",
                {"grounds": decision.grounds},
            )
    for schedule in match.schedules.all():
        match.starts_at, match.play_by = schedule.starts_at, schedule.play_by
    set_match_state(case, None if result is None else result.pk)


def check_restored_undos(case: Case) -> None:
    """Raises ExportContradicts if the report of a side is undone, or an undo of another report taken back."""
    events = [event for _, event in case.events]
    of_sides = {event.report for event in events if isinstance(event, Stated) and event.side is not None}
    undos = [event for event in events if isinstance(event, Undone)]
    reports = {event.undo: event.report for event in undos if event.undoes is None}
    for event in undos:
        taken_back = event.report if event.undoes is None else reports.get(event.undoes)
        if event.report in of_sides or taken_back != event.report:
            raise match_contradiction(
                case.match, "undo %(undo)s takes back what it cannot", {"undo": event.undo}
            )


def check_restored_result(match: Match, result: Result) -> None:
    """Raises ExportContradicts if a result is not what the report or the ruling it rests on says."""
    if result.report is not None:
        if not result.report.verdict.accepted:
            raise match_contradiction(
                match, "result %(result)s rests on a report that was refused", {"result": result.pk}
            )
        source, kind = report_event(result.report).match_score, "played"
    else:
        assert result.ruling is not None
        source, kind = ruling_event(result.ruling).match_score, result.ruling.kind
    said = (kind, source.winner, source.points)
    if (result.kind, result.winner, result.points) != said:
        raise match_contradiction(
            match,
            "result %(result)s (serial %(serial)s) says %(said)s; what it rests on, %(source)s",
            {
                "result": result.pk,
                "serial": result.serial,
                "said": f"{result.kind}, {result.points}",
                "source": f"{kind}, {source.points}",
            },
        )


def impossible_match_rows(match: Match, error: Exception) -> ExportContradicts:
    """Rows that no service would have written: nobody foresees how a fold stumbles over them."""
    return match_contradiction(match, "its facts make no sense (%(error)s)", {"error": type(error).__name__})


def match_contradiction(
    match: Match, sentence: str, words: Mapping[str, Any] | None = None
) -> ExportContradicts:
    return ExportContradicts(
        "Match %(match)s: %(fault)s. Nothing was changed. Take the export again, from the service itself.",
        {"match": match.pk, "fault": Text(sentence, values=words)},
        match=match.pk,
    )
