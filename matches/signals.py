"""The signals of the project. Receivers run in the transaction that sends them, and only add outbox rows."""

from django.dispatch import Signal

# Sent with `match`, a matches.models.Match that has just become final.
match_finished = Signal()

# Sent with `match` when the referee has refused a report of it.
report_refused = Signal()
