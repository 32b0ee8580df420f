"""Addresses of ladders: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.challenges import ChallengeAnswerView, ChallengesView, ChallengeView
from .api.ladders import (
    LadderEditUndoView,
    LadderFactsView,
    LadderJoinsView,
    LadderKindsView,
    LadderLeavesView,
    LadderPictureView,
    LadderPresetsView,
    LadderStepsView,
    LaddersView,
    LadderView,
    OpponentsView,
)
from .pages.directory import ladders_page
from .pages.editing import (
    ladder_close_page,
    ladder_edit_page,
    ladder_edit_undo_page,
    ladder_new_page,
    ladder_picture_page,
    ladder_remove_page,
)
from .pages.ladder import ladder_challenge_page, ladder_facts_page, ladder_page, ladder_steps_page

api = [
    path("ladder-kinds/", LadderKindsView.as_view(), name="ladder-kinds"),
    path("ladder-presets/", LadderPresetsView.as_view(), name="ladder-presets"),
    path("ladders/", LaddersView.as_view(), name="ladders"),
    path("ladders/<int:pk>/", LadderView.as_view(), name="ladder"),
    path("ladders/<int:ladder>/edits/<int:pk>/undo/", LadderEditUndoView.as_view(), name="ladder-edit-undo"),
    path("ladders/<int:pk>/picture/", LadderPictureView.as_view(), name="ladder-picture"),
    path("ladders/<int:pk>/joins/", LadderJoinsView.as_view(), name="ladder-joins"),
    path("ladders/<int:pk>/leaves/", LadderLeavesView.as_view(), name="ladder-leaves"),
    path("ladders/<int:pk>/opponents/", OpponentsView.as_view(), name="ladder-opponents"),
    path("ladders/<int:pk>/steps/", LadderStepsView.as_view(), name="ladder-steps"),
    path("ladders/<int:pk>/challenges/", ChallengesView.as_view(), name="ladder-challenges"),
    path("ladders/<int:pk>/facts/", LadderFactsView.as_view(), name="ladder-facts"),
    path("challenges/<int:pk>/", ChallengeView.as_view(), name="challenge"),
    path("challenges/<int:pk>/answer/", ChallengeAnswerView.as_view(), name="challenge-answer"),
]

pages = [
    path("clubs/<int:pk>/ladders/new/", ladder_new_page, name="ladder-new"),
    path("ladders/", ladders_page, name="ladders"),
    path("ladders/<int:pk>/", ladder_page, name="ladder"),
    path("ladders/<int:pk>/edit/", ladder_edit_page, name="ladder-edit"),
    path("ladders/<int:pk>/close/", ladder_close_page, name="ladder-close"),
    path("ladders/<int:pk>/remove/", ladder_remove_page, name="ladder-remove"),
    path("ladders/<int:pk>/picture/", ladder_picture_page, name="ladder-picture"),
    path("ladders/<int:pk>/edits/<int:edit>/undo/", ladder_edit_undo_page, name="ladder-edit-undo"),
    path("ladders/<int:pk>/challenge/<int:player>/", ladder_challenge_page, name="ladder-challenge"),
    path("ladders/<int:pk>/steps/", ladder_steps_page, name="ladder-steps"),
    path("ladders/<int:pk>/facts/", ladder_facts_page, name="ladder-facts"),
]
