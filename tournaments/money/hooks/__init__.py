"""What the room declares to the others."""

from matches.hooks import Room
from matches.players.selectors.personal_data import PersonalData
from tournaments.money.facts import FACTS
from tournaments.money.models import Stake

from .sections import TournamentPrizes
from .stakes import PrizePoolStake

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")

ROOM = Room(
    name="money",
    event_stakes=[PrizePoolStake()],
    facts=FACTS,
    personal_data=[
        PersonalData(
            "stakes", Stake, player=("entry__player", "entry__player__roster__player"), omitted=OTHERS
        ),
    ],
    sections=[TournamentPrizes()],
)
