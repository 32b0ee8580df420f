"""Letters that are searched for as others: Latin ones beyond a to z, and older shapes of kanji in names.

Sources: ICAO Doc 9303-3, section 6 A (Latin letters in passports); the table of kanji in common use
(常用漢字表, Cabinet notification 2 of 2010), of whose older shapes those that stand in names are here, with
what families write for them besides.
"""

import re
import unicodedata

# Letters whose names in Unicode do not say which letter they are of.
_LATIN = {"æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ŋ": "n", "ĸ": "q", "ə": "e"}
# How letters are written where a keyboard has none of them, if that is not the bare letter.
DIGRAPHS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
_OF_A_LETTER = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH ")

# The shape that is searched for, before those that are taken for it.
_SHAPES = """
亜亞 会會 円圓 児兒 厳嚴 吉𠮷 与與 弥彌 塩鹽 増增 壮壯 寿壽 奥奧 学學 宝寶 実實
寛寬 将將 岳嶽 島嶋嶌 峰峯 崎﨑嵜 巻卷 広廣 応應 徳德 恵惠 戸戶 斉斎齋齊 晃晄 暁曉 曽曾
来來 条條 柳栁桺 栄榮 桑桒 桜櫻 桧檜 槙槇 横橫 歩步 気氣 沢澤 浄淨 浅淺 浜濱濵 淵渕渊
渋澁 渓溪 滝瀧 瀬瀨 為爲 瑶瑤 当當 県縣 真眞 礒磯 礼禮 秋穐 稲稻 竜龍 緑綠 総總
縄繩 聡聰 団團 国國 図圖 黒黑 黄黃 関關 薫薰 藪籔 芸藝 荘莊 蔵藏 衛衞 覚覺 豊豐
譲讓 辺邊邉 遥遙 郎郞 郷鄕 鉄鐵 鎮鎭 静靜 顕顯 館舘 船舩 富冨 高髙 亀龜 尭堯 従從
万萬 仏佛
"""
OLDER_SHAPES = {older: shapes[0] for shapes in _SHAPES.split() for older in shapes[1:]}
_AGAIN = "々"

# Kanji, with those of the supplementary planes, and hangul.
_UNSPACED = (("\u3400", "\u9fff"), ("\uac00", "\ud7a3"), ("\U00020000", "\U0003ffff"))


def plain_letters(text: str) -> str:
    """Lower-case text with each Latin letter as those of a to z that stand for it, and no accents on any.

    Marks without which a syllable of another script would be another one stay.
    """
    letters = "".join(_LATIN.get(char) or _bare_letter(char) for char in text)
    apart = unicodedata.normalize("NFD", letters)
    bare = "".join(
        char for char in apart if not (unicodedata.category(char) == "Mn" and unicodedata.combining(char))
    )
    return unicodedata.normalize("NFC", bare)


def _bare_letter(char: str) -> str:
    found = _OF_A_LETTER.match(unicodedata.name(char, ""))
    return found[1].lower() if found else char


def plain_kanji(text: str) -> str:
    """The text with each kanji in the shape of today's, repeated where it is marked: 佐々木 is 佐佐木."""
    shapes: list[str] = []
    for char in text:
        shapes.append(shapes[-1] if char == _AGAIN and shapes else OLDER_SHAPES.get(char, char))
    return "".join(shapes)


def is_unspaced(char: str) -> bool:
    """Whether words of its script are written without a space between names: kanji and hangul."""
    return any(first <= char <= last for first, last in _UNSPACED)
