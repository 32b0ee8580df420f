"""/clubs/{id}/logo/: what stands beside the name of a club."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.scopes import DIRECT
from matches.accounts.models import User
from matches.edits.api import PictureFileInput, PictureView, picture_schema
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import club_list


class LogoOutput(serializers.Serializer[Club]):
    """Without words: the name of the club says what it is."""

    url = serializers.CharField(
        source="logo.address", help_text="What has this address never changes: WebP, at most 1600 pixels."
    )
    small_url = serializers.CharField(source="logo.small_address", help_text="The same, at most 480 pixels.")
    width = serializers.IntegerField(source="logo.width")
    height = serializers.IntegerField(source="logo.height")


class ClubLogoView(PictureView):
    """The logo of a club."""

    queryset = club_list()
    scopes = {"PUT": DIRECT, "DELETE": DIRECT}
    column = "logo"
    input_class = PictureFileInput
    serializer_class = LogoOutput

    @picture_schema(PictureFileInput, LogoOutput)
    def put(self, request: Request, pk: int) -> Response:
        """Set the logo, or another one; it stands beside the club's name on its pages, screens and papers."""
        return super().put(request, pk)

    def change(self, actor: User, number: int, **changes: Any) -> None:
        services.club_edit(actor=actor, club_id=number, **changes)
