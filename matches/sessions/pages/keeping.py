"""The form by which a session is kept."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods

import engine
from matches.accounts.access import login_of_page
from matches.accounts.permissions import Caller
from matches.base.forms import DayField, PageForm
from matches.base.pages import notify_done
from matches.base.problems import with_sentences
from matches.base.translation import code_word
from matches.play.errors import TranscriptIllegal
from matches.play.models import GAMES_MAX, POINTS_MAX
from matches.play.pages.replay import Course
from matches.players.models import Player
from matches.players.pages.fields import PlayerField
from matches.sessions import services
from matches.sessions.models import GUEST_MAX, NOTE_MAX
from matches.sessions.rules.judging import SessionRules, session_record
from matches.sessions.services import SessionContent

SIGNS = {"+": 0, "-": 1, "−": 1, "–": 1, "＋": 0, "－": 1}
GAME = re.compile(r"([-+−–＋－])\s*([0-9]{1,4})")
MOST_AUTOMATIC = 6


def switch_choices() -> list[tuple[str, Any]]:
    return [("", _("as the transcript says, or unknown")), ("yes", _("yes")), ("no", _("no"))]


def read_switch(sent: str) -> bool:
    return sent == "yes"


class GamesField(forms.CharField):
    """Games as they stand on a sheet: "+2 −1 +4", + for who keeps it; cleaned to winners and points."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        found = GAME.findall(text)
        if GAME.sub("", text).strip(" ,;、，\r\n\t"):
            raise forms.ValidationError(_("Write each game as + or − and its points: +2 −1 +4."))
        games = [{"winner": SIGNS[sign], "points": int(points)} for sign, points in found]
        if any(not 1 <= game["points"] <= POINTS_MAX for game in games):
            raise forms.ValidationError(
                _("A game is worth from 1 to %(most)s points.") % {"most": POINTS_MAX}
            )
        if len(games) > GAMES_MAX:
            raise forms.ValidationError(_("A session has %(most)s games at most.") % {"most": GAMES_MAX})
        return games


class SessionForm(PageForm):
    """A session: against whom, and a transcript, the games or the points."""

    concerns: ClassVar[Mapping[str, str]] = {
        "transcript_too_large": "text",
        "transcript_unreadable": "text",
        "not_a_session": "text",
        "no_game_ended": "text",
        "players_not_matched": "name",
        "entry_unwanted": "opponent",
        "persons_only": "opponent",
        "player_anonymised": "opponent",
        "already_merged": "opponent",
    }

    opponent = PlayerField(label=gettext_lazy("Your opponent"), required=False)
    guest = forms.CharField(
        label=gettext_lazy("Or the name of a guest"),
        required=False,
        max_length=GUEST_MAX,
        help_text=gettext_lazy("Somebody who is no player here: a name in your own list, and nothing else."),
    )
    played_on = DayField(
        label=gettext_lazy("Played on"),
        required=False,
        help_text=gettext_lazy("Left empty: the day that the transcript names, or today."),
    )
    file = forms.FileField(label=gettext_lazy("A file"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or paste its text"),
        strip=False,
        required=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "class": "code"}),
    )
    name = forms.CharField(
        label=gettext_lazy("What it calls you"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("If it is neither your name nor a nickname in your profile."),
    )
    games = GamesField(
        label=gettext_lazy("The games, in order"),
        required=False,
        max_length=8000,
        help_text=gettext_lazy("+ for yours, − for your opponent’s, and the points of each: +2 −1 +4."),
    )
    points_one = forms.IntegerField(
        label=gettext_lazy("Your points"), required=False, min_value=0, max_value=POINTS_MAX
    )
    points_two = forms.IntegerField(
        label=gettext_lazy("Your opponent’s points"), required=False, min_value=0, max_value=POINTS_MAX
    )
    variant = forms.ChoiceField(
        label=gettext_lazy("Variant"),
        required=False,
        choices=lambda: [
            ("", _("as the transcript says, or backgammon")),
            *((code, code_word(code, "variant")) for code in engine.PLAYED),
        ],
    )
    jacoby = forms.TypedChoiceField(
        label=gettext_lazy("Jacoby rule"),
        required=False,
        choices=switch_choices,
        coerce=read_switch,
        empty_value=None,
    )
    beavers = forms.TypedChoiceField(
        label=pgettext_lazy("rule", "Beavers"),
        required=False,
        choices=switch_choices,
        coerce=read_switch,
        empty_value=None,
    )
    automatic_doubles = forms.TypedChoiceField(
        label=gettext_lazy("Automatic doubles"),
        required=False,
        choices=lambda: [
            ("", _("as the transcript says, or unknown")),
            *((str(each), str(each)) for each in range(MOST_AUTOMATIC + 1)),
        ],
        coerce=int,
        empty_value=None,
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=NOTE_MAX,
        help_text=gettext_lazy("The two of you read it."),
    )

    def __init__(self, *args: Any, viewer: Caller, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        opponent: Any = self.fields["opponent"]
        opponent.look_for(viewer)
        self.transcript: bytes | None = None

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        if "opponent" not in self.errors and bool(sent.get("opponent")) == bool(sent.get("guest")):
            self.add_error("opponent", _("Name a player, or a guest: one of them."))
        self.clean_transcript(sent)
        points = (sent.get("points_one"), sent.get("points_two"))
        if (points[0] is None) != (points[1] is None):
            self.add_error("points_one" if points[0] is None else "points_two", _("Say the points of both."))
        elif (
            not self.errors and sum((bool(self.transcript), bool(sent.get("games")), None not in points)) != 1
        ):
            self.add_error(
                "text", _("Hand in a transcript, list the games, or say the points: one of these alone.")
            )
        return sent

    def clean_transcript(self, sent: Mapping[str, Any]) -> None:
        """What was handed in; a file goes before a text."""
        if sent.get("file"):
            self.transcript = sent["file"].read()
        elif (sent.get("text") or "").strip():
            self.transcript = sent["text"].encode()

    def content(self) -> SessionContent:
        """What was sent as the service takes it."""
        sent = self.cleaned_data
        points = (sent["points_one"], sent["points_two"])
        return SessionContent(
            transcript=self.transcript,
            games=sent["games"] or None,
            points=points if None not in points else None,
            own_name=sent["name"] if self.transcript else "",
            variant=sent["variant"] or None,
            rules=self.rules(),
        )

    def rules(self) -> SessionRules:
        sent = self.cleaned_data
        return SessionRules(sent["jacoby"], sent["beavers"], sent["automatic_doubles"])

    def refused_play(self) -> dict[str, Any]:
        """Where the referee objects, on boards; nothing where it does not."""
        if not isinstance(self.refusal, TranscriptIllegal) or self.transcript is None:
            return {}
        record, rules = session_record(self.transcript, self.rules(), self.cleaned_data["variant"] or None)
        moments = engine.match_moments(record, rules.options_for(record))
        return {
            "course": Course(moments, record.players, 0),
            "players": record.players,
            "violations": with_sentences(self.refusal.data["violations"]),
        }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def session_new_page(request: HttpRequest) -> HttpResponse:
    """Keep a session that one has played. `opponent`: with whom the form starts."""
    login = login_of_page(request)
    if getattr(login, "player", None) is None:
        return redirect("pages-matches:own-player")
    if request.method == "POST":
        form = SessionForm(request.POST, request.FILES, viewer=login)
    else:
        form = SessionForm(initial={"opponent": opponent_asked(request)}, viewer=login)

    def keep(sent: dict[str, Any]) -> Any:
        return services.session_keep(
            actor=login,
            opponent=sent["opponent"],
            guest=sent["guest"],
            played_on=sent["played_on"],
            note=sent["note"],
            content=form.content(),
        )

    if request.method == "POST" and form.submit(keep):
        notify_done(request, _("Kept."))
        return redirect("pages-matches:session", form.outcome.pk)
    context = {"form": form, **form.refused_play()}
    return render(request, "sessions/session_new.html", context, status=form.page_status)


class OpponentForm(forms.Form):
    opponent = forms.IntegerField(min_value=1, required=False)


def opponent_asked(request: HttpRequest) -> Player | None:
    """The player whom the address names."""
    form = OpponentForm(request.GET)
    number = form.cleaned_data["opponent"] if form.is_valid() else None
    return None if number is None else Player.objects.counted_once().filter(pk=number).first()
