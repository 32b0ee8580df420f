"""Kana in Latin letters. Sources: ISO 3602, the Hepburn of Japan's passports, JIS X 4063:2000."""

from matches.search.rules.kana import KANA, hiragana, kana_to_letters, romaji_sound, romaji_sounds_begun
from tests.each import each


@each(
    "kana, letters",
    [
        ("わたなべ", "watanabe"),
        ("ワタナベ", "watanabe"),
        ("しちつふじ", "shichitsufuji"),
        ("ぢづを", "jizuo"),
        ("きょうこ", "kyouko"),
        ("しゃしゅしょ", "shashusho"),
        ("ちゃんじゅん", "chanjun"),
        ("ぢゃ", "ja"),
        ("はっとり", "hattori"),
        ("まっちゃ", "matcha"),
        ("しんいち", "shinichi"),
        ("ジョー", "jo"),
        ("ローラ", "rora"),
        ("ヴァレリー", "vareri"),
        ("ヴ", "vu"),
        ("ウィリアム", "wiriamu"),
        ("ティナとディアナ", "tinatodiana"),
        ("ファン", "fan"),
        ("ツァイ", "tsai"),
        ("チェ", "che"),
        ("クァ", "kwa"),
        ("みすゞ", "misuzu"),
        ("さゝき", "sasaki"),
        ("いすゞ", "isuzu"),
        ("あぁ", "aa"),
        ("ゃ", "ya"),
        ("っ", ""),
        ("ー", "ー"),
        ("健ー", "健ー"),
        ("Tanaka たろう", "Tanaka tarou"),
    ],
)
def test_kana_in_letters(kana, letters):
    assert kana_to_letters(hiragana(kana)) == letters


def test_every_kana_has_a_sound_of_its_letters():
    for kana, letters in KANA.items():
        assert romaji_sound(letters), kana


@each(
    "spellings",
    [
        # What Kunrei and Hepburn write otherwise, in the order of the table.
        ("shi", "si"),
        ("chi", "ti"),
        ("tsu", "tu"),
        ("fu", "hu"),
        ("ji", "zi"),
        ("sha", "sya"),
        ("shu", "syu"),
        ("sho", "syo"),
        ("cha", "tya", "cya"),
        ("ja", "zya", "jya"),
        ("zu", "du", "dzu"),
        ("wo", "o"),
        # Long vowels, as they are written, left out, or marked by an h.
        ("satou", "sato", "satoh", "satoo"),
        ("ohno", "ono", "oono", "ouno"),
        ("yuuki", "yuki"),
        ("niigata", "nigata"),
        ("toukyou", "tokyo"),
        # The n before b, m, p; doubled consonants.
        ("shimbashi", "sinbasi"),
        ("hamma", "hanma"),
        ("matcha", "maccha", "mattya"),
        ("fujii", "huzii", "huzi"),
        ("tsuchiya", "tutiya"),
    ],
)
def test_these_sound_alike(spellings):
    assert len({romaji_sound(each) for each in spellings}) == 1
    assert romaji_sound(spellings[0])


@each(
    "one, two",
    [
        ("joe", "zoe"),
        ("kana", "kanna"),
        ("hatori", "hattori"),
        ("sato", "saito"),
        ("yumi", "yuumei"),
        ("ken", "kenn"),
        ("kiyo", "kyo"),
        ("ohara", "oara"),
    ],
)
def test_these_do_not(one, two):
    assert romaji_sound(one) != romaji_sound(two)


@each("word", ["fuchs", "bob", "smith", "li", "渡辺", "noah", "x", "jan7"])
def test_these_are_not_japanese(word):
    assert romaji_sound(word) is None


@each(
    "typed, name",
    [
        ("s", "sato"),
        ("sh", "shimizu"),
        ("sh", "shoji"),
        ("ch", "chiba"),
        ("c", "chiba"),
        ("ts", "tsuda"),
        ("t", "tsuda"),
        ("j", "junichi"),
        ("j", "jiro"),
        ("jy", "junko"),
        ("f", "fujita"),
        ("watan", "watanabe"),
        ("hatt", "hattori"),
        ("matc", "matcha"),
        ("satoh", "sato"),
        ("satou", "sato"),
        ("kyo", "kyouko"),
        ("dz", "zushi"),
    ],
)
def test_so_much_typed_begins_the_name(typed, name):
    assert any(romaji_sound(name).startswith(begun) for begun in romaji_sounds_begun(typed))


def test_sh_begins_nothing_that_begins_with_another_s():
    assert not any(romaji_sound("sato").startswith(begun) for begun in romaji_sounds_begun("sh"))
    assert romaji_sounds_begun("jansx") == ()
