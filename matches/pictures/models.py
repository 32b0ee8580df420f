"""Pictures as rows: what each is called and how large it is, and its bytes apart."""

from django.db import models
from django.urls import reverse
from django.utils import timezone


class Picture(models.Model):
    """A picture as it is shown, under the SHA-256 of its large file; width and height are that one's.

    `unused_since`: since when no row shows it, as the sweep has seen it.
    """

    sha256 = models.CharField(primary_key=True, max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(default=timezone.now)
    unused_since = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.sha256[:12]

    @property
    def address(self) -> str:
        return reverse("pages-matches:picture", args=[self.sha256])

    @property
    def small_address(self) -> str:
        return reverse("pages-matches:picture-small", args=[self.sha256])


class PictureFile(models.Model):
    """The bytes of a picture in one of its two sizes: WebP. Apart, so that no list reads them."""

    picture = models.ForeignKey(Picture, models.CASCADE, related_name="files")
    small = models.BooleanField()
    content = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["picture", "small"], name="picture_file_once")]

    def __str__(self) -> str:
        return f"{'small' if self.small else 'large'} file of {self.picture_id}"
