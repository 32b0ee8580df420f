"""The doors for programs: an event as one document."""

from .documents import EventDocumentView

__all__ = ["EventDocumentView"]
