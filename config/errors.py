"""Every refusal over HTTP in one shape: RFC 9457 problem details. Codes become statuses here alone."""

from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt
from psycopg.errors import DiskFull
from psycopg_pool import PoolTimeout
from rest_framework import exceptions
from rest_framework.response import Response

from engine import RuleError
from matches.base.problems import CONTENT_TYPE, problem_object, problem_of, sendable_text
from matches.idempotency.api import AlreadyAnswered

log = structlog.get_logger(__name__)

# What could be done, but not as things stand.
CONFLICTS = (
    "request_in_flight",
    "answer_not_kept",
    "username_taken",
    "login_has_player",
    "members_fixed",
    "rating_pool_name_taken",
    "rating_pool_closed",
    "player_merged",
    "federation_number_taken",
    "player_anonymised",
    "profile_claimed",
    "claim_open",
    "claim_answered",
    "claim_objected",
    "profile_has_results",
    "invitation_open",
    "invitation_answered",
    "invitation_lapsed",
    "link_over",
    "group_incomplete",
    "entry_unwanted",
    "nothing_waits",
    "no_login",
    "already_merged",
    "players_met",
    "both_have_logins",
    "merge_undone",
    "match_final",
    "game_conflict",
    "game_out_of_order",
    "match_not_due",
    "match_not_set_up",
    "match_disputed",
    "recording_moved",
    "act_impossible",
    "recording_misfit",
    "recording_reported",
    "recording_unfinished",
    "recording_full",
    "answer_not_due",
    "objection_too_late",
    "nothing_to_undo",
    "report_of_side",
    "report_not_judged",
    "report_overtaken",
    "preview_missing",
    "preview_stale",
    "already_appealed",
    "under_appeal",
    "committee_decided",
    "appeal_heard_by_staff",
    "not_sanctioned",
    "penalty_too_late",
    "club_name_taken",
    "proposal_open",
    "proposal_answered",
    "proposal_lapsed",
    "already_member",
    "not_a_member",
    "application_open",
    "application_answered",
    "service_account_stopped",
    "too_many_webhooks",
    "solo_moved_on",
    "solo_not_begun",
    "solo_begun",
    "solo_ended",
    "solo_unfinished",
    "webhook_paused",
    "last_owner",
    "picture_gone",
    "no_picture",
    "already_undone",
    "changed_since",
    "rating_pool_in_use",
    "leading_rating_pool",
    "club_in_use",
    "venue_name_taken",
    "venue_in_use",
    "already_in_series",
    "table_out_of_use",
    "table_occupied",
    "table_not_for_event",
    "player_at_table",
    "already_called",
    "match_not_callable",
    "call_ended",
    "nothing_to_call",
    "tournament_in_use",
    "tournament_called_off",
    "terms_fixed",
    "entry_fee_divided",
    "currency_fixed",
    "nothing_owed",
    "no_payout",
    "not_handed_over",
    "entries_not_open",
    "tournament_started",
    "tournament_not_started",
    "tournament_finished",
    "already_entered",
    "already_withdrawn",
    "too_many_entries",
    "not_withdrawn",
    "invalid_substitution",
    "slip_used",
    "check_in_missing",
    "not_checked_in",
    "check_in_by_officials",
    "application_lapsed",
    "pairs_itself",
    "no_play_off",
    "not_tied",
    "not_a_swiss",
    "nothing_to_pair",
    "entry_absent",
    "entry_busy",
    "already_paired",
    "forbidden_pairing",
    "forbidden_rematch",
    "round_begun",
    "round_not_last",
    "nothing_to_release",
    "league_begun",
    "league_closed",
    "league_in_use",
    "season_running",
    "places_shared",
    "season_stale",
    "pond_called_off",
    "pond_in_use",
    "pond_started",
    "pond_not_started",
    "pond_finished",
    "pond_full",
    "bid_too_late",
    "round_not_begun",
    "fallen_in",
    "already_on_ladder",
    "still_on_ladder",
    "ladder_full",
    "ladder_begun",
    "ladder_closed",
    "ladder_in_use",
    "challenges_open",
    "already_challenged",
    "already_challenging",
    "challenge_cooldown",
    "challenge_immune",
    "challenge_answered",
    "no_own_player",
)

# A domain error is 422 unless it stands here.
STATUS = {
    **dict.fromkeys(CONFLICTS, HTTPStatus.CONFLICT),
    "invalid_idempotency_key": HTTPStatus.BAD_REQUEST,
    "not_authenticated": HTTPStatus.UNAUTHORIZED,
    "invalid_token": HTTPStatus.UNAUTHORIZED,
    "wrong_password": HTTPStatus.UNAUTHORIZED,
    "second_factor_needed": HTTPStatus.UNAUTHORIZED,
    "registration_closed": HTTPStatus.FORBIDDEN,
    "founding_closed": HTTPStatus.FORBIDDEN,
    "too_many_requests": HTTPStatus.TOO_MANY_REQUESTS,
    "version_stale": HTTPStatus.PRECONDITION_FAILED,
    "missing_scope": HTTPStatus.FORBIDDEN,
    "outside_token": HTTPStatus.FORBIDDEN,
    "not_allowed": HTTPStatus.FORBIDDEN,
    "not_your_match": HTTPStatus.FORBIDDEN,
    "unknown_entry": HTTPStatus.NOT_FOUND,
    "entrants_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "unknown_match": HTTPStatus.NOT_FOUND,
    "recording_missing": HTTPStatus.NOT_FOUND,
    "unknown_part": HTTPStatus.NOT_FOUND,
    "unknown_published_round": HTTPStatus.NOT_FOUND,
    "transcript_withheld": HTTPStatus.GONE,
    "slip_unknown": HTTPStatus.NOT_FOUND,
    "slip_redrawn": HTTPStatus.GONE,
    "slip_over": HTTPStatus.GONE,
    "transcript_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "picture_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "bot_away": HTTPStatus.SERVICE_UNAVAILABLE,
}

# What REST framework itself refuses, by the status it gives it.
FRAMEWORK_CODES = {
    HTTPStatus.BAD_REQUEST: "malformed_request",
    HTTPStatus.UNAUTHORIZED: "not_authenticated",
    HTTPStatus.FORBIDDEN: "not_allowed",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.NOT_ACCEPTABLE: "not_acceptable",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many_requests",
}


def problem_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """REST framework's exception handler: every exception it knows becomes a problem object.

    And what ends a request that was answered before, that answer.
    """
    if isinstance(exc, AlreadyAnswered):
        return exc.response()
    found = problem_for_exception(exc)
    if found is None:
        return None
    response = Response(found, status=found["status"], content_type=CONTENT_TYPE)
    if found["status"] == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    if tag := found.get("etag"):
        response["ETag"] = tag
    if wait := getattr(exc, "wait", None):
        response["Retry-After"] = str(int(wait))
    if found["status"] == HTTPStatus.SERVICE_UNAVAILABLE:
        response["Retry-After"] = "2"
    return response


def problem_for_exception(exc: Exception) -> dict[str, Any] | None:
    match exc:
        case RuleError():
            return problem_of(exc, STATUS.get(exc.code, HTTPStatus.UNPROCESSABLE_ENTITY))
        case exceptions.ValidationError():
            return problem_object(
                code="invalid_request",
                status=HTTPStatus.BAD_REQUEST,
                title="The request has the wrong shape",
                detail="Some fields are missing or wrong; `errors` names each one.",
                errors=list(field_errors(exc.detail)),
            )
        case Http404() | ObjectDoesNotExist():
            return problem_object(
                code="not_found",
                status=HTTPStatus.NOT_FOUND,
                detail="There is nothing of this number at this address.",
            )
        case PermissionDenied():
            return problem_object(
                code="not_allowed", status=HTTPStatus.FORBIDDEN, detail="You may not do this."
            )
        case exceptions.APIException():
            code = FRAMEWORK_CODES.get(HTTPStatus(exc.status_code), "refused")
            return problem_object(code=code, status=exc.status_code, detail=str(exc.detail))
        case OperationalError(__cause__=DiskFull()):
            log.error("storage_full", error=str(exc))
            return problem_object(
                code="storage_full",
                status=HTTPStatus.SERVICE_UNAVAILABLE,
                detail="The disk of the database is full; nothing was changed. Try again when there is room.",
            )
        case OperationalError() | PoolTimeout():
            log.error("database_unavailable", error=str(exc))
            return problem_object(
                code="database_unavailable",
                status=HTTPStatus.SERVICE_UNAVAILABLE,
                detail="The database does not answer; nothing was changed. Try again in a moment.",
            )
    return None


def field_errors(detail: Any, pointer: str = "") -> Any:
    """One {"pointer", "detail", "code"} per fault, with JSON pointers into the request body."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            here = pointer if name == "non_field_errors" else f"{pointer}/{pointer_token(name)}"
            yield from field_errors(inner, here)
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from field_errors(inner, f"{pointer}/{number}" if nested else pointer)
    else:
        code = getattr(detail, "code", "invalid")
        yield {"pointer": sendable_text(pointer), "detail": sendable_text(str(detail)), "code": code}


def pointer_token(name: Any) -> str:
    """A name as a part of a JSON pointer: RFC 6901, section 3."""
    return str(name).replace("~", "~0").replace("/", "~1")


@csrf_exempt
def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Addresses under /api/ that nothing answers."""
    return problem_http_response(
        problem_object(
            code="not_found", status=HTTPStatus.NOT_FOUND, detail=f"There is nothing at {request.path}."
        )
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django itself refuses before any view is asked: a host it does not serve, a torn form."""
    if not request.path.startswith("/api/"):
        return defaults.bad_request(request, exception)
    return problem_http_response(
        problem_object(
            code="malformed_request",
            status=HTTPStatus.BAD_REQUEST,
            detail="The request cannot be read. Send JSON to the service's own address.",
        )
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Faults of our own: no detail for the caller, everything in the log under the request's id."""
    if not request.path.startswith("/api/"):
        return defaults.server_error(request)
    return problem_http_response(
        problem_object(
            code="internal_error",
            status=HTTPStatus.INTERNAL_SERVER_ERROR,
            detail="Something went wrong on our side and has been logged. Nothing half-done was kept.",
        )
    )


def problem_http_response(found: dict[str, Any]) -> JsonResponse:
    return JsonResponse(found, status=found["status"], content_type=CONTENT_TYPE)
