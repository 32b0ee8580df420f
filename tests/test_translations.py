"""The Japanese catalogues: complete, current, and compiled."""

import ast
import gettext
import re
from functools import cache

import pytest
from django.apps import apps
from django.conf import settings
from django.utils import translation
from django.utils.translation.template import templatize

from matches.base.translation import fields_named_as_columns, is_named_as_class
from tests.catalogues import APPS, EOT, ROOT, catalogue, po_entries

every_app = pytest.mark.parametrize("app", APPS)

# Arguments of each marking function: where context, singular and plural stand.
MARKS = {
    "gettext": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
}
CALL = re.compile(r"""\b(?:n?p?gettext|_)\((?:[^()'"]|'(?:\\.|[^'])*'|"(?:\\.|[^"])*")*\)""")
TAG = re.compile(r"""{% *(?:block)?translate\b|\b_\(["']""")


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


# A sentence of places alone has nothing to be translated.
PLACES_ALONE = re.compile(r"(%\(\w+\)s)+")


def marked(app):
    """Every message that the app's code and templates mark, the sentences of refusals, names of models."""
    found = names_of_models(app)
    for path in (ROOT / app).rglob("*.py"):
        found |= marked_in(path.read_text(), aliases=aliases(path.read_text()))
        found |= titles_in(path)
        for _, _, sentences, _ in refusals_in(path):
            found |= {each for each in sentences or () if not PLACES_ALONE.fullmatch(each)}
    for path in (ROOT / app).rglob("templates/**/*.html"):
        # Django's own extractor turns a template into calls, with X for everything between them.
        calls = CALL.findall(templatize(path.read_text()))
        assert len(calls) == len(TAG.findall(path.read_text())), path
        for call in calls:
            found |= marked_in(call, aliases={"_": "gettext"})
    return found


def names_of_models(app):
    """What the admin site calls the models of an app, and their columns."""
    found = set()
    with translation.override(None):
        for model in apps.get_app_config(app).get_models():
            if is_named_as_class(model):
                found.add(f"model{EOT}{model._meta.verbose_name}")
            found |= {f"field{EOT}{field.verbose_name}" for field in fields_named_as_columns(model)}
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


@cache
def modules():
    """The syntax of every module of the apps, by path."""
    return {path: ast.parse(path.read_text()) for app in APPS for path in sorted((ROOT / app).rglob("*.py"))}


@cache
def sentence_makers():
    """Where the sentence stands among the arguments of what makes refusals, by name.

    Those are the classes of domain errors, the attributes that name one (`cls.invalid_option`), and every
    function with a parameter named `sentence`.
    """
    classes = {
        node.name: ({base.id for base in node.bases if isinstance(base, ast.Name)}, node.body)
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    refusals = {"RuleError"}
    while more := {name for name, (bases, _) in classes.items() if bases & refusals} - refusals:
        refusals |= more
    makers, takers = dict.fromkeys(refusals, 0), {}
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                named = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
                named = named[1:] if named[:1] == ["self"] else named
                if "sentence" in named:
                    takers[node.name] = takers.get(node.name, named.index("sentence"))
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.Name)
                and node.value.id in refusals
            ):
                makers |= {target.id: 0 for target in node.targets if isinstance(target, ast.Name)}
    for name in refusals:
        for node in classes[name][1]:
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                named = [each.arg for each in (*node.args.posonlyargs, *node.args.args)][1:]
                makers[name] = named.index("sentence") if "sentence" in named else None
    del takers["__init__"]
    return refusals, makers | takers


def refusals_in(path):
    """(line, what is called, its sentences or None where they are no literals, names of the words)."""
    refusals, makers = sentence_makers()
    found = []

    def visit(node, sentence_given, of_refusal):
        """`sentence_given`: whether a sentence is a parameter here; `of_refusal`: inside such a class."""
        if isinstance(node, ast.ClassDef):
            of_refusal = node.name in refusals
        if isinstance(node, ast.FunctionDef):
            arguments = (*node.args.posonlyargs, *node.args.args)
            sentence_given = any(each.arg == "sentence" for each in arguments)
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            at = 0 if of_refusal and name == "__init__" else makers.get(name)
            if at is not None and len(node.args) > at:
                told, words = node.args[at], [*node.args[at + 1 :], None][0]
                given = sentence_given and isinstance(told, ast.Name) and told.id == "sentence"
                if not given:
                    found.append((node.lineno, name, literals(told), names_of_words(words)))
        for child in ast.iter_child_nodes(node):
            visit(child, sentence_given, of_refusal)

    visit(modules()[path], sentence_given=False, of_refusal=False)
    return found


def titles_in(path):
    """The titles of the domain errors of a module."""
    refusals, _ = sentence_makers()
    return {
        each.value.value
        for node in ast.walk(modules()[path])
        if isinstance(node, ast.ClassDef) and node.name in refusals
        for each in node.body
        if isinstance(each, ast.Assign) and each.targets[0].id == "title"
    }


def literals(node):
    """The texts that a literal, or a choice between literals, may be; None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        one, other = literals(node.body), literals(node.orelse)
        return one + other if one and other else None
    return None


def names_of_words(node):
    if node is None:
        return set()
    if isinstance(node, ast.Dict):
        return {key.value if isinstance(key, ast.Constant) else None for key in node.keys}
    return {None}


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


# What stands behind a value or a tag of a template, and is another in other languages.
PUNCTUATION = re.compile(r"""(\}\}|%\})(</\w+>)*([,:.;] | \(|\))|\|join:[\"'], """)


@every_app
def test_templates_leave_punctuation_to_messages(app):
    """{% translate ", " %} between values, and sentences with their places in one message."""
    for path in (ROOT / app).rglob("templates/**/*.html"):
        source = re.sub(r"{% blocktranslate.*?{% endblocktranslate %}", "", path.read_text(), flags=re.S)
        found = PUNCTUATION.search(source)
        assert not found, f"{path.relative_to(ROOT)}: {source[found.start() - 40 : found.end() + 20]}"


@every_app
def test_placeholders_survive(app):
    for key, texts in po_entries(catalogue(app, "po")).items():
        for text in texts:
            assert places(text) == places(key), key
            assert text.count("<code>") == key.count("<code>"), key


def places(text):
    """The named places of a text, whatever they are filled in as."""
    return set(re.findall(r"%\((\w+)\)[rs]", text))


def test_every_refusal_has_a_title():
    """So that whoever is told no sees at a glance of what; two of one code may have one each."""
    refusals, _ = sentence_makers()
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name in refusals - {"Refusal"}:
                named = {each.targets[0].id for each in node.body if isinstance(each, ast.Assign)}
                assert {"code", "title"} <= named, f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


@every_app
def test_refusals_are_sentences_with_named_places(app):
    """So that they can be translated: written out where they are made, and a word for every place."""
    for path in (ROOT / app).rglob("*.py"):
        for line, name, sentences, words in refusals_in(path):
            where = f"{path.relative_to(ROOT)}:{line} {name}"
            assert sentences, f"{where}: write the sentence out, with %(named)s places for its words"
            assert None not in words, f"{where}: write the words out: {{'name': word}}"
            assert set().union(*map(places, sentences)) == words, (
                f"{where}: a word for every place, and no other"
            )


def test_words_that_stand_in_two_catalogues_agree():
    seen = {}
    for app in APPS:
        for key, texts in po_entries(catalogue(app, "po")).items():
            assert seen.setdefault(key, texts) == texts, key


def test_japanese_is_offered():
    assert [code for code, _ in settings.LANGUAGES] == ["en", "ja"]
