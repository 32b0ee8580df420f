"""Ratings as pages show them: what a match did to them, what one is now, the curve one took."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.play.models import Match
from matches.play.pages.figures import match_player, match_points
from matches.players.models import Player
from matches.players.pages.addresses import player_addresses
from matches.players.pages.tags import country_badge
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings.rules import RatingCurve
from matches.ratings.selectors import Leader, is_rating_inactive, is_rating_provisional

register = template.Library()


@register.filter
def rating_changes(match: Match) -> list[RatingEntry]:
    """What the match did to the ratings, side one first."""
    return sorted(
        match.rating_entries.all(),
        key=lambda entry: (
            entry.rating_pool_id,
            entry.won != (match.result is not None and match.result.winner == 0),
        ),
    )


@register.filter
def rated_name(entry: RatingEntry, match: Match) -> str:
    """The name of the side whose rating an entry is; it may be merged into another by now."""
    assert match.result is not None
    assert match.result.winner is not None
    return match.players[match.result.winner if entry.won else 1 - match.result.winner].name


@register.filter
def rating_pools(match: Match) -> int:
    """In how many rating pools the match was rated."""
    return len({entry.rating_pool_id for entry in match.rating_entries.all()})


@register.filter
def rating_now(standing: RatingStanding) -> dict[str, Any]:
    """What a page says beside a rating: the deviation, and whether it is provisional or inactive."""
    rating_pool, now = standing.rating_pool, timezone.now()
    return {
        "deviation": rating_pool.system.rating_deviation(
            rating_pool.system.rating_at(standing.as_rating, now)
        ),
        "provisional": is_rating_provisional(rating_pool, standing.experience),
        "inactive": is_rating_inactive(rating_pool, standing.last_at, now),
    }


@register.filter
def rated_opponent(entry: RatingEntry) -> Player:
    """Whom the match of an entry was played against, as whom they were then."""
    return match_player(entry.match, rated_opponent_side(entry))


@register.filter
def result_in_words(entry: RatingEntry) -> str:
    """How the match of an entry ended for its player: "won 5–3"."""
    other = rated_opponent_side(entry)
    score = f"{match_points(entry.match, 1 - other)}–{match_points(entry.match, other)}"
    return f"{_('won') if entry.won else _('lost')} {score}"


def rated_opponent_side(entry: RatingEntry) -> int:
    """The side of the match that the opponent of an entry played on."""
    assert entry.match.result is not None
    winner = entry.match.result.winner or 0
    return 1 - winner if entry.won else winner


@register.filter
def signed_rating_change(change: float) -> str:
    """+3.14, −3.14 or ±0.00."""
    rounded = round(change, 2)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return f"{sign}{abs(rounded):.2f}"


@register.simple_tag
def leader_rows(leaders: Iterable[Leader], rating_pool: RatingPool, first: int) -> SafeString:
    """The rows of a leaderboard, the first of which has the place `first`; made at once, as they are many."""
    now, badge_of_country = timezone.now(), cache(country_badge)
    provisional, inactive = (
        format_html(' <span class="badge">{}</span>', word)
        for word in (pgettext("rating", "provisional"), pgettext("rating", "inactive"))
    )
    address = player_addresses()

    def row(place: int, leader: Leader) -> str:
        """Only the name is to be escaped; to have all of fifty rows looked at is most of what they cost."""
        badges = badge_of_country(leader.country)
        if is_rating_provisional(rating_pool, leader.experience):
            badges += provisional
        if is_rating_inactive(rating_pool, leader.standing_at, now):
            badges += inactive
        link = f"{address(leader.number)}?rating_pool={rating_pool.pk}"
        return (
            f'<tr><td class="num place">{place}</td>'
            f'<th scope="row"><a href="{link}">{escape(leader.name)}</a>{badges}</th>'
            f'<td class="num">{floatformat(leader.rating, 2)}</td>'
            f'<td class="num less">{leader.experience}</td><td class="num less">{leader.matches}</td>'
            f'<td class="num less">{leader.won}</td>'
            f'<td class="num {"up" if leader.gained > 0 else "down"}">'
            f"{signed_rating_change(leader.gained)}</td></tr>"
        )

    return mark_safe("\n".join(row(place, leader) for place, leader in enumerate(leaders, first)))


@register.filter
def percent(share: float) -> str:
    """A place in a drawing as SVG writes it, in every language: "12.5%"."""
    return f"{share:g}%"


@register.inclusion_tag("ratings/_curve.html")
def rating_curve(curve: RatingCurve, entries: Mapping[int, RatingEntry]) -> dict[str, Any]:
    """A rating as a curve over time; `entries` are those of its points, by their matches."""
    shown = [(point, entries[point.step.match]) for point in curve.points]
    return {"curve": curve, "shown": shown, "entries": [entry for _point, entry in reversed(shown)]}
