"""What clubs and their events say of themselves."""

from django.db import models


class Presented(models.Model):
    """A text, whom to ask, and whether it was removed: then it is shown to nobody, and can be put back.

    text: Markdown. contact: may be a person's.
    """

    text = models.TextField(max_length=10_000, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    removed = models.BooleanField(default=False)

    class Meta:
        abstract = True
