"""The dice of transcripts. Every read here is for directors: it asks who is asking.

Raises NotAuthenticated or NotAllowed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Sum, Value, When

import engine
from engine.scrutiny import CHANCE, Run, Scrutiny, chance_of_run, least_reported_length
from matches.accounts.permissions import Caller, may_do_action, require_permission
from matches.play.models import Match, Report
from matches.play.permissions import directed_matches
from matches.players.models import Player

from .models import DiceExtract, SharedDice

ACTION = "dice_scrutinise"
# Shared runs shown at once, the longest runs first.
MOST_ANOMALIES = 100


@dataclass(frozen=True, slots=True)
class TranscriptDice:
    """The dice of one transcript of a match, and the names its columns bear."""

    report: Report
    players: tuple[str, str]
    scrutiny: Scrutiny


@dataclass(frozen=True, slots=True)
class DiceAnomaly:
    """Dice that a transcript of a match asked about, `here`, shares with one of another match, `there`.

    `runs` describe `here` first. `chance` is how many runs as long as the longest chance gives among all
    transcripts.
    """

    here: Report
    there: Report
    runs: tuple[Run, ...]
    chance: float


@dataclass(frozen=True, slots=True)
class Shared:
    """What was found, and how: runs of `least` rolls or more, fewer than `threshold` of them by chance.

    `pending` counts the transcripts of the matches asked about that wait for a worker.
    """

    anomalies: tuple[DiceAnomaly, ...]
    least: int
    threshold: float
    pending: int


@dataclass(frozen=True, slots=True)
class TranscriptsDice:
    """A match's transcripts, one by one, the first report first."""

    transcripts: tuple[TranscriptDice, ...]
    shared: Shared


class CountedDice(NamedTuple):
    """The dice of a match as they count: `swapped` says that the left column is side two."""

    match: int
    player_one: int
    swapped: bool
    dice: engine.RecordDice


@dataclass(frozen=True, slots=True)
class DiceTogether:
    """The dice of many matches together: of each the transcript that counts, in order of the matches."""

    counted: tuple[CountedDice, ...]
    scrutiny: Scrutiny
    shared: Shared


def match_dice(viewer: Caller, match: Match) -> TranscriptsDice:
    """Every readable transcript of a match, also refused ones: four queries beside those of the roles."""
    require_permission(viewer, ACTION, match)
    extracts = (
        DiceExtract.objects.filter(report__match=match)
        .exclude(games=[])
        .select_related("report__verdict", "report__match__one", "report__match__two")
        .defer("marks", "report__transcript")
        .order_by("report")
    )
    transcripts = tuple(
        TranscriptDice(
            extract.report, dice_column_names(extract.report), engine.scrutinise_dice([extract.as_engine()])
        )
        for extract in extracts
    )
    return TranscriptsDice(transcripts, shared_dice_of(Match.objects.filter(pk=match.pk)))


def player_dice(viewer: Caller, player: Player) -> DiceTogether:
    """A player's dice, side 0, and the opponents', over the matches that `viewer` directs."""
    records = set(Player.objects.records_of(player.pk).values_list("pk", flat=True))
    played = Q(one__in=records) | Q(two__in=records)
    matches = directed_matches(require_permission(viewer, ACTION, player)).filter(played)
    counted = dice_that_count(matches)
    # The player's column: the left one for side one, unless the columns are swapped.
    first = [int((dice.player_one in records) == dice.swapped) for dice in counted]
    scrutiny = engine.scrutinise_dice([dice.dice for dice in counted], first)
    return DiceTogether(tuple(counted), scrutiny, shared_dice_of(matches))


def matches_dice(matches: QuerySet[Match]) -> DiceTogether:
    """The dice of matches together; whoever calls has asked whether the caller may see them.

    The left columns of different matches are nobody's: only the checks of both sides together are made.
    """
    counted = dice_that_count(matches)
    scrutiny = engine.scrutinise_dice([dice.dice for dice in counted])
    together = replace(scrutiny, checks=tuple(check for check in scrutiny.checks if check.side is None))
    return DiceTogether(tuple(counted), together, shared_dice_of(matches))


def dice_that_count(matches: QuerySet[Match]) -> list[CountedDice]:
    """The dice of matches, of each the transcript that counts: one query."""
    rows = dice_extracts_that_count(matches).values_list(
        "report__match", "report__match__one", "report__verdict__swapped", "games"
    )
    return [
        CountedDice(match, one, swapped, engine.RecordDice.from_list(games))
        for match, one, swapped, games in rows
    ]


def dice_extracts_that_count(matches: QuerySet[Match]) -> QuerySet[DiceExtract]:
    """What was taken out of the transcript of each match that decided it, else the first accepted one."""
    deciding = Case(When(report__match__result__report=F("report"), then=Value(0)), default=Value(1))
    return (
        DiceExtract.objects.filter(report__match__in=matches, report__verdict__accepted=True)
        .annotate(deciding=deciding)
        .order_by("report__match", "deciding", "report")
        .distinct("report__match")
    )


def dice_column_names(report: Report) -> tuple[str, str]:
    """The names of a transcript's columns, as the referee read them; none if he stumbled."""
    one, two = (report.verdict.redacted_details or {}).get("players") or ("", "")
    return one, two


def matches_with_scrutiny(counted: Sequence[CountedDice]) -> list[tuple[Match, Scrutiny]]:
    """The matches of dice as they count, each with its own scrutiny: one query."""
    matches = Match.objects.select_related("one", "two").in_bulk([dice.match for dice in counted])
    return [(matches[dice.match], engine.scrutinise_dice([dice.dice])) for dice in counted]


# -- Shared dice


def shared_dice_for_viewer(viewer: Caller, thing: Any, matches: QuerySet[Match]) -> Shared | None:
    """What `matches` share with others, if `viewer` may look at the dice of `thing`; else None."""
    return shared_dice_of(matches) if may_do_action(viewer, ACTION, thing) else None


def shared_dice_of(matches: QuerySet[Match]) -> Shared:
    """What transcripts of `matches` share with those of other matches, the longest first: three queries."""
    compared = dice_comparisons_held()
    least = least_reported_length(compared)
    rows = (
        SharedDice.objects.filter(length__gte=least)
        .filter(Q(one__report__match__in=matches) | Q(two__report__match__in=matches))
        .annotate(first=Exists(matches.filter(pk=OuterRef("one__report__match"))))
        .select_related(
            *(f"{side}__report__match__{player}" for side in ("one", "two") for player in ("one", "two"))
        )
        .defer(
            *(f"{side}__{big}" for side in ("one", "two") for big in ("games", "marks", "report__transcript"))
        )
        .order_by("-length", "pk")[:MOST_ANOMALIES]
    )
    pending = Report.objects.filter(match__in=matches, kind=Report.Kind.TRANSCRIPT, dice=None).count()
    return Shared(
        tuple(one_dice_anomaly_per_pair(dice_anomaly_seen_from(row, least, compared) for row in rows)),
        least,
        CHANCE,
        pending,
    )


def dice_anomaly_seen_from(row: SharedDice, least: int, compared: int) -> DiceAnomaly:
    """A row as seen from the match asked about, its shorter runs left out."""
    runs = [run for run in (Run(**run) for run in row.runs) if run.length >= least]
    here, there = row.one.report, row.two.report
    if not row.first:  # type: ignore[attr-defined]
        here, there = there, here
        runs = [
            run._replace(
                one_game=run.two_game, one_roll=run.two_roll, two_game=run.one_game, two_roll=run.one_roll
            )
            for run in runs
        ]
    return DiceAnomaly(here, there, tuple(runs), chance_of_run(row.length, compared))


def one_dice_anomaly_per_pair(anomalies: Iterable[DiceAnomaly]) -> Iterable[DiceAnomaly]:
    """Of the runs shared by the same two matches, which may have two reports each, the longest."""
    seen = set()
    for found in anomalies:
        matches = frozenset((found.here.match_id, found.there.match_id))
        if matches not in seen:
            seen.add(matches)
            yield found


def dice_comparisons_held() -> int:
    """In how many pairs of rolls of different matches a shared run could begin: one query."""
    totals = (
        DiceExtract.objects.order_by()
        .values("report__match")
        .annotate(total=Sum("rolls"))
        .aggregate(all=Sum("total"), squares=Sum(F("total") * F("total")))
    )
    return int(((totals["all"] or 0) ** 2 - (totals["squares"] or 0)) // 2)


def dice_extracts_shared_with(dice: engine.RecordDice, report: Report) -> QuerySet[DiceExtract]:
    """The extracts of other matches that have fingerprints in common with these dice of `report`, in order.

    Asks for their numbers at once and by themselves: a planner that may sort or join first reads the table.
    """
    met = DiceExtract.objects.filter(marks__overlap=sorted(engine.scrutiny.lookup_fingerprints(dice)))
    numbers = list(met.values_list("pk", flat=True))
    return (
        DiceExtract.objects.filter(pk__in=numbers).exclude(report__match=report.match_id).order_by("report")
    )


def reports_without_dice() -> QuerySet[Report, int]:
    """Numbers of the transcripts that have been judged and whose dice nobody has taken out."""
    return (
        Report.objects.filter(kind=Report.Kind.TRANSCRIPT, dice=None, verdict__isnull=False)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
