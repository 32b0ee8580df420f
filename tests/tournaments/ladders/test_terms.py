"""What a ladder is edited for, what open challenges keep, and what refusals say."""

import pytest

from matches.accounts.models import User
from matches.play.services import report_submit
from matches.players.services import players_merge
from matches.work.models import Outbox
from tests.conftest import NOON
from tests.consent import player_create
from tests.factories import PlayerFactory, UserFactory
from tournaments.ladders import services
from tournaments.ladders.models import ChallengeAnswer, Ladder
from tournaments.ladders.rules import Ineligibility
from tournaments.ladders.selectors import ladder_opponents

from .climbing import at, work_off_at

pytestmark = pytest.mark.django_db


def test_a_ladder_is_edited_for_what_is_to_come(ladder):
    wall = ladder(4)
    of_it = {"actor": wall.director, "ladder_id": wall.row.pk, "now": at(1)}
    services.ladder_edit(**of_it, kind_options={"movement": "swap"}, name="Door")
    wall.play("Dai", "Dai", "Bob", day=1)
    assert wall.rungs == "ADCB"
    services.ladder_edit(**of_it, kind_options={"movement": "swap", "above": 1}, length=7)
    wall.row.refresh_from_db()
    wall.refused("challenge_out_of_range", wall.challenge, "Bob", "Dai", day=2)
    said = wall.refused("ladder_begun", services.ladder_edit, **of_it, kind_options={})
    assert "movement" in said
    wall.refused("invalid_option", services.ladder_edit, **of_it, kind_options={"above": 0})
    wall.refused("invalid_length", services.ladder_edit, **of_it, length=4)
    assert Ladder.objects.get().kind_options == {"movement": "swap", "above": 1}


def test_what_is_open_keeps_the_terms_under_which_it_was_made(ladder):
    wall = ladder(4, accept_days=30, play_days=10, unplayed="director", lapse="removed")
    challenge = wall.challenge("Dai", "Bob")

    def edited(day, **options):
        kept = {"accept_days": 30, "play_days": 10, "unplayed": "director", "lapse": "removed"}
        services.ladder_edit(
            actor=wall.director, ladder_id=wall.row.pk, kind_options=kept | options, now=at(day)
        )

    said = wall.refused("challenges_open", edited, 2, accept_days=1)
    assert said.startswith(
        "Open challenges on Wall were made under the old accept_days: 1. Have them answered"
    )
    edited(2, unplayed="challenger")
    edited(2)
    match = wall.answer(challenge, day=3).match
    edited(4, accept_days=1)
    said = wall.refused("challenges_open", edited, 4, unplayed="challenger")
    assert "under the old unplayed: 1. Have them played first" in said
    wall.process_due(20)
    match.refresh_from_db()
    assert (match.state, wall.rungs) == ("open", "ABCD")
    report = {"match_id": match.pk, "actor": wall.director, "score": (3, 5), "now": at(20)}
    report_submit(**report)
    work_off_at(at(20))
    edited(21, unplayed="challenger", accept_days=1)


def test_nobody_plays_on_both_sides(ladder):
    """A pair cannot challenge who plays in it, nor the other way round; others it can."""
    wall = ladder(3)
    two = [wall.players["Bob"], PlayerFactory(name="Zoe")]
    pair = player_create(actor=wall.director, name="Pair", kind="pair", members=two)
    wall.players["Pair"] = pair
    services.ladder_join(actor=wall.director, ladder_id=wall.row.pk, player=pair, now=NOON)
    for one, two in (("Pair", "Bob"), ("Bob", "Pair")):
        said = wall.refused("challenge_to_oneself", wall.challenge, one, two, actor=wall.director)
        assert said.startswith(f"{one} and {two} have a player in common")
    rows = {row.rung.player.name: row for row in ladder_opponents(wall.fold(), pair.pk)}
    assert rows["Bob"].ineligibility.why == Ineligibility.ONESELF
    assert rows["Cem"].ineligibility is None
    wall.challenge("Pair", "Cem", actor=wall.director)


def test_refusals_say_who_has_challenged_whom_and_who_stands_where(ladder):
    wall = ladder(5, above=2)
    wall.challenge("Cem", "Bob")
    said = wall.refused("already_challenged", wall.challenge, "Bob", "Cem")
    assert said == "Cem has challenged Bob already. Answer and play that challenge."
    said = wall.refused("challenge_out_of_range", wall.challenge, "Eva", "Ann")
    assert said == (
        "Ann (place 1) is out of reach: Eva (place 5) may challenge up to 2 above. Choose somebody there."
    )
    said = wall.refused("challenge_out_of_range", wall.challenge, "Ann", "Eva")
    assert said.endswith("Ann (place 1) may challenge nobody. Wait to be challenged.")


def test_a_challenge_that_a_clock_behind_has_not_reached_is_not_taken_back(ladder):
    """Two machines, one a day ahead: what the one writes down the other sees to later."""
    wall = ladder(3)
    challenge = wall.challenge("Cem", "Bob", day=1)
    wall.process_due(0)
    assert not ChallengeAnswer.objects.exists()
    assert wall.answer(challenge, day=1).match is not None


def test_a_merge_at_the_end_of_a_chain_has_the_ladder_attended_to(ladder):
    wall = ladder(2)
    double, real = PlayerFactory.create_batch(2, user=None)
    for kept, absorbed in ((double, wall.players["Ann"]), (real, double)):
        User.objects.filter(player=absorbed).delete()
        Outbox.objects.all().delete()
        absorbed.refresh_from_db()
        players_merge(actor=UserFactory(is_staff=True), kept=kept, absorbed=absorbed)
        assert Outbox.objects.filter(kind="tournaments.ladder_process_due", subject=wall.row.pk).exists()
