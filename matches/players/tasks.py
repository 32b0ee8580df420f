"""Celery's tasks for players: what waited and was not stopped."""

from matches.players import services
from matches.players.models import CLAIM_TAKE_EFFECT, PLAYER_ANONYMISE_DUE
from matches.work.queues import Queue
from matches.work.tasks import reliable_task


@reliable_task(CLAIM_TAKE_EFFECT, Queue.BULK)
def claim_take_effect(claim_id: int) -> None:
    services.claim_take_effect(claim_id=claim_id)


@reliable_task(PLAYER_ANONYMISE_DUE, Queue.BULK)
def player_anonymise_due(request_id: int) -> None:
    services.player_anonymise_due(request_id=request_id)
