"""Every plug-in brings its words: pages, API and docs have them, of one never heard of before, too."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from django.utils import translation

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.ratings import PRESETS as RATING_PRESETS
from matches.ratings import RATINGS
from matches.ratings.logistic import Logistic
from matches.services import pool_open
from matches.translation import translated
from tests.factories import ClubFactory, PlayerFactory, UserFactory
from tests.test_docs import rows
from tests.test_translations import EOT, catalogue, po_entries
from tournaments.ladders import LADDERS, Cost, Ladder, Terms, Unplayed
from tournaments.ladders import PRESETS as LADDER_PRESETS
from tournaments.services import challenge_make, ladder_create, ladder_join

LANGUAGES = ("en", "ja")


@dataclass(frozen=True)
class Registry:
    """Plug-ins of one kind: where their words are translated and where their docs are."""

    plug_ins: dict[str, Any]
    app: str
    page: str


@dataclass(frozen=True)
class TrialRating(Logistic):
    """K by class: whoever stands below 1600 moves twice as fast."""

    code = "zz_rating"
    name = _("Trial rating")
    description = _("A trial of a rating.")

    def gain(self, length: int) -> float:
        return 8.0

    def slope(self, length: int) -> float:
        return 0.01

    def k_of(self, rating: tuple[float, ...], length: int) -> float:
        return 2.0 if rating[0] < 1600 else 1.0


@dataclass(frozen=True)
class TrialLadder(Ladder):
    """Whoever wins goes to the top; anybody challenges anybody, for as long as it takes."""

    code = "zz_ladder"
    name = _("Trial ladder")
    description = _("A trial of a ladder.")

    terms = Terms(accept_days=2, play_days=3, unplayed=Unplayed.BOTH, lapse=Cost.BOTTOM, made=2, immunity=5)

    def describe_reach(self):
        yield _("You challenge %(number)s others in trial.") % {"number": 99}

    def describe_moves(self):
        yield _("Who wins goes to the trial's top.")

    def reaches(self, standing, challenger, challenged):
        return True

    def range_said(self, standing, challenger):
        return "anybody"

    def won(self, standing, winner, loser):
        standing.order.remove(winner)
        standing.order.insert(0, winner)


REGISTRIES = {
    "rating systems": Registry(RATINGS, "matches", "ratings.md"),
    "rating presets": Registry(RATING_PRESETS, "matches", "ratings.md"),
    "ladder kinds": Registry(LADDERS, "tournaments", "ladders.md"),
    "ladder presets": Registry(LADDER_PRESETS, "tournaments", "ladders.md"),
}
TRIALS: Mapping[str, Any] = {"rating systems": TrialRating, "ladder kinds": TrialLadder}


@pytest.fixture
def trials(monkeypatch):
    """A plug-in of each kind that has nothing but its words."""
    for name, trial in TRIALS.items():
        monkeypatch.setitem(REGISTRIES[name].plug_ins, trial.code, trial)


def misses():
    """What any plug-in lacks, and which file to edit."""
    for name, registry in REGISTRIES.items():
        known = po_entries(catalogue(registry.app, "po"))
        documented = rows(registry.page)
        for code, plug_in in registry.plug_ins.items():
            called = f"{name}: {code}"
            if plug_in.code != code or not re.fullmatch("[a-z][a-z0-9_]*", code):
                yield f"{called}: is registered under another code than its own"
            for word in ("name", "description"):
                text = getattr(plug_in, word, "")
                if not isinstance(text, Text) or not text:
                    yield f"{called}: the plug-in has no {word}, marked by engine.words"
                elif f"{text.context}{EOT}{text.message}".lstrip(EOT) not in known:
                    yield f"{called}: {registry.app}/locale/ja/LC_MESSAGES/django.po lacks {text.message!r}"
            if code not in documented:
                yield f"{called}: docs/{registry.page} has no row for it"


def test_no_plug_in_lacks_anything():
    assert not (missing := list(misses())), "\n".join(missing)


@pytest.mark.usefixtures("trials")
def test_all_that_a_plug_in_lacks_is_reported_at_once():
    found = [line for line in misses() if ": zz_" in line]
    for name, trial in TRIALS.items():
        registry = REGISTRIES[name]
        po = f"{registry.app}/locale/ja/LC_MESSAGES/django.po"
        assert f"{name}: {trial.code}: {po} lacks {str(trial.name)!r}" in found
        assert f"{name}: {trial.code}: {po} lacks {str(trial.description)!r}" in found
        assert f"{name}: {trial.code}: docs/{registry.page} has no row for it" in found


def says(answer):
    """What a page shows: its text without markup, white space folded."""
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(text).split())


def get(client, address, language):
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200, (address, answer.content)
    return answer


def assert_shown(client, address, texts, code):
    """The page has each text in both languages, and the code itself nowhere."""
    for language in LANGUAGES:
        seen = says(get(client, address, language))
        with translation.override(language):
            for text in texts:
                assert " ".join(translated(text).split()) in seen, (address, language, text)
        assert not code.startswith("zz_") or code not in seen, (address, language)


def assert_listed(client, address, registry, rows_of=lambda body: {row["code"]: row for row in body}):
    """The API has the name and the description of every plug-in in the language asked for."""
    for language in LANGUAGES:
        listed = rows_of(get(client, address, language).json())
        assert list(listed) == list(registry)
        with translation.override(language):
            for code, plug_in in registry.items():
                assert listed[code]["name"] == translated(plug_in.name)
                assert listed[code]["description"] == translated(plug_in.description)


# -- Rating systems


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
@pytest.mark.parametrize("code", [*RATINGS, TrialRating.code])
def test_pages_show_a_rating_system(code, client):
    pool = pool_open(actor=UserFactory(is_staff=True), name="Pool", everybody=True, rating_system=code)
    assert_shown(client, f"/ratings/{pool.pk}/", [RATINGS[code].name, *RATINGS[code]().describe()], code)


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
def test_the_api_lists_rating_systems(client):
    assert_listed(
        client,
        "/api/v1/rating-systems/",
        RATINGS,
        lambda body: {row["code"]: row for row in body["systems"]},
    )
    assert_listed(client, "/api/v1/rating-systems/", RATING_PRESETS, lambda body: body["presets"])


# -- Ladders


@pytest.fixture
def climbed():
    """A ladder of a kind with three members, one of whom has challenged another."""

    def make(kind, options=None):
        club, staff = ClubFactory(), UserFactory(is_staff=True)
        ladder = ladder_create(
            actor=staff, club=club, name="Wall", kind=kind, kind_options=options or {}, length=5
        )
        players = PlayerFactory.create_batch(3)
        for player in players:
            ladder_join(actor=staff, ladder_id=ladder.pk, player=player)
        challenge_make(actor=staff, ladder_id=ladder.pk, challenger=players[1], challenged=players[0])
        return ladder

    return make


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
@pytest.mark.parametrize("code", [*LADDERS, TrialLadder.code])
def test_pages_and_api_show_a_kind_of_ladder(code, climbed, client):
    ladder, kind = climbed(code), LADDERS[code]
    rules = [kind.name, *kind().describe(), *([kind.column] if kind.column else [])]
    assert_shown(client, f"/ladders/{ladder.pk}/", rules, code)
    assert_shown(client, f"/clubs/{ladder.club_id}/", [kind.name], code)
    for language in LANGUAGES:
        detail = get(client, f"/api/v1/ladders/{ladder.pk}/", language).json()
        with translation.override(language):
            assert detail["rules"] == [translated(line) for line in kind().describe()]
        assert detail["kind"] == code


def test_a_kind_of_ladder_says_all_its_rules():
    """What it does itself, and everything that its terms bind challenges to."""
    assert TrialLadder().describe() == [
        "A trial of a ladder.",
        "You challenge 99 others in trial.",
        "Who wins goes to the trial's top.",
        "You have up to 2 open challenges of your own at a time.",
        "Nobody is challenged by more than 1 player at a time.",
        "A challenge is answered within 2 days.",
        "It is played within 3 days.",
        "A match that nobody plays in time both lose.",
        "Who was challenged and has won is left alone for 5 days.",
        "Refusing a challenge costs nothing.",
        "Who leaves a challenge unanswered falls to the bottom.",
    ]


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
def test_the_api_lists_ladders(client):
    assert_listed(client, "/api/v1/ladder-kinds/", LADDERS)
    assert_listed(client, "/api/v1/ladder-presets/", LADDER_PRESETS)
    for row in get(client, "/api/v1/ladder-presets/", "en").json():
        assert row["rules"] == LADDER_PRESETS[row["code"]].rules.describe()
