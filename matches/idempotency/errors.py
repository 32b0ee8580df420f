"""Why a request with an `Idempotency-Key` is not carried out."""

from matches.base.errors import Refusal


class InvalidIdempotencyKey(Refusal):
    code = "invalid_idempotency_key"
    title = "That is no idempotency key"


class IdempotencyKeyReused(Refusal):
    code = "idempotency_key_reused"
    title = "The key stands for another request"


class RequestInFlight(Refusal):
    """`wait`: how many seconds to wait before asking again."""

    code = "request_in_flight"
    title = "The same request is being carried out"
    wait = 1


class AnswerNotKept(Refusal):
    code = "answer_not_kept"
    title = "Carried out, but the answer was too long to be kept"
