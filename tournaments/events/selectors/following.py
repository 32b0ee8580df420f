"""Where winner and loser of a match play next, read from the slots around its own alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from matches.play.models import Match
from matches.players.models import Player
from matches.work.statements import RowsStatement, Statement, set_related
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.formats import Feed, Pairing
from tournaments.formats.following import SlotResult, pairings_that_follow
from tournaments.formats.play_offs import PART as PLAY_OFF


@dataclass(frozen=True, slots=True)
class Followed:
    """What a result leads to: the pairings now due, whether it was the last one, the entries paired."""

    due: tuple[Pairing, ...] = ()
    over: bool = False
    entries: Mapping[int, Entry] = field(default_factory=dict, compare=False)


def fixture_followed(tournament: Tournament, fixture_id: int) -> Followed | None:
    """What the match of a fixture, just decided, leads to: at most three queries in a field of any size.

    None where more may have changed than that: the match is not final, has no winner or is a play-off; a slot
    it feeds has seen another match already than the one that is to be played there, or was passed without
    one, so this is a correction; somebody on the way has withdrawn; or the format does not know.
    """
    ((key, part, round_number, winner, one, two, drawn),) = _DECIDED(fixture=fixture_id)
    if winner is None:
        return None
    if part.endswith(PLAY_OFF):
        return None
    if tournament.played_as.waits_for_round:
        return Followed() if is_round_waiting(tournament, part, round_number) else None
    feeds = tournament.played_as.slot_feeds(key, drawn)
    if feeds is None:
        return None
    near = neighbouring_slots(tournament, feeds)
    results = near.results | {key: slot_came_out(winner, one, two)}
    due = pairings_that_follow(key, feeds, results, near.taken, near.meeting)
    if due is None:
        return None
    entries = entries_to_pair(tournament, due)
    return None if entries is None else Followed(due, not feeds, entries)


# Of a match that is final the side that won, if one did. How many were drawn: the order itself, which is as
# long as the field, stays in the database.
_DECIDED = Statement("""
SELECT fixture.key, fixture.part, fixture.round,
    CASE WHEN match.state = 'final' THEN result.winner END, fixture.one_id, fixture.two_id,
    (
        SELECT jsonb_array_length(draw."order") FROM tournaments_draw AS draw
        WHERE draw.tournament_id = fixture.tournament_id ORDER BY draw.serial DESC LIMIT 1
    )
FROM tournaments_fixture AS fixture
JOIN matches_match AS match ON match.id = fixture.match_id
LEFT JOIN matches_result AS result ON result.id = match.result_id
WHERE fixture.id = %(fixture)s
""")


def is_round_waiting(tournament: Tournament, part: str, round_number: int) -> bool:
    """Whether a round is under way: some of its matches are open, and none of a later one has begun."""
    fixtures = Fixture.objects.filter(tournament=tournament, part=part, void=False)
    return (
        fixtures.filter(round=round_number, match__result=None).exists()
        and not fixtures.filter(round__gt=round_number).exists()
    )


@dataclass(frozen=True, slots=True)
class NeighbouringSlots:
    """The slots that feed the same ones as another, and those: results, which are taken, who meets there."""

    results: dict[str, SlotResult] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    meeting: dict[str, tuple[int, int]] = field(default_factory=dict)


def neighbouring_slots(tournament: Tournament, feeds: Iterable[Feed]) -> NeighbouringSlots:
    """One query."""
    keys = [key for feed in feeds for key in (feed.key, feed.other)]
    near = NeighbouringSlots()
    for key, void, state, winner, one, two in _NEAR(tournament=tournament.pk, keys=keys):
        near.taken.add(key)
        if state is None:
            # Passed without a match: only one came out.
            near.results[key] = SlotResult(one)
        elif not void:
            near.meeting[key] = one, two
            if state == Match.State.FINAL:
                near.results[key] = slot_came_out(winner, one, two)
    return near


_NEAR = Statement("""
SELECT fixture.key, fixture.void, match.state, result.winner, fixture.one_id, fixture.two_id
FROM tournaments_fixture AS fixture
JOIN matches_match AS match ON match.id = fixture.match_id
LEFT JOIN matches_result AS result ON result.id = match.result_id
WHERE fixture.tournament_id = %(tournament)s AND fixture.key = ANY (%(keys)s::text[])
UNION ALL
SELECT passage.key, false, NULL, NULL, passage.entry_id, NULL
FROM tournaments_passage AS passage
WHERE passage.tournament_id = %(tournament)s AND passage.key = ANY (%(keys)s::text[])
""")


def slot_came_out(winner: int | None, one: int, two: int) -> SlotResult:
    """Who came out as winner and as loser, of two entries and the side that won, if one did."""
    return SlotResult(None) if winner is None else SlotResult(*((one, two), (two, one))[winner])


def entries_to_pair(tournament: Tournament, pairings: Iterable[Pairing]) -> dict[int, Entry] | None:
    """Who is to play, with players: one query where somebody is. None where one of them has withdrawn."""
    numbers = {entry for pairing in pairings for entry in (pairing.one, pairing.two)}
    entries: dict[int, Entry] = {}
    if numbers:
        for entry, player in _NOT_WITHDRAWN(tournament=tournament.pk, entries=list(numbers)):
            set_related(entry, "player", player)
            entries[entry.pk] = entry
    return entries if entries.keys() == numbers else None


_NOT_WITHDRAWN = RowsStatement(
    """
    SELECT {entry}, {player}
    FROM tournaments_entry AS entry
    JOIN matches_player AS player ON player.id = entry.player_id
    WHERE entry.tournament_id = %(tournament)s AND entry.id = ANY (%(entries)s)
        AND NOT EXISTS (
            SELECT FROM tournaments_withdrawal AS withdrawal
            LEFT JOIN tournaments_comeback AS reentry ON reentry.withdrawal_id = withdrawal.id
            WHERE withdrawal.entry_id = entry.id AND reentry.id IS NULL
        )
    """,
    entry=Entry,
    player=Player,
)
