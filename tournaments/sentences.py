"""The facts about tournaments, each in a sentence; a match's facts are its tournament's too."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.facts import reaches, tells
from matches.templatetags.words import word
from tournaments.models import Draw, Entry, Withdrawal

reaches("tournament", "fixture__tournament")


@tells(Entry, about={"tournament": "tournament", "player": "player"})
def entry(fact: Entry) -> str:
    return _("%(name)s enters: entry %(number)s.") % {"name": fact.player.name, "number": fact.pk}


@tells(Withdrawal, about={"tournament": "entry__tournament", "player": "entry__player"})
def withdrawal(fact: Withdrawal) -> str:
    return _("%(name)s withdraws.") % {"name": fact.entry.player.name}


@tells(Draw, about={"tournament": "tournament"}, unread=("ratings",))
def draw(fact: Draw) -> str:
    said = {"entries": len(fact.order), "seeding": word(fact.seeding, "seeding"), "seed": fact.seed}
    return (
        ngettext(
            "The draw is made with %(entries)s entry. %(seeding)s; the lots are made from “%(seed)s”.",
            "The draw is made with %(entries)s entries. %(seeding)s; the lots are made from “%(seed)s”.",
            len(fact.order),
        )
        % said
    )
