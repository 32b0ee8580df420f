"""Scrutiny of files, for the command line: a report for each, then one for all of them together."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..codecs import read
from ..errors import Unreadable
from ..files import read_content
from ..record import MatchRecord
from .report import scrutinise_dice
from .shared import DiceOverlap, count_comparisons, least_reported_length, shared_dice
from .throws import RecordDice, dice_of

LONGEST = 5
"""Runs of two files that are written for people."""


def scrutinise_files(files: Sequence[str], player: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield a report for each file, "-" being standard input, and, of several, one for them all.

    With `player` the last report is about the files with that name in one column (compared without case), the
    player as side 0. Files are taken as records of different matches. Unreadable ones yield an "error".
    """
    read_files: list[tuple[str, MatchRecord, RecordDice]] = []
    for name in files:
        try:
            record = read(read_content(name))
        except Unreadable as error:
            yield {"file": name, "error": {"code": error.code, "message": str(error)}}
            continue
        dice = dice_of(record)
        read_files.append((name, record, dice))
        yield {
            "file": name,
            "format": record.format,
            "variant": record.variant,
            "players": list(record.players),
            "scrutiny": scrutinise_dice([dice]).as_dict(),
        }
    if len(files) > 1:
        yield _report_together(read_files, player)


def _report_together(files: list[tuple[str, MatchRecord, RecordDice]], player: str | None) -> dict[str, Any]:
    sides = [_column_of_player(record, player) for _, record, _ in files]
    named = [(dice, side) for (_, _, dice), side in zip(files, sides, strict=True) if side is not None]
    records = [dice for _, _, dice in files]
    compared = count_comparisons([dice.roll_count for dice in records], range(len(records)))
    names = [name for name, _, _ in files]
    return {
        "files": len(files),
        "player": player,
        "scrutiny": scrutinise_dice([dice for dice, _ in named], [side for _, side in named]).as_dict(),
        "shared": {
            "comparisons": compared,
            "least_length": least_reported_length(compared),
            "pairs": [_overlap_as_dict(found, names) for found in shared_dice(records)],
        },
    }


def _column_of_player(record: MatchRecord, player: str | None) -> int | None:
    """The column of `player`; 0 where nobody is asked for, None where no one column is his."""
    if player is None:
        return 0
    columns = [side for side, name in enumerate(record.players) if name.casefold() == player.casefold()]
    return columns[0] if len(columns) == 1 else None


def _overlap_as_dict(found: DiceOverlap, names: Sequence[str]) -> dict[str, Any]:
    return {
        "one": names[found.one],
        "two": names[found.two],
        "chance": found.chance,
        "runs": [run.as_dict() for run in found.runs],
    }


def report_text(report: dict[str, Any]) -> str:
    """Write one of these reports for people."""
    if "error" in report:
        return f"{report['file']}: unreadable\n  {report['error']['message']}"
    scrutiny, player = report["scrutiny"], report.get("player")
    names = report.get("players") or [player or "left", "opponents" if player else "right"]
    together = scrutiny["together"]
    what = report.get("file") or f"{scrutiny['transcripts']} of {report['files']} files together"
    lines = [
        f"{what}: games {scrutiny['games']}, rolls {together['rolls']}, opening rolls {together['openings']}",
        f"  {'check':<12} {'of':<20} {'sample':>7} {'seen':>8} {'expected':>9} {'chi-square':>10}  p",
    ]
    for check in scrutiny["checks"]:
        of = "together" if check["side"] is None else (names[check["side"]] or "(no name)")[:20]
        chi_square = f"{check['statistic']:.2f}" if check["degrees"] else ""
        p_value = "too few" if check["p_value"] is None else f"{check['p_value']:.4f}"
        needed = f", {check['needed']} needed" if check["sample"] < check["needed"] else ""
        lines.append(
            f"  {check['code']:<12} {of:<20} {check['sample']:>7} {_format_figure(check['observed']):>8}"
            f" {_format_figure(check['expected']):>9} {chi_square:>10}  {p_value}{needed}"
        )
    summary = scrutiny["summary"]
    if summary["lowest"] is not None:
        lines.append(
            f"  the lowest of {summary['checks']} p-values is {summary['lowest']['p_value']:.4f}; "
            f"of 100 reports on fair dice at most {100 * summary['adjusted']:.0f} have one as low"
        )
    if "shared" in report:
        lines += _overlap_lines(report["shared"])
    return "\n".join(lines)


def _overlap_lines(shared: dict[str, Any]) -> Iterator[str]:
    if not shared["pairs"]:
        yield f"  no files share {shared['least_length']} rolls in a row or more"
    for pair in shared["pairs"]:
        yield f"  {pair['one']} and {pair['two']}: expected by chance {pair['chance']:.2g} times"
        for run in pair["runs"][:LONGEST]:
            sides = {True: ", sides swapped", False: "", None: ", sides mixed"}[run["swapped"]]
            yield (
                f"    {run['length']} rolls in a row: game {run['one_game']} from roll {run['one_roll']}, "
                f"game {run['two_game']} from roll {run['two_roll']}{sides}"
            )
        if len(pair["runs"]) > LONGEST:
            yield f"    and {len(pair['runs']) - LONGEST} shorter runs"


def _format_figure(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.2f}" if isinstance(figure, float) else str(figure)
