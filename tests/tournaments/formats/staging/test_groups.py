"""Groups and the knockout after them: who is where, and who meets whom again."""

from dataclasses import replace
from random import Random
from time import process_time

import pytest

from tests.each import each
from tests.tournaments.formats.contract import RR, SE, play_out, with_result
from tournaments.formats import History, PairingResult
from tournaments.formats.by_hand import play_off_by_hand
from tournaments.formats.elimination import bracket_layout
from tournaments.formats.errors import FormatMisfit, PlacesMissing
from tournaments.formats.seeding.pots import Drawing, group_draw
from tournaments.formats.staging.crossing import seeds_in_crossed_bracket
from tournaments.formats.staging.groups import Groups
from tournaments.formats.staging.stages import Stages


def groups(format, history):
    return [
        sorted(place.entry for place in part.places)
        for part in format.draw_parts(history)
        if "group" in part.code
    ]


def finished(format, entries):
    """Every group match won by whoever comes first in the draw."""
    history = History(tuple(range(1, entries + 1)))
    while due := [pairing for pairing in format.due_pairings(history) if pairing.key.startswith("G")]:
        for pairing in due:
            decided = PairingResult(pairing.one, pairing.two, min(pairing.one, pairing.two), (7, 3))
            history = with_result(history, decided, pairing.key)
    return history


def meets(format, history):
    return [(pairing.key, pairing.one, pairing.two) for pairing in format.due_pairings(history)]


def test_groups_are_filled_to_and_fro():
    assert groups(Groups(), History(tuple(range(1, 13)))) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    assert groups(Groups(), History(tuple(range(1, 12)))) == [[1, 6, 7], [2, 5, 8, 11], [3, 4, 9, 10]]


@pytest.mark.parametrize("seed", ["spring", "autumn"])
def test_pots_give_every_group_one_of_each_by_lot(seed):
    format = Groups(drawing=Drawing.POTS)
    order = format.group_order(range(1, 17), seed, {})
    drawn = groups(format, History(order))
    assert drawn == [[*group] for group in group_draw(range(1, 17), 4, seed, drawing=Drawing.POTS)]
    assert all([(entry - 1) // 4 for entry in group] == [0, 1, 2, 3] for group in drawn)
    assert order != format.group_order(range(1, 17), "winter", {})


@pytest.mark.parametrize("drawing", Drawing)
def test_club_mates_are_drawn_to_different_groups(drawing):
    """Four of Graz, four of Linz and eight of nowhere in four groups: one of each club everywhere."""
    clubs = {1: "Graz", 8: "Graz", 9: "Graz", 16: "Graz", 2: "Linz", 3: "Linz", 6: "Linz", 7: "Linz"}
    format = Groups(drawing=drawing)
    order = format.group_order(range(1, 17), "spring", clubs)
    for group in groups(format, History(order)):
        assert sorted(clubs[entry] for entry in group if entry in clubs) == ["Graz", "Linz"]
        assert [(entry - 1) // 4 for entry in sorted(group)] == [0, 1, 2, 3], "one of every pot"
    assert order[:4] == (1, 2, 3, 4)


def test_seeds_who_wait_in_a_later_stage_stay_seeds():
    format = Stages.from_mapping(
        {
            "stages": [
                {"format": RR, "groups": 2, "from": [{"stage": 0}]},
                {"format": SE, "from": [{"stage": 0, "places": [1]}, {"stage": 1, "places": [1]}]},
            ]
        }
    )
    order = format.group_order(range(1, 8), "spring", {1: "Graz", 2: "Graz", 5: "Graz", 6: "Graz", 4: "Linz"})
    assert order[0] == 1
    drawn = groups(format, History(order))
    assert sorted(len({2, 5, 6} & {*group}) for group in drawn) == [1, 2]


def test_where_nobody_is_drawn_to_a_group_the_order_stays():
    later = {"stages": [{"format": SE}, {"format": RR, "group_size": 3, "from": [{"stage": 1}]}]}
    for format in (Stages.from_mapping(later), Stages.from_mapping({"stages": [{"format": RR}]})):
        assert not format.deals_groups
        assert format.group_order(range(1, 9), "spring", {1: "Graz", 8: "Graz"}) == tuple(range(1, 9))


@pytest.mark.parametrize(
    ("size", "format", "sizes"),
    [
        (17, Groups(), [3, 3, 3, 4, 4]),
        (16, Groups(groups=2), [8, 8]),
        (9, Groups(groups=2), [4, 5]),
        (8, Groups(group_size=3), [2, 3, 3]),
    ],
)
def test_groups_differ_by_one_at_most(size, format, sizes):
    assert sorted(map(len, groups(format, History(tuple(range(size)))))) == sizes


def test_winners_meet_runners_up_of_other_groups():
    """Groups 1 8 9 16, 2 7 10 15, 3 6 11 14, 4 5 12 13."""
    assert meets(Groups(), finished(Groups(), 16)) == [
        ("K-R1-M1", 1, 6),
        ("K-R1-M2", 7, 4),
        ("K-R1-M3", 3, 5),
        ("K-R1-M4", 8, 2),
    ]


@each("count", range(2, 33))
def test_two_of_a_group_meet_again_in_the_final_only(count):
    """For any number of groups: winners and runners-up are in different halves."""
    group_names = tuple(range(count))
    winners, runners_up = seeds_in_crossed_bracket((group_names, group_names))
    seats = bracket_layout(1 << (2 * count - 1).bit_length())
    top = set(seats[: len(seats) // 2])
    assert sorted(winners + runners_up) == list(range(1, 2 * count + 1))
    for winner, runner_up in zip(winners, runners_up, strict=True):
        assert (winner in top) != (runner_up in top)


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_four_of_a_group_are_in_four_quarters(count):
    tiers = seeds_in_crossed_bracket((tuple(range(count)),) * 4)
    seats = bracket_layout(4 * count)
    quarter = {seed: seat * 4 // len(seats) for seat, seed in enumerate(seats)}
    for group in zip(*tiers, strict=True):
        assert sorted(quarter[seed] for seed in group) == [0, 1, 2, 3]


def test_the_best_of_the_next_place_fill_the_bracket():
    """Six groups of four: twelve go on, and four of the six who are third; by lot where all are equal."""
    format = Groups(fill=True)
    history = finished(format, 24)
    due = meets(format, history)
    assert len(due) == 8
    playing = {entry for _, *pair in due for entry in pair}
    assert set(range(1, 13)) < playing
    assert len(playing & set(range(13, 19))) == 4
    assert Groups(fill=True).stages_of(16) == Groups().stages_of(16), "eight fill a bracket as they are"


@each("fill", [False, True])
@each("advance", [1, 2, 3])
@each("groups_there", range(2, 14))
def test_who_goes_on_with_another_of_a_group_meets_it_late(groups_there, advance, fill):
    """Two of a group are in different halves, three or four in quarters of their own, fillers too."""
    format = Groups(groups=groups_there, advance=advance, fill=fill)
    history = finished(format, 4 * groups_there)
    group_of = {
        entry: part.code
        for part in format.draw_parts(history)[:-1]
        for slots in part.rounds
        for slot in slots
        for entry in (slot.one, slot.two)
    }
    seats = [seat for slot in format.draw_parts(history)[-1].rounds[0] for seat in (slot.one, slot.two)]
    lines = [(line, group_of[seat]) for line, seat in enumerate(seats) if isinstance(seat, int)]
    for code in {code for _, code in lines}:
        own = [line for line, other in lines if other == code]
        share = len(seats) >> (len(own) - 1).bit_length()
        assert len({line // share for line in own}) == len(own)


TWO_STAGES = {
    "stages": [
        {"format": RR, "groups": 2},
        {"format": RR, "from": [{"stage": 1, "places": [1]}, {"stage": 1, "places": [2], "best": 1}]},
    ]
}
SECOND_OF_SMALL, SECOND_OF_LARGE = 4, 3


def after_first(format, history, drawn=()):
    """The first stage played: the better seed wins 5-0, but some matches are drawn."""
    history = history if isinstance(history, History) else History(tuple(history))
    while due := [pairing for pairing in format.due_pairings(history) if pairing.key.startswith("S1")]:
        for pairing in due:
            both = {pairing.one, pairing.two}
            winner = None if both in drawn else min(both)
            points = (5 * (winner == pairing.one), 5 * (winner == pairing.two))
            history = with_result(
                history, PairingResult(pairing.one, pairing.two, winner, points), pairing.key
            )
    return history


def in_second(format, history):
    return {
        entry for each in format.begun_divisions(history) if each.stage == 2 for entry in each.history.entries
    }


def going_on(history, drawn=(), options=TWO_STAGES):
    """Who plays the second stage."""
    format = Stages.from_mapping(options)
    return in_second(format, after_first(format, history, drawn))


def test_the_best_of_a_place_is_who_has_most_points_for_each_match():
    """Of groups of three and four: 2 of 3 is more than 1 of 2, which is more than 1 of 3."""
    assert going_on(History(tuple(range(1, 8)))) == {1, 2, SECOND_OF_LARGE}
    drawn = [{3, 6}, {3, 7}, {6, 7}]
    assert going_on(History(tuple(range(1, 8))), drawn) == {1, 2, SECOND_OF_SMALL}


def test_matches_against_who_was_removed_were_none():
    """8 of 1, 4, 5, 8 left before playing; 2 and 6 drew. So 1 has 2 of 2, and 2 has 2½ of 3."""
    options = {
        "stages": [
            {"format": RR, "groups": 2},
            {"format": RR, "from": [{"stage": 1, "places": [2]}, {"stage": 1, "places": [1], "best": 1}]},
        ]
    }
    history = History(tuple(range(1, 9)), withdrawn=frozenset({8}), left=(8,))
    assert going_on(history, [{2, 6}], options) == {1, 3, 4}


def test_rounds_that_count_as_won_count_as_matches():
    """Three rounds in groups of five and four: who sits out has a point for it."""
    stages = [{"format": RR, "options": {"rounds": 3}, "groups": 2}, TWO_STAGES["stages"][1]]
    format, history = (
        Stages.from_mapping({"stages": stages}),
        after_first(Stages.from_mapping({"stages": stages}), range(1, 10)),
    )
    first = [each for each in format.begun_divisions(history) if each.stage == 1]
    assert [len(each.history.entries) for each in first] == [5, 4]
    assert {
        each.format.matches_of(each.history)[entry] for each in first for entry in each.history.entries
    } == {3}


@pytest.mark.parametrize("tiebreak", ["rating", "average_rating", "performance"])
def test_ratings_of_different_groups_are_compared_as_they_are(tiebreak):
    """1 of 2 and 1½ of 3 are equal; then 2000 is more than 1700, however many matches it took."""
    ratings = {1: 1700.0, 4: 1700.0, 5: 1700.0} | dict.fromkeys((2, 3, 6, 7), 2000.0)
    history = History(tuple(range(1, 8)), ratings=ratings, tiebreaks=(tiebreak,))
    assert going_on(history, [{3, 6}, {6, 7}]) == {1, 2, SECOND_OF_LARGE}


def test_what_compares_the_members_of_one_group_says_nothing_of_others():
    """4 and 5 play off for a place of their group; 3 of the other is their equal, with the better lot."""
    format = Stages.from_mapping(TWO_STAGES)
    history = History(tuple(range(1, 9)), seed="b", tiebreaks=("play_off", "points_difference"))
    history = after_first(format, history, [{4, 5}, {3, 6}])
    assert in_second(format, history) == {1, 2, 3}
    round_pairings = play_off_by_hand(format, history, [4, 5])
    history = replace(history, paired_rounds=(*history.paired_rounds, round_pairings))
    (pairing,) = round_pairings.pairings
    history = with_result(history, PairingResult(pairing.one, pairing.two, 5, (0, 5)), pairing.key)
    assert in_second(format, history) == {1, 2, 3}


def test_the_places_are_one_complete_set():
    """The knockout first, then the third of the groups, then the fourth; who is equal there shares."""
    format = Groups(third_place=True)
    history = finished(format, 16)
    while due := format.due_pairings(history):
        for pairing in due:
            winner = min(pairing.one, pairing.two)
            history = with_result(
                history, PairingResult(pairing.one, pairing.two, winner, (7, 3)), pairing.key
            )
    places = [(place.entry, place.first, place.last) for place in format.standings(history)]
    assert places[:4] == [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)]
    assert [place[1:] for place in places[4:8]] == [(5, 8)] * 4
    assert {place[1:] for place in places[8:12]} == {(9, 12)}
    assert {entry for entry, *_ in places[8:12]} == {9, 10, 11, 12}
    assert {place[1:] for place in places[12:]} == {(13, 16)}


def test_a_corrected_group_match_moves_people_in_the_knockout_and_back():
    format = Groups()
    history = finished(format, 8)  # groups 1 4 5 8 and 2 3 6 7
    assert meets(format, history) == [("K-R1-M1", 1, 3), ("K-R1-M2", 4, 2)]
    played = with_result(history, PairingResult(4, 2, 4), "K-R1-M2")
    played = with_result(played, PairingResult(1, 3, 1), "K-R1-M1")
    assert meets(format, played) == [("K-R2-M1", 1, 4)]
    # 5 beat 4 after all, and has the second place of the group.
    key = next(key for key, pair in history.results if pair == {4, 5})
    corrected = with_result(played, PairingResult(4, 5, 5, (3, 7)), key)
    assert meets(format, corrected) == [("K-R1-M2", 5, 2)]
    again = with_result(corrected, PairingResult(5, 2, 2), "K-R1-M2")
    assert meets(format, again) == [("K-R2-M1", 1, 2)]
    undone = with_result(again, PairingResult(4, 5, 4, (7, 3)), key)
    assert meets(format, undone) == meets(format, played)
    assert format.standings(undone) == format.standings(played)


def test_a_group_match_to_be_replayed_stops_the_knockout_until_it_is():
    format = Groups()
    history = finished(format, 8)
    key, pair = next(iter(history.results))
    reopened = History(
        history.entries, {meet: each for meet, each in history.results.items() if meet != (key, pair)}
    )
    assert [pairing.key for pairing in format.due_pairings(reopened)] == [key]
    assert not format.is_over(reopened)


@pytest.mark.parametrize("seed", range(20))
def test_who_leaves_after_the_groups_moves_nobody(seed):
    """Whoever won in the group because somebody had left keeps that when they leave themselves."""
    format, random = Groups(group_size=5), Random(seed)
    for history in play_out(format, 15, random, withdrawals=12):
        left = [pairing.meet_key for pairing in format.pairings(history)]
        assert set(history.results) <= set(left)


def test_a_field_that_leaves_places_empty_is_refused():
    Groups().check_field(8)
    with pytest.raises(PlacesMissing, match="takes place 3 of stage 1, which has too few"):
        Groups(group_size=3, advance=3).check_field(8)
    with pytest.raises(FormatMisfit, match="stage 1 would have 1 entries in a group"):
        Groups(groups=8, advance=1).check_field(9)


def test_a_large_field_with_ratings_is_not_slow():
    """4,096 entries in groups of four: well under a second each, however busy the machine."""
    entries = tuple(range(1, 4097))
    history = History(entries, seed="s", ratings=dict.fromkeys(entries, 1500.0))
    started = process_time()
    assert Groups().due_round_pairings(history) is None
    assert len(Groups().draw_parts(history)) == 1024
    assert process_time() - started < 2
