"""What the two of a session do about it: answer, show it to everybody, withdraw it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.access import login_of_page
from matches.base.forms import PageForm, YesNoField
from matches.base.pages import is_done, notify_done
from matches.sessions import services
from matches.sessions.selectors import visible_sessions


class YesForm(PageForm):
    """Which of two buttons was pressed."""

    yes = YesNoField()


def pressed_yes(request: HttpRequest) -> bool:
    form = YesForm(request.POST)
    return form.is_valid() and bool(form.cleaned_data["yes"])


@require_POST
@login_required
def session_answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a session is so, or that it is not."""
    get_object_or_404(visible_sessions(request.user), pk=pk)
    actor, agrees = login_of_page(request), pressed_yes(request)
    if is_done(request, lambda: services.session_answer(actor=actor, session_id=pk, agrees=agrees)):
        notify_done(
            request,
            _("It counts for both of you.") if agrees else _("Disowned: it counts for nobody."),
        )
    return then_look(request, pk)


@require_POST
@login_required
def session_show_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a session to everybody, as far as it is one's own to say, or hide it."""
    get_object_or_404(visible_sessions(request.user), pk=pk)
    actor, public = login_of_page(request), pressed_yes(request)
    is_done(request, lambda: services.session_show(actor=actor, session_id=pk, public=public))
    return then_look(request, pk)


@require_POST
@login_required
def session_withdraw_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a session."""
    get_object_or_404(visible_sessions(request.user), pk=pk)
    actor = login_of_page(request)
    if is_done(request, lambda: services.session_withdraw(actor=actor, session_id=pk)):
        notify_done(request, _("Withdrawn."))
    return redirect("pages-matches:own-sessions")


def then_look(request: HttpRequest, pk: int) -> HttpResponse:
    """On to the session, or to the list where it is gone."""
    if visible_sessions(request.user).filter(pk=pk).exists():
        return redirect("pages-matches:session", pk)
    return redirect("pages-matches:own-sessions")
