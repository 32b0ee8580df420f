"""What the room declares to the others."""

from matches.facts.archive import ExportKind
from matches.hooks import Room

from .models import Picture, PictureFile
from .services import pictures_restore, pictures_sweep

ROOM = Room(
    name="pictures",
    exported=[
        ExportKind("picture", Picture, omitted=("unused_since",)),
        ExportKind("picture_file", PictureFile),
    ],
    sweep=lambda now: pictures_sweep(now=now),
    restore=pictures_restore,
)
