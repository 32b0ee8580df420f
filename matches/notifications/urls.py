"""Addresses of notices: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.notices import NoticesReadView, NoticesView
from .api.settings import NoticeSettingsView
from .pages.listed import notices_page
from .pages.push import manifest, push_subscribe_page, push_unsubscribe_page, service_worker
from .pages.settings import notice_settings_page, unsubscribe_page

api = [
    path("me/notices/", NoticesView.as_view(), name="notices"),
    path("me/notices/read/", NoticesReadView.as_view(), name="notices-read"),
    path("me/notifications/", NoticeSettingsView.as_view(), name="notice-settings"),
]

pages = [
    path("notices/", notices_page, name="notices"),
    path("notices/unsubscribe/<str:secret>/", unsubscribe_page, name="unsubscribe"),
    path("account/notifications/", notice_settings_page, name="notice-settings"),
    path("account/notifications/devices/", push_subscribe_page, name="push-subscribe"),
    path("account/notifications/devices/<int:pk>/remove/", push_unsubscribe_page, name="push-unsubscribe"),
    path("sw.js", service_worker, name="service-worker"),
    path("manifest.webmanifest", manifest, name="manifest"),
]
