"""The Japanese catalogues: complete, current, and compiled."""

import ast
import gettext
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).parent.parent
APPS = ("config", "engine", "matches", "tournaments")
every_app = pytest.mark.parametrize("app", APPS)

# Arguments of each marking function: where context, singular and plural stand.
MARKS = {
    "gettext": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
}
CALL = re.compile(r"""\bn?p?gettext\((?:[^()'"]|'(?:\\.|[^'])*'|"(?:\\.|[^"])*")*\)""")
TAG = re.compile(r"{% *(?:block)?translate\b")
# The separator of context and message in compiled catalogues.
EOT = "\x04"


def po_entries(path):
    """{message, with its context: [translations]} of a .po file, its header left out."""
    entries = {}
    for block in path.read_text().split("\n\n"):
        assert "fuzzy" not in block
        parts, current = {}, ""
        for line in block.splitlines():
            if line.startswith("#"):
                assert not line.startswith("#~"), "obsolete entries are deleted"
                continue
            keyword, _, text = line.partition(" ") if not line.startswith('"') else (current, "", line)
            current = keyword
            parts[current] = parts.get(current, "") + ast.literal_eval(text)
        message = parts["msgid"]
        if message:
            key = f"{parts['msgctxt']}{EOT}{message}" if "msgctxt" in parts else message
            assert key not in entries, f"{key!r} stands twice"
            entries[key] = [text for keyword, text in parts.items() if keyword.startswith("msgstr")]
    return entries


def mo_entries(path):
    """The same of a compiled .mo file."""
    with path.open("rb") as compiled:
        catalogue = gettext.GNUTranslations(compiled)._catalog
    entries = {}
    for key, text in catalogue.items():
        message = key[0] if isinstance(key, tuple) else key
        if message:
            entries.setdefault(message, []).append(text)
    return entries


def catalogue(app, kind):
    return ROOT / app / "locale" / "ja" / "LC_MESSAGES" / f"django.{kind}"


def marked(app):
    """Every message that the app's code and templates mark for translation."""
    found = set()
    for path in (ROOT / app).rglob("*.py"):
        found |= marked_in(path.read_text(), aliases=aliases(path.read_text()))
    for path in (ROOT / app).rglob("templates/**/*.html"):
        # Django's own extractor turns a template into calls, with X for everything between them.
        calls = CALL.findall(templatize(path.read_text()))
        assert len(calls) == len(TAG.findall(path.read_text())), path
        for call in calls:
            found |= marked_in(call, aliases={})
    return found


def aliases(source):
    """What a module calls the marking functions it imports: {"_": "gettext"}. Pure modules have their own."""
    return {
        name.asname or name.name: name.name.removesuffix("_lazy")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        and (
            node.module in ("django.utils.translation", "engine.words")
            or (node.level and node.module == "words")
        )
        for name in node.names
    }


def marked_in(source, aliases):
    found = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        mark = MARKS.get(aliases.get(node.func.id, node.func.id))
        if mark is None:
            continue
        context, message, _ = mark
        words = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        found.add(words[message] if context is None else f"{words[context]}{EOT}{words[message]}")
    return found


@every_app
def test_everything_is_translated(app):
    entries, file = po_entries(catalogue(app, "po")), catalogue(app, "po").relative_to(ROOT)
    wanted = marked(app)
    assert wanted, "there is something to translate"
    assert wanted - entries.keys() == set(), f"write them into {file}"
    assert entries.keys() - wanted == set(), f"nothing says them any more: take them out of {file}"
    assert [key for key, texts in entries.items() if not all(texts)] == [], f"translate them in {file}"


@every_app
def test_the_compiled_catalogue_is_the_written_one(app):
    assert mo_entries(catalogue(app, "mo")) == po_entries(catalogue(app, "po")), (
        "run ./run manage compilemessages, and commit the .mo"
    )


@every_app
def test_placeholders_survive(app):
    for key, texts in po_entries(catalogue(app, "po")).items():
        for text in texts:
            assert set(re.findall(r"%\(\w+\)s", text)) == set(re.findall(r"%\(\w+\)s", key)), key
            assert text.count("<code>") == key.count("<code>"), key


def test_words_that_stand_in_two_catalogues_agree():
    seen = {}
    for app in APPS:
        for key, texts in po_entries(catalogue(app, "po")).items():
            assert seen.setdefault(key, texts) == texts, key


def test_japanese_is_offered():
    assert [code for code, _ in settings.LANGUAGES] == ["en", "ja"]
