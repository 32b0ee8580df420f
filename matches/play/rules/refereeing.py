"""What becomes of a report: plain data in, a verdict out. No database, no clock.

One question: is this report valid? What the valid reports of a match amount to is for deciding.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import engine
from engine.words import gettext_lazy as _
from matches.base.errors import CodeWord, Refusal
from matches.play.errors import (
    GameOutOfOrder,
    GamesImpossible,
    GamesIncomplete,
    InvalidMatchOption,
    TranscriptIllegal,
    TranscriptIncomplete,
    TranscriptUnreadable,
    WrongLength,
    WrongStart,
    WrongVariant,
)

from .columns import transcript_columns_swapped


@dataclass(frozen=True, slots=True)
class ReportTerms:
    """What a report has to fit: the length, the variant, and the names of the sides, aliases included.

    `options` are what the event decided where the rules leave a choice: engine.Options by name. `start` is
    the score before the first game: the penalty points.
    """

    length: int
    variant: str
    names: tuple[tuple[str, ...], tuple[str, ...]]
    options: Mapping[str, Any] = field(default_factory=dict)
    start: tuple[int, int] = (0, 0)

    @property
    def engine_options(self) -> engine.Options:
        """The options as the engine takes them; whether there is a Crawford game, no record decides."""
        return engine.Options.from_mapping(
            {**self.options, "crawford": self.options.get("crawford") is not False}
        )

    @property
    def starts_with_crawford(self) -> bool:
        """Whether penalty points have made the first game the Crawford game."""
        return self.engine_options.crawford is not False and engine.Score(self.length, self.start).is_crawford


@dataclass(frozen=True, slots=True)
class MatchScore:
    """How a match ended: the winning side, raw points of both, and the games where they are known."""

    winner: int | None
    points: tuple[int, int]
    games: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class ReportVerdict:
    """The referee's answer: an outcome or the refusal, and what the engine found in a transcript."""

    match_score: MatchScore | None = None
    refusal: engine.RuleError | None = None
    details: dict[str, Any] | None = None
    swapped: bool = False


def judge_score(terms: ReportTerms, points: tuple[int, int]) -> ReportVerdict:
    """A reported final score, judged: could a match to this length end so?"""
    try:
        engine.check_final(terms.length, points, terms.variant, terms.engine_options, start=terms.start)
    except engine.RuleError as impossible:
        return ReportVerdict(refusal=impossible)
    return ReportVerdict(MatchScore(winner=int(points[1] > points[0]), points=points))


def judge_games(terms: ReportTerms, reported: Sequence[Mapping[str, Any]]) -> ReportVerdict:
    """The games of a match as they are reported, judged: in order, possible one by one, and the whole match.

    What follows from the rest of a game may be missing; the details have it.
    """
    try:
        found = games_played(terms, reported)
    except engine.RuleError as impossible:
        return ReportVerdict(refusal=impossible)
    details = found.as_dict()
    try:
        check_score_numbers(reported)
        check_report_games(found)
        if found.score.winner is None:
            one, two = found.score.points
            raise GamesIncomplete(
                "The games lead to %(score)s in a %(length)s-point match. Send all of them, or report the "
                "score.",
                {"score": f"{one}-{two}", "length": terms.length},
                score=[one, two],
            )
    except Refusal as refusal:
        return ReportVerdict(refusal=refusal, details=details)
    return ReportVerdict(match_score_of(details, swapped=False), details=details)


def games_played(terms: ReportTerms, reported: Iterable[Mapping[str, Any]]) -> engine.GamesVerdict:
    """What the engine finds in the games of a match, given as {"winner": 0, "points": 2, ...}."""
    games = (engine.Game(**{name: game.get(name) for name in engine.Game._fields}) for game in reported)
    return engine.check_games(terms.length, games, terms.start, terms.variant, terms.engine_options)


def check_score_numbers(reported: Sequence[Mapping[str, Any]]) -> None:
    """Raises GameOutOfOrder where a game says that it is another than the one in its place."""
    for place, game in enumerate(reported, 1):
        if game.get("number") not in (None, place):
            raise GameOutOfOrder(
                "Game %(number)s stands in the place of game %(place)s. List the games in the order in "
                "which they were played, each once.",
                {"number": game["number"], "place": place},
                number=game["number"],
                next=place,
            )


def check_report_games(found: engine.GamesVerdict) -> None:
    """Raises GamesImpossible, naming every fault."""
    if found.faults:
        first, more = found.faults[0], len(found.faults) - 1
        raise GamesImpossible(
            "Game %(game)s: %(fault)s. (%(count)s faults in all.) Correct it and send it again."
            if more
            else "Game %(game)s: %(fault)s. Correct it and send it again.",
            {"game": first.game, "fault": first.message, "count": more + 1},
            violations=found.as_dict()["violations"],
        )


def judge_transcript(terms: ReportTerms, transcript: bytes, names: Mapping[str, str] | None) -> ReportVerdict:
    """A submitted transcript, judged: readable, of these players, of this match, legal, complete.

    `names` says who is who where the reporter knows better than the names on file. What the engine's kernel
    vouches for is not read and played anew.
    """
    vouched = None if any(terms.start) else engine.vouched(transcript, terms.engine_options)
    if vouched is not None and is_whole_match(terms, vouched):
        return judge_players(terms, vouched.as_dict(), names)
    try:
        record = engine.read(transcript)
    except engine.Unreadable as unreadable:
        return ReportVerdict(
            refusal=TranscriptUnreadable(
                "What is wrong: %(fault)s. Export the match again, as text, and send the whole file.",
                {"fault": unreadable.sentence},
            )
        )
    record, options = record_as_judged(record, terms)
    details = engine.adjudicate(record, options).as_dict()
    try:
        swapped = transcript_columns_swapped(terms.names, details["players"], names)
        check_transcript_terms(terms, details)
        check_transcript_start(terms, record, swapped)
        check_transcript_play(details)
        if not details["complete"]:
            check_transcript_end(engine.match_standing(record, options))
    except Refusal as refusal:
        return ReportVerdict(refusal=refusal, details=details)
    return ReportVerdict(match_score_of(details, swapped), details=details, swapped=swapped)


def is_whole_match(terms: ReportTerms, verdict: engine.RecordVerdict) -> bool:
    """Whether a verdict is on a legal and complete record of such a match, from 0-0 on."""
    won = tuple(sum(game.points for game in verdict.games if game.winner == side) for side in (0, 1))
    return (
        verdict.verdict == "legal"
        and verdict.complete
        and (verdict.length, verdict.variant) == (terms.length, terms.variant)
        and verdict.score == won
    )


def judge_players(
    terms: ReportTerms, details: dict[str, Any], names: Mapping[str, str] | None
) -> ReportVerdict:
    """The verdict on a record of a whole match: whether it is of these players."""
    try:
        swapped = transcript_columns_swapped(terms.names, details["players"], names)
    except Refusal as refusal:
        return ReportVerdict(refusal=refusal, details=details)
    return ReportVerdict(match_score_of(details, swapped), details=details, swapped=swapped)


def record_as_judged(
    record: engine.MatchRecord, terms: ReportTerms
) -> tuple[engine.MatchRecord, engine.Options]:
    """The record as the match has it, and what it is judged by: the event's options, if it can be its."""
    record = match_score_as_played(record, terms)
    fits = (record.length, record.variant) == (terms.length, terms.variant)
    return record, terms.engine_options if fits else engine.Options()


def match_score_as_played(record: engine.MatchRecord, terms: ReportTerms) -> engine.MatchRecord:
    """The record with what few programs name in their files: its variant, and that it starts with Crawford.

    One that names no variant is of the match's own, unless it breaks the rules of that and keeps
    backgammon's. It starts with the Crawford game where penalty points have put a side at match point.
    """
    if terms.starts_with_crawford and record.games and sorted(record.games[0].score) == sorted(terms.start):
        record = replace(record, games=[replace(record.games[0], crawford=True), *record.games[1:]])
    if record.names_variant or record.variant == terms.variant or record.length != terms.length:
        return record
    own = replace(record, variant=terms.variant)
    if engine.adjudicate(own, terms.engine_options).violations and not engine.adjudicate(record).violations:
        return record
    return own


def check_transcript_terms(terms: ReportTerms, details: Mapping[str, Any]) -> None:
    """Raises WrongVariant or WrongLength."""
    if details["variant"] != terms.variant:
        raise WrongVariant(
            "The transcript is of %(found)s, the match is played in %(expected)s.",
            {
                "found": CodeWord(details["variant"], "variant"),
                "expected": CodeWord(terms.variant, "variant"),
            },
            expected=terms.variant,
            found=details["variant"],
        )
    if details["length"] != terms.length:
        raise WrongLength(
            "The transcript is of a %(found)s-point match, this match is played to %(expected)s points. "
            "Send the transcript of this match.",
            {"found": details["length"], "expected": terms.length},
            expected=terms.length,
            found=details["length"],
        )


def check_transcript_start(terms: ReportTerms, record: engine.MatchRecord, swapped: bool) -> None:
    """Raises WrongStart unless the first game starts at the score that the match does."""
    if not record.games:
        return
    left, right = record.games[0].score
    found = (right, left) if swapped else (left, right)
    if found != terms.start:
        raise WrongStart(
            "The transcript starts at %(found)s; the match, by its penalty points, starts at %(expected)s. "
            "Send a transcript of the whole match with this score set before the first game, or report the "
            "final score."
            if any(terms.start)
            else "The transcript starts at %(found)s; the match starts at %(expected)s. Send a transcript of "
            "the whole match with this score set before the first game, or report the final score.",
            {
                "found": f"{found[0]}-{found[1]}",
                "expected": f"{terms.start[0]}-{terms.start[1]}",
            },
            expected=list(terms.start),
            found=list(found),
        )


def check_transcript_play(details: Mapping[str, Any]) -> None:
    """Raises TranscriptIllegal, naming every violation."""
    violations = details["violations"]
    if violations:
        first = violations[0]
        where = (_("Game %(game)s, turn %(turn)s") if first["turn"] else _("Game %(game)s")) % first
        if first["player"] is not None:
            player = details["players"][first["player"]]
            where = _("%(where)s, %(player)s") % {"where": where, "player": player}
        raise TranscriptIllegal(
            "%(where)s: %(fault)s (%(count)s violations in all.)"
            if len(violations) > 1
            else "%(where)s: %(fault)s",
            {"where": where, "fault": first["message"], "count": len(violations)},
            violations=violations,
        )


def check_transcript_end(stands: engine.Standing | None) -> None:
    """Raises TranscriptIncomplete, saying where the match stands, if it is not over."""
    if stands is not None:
        one, two = stands.score
        raise TranscriptIncomplete(
            "The transcript stops at %(score)s in a %(length)s-point match. Send the whole match, or report "
            "the score.",
            {"score": f"{one}-{two}", "length": stands.length},
            score=[one, two],
            standing=stands.as_dict(),
        )


def match_score_of(details: Mapping[str, Any], swapped: bool) -> MatchScore:
    """What a complete legal transcript or list of games says, side one first whatever column it had there.

    `details` is the engine's verdict as a dictionary, fresh or read back from where it was kept.
    """
    left = int(swapped)
    games = tuple(
        {name: value for name, value in game.items() if name != "score"}
        | {"winner": game["winner"] if game["winner"] is None else game["winner"] ^ left}
        for game in details["games"]
    )
    points = details["score"][left], details["score"][1 - left]
    return MatchScore(details["winner"] ^ left, points, games)


def checked_match_options(options: Mapping[str, Any], variant: str, lengths: Iterable[int]) -> dict[str, Any]:
    """`options` if matches to all of `lengths` can be played so.

    Raises InvalidMatchOption, which names the wrong one.
    """
    try:
        chosen = engine.Options.from_mapping(options)
        for length in lengths:
            chosen.check_fits_match(length)
        engine.playable_variant(variant).with_options(chosen.variant)
    except engine.InvalidOption as wrong:
        raise InvalidMatchOption(
            "No match of %(variant)s can be played so: %(fault)s. Change or leave out %(option)r.",
            {"variant": CodeWord(variant, "variant"), "fault": wrong.sentence, "option": wrong.option[:40]},
            option=wrong.option,
        ) from None
    return dict(options)


# -- Scores


def capped_match_score(points: tuple[int, int], length: int) -> tuple[int, int]:
    """The score as it is shown: nobody gets more than the match's length."""
    return min(points[0], length), min(points[1], length)


def scores_after_games(
    games: Sequence[Mapping[str, Any]], points: tuple[int, int], length: int
) -> list[tuple[int, int]]:
    """The score after each of the games of a match that ended with these points, as it is shown.

    A match may begin above 0-0: what the games do not explain stood there before them.
    """
    running = list(points)
    for game in games:
        running[game["winner"] or 0] -= game["points"]
    scores = []
    for game in games:
        running[game["winner"] or 0] += game["points"]  # a draw has no winner and no points
        scores.append(capped_match_score((running[0], running[1]), length))
    return scores
