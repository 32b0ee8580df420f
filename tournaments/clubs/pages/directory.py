"""The directory of clubs; and by what the directories of what clubs run are narrowed down."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.search.pages import FinderForm, show_directory
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import club_list


class ClubFinder(FinderForm):
    """Clubs by name, and by a part of where they play."""

    place = forms.CharField(label=_("Where"), max_length=80, required=False)

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        place = self.cleaned_data.get("place")
        return rows.filter(place__icontains=place) if place else rows


@require_safe
def clubs_page(request: HttpRequest) -> HttpResponse:
    """Clubs by name."""
    return show_directory(request, "clubs/clubs.html", club_list().order_by("name", "pk"), form=ClubFinder)


class PlacedFinder(FinderForm):
    """What a club runs, by its name, its club and where it is."""

    club = forms.ModelChoiceField(
        Club.objects.none(), label=_("Club"), required=False, empty_label=_("all clubs")
    )
    place = forms.CharField(label=_("Where"), max_length=80, required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        club: Any = self.fields["club"]
        club.queryset = Club.objects.filter(removed=False).order_by("name")

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        club, place = self.cleaned_data.get("club"), self.cleaned_data.get("place")
        if club:
            rows = rows.filter(club=club)
        return self.at_place(rows, place) if place else rows

    def at_place(self, rows: QuerySet[Any], place: str) -> QuerySet[Any]:
        """Those that are there themselves, or name no place and whose club is."""
        return rows.filter(Q(place__icontains=place) | Q(place="", club__place__icontains=place))
