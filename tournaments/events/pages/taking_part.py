"""What players do about an event on its page: enter, withdraw, check in; and who runs it lets them in."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.access import login_of_page
from matches.base.forms import PageForm
from matches.base.pages import notify_done, page_to_go_on
from tournaments.events import services
from tournaments.events.models import EntryApplication
from tournaments.events.selectors import application_concerns, entry_application_list, tournament_list

from .entering import FORMS, EventEnterForm, PartnerEnterForm
from .tournament import show_tournament


@require_POST
@login_required
def take_part_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter an event, withdraw from it, check in."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    do = request.POST.get("do", "")
    form = (
        PartnerEnterForm(request.POST, tournament, login_of_page(request))
        if do == "enter_with"
        else FORMS.get(do, EventEnterForm)(request.POST)
    )
    done: list[str] = []
    if form.submit(lambda sent: done.append(form.act(tournament, login_of_page(request)))):
        notify_done(request, done[0])
        return back_or_to_event(request, pk)
    return show_tournament(request, tournament, taking_part=form)


class ApplicationForm(PageForm):
    """What becomes of an application."""

    state = forms.ChoiceField(choices=EntryApplication.State.choices)
    reason = forms.CharField(max_length=200, required=False)


@require_POST
@login_required
def application_answer_page(request: HttpRequest, tournament: int, pk: int) -> HttpResponse:
    """Approve an application to be entered, refuse it with a reason; or withdraw the own one."""
    actor = login_of_page(request)
    application = get_object_or_404(entry_application_list(), pk=pk, tournament=tournament)
    if not application_concerns(actor, application):
        return HttpResponse(status=404)
    form = ApplicationForm(request.POST)
    if form.submit(
        lambda sent: services.entry_application_answer(
            actor=actor,
            application_id=pk,
            state=EntryApplication.State(sent["state"]),
            reason=sent["reason"],
        )
    ):
        said = {
            "approved": _("%(player)s is entered."),
            "refused": _("The application of %(player)s is refused."),
            "withdrawn": _("The application of %(player)s is withdrawn."),
        }[form.cleaned_data["state"]]
        notify_done(request, said % {"player": application.player.effective_player.name})
        return back_or_to_event(request, tournament)
    return show_tournament(request, get_object_or_404(tournament_list(), pk=tournament), taking_part=form)


def back_or_to_event(request: HttpRequest, number: int) -> HttpResponse:
    """To the page that the button was on, where it says so; else to that of the event."""
    then = page_to_go_on(request)
    return redirect(then) if then else redirect("pages-tournaments:tournament", number)
