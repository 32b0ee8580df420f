"""What each room declares to the others (matches/hooks.py)."""
