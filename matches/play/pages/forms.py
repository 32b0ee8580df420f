"""What the forms of the management page ask for, and what they send as the services take it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.base.forms import MomentField, PageForm, RowForm, YesNoField
from matches.base.translation import code_word
from matches.play.models import CUBE_MAX, GAMES_MAX, LENGTH_MAX, POINTS_MAX, Match, Penalty, Side
from matches.play.rules.deadlines import BOTH
from matches.play.rules.regulations import DAY
from matches.play.rules.results import EFFECTS, ResultKind

GAME_ENDINGS: dict[str, tuple[str, int | None]] = {
    "single": ("single", None),
    "gammon": ("gammon", None),
    "backgammon": ("backgammon", None),
    "pass": ("pass", None),
    "resign_single": ("resignation", 1),
    "resign_gammon": ("resignation", 2),
    "resign_backgammon": ("resignation", 3),
    "draw": ("draw", None),
}
"""How a game has ended, as a form asks: the ending, and how often the cube was given up."""


# Points of the other side up to here are buttons; beyond, a number is typed.
PRESSED_MAX = 25

# A name in a transcript.
NAME_MAX = 100


class ScoreReportForm(PageForm):
    """A final score by who has won and what the other has: the length is the winner's points."""

    def __init__(self, match: Match, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.length = match.length
        self.fields["winner"] = forms.TypedChoiceField(
            label=gettext_lazy("Who won?"),
            choices=[(side.value, player.name) for side, player in zip(Side, match.players, strict=True)],
            coerce=int,
        )
        self.fields["loser"] = forms.IntegerField(
            label=gettext_lazy("The other’s points"), min_value=0, max_value=match.length - 1
        )

    @property
    def loser_points(self) -> range | None:
        """What the other can have, where that are few enough to be pressed."""
        return range(self.length) if self.length <= PRESSED_MAX else None

    def reported_score(self) -> tuple[int, int]:
        """The points of one and of two."""
        winner, loser = self.cleaned_data["winner"], self.cleaned_data["loser"]
        return (loser, self.length) if winner == Side.TWO else (self.length, loser)


class ReportForm(PageForm):
    one = forms.IntegerField(label=gettext_lazy("Score"), min_value=0, max_value=POINTS_MAX)
    two = forms.IntegerField(label=gettext_lazy("Score"), min_value=0, max_value=POINTS_MAX)

    def reported_score(self) -> tuple[int, int]:
        """The points of one and of two."""
        return self.cleaned_data["one"], self.cleaned_data["two"]


class TranscriptForm(PageForm):
    """The record of a match: a file, or its text. What was pasted is kept as it was."""

    text = forms.CharField(
        label=gettext_lazy("Its text"),
        strip=False,
        required=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "class": "code"}),
    )
    file = forms.FileField(label=gettext_lazy("A file"), required=False)
    name_one = forms.CharField(max_length=NAME_MAX, required=False)
    name_two = forms.CharField(max_length=NAME_MAX, required=False)

    concerns: ClassVar[Mapping[str, str]] = {"transcript_too_large": "text"}

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        if not sent.get("file") and not (sent.get("text") or "").strip():
            self.add_error("text", _("Choose a file, or paste the text of the transcript."))
        return sent

    def report_content(self) -> dict[str, Any]:
        """The transcript and the names in it as the service takes them; a file goes before a text."""
        sent = self.cleaned_data
        names = {side: sent[f"name_{side}"] for side in ("one", "two") if sent[f"name_{side}"]}
        transcript = sent["file"].read() if sent["file"] else sent["text"].encode()
        return {"transcript": transcript, "names": names if len(names) == len(BOTH) else None}


class ReportAnswerForm(RowForm):
    agrees = YesNoField()
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        if sent.get("agrees") is False and not sent.get("reason") and "reason" not in self.errors:
            self.add_error("reason", _("An objection says what is wrong."))
        return sent


class RulingResultForm(RowForm):
    kind = forms.TypedChoiceField(
        label=gettext_lazy("How it ended"),
        choices=lambda: [(kind.value, code_word(kind.value, "result_kind")) for kind in ResultKind],
        coerce=ResultKind,
    )
    winner = forms.TypedChoiceField(
        label=gettext_lazy("Who advances"), coerce=int, required=False, empty_value=None
    )
    one = forms.IntegerField(min_value=0, max_value=POINTS_MAX, required=False)
    two = forms.IntegerField(min_value=0, max_value=POINTS_MAX, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        winner: Any = self.fields["winner"]
        winner.choices = [("", _("as the score says, or nobody")), *named_sides(match)]
        for name, player in zip(("one", "two"), match.players, strict=True):
            self.fields[name].label = player.name

    def ruling_outcome(self) -> dict[str, Any]:
        """The outcome as the services take it; a score stands only where the kind has one."""
        sent = self.cleaned_data
        points = (sent["one"] or 0, sent["two"] or 0) if EFFECTS[sent["kind"]].score else (0, 0)
        return {"kind": sent["kind"], "winner": sent["winner"], "points": points}


class RulingForm(RulingResultForm):
    preview = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


class CommitteeForm(RowForm):
    members = forms.CharField(label=gettext_lazy("Usernames of its members"), max_length=1000)

    def clean_members(self) -> list[str]:
        """Usernames, with commas or blanks between them."""
        names: str = self.cleaned_data["members"]
        return names.replace(",", " ").split()


class GameForm(RowForm):
    number = forms.IntegerField(min_value=1, max_value=GAMES_MAX, widget=forms.HiddenInput)
    winner = forms.TypedChoiceField(
        label=gettext_lazy("Won by"), choices=[(str(side.value), side.name) for side in Side], coerce=int
    )
    cube = forms.IntegerField(label=gettext_lazy("Cube"), min_value=1, max_value=CUBE_MAX)
    ending = forms.ChoiceField(label=gettext_lazy("Ending"), choices=[(code, code) for code in GAME_ENDINGS])

    def game_data(self) -> dict[str, Any]:
        """The game as the services take it."""
        sent = self.cleaned_data
        ending, wins = GAME_ENDINGS[sent["ending"]]
        return {
            **sent,
            "winner": None if ending == "draw" else sent["winner"],
            "ending": ending,
            "points": None if wins is None else wins * sent["cube"],
        }


class TakeBackForm(RowForm):
    number = forms.IntegerField(min_value=1, max_value=GAMES_MAX, widget=forms.HiddenInput)


class ReasonForm(RowForm):
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
    preview = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


class AppealForm(RowForm):
    reason = forms.CharField(label=gettext_lazy("Why it should be decided again"), max_length=500)


class ScheduleForm(RowForm):
    """When a match starts, and by when it is to be played; sent empty, it is not said any more."""

    concerns = {"invalid_schedule": "play_by"}

    starts_at = MomentField(label=gettext_lazy("Starts"), required=False)
    play_by = MomentField(label=gettext_lazy("To be played by"), required=False)


class PenaltyForm(RowForm):
    """Penalty points of a side, for coming late or for conduct."""

    concerns = {"invalid_penalty": "points"}
    field_order = ("side", "minutes", "points", "reason", "cause")

    side = forms.TypedChoiceField(label=gettext_lazy("Who is penalised"), coerce=int)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
    cause = forms.ChoiceField(choices=Penalty.Cause.choices, widget=forms.HiddenInput)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        side: Any = self.fields["side"]
        side.choices = named_sides(match)


class LatenessForm(PenaltyForm):
    concerns = {"invalid_penalty": "minutes"}

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes late"), min_value=0, max_value=DAY, required=False
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, match=match, **kwargs)
        self.initial["cause"] = Penalty.Cause.LATENESS
        if match.starts_at:
            self.fields["minutes"].widget.attrs["placeholder"] = _("until now")


class ConductForm(PenaltyForm):
    points = forms.IntegerField(label=gettext_lazy("Penalty points"), min_value=0, max_value=LENGTH_MAX)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, match=match, **kwargs)
        self.initial["cause"] = Penalty.Cause.CONDUCT


def named_sides(match: Match) -> list[tuple[str, str]]:
    """The sides of a match as choices."""
    return [(str(side.value), player.name) for side, player in zip(Side, match.players, strict=True)]
