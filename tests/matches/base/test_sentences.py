"""Refusals in the language of who reads them, at once or later."""

import json

import pytest
from django.utils import translation

from engine import RuleError
from engine.errors import BOTH, EITHER, link_texts
from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.errors import CodeWord, Refusal
from matches.base.problems import problem_of, stored_problem, with_sentences, without_sentences
from matches.base.tags import known_text, refusal_sentence, refusal_title, stored_sentence
from matches.base.translation import code_word, restored_text, stored_text, translate_text, word_tables
from matches.facts.redaction import redact_details, redact_problem
from matches.players.errors import InvalidMembers, UnknownPlayer
from tests.answers import post_report
from tests.conftest import api_as, award, work_off

UNKNOWN = UnknownPlayer("There is no player %(number)s. POST /api/v1/players/ enters one.", {"number": 7})
MEMBERS = InvalidMembers("%(group)s has its members: %(members)s.", {"group": "A", "members": ["Ann", "Bob"]})


def test_a_refusal_is_english_wherever_programs_read_it():
    with translation.override("ja"):
        assert str(MEMBERS) == problem_of(MEMBERS)["detail"] == "A has its members: Ann, Bob."
        assert problem_of(MEMBERS)["title"] == MEMBERS.title


def test_pages_say_it_in_the_language_of_the_reader():
    assert refusal_sentence(MEMBERS) == str(MEMBERS)
    with translation.override("ja"):
        assert refusal_title(MEMBERS) == "そのメンバーではペアやチームにできません"
        assert refusal_sentence(MEMBERS) == "Aのメンバーはすでに決まっています（Ann、Bob）。"
        assert refusal_sentence("what a form said") == "what a form said"
        assert refusal_title("what a form said") == ""


def test_a_code_is_a_code_in_english_and_a_word_elsewhere():
    refusal = Refusal(
        "%(player)s is a %(kind)s. Only persons are members.", words := {"player": "A", "kind": 1}
    )
    refusal = Refusal(refusal.sentence.message, {**words, "kind": CodeWord("pair", "player_kind")})
    assert refusal_sentence(refusal) == str(refusal) == "A is a pair. Only persons are members."
    with translation.override("ja"):
        assert refusal_sentence(refusal) == "Aはペアです。メンバーにできるのは個人だけです。"
    assert translate_text(CodeWord("brand_new", "player_kind")) == "brand_new"


def test_some_words_are_linked():
    assert link_texts(BOTH, ["Ann"]) == "Ann"
    assert link_texts(BOTH, ["Ann", "Bob", "Cyd"]) == "Ann and Bob and Cyd"
    with translation.override("ja"):
        assert translate_text(link_texts(EITHER, ["Ann", "Bob"])) == "AnnかBob"


@pytest.mark.parametrize(
    "text",
    [
        UNKNOWN.sentence,
        MEMBERS.sentence,
        _("%(label)s: %(fault)s") % {"label": _("points"), "fault": MEMBERS.sentence},
        Text("%(points)s point", plural="%(points)s points", number=2, values={"points": 2}),
        Text("open", context="claim"),
        Text("%(kind)s", values={"kind": CodeWord("pair", "player_kind")}),
        link_texts(BOTH, ["Ann", "Bob"]),
    ],
)
def test_what_is_stored_can_be_said_in_any_language_later(text):
    kept = restored_text(json.loads(json.dumps(stored_text(text))))
    assert kept == text
    for language in ("en", "ja"):
        with translation.override(language):
            assert translate_text(kept) == translate_text(text)


def test_what_a_file_holds_cannot_break_what_is_stored():
    kept = stored_problem(RuleError("no %(name)s", {"name": "a\x00b\udcff"}))
    assert kept["sentence"]["values"] == {"name": "a?b?"}
    assert stored_sentence(kept, "detail") == kept["detail"] == "no a?b?"


def test_a_problem_stored_without_its_sentence_is_said_as_it_was_written():
    old = problem_of(MEMBERS)
    with translation.override("ja"):
        assert stored_sentence(old, "detail") == str(MEMBERS)
        assert known_text(old["title"]) == "そのメンバーではペアやチームにできません"


def test_programs_are_not_told_the_sentence_and_redaction_drops_it():
    kept = stored_problem(MEMBERS)
    assert without_sentences(kept) == problem_of(MEMBERS)
    assert without_sentences(None) is None
    assert "sentence" not in redact_problem(kept)
    violations = [{"game": 1, "message": _("no winner is reported")}, {"game": 2, "message": "plain"}]
    games = stored_problem(Refusal("no", violations=violations))
    assert ["sentence" in each for each in games["violations"]] == [True, False]
    assert without_sentences(games)["violations"] == violations
    assert "Ann" not in json.dumps(redact_problem(kept))


def test_who_was_anonymised_is_named_neither_by_notes_nor_by_possible_rulings():
    called = _("the players are called %(one)s and %(two)s here") % {"one": "Ann", "two": "Bea"}
    faults = [{"message": _("doubled out of turn")}]
    details = {"players": ["Ann", "Bob"], "violations": faults, "notes": [{"message": called}]}
    kept = redact_details(with_sentences(details))
    assert kept == {
        "players": ["", ""],
        "violations": with_sentences(faults),
        "notes": [{"message": ""}],
    }
    resigns = _("%(loser)s resigns a gammon") % {"loser": "Ann"}
    rulings = [{"code": "resign_gammon", "text": resigns}, {"code": "unfinished", "text": "no winner"}]
    standing = {"players": ["Ann", "Bob"], "score": [1, 2], "possible_rulings": rulings}
    shown = redact_problem(stored_problem(Refusal("stops", standing=standing)))["standing"]
    assert shown == {
        "players": ["", ""],
        "score": [1, 2],
        "possible_rulings": [{"code": "resign_gammon", "text": ""}, rulings[1]],
    }


@pytest.mark.django_db
def test_the_faults_of_reported_games_are_shown_in_the_language_of_the_reader(client, first):
    games = [{"winner": "one", "points": 3, "cube": 1, "ending": "gammon"}]
    post_report(api_as(first.one.user), first, games=games)
    work_off()
    client.force_login(first.one.user)
    page = client.get(f"/matches/{first.pk}/", headers={"accept-language": "ja"}).content.decode()
    assert "3点とありますが、キューブ1のギャモン勝ちは2点です" in page


@pytest.mark.django_db
def test_a_refused_report_is_shown_in_the_language_of_the_reader(client, first):
    api = api_as(first.one.user)
    location = post_report(api, first, score={"one": 3, "two": 2})["Location"]
    work_off()
    assert "sentence" not in api.get(location).json()["problem"]
    page = f"/matches/{first.pk}/"
    assert "nobody has reached 5 points" in client.get(page).content.decode()
    told = client.get(page, headers={"accept-language": "ja"}).content.decode()
    assert (
        "3-2で5ポイントマッチが終わることはありません：どちらも5点に達していません。スコア表を確認し" in told
    )


@pytest.mark.django_db
def test_a_reason_that_the_service_gives_is_shown_in_the_language_of_the_reader(client, first):
    award(first, 0)
    seen = client.get(f"/matches/{first.pk}/", headers={"accept-language": "ja"}).content.decode()
    assert "<q>期日までに対戦が行われませんでした。</q>" in seen


def test_every_reason_that_the_service_gives_is_translated_and_no_other():
    for reason in word_tables()["service_reason"]:
        assert code_word(str(reason), "service_reason") == reason
        with translation.override("ja"):
            assert code_word(str(reason), "service_reason") != reason
    with translation.override("ja"):
        assert code_word("won", "service_reason") == "won"
