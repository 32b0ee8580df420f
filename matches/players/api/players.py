"""/players/: who plays, and how they are rated."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import request_viewer, require_caller, require_scope
from matches.accounts.api.scopes import ACCOUNT, DIRECT, ENTER, PUBLIC
from matches.accounts.api.secret_answers import SecretAnswers
from matches.accounts.errors import NotAllowed, UnknownLogin
from matches.accounts.models import Token, User
from matches.accounts.permissions import Caller
from matches.base.api.fields import NameField
from matches.base.api.mapped import MappedListView
from matches.base.api.pagination import BY_NAME, NEWEST, rows_with_names
from matches.base.api.parsing import read_request_body
from matches.base.api.sections import Fields, with_section_fields
from matches.base.names import is_visible_name
from matches.facts.api.versions import versioned
from matches.players import services
from matches.players.errors import UnknownPlayer
from matches.players.models import BIO_LINES, BIO_MAX, READING_MAX, EntryConsent, Player
from matches.players.rules.readings import reading_as_stored
from matches.players.selectors import (
    former_names,
    may_see_contact,
    player_list,
    player_mapping,
    player_mappings,
    player_search,
    private_choices,
    private_parts,
)
from matches.players.services import ROSTER_MAX
from matches.search.api import SearchFilter

from .fields import PlayerRef

PROFILE = ("reading", "country", "bio", "contact", "entered_by", "private", "federations")


class BioField(serializers.CharField):
    """A few lines about oneself: line breaks, and no other control or invisible characters."""

    def to_internal_value(self, data: Any) -> str:
        lines = [line.rstrip() for line in super().to_internal_value(data).splitlines()]
        if len(lines) > BIO_LINES:
            raise serializers.ValidationError(f"At most {BIO_LINES} lines.")
        if not all(map(is_visible_name, lines)):
            raise serializers.ValidationError("A bio has no control or invisible characters.")
        return "\n".join(lines)


class PrivatePartField(serializers.ChoiceField):
    """A part of the profile that may be kept private."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=private_choices(), **kwargs)


class FederationInput(serializers.Serializer[Any]):
    federation = NameField(max_length=20, help_text="Its abbreviation, such as JBF.")
    number = NameField(max_length=40)


class ReadingField(NameField):
    """How a name is read; kana are kept as hiragana."""

    def __init__(self, **kwargs: Any) -> None:
        shown = (
            "How the name is read, in kana or Latin letters: わたなべ けん of 渡辺 健. As public as the name."
        )
        super().__init__(**{"max_length": READING_MAX, "allow_blank": True, "help_text": shown, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        # What a wide letter stands for may be longer.
        return super().to_internal_value(reading_as_stored(data) if isinstance(data, str) else data)


class PlayerInput(serializers.Serializer[Any]):
    name = NameField()
    reading = ReadingField(required=False)
    aliases = serializers.ListField(
        child=NameField(), max_length=20, default=list, help_text="Nicknames, as transcripts write them."
    )
    login = serializers.CharField(
        max_length=150,
        allow_null=True,
        default=None,
        help_text="Username of the player's own login, which edits the player from then on.",
    )
    kind = serializers.ChoiceField(choices=Player.Kind.choices, default=Player.Kind.PERSON)
    members = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=ROSTER_MAX,
        default=list,
        help_text="Numbers of the persons who make a pair or a team, in their order.",
    )
    country = serializers.CharField(
        max_length=2, required=False, allow_blank=True, help_text="ISO 3166-1 alpha-2, such as JP."
    )
    bio = BioField(max_length=BIO_MAX, required=False, allow_blank=True)
    contact = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text="How to reach the person; shown at /players/{id}/contact/ alone.",
    )
    entered_by = serializers.ChoiceField(
        choices=EntryConsent.choices,
        required=False,
        help_text="Who may enter the player: `clubs` are those of the player's.",
    )
    private = serializers.ListField(
        child=PrivatePartField(),
        required=False,
        help_text="The parts that only the player, whoever may edit the player, and staff see: all, until "
        "the person agrees that others are public.",
    )
    federations = serializers.ListField(child=FederationInput(), max_length=10, required=False)

    def validate_federations(self, value: list[dict[str, str]]) -> dict[str, str]:
        # A patch asks for nothing, inside its lists neither.
        if not all(row.keys() == {"federation", "number"} for row in value):
            raise serializers.ValidationError("Send `federation` and `number` of each.")
        numbers = {row["federation"]: row["number"] for row in value}
        if len(numbers) < len(value):
            raise serializers.ValidationError("Send one number of each federation.")
        return numbers


class PlayerPatch(PlayerInput):
    name = NameField(required=False)
    aliases = serializers.ListField(child=NameField(), max_length=20, required=False)
    kind = None  # type: ignore[assignment]
    members = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=ROSTER_MAX,
        required=False,
        help_text="Those of a pair are fixed once it is entered or has played; a team then only grows.",
    )


class GroupRef(PlayerRef):
    """A pair or a team, as far as a list needs one."""

    kind = serializers.ChoiceField(choices=Player.Kind.choices)


class PlayerOutput(serializers.Serializer[Player]):
    address = "api-matches:player"

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Player.Kind.choices)
    name = serializers.CharField()
    reading = serializers.CharField(help_text="How the name is read; empty where nobody has said.")
    aliases = serializers.SerializerMethodField()
    login = serializers.SerializerMethodField(help_text="Username of the player's own login.")
    country = serializers.SerializerMethodField(help_text="ISO 3166-1 alpha-2.")
    bio = serializers.SerializerMethodField()
    federations = serializers.SerializerMethodField()
    entered_by = serializers.ChoiceField(
        choices=EntryConsent.choices, help_text="Who may enter the player: `clubs` are those of the player's."
    )
    private = serializers.ListField(
        child=serializers.CharField(), help_text="Parts that are not for everybody: empty for the others."
    )
    anonymised = serializers.BooleanField()
    former_names = serializers.SerializerMethodField()
    stand_in = serializers.SerializerMethodField(help_text="The player it was merged into.")
    members = serializers.SerializerMethodField(help_text="Of a pair or a team, in their order.")
    groups = serializers.SerializerMethodField(help_text="The pairs and teams a person belongs to.")

    def get_fields(self) -> Fields:
        return with_section_fields(super().get_fields(), Player, after="login")

    @extend_schema_field(PlayerRef(many=True))
    def get_members(self, player: Player) -> Any:
        return [PlayerRef(member.player).data for member in player.roster.all()]

    @extend_schema_field(GroupRef(many=True))
    def get_groups(self, player: Player) -> Any:
        return [GroupRef(member.group).data for member in player.memberships.all()]

    def get_aliases(self, player: Player) -> list[str]:
        return [] if self.hides_part(player, "aliases") else [alias.name for alias in player.aliases.all()]

    def get_former_names(self, player: Player) -> list[str]:
        """Under which the player has results: for the player, and for who runs events of the player's."""
        return former_names(player, self.viewer)

    @extend_schema_field({"type": ["string", "null"]})
    def get_login(self, player: Player) -> str | None:
        user = None if self.hides_part(player, "login") else player.user
        return None if user is None else user.username

    def get_country(self, player: Player) -> str:
        return "" if self.hides_part(player, "country") else player.country

    def get_bio(self, player: Player) -> str:
        return "" if self.hides_part(player, "bio") else player.bio

    @extend_schema_field(FederationInput(many=True))
    def get_federations(self, player: Player) -> list[dict[str, str]]:
        numbers = () if self.hides_part(player, "federations") else player.federation_numbers.all()
        return [{"federation": row.federation, "number": row.number} for row in numbers]

    @extend_schema_field(PlayerRef(allow_null=True))
    def get_stand_in(self, player: Player) -> Any:
        return None if player.stand_in is None else PlayerRef(player.stand_in).data

    def hides_part(self, player: Player, part: str) -> bool:
        """Whether a part is private, and whoever asks is not the one for whom it is."""
        return part in player.private and part in private_parts(player, self.viewer)

    @property
    def viewer(self) -> Caller:
        request = self.context.get("request")
        return AnonymousUser() if request is None else request_viewer(request)


def players_found(rows: Any, text: str, viewer: Caller) -> list[int]:
    return [found.number for found in player_search(text, viewer=viewer, among=rows)]


class PlayerFilter(filters.FilterSet):
    name = filters.CharFilter(lookup_expr="icontains", help_text="Part of the name, as it is written.")
    kind = filters.ChoiceFilter(choices=Player.Kind.choices)
    search = SearchFilter(players_found)

    class Meta:
        model = Player
        fields = ["name", "kind"]


def login_of_player_input(username: str) -> User:
    """Raises UnknownLogin."""
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise UnknownLogin(
            "There is no login %(username)r. POST /api/v1/logins/ registers one.",
            {"username": username},
            login=username,
        )
    return user


def login_for_player(sent: Mapping[str, Any]) -> User | None:
    """The login that was sent to be attached, if one was. Raises UnknownLogin."""
    return login_of_player_input(sent["login"]) if sent.get("login") is not None else None


def profile_sent(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of the profile that were sent."""
    return {part: sent[part] for part in PROFILE if part in sent}


def players_numbered(numbers: Sequence[int]) -> list[Player]:
    """Players in this order. Raises UnknownPlayer."""
    found = Player.objects.in_bulk(numbers)
    unknown = next((number for number in numbers if number not in found), None)
    if unknown is not None:
        raise UnknownPlayer(
            "There is no player %(number)s. POST /api/v1/players/ enters one.",
            {"number": unknown},
            player=unknown,
        )
    return [found[number] for number in numbers]


class PlayersView(MappedListView[Player]):
    """Players."""

    serializer_class = PlayerOutput
    filterset_class = PlayerFilter
    queryset = rows_with_names(Player.objects.filter(stand_in=None))
    orders = NEWEST | BY_NAME
    scopes = {"GET": PUBLIC, "POST": ENTER | DIRECT}

    def mappings(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        found = player_mappings([row["id"] for row in rows], request_viewer(self.request))
        return (found[row["id"]] for row in rows)

    @extend_schema(request=PlayerInput, responses={201: PlayerOutput})
    def post(self, request: Request) -> Response:
        """Enter a person, with or without a login of their own; or a pair or a team of persons.

        A person takes the scope `direct`.
        """
        sent = read_request_body(PlayerInput, request)
        if sent["kind"] == Player.Kind.PERSON:
            require_scope(request.auth, Token.Scope.DIRECT)
        player = services.player_create(
            actor=require_caller(request),
            name=sent["name"],
            aliases=sent["aliases"],
            user=login_for_player(sent),
            kind=sent["kind"],
            members=players_numbered(sent["members"]),
            **profile_sent(sent),
        )
        return Response(self.get_serializer(player_list().get(pk=player.pk)).data, status=201)


@versioned("player", naming=["club", "rating_pool"], daily=True, personal=True)
class PlayerView(generics.RetrieveAPIView[Player]):
    """A player."""

    serializer_class = PlayerOutput
    queryset = Player.objects.all()
    scopes = {"GET": PUBLIC, "PATCH": ACCOUNT | DIRECT}

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        found = player_mapping(self.kwargs["pk"], request_viewer(request))
        if found is None:
            raise Http404
        return Response(found)

    @extend_schema(request=PlayerPatch, responses=PlayerOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change name, aliases, members or profile, or attach a login. What is left out stays.

        The own profile, and a login, take the scope `account`; one that the caller's club keeps, `direct`.
        """
        player = self.get_object()
        sent = read_request_body(PlayerPatch, request, partial=True)
        if sent.get("login") is not None:
            require_scope(request.auth, Token.Scope.ACCOUNT)
        services.player_edit(
            actor=require_caller(request),
            player_id=player.pk,
            name=sent.get("name"),
            aliases=sent.get("aliases"),
            user=login_for_player(sent),
            members=players_numbered(sent["members"]) if "members" in sent else None,
            **profile_sent(sent),
        )
        return Response(self.get_serializer(player_list().get(pk=player.pk)).data)


class ContactOutput(serializers.Serializer[Player]):
    player = PlayerRef(source="*")
    contact = serializers.CharField()


class PlayerContactView(SecretAnswers, generics.GenericAPIView[Player]):
    """How to reach a player."""

    queryset = Player.objects.select_related("stand_in")
    serializer_class = ContactOutput
    scopes = {"GET": ACCOUNT | DIRECT}

    @extend_schema(responses=ContactOutput)
    def get(self, request: Request, pk: int) -> Response:
        """For the player, who recorded them, and who runs what they have joined: a club, an event.

        That somebody else has entered the player is not enough.
        """
        player, viewer = self.get_object().effective_player, require_caller(request)
        if not may_see_contact(viewer, player):
            raise NotAllowed(
                "%(viewer)s runs nothing that %(player)s has joined. Ask the player.",
                {"viewer": viewer.username, "player": player.name},
                player=player.pk,
            )
        return Response(ContactOutput(player).data)
