"""What is read of venues."""

from .venues import venue_list

__all__ = ["venue_list"]
