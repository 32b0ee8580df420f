"""The rows of tables of a whole field on a page: the standings, and the draw."""

from collections.abc import Callable, Iterable
from operator import attrgetter

from django import template
from django.template.defaultfilters import floatformat
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from matches.players.pages.addresses import player_addresses
from matches.players.pages.tags import country_badge
from tournaments.events.models import Draw, Entry
from tournaments.events.pages.tags import exact_tiebreak_points, range_of_places, tiebreak_value_of_key
from tournaments.events.selectors import StandingsRow
from tournaments.formats import Place
from tournaments.formats.seeding.order import Seeding

register = template.Library()

PRIZES = 4
"""Places that stand out."""


@register.simple_tag
def standings_rows(rows: Iterable[StandingsRow], part: str = "") -> SafeString:
    """Rows of their own numbers and nothing between them: an open page finds each at once.

    Of a large field there are hundreds, so they are made at once and not one by one in the template.
    part: the code of the part whose table it is; "" of the whole event.
    """
    address = player_addresses()
    return mark_safe("".join(standings_row(row, part, address) for row in rows))


@register.simple_tag
def entry_items(entries: Iterable[Entry]) -> SafeString:
    """The entries of a list, each with its player and whether it has withdrawn or is an alternate."""
    address = player_addresses()
    withdrew, alternate = (
        format_html(" <small>{}</small>", word) for word in (_("withdrew"), _("alternate"))
    )

    def item(entry: Entry) -> str:
        kind = ' class="withdrawn"' if entry.has_withdrawn else ""
        said = withdrew if entry.has_withdrawn else alternate if entry.alternate else ""
        return f"<li{kind}>{name_of_entry(entry, address)}{said}</li>"

    return mark_safe("".join(map(item, entries)))


@register.simple_tag
def draw_rows(rows: Iterable[StandingsRow], draw: Draw) -> SafeString:
    """The seeds in order, each with the number of its entry, and the rating or rank it was seeded by."""
    return format_html_join(
        "\n",
        '<tr><td class="num">{}</td><th scope="row">{}</th><td class="num">{}</td>{}</tr>',
        (
            (row.seed, row.entry.player.effective_player.name, row.entry.pk, seeded_by(draw, row.entry))
            for row in sorted(rows, key=attrgetter("seed"))
        ),
    )


def seeded_by(draw: Draw, entry: Entry) -> SafeString | str:
    """The cell of what an entry was seeded by, where that is a number."""
    number: object
    if draw.seeding == Seeding.RATING:
        number = floatformat(tiebreak_value_of_key(draw.ratings, entry.pk), 2)
    elif draw.ranks:
        rank = tiebreak_value_of_key(draw.ranks, entry.pk)
        number = "" if rank is None else rank
    else:
        return ""
    return format_html('<td class="num">{}</td>', number)


def standings_row(row: StandingsRow, part: str, address: Callable[[int], str]) -> SafeString:
    """How an entry fared; where points decide, their sum leads to what it is made of."""
    return format_html(
        '<tr id="standing-{}{}" class="{}"><td class="num place">{}</td><th scope="row">{}</th>'
        '<td class="num less">{}</td><td class="num">{}–{}</td><td class="num">{}–{}</td>{}</tr>',
        part,
        row.entry.pk,
        kind_of_row(row.place),
        place_of_row(row.place),
        name_of_row(row, address),
        row.seed,
        row.won,
        row.lost,
        row.points_won,
        row.points_lost,
        "" if row.place.points is None else figures_of_row(row, exact_tiebreak_points(row.place.points)),
    )


def kind_of_row(place: Place) -> str:
    if not place.clinched:
        return "open"
    return f"prize place-{place.first}" if place.first <= PRIZES else ""


def place_of_row(place: Place) -> str:
    if place.clinched or place.points is not None:
        return range_of_places(place)
    return format_html('<span class="muted">{}</span>', _("in contention"))


def name_of_row(row: StandingsRow, address: Callable[[int], str]) -> SafeString:
    withdrew = format_html(" <small>{}</small>", _("withdrew")) if row.entry.has_withdrawn else ""
    return mark_safe(f"{name_of_entry(row.entry, address)}{withdrew}")


def name_of_entry(entry: Entry, address: Callable[[int], str]) -> str:
    """As HTML: the link to the player, and the country."""
    name = escape(entry.player.effective_player.name)
    return f'<a href="{address(entry.player_id)}">{name}</a>{country_badge(entry.player)}'


def figures_of_row(row: StandingsRow, points: str) -> SafeString:
    """The cells of the points, and of the tie-breaks after them."""
    player = row.entry.player.effective_player
    explained = _("%(score)s: what the place of %(name)s is made of") % {"score": points, "name": player.name}
    cells = [
        format_html(
            '<td class="num"><a href="?player={}#explained" aria-label="{}">{}</a></td>',
            player.pk,
            explained,
            points,
        )
    ]
    cells += [
        format_html('<td class="num">{}</td>', exact_tiebreak_points(figure.value))
        for figure in row.place.figures
        if figure.code != "points"
    ]
    return mark_safe("".join(cells))
