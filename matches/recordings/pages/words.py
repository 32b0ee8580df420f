"""What the device says while it has nobody to ask: its words, in the language of the page."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def recorder_words() -> dict[str, Any]:
    """Sentences by name; {places} are filled in by the device."""
    return {
        "open": _("Who begins? Tap one die for each player."),
        "opened_equal": _("Equal dice are thrown again."),
        "roll": _("{name}: tap the dice."),
        "play": _("{name} plays {dice}."),
        "done": _("{name}: {dice}. Tap Done, or take a step back."),
        "stuck": _("{name} cannot move {dice}."),
        "offer": _("{name} doubles to {cube}. {other} answers."),
        "resigned": _("{name} resigns {what}. {other} answers."),
        "single": _("a single game"),
        "gammon": _("a gammon"),
        "backgammon": _("a backgammon"),
        "game_over": _("The game is over."),
        "match_won": _("{name} wins the match."),
        "reported": _("The match is reported."),
        "misfit": _("Penalty points have changed the score: take {count} acts back."),
        "saved": _("Saved"),
        "sending": _("Sending …"),
        "unsent": _("No connection: {count} acts are kept on this device."),
        "wrong": _("The referee cannot take this: {detail}"),
        "put_right": _("Play it on the board as it was, and tap Done. {count} acts after it are kept."),
        "leave_out": _("Leave it out"),
        "discard": _("Discard it and all after it"),
        "other_first": _("Another device was first. It wrote: {theirs}. This device has: {ours}."),
        "keep_theirs": _("Keep what is written"),
        "add_mine": _("Add mine behind it"),
        "refused": _("Nothing more can be recorded: {detail}"),
        "log_in": _("You are logged out. Log in again; what is kept on this device is sent then."),
        "back_to": _("Back to before this"),
        "double_act": pgettext("recorded", "double"),
        "take_act": pgettext("recorded", "take"),
        "pass_act": pgettext("recorded", "pass"),
        "resign_act": pgettext("recorded", "resigns"),
        "accept_act": pgettext("recorded", "accepts"),
        "decline_act": pgettext("recorded", "declines"),
        "next_game_act": pgettext("recorded", "next game"),
        "open_act": pgettext("recorded", "opening roll"),
        "cannot_move": pgettext("recorded", "cannot move"),
        "off": pgettext("place", "off"),
        "bar": pgettext("place", "bar"),
        "crawford": _("Crawford game"),
        "game": _("Game {number}"),
        "die_of": _("Die of {name}: {number}"),
        "first_die": _("First die: {number}"),
        "second_die": _("Second die: {number}"),
        "out_of_time": _("{name} is out of time."),
    }
