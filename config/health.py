"""Signs of life for load balancers, compose files and people."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.work.selectors import service_health


@never_cache
@require_safe
def liveness_probe(request: HttpRequest) -> JsonResponse:
    """This process answers. Asks nothing of anybody else."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readiness_probe(request: HttpRequest) -> JsonResponse:
    """Database, broker, dispatcher and workers, one word each; 503 while no result would come to anything."""
    found = service_health()
    return JsonResponse(found.as_dict(), status=200 if found.is_ready else 503)
