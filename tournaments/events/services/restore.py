"""What is computed of tournaments and ponds, made again where an export was rebuilt."""

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from matches.facts.errors import ExportContradicts
from matches.facts.services import export_contradiction
from matches.play.models import Match
from matches.play.services import matches_restore
from matches.players.models import Member, Player
from tournaments.events.errors import InvalidLineUp
from tournaments.events.models import Entry, Fixture, LineUp, Tournament
from tournaments.events.selectors import draw_of_tournament, tournament_fold

from .advance import fixture_passages_write
from .line_ups import check_line_up


@transaction.atomic
def tournaments_restore() -> None:
    """Mark the fixtures that count, pass the slots without a match, note what is over.

    Fixtures come marked as those that do not count; those that are missing, the next advance makes. Raises
    ExportContradicts.
    """
    strangers = Fixture.objects.exclude(
        fixtures_between_entries(), one__tournament=F("two__tournament")
    ).first()
    if strangers is not None:
        raise export_contradiction(
            "Tournament",
            strangers.tournament_id,
            "fixture %(fixture)s is not between its entries",
            {"fixture": strangers.pk},
        )
    check_applications_answered()
    for tournament in Tournament.objects.order_by("pk"):
        try:
            restore_tournament(tournament)
        except ExportContradicts:
            raise
        except Exception as error:
            # Rows that no service would have written: nobody foresees how the fold stumbles over them.
            raise export_contradiction(
                "Tournament",
                tournament.pk,
                "its draw and fixtures make no sense (%(error)s)",
                {"error": type(error).__name__},
            ) from error


def check_applications_answered() -> None:
    """Raises ExportContradicts where an entry approves what was asked of another event, or was refused."""
    answered = ~Q(application__tournament=F("tournament")) | Q(application__answer__isnull=False)
    wrong = Entry.objects.filter(answered, application__isnull=False).order_by("pk").first()
    if wrong is not None:
        raise export_contradiction(
            "Tournament",
            wrong.tournament_id,
            "entry %(entry)s approves an application of another event, or one that was answered",
            {"entry": wrong.pk},
        )


def fixtures_between_entries() -> Q:
    """The condition on a fixture that its match is between its entries; on a board, between members."""
    one, two = (
        Exists(Member.objects.filter(group=OuterRef(f"{side}__player"), player=OuterRef(f"match__{side}")))
        for side in ("one", "two")
    )
    alone = Q(board=0, match__one=F("one__player"), match__two=F("two__player"))
    return alone | (Q(one, board__gt=0) & Q(two))


def check_line_ups(tournament: Tournament) -> None:
    """Raises ExportContradicts where somebody plays for a team that is not of it."""
    for line_up in LineUp.objects.filter(entry__tournament=tournament).select_related("entry__player"):
        players = [Player.objects.get(pk=player) for player in line_up.players]
        try:
            check_line_up(tournament, line_up.entry, players)
        except InvalidLineUp as wrong:
            raise export_contradiction(
                "Tournament",
                tournament.pk,
                "line-up %(line_up)s: %(fault)s",
                {"line_up": line_up.pk, "fault": wrong.sentence},
            ) from wrong


def restore_tournament(tournament: Tournament) -> None:
    check_line_ups(tournament)
    fold = tournament_fold(tournament)
    tournament.draw = draw_of_tournament(tournament)
    if not fold.drawn:
        if tournament.fixtures.exists():
            raise export_contradiction("Tournament", tournament.pk, "it has fixtures and no draw")
        tournament.state = tournament.state_when(drawn=False, over=False)
        tournament.save(update_fields=["state"])
        return
    superseded = [meeting.match for meeting in fold.plan.superseded]
    Match.objects.filter(pk__in=superseded).update(superseded=True)
    matches_restore(only=superseded)
    Fixture.objects.filter(pk__in=[meeting.fixture for meeting in fold.plan.reinstated]).update(void=False)
    fixture_passages_write(tournament, fold.passages)
    tournament.state = tournament.state_when(drawn=True, over=fold.over)
    tournament.save(update_fields=["state", "draw"])
