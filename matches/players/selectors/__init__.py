"""What is read of players."""

from .countries import PUBLIC_COUNTRY, public_country
from .facts import (
    anonymised_concerned,
    members_load,
    own_player_visible,
    player_records,
    profile_part_visible,
)
from .hits import PlayerHit, described_players, player_hits
from .invitations import (
    concerns_invitation,
    invitation_list,
    invitations_concerning,
    invitations_made,
    invitations_to_answer,
    member_invitations,
)
from .links import link_address, link_opened_by, open_links
from .merges import merge_list, merged_into, merged_player_numbers
from .personal_data import login_personal_data, player_personal_data
from .players import (
    claim_list,
    claims_concerning,
    claims_to_answer,
    concerns_claim,
    former_names,
    login_speaks_since,
    may_see_contact,
    own_claim,
    pending_anonymisation,
    player_has_results,
    player_known_elsewhere,
    player_list,
    player_records_involved,
    private_choices,
    private_parts,
    registrar_in_words,
)
from .representations import player_mapping, player_mappings
from .search import FoundPlayer, player_search
from .similar import NamedPerson, SimilarPlayer, similar_players

__all__ = [
    "PUBLIC_COUNTRY",
    "FoundPlayer",
    "NamedPerson",
    "PlayerHit",
    "SimilarPlayer",
    "anonymised_concerned",
    "claim_list",
    "claims_concerning",
    "claims_to_answer",
    "concerns_claim",
    "concerns_invitation",
    "described_players",
    "former_names",
    "invitation_list",
    "invitations_concerning",
    "invitations_made",
    "invitations_to_answer",
    "link_address",
    "link_opened_by",
    "login_personal_data",
    "login_speaks_since",
    "may_see_contact",
    "member_invitations",
    "members_load",
    "merge_list",
    "merged_into",
    "merged_player_numbers",
    "open_links",
    "own_claim",
    "own_player_visible",
    "pending_anonymisation",
    "player_has_results",
    "player_hits",
    "player_known_elsewhere",
    "player_list",
    "player_mapping",
    "player_mappings",
    "player_personal_data",
    "player_records",
    "player_records_involved",
    "player_search",
    "private_choices",
    "private_parts",
    "profile_part_visible",
    "public_country",
    "registrar_in_words",
    "similar_players",
]
