"""/ladders/: announced, joined, climbed by challenges; results come by the ordinary matches."""

from typing import Any

from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, ENTER, PUBLIC
from matches.accounts.models import User
from matches.base.api.fields import FormatOptionOutput, FormatOptionsField, NameField, TextField
from matches.base.api.filters import IntegerFilter
from matches.base.api.pagination import WORKED_OUT
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.base.api.queries import read_query
from matches.base.translation import translate_text
from matches.edits.api import PictureView, PresentedPatch, WhyInput, read_why
from matches.facts.api.facts import FactsView
from matches.facts.api.versions import versioned
from matches.play.api.fields import LengthField, OptionsField
from matches.play.api.regulations import RegulationsField
from matches.players.api.fields import PlayerRef, player_numbered
from matches.players.models import Player
from matches.search.api import SearchFilter
from tournaments.clubs.api.fields import PlacedInput, PlacedOutput, club_numbered
from tournaments.ladders import services
from tournaments.ladders.errors import NotOnLadder
from tournaments.ladders.models import Ladder, LadderEdit
from tournaments.ladders.rules import LADDERS, PRESETS, Ineligibility, StepCause
from tournaments.ladders.selectors import (
    LadderFold,
    Opponent,
    StepRow,
    ladder_list,
    ladder_now,
    ladder_opponents,
    ladder_step_rows,
    own_players_on_ladder,
    rung_mappings,
)
from tournaments.ladders.services import challenge_refusal

# Named, so that the schema has one name for it.
KINDS = [(code, code) for code in sorted(LADDERS)]


class LadderDetails(PlacedInput):
    name = NameField(max_length=120)


class LadderTerms(serializers.Serializer[Any]):
    """How it is climbed, and what its matches are played by."""

    kind = serializers.ChoiceField(choices=KINDS)
    kind_options = FormatOptionsField(
        required=False, help_text="What differs from the defaults of the kind; GET /api/v1/ladder-kinds/."
    )
    length = LengthField(help_text="Of every match.")
    variant = serializers.ChoiceField(choices=sorted(engine.PLAYED), default="backgammon")
    options = OptionsField(required=False)
    regulations = RegulationsField(required=False)
    rated = serializers.BooleanField(default=True, help_text="Whether its matches are rated.")


class LadderInput(LadderDetails, LadderTerms):
    club = serializers.IntegerField(help_text="Number of the club that holds it.")


class LadderPatch(LadderDetails, LadderTerms, PresentedPatch):
    closed = serializers.BooleanField(help_text="Whether nobody can be challenged.")


class LadderOutput(PlacedOutput):
    address = "api-tournaments:ladder"

    kind = serializers.ChoiceField(choices=KINDS)
    kind_options = FormatOptionsField()
    length = serializers.IntegerField()
    variant = serializers.CharField()
    options = OptionsField()
    regulations = RegulationsField()
    rated = serializers.BooleanField()
    closed = serializers.BooleanField(help_text="Whether nobody can be challenged.")
    members = serializers.IntegerField(help_text="How many are on it.")
    created_at = serializers.DateTimeField()


class RungOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="From 1, the top.")
    player = PlayerRef()
    step = serializers.IntegerField(allow_null=True, help_text="On stairs alone.")
    row = serializers.IntegerField(allow_null=True, help_text="In a pyramid alone.")
    rating = serializers.FloatField(allow_null=True, help_text="Where ratings make the order.")


class LadderDetailOutput(LadderOutput):
    rungs = RungOutput(many=True, help_text="The members, the best first.")
    rules = serializers.ListField(child=TextField(), help_text="How it is climbed, in sentences.")


class LadderPlayerInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="Number of the player.")


class LadderLeaveInput(LadderPlayerInput):
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True)


class LadderJoinOutput(serializers.Serializer[Any]):
    player = PlayerRef()
    joined_at = serializers.DateTimeField(source="recorded_at")


class LadderLeaveOutput(serializers.Serializer[Any]):
    player = PlayerRef(source="join.player")
    left_at = serializers.DateTimeField(source="recorded_at")


class RivalOutput(serializers.Serializer[Any]):
    rung = RungOutput()
    may = serializers.BooleanField(help_text="Whether this member can be challenged now.")
    code = serializers.ChoiceField(
        choices=[why.value for why in Ineligibility],
        allow_null=True,
        help_text="Why not: as the refusal's code.",
    )
    detail = serializers.CharField(help_text="The same in a sentence.")
    until = serializers.DateTimeField(allow_null=True, help_text="When that ends by itself, if it does.")


class LadderStepOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField(source="step.at")
    event = serializers.ChoiceField(choices=[cause.value for cause in StepCause], source="step.cause")
    player = PlayerRef()
    other = PlayerRef(allow_null=True)
    before = serializers.IntegerField(
        source="step.before", allow_null=True, help_text="The place before it, on stairs the step."
    )
    after = serializers.IntegerField(source="step.after", allow_null=True)
    challenge = serializers.IntegerField(source="step.challenge", allow_null=True)
    match = serializers.IntegerField(allow_null=True)


class LadderKindOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = TextField()
    description = TextField()
    starts_at_once = serializers.BooleanField(help_text="Whether a challenge is played without an answer.")
    options = FormatOptionOutput(many=True, source="options_as_json")


class LadderPresetOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = TextField()
    description = TextField()
    kind = serializers.CharField()
    published = serializers.CharField(source="source", help_text="Where the rules are published.")
    options = serializers.DictField()
    rules = serializers.ListField(
        child=TextField(), source="rules.describe_ladder", help_text="In sentences."
    )


class LadderFilter(filters.FilterSet):
    club = IntegerFilter()
    kind = filters.ChoiceFilter(choices=KINDS)
    player = IntegerFilter(field_name="rungs__player", help_text="Who is on it.")
    search = SearchFilter()

    class Meta:
        model = Ladder
        fields = ["club", "kind"]


class LaddersView(generics.ListAPIView[Ladder]):
    """Ladders, the newest first."""

    serializer_class = LadderOutput
    filterset_class = LadderFilter
    queryset = ladder_list()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(request=LadderInput, responses={201: LadderOutput})
    def post(self, request: Request) -> Response:
        """Announce a ladder; players may join from now on."""
        sent = read_request_body(LadderInput, request)
        club = club_numbered(sent.pop("club"))
        ladder = services.ladder_create(actor=require_caller(request), club=club, **sent)
        return Response(LadderOutput(ladder_list().get(pk=ladder.pk)).data, status=201)


class OfLadder(APIView):
    """Base of what lies under a ladder."""

    def requested_ladder(self) -> Ladder:
        return generics.get_object_or_404(ladder_list(), pk=self.kwargs["pk"])

    def ladder_fold(self) -> LadderFold:
        return ladder_now(self.requested_ladder())


@versioned("ladder", naming=["rating_pool"], kept=True)
class LadderView(OfLadder):
    """A ladder."""

    scopes = {"GET": PUBLIC, "PATCH": DIRECT, "DELETE": DIRECT}

    @extend_schema(responses=LadderDetailOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The ladder with its rungs, as they stand now."""
        fold = self.ladder_fold()
        shown = {
            **LadderOutput(fold.ladder).data,
            "rungs": rung_mappings(fold),
            "rules": [translate_text(line) for line in fold.rules.describe_ladder()],
        }
        return Response(shown)

    @extend_schema(request=LadderPatch, responses=LadderOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change it, and how it is climbed from now on. What would move who was challenged already stays."""
        changed = read_request_body(LadderPatch, request, partial=True)
        services.ladder_edit(actor=require_caller(request), ladder_id=self.requested_ladder().pk, **changed)
        return Response(LadderOutput(self.requested_ladder()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it, where nobody is on it nor was challenged; undoing that puts it back."""
        refuse_request_body(request)
        services.ladder_remove(actor=require_caller(request), ladder_id=self.requested_ladder().pk)
        return Response(status=204)


class LadderEditUndoView(APIView):
    """A change of what is announced of a ladder."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=LadderOutput)
    def post(self, request: Request, ladder: int, pk: int) -> Response:
        """Take it back, if it was not changed again since; a ladder that was closed is open again."""
        reason = read_why(request)
        edit = generics.get_object_or_404(LadderEdit, ladder=ladder, pk=pk)
        services.ladder_edit_undo(
            actor=require_caller(request), ladder_id=ladder, edit_id=edit.pk, reason=reason
        )
        return Response(LadderOutput(ladder_list().get(pk=ladder)).data)


class LadderPictureView(PictureView):
    """The picture of a ladder."""

    queryset = ladder_list()
    scopes = {"PUT": DIRECT, "DELETE": DIRECT}

    def change(self, actor: User, number: int, **changes: Any) -> None:
        services.ladder_edit(actor=actor, ladder_id=number, **changes)


class LadderJoinsView(OfLadder):
    """Who joins a ladder."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=LadderPlayerInput, responses={201: LadderJoinOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Put a player or a pair on the ladder, at the bottom."""
        player = player_numbered(read_request_body(LadderPlayerInput, request)["player"])
        join = services.ladder_join(
            actor=require_caller(request), ladder_id=self.requested_ladder().pk, player=player
        )
        return Response(LadderJoinOutput(join).data, status=201)


class LadderLeavesView(OfLadder):
    """Who leaves a ladder."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=LadderLeaveInput, responses={201: LadderLeaveOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Take a player off the ladder: open challenges fall away, matches that are set up are given up."""
        sent = read_request_body(LadderLeaveInput, request)
        leave = services.ladder_leave(
            actor=require_caller(request),
            ladder_id=self.requested_ladder().pk,
            player=player_numbered(sent["player"]),
            reason=sent.get("reason", ""),
        )
        return Response(LadderLeaveOutput(leave).data, status=201)


class OpponentsQuery(serializers.Serializer[Any]):
    player = serializers.IntegerField(
        required=False, help_text="Number of the challenger; the caller's own without it."
    )


class OpponentsView(OfLadder):
    """Whom somebody may challenge."""

    query_shape = OpponentsQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=RivalOutput(many=True), operation_id="ladders_opponents_list")
    def get(self, request: Request, pk: int) -> Response:
        """Every other member, the best first, and what hinders a player from challenging that one now."""
        fold = self.ladder_fold()
        player = self.requested_challenger(request, fold)
        rows = [
            self.describe_opponent(fold, opponent, player.pk)
            for opponent in ladder_opponents(fold, fold.number_on_ladder(player.pk))
        ]
        return Response(RivalOutput(rows, many=True).data)

    def requested_challenger(self, request: Request, fold: LadderFold) -> Player:
        """Raises UnknownPlayer, NotAuthenticated, NotOnLadder."""
        asked = read_query(self)
        if "player" in asked:
            player = player_numbered(asked["player"])
            if fold.number_on_ladder(player.pk) in fold.ladder_order.order:
                return player
            name = player.name
        else:
            own = own_players_on_ladder(require_caller(request), fold)
            if own:
                return own[0]
            name = require_caller(request).username
        raise NotOnLadder(
            "%(name)s is not on %(ladder)s. Join it first, or name a player who is.",
            {"name": name, "ladder": fold.ladder.name},
        )

    def describe_opponent(self, fold: LadderFold, opponent: Opponent, player: int) -> dict[str, Any]:
        found = opponent.ineligibility
        return {
            "rung": opponent.rung,
            "may": found is None,
            "code": found and found.why,
            "detail": "" if found is None else str(challenge_refusal(fold, found, player)),
            "until": found and found.until,
        }


@versioned("ladder")
class LadderStepsView(OfLadder, generics.ListAPIView[Any]):
    """Everything that moved anybody, the first first, with the match behind it."""

    serializer_class = LadderStepOutput
    queryset = Ladder.objects.none()
    orders = {"at": WORKED_OUT}
    filter_backends = ()
    scopes = {"GET": PUBLIC}

    def get_queryset(self) -> list[StepRow]:  # type: ignore[override]
        return ladder_step_rows(self.ladder_fold())


class LadderKindsView(APIView):
    """Kinds of ladder."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=LadderKindOutput(many=True), operation_id="ladder_kinds_list")
    def get(self, request: Request) -> Response:
        """Every kind with its options; docs/ladders.md explains them."""
        return Response(LadderKindOutput(list(LADDERS.values()), many=True).data)


class LadderPresetsView(APIView):
    """Rules that clubs have published."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=LadderPresetOutput(many=True), operation_id="ladder_presets_list")
    def get(self, request: Request) -> Response:
        """Sets of options after published rules; docs/ladders.md lists what each leaves out."""
        return Response(LadderPresetOutput(list(PRESETS.values()), many=True).data)


class LadderFactsView(FactsView):
    """Every fact about a ladder and its matches, in the order in which they were recorded."""

    subject = Ladder
    scopes = {"GET": PUBLIC}
