"""Every plug-in brings its words: pages, API and docs have them, of one never heard of before, too."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.utils import translation

import engine
from engine.variants import ScoredVariant
from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from matches.base.translation import translate_text
from matches.play.rules.regulations import PRESETS as REGULATION_PRESETS
from matches.play.rules.regulations import Regulations, RegulationsPreset
from matches.ratings.services import rating_pool_open
from matches.ratings.systems import PRESETS as RATING_PRESETS
from matches.ratings.systems import RATINGS
from matches.ratings.systems.logistic import Logistic
from tests.conftest import work_off
from tests.factories import ClubFactory, MatchFactory, PlayerFactory, UserFactory
from tests.test_docs import rows
from tests.test_translations import EOT, catalogue, po_entries
from tournaments.events import words as event_words
from tournaments.events.rules.presets import PRESETS as EVENT_PRESETS
from tournaments.events.rules.presets import EventPreset
from tournaments.events.services import entry_add, tournament_create, tournament_draw
from tournaments.events.words import tournament_part_name
from tournaments.formats import FORMATS, Empty, Figure, Format, History, Pairing, PairingResult, Place
from tournaments.formats.seeding.order import Seeding
from tournaments.ladders.rules import LADDERS, ChallengeTerms, Cost, LadderKind, UnplayedChallenge
from tournaments.ladders.rules import PRESETS as LADDER_PRESETS
from tournaments.ladders.services import challenge_make, ladder_create, ladder_join
from tournaments.leagues.services import league_create
from tournaments.tiebreaks import TIEBREAKS
from tournaments.tiebreaks.base import Own

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

    def match_gain(self, length: int) -> float:
        return 8.0

    def odds_slope(self, length: int) -> float:
        return 0.01

    def k_of(self, rating: tuple[float, ...], length: int) -> float:
        return 2.0 if rating[0] < 1600 else 1.0


@dataclass(frozen=True)
class TrialLadder(LadderKind):
    """Whoever wins goes to the top; anybody challenges anybody, for as long as it takes."""

    code = "zz_ladder"
    name = _("Trial ladder")
    description = _("A trial of a ladder.")

    challenge_terms = ChallengeTerms(
        accept_days=2, play_days=3, unplayed=UnplayedChallenge.BOTH, lapse=Cost.BOTTOM, made=2, immunity=5
    )

    def describe_reach(self):
        yield _("You challenge %(number)s others in trial.") % {"number": 99}

    def describe_moves(self):
        yield _("Who wins goes to the trial's top.")

    def may_reach(self, standing, challenger, challenged):
        return True

    def range_said(self, standing, challenger):
        return "anybody"

    def challenge_won(self, standing, winner, loser):
        standing.order.remove(winner)
        standing.order.insert(0, winner)


@dataclass(frozen=True)
class TrialFormat(Format):
    """Neighbours of the draw meet once; whoever wins is before whoever does not."""

    code = "zz_format"
    name = _("Trial format")
    description = _("A trial of a format.")

    def pairings(self, history):
        drawn = zip(history.entries[::2], history.entries[1::2], strict=False)
        return tuple(Pairing(f"R1-M{number}", 1, *both) for number, both in enumerate(drawn, 1))

    def standings(self, history):
        won = [each.winner for each in history.results.values()]
        ordered = sorted(history.entries, key=lambda entry: entry not in won)
        return tuple(
            Place(entry, place, place, self.is_over(history)) for place, entry in enumerate(ordered, 1)
        )


class TrialTiebreak(Own):
    def tiebreak_figure(self, table, entry):
        return Figure(self.code, Fraction(entry))


TRIAL_TIEBREAK = TrialTiebreak(
    "zz_tiebreak", _("Trial tie-break"), "TT", description=_("A trial of a tie-break.")
)

TRIAL_VARIANT = ScoredVariant(
    code="zz_variant",
    name=_("Trial backgammon"),
    description=_("A trial of a variant."),
    tags=("zzvariant",),
)


class TrialCodec:
    code = "zz_codec"
    name = _("Trial file")
    description = _("A trial of a file.")


TRIAL_REGULATIONS = RegulationsPreset(
    "zz_regulations", _("on trial"), _("A trial of regulations."), Regulations("zz_regulations")
)

TRIAL_EVENT = EventPreset(
    "zz_event",
    _("Trial event"),
    _("A trial of an event."),
    _("%(weekday)s on trial"),
    TrialFormat.code,
    [5],
    least=4,
    most=8,
)

REGISTRIES = {
    "rating systems": Registry(RATINGS, "matches", "ratings.md"),
    "rating presets": Registry(RATING_PRESETS, "matches", "ratings.md"),
    "variants": Registry(engine.PLAYED, "engine", "variants.md"),
    "transcript formats": Registry(engine.CODECS, "engine", "files.md"),
    "regulation presets": Registry(REGULATION_PRESETS, "matches", "regulations.md"),
    "formats": Registry(FORMATS, "tournaments", "formats.md"),
    "event presets": Registry(EVENT_PRESETS, "tournaments", "announcing.md"),
    "tie-breaks": Registry(TIEBREAKS, "tournaments", "tiebreaks.md"),
    "ladder kinds": Registry(LADDERS, "tournaments", "ladders.md"),
    "ladder presets": Registry(LADDER_PRESETS, "tournaments", "ladders.md"),
}
TRIALS: Mapping[str, Any] = {
    "rating systems": TrialRating,
    "variants": TRIAL_VARIANT,
    "transcript formats": TrialCodec,
    "regulation presets": TRIAL_REGULATIONS,
    "formats": TrialFormat,
    "event presets": TRIAL_EVENT,
    "tie-breaks": TRIAL_TIEBREAK,
    "ladder kinds": TrialLadder,
}


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
            if isinstance(plug_in, EventPreset) and plug_in.event_name.message not in known:
                yield f"{called}: {registry.app}/locale/ja/LC_MESSAGES/django.po lacks {plug_in.event_name!r}"
            for option in options_of(plug_in):
                if not isinstance(option["help"], Text) or option["help"].message not in known:
                    yield f"{called}: {registry.app}/locale/ja/LC_MESSAGES/django.po lacks {option['help']!r}"
            if code not in documented:
                yield f"{called}: docs/{registry.page} has no row for it"
            yield from (f"{called}: {missing}" for missing in missing_words(plug_in))


def options_of(plug_in):
    return plug_in.options_as_json() if hasattr(plug_in, "options_as_json") else []


def missing_words(plug_in):
    """What a format does not say that pages have to say of it."""
    if not isinstance(plug_in, type) or not issubclass(plug_in, Format):
        return
    file = f"{plug_in.__module__.replace('.', '/')}.py"
    if fields(plug_in) and plug_in.describe_options is Format.describe_options:
        yield f"{file} does not say in describe_options what its options make of it"
    for part in plug_in().part_names:
        code = re.sub("([a-z]+-(N|[0-9]+)-?)+", "", part)
        if code and code not in event_words.PARTS:
            yield f"{file} has no name for the part {part} in own_parts"


@dataclass(frozen=True)
class MuteFormat(TrialFormat):
    """Says nothing of its option, nor what its parts are called."""

    laps: int = option_field(3, help=_("How many laps."))
    part_names = ("main", "hill", "group-N-hill")


def test_what_a_format_does_not_say_is_reported(monkeypatch):
    file = "tests/test_plug_ins.py"
    assert list(missing_words(MuteFormat)) == [
        f"{file} does not say in describe_options what its options make of it",
        f"{file} has no name for the part hill in own_parts",
        f"{file} has no name for the part group-N-hill in own_parts",
    ]
    monkeypatch.setitem(event_words.PARTS, "hill", "Hill")
    assert len(list(missing_words(MuteFormat))) == 1
    assert tournament_part_name("group-2-hill") == "Group 2, Hill"


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
                assert " ".join(translate_text(text).split()) in seen, (address, language, text)
        assert not code.startswith("zz_") or code not in seen, (address, language)


def assert_listed(client, address, registry, rows_of=lambda body: {row["code"]: row for row in body}):
    """The API has the name and the description of every plug-in in the language asked for."""
    for language in LANGUAGES:
        listed = rows_of(get(client, address, language).json())
        assert list(listed) == list(registry)
        with translation.override(language):
            for code, plug_in in registry.items():
                assert listed[code]["name"] == translate_text(plug_in.name)
                assert listed[code]["description"] == translate_text(plug_in.description)
                if hasattr(plug_in, "options_as_json") and "options" in listed[code]:
                    helps = [translate_text(option["help"]) for option in options_of(plug_in)]
                    assert [option["description"] for option in listed[code]["options"]] == helps


# -- Rating systems


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
@pytest.mark.parametrize("code", [*RATINGS, TrialRating.code])
def test_pages_show_a_rating_system(code, client):
    rating_pool = rating_pool_open(
        actor=UserFactory(is_staff=True), name="PrizePool", everybody=True, rating_system=code
    )
    assert_shown(
        client, f"/ratings/{rating_pool.pk}/", [RATINGS[code].name, *RATINGS[code]().describe_system()], code
    )


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
    rules = [kind.name, *kind().describe_ladder(), *([kind.column] if kind.column else [])]
    assert_shown(client, f"/ladders/{ladder.pk}/", rules, code)
    assert_shown(client, f"/clubs/{ladder.club_id}/", [kind.name], code)
    for language in LANGUAGES:
        detail = get(client, f"/api/v1/ladders/{ladder.pk}/", language).json()
        with translation.override(language):
            assert detail["rules"] == [translate_text(line) for line in kind().describe_ladder()]
        assert detail["kind"] == code


def test_a_kind_of_ladder_says_all_its_rules():
    """What it does itself, and everything that its terms bind challenges to."""
    assert TrialLadder().describe_ladder() == [
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
        assert row["rules"] == LADDER_PRESETS[row["code"]].rules.describe_ladder()


# -- Formats and tie-breaks


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
@pytest.mark.parametrize("code", [*FORMATS, TrialFormat.code])
def test_pages_show_a_format(code, client):
    staff, format = UserFactory(is_staff=True), FORMATS[code]()
    entrants = "teams" if format.team_size else "singles"
    terms = {"actor": staff, "club": ClubFactory(), "format": code, "entrants": entrants, "lengths": [5]}
    league = league_create(name="League", up=1, down=1, **terms)
    event = tournament_create(name="Event", **terms)
    assert_shown(client, f"/leagues/{league.pk}/", [format.name], code)
    assert_shown(client, f"/tournaments/{event.pk}/", [format.name, *format.describe_format()], code)
    if format.team_size:
        return
    for player in PlayerFactory.create_batch(4):
        entry_add(actor=staff, tournament_id=event.pk, player=player)
    tournament_draw(actor=staff, tournament_id=event.pk, seeding=Seeding.RANDOM)
    work_off()
    assert_shown(client, f"/tournaments/{event.pk}/", [format.name, *format.describe_format()], code)


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
def test_a_page_shows_every_tie_break(client):
    """Points have a column of their own; where there are lots, they are the last."""
    staff, codes = UserFactory(is_staff=True), [code for code in TIEBREAKS if code not in ("points", "lots")]
    codes.append("lots")
    event = tournament_create(
        actor=staff, club=ClubFactory(), name="Event", format="round_robin", lengths=[5], tiebreaks=codes
    )
    for player in PlayerFactory.create_batch(3):
        entry_add(actor=staff, tournament_id=event.pk, player=player)
    tournament_draw(actor=staff, tournament_id=event.pk, seeding=Seeding.RANDOM)
    work_off()
    assert_shown(client, f"/tournaments/{event.pk}/", [TIEBREAKS[code].short for code in codes], "zz_tie")
    for language, colon in (("en", ": "), ("ja", "：")):
        page = unescape(get(client, f"/tournaments/{event.pk}/", language).content.decode())
        with translation.override(language):
            for code in codes:
                tiebreak = TIEBREAKS[code]
                words = translate_text(tiebreak.name) + colon + translate_text(tiebreak.description)
                assert f'title="{words}"' in page


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
def test_the_api_lists_formats_and_tie_breaks(client):
    assert_listed(client, "/api/v1/formats/", FORMATS)
    assert_listed(client, "/api/v1/tiebreaks/", TIEBREAKS)


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
def test_the_api_lists_presets_of_events(client):
    assert_listed(client, "/api/v1/event-presets/", EVENT_PRESETS)
    for language in LANGUAGES:
        with translation.override(language):
            for row in get(client, "/api/v1/event-presets/", language).json():
                sentences = EVENT_PRESETS[row["code"]].played_as.describe_format()
                assert row["rules"] == [translate_text(line) for line in sentences]


def test_a_simple_format_needs_no_more_than_its_pairings_and_standings():
    history = History((1, 2, 3, 4), {("R1-M1", frozenset({1, 2})): PairingResult(1, 2, 2)})
    format = TrialFormat()
    assert [pairing.key for pairing in format.due_pairings(history)] == ["R1-M2"]
    assert not format.is_over(history)
    (part,) = format.draw_parts(history)
    assert [(slot.key, slot.one, slot.two, slot.winner) for slot in part.rounds[0]] == [
        ("R1-M1", 1, 2, 2),
        ("R1-M2", 3, 4, Empty.PENDING),
    ]
    assert format.has_part("main")
    assert format.describe_format() == ["A trial of a format."]


# -- Variants, transcript formats, presets of regulations


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
@pytest.mark.parametrize("code", [*engine.PLAYED, TRIAL_VARIANT.code])
def test_pages_show_a_variant(code, client):
    name, player = engine.PLAYED[code].name, PlayerFactory()
    terms = {"actor": UserFactory(is_staff=True), "club": ClubFactory(), "variant": code}
    event = tournament_create(name="Event", lengths=[5], **terms)
    league = league_create(name="League", lengths=[5], up=1, down=1, **terms)
    ladder = ladder_create(name="Wall", kind="position", length=5, **terms)
    rating_pool = rating_pool_open(actor=terms["actor"], name="PrizePool", everybody=True, variants=[code])
    match = MatchFactory(variant=code)
    for address in (
        f"/tournaments/{event.pk}/",
        f"/leagues/{league.pk}/",
        f"/ladders/{ladder.pk}/",
        f"/ratings/{rating_pool.pk}/",
        f"/matches/{match.pk}/",
        f"/players/{player.pk}/statistics/",
    ):
        assert_shown(client, address, [name], code)


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
@pytest.mark.parametrize("code", [*REGULATION_PRESETS, TRIAL_REGULATIONS.code])
def test_pages_show_a_preset_of_regulations(code, client):
    match = MatchFactory(regulations={"preset": code})
    assert_shown(client, f"/matches/{match.pk}/", [REGULATION_PRESETS[code].name], code)


@pytest.mark.django_db
@pytest.mark.usefixtures("trials")
def test_the_api_describes_presets_of_regulations(client):
    assert_listed(
        client,
        "/api/v1/regulations/",
        REGULATION_PRESETS,
        lambda body: {row["code"]: row for row in body["described"]},
    )
