"""A ladder: who stands on which rung."""

from django.shortcuts import get_object_or_404
from django.urls import reverse

from matches.facts.versions import row_topic, row_version, with_version
from tournaments.embeds.pages.framing import Embed, embedded
from tournaments.ladders.selectors import ladder_list, ladder_now, ladder_rung_rows


@embedded
def ladder_embed(pk: int, part: str) -> Embed:
    ladder = get_object_or_404(with_version(ladder_list()), pk=pk)

    def drawn() -> dict[str, object]:
        fold = ladder_now(ladder)
        return {"ladder": ladder, "rules": fold.rules, "rungs": ladder_rung_rows(fold)}

    return Embed(
        "embeds/_ladder.html",
        ladder.name,
        reverse("pages-tournaments:ladder", args=[ladder.pk]),
        row_topic(ladder),
        row_version(ladder),
        drawn,
        ladder.club,
    )
