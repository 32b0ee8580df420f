"""The engine's command line: verify, standing, convert, plays, scrutinise, id, draw and dice."""

import argparse
import gettext
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .codecs import PACKED, WRITTEN, read
from .drawing import describe_diagram, diagram_of_id, lay_out, svg_document
from .errors import InvalidOption, RuleError, Unreadable
from .fair_dice_command import add_dice_arguments, run_dice_command
from .files import convert_bytes, legal_positions, read_content, verify_files
from .ids import notation_of, translate_id
from .notation import parse_play
from .options import Options
from .scrutiny.files import report_text, scrutinise_files
from .standing import Standing, match_standing
from .translation import translate_by
from .variants import refereed_variant
from .verdict import RecordVerdict

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
LONGEST_LINE = 1 << 16
LOCALE = Path(__file__).parent / "locale"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 2 if anything was unreadable, else 1 if illegal, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="A referee for backgammon transcripts."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help="judge transcripts")
    verify.add_argument("--json", action="store_true", help="one JSON object for each file and line")
    stand = commands.add_parser(
        "standing", help="where matches stand that are not over, and how they can be ruled"
    )
    stand.add_argument("--json", action="store_true", help="one JSON object for each file and line")
    for judging in (verify, stand):
        judging.add_argument(
            "--options",
            type=_parse_options,
            default="{}",
            metavar="JSON",
            help="""what the event decided, such as '{"illegal_plays": "stand"}'""",
        )
    other = commands.add_parser("convert", help="write a transcript in another format to standard output")
    other.add_argument("--to", required=True, choices=[*WRITTEN, *PACKED], help="the format")
    other.add_argument("file", metavar="FILE", help='a transcript; "-" reads standard input')
    commands.add_parser(
        "plays",
        help='legal results of rolls: lines such as {"position": "4HPwATDgc/ABMA", "dice": [3, 1]} in',
    )
    scrutinise = commands.add_parser("scrutinise", help="compare the dice of transcripts with fair ones")
    scrutinise.add_argument("--json", action="store_true", help="one JSON object for each report and line")
    scrutinise.add_argument("--player", metavar="NAME", help="the last report is about this player's dice")
    for reading in (verify, stand, scrutinise):
        reading.add_argument(
            "files", nargs="+", metavar="FILE", help='a transcript; "-" reads standard input'
        )
    ids = commands.add_parser("id", help="what identifiers of positions and matches mean, in all notations")
    ids.add_argument("--variant", default="backgammon", help="says how many checkers a side has")
    ids.add_argument(
        "ids", nargs="*", metavar="ID", help="an XGID, OGID or GNU Backgammon ID; none: lines in"
    )
    draw = commands.add_parser("draw", help="the board of an identifier as SVG, to standard output")
    draw.add_argument("id", metavar="ID", help="an XGID, OGID or GNU Backgammon ID")
    draw.add_argument("--svg", metavar="FILE", help="write it into this file instead")
    draw.add_argument("--variant", default="backgammon", help="what is played")
    draw.add_argument("--play", default="", help='steps of the player on roll as arrows: "8/5 6/5"')
    draw.add_argument("--turn", action="store_true", help="have the other player at the bottom")
    draw.add_argument("--left", action="store_true", help="have the bottom bear off to the left")
    draw.add_argument("--language", choices=("en", "ja"), default="en", help="of the words in it")
    add_dice_arguments(commands.add_parser("dice", help="the dice of a seed, and whether a seal is its own"))
    options = parser.parse_args(arguments)
    if options.command == "plays":
        return _run_plays()
    if options.command == "id":
        asked = (line.decode(errors="replace").strip() for line in _standard_input_lines())
        return _run_id(options.ids or asked, options.variant)
    if options.command == "draw":
        return _run_draw(options)
    if options.command == "dice":
        return run_dice_command(options)
    if options.command == "standing":
        return _run_standing(options.files, options.options, as_json=options.json)
    if options.command == "convert":
        return _run_convert(options.file, options.to)
    if options.command == "scrutinise":
        return _run_scrutinise(options.files, options.player, as_json=options.json)
    return _run_verify(options.files, options.options, as_json=options.json)


def _parse_options(text: str) -> Options:
    try:
        chosen = json.loads(text)
        if not isinstance(chosen, dict):
            raise ValueError("a JSON object is expected")
        return Options.from_mapping(chosen)
    except (ValueError, RecursionError, InvalidOption) as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _run_verify(files: Sequence[str], options: Options, as_json: bool) -> int:
    status = LEGAL
    for verdict in verify_files(files, options):
        print(json.dumps(verdict.as_dict()) if as_json else _verdict_text(verdict), flush=True)
        status = max(status, {"legal": LEGAL, "illegal": ILLEGAL, "unreadable": UNREADABLE}[verdict.verdict])
    return status


def _run_standing(files: Sequence[str], options: Options, as_json: bool) -> int:
    """A match may stand anywhere: the exit status is only about unreadable files."""
    status = LEGAL
    for name in files:
        answer: dict[str, Any] = {"file": name}
        try:
            stands = match_standing(read(read_content(name)), options)
            answer["standing"] = None if stands is None else stands.as_dict()
            text = "  the match is over" if stands is None else _standing_text(stands)
        except (Unreadable, InvalidOption) as error:
            answer["error"] = {"code": error.code, "message": str(error)}
            text, status = f"  unreadable: {error}", UNREADABLE
        print(json.dumps(answer) if as_json else f"{name}:\n{text}", flush=True)
    return status


def _run_convert(file: str, to: str) -> int:
    """Write UTF-8, whatever the terminal is set to. What is wrong goes to standard error."""
    try:
        content = convert_bytes(read_content(file), to)
    except (Unreadable, InvalidOption) as error:
        print(f"{file}: {'unreadable' if isinstance(error, Unreadable) else to}\n  {error}", file=sys.stderr)
        return UNREADABLE
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
    return LEGAL


def _run_scrutinise(files: Sequence[str], player: str | None, as_json: bool) -> int:
    """Dice are neither right nor wrong: the exit status is only about unreadable files."""
    status = LEGAL
    for report in scrutinise_files(files, player):
        print(json.dumps(report) if as_json else report_text(report), flush=True)
        status = UNREADABLE if "error" in report else status
    return status


def _run_plays() -> int:
    """Answer each line of standard input; one that makes no sense gets an "error" and the exit status 2."""
    status = LEGAL
    for line in _standard_input_lines():
        answer = _answer_plays_request(line)
        status = UNREADABLE if "error" in answer else status
        print(json.dumps(answer), flush=True)
    return status


def _answer_plays_request(line: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(line)
        position, dice, variant = asked["position"], asked["dice"], asked.get("variant", "backgammon")
        if not (isinstance(position, str) and isinstance(dice, list) and isinstance(variant, str)):
            raise TypeError
        details = {name: asked[name] for name in refereed_variant(variant).details if name in asked}
        return {"positions": legal_positions(position, dice, variant, details)}
    except RuleError as error:
        return {"error": {"code": error.code, "message": str(error)}}
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        message = 'a line such as {"position": "4HPwATDgc/ABMA", "dice": [3, 1]} is expected'
        return {"error": {"code": "unreadable", "message": message}}


def _standard_input_lines() -> Iterable[bytes]:
    """Yield the lines of standard input that are not blank, of longer ones the first LONGEST_LINE bytes."""
    while line := sys.stdin.buffer.readline(LONGEST_LINE):
        if line.strip():
            yield line
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = sys.stdin.buffer.readline(LONGEST_LINE)


def _run_id(ids: Iterable[str], variant: str) -> int:
    """Explain each identifier in a line; one that makes no sense gets an "error" and the exit status 2."""
    status = LEGAL
    for text in ids:
        answer: dict[str, Any] = {"id": text}
        try:
            checkers = refereed_variant(variant).checker_count
            written = notation_of(text)
            answer |= {"notation": written.code, **written.parse(text, checkers).as_dict()}
            answer["ids"] = translate_id(text, checkers)
        except RuleError as error:
            answer = {"id": text, "error": {"code": error.code, "message": str(error)}}
            status = UNREADABLE
        print(json.dumps(answer), flush=True)
    return status


def _run_draw(options: argparse.Namespace) -> int:
    """Write UTF-8, whatever the terminal is set to. What is wrong goes to standard error."""
    try:
        diagram = diagram_of_id(
            options.id,
            refereed_variant(options.variant),
            bottom=0 if options.turn else 1,
            play=tuple((hop.start, hop.end) for hop in parse_play(options.play)),
            off_to_left=options.left,
        )
    except RuleError as error:
        print(f"{options.id}: {error}", file=sys.stderr)
        return UNREADABLE
    catalogue = gettext.translation("django", LOCALE, [options.language], fallback=True)
    label = translate_by(catalogue, describe_diagram(diagram))
    document = svg_document(lay_out(diagram), label, options.language).encode() + b"\n"
    if options.svg is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(document)
        sys.stdout.buffer.flush()
        return LEGAL
    try:
        Path(options.svg).write_bytes(document)
    except (OSError, ValueError) as error:
        print(f"{options.svg}: the drawing cannot be written: {error}", file=sys.stderr)
        return UNREADABLE
    return LEGAL


def _verdict_text(verdict: RecordVerdict) -> str:
    """Write a verdict for people."""
    if verdict.players is None or verdict.score is None:
        return f"{verdict.file}: unreadable\n  {verdict.error}"
    one, two = (name or "(no name)" for name in verdict.players)
    what = _match_length_text(verdict.length)
    result = "not finished" if verdict.winner is None else f"won by {(one, two)[verdict.winner]}"
    games = f"{len(verdict.games)} game{'' if len(verdict.games) == 1 else 's'}"
    lines = [
        f"{verdict.file}: {verdict.verdict}",
        f"  {one} - {two} {verdict.score[0]}-{verdict.score[1]}, {what}, {result}, {games}",
    ]
    for fault in verdict.violations:
        where = f"game {fault.game}"
        if fault.player is not None:
            where += f", turn {fault.turn}, {(one, two)[fault.player]}"
        lines.append(f"  {where}: {fault.message} ({fault.code})")
        lines.append(f"    rule: {fault.rule}")
        if fault.legal:
            lines.append(f"    legal: {', '.join(fault.legal)}")
    for note in verdict.notes:
        where = (
            f"game {note.game}, turn {note.turn}: "
            if note.turn
            else f"game {note.game}: "
            if note.game
            else ""
        )
        lines.append(f"  note: {where}{note.message} ({note.code})")
    return "\n".join(lines)


def _match_length_text(length: int | None) -> str:
    """What was played to this length."""
    return f"{length}-point match" if length else "session for money"


def _standing_text(stands: Standing) -> str:
    """Write for people where a match stands."""
    names = [name or "(no name)" for name in stands.players]
    what = _match_length_text(stands.length)
    score = f"{stands.score[0]}-{stands.score[1]}"
    crawford = ", the Crawford game" if stands.crawford else ""
    begun = "in progress" if stands.begun else "not begun"
    lines = [f"{names[0]} - {names[1]} {score}, {what}, game {stands.game} {begun}{crawford}"]
    if stands.pips is not None:
        lines.append(f"pips: {names[0]} {stands.pips[0]}, {names[1]} {stands.pips[1]}")
    cube = f"cube: {stands.cube}" + ("" if stands.owner is None else f", owned by {names[stands.owner]}")
    if stands.offered is not None and stands.turn is not None:
        cube += f", offered at {stands.offered} to {names[stands.turn]}"
    lines.append(cube)
    if stands.on_roll is not None:
        dice = "on roll" if stands.dice is None else f"to play {stands.dice[0]}{stands.dice[1]}"
        lines.append(f"{names[stands.on_roll]} {dice}")
    if stands.position_id is not None:
        match = "" if stands.match_id is None else f":{stands.match_id}"
        lines.append(f"GNU Backgammon ID: {stands.position_id}{match}")
    if stands.xgid is not None:
        lines.append(stands.xgid)
    if stands.faults:
        lines.append(
            f"the record has {stands.faults} fault{'' if stands.faults == 1 else 's'}: verify it first"
        )
    for way in stands.possible_rulings:
        lines.append(f"{way.code}: {way.text}{'' if way.allowed else ' (not by the rules)'}")
        lines.append(f"  {way.source}")
    return "\n".join("  " + line for line in lines)


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name the terminal cannot show is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stdin is None:  # closed, as by "<&-": nothing can be read from it
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    try:
        sys.exit(main())
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # the reader of a pipe, "| head", has merely seen enough
            print(f"python -m engine: the answer cannot be written: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREADABLE)
