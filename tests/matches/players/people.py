"""What tests of players share: everything there is, persons, and matches they have played."""

from django.apps import apps
from django.contrib.admin.models import LogEntry

from matches.play.services import report_submit
from matches.players.services import player_anonymise, player_anonymise_due
from tests.conftest import work_off
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tournaments.clubs.services import club_player_record


def rows():
    """Every row of every table of ours, by model and key: {(model, *key): {column: value}}."""
    models = [model for app in ("matches", "tournaments") for model in apps.get_app_config(app).get_models()]
    found = {}
    for model in (*models, LogEntry):
        for row in model._base_manager.values():
            plain = {column: plain_value(value) for column, value in row.items()}
            found[model.__name__, *(row[column.attname] for column in model._meta.pk_fields)] = plain
    return found


def plain_value(value):
    return bytes(value) if isinstance(value, memoryview) else value


def played(one, two, director, score=(5, 2), **content):
    """A rated match between two, decided by its director."""
    match = MatchFactory(one=one, two=two, created_by=director)
    report_submit(match_id=match.pk, actor=director, **(content or {"score": score}))
    work_off()
    return match


def anonymise(actor, player, confirmation):
    """Ask for it, and let the days pass in which it could be stopped."""
    asked = player_anonymise(actor=actor, player_id=player.pk, confirmation=confirmation)
    player_anonymise_due(request_id=asked.pk, now=asked.effective_at)
    work_off()
    return asked


def recorded(club, name):
    """A person without a login, whose registrar is the club."""
    return club_player_record(actor=club_director(club), club=club, name=name)


def club_director(club):
    return club.appointments.order_by("pk").first().user


def staff(name="staff"):
    return UserFactory(username=name, is_staff=True)


def person(name, login=True):
    user = UserFactory(username=name.lower().replace(" ", "")) if login else None
    return PlayerFactory(name=name, user=user)
