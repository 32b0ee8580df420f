"""What a request wrote, and what a refusal looks like."""

from django.apps import apps

from matches.models import Match, Outbox, Player, Report, Token, User
from tournaments.models import Club, Draw, Entry, Tournament, Withdrawal


def facts() -> dict[str, int]:
    """How many rows there are of whatever a request could have written."""
    models = (User, Token, Player, Match, Report, Outbox, Club, Tournament, Entry, Withdrawal, Draw)
    return {model.__name__: model.objects.count() for model in models}


def rows_of_everything() -> dict[str, list[str]]:
    """Every row of every table of ours but tokens, which note when they were last used."""
    models = [model for app in ("matches", "tournaments") for model in apps.get_app_config(app).get_models()]
    return {
        model.__name__: sorted(map(repr, model._base_manager.values_list()))
        for model in models
        if model is not Token
    }


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
