"""Storages of static files."""

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class QuicklyCollected(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """With gzip alone: Brotli saves a tenth more, and takes so long that a start would be felt."""

    def create_compressor(self, **options: Any) -> Compressor:
        return Compressor(use_brotli=False, **options)
