"""The facts about tournaments, ponds, ladders, each in a sentence; a match's are its tournament's too."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.facts import reaches, tells
from matches.templatetags.words import word
from tournaments.formats import MAIN
from tournaments.ladders import Reply
from tournaments.models import (
    Admission,
    Bid,
    Call,
    Challenge,
    ChallengeAnswer,
    CheckIn,
    Comeback,
    Counting,
    Division,
    Draw,
    Entry,
    EventWeight,
    LadderJoin,
    LadderLeave,
    LineUp,
    PondClosing,
    PondEntry,
    PondStart,
    PondWithdrawal,
    PoolList,
    Posting,
    Retraction,
    Season,
    Stake,
    Substitution,
    TiebreakOrder,
    Withdrawal,
)
from tournaments.models.pond import DISCLOSED
from tournaments.templatetags.bracket import part_name
from tournaments.tiebreaks import TIEBREAKS

reaches("tournament", "fixture__tournament")
reaches("ladder", "challenge_answer__challenge__ladder")


@tells(Admission, about={"ratingpool": "pool", "club": "club"})
def admission(fact: Admission) -> str:
    said = {"club": fact.club.name, "pool": fact.pool.name}
    if fact.admitted:
        return _("Tournaments of %(club)s may count in the ratings of %(pool)s.") % said
    return _("Tournaments of %(club)s may no longer count in the ratings of %(pool)s.") % said


@tells(Counting, about={"tournament": "tournament", "ratingpool": "pool"})
def counting(fact: Counting) -> str:
    said = {"tournament": fact.tournament.name, "pool": fact.pool.name}
    if fact.counts:
        return _("%(tournament)s counts in the ratings of %(pool)s.") % said
    return _("%(tournament)s does not count in the ratings of %(pool)s.") % said


@tells(Entry, about={"tournament": "tournament", "player": "player"})
def entry(fact: Entry) -> str:
    if fact.alternate:
        return _("%(name)s stands by as an alternate: entry %(number)s.") % {
            "name": fact.player.who.name,
            "number": fact.pk,
        }
    return _("%(name)s enters: entry %(number)s.") % {"name": fact.player.who.name, "number": fact.pk}


@tells(LineUp, about={"tournament": "entry__tournament", "player": "entry__player"})
def line_up(fact: LineUp) -> str:
    names = {person.pk: person.who.name for person in fact.entry.player.persons}
    said = {
        "name": fact.entry.player.who.name,
        "players": ", ".join(names[player] for player in fact.players),
    }
    return _("%(name)s lines up: %(players)s.") % said


@tells(Withdrawal, about={"tournament": "entry__tournament", "player": "entry__player"})
def withdrawal(fact: Withdrawal) -> str:
    return _("%(name)s withdraws.") % {"name": fact.entry.player.who.name}


@tells(CheckIn, about={"tournament": "entry__tournament", "player": "entry__player"})
def check_in(fact: CheckIn) -> str:
    return _("%(name)s checks in.") % {"name": fact.entry.player.who.name}


@tells(Comeback, about={"tournament": "withdrawal__entry__tournament", "player": "withdrawal__entry__player"})
def comeback(fact: Comeback) -> str:
    return _("%(name)s is back.") % {"name": fact.withdrawal.entry.player.who.name}


@tells(
    Substitution,
    about={"tournament": "leaves__tournament", "player": "comes__player"},
    related=("leaves__player",),
)
def substitution(fact: Substitution) -> str:
    return _("%(comes)s takes the place of %(leaves)s.") % {
        "comes": fact.comes.player.who.name,
        "leaves": fact.leaves.player.who.name,
    }


@tells(Posting, about={"tournament": "tournament"}, unread=("byes", "left"))
def posting(fact: Posting) -> str:
    said: dict[str, object] = {"round": fact.round, "matches": len(fact.pairings), "number": fact.pk}
    if fact.part != MAIN:
        said["part"] = part_name(fact.part)
        return (
            ngettext(
                "%(part)s: pairings of round %(round)s are posted: %(matches)s match, sheet %(number)s.",
                "%(part)s: pairings of round %(round)s are posted: %(matches)s matches, sheet %(number)s.",
                len(fact.pairings),
            )
            % said
        )
    return (
        ngettext(
            "Pairings of round %(round)s are posted: %(matches)s match, sheet %(number)s.",
            "Pairings of round %(round)s are posted: %(matches)s matches, sheet %(number)s.",
            len(fact.pairings),
        )
        % said
    )


@tells(Retraction, about={"tournament": "posting__tournament"}, related=("posting",))
def retraction(fact: Retraction) -> str:
    said = {"round": fact.posting.round, "number": fact.posting_id, "reason": fact.reason}
    return _("Sheet %(number)s, of round %(round)s, is taken back: %(reason)s") % said


@tells(Call, about={"tournament": "tournament"})
def call(fact: Call) -> str:
    return _("The next pairings are called for.")


@tells(TiebreakOrder, about={"tournament": "tournament"})
def tiebreak_order(fact: TiebreakOrder) -> str:
    names = ", ".join(TIEBREAKS[code].name for code in fact.tiebreaks) or "–"
    return _("Equals are told apart by %(codes)s: %(reason)s") % {"codes": names, "reason": fact.reason}


@tells(PoolList, about={"tournament": "tournament"})
def pools(fact: PoolList) -> str:
    names = ", ".join(pool["name"] for pool in fact.pools) or "–"
    return _("Money is paid in and split as follows: %(names)s (%(currency)s).") % {
        "names": names,
        "currency": fact.currency,
    }


@tells(Stake, about={"tournament": "entry__tournament", "player": "entry__player"})
def stake(fact: Stake) -> str:
    return _("%(name)s pays into %(pool)s.") % {"name": fact.entry.player.who.name, "pool": fact.pool}


@tells(EventWeight, about={"tournament": "tournament"})
def event_weight(fact: EventWeight) -> str:
    said = {"weight": f"{fact.weight:g}", "level": word(fact.level, "level")}
    return _("The event weighs %(weight)s in master points: %(level)s.") % said


@tells(Season, about={"league": "league"}, unread=("withdrawn", "newcomers", "told_apart"))
def season(fact: Season) -> str:
    if fact.name:
        return _("Season %(number)s opens: %(name)s.") % {"number": fact.number, "name": fact.name}
    return _("Season %(number)s opens.") % {"number": fact.number}


@tells(Division, about={"league": "season__league"}, related=("tournament",))
def division(fact: Division) -> str:
    said = {"number": fact.number, "tournament": fact.tournament.name}
    return _("Division %(number)s plays %(tournament)s.") % said


@tells(Draw, about={"tournament": "tournament"}, unread=("ratings", "ranks", "seeded"))
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


@tells(PondEntry, about={"pond": "pond", "player": "player"})
def pond_entry(fact: PondEntry) -> str:
    return _("%(name)s enters: entry %(number)s.") % {"name": fact.player.who.name, "number": fact.pk}


@tells(PondWithdrawal, about={"pond": "entry__pond", "player": "entry__player"})
def pond_withdrawal(fact: PondWithdrawal) -> str:
    return _("%(name)s withdraws.") % {"name": fact.entry.player.who.name}


@tells(PondStart, about={"pond": "pond"})
def pond_start(fact: PondStart) -> str:
    return _("The pond starts: round 1 takes bids.")


@tells(Bid, about={"pond": "entry__pond", "player": "entry__player"}, told=DISCLOSED)
def bid(fact: Bid) -> str:
    said = {"name": fact.entry.player.who.name, "points": fact.points, "round": fact.round}
    return (
        ngettext(
            "%(name)s bids %(points)s point in round %(round)s.",
            "%(name)s bids %(points)s points in round %(round)s.",
            fact.points,
        )
        % said
    )


@tells(PondClosing, about={"pond": "pond"})
def pond_closing(fact: PondClosing) -> str:
    return _("Round %(round)s of the pond is over.") % {"round": fact.round}


@tells(LadderJoin, about={"ladder": "ladder", "player": "player"})
def ladder_join(fact: LadderJoin) -> str:
    return _("%(name)s joins the ladder.") % {"name": fact.player.name}


@tells(LadderLeave, about={"ladder": "join__ladder", "player": "join__player"})
def ladder_leave(fact: LadderLeave) -> str:
    return _("%(name)s leaves the ladder.") % {"name": fact.join.player.name}


@tells(Challenge, about={"ladder": "ladder", "player": "challenger"}, related=("challenged",))
def challenge(fact: Challenge) -> str:
    return _("%(name)s challenges %(other)s.") % {
        "name": fact.challenger.name,
        "other": fact.challenged.name,
    }


def answered_by(fact: ChallengeAnswer) -> str:
    """Withdrawn by who had challenged, else answered by the other, or by an official for them."""
    if fact.recorded_by_id is None:
        return "service"
    challenge = fact.challenge
    withdrawn = fact.reply == Reply.WITHDRAWN
    player = challenge.challenger if withdrawn else challenge.challenged
    return "player" if fact.recorded_by_id in player.logins else "official"


@tells(
    ChallengeAnswer,
    match="match",
    about={"ladder": "challenge__ladder", "player": "challenge__challenged"},
    related=("challenge__challenger",),
    role=answered_by,
)
def challenge_answer(fact: ChallengeAnswer) -> str:
    said = {"name": fact.challenge.challenger.name, "other": fact.challenge.challenged.name}
    match Reply(fact.reply):
        case Reply.ACCEPTED:
            return _("%(name)s's challenge to %(other)s is to be played.") % said
        case Reply.REFUSED:
            return _("%(other)s refuses %(name)s's challenge.") % said
        case Reply.WITHDRAWN:
            return _("%(name)s's challenge to %(other)s is withdrawn.") % said
        case Reply.LAPSED:
            return _("%(other)s has not answered %(name)s's challenge in time.") % said
