"""Addresses of the control desk: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import EntryDeskView
from .pages.check_in import check_in_page, check_in_undo_page, kiosk_page
from .pages.desk import desk_page
from .pages.draw import (
    draw_make_page,
    draw_page,
    pair_page,
    play_off_page,
    release_page,
    tiebreaks_page,
    withdraw_page,
)
from .pages.entries import entries_page, entry_undo_page
from .pages.entry_list import entry_list_page
from .pages.pdf import pdf_printout
from .pages.printouts import (
    cards_printout,
    certificate_printout,
    entries_printout,
    pairings_printout,
    print_page,
    prizes_printout,
    scoresheets_printout,
    slips_printout,
    standings_printout,
    wall_printout,
)
from .pages.prizes import prize_pools_page, prizes_page
from .pages.results import results_page, slip_page, slip_read_page, undo_page
from .pages.rulings import penalty_page, rule_page, schedule_page
from .pages.slips import held_slip_page

api = [
    path("tournaments/<int:pk>/desk/entries/", EntryDeskView.as_view(), name="tournament-desk-entries"),
]

pages = [
    path("tournaments/<int:pk>/desk/", desk_page, name="desk"),
    path("tournaments/<int:pk>/desk/entries/", entries_page, name="desk-entries"),
    path("tournaments/<int:pk>/desk/entries/list/", entry_list_page, name="desk-entry-list"),
    path("tournaments/<int:pk>/desk/entries/<int:entry>/", entries_page, name="desk-entry"),
    path(
        "tournaments/<int:pk>/desk/entries/<int:entry>/undo/<str:do>/",
        entry_undo_page,
        name="desk-entry-undo",
    ),
    path("tournaments/<int:pk>/desk/check-in/", check_in_page, name="desk-check-in"),
    path("tournaments/<int:pk>/desk/check-in/kiosk/", kiosk_page, name="desk-kiosk"),
    path(
        "tournaments/<int:pk>/desk/check-in/<int:entry>/undo/", check_in_undo_page, name="desk-check-in-undo"
    ),
    path("tournaments/<int:pk>/desk/draw/", draw_page, name="desk-draw"),
    path("tournaments/<int:pk>/desk/draw/make/", draw_make_page, name="desk-draw-make"),
    path("tournaments/<int:pk>/desk/draw/release/", release_page, name="desk-release"),
    path(
        "tournaments/<int:pk>/desk/draw/withdraw/<int:published_round>/", withdraw_page, name="desk-withdraw"
    ),
    path("tournaments/<int:pk>/desk/draw/pair/", pair_page, name="desk-pair"),
    path("tournaments/<int:pk>/desk/draw/play-off/", play_off_page, name="desk-play-off"),
    path("tournaments/<int:pk>/desk/draw/tie-breaks/", tiebreaks_page, name="desk-tie-breaks"),
    path("tournaments/<int:pk>/desk/results/", results_page, name="desk-results"),
    path("tournaments/<int:pk>/desk/results/reading/", slip_read_page, name="desk-slip-read"),
    path("tournaments/<int:pk>/desk/results/line/", slip_page, name="desk-slip"),
    path("tournaments/<int:pk>/desk/results/undo/", undo_page, name="desk-undo"),
    path("tournaments/<int:pk>/desk/results/undo/<int:report>/", undo_page, name="desk-undo-report"),
    path("tournaments/<int:pk>/desk/results/<int:match>/rule/", rule_page, name="desk-rule"),
    path("tournaments/<int:pk>/desk/results/<int:match>/penalty/", penalty_page, name="desk-penalty"),
    path("tournaments/<int:pk>/desk/results/<int:match>/schedule/", schedule_page, name="desk-schedule"),
    path("tournaments/<int:pk>/desk/prizes/", prizes_page, name="desk-prizes"),
    path("tournaments/<int:pk>/desk/prizes/pools/", prize_pools_page, name="desk-prize-pools"),
    path("tournaments/<int:pk>/desk/print/", print_page, name="desk-print"),
    path("tournaments/<int:pk>/desk/print/pairings/", pairings_printout, name="desk-print-pairings"),
    path("tournaments/<int:pk>/desk/print/slips/", slips_printout, name="desk-print-slips"),
    path("tournaments/<int:pk>/desk/print/scoresheets/", scoresheets_printout, name="desk-print-scoresheets"),
    path("tournaments/<int:pk>/desk/print/wall/", wall_printout, name="desk-print-wall"),
    path("tournaments/<int:pk>/desk/print/standings/", standings_printout, name="desk-print-standings"),
    path("tournaments/<int:pk>/desk/print/prizes/", prizes_printout, name="desk-print-prizes"),
    path("tournaments/<int:pk>/desk/print/entries/", entries_printout, name="desk-print-entries"),
    path("tournaments/<int:pk>/desk/print/cards/", cards_printout, name="desk-print-cards"),
    path("tournaments/<int:pk>/desk/print/certificate/", certificate_printout, name="desk-print-certificate"),
    path("tournaments/<int:pk>/desk/print/<slug:code>.pdf", pdf_printout, name="desk-print-pdf"),
    path("slips/", held_slip_page, name="slips"),
    path("slips/<str:code>/", held_slip_page, name="slip"),
]
