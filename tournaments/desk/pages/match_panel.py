"""What a director does about one match without leaving the results: rule, correct, penalise, schedule."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import RuleError
from matches.accounts.models import User
from matches.base.forms import MomentField, PageForm
from matches.base.translation import code_word, word_choices
from matches.play.models import POINTS_MAX, Penalty
from matches.play.pages.acting import match_changes_shown
from matches.play.rules.results import EFFECTS, ResultKind, Winner
from matches.play.selectors import Preview
from matches.play.services import ruling_preview
from tournaments.events.selectors import GridRow, MatchAction

SCORE = "score"
"""The outcome for which a score is typed."""


class RulePanelForm(PageForm):
    """How a match ends by a ruling: one of the scores that somebody claims, another one, or not by play."""

    outcome = forms.ChoiceField(label=gettext_lazy("The match ends"), widget=forms.RadioSelect)
    left = forms.IntegerField(min_value=0, max_value=POINTS_MAX, required=False)
    right = forms.IntegerField(min_value=0, max_value=POINTS_MAX, required=False)
    winner = forms.TypedChoiceField(
        label=gettext_lazy("Who advances"), coerce=int, required=False, empty_value=None
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)
    preview = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, row: GridRow, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.row = row
        # Whether it is only looked at what the ruling would change.
        self.only_looks = data is not None and "look" in data
        fields: Any = self.fields
        fields["outcome"].choices = [*self.claims, (SCORE, _("Another score")), *self.endings]
        fields["winner"].choices = [
            ("", _("as the score says, or nobody")),
            ("0", row.one.name),
            ("1", row.two.name),
        ]
        fields["left"].label, fields["right"].label = row.one.name, row.two.name

    @property
    def claims(self) -> list[tuple[str, str]]:
        """The scores that are claimed, each once."""
        scores = dict.fromkeys(claim.score for claim in self.row.claims)
        return [(f"{left}-{right}", f"{left}–{right}") for left, right in scores]

    @property
    def endings(self) -> list[tuple[str, str]]:
        """The ways to end without being played to the end."""
        kinds = (kind for kind in ResultKind if kind is not ResultKind.PLAYED)
        return [(kind.value, str(code_word(kind.value, "result_kind"))) for kind in kinds]

    @property
    def ending_codes(self) -> list[str]:
        return [code for code, _name in self.endings]

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        if sent.get("outcome") == SCORE and None in (sent.get("left"), sent.get("right")):
            self.add_error("left", _("Type the points of both sides."))
        if not self.only_looks and not sent.get("reason"):
            self.add_error("reason", _("A ruling has a reason, which both players read."))
        return sent

    def ruling_outcome(self) -> dict[str, Any]:
        """The outcome as the services take it."""
        sent = self.cleaned_data
        chosen = sent["outcome"]
        if chosen not in {kind.value for kind in ResultKind}:
            typed = (sent["left"], sent["right"])
            left, right = typed if chosen == SCORE else map(int, chosen.split("-"))
            return {"kind": ResultKind.PLAYED, "winner": None, "points": (left, right)}
        kind = ResultKind(chosen)
        points = (sent["left"] or 0, sent["right"] or 0) if EFFECTS[kind].score else (0, 0)
        winner = None if EFFECTS[kind].winner is Winner.NEVER else sent["winner"]
        return {"kind": kind, "winner": winner, "points": points}


class PenaltyPanelForm(PageForm):
    """Penalty points for a side, for coming late or for conduct."""

    side = forms.TypedChoiceField(
        label=gettext_lazy("Who is penalised"), coerce=int, widget=forms.RadioSelect
    )
    cause = forms.ChoiceField(label=gettext_lazy("For"))
    points = forms.IntegerField(
        label=gettext_lazy("Penalty points"), min_value=0, max_value=POINTS_MAX, required=False
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)

    def __init__(self, row: GridRow, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        fields["side"].choices = [("0", row.one.name), ("1", row.two.name)]
        fields["cause"].choices = word_choices(Penalty.Cause.values, "penalty_cause")


class SchedulePanelForm(PageForm):
    """When a match starts, and by when it is to be played."""

    concerns = {"invalid_schedule": "play_by"}

    starts_at = MomentField(label=gettext_lazy("Starts"), required=False)
    play_by = MomentField(label=gettext_lazy("To be played by"), required=False)


@dataclass(frozen=True)
class MatchPanel:
    """A match beside the grid, with the forms for what may be done about it; None for what may not."""

    row: GridRow
    rule: RulePanelForm | None
    penalty: PenaltyPanelForm | None
    schedule: SchedulePanelForm | None
    preview: Preview | None = None
    refusal: RuleError | None = None

    @property
    def is_correction(self) -> bool:
        return MatchAction.CORRECT in self.row.may

    @property
    def changes(self) -> list[tuple[str, Any, int]]:
        """What else would change: the template of each part, its rows, and how many more."""
        return [] if self.preview is None else match_changes_shown(self.preview)


def match_panel(row: GridRow, actor: User, score: str = "", **sent: Any) -> MatchPanel:
    """The panel of a match. score: what it is to end at, as typed: 7-4. sent: in the place of forms."""
    may = set(row.may)
    made: dict[str, Any] = {"rule": None, "penalty": None, "schedule": None}
    if may & {MatchAction.RULE, MatchAction.CORRECT}:
        made["rule"] = RulePanelForm(row, initial=initial_ruling(row, score))
        if score and "rule" not in sent:
            typed = {"kind": ResultKind.PLAYED, "winner": None, "points": points_of(score)}
            made |= look_at_ruling(row, actor, typed)
    if MatchAction.PENALISE in may:
        made["penalty"] = PenaltyPanelForm(row, initial={"cause": Penalty.Cause.LATENESS})
    if MatchAction.SCHEDULE in may:
        times = {"starts_at": row.starts_at, "play_by": row.play_by}
        made["schedule"] = SchedulePanelForm(initial=times)
    return MatchPanel(row, **{**made, **sent})


def look_at_ruling(row: GridRow, actor: User, outcome: Mapping[str, Any]) -> dict[str, Any]:
    """What a ruling would change, or why it cannot be made, by the fields of the panel."""
    assert row.slot.match is not None
    try:
        return {"preview": ruling_preview(match_id=row.slot.match, actor=actor, **outcome)}
    except RuleError as refusal:
        return {"refusal": refusal}


def initial_ruling(row: GridRow, score: str) -> dict[str, Any]:
    """What the form of a ruling starts with: the score that was typed, or the result that stands."""
    stands = row.result.score if row.result is not None else None
    left, right = points_of(score) if score else stands or (None, None)
    claimed = {claim.score for claim in row.claims}
    outcome = f"{left}-{right}" if (left, right) in claimed else SCORE if score or stands else ""
    return {"outcome": outcome, "left": left, "right": right}


def points_of(score: str) -> tuple[int, int]:
    """The points of both sides of a score in words: 7-4."""
    left, _dash, right = score.partition("-")
    return (int(left), int(right)) if left.isdecimal() and right.isdecimal() else (0, 0)
