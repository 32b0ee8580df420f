"""What the room declares to the others."""

from matches.accounts.permissions import OFFICIALS, Role
from matches.hooks import Room
from matches.players.selectors.personal_data import PersonalData
from tournaments.money.facts import FACTS
from tournaments.money.models import FeePayment, PayoutHandover, Stake

from .announcing import AnnouncedEntryFee
from .sections import TournamentEntryFee, TournamentPrizes
from .stakes import PrizeStake

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")
ENTERED = ("entry__player", "entry__player__roster__player")

ROOM = Room(
    name="money",
    actions={
        "fee_payment_record": OFFICIALS | {Role.SCOREKEEPER},
        "payout_hand_over": OFFICIALS | {Role.SCOREKEEPER},
    },
    facts=FACTS,
    personal_data=[
        PersonalData("stakes", Stake, player=ENTERED, omitted=OTHERS),
        PersonalData("fee_payments", FeePayment, player=ENTERED, omitted=OTHERS),
        PersonalData("payout_handovers", PayoutHandover, player=ENTERED, omitted=OTHERS),
    ],
    event_stakes=[PrizeStake()],
    announced_fields=[AnnouncedEntryFee()],
    sections=[TournamentEntryFee(), TournamentPrizes()],
)
