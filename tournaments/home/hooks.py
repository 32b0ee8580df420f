"""What the room declares to the others."""

from django.utils.translation import gettext_lazy as _

from matches.hooks import MenuEntry, Room

ROOM = Room(
    name="home", menu=[MenuEntry(_("Now"), "pages-tournaments:home", "now", 0, _("To the first page"))]
)
