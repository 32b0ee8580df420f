"""What can be played."""

LENGTHS = (1, 3, 5, 7, 9, 11, 13, 15)
"""The lengths of matches against the computer."""
