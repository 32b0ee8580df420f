"""Words for the engine's codes."""

import engine
from engine.options import CHOICES
from engine.unfinished import POSSIBLE_RULINGS
from matches.base.tags import chosen_rules
from matches.base.translation import word_tables


def test_every_possible_ruling_has_its_words():
    assert word_tables()["possible_ruling"].keys() == POSSIBLE_RULINGS.keys()


def test_every_choice_of_an_event_has_its_words():
    """What is usual needs none; what belongs to sessions for money cannot be chosen for a match."""
    usual = engine.Options()
    for name in ("illegal_plays", "crawford_double", "match_concession", "crawford", "holland"):
        for value in CHOICES[name]:
            said = value not in (getattr(usual, name), None, True) or (name, value) == ("holland", True)
            assert bool(chosen_rules({name: value}, "backgammon")) is said, (name, value)
    for known in engine.PLAYED.values():
        for name, found in known.options.items():
            for value in found.values:
                if value != found.default:
                    assert chosen_rules({"variant": {name: value}}, known.code), (known.code, name, value)
    assert chosen_rules({}, "backgammon") == []
