"""What is read of players."""

from .facts import anonymised_concerned, members_load, player_records, profile_part_visible
from .merges import merge_list, numbers_of, stands_for
from .personal_data import player_holdings
from .players import claim_list, claim_waiting, claims_to_answer, player_list, private_choices, private_parts

__all__ = [
    "anonymised_concerned",
    "claim_list",
    "claim_waiting",
    "claims_to_answer",
    "members_load",
    "merge_list",
    "numbers_of",
    "player_holdings",
    "player_list",
    "player_records",
    "private_choices",
    "private_parts",
    "profile_part_visible",
    "stands_for",
]
