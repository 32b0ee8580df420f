"""What is read of players."""

from .facts import anonymised_concerned, members_load, player_records, profile_part_visible
from .merges import merge_list, merged_into, merged_player_numbers
from .personal_data import player_personal_data
from .players import claim_list, claim_waiting, claims_to_answer, player_list, private_choices, private_parts

__all__ = [
    "anonymised_concerned",
    "claim_list",
    "claim_waiting",
    "claims_to_answer",
    "members_load",
    "merge_list",
    "merged_into",
    "merged_player_numbers",
    "player_list",
    "player_personal_data",
    "player_records",
    "private_choices",
    "private_parts",
    "profile_part_visible",
]
