"""Addresses of players: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.claims import (
    ClaimAnswerView,
    ClaimObjectionsView,
    ClaimsView,
    ClaimView,
    PlayerClaimsView,
    PlayerReleaseView,
)
from .api.facts import PlayerFactsView
from .api.invitations import InvitationAnswerView, InvitationsView, InvitationView
from .api.links import InvitationLinkView, LinkUseView, PlayerLinksView
from .api.merges import MergePreviewView, MergesView, MergeUndoView, MergeView
from .api.players import PlayerContactView, PlayersView, PlayerView
from .api.privacy import (
    AnonymisationCancelView,
    LoginCloseView,
    LoginPersonalDataView,
    PlayerAnonymiseView,
    PlayerPersonalDataView,
)
from .pages.account import account_close_page, account_data_page
from .pages.calendar import player_calendar_page
from .pages.claims import claim_answer_page, claim_object_page, claim_page, claims_page
from .pages.invitations import invitation_answer_page, invitations_page
from .pages.links import join_link_page, join_page, player_invite_page
from .pages.merges import merge_page, merge_undo_page, merges_page
from .pages.own_player import own_player_page
from .pages.player import player_facts_page, player_page
from .pages.profile import (
    anonymise_cancel_page,
    anonymise_page,
    personal_data_page,
    profile_edit_page,
    profile_page,
    release_page,
)
from .pages.suggestions import player_suggestions_page

api = [
    path("players/", PlayersView.as_view(), name="players"),
    path("players/<int:pk>/", PlayerView.as_view(), name="player"),
    path("players/<int:pk>/contact/", PlayerContactView.as_view(), name="player-contact"),
    path("players/<int:pk>/claims/", PlayerClaimsView.as_view(), name="player-claims"),
    path("players/<int:pk>/release/", PlayerReleaseView.as_view(), name="player-release"),
    path("players/<int:pk>/personal-data/", PlayerPersonalDataView.as_view(), name="player-personal-data"),
    path("players/<int:pk>/anonymise/", PlayerAnonymiseView.as_view(), name="player-anonymise"),
    path(
        "players/<int:pk>/anonymise/cancel/",
        AnonymisationCancelView.as_view(),
        name="player-anonymise-cancel",
    ),
    path("me/personal-data/", LoginPersonalDataView.as_view(), name="own-personal-data"),
    path("me/close/", LoginCloseView.as_view(), name="login-close"),
    path("claims/", ClaimsView.as_view(), name="claims"),
    path("claims/<int:pk>/", ClaimView.as_view(), name="claim"),
    path("claims/<int:pk>/answer/", ClaimAnswerView.as_view(), name="claim-answer"),
    path("claims/<int:pk>/objections/", ClaimObjectionsView.as_view(), name="claim-objections"),
    path("invitations/", InvitationsView.as_view(), name="invitations"),
    path("invitations/<int:pk>/", InvitationView.as_view(), name="invitation"),
    path("invitations/<int:pk>/answer/", InvitationAnswerView.as_view(), name="invitation-answer"),
    path("players/<int:pk>/invitation-links/", PlayerLinksView.as_view(), name="player-links"),
    path("invitation-links/use/", LinkUseView.as_view(), name="link-use"),
    path("invitation-links/<int:pk>/", InvitationLinkView.as_view(), name="invitation-link"),
    path("merges/", MergesView.as_view(), name="merges"),
    path("merges/preview/", MergePreviewView.as_view(), name="merges-preview"),
    path("merges/<int:pk>/", MergeView.as_view(), name="merge"),
    path("merges/<int:pk>/undo/", MergeUndoView.as_view(), name="merge-undo"),
    path("players/<int:pk>/facts/", PlayerFactsView.as_view(), name="player-facts"),
]

pages = [
    path("me/", own_player_page, name="own-player"),
    path("account/personal-data/", account_data_page, name="account-personal-data"),
    path("account/close/", account_close_page, name="account-close"),
    path("players/suggestions/", player_suggestions_page, name="player-suggestions"),
    path("players/<int:pk>/manage/", profile_page, name="profile"),
    path("players/<int:pk>/manage/edit/", profile_edit_page, name="profile-edit"),
    path("players/<int:pk>/manage/anonymise/", anonymise_page, name="player-anonymise"),
    path("players/<int:pk>/anonymise/cancel/", anonymise_cancel_page, name="player-anonymise-cancel"),
    path("players/<int:pk>/manage/release/", release_page, name="player-release"),
    path("players/<int:pk>/personal-data/", personal_data_page, name="player-personal-data"),
    path("players/<int:pk>/claim/", claim_page, name="player-claim"),
    path("claims/", claims_page, name="claims"),
    path("claims/<int:pk>/answer/", claim_answer_page, name="claim-answer"),
    path("claims/<int:pk>/object/", claim_object_page, name="claim-object"),
    path("invitations/", invitations_page, name="invitations"),
    path("invitations/<int:pk>/answer/", invitation_answer_page, name="invitation-answer"),
    path("players/<int:pk>/invite/", player_invite_page, name="player-invite"),
    path("join/", join_page, name="join"),
    path("join/<str:secret>/", join_link_page, name="join-link"),
    path("merges/", merges_page, name="merges"),
    path("merges/make/", merge_page, name="merge"),
    path("merges/<int:pk>/undo/", merge_undo_page, name="merge-undo"),
    path("players/<int:pk>/", player_page, name="player"),
    path("players/<int:pk>/calendar.ics", player_calendar_page, name="player-calendar"),
    path("players/<int:pk>/facts/", player_facts_page, name="player-facts"),
]
