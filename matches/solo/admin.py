"""Solo games in the admin site."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from matches.base.admin import ReadOnly

from .models import KeptSoloGame, SoloListing, SoloStanding


@admin.register(KeptSoloGame)
class KeptSoloGameAdmin(ReadOnly):
    list_display = ("variant", "scoring", "length", "bot", "state", "login", "created_at", "changed_at")
    list_select_related = ("login",)
    list_filter = ("state", "scoring", "variant")
    # Whoever has the key plays on, and whoever has the seed knows the dice.
    exclude = ("key", "seed", "visitor")

    def get_queryset(self, request: HttpRequest) -> QuerySet[KeptSoloGame]:
        return super().get_queryset(request).defer("done")


@admin.register(SoloStanding)
class SoloStandingAdmin(ReadOnly):
    list_display = ("login", "variant", "scoring", "length", "bot", "played", "won", "mean")
    list_select_related = ("login",)
    exclude = ("visitor",)


@admin.register(SoloListing)
class SoloListingAdmin(ReadOnly):
    list_display = ("login", "created_at")
    list_select_related = ("login",)
