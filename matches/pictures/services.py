"""Pictures: kept once each, and removed some time after the last row shows them."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper
from django.utils import timezone

from matches.facts.services import export_contradiction
from matches.work.slices import next_slice

from .errors import PictureGone
from .models import Picture, PictureFile
from .rules import encode_picture, picture_digest
from .selectors import shown_pictures

KEPT = timedelta(days=30)
"""How long a picture that nothing shows any more can be put back."""
PRUNED_AT_ONCE = 2_000


@transaction.atomic
def picture_store(*, data: bytes) -> Picture:
    """Keep a picture that the caller is about to have a row show, in the same transaction.

    The same picture again is the same row. The caller has decided that somebody may.
    Raises PictureTooLarge, TooManyPixels, UnreadablePicture.
    """
    encoded = encode_picture(data)
    picture, is_new = Picture.objects.select_for_update(no_key=True).get_or_create(
        sha256=encoded.sha256, defaults={"width": encoded.width, "height": encoded.height}
    )
    if is_new:
        PictureFile.objects.bulk_create(
            PictureFile(picture=picture, small=small, content=content)
            for small, content in ((False, encoded.large), (True, encoded.small))
        )
        return picture
    return picture_take(picture)


@transaction.atomic
def picture_put_back(*, sha256: str) -> Picture:
    """Have a picture of before be shown again, by the caller, in the same transaction. Raises PictureGone."""
    picture = Picture.objects.select_for_update(no_key=True).filter(pk=sha256).first()
    if picture is None:
        raise PictureGone(
            "The picture is kept no more: it was shown nowhere for %(days)s days. Send it again.",
            {"days": KEPT.days},
            sha256=sha256,
        )
    return picture_take(picture)


def picture_take(picture: Picture) -> Picture:
    """Have a locked picture be one that is used: whoever sweeps passes it over."""
    if picture.unused_since is not None:
        picture.unused_since = None
        picture.save(update_fields=["unused_since"])
    return picture


def pictures_prune(*, now: datetime | None = None) -> None:
    """Of some pictures, in turn, note which no row shows, and remove those not shown for long enough."""
    now = now or timezone.now()
    files = next_slice("pictures", PictureFile.objects.filter(small=False), PRUNED_AT_ONCE)
    shown = shown_pictures()
    again, hidden, left = [], [], []
    found = Picture.objects.filter(files__in=files).annotate(
        is_shown=ExpressionWrapper(shown, output_field=BooleanField())
    )
    for picture, unused_since, is_shown in found.values_list("pk", "unused_since", "is_shown"):
        if is_shown:
            if unused_since is not None:
                again.append(picture)
        elif unused_since is None:
            hidden.append(picture)
        elif unused_since <= now - KEPT:
            left.append(picture)
    # Whether it is shown is asked once more where something is done: somebody may show it meanwhile.
    if again:
        Picture.objects.filter(shown, pk__in=again).update(unused_since=None)
    if hidden:
        Picture.objects.filter(~shown, pk__in=hidden).update(unused_since=now)
    if left:
        pictures_remove(left, unused_at=now - KEPT)


@transaction.atomic
def pictures_remove(numbers: Collection[str], *, unused_at: datetime) -> None:
    """Remove pictures, but for those that are shown all the same, or were after that moment."""
    left = Picture.objects.filter(~shown_pictures(), pk__in=numbers, unused_since__lte=unused_at)
    # One that is being shown again is locked, and is not to go.
    free = list(left.select_for_update(skip_locked=True).values_list("pk", flat=True))
    Picture.objects.filter(pk__in=free).delete()


def pictures_restore() -> None:
    """Raises ExportContradicts where a picture is not what it is called."""
    for file in PictureFile.objects.filter(small=False).iterator(chunk_size=50):
        if picture_digest(bytes(file.content)) != file.picture_id:
            raise export_contradiction("Picture", file.picture_id, "its file has another hash", {})
