"""The field of a form in which somebody is named: a player, a pair or a team."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.accounts.permissions import Caller
from matches.base.names import tidy_name
from matches.players.models import Player, Players
from matches.players.selectors import (
    FoundPlayer,
    NamedPerson,
    PlayerHit,
    described_players,
    player_hits,
    similar_players,
)
from matches.search.rules.ranking import MatchRank
from matches.search.selectors import TEXT_MAX

from .forms import visible_player_name

OFFERED = 8
"""How many players are offered for a text."""

NEW = "new"
"""What is sent in place of a number where none of those offered is meant."""


class NewPlayer(NamedTuple):
    """Somebody who is on file under no name yet: the page has a service record them."""

    name: str


class TypedPlayer(NamedTuple):
    """What was sent of a player: a text, who was chosen (a number, NEW or ""), and for which text."""

    text: str = ""
    chosen: str = ""
    asked: str = ""

    @property
    def choice(self) -> str:
        """Who was chosen, unless the text is another one since."""
        return self.chosen if self.text == self.asked else ""


class PlayerCombo(forms.TextInput):
    """A name that is looked for while it is typed (combo.js), or once it is sent.

    source: the address that answers with suggestions; "" for none. club: whose members come first.
    offered: of whom one is to be chosen, since the text says it of several. submits: whether choosing sends
    the form. records_new: whether somebody new may be named.
    """

    template_name = "players/widgets/player.html"
    source: "str | Promise" = reverse_lazy("pages-matches:player-suggestions")
    club: int | None = None
    records_new = False
    submits = False
    offered: "list[PlayerHit] | None" = None

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> TypedPlayer:
        sent = [data.get(f"{name}{part}") or "" for part in ("", "-chosen", "-asked")]
        return TypedPlayer(tidy_name(sent[0]), sent[1], tidy_name(sent[2]))

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return name not in data

    def get_context(self, name: str, value: Any, attrs: "dict[str, Any] | None") -> dict[str, Any]:
        typed = value or TypedPlayer()
        context = super().get_context(name, typed.text, attrs)
        context["widget"] |= {
            "typed": typed,
            "source": self.source,
            "club": self.club,
            "records_new": self.records_new,
            "submits": self.submits,
            "offered": self.offered,
        }
        return context


class PlayerField(forms.Field):
    """A player by name; cleaned to a Player, or a NewPlayer where somebody new may be named; None for nobody.

    A page declares it, and says in the form's `__init__` for whom and where it looks:

        class EntryForm(PageForm):
            player = PlayerField(label=_("Who enters"), records_new=True)

            def __init__(self, *args, viewer, club, **kwargs):
                super().__init__(*args, **kwargs)
                self.fields["player"].look_for(viewer, club=club.pk)

        form = EntryForm(request.POST or None, viewer=request.user, club=club)

    `{{ form.player.as_field_group }}` shows it; `initial` may be a Player. What is typed is looked for as
    lists of players are, and offered with reading, nickname and club. Without JavaScript it is when the form
    is sent: who is found alone is taken, of several one is chosen as the form comes back, and where nobody is
    found the fault says so. A NewPlayer nobody was similar to, or whoever typed the name said that none of
    those is meant: `services.player_create` or `club_player_record` takes its name, in the transaction of
    whatever it is named for.

    records_new: somebody new may be named. submits: choosing a player sends the form, for a list that is
    typed one after the other.
    """

    widget = PlayerCombo
    default_error_messages = {
        "nobody": _("Nobody is found by that name. Look at the spelling, or type the first letters alone."),
        "outside": _("Nobody of those who may be chosen here has that name. Look at the spelling."),
        "several": _("Several fit that name. Choose whom you mean."),
        "perhaps": _("Nobody has exactly that name. Choose whom you mean, or correct the name."),
        "similar": _("There are players with a similar name. Choose one of them, or say that it is another."),
    }

    def __init__(self, *, records_new: bool = False, submits: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators.append(MaxLengthValidator(TEXT_MAX))
        self.records_new = self.widget.records_new = records_new
        self.widget.submits = submits
        self.viewer: Caller = AnonymousUser()
        self.among: Players | None = None

    def look_for(
        self,
        viewer: Caller,
        *,
        club: int | None = None,
        among: Players | None = None,
        source: str | None = None,
    ) -> None:
        """Look on behalf of somebody, of a club whose members come first, or among some players alone.

        source: the address of the page that suggests those (`show_suggestions`); without it they are looked
        for once the form is sent.
        """
        self.viewer, self.among, self.widget.club = viewer, among, club
        if among is not None or source is not None:
            self.widget.source = source or ""

    def prepare_value(self, value: Any) -> Any:
        """A player as the initial value, as if chosen."""
        return TypedPlayer(value.name, str(value.pk), value.name) if isinstance(value, Player) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))

    def clean(self, value: TypedPlayer | None) -> "Player | NewPlayer | None":
        typed = value or TypedPlayer()
        if not typed.text:
            if self.required:
                raise ValidationError(self.error_messages["required"], code="required")
            return None
        self.run_validators(typed.text)
        if typed.choice == NEW and self.records_new:
            return NewPlayer(visible_player_name(typed.text))
        return self.player_chosen(typed.choice) or self.player_named(typed.text)

    def player_chosen(self, number: str) -> Player | None:
        """The player of a number, if it may be chosen here; who has been merged since, as it is now."""
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            return None
        chosen = Player.objects.select_related("stand_in").filter(pk=int(number)).first()
        player = chosen and chosen.effective_player
        if player is None or (self.among is not None and not self.among.filter(pk=player.pk).exists()):
            return None
        return player

    def player_named(self, text: str) -> "Player | NewPlayer":
        """Whom a text names. Raises ValidationError where it says too little, and offers whom it may mean."""
        hits = player_hits(text, viewer=self.viewer, club=self.widget.club, among=self.among, most=OFFERED)
        exact = [hit for hit in hits if rank_of(hit) == MatchRank.EXACT]
        if len(exact) == 1:
            return exact[0].player
        if self.records_new:
            return self.new_player(text, hits)
        if not hits:
            raise self.fault("nobody" if self.among is None else "outside")
        if len(hits) == 1 and rank_of(hits[0]) < MatchRank.NEIGHBOUR:
            return hits[0].player
        self.widget.offered = hits
        raise self.fault("several" if len(hits) > 1 else "perhaps")

    def new_player(self, text: str, hits: list[PlayerHit]) -> NewPlayer:
        """Somebody new, unless the name is like that of others: then whoever typed it is asked."""
        name = visible_player_name(text)
        (alike,) = similar_players([NamedPerson(name)], viewer=self.viewer, club=self.widget.club)
        found = {hit.player.pk for hit in hits}
        offered = [*hits, *described_players([each for each in alike if each.number not in found])]
        if not offered:
            return NewPlayer(name)
        self.widget.offered = offered[:OFFERED]
        raise self.fault("similar")

    def fault(self, code: str) -> ValidationError:
        return ValidationError(self.error_messages[code], code=code)


def rank_of(hit: PlayerHit) -> MatchRank:
    """How a search has found a player."""
    return hit.found.rank if isinstance(hit.found, FoundPlayer) else MatchRank.NEIGHBOUR
