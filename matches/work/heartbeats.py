"""Signs of life, as SQL: those who give them have connections of several kinds."""

ALIVE = """
INSERT INTO matches_heartbeat (name, at, queues) VALUES (%(name)s, statement_timestamp(), %(queues)s)
ON CONFLICT (name) DO UPDATE SET at = excluded.at, queues = excluded.queues
"""
"""By the database's clock, which all hosts share."""
STOPPED = "DELETE FROM matches_heartbeat WHERE name = %(name)s"
"""Whoever was asked to stop is not missed."""
