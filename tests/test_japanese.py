"""The Japanese of pages, mails and refusals, by the rules of docs/japanese.md that a program can check."""

import re

import pytest

from tests.catalogues import APPS, EOT, ROOT, catalogue, po_entries
from tests.each import check_all, each

JAPANESE = "[ぁ-んァ-ヶー一-龠々（）「」、。：？～]"
# What is written without a space beside Japanese: letters, digits, whatever fills a place, a tag.
LATIN = r"[A-Za-z0-9<>]"
PLACE = re.compile(r"%\(\w+\)[rs]|%%")
# How a sentence ends: politely, or with a word of its own that does.
POLITE = re.compile(
    r"(です|ます|ました|でした|ません|ください|でしょう|ようこそ|[ですます]か)$|(^|：)%\(fault\)s$"
)

# What no sentence here says, and what it says instead. Each is wrong wherever it stands.
WORDS = {
    r"対局": "試合, 対戦",
    r"選手": "プレーヤー",
    r"プレイヤー": "プレーヤー",
    r"マッチ(?!ポイント|ID)(?<!ポイントマッチ)": "試合 (but Nポイントマッチ)",
    r"クラブ": "同好会",
    r"大会(?!規定|係数)": "トーナメント (but 大会規定, 大会係数)",
    r"団体戦": "チーム戦",
    r"ブラケット": "トーナメント表, of a kind 区分",
    r"イリミネーション": "エリミネーション",
    r"イベント": "トーナメント",
    r"早指し": "ラピッド",
    r"ダイス": "サイコロ",
    r"係争": "裁定待ち",
    r"没収": "規定による勝ち, 規定による負け",
    r"上訴|抗議": "上告, 異議",
    r"役員": "運営担当者",
    r"反則の手": "反則手",
    r"直接対決": "直接対戦",
    r"自動ダブル": "オートマチックダブル",
    r"オランダルール": "ホーランドルール",
    r"クロフォード後": "ポストクロフォード",
    r"マネーセッション": "マネーゲーム",
    r"先手決め": "オープニング",
    r"上位表": "ランキング",
    r"ポンド": "池",
    r"返答": "回答",
    r"申し出": "本人申請",
    r"在籍": "会員登録",
    r"(?<!サービスの)(?<!自動)審判": "自動審判",
    r"ムーブ・|・ムーブ": "リーガルムーブ, レスポンシブルムーブ",
    r"既に|全て|出来|下さい|改めて": "すでに, すべて, でき, ください, あらためて",
    r"一つ|二つ|(?<!同)一人|二人|だれ|どうし": "1つ, 2つ, 1人, 2人, 誰, 同士",
    r"(?<!同|仕)様(?!子)": "さん, or nothing",
    r"[るたい]人は": "…場合は, …と",
}


@pytest.mark.parametrize("app", APPS)
def test_every_message_keeps_the_rules(app):
    check_all(check_message, [(key, texts[0]) for key, texts in po_entries(catalogue(app, "po")).items()])


def check_message(key, text):
    message = key.rpartition(EOT)[2]
    filled = PLACE.sub("X", text)
    assert not re.search(f"{JAPANESE} +({LATIN}|{JAPANESE})|{LATIN} +{JAPANESE}", filled), "a space too many"
    quoted = re.sub("「[^」]*」", "「」", filled)
    assert not re.search(rf"\([^()]*{JAPANESE}[^()]*\)", quoted), "brackets are （ ）"
    assert not re.search(rf"{JAPANESE}[,;:?!](?!\w)|{JAPANESE}\.(?![a-z])", quoted), (
        "、 ： ？ 。 are full width"
    )
    assert ("“" not in text and "”" not in text) or "「" in text, "quotations are 「 」"
    assert not text.endswith("。") or message.endswith("."), (
        "a full stop ends sentences, no label and no title"
    )
    assert message.endswith("?") or not text.endswith("？"), "a question where English has none"
    for sentence in re.findall("([^。\n]*)。", re.sub("（[^（）]*）", "", text)):
        assert POLITE.search(sentence), f"です・ます: {sentence}"


@pytest.mark.parametrize("app", APPS)
def test_no_word_that_is_always_wrong(app):
    check_all(check_words, [(texts[0],) for texts in po_entries(catalogue(app, "po")).values()])


def test_the_glossary_has_no_such_word():
    rows = (ROOT / "docs" / "glossary.md").read_text().splitlines()
    check_all(check_words, [(row.split(" | ")[1],) for row in rows if row.count(" | ") >= 2])


def check_words(text):
    # A player may be called anything, and Nポイントマッチ is one word.
    text = PLACE.sub("N", text)
    for wrong, right in WORDS.items():
        found = re.search(wrong, text)
        assert not found, f"{found[0]}: {right}"


@each(
    "message, text",
    [
        ("%(points)s points", "%(points)s ポイント"),
        ("API documentation", "API ドキュメント"),
        ("Match %(number)s", "第 %(number)s試合"),
        ("in %(club)s, staff", "スタッフ %(club)s"),
        ("hyper (two checkers)", "ハイパーバックギャモン(駒2枚)"),
        ("Reason:", "理由:"),
        ("Ann, Bob", "アン, ボブ"),
        ("the seed “x”", "くじの種“x”"),
        ("Walkover", "相手の棄権による不戦勝です。"),
        ("Is that so", "この結果でよいですか？"),
        ("Both sides forfeit.", "両者負け。"),
        ("How many matches win.", "何試合勝てば勝ちか。"),
        ("Wrong (by UTC). Ask.", "誤りである（UTC）。確認してください。"),
    ],
)
def test_what_offends_the_rules_is_found(message, text):
    with pytest.raises(AssertionError):
        check_message(message, text)


@each(
    "text",
    [
        "対局",
        "選手",
        "マッチの長さ",
        "同じ大会",
        "クラブの会員",
        "審判の所見",
        "山田様",
        "入札しない人は",
        "一人で",
    ],
)
def test_words_that_are_wrong_are_found(text):
    with pytest.raises(AssertionError):
        check_words(text)
