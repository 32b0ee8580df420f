"""The house: what stands on an app's top level, how large rooms are, and that a class name stands once."""

import ast
import re
from collections import defaultdict
from importlib import import_module, util
from pathlib import Path

from django.apps import apps

ROOT = Path(__file__).parent.parent
APPS = ("matches", "tournaments")
FLOORS = ("config", "engine", *APPS)

# What Django wants there, and the page of hooks.
TOP = {"admin.py", "apps.py", "locale", "migrations", "models.py", "static", "tasks.py", "urls.py"}
LARGEST = 15

# Classes in classes that are named with their owner.
OWNED = {"Meta", "Kind", "State", "Role", "Means"}


def entries_of(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir() if not each.name.startswith("__")}


def rooms_of(app: str) -> list[Path]:
    return [each for each in sorted((ROOT / app).iterdir()) if each.is_dir() and each.name not in TOP]


def test_the_top_level_of_an_app_only_gathers():
    for app in APPS:
        rooms = {room.name for room in rooms_of(app) if room.name != "__pycache__"}
        beside = entries_of(ROOT / app) - rooms - TOP
        assert beside == ({"hooks.py"} if app == "matches" else set()), app
        for name in ("admin", "models", "tasks", "urls"):
            tree = ast.parse((ROOT / app / f"{name}.py").read_text())
            defined = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
            assert defined == [], f"{app}/{name}.py gathers what the rooms define"


def test_no_room_outgrows_a_look():
    crowded = {
        str(room.relative_to(ROOT)): len(entries_of(room))
        for app in APPS
        for room in rooms_of(app)
        if len(entries_of(room)) > LARGEST
    }
    assert crowded == {}


def test_a_class_name_stands_once():
    """In the whole tree; a management command is named by its file."""
    where = defaultdict(set)
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            tree = ast.parse(path.read_text())
            for node in ast.walk(tree):
                owned = isinstance(node, ast.ClassDef) and node not in tree.body and node.name in OWNED
                if isinstance(node, ast.ClassDef) and node.name != "Command" and not owned:
                    where[node.name].add(str(path.relative_to(ROOT)))
    assert {name: sorted(paths) for name, paths in where.items() if len(paths) > 1} == {}


def test_every_model_of_a_room_is_one_of_the_app():
    """Django misses the tables of a module that the app's models.py does not import."""
    known = {model.__module__ for app in APPS for model in apps.get_app_config(app).get_models()}
    for app in APPS:
        for path in sorted((ROOT / app).glob("*/models/*.py")) + sorted((ROOT / app).glob("*/models.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            found = import_module(module)
            own = [each for each in vars(found).values() if getattr(each, "__module__", "") == module]
            if any(hasattr(each, "_meta") and not each._meta.abstract for each in own):
                assert module in known, f"{app}/models.py does not import {module}"


def test_addresses_in_docs_lead_somewhere():
    """Files and modules that pages name are there; what begins with a slash is an address of the service."""
    lost = []
    for page in [*ROOT.glob("docs/*.md"), *ROOT.glob("*.md")]:
        named = rf"(?<![/\w])(?:{'|'.join(FLOORS)}|tests)/[\w./-]+\.(?:py|html)\b"
        for path in re.findall(named, page.read_text()):
            if not (ROOT / path).exists() and not (ROOT / "tests" / path).exists():
                lost.append(f"{page.name}: {path}")
        for name in re.findall(rf"`((?:{'|'.join(APPS)})\.[a-z_]+\.[\w.]+)`", page.read_text()):
            if not leads_somewhere(name):
                lost.append(f"{page.name}: {name}")
    assert lost == []


def leads_somewhere(name: str) -> bool:
    """Whether a dotted name is that of a module, or of something in one."""
    parent, _, last = name.rpartition(".")
    try:
        return util.find_spec(name) is not None or hasattr(import_module(parent), last)
    except ModuleNotFoundError:
        head, _, owner = parent.rpartition(".")
        return util.find_spec(head) is not None and hasattr(getattr(import_module(head), owner, None), last)
