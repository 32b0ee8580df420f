"""The facts about tournaments, each in a sentence."""

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.base.translation import code_word, join_words, translate_text
from matches.edits.facts import describe_edit, edited_rows_load
from matches.facts.kinds import FactKind
from matches.players.selectors import own_player_visible
from tournaments.events.models import (
    CheckIn,
    CheckInWithdrawal,
    Counting,
    Draw,
    Entry,
    EntryApplication,
    EntryApplicationAnswer,
    LineUp,
    PublishedRound,
    Reentry,
    RoundRelease,
    RoundWithdrawal,
    Substitution,
    TiebreakOrder,
    TournamentEdit,
    Withdrawal,
)
from tournaments.formats import MAIN
from tournaments.tiebreaks import TIEBREAKS

from .words import tournament_part_name


def describe_counting(fact: Counting) -> str:
    values = {
        "tournament": fact.tournament.name,
        "rating_pool": code_word(fact.rating_pool.name, "rating_pool"),
    }
    if fact.counts:
        return _("%(tournament)s counts in the ratings of %(rating_pool)s.") % values
    return _("%(tournament)s does not count in the ratings of %(rating_pool)s.") % values


def describe_entry(fact: Entry) -> str:
    if fact.alternate:
        return _("%(name)s is an alternate: entry %(number)s.") % {
            "name": fact.player.effective_player.name,
            "number": fact.pk,
        }
    return _("%(name)s enters: entry %(number)s.") % {
        "name": fact.player.effective_player.name,
        "number": fact.pk,
    }


def describe_entry_application(fact: EntryApplication) -> str:
    return _("%(name)s asks to be entered: application %(number)s.") % {
        "name": fact.player.effective_player.name,
        "number": fact.pk,
    }


def describe_entry_application_answer(fact: EntryApplicationAnswer) -> str:
    values = {"number": fact.application_id, "name": fact.application.player.effective_player.name}
    if fact.state == EntryApplication.State.REFUSED:
        return _("Application %(number)s, of %(name)s, is refused.") % values
    return _("%(name)s takes application %(number)s back.") % values


def describe_line_up(fact: LineUp) -> str:
    names = {person.pk: person.effective_player.name for person in fact.entry.player.persons}
    values = {
        "name": fact.entry.player.effective_player.name,
        "players": join_words(names[player] for player in fact.players),
    }
    return _("%(name)s lines up: %(players)s.") % values


def describe_withdrawal(fact: Withdrawal) -> str:
    return _("%(name)s withdraws.") % {"name": fact.entry.player.effective_player.name}


def describe_check_in(fact: CheckIn) -> str:
    return _("%(name)s checks in.") % {"name": fact.entry.player.effective_player.name}


def describe_check_in_withdrawal(fact: CheckInWithdrawal) -> str:
    name = fact.check_in.entry.player.effective_player.name
    return _("The check-in of %(name)s is taken back.") % {"name": name}


def describe_reentry(fact: Reentry) -> str:
    return _("%(name)s is back.") % {"name": fact.withdrawal.entry.player.effective_player.name}


def describe_substitution(fact: Substitution) -> str:
    return _("%(comes)s takes the place of %(leaves)s.") % {
        "comes": fact.comes.player.effective_player.name,
        "leaves": fact.leaves.player.effective_player.name,
    }


def describe_published_round(fact: PublishedRound) -> str:
    values: dict[str, object] = {"round": fact.round, "matches": len(fact.pairings), "number": fact.pk}
    if fact.part != MAIN:
        values["part"] = tournament_part_name(fact.part)
        return (
            ngettext(
                "%(part)s: pairings of round %(round)s are published: %(matches)s match, list %(number)s.",
                "%(part)s: pairings of round %(round)s are published: %(matches)s matches, list %(number)s.",
                len(fact.pairings),
            )
            % values
        )
    return (
        ngettext(
            "Pairings of round %(round)s are published: %(matches)s match, list %(number)s.",
            "Pairings of round %(round)s are published: %(matches)s matches, list %(number)s.",
            len(fact.pairings),
        )
        % values
    )


def describe_round_withdrawal(fact: RoundWithdrawal) -> str:
    values = {"round": fact.published_round.round, "number": fact.published_round_id, "reason": fact.reason}
    return _("Pairings %(number)s, of round %(round)s, are withdrawn: %(reason)s") % values


def describe_round_release(fact: RoundRelease) -> str:
    return _("The next round is released.")


def describe_tiebreak_order(fact: TiebreakOrder) -> str:
    names = join_words(translate_text(TIEBREAKS[code].name) for code in fact.tiebreaks) or "–"
    return _("Ties are broken by %(codes)s: %(reason)s") % {"codes": names, "reason": fact.reason}


def describe_draw(fact: Draw) -> str:
    values = {"entries": len(fact.order), "seeding": code_word(fact.seeding, "seeding"), "seed": fact.seed}
    return (
        ngettext(
            "The draw is made with %(entries)s entry. %(seeding)s; the lots are made from “%(seed)s”.",
            "The draw is made with %(entries)s entries. %(seeding)s; the lots are made from “%(seed)s”.",
            len(fact.order),
        )
        % values
    )


FACTS = (
    FactKind(
        TournamentEdit,
        describe_edit,
        about={"tournament": "tournament"},
        load=edited_rows_load,
        role="official",
    ),
    FactKind(Counting, describe_counting, about={"tournament": "tournament", "ratingpool": "rating_pool"}),
    FactKind(
        EntryApplication,
        describe_entry_application,
        about={"tournament": "tournament", "player": "player"},
        visible=partial(own_player_visible, "player"),
    ),
    FactKind(
        EntryApplicationAnswer,
        describe_entry_application_answer,
        about={"tournament": "application__tournament", "player": "application__player"},
        confidential=True,
        visible=partial(own_player_visible, "application__player"),
    ),
    FactKind(Entry, describe_entry, about={"tournament": "tournament", "player": "player"}),
    FactKind(LineUp, describe_line_up, about={"tournament": "entry__tournament", "player": "entry__player"}),
    FactKind(
        Withdrawal, describe_withdrawal, about={"tournament": "entry__tournament", "player": "entry__player"}
    ),
    FactKind(
        CheckIn, describe_check_in, about={"tournament": "entry__tournament", "player": "entry__player"}
    ),
    FactKind(
        CheckInWithdrawal,
        describe_check_in_withdrawal,
        about={"tournament": "check_in__entry__tournament", "player": "check_in__entry__player"},
    ),
    FactKind(
        Reentry,
        describe_reentry,
        about={"tournament": "withdrawal__entry__tournament", "player": "withdrawal__entry__player"},
    ),
    FactKind(
        Substitution,
        describe_substitution,
        about={"tournament": "leaves__tournament", "player": "comes__player"},
        related=("leaves__player",),
    ),
    FactKind(
        PublishedRound, describe_published_round, about={"tournament": "tournament"}, unread=("byes", "left")
    ),
    FactKind(
        RoundWithdrawal,
        describe_round_withdrawal,
        about={"tournament": "published_round__tournament"},
        related=("published_round",),
    ),
    FactKind(RoundRelease, describe_round_release, about={"tournament": "tournament"}),
    FactKind(TiebreakOrder, describe_tiebreak_order, about={"tournament": "tournament"}),
    FactKind(Draw, describe_draw, about={"tournament": "tournament"}, unread=("ratings", "ranks", "seeded")),
)
