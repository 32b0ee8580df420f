"""The contract every format keeps, and events played in the pure core, which its tests are made of."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tournaments.formats import FORMATS, Format, History, Pairing, PairingResult, Place
from tournaments.formats.teams import team_match_of_slot

# The points of the matches of a played-out event.
LENGTH = 7


SE, RR = "single_elimination", "round_robin"
# Options that are neither a number nor a choice, as directors may write them.
WRITTEN: dict[str, dict[str, dict]] = {
    "teams": {
        "knockout": {"event": {"format": SE}, "boards": 2},
        "double-elimination": {"event": {"format": "double_elimination"}, "boards": 2, "level": "decider"},
        "swiss": {"event": {"format": "swiss", "options": {"rounds": 3}}, "boards": 4, "points": True},
        "swiss-drawn": {
            "event": {"format": "swiss", "options": {"rounds": 3}},
            "boards": 2,
            "level": "drawn",
        },
        "lives": {"event": {"format": "lives"}, "boards": 2, "level": "decider"},
        "groups": {"event": {"format": "groups"}, "boards": 2, "level": "decider"},
    },
    "stages": {
        "consolation": {
            "stages": [
                {"format": RR, "group_size": 4, "drawing": "pots"},
                {"format": SE, "from": [{"stage": 1, "places": [1]}]},
                {"format": "double_elimination", "from": [{"stage": 1}]},
            ]
        },
        "swiss-then-knockout": {
            "stages": [
                {"format": "swiss"},
                {"format": SE, "from": [{"stage": 1, "places": [1, 2, 3, 4]}]},
                {"format": "lives", "from": [{"stage": 1}]},
            ]
        },
        "seeded-to-the-final": {
            "stages": [
                {"format": SE},
                {"format": RR, "from": [{"stage": 0, "places": [1]}, {"stage": 1, "places": [1]}]},
            ]
        },
        "groups-twice": {
            "stages": [
                {"format": RR, "group_size": 4},
                {"format": RR, "group_size": 4, "from": [{"stage": 1, "places": [1, 2]}]},
                {"format": SE, "from": [{"stage": 2, "places": [1]}, {"stage": 1, "places": [3], "best": 1}]},
            ]
        },
    },
}


def samples() -> dict[str, Format]:
    """Every format as it comes, and with each choice and the bounds of each number, one option at a time."""
    found = {}
    for code, made in FORMATS.items():
        found[code] = made.from_mapping({})
        found |= {f"{code}-{name}": made.from_mapping(given) for name, given in WRITTEN.get(code, {}).items()}
        for option in made.options_as_json():
            bounds = [option[name] for name in ("minimum", "maximum") if option[name] is not None]
            choices = option["choices"] or bounds or [True, False]
            for value in choices:
                if value != option["default"] and isinstance(option["default"], bool | int | str):
                    found[f"{code}-{option['name']}-{value}"] = made.from_mapping({option["name"]: value})
    return found


def results(**of_slots: tuple[int, int, int | None]) -> dict:
    """results(R1_M1=(1, 4, 1)): in R1-M1, 1 met 4 and won."""
    return {
        (key.replace("_", "-"), frozenset(decided[:2])): PairingResult(*decided)
        for key, decided in of_slots.items()
    }


def with_result(history: History, decided: PairingResult, key: str) -> History:
    meet = (key, frozenset((decided.one, decided.two)))
    return replace(history, results={**history.results, meet: decided})


def with_published(format: Format, history: History) -> History:
    """The history with every round published that can be."""
    while round_pairings := format.due_round_pairings(history):
        history = replace(history, paired_rounds=(*history.paired_rounds, round_pairings))
    return history


def score(random: Random, one_won: bool) -> tuple[int, int]:
    less = random.randrange(LENGTH)
    return (LENGTH, less) if one_won else (less, LENGTH)


def play_out(
    format: Format, size: int, random: Random, withdrawals: int = 0, drawn: bool = False, at_once: int = 1
) -> Iterator[History]:
    """Histories of an event: random winners, results in any order, withdrawals in between.

    With `drawn` some matches end without a winner. Between two histories up to `at_once` results come in.
    """
    entries = tuple(range(101, 101 + size))
    history = with_published(format, History(entries, seed="lots", ratings=dict.fromkeys(entries, 1500.0)))
    yield history
    while due := format.due_pairings(history):
        if withdrawals and random.random() < 0.3:
            withdrawals -= 1
            gone = random.choice(history.entries)
            if gone not in history.withdrawn:
                history = replace(history, withdrawn=history.withdrawn | {gone}, left=(*history.left, gone))
        else:
            for pairing in random.sample(due, min(len(due), random.randint(1, at_once))):
                winner = random.choice([pairing.one, pairing.two, *([None] if drawn else [])])
                points = (0, 0) if winner is None else score(random, winner == pairing.one)
                decided = PairingResult(pairing.one, pairing.two, winner, points, winner is not None)
                history = with_result(history, decided, pairing.key)
        history = with_published(format, history)
        yield history


def check_play(format: Format, size: int, withdrawals: int = 0, drawn: bool = False) -> None:
    """Plays an event of random results to its end, and asserts at every step what a format promises."""
    seen: dict[str, Pairing] = {}
    ranges: dict[int, tuple[int, int]] = {}
    clinched: dict[int, Place] = {}
    steps: dict[int, tuple[str, int]] = {}
    matches = sum(
        len(slots) for part in format.draw_parts(History(tuple(range(size)))) for slots in part.rounds
    )
    # A small event is looked at after nearly every result, a large one now and then, and at its end.
    looks = 40 if size < 10 else 12
    at_once = (1 + max(matches // looks, size * size // 75)) * max(format.team_size, 1)
    events = play_out(format, size, Random(size), withdrawals, drawn, at_once=at_once)
    for number, history in enumerate(events):
        due = format.due_pairings(history)
        if due and size >= 34 and number % 8:
            continue
        asked = [(entry, pairing) for pairing in due for entry in (pairing.one, pairing.two)]
        busy = [(entry, pairing.board) for entry, pairing in asked]
        assert len(busy) == len(set(busy)), "nobody is asked to play two matches at once"
        meets = {(entry, pairing.one + pairing.two - entry) for entry, pairing in asked}
        assert len(meets) == len({entry for entry, _ in asked}), "nor a team to meet two others"
        assert all(bool(board) == bool(format.team_size) for _, board in busy), "teams play on boards"
        assert history.withdrawn.isdisjoint(entry for entry, _ in asked), "nobody who has left is asked"
        assert format.due_pairings(history) == due, "same history, same answer"
        assert format.due_round_pairings(history) is None, "what can be published is published"
        for pairing in due:
            assert seen.setdefault(pairing.key, pairing) == pairing, "a key means one match"
            for entry in (pairing.one, pairing.two):
                match = team_match_of_slot(pairing.key) if pairing.board else pairing.key
                key, step = steps.get(entry, (match, pairing.step))
                assert step < pairing.step or key == match, "an entry's later match has a greater step"
                steps[entry] = match, pairing.step
        known = format.known_pairings(history)
        assert set(due) <= set(known), "what is due is known"
        for pairing in known:
            assert seen.setdefault(pairing.key, pairing) == pairing, "what is known comes as it was said"
            assert pairing.meet_key not in history.results, "what has been played is not to be played"
        parts = format.draw_parts(history)
        codes = {part.code for part in parts}
        assert all(format.has_part(part.code) for part in parts if part.rounds), "parts are called as it says"
        stands = format.pairings(history)
        assert {pairing.part for pairing in stands} <= codes, "a pairing is in a part"
        assert {round_pairings.part for round_pairings in history.paired_rounds} <= codes, (
            "round pairings are of a part"
        )
        places = format.standings(history)
        assert sorted(place.entry for place in places) == sorted(history.entries), "everybody has a place"
        assert format.is_over(history) == (not due)
        assert set(due) <= set(stands), "what can be played stands"
        played = {pairing.meet_key for pairing in stands} - {pairing.meet_key for pairing in due}
        assert played == set(history.results), "what has been played stands, while nothing is corrected"
        # Two opponents who both withdraw, or both lose, leave a place to be shared by those who went out
        # before them.
        for place in () if withdrawals or drawn or places[0].points is not None else places:
            final = ranges.setdefault(place.entry, (1, size))
            assert final[0] <= place.first <= place.last <= final[1], "what is still possible only narrows"
            ranges[place.entry] = (place.first, place.last)
            assert not place.clinched or clinched.setdefault(place.entry, place) == place, (
                "clinched is clinched"
            )
    assert all(place.clinched for place in places), "it ends with one complete set of placings"
    for number, place in enumerate(places, 1):
        assert place.first <= number <= place.last, "best first, and nobody counted twice"


def composed_of(code: str) -> Iterator[Format]:
    """What other formats make of a format: a stage that feeds another, and what teams play."""
    yield FORMATS["stages"].from_mapping(
        {"stages": [{"format": code}, {"format": SE, "from": [{"stage": 1, "places": [1, 2]}]}]}
    )
    yield FORMATS["teams"].from_mapping({"event": {"format": code}, "boards": 3})


def check_nothing_to_play(format: Format, size: int) -> None:
    """Of a field too small to play, of 0 or 1."""
    history = History(entries=tuple(range(size)))
    assert format.due_round_pairings(history) is None
    assert format.due_pairings(history) == ()
    assert format.is_over(history)
    assert [place.first for place in format.standings(history)] == [1] * size


def check_strangers(format: Format) -> None:
    """A result of other players is not taken for that of a slot."""
    history = with_published(format, History(entries=(1, 2, 3, 4)))
    pairing = format.due_pairings(history)[0]
    strangers = [entry for entry in history.entries if entry not in (pairing.one, pairing.two)]
    mistaken = replace(
        history, results={(pairing.key, frozenset(strangers)): PairingResult(*strangers, strangers[0])}
    )
    assert pairing in format.due_pairings(mistaken)
