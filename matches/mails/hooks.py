"""What the room declares to the others."""

from matches.hooks import Room
from matches.mails.services import mails_sweep

ROOM = Room(name="mails", sweep=mails_sweep)
