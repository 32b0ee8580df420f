"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise

from engine.words import pgettext_lazy

# What the rating pool is called that the first rated match opens, unless somebody calls it otherwise.
EVERYBODY = pgettext_lazy("rating pool", "Everybody")

WORDS: Mapping[str, Mapping[str, str | Promise]] = {"rating_pool": {EVERYBODY: EVERYBODY}}
