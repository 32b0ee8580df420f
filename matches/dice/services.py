"""The dice of transcripts, taken out and compared with all others: a cache, made by the worker."""

from collections.abc import Iterator

import structlog
from django.db import connection, transaction

import engine
from engine.scrutiny import MOST_PARTNERS, common_runs, filed_fingerprints
from matches.play.models import Report
from matches.play.services import match_changed
from matches.work import outbox
from matches.work.slices import next_slice
from matches.work.turns import Turn, take_turns

from .models import DICE_EXTRACT, DiceExtract, SharedDice
from .selectors import dice_extracts_shared_with, reports_without_dice

# Transcripts whose dice are taken out are many only once: when the program has learnt to.
SWEPT_AT_ONCE = 1_000

log = structlog.get_logger(__name__)


def dice_extract(*, report_id: int) -> None:
    """Take the dice out of a transcript and note what it shares with others. Twice is as good as once."""
    due = outbox.open_outbox_row(DICE_EXTRACT, report_id)
    report = Report.objects.select_related("match", "verdict").get(pk=report_id)
    wanted = report.transcript is not None and not DiceExtract.objects.filter(report=report).exists()
    made = take_dice_out(report) if wanted else None
    with transaction.atomic():
        take_turns(Turn.DICE)
        use_dice_mark_index()
        if made is not None and not DiceExtract.objects.filter(report=report).exists():
            made.save()
            if shared_dice_write(made):
                match_changed(report.match)
        outbox.close_outbox_row(due)


def take_dice_out(report: Report) -> DiceExtract:
    """The dice of a transcript, not saved; none if it cannot be read, or if we stumble over it."""
    turns = None
    try:
        record = engine.read(bytes(report.transcript or b""))
        dice = engine.dice_of(record)
        if report.status == "accepted":
            turns = engine.turns_of(
                record, report.match.variant, engine.Options.from_mapping(report.match.options)
            )
    except engine.Unreadable:
        dice = engine.RecordDice(())
    except Exception:
        log.exception("dice_failed", report=report.pk)
        dice = engine.RecordDice(())
    return DiceExtract(
        report=report,
        rolls=dice.roll_count,
        games=dice.as_list(),
        marks=sorted(filed_fingerprints(dice)),
        turns=None if turns is None else [side.as_dict() for side in turns],
    )


def shared_dice_write(made: DiceExtract) -> bool:
    """Compare a new extract with all others, write what is shared, and return whether anything is.

    The rows of an extract record what it shares with the reports before it. A report that was taken up after
    later ones adds to theirs.
    """
    found = SharedDice.objects.bulk_create(shared_dice_of_extract(made))
    later = dice_extracts_shared_with(made.as_engine(), made.report).filter(report__gt=made.report_id)
    for extract in later.select_related("report").defer("report__transcript"):
        extract.shared.all().delete()
        found += SharedDice.objects.bulk_create(shared_dice_of_extract(extract))
    return bool(found)


def shared_dice_of_extract(made: DiceExtract) -> Iterator[SharedDice]:
    """What an extract shares with those of earlier reports, as the extracts say; not saved."""
    dice = made.as_engine()
    for other in dice_extracts_shared_with(dice, made.report).filter(report__lt=made.report_id)[
        :MOST_PARTNERS
    ]:
        runs = common_runs(other.as_engine(), dice)
        if runs:
            yield SharedDice(one=other, two=made, length=runs[0].length, runs=[run.as_dict() for run in runs])


def use_dice_mark_index() -> None:
    """For this transaction, look fingerprints up by their index whatever the planner thinks of it.

    It takes each of the hundreds looked for to be in one extract of 200, so that reading the whole table
    seems no dearer; they are in none or one.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")


def dice_compare(*, repair: bool = False) -> Iterator[str]:
    """Every difference between the stored dice and the transcripts, in words.

    With `repair` those are thrown away and made due again.
    """
    for report_id in list(reports_without_dice()):
        yield f"report {report_id}: its dice have not been taken out"
        if repair:
            outbox.make_due(DICE_EXTRACT, report_id)
    reports = Report.objects.exclude(dice=None).order_by("pk").values_list("pk", flat=True)
    for report_id in list(reports):
        wrong = report_dice_compare(report_id)
        yield from wrong
        if wrong and repair:
            dice_redo(report_id)


@transaction.atomic
def report_dice_compare(report_id: int) -> list[str]:
    use_dice_mark_index()
    held = DiceExtract.objects.select_related("report__match", "report__verdict").get(report=report_id)
    computed = take_dice_out(held.report)
    if any(getattr(held, name) != getattr(computed, name) for name in ("rolls", "games", "marks", "turns")):
        return [f"report {report_id}: the dice stored are not those of its transcript"]
    stored = {row.one_id: (row.length, row.runs) for row in held.shared.all()}
    found = {row.one_id: (row.length, row.runs) for row in shared_dice_of_extract(held)}
    if stored == found:
        return []
    return [
        f"report {report_id}: stored as sharing dice with {len(stored)} earlier transcripts; "
        f"the transcripts say {len(found)}"
    ]


@transaction.atomic
def dice_redo(report_id: int) -> None:
    """Throw the dice of a report away and make them due again."""
    DiceExtract.objects.filter(report=report_id).delete()
    outbox.make_due(DICE_EXTRACT, report_id)


def dice_sweep() -> None:
    """Have the dice taken out of transcripts where nobody has yet."""
    looked_at = next_slice("dice", Report.objects.filter(kind=Report.Kind.TRANSCRIPT), SWEPT_AT_ONCE)
    outbox.make_missing_due(
        (DICE_EXTRACT, report) for report in reports_without_dice().filter(pk__in=looked_at)
    )
