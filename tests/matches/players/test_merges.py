"""Merges: two records of one player are one, and two again; nothing that was played is rewritten."""

import pytest

from matches.facts.selectors import fact_list
from matches.play.models import Match
from matches.play.services import report_submit, ruling_make, ruling_preview
from matches.players.errors import MergeUndone, PlayersMet
from matches.players.models import Merge, Player
from matches.players.selectors import merged_into
from matches.players.services import merge_preview, merge_undo, player_release, players_merge
from matches.ratings.models import EVERY_MATCH, RATINGS_UPDATE, RatingEntry, RatingStanding
from matches.ratings.selectors import leading_rating_pool, player_ranking
from matches.ratings.services import ratings_rebuild
from matches.work.models import Outbox
from tests.conftest import api_as, work_off
from tests.consent import player_create
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tests.test_compare import compare
from tournaments.clubs.errors import AlreadyEntered
from tournaments.events.models import Tournament
from tournaments.events.services import entry_add, entry_withdraw, tournament_create

from .people import person, played, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief(db):
    return staff()


@pytest.fixture
def kim(db):
    return person("Kim")


@pytest.fixture
def double(db):
    return person("Kim K.", login=False)


@pytest.fixture
def history(kim, double, director):
    """Kim and her double have each played, with and against others, in turns."""
    lea, moe = person("Lea"), person("Moe")
    return [
        played(one, two, director, score)
        for one, two, score in (
            (kim, lea, (5, 2)),
            (double, moe, (5, 4)),
            (lea, double, (5, 0)),
            (moe, lea, (1, 5)),
            (kim, moe, (3, 5)),
        )
    ]


def ratings():
    entries = RatingEntry.objects.order_by("match", "player").values_list(
        "match", "player", "value_before", "value_after", "experience_after"
    )
    standings = RatingStanding.objects.order_by("player").values_list("player", "value", "experience")
    return list(entries), list(standings)


def merge(chief, kept, absorbed):
    made = players_merge(actor=chief, kept=kept, absorbed=absorbed, reason="The same.")
    work_off()
    return made


def undo(chief, made):
    undoing = merge_undo(actor=chief, merge=made, reason="They are two.")
    work_off()
    return undoing


def listed(player):
    answer = api_as(None).get(f"/api/v1/matches/?player={player.pk}").json()["results"]
    return [(row["id"], row["one"]["name"], row["two"]["name"]) for row in answer]


def test_matches_of_both_are_the_kept_player_s_under_one_name(chief, kim, double, history):
    before = {player: listed(player) for player in (kim, double)}
    made = merge(chief, kim, double)
    now = listed(kim)
    assert [number for number, *_ in now] == [match.pk for match in reversed(history) if match != history[3]]
    assert all("Kim" in names and "Kim K." not in names for _, *names in now)
    undo(chief, made)
    assert {player: listed(player) for player in (kim, double)} == before


def test_ratings_are_those_of_one_player_and_restored_exactly(chief, kim, double, history):
    before = ratings()
    made = merge(chief, kim, double)
    merged = ratings()
    assert merged != before
    assert double.pk not in {player for player, *_ in merged[1]}
    assert RatingStanding.objects.get(player=kim).experience == 4 * 5
    ratings_rebuild()
    assert ratings() == merged, "an update leads where a rebuild does"
    assert compare() == "Everything stored is what the facts say.\n"
    undo(chief, made)
    assert ratings() == before


def test_a_merge_asks_for_every_rating_in_its_transaction(chief, kim, double):
    players_merge(actor=chief, kept=kim, absorbed=double, reason="x")
    assert Outbox.objects.filter(kind=RATINGS_UPDATE, subject=EVERY_MATCH).exists()


def test_the_absorbed_is_in_no_list_and_points_to_the_kept(chief, kim, double, client):
    merge(chief, kim, double)
    names = [row["name"] for row in api_as(None).get("/api/v1/players/?name=Kim").json()["results"]]
    assert names == ["Kim"]
    assert list(player_ranking(leading_rating_pool())) == [kim]
    assert api_as(None).get(f"/api/v1/players/{double.pk}/").json()["stand_in"] == {
        "id": kim.pk,
        "name": "Kim",
    }
    assert client.get(f"/players/{double.pk}/")["Location"] == f"/players/{kim.pk}/"


def test_the_kept_player_s_login_reports_what_was_entered_for_the_other(chief, kim, double, director):
    lea = person("Lea")
    match = MatchFactory(one=double, two=lea, created_by=director)
    client = api_as(kim.user)
    assert (
        client.post(
            f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 5, "two": 1}}, format="json"
        ).status_code
        == 403
    )
    made = merge(chief, kim, double)
    answer = client.post(
        f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 5, "two": 1}}, format="json"
    )
    assert (answer.status_code, answer.json()["side"]) == (202, "one")
    assert [row.pk for row in Player.objects.of_login(kim.user).order_by("pk")] == sorted([kim.pk, double.pk])
    undo(chief, made)
    refused = client.post(
        f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 5, "two": 2}}, format="json"
    )
    assert refused.status_code == 403


def test_a_member_of_a_pair_speaks_for_it_when_merged(chief, kim, double, director):
    lea = person("Lea")
    pair = player_create(actor=director, name="D", kind="pair", members=[double, lea])
    assert pair.logins == {lea.user_id}
    merge(chief, kim, double)
    assert Player.objects.get(pk=pair.pk).logins == {lea.user_id, kim.user_id}
    assert pair in Player.objects.of_login(kim.user)


def test_a_login_comes_along_and_goes_back(chief, director):
    kept, absorbed = person("Old", login=False), person("New")
    login = absorbed.user
    made = merge(chief, kept, absorbed)
    assert Player.objects.get(user=login) == kept
    undo(chief, made)
    assert Player.objects.get(user=login) == absorbed


def test_a_released_login_does_not_go_back(chief):
    kept, absorbed = person("Old", login=False), person("New")
    made = merge(chief, kept, absorbed)
    player_release(actor=chief, player_id=kept.pk, reason="No.")
    undo(chief, made)
    assert not Player.objects.exclude(user=None).exists()


def test_chains_lead_to_the_last_and_come_apart_anywhere(chief):
    one, two, three = (person(name, login=False) for name in ("One", "Two", "Three"))
    first, second = merge(chief, two, one), merge(chief, three, two)
    assert merged_into() == {one.pk: three.pk, two.pk: three.pk}
    assert Player.objects.get(pk=one.pk).stand_in == three
    undo(chief, second)
    assert Player.objects.get(pk=one.pk).stand_in == two
    second = merge(chief, three, two)
    undo(chief, first)
    assert Player.objects.get(pk=one.pk).stand_in is None
    assert Player.objects.get(pk=two.pk).stand_in == three
    with pytest.raises(MergeUndone):
        undo(chief, first)
    with pytest.raises(MergeUndone):
        undo(chief, Merge.objects.get(undoes=first))
    assert second.undoes is None


def test_a_match_ruled_void_keeps_nobody_apart(chief, kim, double, director):
    match = played(kim, double, director)
    preview = ruling_preview(match_id=match.pk, actor=director, kind="void")
    ruling_make(
        match_id=match.pk, actor=director, kind="void", reason="One and the same.", preview=preview.token
    )
    work_off()
    merge(chief, kim, double)
    assert Match.objects.get(pk=match.pk).players == (kim, kim)


def test_facts_of_both_are_listed_with_the_kept(chief, kim, double, history):
    merge(chief, kim, double)
    listed = {
        fact.subject_rows["match"].pk
        for fact in fact_list(chief, kim)[:500]
        if fact.subject_rows.get("match")
    }
    assert listed == {match.pk for match in history if match != history[3]}


def test_an_entry_taken_back_before_the_draw_keeps_nobody_apart(chief, kim, double, club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    for player in (kim, double):
        entry = entry_add(actor=director, tournament_id=cup.pk, player=player)
    kept_apart(chief, kim, double, f"tournament {cup.pk}")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry.pk)
    merge(chief, kim, double)
    assert Tournament.objects.get().entries.not_withdrawn().get().player == kim


def kept_apart(chief, one, two, says):
    with pytest.raises(PlayersMet, match=says):
        players_merge(actor=chief, kept=one, absorbed=two, reason="x")


def test_who_stands_beside_the_other_is_another(chief, kim, double, club, director):
    lea, moe = person("Lea"), person("Moe")
    pairs = [
        player_create(actor=director, name=name, kind="pair", members=members)
        for name, members in (("A", [kim, lea]), ("B", [double, moe]))
    ]
    match = MatchFactory(one=pairs[0], two=pairs[1], created_by=director)
    kept_apart(chief, kim, double, f"met in match {match.pk}")
    kept_apart(chief, moe, double, "both are of B")


def test_entered_once_over_both_records(chief, kim, double, club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    entry_add(actor=director, tournament_id=cup.pk, player=double)
    merge(chief, kim, double)
    with pytest.raises(AlreadyEntered, match="Kim is already entered in Cup"):
        entry_add(actor=director, tournament_id=cup.pk, player=kim)


def test_a_tournament_goes_on_with_the_record_it_has(chief, knockout, director):
    ann, bob, cem, dup = person("Ann"), person("Bob"), person("Cem"), PlayerFactory(name="Dup")
    cup = knockout(4, field=[ann, bob, cem, dup])
    elsewhere = PlayerFactory(name="Dup in full", user=UserFactory())
    merge(chief, elsewhere, dup)
    for match in Match.objects.filter(fixture__tournament=cup):
        side = next((side for side in (0, 1) if match.players[side] == elsewhere), 0)
        score = (5, 1) if side == 0 else (1, 5)
        report_submit(match_id=match.pk, actor=director, score=score)
        work_off()
    final = cup.fixtures.get(key="R2-M1").match
    assert elsewhere in final.players
    assert dup in (final.one, final.two)


def test_preview_counts_what_hangs_on_the_absorbed(chief, kim, double, history):
    looked = merge_preview(actor=chief, kept=kim, absorbed=double)
    assert looked.counts == {
        "matches": 2,
        "sessions": 0,
        "tournaments": 0,
        "ponds": 0,
        "memberships": 0,
        "ladders": 0,
    }
    assert not Merge.objects.exists()


def test_what_is_stored_wrongly_is_found_and_put_right(chief, kim, double):
    merge(chief, kim, double)
    Player.objects.filter(pk=double.pk).update(stand_in=None)
    assert f"player {double.pk}: stored as None; the merges say {kim.pk}" in compare()
    compare("--repair")
    assert Player.objects.get(pk=double.pk).stand_in == kim


def test_two_records_are_named_on_the_page_not_numbered(chief, client):
    kim, other, lea = person("Kim Vos"), person("Kim Vos", login=False), person("Lea")
    client.force_login(chief)
    page = client.get("/merges/")
    assert "Number" not in page.content.decode()
    sent = {"kept": "Kim Vos", "absorbed": "Kim Vos", "reason": ""}
    several = client.post("/merges/make/", sent)
    assert several.status_code == 422
    assert list(several.context["form"].errors) == ["kept", "absorbed"]
    chosen = {
        **sent,
        "kept-chosen": str(kim.pk),
        "kept-asked": "Kim Vos",
        "absorbed-chosen": str(other.pk),
        "absorbed-asked": "Kim Vos",
    }
    looked = client.post("/merges/make/", chosen)
    assert "What counts for Kim Vos will count for Kim Vos:" in looked.content.decode()
    assert f'value="{other.pk}"' in looked.content.decode()
    unsaid = client.post("/merges/make/", {**chosen, "make": "yes"})
    assert unsaid.status_code == 422
    assert list(unsaid.context["form"].errors) == ["reason"]
    assert not Merge.objects.exists()
    differs = client.post("/merges/make/", {**chosen, "absorbed": "Lea", "reason": "x", "make": "yes"})
    assert differs.status_code == 422
    client.cookies["django_language"] = "ja"
    assert "同じ人のもう一方の記録" in client.get("/merges/").content.decode()
    client.cookies["django_language"] = "en"
    made = client.post("/merges/make/", {**chosen, "reason": "The same.", "make": "yes"})
    assert made["Location"] == f"/players/{kim.pk}/"
    assert (Merge.objects.get().kept, Merge.objects.get().absorbed) == (kim, other)
    client.force_login(lea.user)
    assert client.get("/merges/").status_code == 403
    assert client.post("/merges/make/", chosen).status_code == 403
