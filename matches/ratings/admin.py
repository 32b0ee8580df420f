"""Rating pools and standings in the admin site."""

from django.contrib import admin

from matches.base.admin import ReadOnly
from matches.facts.admin import FactAdmin

from .models import RatingPool, RatingPoolEdit, RatingPoolMatch, RatingPoolTerms, RatingStanding


@admin.register(RatingPoolTerms, RatingPoolMatch, RatingPoolEdit)
class RatingPoolFactAdmin(FactAdmin):
    """How a rating pool rates, which matches count in it by themselves, and what it says of itself."""


@admin.register(RatingPool)
class RatingPoolAdmin(ReadOnly):
    list_display = ("name", "everybody", "created_at")


@admin.register(RatingStanding)
class RatingStandingAdmin(ReadOnly):
    list_display = ("player", "rating_pool", "value", "experience", "peak", "last_at")
    list_filter = ("rating_pool",)
    list_select_related = ("player", "rating_pool")
    search_fields = ("player__name",)
