"""The doors for programs: an event as one document, and as a picture for links to it."""

from .documents import EventDocumentView
from .previews import EventCardView

__all__ = ["EventCardView", "EventDocumentView"]
