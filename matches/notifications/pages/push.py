"""Pages of web push: this device allowed and removed, the worker of the browser, the installed app."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from matches.accounts.access import login_of_page
from matches.base.forms import PageForm
from matches.base.pages import notify_done
from matches.notifications.services import push_subscribe, push_unsubscribe

from .settings import show_settings


class SubscriptionForm(PageForm):
    """What a browser answers that has been allowed to show notices."""

    endpoint = forms.CharField(widget=forms.HiddenInput)
    public_key = forms.CharField(widget=forms.HiddenInput)
    secret = forms.CharField(widget=forms.HiddenInput)


@require_POST
@login_required
def push_subscribe_page(request: HttpRequest) -> HttpResponse:
    """Notices are shown on the device of the visitor from now on."""
    login, form = login_of_page(request), SubscriptionForm(request.POST)
    device = request.headers.get("User-Agent", "")
    if not form.submit(lambda sent: push_subscribe(login=login, device=device, **sent)):
        return show_settings(request, device=form)
    notify_done(request, _("Notices are shown on this device."))
    return redirect("pages-matches:notice-settings")


@require_POST
@login_required
def push_unsubscribe_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Notices are not shown on a device any more."""
    push_unsubscribe(login=login_of_page(request), number=pk)
    notify_done(request, _("Notices are no longer shown on that device."))
    return redirect("pages-matches:notice-settings")


@require_GET
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """What runs in a browser to show what is pushed; it lies at the root, whose pages it leads to."""
    return render(request, "notifications/sw.js", content_type="text/javascript")


@require_GET
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """The service as an app that is installed on a device."""
    return JsonResponse(
        {
            "name": "Golden Point",
            "short_name": "Golden Point",
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f6f5f1",
            "theme_color": "#7a5b00",
            "icons": [{"src": static("matches/icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
        },
        content_type="application/manifest+json",
    )
