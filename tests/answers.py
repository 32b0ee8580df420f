"""What a request wrote, and what a refusal looks like."""

from functools import cache

import psycopg
from django.db import connection

from matches.accounts.models import Token, User
from matches.play.models import Match, Report
from matches.players.models import Player
from matches.work.models import Outbox
from tests.databases import models
from tournaments.clubs.models import Club
from tournaments.events.models import Draw, Entry, Tournament, Withdrawal


def facts() -> dict[str, int]:
    """How many rows there are of whatever a request could have written."""
    models = (User, Token, Player, Match, Report, Outbox, Club, Tournament, Entry, Withdrawal, Draw)
    return {model.__name__: model.objects.count() for model in models}


def rows_of_everything() -> dict[str, list[str]]:
    """Every row of every table of ours but tokens, which note when they were last used, in one query."""
    connection.ensure_connection()
    # Planned once: that takes ten times as long as the query itself.
    with psycopg.Cursor(connection.connection) as cursor:
        return dict(cursor.execute(_look_at_everything(), prepare=True).fetchall())


@cache
def _look_at_everything() -> str:
    tables = [model._meta.db_table for model in models() if model is not Token]
    return " UNION ALL ".join(
        f"SELECT '{table}', ARRAY(SELECT one::text FROM {table} AS one ORDER BY one::text)"
        for table in tables
    )


def assert_problem(response, status, code, *says):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["code"] == code
    assert problem["type"] == f"urn:golden-point:problem:{code}"
    assert problem["status"] == status
    assert problem["title"]
    for words in says:
        assert words in problem["detail"]
    return problem


def post_report(client, match, **body):
    return client.post(f"/api/v1/matches/{match.pk}/reports/", body)
