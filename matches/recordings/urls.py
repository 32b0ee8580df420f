"""Addresses of recordings: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.recordings import RecordedActsView, RecordingReportView, RecordingView
from .pages.record import (
    record_acts_page,
    record_begin_page,
    record_page,
    record_report_page,
    record_state_page,
    record_worker,
)

api = [
    path("matches/<int:pk>/recording/", RecordingView.as_view(), name="recording"),
    path("matches/<int:pk>/recording/acts/", RecordedActsView.as_view(), name="recording-acts"),
    path("matches/<int:pk>/recording/report/", RecordingReportView.as_view(), name="recording-report"),
]

pages = [
    path("matches/<int:pk>/record/", record_page, name="record"),
    path("matches/<int:pk>/record/begin/", record_begin_page, name="record-begin"),
    path("matches/<int:pk>/record/state/", record_state_page, name="record-state"),
    path("matches/<int:pk>/record/acts/", record_acts_page, name="record-acts"),
    path("matches/<int:pk>/record/report/", record_report_page, name="record-report"),
    path("matches/record-worker.js", record_worker, name="record-worker"),
]
