"""The one signal of the project. Receivers run in the settling transaction and only add outbox rows."""

from django.dispatch import Signal

# Sent with `match`, a matches.models.Match that has just become final.
match_finished = Signal()
