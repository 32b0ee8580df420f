"""Addresses of clubs: the API's under /api/v1/, the pages' under /."""

from django.urls import path, re_path

from .api.clubs import (
    AppointmentsView,
    AppointmentView,
    ClubEditUndoView,
    ClubPictureView,
    ClubsView,
    ClubView,
)
from .api.facts import ClubFactsView
from .api.invitation_links import ClubLinksView
from .api.logos import ClubLogoView
from .api.memberships import (
    ApplicationAnswerView,
    ApplicationsView,
    ApplicationView,
    MembershipEndView,
    MembershipView,
    MembersView,
    PlayerClubsView,
)
from .api.players import ClubPlayersView, PlayerRegistrarView
from .api.proposals import ClubProposalAnswerView, ClubProposalsView, ClubProposalView
from .api.rating_pools import ClubRatingPoolsView
from .api.sanctions import SanctionedClubsView, SanctionPreviewView, SanctionsView
from .api.service_accounts import (
    ServiceAccountEndView,
    ServiceAccountsView,
    ServiceAccountView,
    ServiceTokensView,
    ServiceTokenView,
    ServiceUsesView,
)
from .pages.club import club_facts_page, club_page
from .pages.colours import colours_page
from .pages.directory import clubs_page
from .pages.edit import edit_page, edit_undo_page, logo_page, picture_page, remove_page
from .pages.found import found_page, proposal_answer_page
from .pages.invite import invite_page
from .pages.members import (
    application_answer_page,
    apply_page,
    appoint_page,
    dismiss_page,
    member_add_page,
    member_end_page,
    members_page,
)
from .pages.players import players_page
from .pages.rating_pools import rating_pool_new_page
from .pages.sanctions import sanction_page, sanctions_page
from .pages.service_accounts import (
    service_account_end_page,
    service_account_page,
    service_accounts_page,
    service_token_revoke_page,
)

api = [
    path("clubs/", ClubsView.as_view(), name="clubs"),
    path("clubs/<int:pk>/", ClubView.as_view(), name="club"),
    path("clubs/<int:pk>/picture/", ClubPictureView.as_view(), name="club-picture"),
    path("clubs/<int:pk>/logo/", ClubLogoView.as_view(), name="club-logo"),
    path("clubs/<int:club>/edits/<int:pk>/undo/", ClubEditUndoView.as_view(), name="club-edit-undo"),
    path("club-proposals/", ClubProposalsView.as_view(), name="club-proposals"),
    path("club-proposals/<int:pk>/", ClubProposalView.as_view(), name="club-proposal"),
    path(
        "club-proposals/<int:pk>/answer/",
        ClubProposalAnswerView.as_view(),
        name="club-proposal-answer",
    ),
    path("clubs/<int:pk>/appointments/", AppointmentsView.as_view(), name="club-appointments"),
    path("clubs/<int:club>/appointments/<int:pk>/", AppointmentView.as_view(), name="club-appointment"),
    path("clubs/<int:pk>/rating-pools/", ClubRatingPoolsView.as_view(), name="club-rating-pools"),
    path("rating-pools/<int:pk>/clubs/", SanctionedClubsView.as_view(), name="rating-pool-clubs"),
    path("clubs/<int:pk>/sanctions/", SanctionsView.as_view(), name="club-sanctions"),
    path("clubs/<int:pk>/sanctions/preview/", SanctionPreviewView.as_view(), name="club-sanctions-preview"),
    path("clubs/<int:pk>/members/", MembersView.as_view(), name="club-members"),
    path("clubs/<int:club>/members/<int:pk>/", MembershipView.as_view(), name="club-member"),
    path(
        "clubs/<int:club>/members/<int:pk>/end/",
        MembershipEndView.as_view(),
        name="club-member-end",
    ),
    path("clubs/<int:pk>/applications/", ApplicationsView.as_view(), name="club-applications"),
    path("clubs/<int:club>/applications/<int:pk>/", ApplicationView.as_view(), name="club-application"),
    path(
        "clubs/<int:club>/applications/<int:pk>/answer/",
        ApplicationAnswerView.as_view(),
        name="club-application-answer",
    ),
    path("clubs/<int:club>/service-accounts/", ServiceAccountsView.as_view(), name="service-accounts"),
    path("clubs/<int:club>/service-accounts/<int:pk>/", ServiceAccountView.as_view(), name="service-account"),
    path(
        "clubs/<int:club>/service-accounts/<int:pk>/end/",
        ServiceAccountEndView.as_view(),
        name="service-account-end",
    ),
    path(
        "clubs/<int:club>/service-accounts/<int:pk>/tokens/",
        ServiceTokensView.as_view(),
        name="service-tokens",
    ),
    path(
        "clubs/<int:club>/service-accounts/<int:pk>/tokens/<int:token>/",
        ServiceTokenView.as_view(),
        name="service-token",
    ),
    path("clubs/<int:club>/service-accounts/<int:pk>/log/", ServiceUsesView.as_view(), name="service-uses"),
    path("clubs/<int:pk>/players/", ClubPlayersView.as_view(), name="club-players"),
    path("clubs/<int:pk>/invitation-links/", ClubLinksView.as_view(), name="club-invitation-links"),
    path("clubs/<int:pk>/facts/", ClubFactsView.as_view(), name="club-facts"),
    path("players/<int:pk>/registrar/", PlayerRegistrarView.as_view(), name="player-registrar"),
    path("players/<int:pk>/clubs/", PlayerClubsView.as_view(), name="player-clubs"),
]

pages = [
    path("clubs/", clubs_page, name="clubs"),
    path("clubs/found/", found_page, name="club-found"),
    path("clubs/proposals/<int:pk>/answer/", proposal_answer_page, name="club-proposal-answer"),
    re_path(r"^clubs/colours/(?P<colour>[0-9a-f]{6})\.css$", colours_page, name="club-colours"),
    re_path(
        r"^clubs/colours/(?P<colour>[0-9a-f]{6})-wall\.css$",
        colours_page,
        {"wall": True},
        name="club-wall-colours",
    ),
    path("clubs/<int:pk>/", club_page, name="club"),
    path("clubs/<int:pk>/rating-pools/new/", rating_pool_new_page, name="rating-pool-new"),
    path("clubs/<int:pk>/edit/", edit_page, name="club-edit"),
    path("clubs/<int:pk>/edit/picture/", picture_page, name="club-picture"),
    path("clubs/<int:pk>/edit/logo/", logo_page, name="club-logo"),
    path("clubs/<int:pk>/remove/", remove_page, name="club-remove"),
    path("clubs/<int:pk>/edits/<int:edit>/undo/", edit_undo_page, name="club-edit-undo"),
    path("clubs/<int:pk>/players/", players_page, name="club-players"),
    path("clubs/<int:pk>/members/", members_page, name="club-members"),
    path("clubs/<int:pk>/members/add/", member_add_page, name="club-member-add"),
    path("clubs/<int:club>/members/<int:pk>/end/", member_end_page, name="club-member-end"),
    path("clubs/<int:pk>/appoint/", appoint_page, name="club-appoint"),
    path("clubs/<int:club>/appointments/<int:pk>/dismiss/", dismiss_page, name="club-dismiss"),
    path("clubs/<int:pk>/invite/", invite_page, name="club-invite"),
    path("clubs/<int:pk>/apply/", apply_page, name="club-apply"),
    path(
        "clubs/<int:club>/applications/<int:pk>/answer/",
        application_answer_page,
        name="club-application-answer",
    ),
    path("clubs/<int:club>/service-accounts/", service_accounts_page, name="service-accounts"),
    path("clubs/<int:club>/service-accounts/<int:pk>/", service_account_page, name="service-account"),
    path(
        "clubs/<int:club>/service-accounts/<int:pk>/end/",
        service_account_end_page,
        name="service-account-end",
    ),
    path(
        "clubs/<int:club>/service-accounts/<int:pk>/tokens/<int:token>/revoke/",
        service_token_revoke_page,
        name="service-token-revoke",
    ),
    path("clubs/<int:pk>/sanctions/", sanctions_page, name="club-sanctions"),
    path("clubs/<int:pk>/sanction/", sanction_page, name="club-sanction"),
    path("clubs/<int:pk>/facts/", club_facts_page, name="club-facts"),
]
