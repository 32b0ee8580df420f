"""The facts about the members of a club, each in a sentence."""

from django.utils.translation import gettext as _

from matches.facts import tells
from matches.templatetags.words import word
from tournaments.models import Application, ApplicationAnswer, Membership, MembershipEnd


@tells(Application, about={"club": "club", "player": "player"}, unread=("note",), private="clubs")
def application(fact: Application) -> str:
    said = {"name": fact.player.who.name, "club": fact.club.name, "number": fact.pk}
    return _("%(name)s asks to belong to %(club)s: application %(number)s.") % said


@tells(
    ApplicationAnswer,
    about={"club": "application__club", "player": "application__player"},
    unread=("application__note",),
    private="clubs",
)
def application_answer(fact: ApplicationAnswer) -> str:
    said = {"number": fact.application_id}
    if fact.agrees:
        return _("Application %(number)s is agreed to.") % said
    if fact.recorded_by_id in fact.application.player.logins:
        return _("Application %(number)s is taken back.") % said
    return _("Application %(number)s is refused.") % said


@tells(Membership, about={"club": "club", "player": "player"}, private="clubs")
def membership(fact: Membership) -> str:
    return _("%(name)s belongs to %(club)s from %(day)s on (%(kind)s).") % {
        "name": fact.player.who.name,
        "club": fact.club.name,
        "day": fact.starts_on.isoformat(),
        "kind": word(fact.kind, "membership_kind"),
    }


@tells(MembershipEnd, about={"club": "membership__club", "player": "membership__player"}, private="clubs")
def membership_end(fact: MembershipEnd) -> str:
    return _("%(name)s belongs to %(club)s until %(day)s.") % {
        "name": fact.membership.player.who.name,
        "club": fact.membership.club.name,
        "day": fact.ends_on.isoformat(),
    }
