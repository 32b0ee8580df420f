"""Dice of transcripts in the admin site."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from matches.base.admin import ReadOnly

from .models import DiceExtract, SharedDice


@admin.register(DiceExtract)
class DiceExtractAdmin(ReadOnly):
    list_display = ("report", "rolls")
    list_select_related = ("report",)
    fields = ("report", "rolls", "games")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DiceExtract]:
        return super().get_queryset(request).defer("marks", "report__transcript")


@admin.register(SharedDice)
class SharedDiceAdmin(ReadOnly):
    list_display = ("one", "two", "length")
    list_select_related = ("one__report", "two__report")
    fields = ("one", "two", "length", "runs")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SharedDice]:
        return (
            super()
            .get_queryset(request)
            .defer(
                *(
                    f"{side}__{big}"
                    for side in ("one", "two")
                    for big in ("games", "marks", "report__transcript")
                )
            )
        )
