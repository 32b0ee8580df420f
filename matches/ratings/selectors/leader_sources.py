"""What leaderboards are made of: stored rows as far as they have what is asked for, else entries."""

from typing import NamedTuple


class LeaderSource(NamedTuple):
    """What leads, by what is asked for.

    rows: of a player with the rating and what was done; ends in a WHERE. figures: of the rows that are shown
    alone, experience, matches, those won, what was gained and when the last was; joined: what these are
    worked out of, beside `standing`, the row of the player's rating now.
    members: rows as many as those, which cost less to count.
    """

    rows: str
    figures: tuple[str, ...] = (
        "leader.experience",
        "leader.matches",
        "leader.won",
        "leader.gained",
        "leader.last_at",
    )
    joined: str = ""
    members: str | None = None


# An index has all that says who leads: of the others, however many, no row is read.
NOW = LeaderSource(
    """
    SELECT standing.player_id, standing.value AS rating, standing.experience, standing.matches, standing.won,
        standing.value - %(newcomer)s AS gained, standing.last_at
    FROM matches_ratingstanding AS standing
    WHERE standing.rating_pool_id = %(rating_pool)s
    """,
    (
        "standing.experience",
        "standing.matches",
        "standing.won",
        "standing.value - %(newcomer)s",
        "standing.last_at",
    ),
)
# Entries count on from a player's first: what was done since is the difference to the last one before.
_BEFORE = """
    LEFT JOIN LATERAL (
        SELECT entry.matches_after, entry.won_after, entry.value_after
        FROM matches_ratingentry AS entry
        WHERE entry.rating_pool_id = %(rating_pool)s AND entry.player_id = standing.player_id
            AND entry.finalised_at < %(since)s
        ORDER BY entry.finalised_at DESC, entry.match_id DESC
        LIMIT 1
    ) AS before ON true
"""
_DONE_SINCE = (
    "standing.experience",
    "standing.matches - coalesce(before.matches_after, 0)",
    "standing.won - coalesce(before.won_after, 0)",
    "standing.value - coalesce(before.value_after, %(newcomer)s)",
    "standing.last_at",
)
SINCE = LeaderSource(f"{NOW.rows} AND standing.last_at >= %(since)s", _DONE_SINCE, _BEFORE)
# The same where who leads depends on what was done.
SINCE_BY_MATCHES = LeaderSource(
    """
    SELECT standing.player_id, standing.value AS rating, {} AS experience, {} AS matches, {} AS won,
        {} AS gained, {} AS last_at
    FROM matches_ratingstanding AS standing {before}
    WHERE standing.rating_pool_id = %(rating_pool)s AND standing.last_at >= %(since)s
    """.format(*_DONE_SINCE, before=_BEFORE)
)
# Of who has not played since, the standing now is that of then, and stands in the same index.
AT = LeaderSource(
    f"""
    {NOW.rows} AND standing.last_at < %(until)s
    UNION ALL
    SELECT standing.player_id, before.value_after, before.experience_after, before.matches_after,
        before.won_after, before.value_after - %(newcomer)s, before.finalised_at
    FROM matches_ratingstanding AS standing
    CROSS JOIN LATERAL (
        SELECT entry.* FROM matches_ratingentry AS entry
        WHERE entry.rating_pool_id = %(rating_pool)s AND entry.player_id = standing.player_id
            AND entry.finalised_at < %(until)s
        ORDER BY entry.finalised_at DESC, entry.match_id DESC
        LIMIT 1
    ) AS before
    WHERE standing.rating_pool_id = %(rating_pool)s AND standing.last_at >= %(until)s
    """
)
OF_VARIANT = LeaderSource(
    """
    SELECT standing.player_id, standing.value AS rating, standing.experience, record.matches, record.won,
        standing.last_at
    FROM matches_ratingvariantrecord AS record
    JOIN matches_ratingstanding AS standing
        ON standing.rating_pool_id = record.rating_pool_id AND standing.player_id = record.player_id
    WHERE record.rating_pool_id = %(rating_pool)s AND record.variant = %(variant)s
    """,
    (
        "standing.experience",
        "record.matches",
        "record.won",
        "record.gained",
        "standing.last_at",
    ),
    """
    JOIN matches_ratingvariantrecord AS record ON record.rating_pool_id = %(rating_pool)s
        AND record.variant = %(variant)s AND record.player_id = leader.player_id
    """,
    members="""
    SELECT FROM matches_ratingvariantrecord AS record
    WHERE record.rating_pool_id = %(rating_pool)s AND record.variant = %(variant)s
    """,
)
# What was last within a period was last before its end. Of a player each entry counts one match more.
_WITHIN = """
    SELECT within.player_id, within.latest[2] AS rating, within.latest[3]::integer AS experience,
        within.matches, within.won, within.gained, within.last_at
    FROM (
        SELECT entry.player_id, count({match}) AS matches, count({match}) FILTER (WHERE entry.won) AS won,
            sum(entry.value_after - entry.value_before) FILTER (WHERE {match} IS NOT NULL) AS gained,
            max(entry.finalised_at) AS last_at,
            max(ARRAY[entry.matches_after, entry.value_after, entry.experience_after]) AS latest
        FROM matches_ratingentry AS entry {joined}
        WHERE entry.rating_pool_id = %(rating_pool)s
            AND entry.finalised_at < {until} AND entry.finalised_at >= {since}
        GROUP BY entry.player_id
    ) AS within
    WHERE within.matches > 0
"""
WITHIN = LeaderSource(
    _WITHIN.format(match="entry.match_id", joined="", until="%(until)s", since="%(since)s"),
    # Materialised, or to count no more than some PostgreSQL goes through an index by player, whoever played.
    members="""
    WITH entries AS MATERIALIZED (
        SELECT entry.player_id FROM matches_ratingentry AS entry
        WHERE entry.rating_pool_id = %(rating_pool)s
            AND entry.finalised_at < %(until)s AND entry.finalised_at >= %(since)s
    )
    SELECT FROM entries GROUP BY player_id
    """,
)
# Matches at other variants say what the rating was at the end.
OF_VARIANT_WITHIN = LeaderSource(
    _WITHIN.format(
        match="match.id",
        joined="""
        LEFT JOIN matches_match AS match ON match.id = entry.match_id AND match.variant = %(variant)s
        """,
        until="coalesce(%(until)s::timestamptz, 'infinity')",
        since="coalesce(%(since)s::timestamptz, '-infinity')",
    )
)
