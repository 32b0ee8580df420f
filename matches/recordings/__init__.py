"""Recordings: matches written down act by act at the table (docs/recordings.md)."""
