"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

import matches.urls
import tournaments.urls
from config import errors, health
from config.addresses import grouped
from config.design.page import design_page
from config.login import admin_login
from config.monitoring import page as status
from config.monitoring.metrics import metrics
from config.schema import SchemaView
from matches.accounts import urls as accounts
from matches.accounts.pages.accounts import language_page

urlpatterns = [
    path("healthz", health.liveness_probe, name="healthz"),
    path("readyz", health.readiness_probe, name="readyz"),
    path("metrics", metrics, name="metrics"),
    # One door for the admin site too.
    path("admin/login/", admin_login),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    *accounts.entrances,
    path("i18n/setlang/", language_page, name="set_language"),
    path("api/v1/", include((grouped(matches.urls.api), "api-matches"))),
    path("api/v1/", include((grouped(tournaments.urls.api), "api-tournaments"))),
    path("api/v1/schema/", SchemaView.as_view(), name="schema"),
    path(
        "api/v1/docs/",
        SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="config/api_docs.html"),
        name="docs",
    ),
    path("design/", design_page, name="design"),
    path("", include((status.pages, "pages-status"))),
    path("", include((grouped(matches.urls.pages), "pages-matches"))),
    path("", include((grouped(tournaments.urls.pages), "pages-tournaments"))),
    re_path(r"^api/", errors.not_found, {"exception": None}),
]

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"
