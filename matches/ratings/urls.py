"""Addresses of ratings: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.facts import RatingPoolFactsView
from .api.imports import ResultsImportView
from .api.players import RatingHistoryView
from .api.rating_pools import (
    ExpectationView,
    LeaderboardView,
    RatingPoolEditUndoView,
    RatingPoolPictureView,
    RatingPoolsView,
    RatingPoolTermsView,
    RatingPoolView,
    RatingSystemsView,
)
from .pages.boards import leaderboard_page, players_page, rating_pool_facts_page
from .pages.editing import (
    rating_pool_close_page,
    rating_pool_edit_page,
    rating_pool_edit_undo_page,
    rating_pool_picture_page,
    rating_pool_remove_page,
    rating_pool_terms_page,
)

api = [
    path("players/<int:pk>/ratings/", RatingHistoryView.as_view(), name="player-ratings"),
    path("rating-systems/", RatingSystemsView.as_view(), name="rating-systems"),
    path("rating-pools/", RatingPoolsView.as_view(), name="rating-pools"),
    path("rating-pools/<int:pk>/", RatingPoolView.as_view(), name="rating-pool"),
    path(
        "rating-pools/<int:rating_pool>/edits/<int:pk>/undo/",
        RatingPoolEditUndoView.as_view(),
        name="rating-pool-edit-undo",
    ),
    path("rating-pools/<int:pk>/picture/", RatingPoolPictureView.as_view(), name="rating-pool-picture"),
    path("rating-pools/<int:pk>/terms/", RatingPoolTermsView.as_view(), name="rating-pool-terms"),
    path(
        "rating-pools/<int:pk>/leaderboard/",
        LeaderboardView.as_view(),
        name="rating-pool-leaderboard",
    ),
    path(
        "rating-pools/<int:pk>/expectation/",
        ExpectationView.as_view(),
        name="rating-pool-expectation",
    ),
    path("rating-pools/<int:pk>/facts/", RatingPoolFactsView.as_view(), name="rating-pool-facts"),
    path("results/import/", ResultsImportView.as_view(), name="results-import"),
]

pages = [
    path("ratings/<int:pk>/edit/", rating_pool_edit_page, name="rating-pool-edit"),
    path("ratings/<int:pk>/terms/", rating_pool_terms_page, name="rating-pool-terms"),
    path("ratings/<int:pk>/picture/", rating_pool_picture_page, name="rating-pool-picture"),
    path("ratings/<int:pk>/close/", rating_pool_close_page, name="rating-pool-close"),
    path("ratings/<int:pk>/remove/", rating_pool_remove_page, name="rating-pool-remove"),
    path("ratings/<int:pk>/edits/<int:edit>/undo/", rating_pool_edit_undo_page, name="rating-pool-edit-undo"),
    path("ratings/<int:pk>/facts/", rating_pool_facts_page, name="rating-pool-facts"),
    path("ratings/<int:pk>/", leaderboard_page, name="leaderboard"),
    path("players/", players_page, name="players"),
]
