"""Dice scrutiny in the service: extracts, shared dice, who may look, pages."""

import html
import re
from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser

import engine
from engine.scrutiny import CHANCE, chance_of_run, scrutinise_dice
from matches.accounts.errors import NotAllowed, NotAuthenticated
from matches.accounts.permissions import allowed_roles, may_do_action, roles_towards
from matches.base.translation import word_tables
from matches.dice.models import DICE_EXTRACT, DiceExtract, SharedDice
from matches.dice.pages.tags import chance_power, check_rows, dice_figure, p_value
from matches.dice.selectors import match_dice, player_dice
from matches.dice.services import dice_extract, dice_redo
from matches.facts import versions
from matches.play.models import Match, Report
from matches.play.permissions import directed_matches
from matches.play.selectors import match_list
from matches.play.services import report_submit
from matches.work.models import Outbox
from matches.work.services import work_sweep
from tests.conftest import DATA, director_reports, fixture_at, work_off
from tests.each import each
from tests.factories import AppointmentFactory, ClubFactory, MatchFactory, PlayerFactory, UserFactory
from tournaments.events.selectors import tournament_dice

pytestmark = pytest.mark.django_db

FOLDER = DATA / "clubnight"
LEGAL = (FOLDER / "std_05p_0000.mat").read_bytes()
OTHER = (FOLDER / "std_05p_0040.mat").read_bytes()
ILLEGAL = (FOLDER / "illegal_05p_blocked.mat").read_bytes()
SOURCE = (FOLDER / "std_05p_d000.mat").read_bytes()


def dice(transcript):
    return engine.dice_of(engine.read(transcript))


def names(transcript, swapped=False):
    one, two = engine.read(transcript).players
    return {"one": two, "two": one} if swapped else {"one": one, "two": two}


def play(transcript, *, match=None, director=None, swapped=False, **players):
    """A match to 5 points, reported by its director with this transcript; its columns may be swapped."""
    director = director or UserFactory()
    match = match or MatchFactory(length=5, created_by=director, **players)
    report = report_submit(
        match_id=match.pk, actor=director, transcript=transcript, names=names(transcript, swapped)
    )
    work_off()
    match.refresh_from_db()
    return match, report, director


@pytest.fixture
def staff():
    return UserFactory(is_staff=True)


# -- Extracts


def test_the_worker_takes_the_dice_out_of_a_transcript():
    _, report, _ = play(LEGAL)
    held = DiceExtract.objects.get()
    assert held.report == report
    assert held.as_engine() == dice(LEGAL)
    assert held.rolls == dice(LEGAL).roll_count
    assert set(held.marks) == engine.scrutiny.filed_fingerprints(dice(LEGAL))


@pytest.mark.parametrize("transcript", [ILLEGAL, b"\x00\x01 nothing at all"], ids=["illegal", "unreadable"])
def test_a_refused_transcript_has_its_dice_too_as_far_as_they_can_be_read(transcript):
    director = UserFactory()
    match = MatchFactory(length=5, created_by=director)
    report_submit(match_id=match.pk, actor=director, transcript=transcript)
    work_off()
    readable = transcript == ILLEGAL
    assert DiceExtract.objects.get().as_engine() == (dice(transcript) if readable else engine.RecordDice(()))
    assert len(match_dice(director, match).transcripts) == readable


def test_a_score_has_no_dice(match_of_two):
    director_reports(match_of_two, match_of_two.created_by, (5, 2))
    assert not DiceExtract.objects.exists()
    dice_extract(report_id=Report.objects.get().pk)
    assert not DiceExtract.objects.exists()


@pytest.fixture
def match_of_two():
    return MatchFactory(length=5, created_by=UserFactory())


def test_taking_the_dice_out_twice_changes_nothing():
    _, first, _ = play(LEGAL)
    _, second, _ = play(LEGAL)
    before = [*DiceExtract.objects.order_by("pk").values()], [*SharedDice.objects.values()]
    for report in (first, second):
        dice_extract(report_id=report.pk)
    assert ([*DiceExtract.objects.order_by("pk").values()], [*SharedDice.objects.values()]) == before
    assert len(before[1]) == 1


def test_a_fault_of_our_own_is_logged_and_leaves_no_work_for_ever(monkeypatch):
    monkeypatch.setattr(engine, "dice_of", lambda record: 1 / 0)
    play(LEGAL)
    assert DiceExtract.objects.get().games == []


def test_the_sweep_finds_transcripts_whose_dice_nobody_has_taken_out():
    play(LEGAL)
    DiceExtract.objects.all().delete()
    work_sweep()
    assert list(Outbox.objects.values_list("kind", flat=True)) == [DICE_EXTRACT]
    work_off()
    assert DiceExtract.objects.count() == 1


# -- Shared dice


def test_a_copy_under_other_names_is_found_for_both_directors():
    one, first, ann = play(LEGAL)
    other, second, bob = play(LEGAL, swapped=True)
    play(OTHER)
    for viewer, match, here, there in ((ann, one, first, second), (bob, other, second, first)):
        shared = match_dice(viewer, match).shared
        [found] = shared.anomalies
        assert (found.here, found.there) == (here, there)
        longest = max(dice(LEGAL).games, key=lambda game: len(game.dice))
        assert found.runs[0].length == len(longest.dice)
        assert found.runs[0].one_game == found.runs[0].two_game == longest.number
        assert found.runs[0].swapped is False, "the columns of the files are the same"
        assert found.chance < 1e-9
        assert (shared.threshold, shared.pending) == (CHANCE, 0)


def shifted(transcript, games):
    """The transcript with its first games, as many as asked, twice: the later ones get other numbers."""
    record = engine.read(transcript)
    record.games = record.games[games:]
    for number, game in enumerate(record.games, 1):
        game.number = number
    return engine.CODECS["mat"].write(record).encode()


def test_an_anomaly_is_shown_from_the_side_of_the_match_asked_about():
    one, _, ann = play(LEGAL)
    other, _, bob = play(shifted(LEGAL, 1))
    [here], [there] = (match_dice(*asked).shared.anomalies for asked in ((ann, one), (bob, other)))
    for ours, theirs in zip(here.runs, there.runs, strict=True):
        assert ours.one_game == ours.two_game + 1
        assert (ours.one_game, ours.one_roll) == (theirs.two_game, theirs.two_roll)
        assert (ours.two_game, ours.two_roll) == (theirs.one_game, theirs.one_roll)


def test_two_reports_of_one_match_are_equal_by_nature():
    director = UserFactory()
    match = MatchFactory(length=5, one__user=UserFactory(), two__user=UserFactory(), created_by=director)
    for reporter in (match.one.user, match.two.user):
        report_submit(match_id=match.pk, actor=reporter, transcript=LEGAL, names=names(LEGAL))
    work_off()
    assert DiceExtract.objects.count() == 2
    assert not SharedDice.objects.exists()
    assert match_dice(director, match).shared.anomalies == ()


def test_a_copy_of_a_match_that_was_reported_twice_is_one_finding():
    director = UserFactory()
    match = MatchFactory(length=5, one__user=UserFactory(), two__user=UserFactory(), created_by=director)
    for reporter in (match.one.user, match.two.user):
        report_submit(match_id=match.pk, actor=reporter, transcript=LEGAL, names=names(LEGAL))
    _, _, thief = play(LEGAL)
    assert SharedDice.objects.count() == 2
    assert len(match_dice(director, match).shared.anomalies) == 1
    assert [found.there.match for found in match_dice(thief, Match.objects.last()).shared.anomalies] == [
        match
    ]


def test_reports_taken_up_in_another_order_end_in_the_same_rows():
    for _ in range(3):
        play(LEGAL)
    rows = set(SharedDice.objects.values_list("one__report", "two__report", "length"))
    assert len(rows) == 3
    DiceExtract.objects.all().delete()
    for report_id in Report.objects.order_by("-pk").values_list("pk", flat=True):
        dice_extract(report_id=report_id)
    assert set(SharedDice.objects.values_list("one__report", "two__report", "length")) == rows


def test_short_runs_are_kept_and_not_shown(staff):
    """Ten rolls in a row say something between two matches and nothing among ten thousand."""
    one, _, _ = play(LEGAL)
    play(OTHER)
    mine, theirs = DiceExtract.objects.order_by("pk")
    run = engine.scrutiny.Run(1, 1, 1, 1, 10, None).as_dict()
    SharedDice.objects.create(one=mine, two=theirs, length=10, runs=[run])
    assert match_dice(staff, one).shared.least == 10
    assert [found.runs[0].length for found in match_dice(staff, one).shared.anomalies] == [10]
    DiceExtract.objects.update(rolls=1_400_000)
    shared = match_dice(staff, one).shared
    assert (shared.anomalies, shared.least) == ((), 12)
    assert chance_of_run(12, 1_400_000**2) <= CHANCE < chance_of_run(11, 1_400_000**2)


def test_dice_that_wait_for_a_worker_are_counted():
    match, report, director = play(LEGAL)
    dice_redo(report.pk)
    assert match_dice(director, match).shared.pending == 1
    work_off()
    assert match_dice(director, match).shared.pending == 0


# -- A match, a tournament, a player


def test_a_match_shows_each_transcript_with_the_names_it_bears():
    match, report, director = play(LEGAL)
    [shown] = match_dice(director, match).transcripts
    assert (shown.report, shown.players) == (report, engine.read(LEGAL).players)
    assert shown.scrutiny == scrutinise_dice([dice(LEGAL)])


def test_a_player_s_dice_are_his_whatever_column_they_stand_in(staff):
    ann = PlayerFactory()
    play(LEGAL, one=ann)
    play(OTHER, two=ann)
    play(SOURCE, one=ann, swapped=True)
    seen = player_dice(staff, ann).scrutiny
    assert seen == scrutinise_dice([dice(LEGAL), dice(OTHER), dice(SOURCE)], [0, 1, 1])
    assert seen != scrutinise_dice([dice(LEGAL), dice(OTHER), dice(SOURCE)])


def test_of_each_match_the_transcript_counts_that_decided_it(staff):
    """A refused one does not."""
    director = UserFactory()
    match = MatchFactory(length=5, created_by=director, one__user=UserFactory())
    play(ILLEGAL, match=match, director=director)
    play(LEGAL, match=match, director=director)
    assert Report.objects.count() == DiceExtract.objects.count() == 2
    assert player_dice(staff, match.one).scrutiny == scrutinise_dice([dice(LEGAL)])


def test_a_tournament_s_dice_are_those_of_its_matches(knockout, director):
    cup = knockout(4)
    play(OTHER)
    for key, transcript in (("R1-M1", LEGAL), ("R1-M2", SOURCE)):
        play(transcript, match=fixture_at(cup, key).match, director=director)
    seen = tournament_dice(director, cup)
    assert seen.scrutiny.both_sides == scrutinise_dice([dice(LEGAL), dice(SOURCE)]).both_sides
    assert seen.scrutiny.transcripts == 2
    assert seen.shared.anomalies == ()


def test_how_many_queries_it_takes(knockout, director, django_assert_num_queries):
    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    play(LEGAL, match=match, director=director)
    for _ in range(3):
        play(LEGAL)
    match = match_list().get(pk=match.pk)
    with django_assert_num_queries(3 + 4):
        assert len(match_dice(director, match).shared.anomalies) == 3
    with django_assert_num_queries(1 + 4):
        assert len(tournament_dice(director, cup).shared.anomalies) == 3


# -- Who may look


@pytest.fixture
def people(knockout, director, club):
    """Everybody who could ask, and things to ask about: {name: login}, a cup, its first match."""
    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    elsewhere = ClubFactory()
    found = {
        "anonymous": AnonymousUser(),
        "stranger": UserFactory(),
        "player": match.one.user,
        "owner": director,
        "club director": AppointmentFactory(club=club).user,
        "cup director": AppointmentFactory(club=club, tournament=cup).user,
        "elsewhere": AppointmentFactory(club=elsewhere, role="owner").user,
        "staff": UserFactory(is_staff=True),
        "locked out": UserFactory(is_staff=True, is_active=False),
    }
    return found, cup, match


LOOK = {"owner", "club director", "cup director", "staff"}


@each("name", [*sorted(LOOK), "anonymous", "stranger", "player", "elsewhere", "locked out"])
def test_who_may_look_at_dice(people, name):
    found, cup, match = people
    viewer = found[name]
    asks = (
        lambda: match_dice(viewer, match),
        lambda: tournament_dice(viewer, cup),
        lambda: player_dice(viewer, match.one),
    )
    for ask in asks:
        if name in LOOK:
            ask()
        else:
            with pytest.raises(NotAuthenticated if name == "anonymous" else NotAllowed):
                ask()


def test_lists_of_matches_and_single_ones_agree_on_who_directs(people):
    """The condition on matches and the roles towards one agree; who directs one cup sees none of another."""
    found, _, _ = people
    login = found["stranger"]
    AppointmentFactory(user=login, club=ClubFactory())
    MatchFactory(created_by=login)
    own = MatchFactory(created_by=login, one__user=login).one
    MatchFactory(created_by=found["player"], two=own)
    for user, other in product(
        [user for name, user in found.items() if name != "anonymous"], Match.objects.all()
    ):
        if user.is_active:
            listed = directed_matches(user).filter(pk=other.pk).exists()
            assert listed == bool(roles_towards(user, other) & allowed_roles()["dice_scrutinise"]), (
                user,
                other,
            )
            assert listed == may_do_action(user, "dice_scrutinise", other)


def test_a_director_sees_of_a_player_the_matches_he_directs(people):
    found, _, match = people
    play(LEGAL, match=match, director=found["owner"])
    play(OTHER, one=match.one)
    assert player_dice(found["cup director"], match.one).scrutiny.transcripts == 1
    assert player_dice(found["staff"], match.one).scrutiny.transcripts == 2


# -- Pages


def seen(response, status=200):
    """What a reader sees: the page without its tags, white space run together."""
    assert response.status_code == status
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.fixture
def copied(people):
    """The cup's first match and, elsewhere, a copy of it: everybody, the cup, the match, the copy."""
    found, cup, match = people
    match, _, _ = play(LEGAL, match=match, director=found["owner"])
    copy, _, _ = play(LEGAL)
    return found, cup, match, copy


@each("name", [*sorted(LOOK), "anonymous", "stranger", "player", "elsewhere"])
def test_who_sees_dice_on_pages(client, copied, name):
    found, cup, match, copy = copied
    client.logout()
    if name != "anonymous":
        client.force_login(found[name])
    addresses = [f"/matches/{match.pk}/", f"/tournaments/{cup.pk}/", f"/players/{match.one_id}/"]
    for address in addresses:
        page = client.get(f"{address}dice/")
        if name in LOOK:
            assert f"equal those of match {copy.pk}, game" in seen(page)
        else:
            assert "This page is for directors" in seen(page, 403)
    for address in addresses[:2]:
        page = client.get(address).content.decode()
        assert (
            (f"{address}dice/" in page) == (f"equal those of match {copy.pk}, game" in page) == (name in LOOK)
        )
        assert ("dice" in page.lower()) == (name in LOOK)


def test_a_match_s_page_shows_every_check_with_its_p_value(client, copied):
    found, _, match, _ = copied
    client.force_login(found["owner"])
    words = seen(client.get(f"/matches/{match.pk}/dice/"))
    report = scrutinise_dice([dice(LEGAL)])
    for check in report.checks:
        assert str(word_tables()["check"][check.code]) in words
        assert (
            p_value(check.p_value) if check.p_value is not None else f"{check.sample} < {check.needed}"
        ) in words
    assert f"The lowest of {report.checks_made} p-values is {p_value(report.lowest_check.p_value)}" in words
    for row in report.as_dict()["together"]["counts"]:
        assert f"{row['roll']} {row['count']} / {dice_figure(row['expected'])}" in words
    for face, count in enumerate(report.both_sides.face_counts, 1):
        assert f"{face} {count} / {dice_figure(sum(report.both_sides.face_counts) / 6)}" in words


def test_a_tournament_s_page_lists_its_matches(client, copied):
    found, cup, match, _ = copied
    client.force_login(found["cup director"])
    page = client.get(f"/tournaments/{cup.pk}/dice/")
    report = scrutinise_dice([dice(LEGAL)])
    assert f"/matches/{match.pk}/dice/" in page.content.decode()
    figures = dice(LEGAL).roll_count, p_value(report.lowest_check.p_value), p_value(report.adjusted_p_value)
    assert f"{match.one} – {match.two} {' '.join(map(str, figures))}" in seen(page)


def test_a_player_s_page_separates_the_player_from_the_opponents(client, copied):
    found, _, match, _ = copied
    client.force_login(found["owner"])
    words = seen(client.get(f"/players/{match.two_id}/dice/"))
    assert f"Check Together {match.two.name} Opponents" in words
    opener = check_rows(scrutinise_dice([dice(LEGAL)], [1]))[-1]["cells"][1]
    assert (
        f"{p_value(opener.p_value)} {dice_figure(opener.observed)} / {dice_figure(opener.expected)}" in words
    )


def test_an_empty_match_has_an_empty_page(client, match_of_two):
    client.force_login(match_of_two.created_by)
    words = seen(client.get(f"/matches/{match_of_two.pk}/dice/"))
    assert "There is no transcript of this match." in words
    assert "No transcript of another match shares 10 rolls in a row or more" in words


def test_the_pages_speak_japanese_and_keep_to_the_content_security_policy(client, copied):
    found, cup, match, _ = copied
    client.force_login(found["owner"])
    for address in (
        f"/matches/{match.pk}/dice/",
        f"/tournaments/{cup.pk}/dice/",
        f"/players/{match.one_id}/dice/",
    ):
        page = client.get(address, headers={"Accept-Language": "ja"}).content.decode()
        assert "ディレクターだけに見える参考情報です" in page
        assert "の出目が試合" in page
        assert not re.findall(r"<[^>]+\s(?:style|on\w+)=|<script(?! src=)", page)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1.00"),
        (0.5249, "0.52"),
        (0.0951, "0.10"),
        (0.0949, "0.095"),
        (0.00042, "0.00042"),
        (1e-7, "< 0.000001"),
    ],
)
def test_p_values_have_two_figures(value, text):
    assert p_value(value) == text


@pytest.mark.parametrize(("chance", "n"), [(1e-12, 12), (9e-13, 12), (1.1e-12, 11), (0, 300)])
def test_powers_of_ten_are_rounded_to_the_safe_side(chance, n):
    assert chance_power(chance) == n


def test_open_pages_of_directors_hear_of_a_finding(copied):
    _, cup, match, _ = copied
    report = Report.objects.get(match=match)
    dice_redo(report.pk)
    topics = (f"match-{match.pk}", f"tournament-{cup.pk}")
    before = [versions.current_version(topic) for topic in topics]
    dice_extract(report_id=report.pk)
    assert [versions.current_version(topic) > then for topic, then in zip(topics, before, strict=True)] == [
        True,
        True,
    ]


def test_every_check_has_a_word():
    assert {check.code for check in scrutinise_dice([dice(LEGAL)]).checks} == word_tables()["check"].keys()
