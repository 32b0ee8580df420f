"""Every address of the service."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

import matches.urls
import tournaments.urls
from config import errors, health
from config.login import LoginPage
from config.schema import SchemaView

urlpatterns = [
    path("healthz", health.liveness_probe, name="healthz"),
    path("readyz", health.readiness_probe, name="readyz"),
    path("admin/", admin.site.urls),
    path("login/", LoginPage.as_view(), name="login"),
    path("logout/", LogoutView.as_view(next_page="pages-tournaments:home"), name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include((matches.urls.api, "api-matches"))),
    path("api/v1/", include((tournaments.urls.api, "api-tournaments"))),
    path("api/v1/schema/", SchemaView.as_view(), name="schema"),
    path(
        "api/v1/docs/",
        SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="config/api_docs.html"),
        name="docs",
    ),
    path("", include((matches.urls.pages, "pages-matches"))),
    path("", include((tournaments.urls.pages, "pages-tournaments"))),
    re_path(r"^api/", errors.not_found, {"exception": None}),
]

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"
