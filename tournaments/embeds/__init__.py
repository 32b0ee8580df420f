"""Brackets, standings and ladders within the pages of other sites."""
