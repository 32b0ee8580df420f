"""The tab Draw of the control desk: the draw looked at, then made; rounds released, withdrawn, paired."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.access import login_of_page
from matches.base.forms import PageForm, Segments
from matches.base.pages import is_done, notify_done
from matches.base.translation import code_word, translate_text
from tournaments.desk.selectors import DrawTab, draw_tab
from tournaments.events import services
from tournaments.events.models import Entry
from tournaments.formats.by_hand import Allowed
from tournaments.formats.play_offs import MOST_ENTRIES
from tournaments.formats.seeding.order import Seeding
from tournaments.tiebreaks import TIEBREAKS

from .desk import Desk, open_desk, show_desk

TAB = "draw"
PLACE = "place_"
TIEBREAKS_MOST = 5


class DrawForm(PageForm):
    """How a draw is made. For seeds named by the director, and for a ranking, each entry has a field."""

    concerns = {"invalid_seeding": "seeding"}

    seeding = forms.ChoiceField(label=gettext_lazy("Seeds"), widget=Segments)
    protected = forms.IntegerField(
        label=gettext_lazy("Seeds that keep their places"),
        help_text=gettext_lazy("All others are drawn behind them by lot. Empty: all keep theirs."),
        min_value=0,
        required=False,
    )
    separate = forms.BooleanField(
        label=gettext_lazy("Keep those of one club or family apart at first"), required=False
    )

    def __init__(self, entries: list[Entry], data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"seeding": Seeding.RATING})
        fields: Any = self.fields
        fields["seeding"].choices = [(each.value, code_word(each.value, "seeding")) for each in Seeding]
        self.places = {f"{PLACE}{entry.pk}": entry.pk for entry in entries}
        for entry in entries:
            label = entry.player.effective_player.name
            fields[f"{PLACE}{entry.pk}"] = forms.IntegerField(label=label, min_value=1, required=False)

    @property
    def place_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.places]

    def draw_terms(self) -> Mapping[str, Any]:
        """What the service takes."""
        sent = self.cleaned_data
        seeding = Seeding(sent["seeding"])
        places = {entry: sent[name] for name, entry in self.places.items() if sent[name] is not None}
        return {
            "seeding": seeding,
            "seeded": sorted(places, key=places.__getitem__) if seeding is Seeding.MANUAL else (),
            "ranks": places if seeding is Seeding.RANKING else None,
            "protected": sent["protected"],
            "separate": sent["separate"],
        }


class RoundWithdrawalForm(PageForm):
    """Why round pairings are withdrawn, and whether what was played of them is, too."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)
    played_too = forms.BooleanField(
        label=gettext_lazy("What was played of it counts for nothing"), required=False
    )

    def __init__(self, published_round: int, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id=f"withdraw-{published_round}-%s")
        self.published_round = published_round


class PairForm(PageForm):
    """Two entries who are to meet in the coming round."""

    one = forms.TypedChoiceField(label=gettext_lazy("One"), coerce=int)
    two = forms.TypedChoiceField(label=gettext_lazy("The other"), coerce=int)
    allowed = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Even if"),
        coerce=Allowed,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (Allowed.REMATCH.value, gettext_lazy("they have met")),
            (Allowed.APART.value, gettext_lazy("they are to be kept apart")),
        ],
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(self, entries: list[Entry], data: QueryDict | None = None) -> None:
        super().__init__(data)
        fields: Any = self.fields
        for name in ("one", "two"):
            fields[name].choices = entry_choices(entries)


class PlayOffForm(PageForm):
    """Who shares a place and plays it off."""

    entries = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Tied for a place"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(self, tie: list[Entry], data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"entries": [entry.pk for entry in tie]})
        fields: Any = self.fields
        fields["entries"].choices = entry_choices(tie)

    def clean_entries(self) -> list[int]:
        entries: list[int] = self.cleaned_data["entries"]
        if not 2 <= len(entries) <= MOST_ENTRIES:
            raise forms.ValidationError(_("Two to %(most)s can play off at a time.") % {"most": MOST_ENTRIES})
        return entries


class TiebreaksForm(PageForm):
    """How ties are broken from now on, one way after another."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)

    def __init__(self, now: Sequence[str], data: QueryDict | None = None) -> None:
        super().__init__(data)
        fields: Any = self.fields
        known = [("", "–"), *((code, translate_text(tiebreak.name)) for code, tiebreak in TIEBREAKS.items())]
        for at in range(TIEBREAKS_MOST):
            label = _("First") if at == 0 else _("Then")
            initial = now[at] if at < len(now) else ""
            field = forms.ChoiceField(label=label, choices=known, required=False, initial=initial)
            fields[f"tiebreak_{at}"] = field
        self.order_fields([*(name for name in fields if name != "reason"), "reason"])

    @property
    def chosen(self) -> list[str]:
        sent = self.cleaned_data
        return [sent[name] for name in self.fields if name != "reason" and sent[name]]


def entry_choices(entries: list[Entry]) -> list[tuple[str, str]]:
    return [(str(entry.pk), entry.player.effective_player.name) for entry in entries]


@require_safe
@login_required
def draw_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of the draw; once it is made, what can be released, withdrawn and paired."""
    return show_draw(request, open_desk(request, pk, TAB))


def show_draw(request: HttpRequest, desk: Desk, preview: Any = None, **sent: PageForm) -> HttpResponse:
    """The tab, with what was sent in place of the forms that are empty. preview: the draw looked at."""
    shown = draw_tab(desk.tournament, desk.event)
    made: dict[str, Any] = {"ties": [(PlayOffForm(tie), tie) for tie in shown.ties]}
    if shown.can_draw:
        made["draw"] = DrawForm(shown.entries)
    if shown.can_pair:
        made["pair"] = PairForm(shown.entries)
    if shown.tiebreaks is not None:
        made["tiebreaks"] = TiebreaksForm(shown.tiebreaks)
    status = max((form.page_status for form in sent.values()), default=200)
    withdraw = sent.pop("withdraw", None)
    withdrawable = {form.published_round: form for form in map(RoundWithdrawalForm, shown.withdrawable)}
    if isinstance(withdraw, RoundWithdrawalForm) and withdraw.published_round in withdrawable:
        withdrawable[withdraw.published_round] = withdraw
    elif withdraw is not None:
        made["refused"] = withdraw
    made["published"] = zip(shown.published, withdrawable.values(), strict=True)
    context = {"shown": shown, "preview": preview, **made, **sent}
    return show_desk(request, desk, TAB, context, status=status)


@require_POST
@login_required
def draw_make_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the draw will be, or make it: the very same, until somebody enters or leaves."""
    desk = open_desk(request, pk, TAB)
    shown = draw_tab(desk.tournament, desk.event)
    form = DrawForm(shown.entries, request.POST)
    looks, actor = "look" in request.POST, login_of_page(request)

    def act(_sent: dict[str, Any]) -> Any:
        make = services.tournament_draw_preview if looks else services.tournament_draw
        again = desk.tournament.draw is not None
        return make(actor=actor, tournament_id=pk, again=again, **form.draw_terms())

    if not form.submit(act):
        return show_draw(request, desk, draw=form)
    if looks:
        return show_draw(request, desk, form.outcome, draw=form)
    notify_done(request, _("The draw is made."))
    return redirect("pages-tournaments:desk-draw", pk)


@require_POST
@login_required
def release_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Release the pairings that wait."""
    open_desk(request, pk, TAB)
    actor = login_of_page(request)
    if is_done(request, lambda: services.round_release(actor=actor, tournament_id=pk)):
        notify_done(request, _("The pairings are released."))
    return redirect("pages-tournaments:desk-draw", pk)


@require_POST
@login_required
def withdraw_page(request: HttpRequest, pk: int, published_round: int) -> HttpResponse:
    """Withdraw round pairings."""

    def act(sent: dict[str, Any]) -> object:
        return services.round_withdraw(
            actor=login_of_page(request), tournament_id=pk, published_round_id=published_round, **sent
        )

    return submit_draw_form(
        request,
        pk,
        "withdraw",
        lambda _shown: RoundWithdrawalForm(published_round, request.POST),
        act,
        _("The pairings are withdrawn. Pair by hand what you like, then release the rest."),
    )


@require_POST
@login_required
def pair_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Pair two by hand."""

    def act(sent: dict[str, Any]) -> object:
        return services.pairing_by_hand_post(actor=login_of_page(request), tournament_id=pk, **sent)

    return submit_draw_form(
        request, pk, "pair", lambda shown: PairForm(shown.entries, request.POST), act, _("They are paired.")
    )


@require_POST
@login_required
def play_off_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Have entries who share a place play it off."""

    def act(sent: dict[str, Any]) -> object:
        return services.tournament_play_offs_post(actor=login_of_page(request), tournament_id=pk, **sent)

    return submit_draw_form(
        request,
        pk,
        "play_off",
        lambda shown: PlayOffForm(shown.entries, request.POST),
        act,
        _("They play off."),
    )


@require_POST
@login_required
def tiebreaks_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Break ties in another order."""
    form = TiebreaksForm((), request.POST)

    def act(sent: dict[str, Any]) -> object:
        return services.tournament_tiebreaks_set(
            actor=login_of_page(request), tournament_id=pk, tiebreaks=form.chosen, reason=sent["reason"]
        )

    return submit_draw_form(request, pk, "tiebreaks", lambda _shown: form, act, _("Ties are broken so now."))


def submit_draw_form(
    request: HttpRequest,
    pk: int,
    name: str,
    make: Callable[[DrawTab], PageForm],
    act: Callable[[dict[str, Any]], object],
    message: str,
) -> HttpResponse:
    """Do what a form asks, or show the tab with it as it was filled in."""
    desk = open_desk(request, pk, TAB)
    form = make(draw_tab(desk.tournament, desk.event))
    if not form.submit(act):
        return show_draw(request, desk, **{name: form})
    notify_done(request, message)
    return redirect("pages-tournaments:desk-draw", pk)
