"""Words of the room for codes: what programs compare, said to people in their language."""

import re
from collections.abc import Mapping

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.words import gettext_lazy as text
from matches.base.translation import translate_text
from tournaments.formats import FORMATS

# The parts that there is one of: those that several formats have, and what a format has of its own.
PARTS: dict[str, str | Promise] = {
    "main": _("Main bracket"),
    "winners": _("Winners’ bracket"),
    "losers": _("Losers’ bracket"),
    "final": pgettext_lazy("part", "Final"),
    "third_place": _("Match for third place"),
    "consolation": _("Consolation"),
    "last_chance": _("Last chance"),
    "play_off": _("Play-off"),
    **{
        code: lazy(translate_text, str)(word)
        for format in FORMATS.values()
        for code, word in format.own_parts.items()
    },
}

# Parts that are numbered: "group-2".
NUMBERED: dict[str, str | Promise] = {
    "group": _("Group %(number)s"),
    "stage": _("Stage %(number)s"),
    "round": pgettext_lazy("part", "Round %(number)s"),
}

# Rounds of brackets that are side by side on one page.
ROUNDS_IN_SHORT: dict[str, str | Promise] = {
    "winners": _("Winners %(number)s"),
    "losers": _("Losers %(number)s"),
}

# From the last round backwards; earlier ones are numbered.
LAST_ROUNDS: tuple[str | Promise, ...] = (
    pgettext_lazy("round", "Final"),
    _("Semi-finals"),
    _("Quarter-finals"),
)

# Brackets that lead to a final in another part.
UNNAMED = ("winners", "losers")

NUMBERED_PART = re.compile(r"(?P<kind>[a-z]+)-(?P<number>[0-9]+)(-(?P<rest>.+))?")

# A reason that the service itself gives.
LOSER_WITHDREW = text("The loser has withdrawn.")

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "service_reason": {LOSER_WITHDREW: LOSER_WITHDREW},
    "format": {code: format.name for code, format in FORMATS.items()},
    "tournament_state": {
        "open": _("Open for entries"),
        "running": _("Running"),
        "finished": _("Finished"),
        "called_off": _("Called off"),
    },
    "edited_field": {
        "listed": _("Listed"),
        "venue": _("Venue"),
        "tables_assigned": _("Matches are called"),
        "called_first": _("Called before others"),
        "starts_at": _("Starts"),
        "ends_at": _("Ends"),
        "capacity": _("Takes at most"),
        "entries_open_at": _("Entries open"),
        "entries_close_at": _("Entries close"),
        "check_in": _("Check-in"),
        "self_check_in": _("Players check themselves in"),
        "entries_need_approval": _("Entries need approval"),
        "format": _("Format"),
        "format_options": _("Options of the format"),
        "lengths": _("Match lengths"),
        "rounds": _("What differs in some rounds"),
        "tiebreaks": _("Tie-breaks"),
        "pairings_need_approval": _("Rounds wait for approval"),
        "entrants": _("Who enters"),
    },
    "application_state": {
        "open": _("Waits for an answer"),
        "approved": _("Approved"),
        "refused": pgettext_lazy("application", "Refused"),
        "withdrawn": pgettext_lazy("application", "Withdrawn"),
        "lapsed": _("Lapsed"),
    },
    "entrants": {
        "singles": _("Singles"),
        "doubles": pgettext_lazy("entrants", "Doubles"),
        "teams": _("Teams"),
    },
    "side": {
        "singles": _("Player"),
        "doubles": _("Pair"),
        "teams": _("Team"),
    },
    "seeding": {
        "rating": _("Seeded by rating"),
        "manual": _("Seeded by the director"),
        "ranking": _("Seeded by ranking"),
        "random": _("Drawn by lot"),
    },
    "fixture_change": {
        "superseded": _("no longer counts:"),
        "reinstated": _("counts again:"),
        "paired": _("newly set up:"),
        "re_paired": _("others meet:"),
    },
    "merge_count": {
        "tournaments": _("Tournaments"),
    },
    "sat_out": {
        "bye": _("bye"),
        "late": _("came later"),
        "absent": _("absent"),
        "left": _("withdrew"),
    },
    # What a director chooses of a format: its options, and what each may be.
    "format_option": {
        "third_place": _("Match for third place"),
        "final": _("How the final is played"),
        "enters": _("Who goes on in the consolation"),
        "last_chance": _("Rounds that lead to a last chance"),
        "meetings": _("How often two meet"),
        "rounds": _("Rounds"),
        "order": pgettext_lazy("pairings", "Order"),
        "withdrawal": _("When somebody leaves"),
        "groups": _("Groups"),
        "group_size": _("Size of a group"),
        "advance": _("How many of each group advance"),
        "fill": _("The best of the next place fill up"),
        "drawing": _("How groups are drawn"),
        "stages": pgettext_lazy("part", "Stages"),
        "leave_after": _("Losses after which somebody leaves"),
        "first_round": _("How round 1 is paired"),
        "bye": _("What a bye is worth"),
        "unplayed": _("Rounds without a match"),
        "pairing": _("When a round is paired"),
        "lives": pgettext_lazy("option", "Lives"),
        "bye_wins": _("A bye counts as a win"),
        "section_size": _("Size of a section"),
        "wins": _("Wins that take a final of two"),
        "event": _("What the teams play"),
        "boards": pgettext_lazy("option", "Boards"),
        "points": _("Points of all boards break ties"),
        "level": _("When a match of teams is level"),
    },
    "format_choice": {
        "final:none": _("None: who is unbeaten has won"),
        "final:single": _("One final decides"),
        "final:conditional": _("A second final if the unbeaten one loses"),
        "enters:first_round": _("Who loses in the first round"),
        "enters:first_match": _("Who loses a first match, be it after a bye"),
        "enters:round_of_16": _("Who loses up to the last sixteen"),
        "enters:quarter_finals": _("Who loses up to the quarter-finals"),
        "enters:semi_finals": _("Who loses up to the semi-finals"),
        "enters:final": _("Everybody who loses"),
        "order:as_available": _("As players are free"),
        "order:by_rounds": _("Round by round"),
        "order:slide": _("Top half against bottom half"),
        "order:lots": _("By lot"),
        "order:rating": _("Nearest ratings"),
        "order:record": _("Those with equally many lives"),
        "order:high_low": _("Most wins against fewest"),
        "withdrawal:half": _("Void if less than half is played"),
        "withdrawal:forfeit": _("What is not played is forfeit"),
        "withdrawal:void": _("All their matches are void"),
        "drawing:snake": _("In the order of the draw, to and fro"),
        "drawing:pots": _("By lot from seeding pots"),
        "first_round:lots": _("By lot"),
        "first_round:seeds": _("Top half against bottom half"),
        "bye:full": _("A win"),
        "bye:half": _("Half a win"),
        "bye:none": _("Nothing"),
        "unplayed:fide_2026": _("By FIDE’s rules of 2026"),
        "unplayed:legacy": _("By the rules before"),
        "pairing:rounds": _("When the round before is over"),
        "pairing:continuous": _("As players get free"),
        "level:first_board": _("The first board that somebody won"),
        "level:decider": _("One board more between the first players"),
        "level:drawn": _("Nothing: it is drawn"),
    },
    # Kinds of parts of a draw, without stage and number.
    "bracket": {
        **PARTS,
        "group": _("Groups"),
        "stage": pgettext_lazy("part", "Stages"),
        "round": _("Rounds"),
    },
}


def tournament_part_name(code: str) -> str:
    """What a bracket, group or division is called; of several stages, the stage first."""
    if code in PARTS:
        return str(PARTS[code])
    found = NUMBERED_PART.fullmatch(code)
    if found is None or found["kind"] not in NUMBERED:
        return code
    name = str(NUMBERED[found["kind"]]) % {"number": found["number"]}
    return part_of_whole(name, tournament_part_name(found["rest"])) if found["rest"] else name


def part_of_whole(whole: str, part: str) -> str:
    """A part by the name of what it belongs to and its own: "Stage 2, Main bracket"."""
    return gettext("%(whole)s, %(part)s") % {"whole": whole, "part": part}


def kind_of_tournament_part(code: str) -> str:
    """The kind of a part, without its stage: "losers" of "stage-2-losers"."""
    found = NUMBERED_PART.fullmatch(code)
    return kind_of_tournament_part(found["rest"]) if found is not None and found["rest"] else code


def tournament_round_name(part: str, number: int, rounds: int, slots: int, *, is_bracket: bool) -> str:
    """What a round is called: by how many are left of a bracket, else by its number.

    rounds: how many its part has. slots: how many matches are in it, byes too.
    """
    kind = kind_of_tournament_part(part)
    if kind == "third_place":
        return str(PARTS[kind])
    if kind == "final":
        return str(PARTS[kind]) if number == 1 else gettext("Second final")
    left = rounds - number
    # The semi-finals are two matches: elsewhere a round has others to wait for.
    is_named = left < len(LAST_ROUNDS) and slots in (0, 1 << left)
    if is_bracket and kind not in UNNAMED and is_named:
        return str(LAST_ROUNDS[left])
    return gettext("Round %(number)s") % {"number": number}
