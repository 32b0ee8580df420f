"""Matches as a device records them: their acts one by one."""

from random import Random
from typing import Any

from engine.playing import RecordedMatch, RecordedTerms


def acts_of_match(length: int = 3, seed: int = 1, start: tuple[int, int] = (0, 0)) -> list[list[Any]]:
    """The acts of a whole match, played at random but for doubles and plays: [["open", 3, 1], ...]."""
    random = Random(seed)
    match = RecordedMatch(RecordedTerms(length=length, players=("one", "two"), start=start))
    while actions := match.actions():
        match.act(*next_act(match, actions, random))
    return match.done


def next_act(match: RecordedMatch, actions: tuple[str, ...], random: Random) -> list[Any]:
    if "open" in actions:
        one, two = random.sample(range(1, 7), 2)
        return ["open", one, two]
    if "play" in actions:
        assert match.steps is not None
        plays = match.steps.variant.legal_plays(match.steps.position, match.steps.dice)
        # Who runs gets home, so that games end.
        steps = (
            max(plays.items(), key=lambda each: (sum(each[0].own[:7]), random.random()))[1] if plays else ()
        )
        return ["play", *(number for step in steps for number in step[:2])]
    if "roll" in actions:
        if "double" in actions and random.random() < 0.08:
            return ["double"]
        return ["roll", random.randint(1, 6), random.randint(1, 6)]
    return [
        "take"
        if "take" in actions and random.random() < 0.7
        else actions[-1]
        if "pass" in actions
        else actions[0]
    ]


def sent(acts: list[list[Any]], name: str = "a", first: int = 1) -> list[dict[str, Any]]:
    """Acts as the API takes them, each with a key of its own."""
    return [
        {"key": f"{name}-{number}", "action": action, "numbers": numbers}
        for number, (action, *numbers) in enumerate(acts, first)
    ]
