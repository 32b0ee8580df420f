"""Names folded. Sources: ICAO Doc 9303-3, section 6 A; the table of kanji in common use of 2010; NFKC."""

import unicodedata

from matches.search.rules.folding import folded_words, key_spellings, search_key, spellings, word_beginnings
from matches.search.rules.letters import OLDER_SHAPES
from tests.each import each


@each(
    "name, words",
    [
        ("Ann", "ann"),
        ("ANN  O'BRIEN", "ann obrien"),
        ("Jean-Luc d’Arc", "jean luc darc"),
        ("J.R. Smith, Jr.", "j r smith jr"),
        ("José Muñoz", "jose munoz"),
        ("Jose\u0301", "jose"),
        ("Søren Ørsted", "soren orsted"),
        ("Łukasz Żółć", "lukasz zolc"),
        ("Straße", "strasse"),
        ("STRASSE", "strasse"),
        ("Þórður Æsir", "thordur aesir"),
        ("Œuvre", "oeuvre"),
        ("Đặng Nguyễn", "dang nguyen"),
        ("İstanbul Işık", "istanbul isik"),
        ("Ħamrun Ŧ ŋ ə ð ĸ", "hamrun t n e d q"),
        ("Ａｎｎ　Ｂｏｂ", "ann bob"),
        ("ﬁn", "fin"),
        ("わたなべ　けん", "watanabe ken"),
        ("ﾜﾀﾅﾍﾞ・ｹﾝ", "watanabe ken"),
        ("がぎ", "gagi"),
        ("か\u3099", "ga"),
        ("渡邊 健", "渡辺 健"),
        ("佐々木", "佐佐木"),
        ("髙﨑", "高崎"),
        ("山ノ内", "山no内"),
        ("김철수", "김철수"),
        ("Йорданов", "иорданов"),
        ("Ελένη", "ελενη"),
        ("Ann / Bob", "ann bob"),
        ("Tuesday #5 (Swiss)", "tuesday 5 swiss"),
        ("100 %_\\|", "100"),
        ("♠ ♥", ""),
        ("", ""),
    ],
)
def test_words_of_a_name(name, words):
    assert " ".join(folded_words(name)) == words


@each(
    "name, typed",
    [
        ("Müller", ["muller", "mueller", "MÜLLER", "Mu\u0308ller"]),
        ("Sørensen", ["sorensen", "soerensen"]),
        ("Århus", ["arhus", "aarhus"]),
        ("わたなべ", ["watanabe", "ワタナベ", "ﾜﾀﾅﾍﾞ"]),
        ("さとう", ["satou", "sato", "satoh", "satō"]),
        ("Satō", ["さとう", "sato", "satou"]),
        ("ふじわら じゅん", ["fujiwara jun", "huziwara zyun", "hujiwara jyun", "フジワラ　ジュン"]),
        ("Shimbashi", ["しんばし", "sinbasi"]),
        ("渡邉", ["渡辺", "渡邊"]),
        ("斎藤", ["斉藤", "齋藤", "齊藤"]),
        ("佐佐木", ["佐々木"]),
    ],
)
def test_a_name_is_found_by_all_it_is_typed_as(name, typed):
    own = set(spellings(name))
    for text in typed:
        assert own & set(spellings(text)), text


@each(
    "names, key",
    [
        (["Ann"], "| ann |"),
        (["Anna Müller"], "| anna muller | anna mueller |+ annamuller |+ annamueller |"),
        (["渡辺健"], "| 渡辺健 |- 辺健 |- 健 |"),
        (["渡辺 健", "わたなべ けん"], "| 渡辺 健 | watanabe ken |+ 渡辺健 |+ watanabeken |- 辺 |"),
        (["Ann", ""], "| ann |"),
        (["Ann", "ANN"], "| ann |"),
        (["Fuji"], "| fuji | huzi |"),
        (["♠"], ""),
        ([""], ""),
    ],
)
def test_the_key_of_names(names, key):
    assert search_key(*names) == key


def test_spellings_are_read_back_from_a_key():
    assert key_spellings(search_key("Anna Müller")) == [("anna", "muller"), ("anna", "mueller")]
    assert key_spellings("") == []


def test_no_name_breaks_a_key():
    """What parts a key stands in no word of it."""
    for code in range(0x20, 0x3000):
        words = folded_words(chr(code))
        assert not set("".join(words)) & set(" |+-%_\\"), hex(code)


def test_older_shapes_are_single_letters_that_nothing_else_folds():
    for older, shape in OLDER_SHAPES.items():
        assert unicodedata.normalize("NFKC", older) == older
        assert shape not in OLDER_SHAPES


@each("word, begun", [("shi", ("shi", "si")), ("sh", ("sh", "si", "sy")), ("bob", ("bob",)), ("健", ("健",))])
def test_how_what_is_typed_begins(word, begun):
    assert word_beginnings(word) == begun
