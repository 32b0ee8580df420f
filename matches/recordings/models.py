"""Recordings of matches, and what was done in them."""

import pgtrigger
from django.db import models
from django.utils import timezone

from engine.playing import RECORDED_ACTIONS
from matches.accounts.models import User
from matches.play.models import Match, Report
from matches.play.models.match import Side

from .rules.course import CLOCK_ACTIONS, TAKE_BACK
from .rules.sent import KEY_MAX

ACTIONS = (*RECORDED_ACTIONS, TAKE_BACK, *CLOCK_ACTIONS)

ACTION_CHOICES = [(code, code) for code in ACTIONS]


def action_choices() -> list[tuple[str, str]]:
    return ACTION_CHOICES


class Recording(models.Model):
    """A match that is recorded while it is played.

    What COMPUTED names repeats what the acts say: `standing` is where the match stands (rules.standing).
    `timed`: whether its clock is kept. `report` is what it has become.
    """

    COMPUTED = ("standing",)

    match = models.OneToOneField(Match, models.PROTECT, related_name="recording")
    begun_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    begun_at = models.DateTimeField(default=timezone.now)
    timed = models.BooleanField(default=False)
    report = models.OneToOneField(Report, models.PROTECT, null=True, related_name="recording")
    standing = models.JSONField(default=dict, editable=False)

    def __str__(self) -> str:
        return f"recording of match {self.match_id}"


class RecordedAct(models.Model):
    """One act: a roll, a play, a double, its answer; or that so many acts before it are taken back.

    Written once, never changed or deleted. `place` counts the acts of a recording from 1. `key` is made up by
    the device, so that an act sent twice is one. `made_at` is when it was done, which may be long before it
    was written. `clock` is whose clock runs from then on; nobody's where it is null.
    """

    recording = models.ForeignKey(Recording, models.PROTECT, related_name="acts")
    place = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_MAX)
    device = models.CharField(max_length=KEY_MAX, blank=True)
    action = models.CharField(max_length=16, choices=action_choices)
    numbers = models.JSONField(default=list, blank=True)
    clock = models.PositiveSmallIntegerField(choices=Side.choices, null=True)
    made_at = models.DateTimeField()
    recorded_at = models.DateTimeField(default=timezone.now)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ("recording", "place")
        triggers = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete),
        ]
        constraints = [
            models.UniqueConstraint(fields=["recording", "place"], name="recorded_act_place_once"),
            models.UniqueConstraint(fields=["recording", "key"], name="recorded_act_key_once"),
        ]

    def __str__(self) -> str:
        return f"act {self.place} of {self.recording}"
