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
