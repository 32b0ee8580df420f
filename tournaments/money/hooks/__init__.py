"""What the room declares to the others."""

from matches.hooks import Room
from matches.privacy import PersonalData
from tournaments.models import Stake
from tournaments.rooms.sections_of_money import TournamentPrizes
from tournaments.sentences_of_money import FACTS

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")

ROOM = Room(
    name="money",
    facts=FACTS,
    personal_data=[
        PersonalData(
            "stakes", Stake, player=("entry__player", "entry__player__roster__player"), omitted=OTHERS
        ),
    ],
    sections=[TournamentPrizes()],
)
