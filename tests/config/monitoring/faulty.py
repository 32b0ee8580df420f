"""An address that fails."""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def fail(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [path("api/faulty/", fail, name="faulty")]
handler500 = "config.errors.server_error"
