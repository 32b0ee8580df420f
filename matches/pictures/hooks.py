"""What the room declares to the others."""

from matches.facts.archive import ExportKind
from matches.hooks import Room

from .models import Picture, PictureFile
from .services import pictures_prune, pictures_restore

ROOM = Room(
    name="pictures",
    exported=[
        ExportKind("picture", Picture, omitted=("unused_since",)),
        ExportKind("picture_file", PictureFile),
    ],
    prune=lambda now: pictures_prune(now=now),
    restore=pictures_restore,
)
