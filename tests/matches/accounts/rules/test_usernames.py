"""Usernames as people see them. Sources: UTS #39, sections 4 (skeletons) and 5.2 (mixed scripts)."""

import pytest

from matches.accounts.rules.usernames import (
    has_other_characters,
    mixes_scripts,
    scripts_of,
    username_folded,
    username_skeleton,
)
from tests.each import each


@each(
    "one, two",
    [
        ("Ann", "ann"),
        ("Ａｎｎ", "ann"),
        ("STRASSE", "straße"),
        ("éva", "e\u0301va"),
        ("ﬁn", "fin"),
        # Of other letters, or digits: Cyrillic, Greek, the capital i.
        ("раура", "paypa"),
        ("αο", "ao"),
        ("AIice", "alice"),
        ("a1ice", "alice"),
        ("b0b", "bob"),
        ("modern", "modem"),
        ("山田ロ", "山田口"),
        ("カ", "力"),
        ("ー", "一"),
    ],
)
def test_these_are_taken_for_each_other(one, two):
    assert username_skeleton(one) == username_skeleton(two)


@each("one, two", [("ann", "anne"), ("bob", "rob"), ("山田", "山本"), ("login1", "login2"), ("éva", "eva")])
def test_these_are_not(one, two):
    assert username_skeleton(one) != username_skeleton(two)


@each("one, two", [("a1ice", "alice"), ("раура", "paypa"), ("山田ロ", "山田口")])
def test_the_login_takes_no_name_for_one_that_only_looks_like_it(one, two):
    assert username_folded(one) != username_folded(two)


@each(
    "name, mixed",
    [
        ("ann", False),
        ("Анна", False),
        ("annа", True),  # the last letter is Cyrillic
        ("Ωmega", True),
        ("山田taro", False),
        ("やまだタロウ", False),
        ("ラーメン7", False),
        ("ann.7@x-y_z+1", False),
        ("김철수kim", False),
        ("ㄅ山ann", False),
        ("やまだ김", True),
        ("Аяや", True),
        ("123", False),
        ("ann٣", True),  # an Arabic digit
    ],
)
def test_letters_are_of_one_script(name, mixed):
    assert mixes_scripts(name) is mixed, scripts_of(name)


@pytest.mark.parametrize(
    "hidden", [" ", "\u200b", "\u200d", "\u202e", "\ufeff", "\u00ad", "!", "/", "\u0000", "☃"]
)
def test_nothing_hides_in_a_name(hidden):
    assert has_other_characters(f"a{hidden}b")
    assert not has_other_characters("ab")


def test_a_skeleton_is_its_own():
    for name in ("AIice", "раура", "modern", "山田ロ", "Straße7"):
        assert username_skeleton(username_skeleton(name)) == username_skeleton(name)
