"""The admin site: look at everything, write where a service writes."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest

from matches import services
from matches.models import (
    Alias,
    Anonymisation,
    Answer,
    Appeal,
    Claim,
    ClaimAnswer,
    DiceExtract,
    FederationNumber,
    LiveGame,
    Match,
    Member,
    Merge,
    Outbox,
    Penalty,
    Player,
    PoolMatch,
    PoolTerms,
    RatingPool,
    RatingStanding,
    Release,
    Reminder,
    Report,
    Result,
    Ruling,
    Schedule,
    Seat,
    SharedDice,
    Token,
    User,
    Verdict,
    Vote,
)

admin.site.site_header = "Golden Point"
admin.site.site_title = "Golden Point"
admin.site.unregister(Group)


if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

if TYPE_CHECKING:
    BaseUserAdmin = UserAdmin[User]
else:
    BaseUserAdmin = UserAdmin

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Player]
else:
    ModelForm = forms.ModelForm


class ReadOnly(ModelAdmin):
    """Facts are not edited, and what is computed from them is not either."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class FactAdmin(ReadOnly):
    """A fact as it was recorded; each room registers its own."""

    list_display = ("serial", "recorded_by", "recorded_at", "request_id")
    list_select_related = ("recorded_by",)
    ordering = ("-serial",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [column.name for column in self.model._meta.concrete_fields]


@admin.register(User)
class LoginAdmin(BaseUserAdmin):
    list_display = ("username", "is_active", "is_staff", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Permissions", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("Times", {"fields": ("last_login", "date_joined")}),
    )
    filter_horizontal = ()
    list_filter = ("is_active", "is_staff")


@admin.register(Token)
class TokenAdmin(ReadOnly):
    """Tokens are issued over the API, to their owners; here they can be revoked."""

    list_display = ("prefix", "name", "user", "scopes", "created_at", "expires_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name", "prefix")
    exclude = ("digest",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return ModelAdmin.has_delete_permission(self, request, obj)

    def delete_model(self, request: HttpRequest, obj: Token) -> None:
        services.token_revoke(token=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        for token in queryset:
            services.token_revoke(token=token)


class PlayerForm(ModelForm):
    """A player's name and the names the player goes by elsewhere."""

    aliases = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 4}), help_text="One name a line."
    )

    class Meta:
        model = Player
        fields = ["name", "user"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["aliases"].initial = "\n".join(alias.name for alias in self.instance.aliases.all())

    def clean_aliases(self) -> list[str]:
        names = [name.strip() for name in self.cleaned_data["aliases"].splitlines() if name.strip()]
        for name in names:
            Alias._meta.get_field("name").run_validators(name)
        return names

    def clean_user(self) -> User | None:
        user: User | None = self.cleaned_data["user"]
        if self.instance.user_id is not None and user != self.instance.user:
            raise forms.ValidationError("The player has a login already; it stays.")
        if self.instance.kind != Player.Kind.PERSON and user is not None:
            raise forms.ValidationError("The logins of its members speak for a pair or a team.")
        return user


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    """Written by the same services as over the API; nobody who may have played is deleted."""

    form = PlayerForm
    list_display = ("name", "kind", "user", "created_at")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("name", "aliases__name", "user__username")
    autocomplete_fields = ("user",)
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        written: dict[str, Any] = {
            "actor": request.user,
            "name": form.cleaned_data["name"],
            "aliases": form.cleaned_data["aliases"],
            "user": form.cleaned_data["user"],
        }
        if change:
            services.player_edit(player_id=obj.pk, **written)
        else:
            obj.pk = services.player_create(**written).pk


@admin.register(Member)
class MemberAdmin(ReadOnly):
    list_display = ("group", "position", "player")
    list_select_related = ("group", "player")
    search_fields = ("group__name", "player__name")


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "one", "two", "length", "state", "created_at")
    list_filter = ("state", "rated")
    list_select_related = ("one", "two")
    search_fields = ("one__name", "two__name")


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("id", "match", "kind", "role", "recorded_by", "recorded_at", "status")
    list_filter = ("kind", "role")
    list_select_related = ("match__one", "match__two", "recorded_by", "verdict")
    fields = (
        "match",
        "kind",
        "role",
        "side",
        "points_one",
        "points_two",
        "names",
        "recorded_by",
        "recorded_at",
        "request_id",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).defer("transcript")


@admin.register(Verdict)
class VerdictAdmin(ReadOnly):
    list_display = ("id", "report", "accepted", "recorded_at")
    list_filter = ("accepted",)
    list_select_related = ("report",)
    fields = ("report", "accepted", "problem", "finding", "swapped", "recorded_at", "request_id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Verdict]:
        return super().get_queryset(request).defer("report__transcript")


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = ("id", "match", "kind", "grounds", "winner", "points_one", "points_two", "recorded_at")
    list_filter = ("kind", "grounds")
    list_select_related = ("match__one", "match__two")
    fields = (
        "match",
        "kind",
        "grounds",
        "winner",
        "points_one",
        "points_two",
        "games",
        "report",
        "ruling",
        "settled_at",
        "recorded_by",
        "recorded_at",
        "request_id",
    )


@admin.register(Answer, Ruling, Appeal, Seat, Vote, Schedule, Penalty, LiveGame, Reminder)
class MatchFactAdmin(FactAdmin):
    """What is said and ruled about a match."""


@admin.register(PoolTerms, PoolMatch)
class PoolFactAdmin(FactAdmin):
    """How a pool rates, and which matches count in it by themselves."""


@admin.register(RatingPool)
class RatingPoolAdmin(ReadOnly):
    list_display = ("name", "everybody", "created_at")


@admin.register(RatingStanding)
class RatingStandingAdmin(ReadOnly):
    list_display = ("player", "pool", "value", "experience", "peak", "last_at")
    list_filter = ("pool",)
    list_select_related = ("player", "pool")
    search_fields = ("player__name",)


@admin.register(Outbox)
class OutboxAdmin(ReadOnly):
    list_display = ("kind", "subject", "generation", "created_at", "enqueued_at", "attempts")


@admin.register(DiceExtract)
class DiceExtractAdmin(ReadOnly):
    list_display = ("report", "rolls")
    list_select_related = ("report",)
    fields = ("report", "rolls", "games")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DiceExtract]:
        return super().get_queryset(request).defer("marks", "report__transcript")


@admin.register(SharedDice)
class SharedDiceAdmin(ReadOnly):
    list_display = ("one", "two", "length")
    list_select_related = ("one__report", "two__report")
    fields = ("one", "two", "length", "runs")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SharedDice]:
        return (
            super()
            .get_queryset(request)
            .defer(
                *(
                    f"{side}__{big}"
                    for side in ("one", "two")
                    for big in ("games", "marks", "report__transcript")
                )
            )
        )


@admin.register(FederationNumber)
class FederationNumberAdmin(ReadOnly):
    list_display = ("player", "federation", "number")
    list_select_related = ("player",)
    search_fields = ("player__name", "number")


@admin.register(Merge)
class MergeAdmin(ReadOnly):
    list_display = ("id", "absorbed", "kept", "recorded_by", "recorded_at", "undoes")
    list_select_related = ("absorbed", "kept", "recorded_by", "undoes__absorbed", "undoes__kept")


@admin.register(Claim)
class ClaimAdmin(ReadOnly):
    list_display = ("id", "player", "recorded_by", "recorded_at")
    list_select_related = ("player", "recorded_by")


@admin.register(ClaimAnswer)
class ClaimAnswerAdmin(ReadOnly):
    list_display = ("id", "claim", "agrees", "recorded_by", "recorded_at")
    list_select_related = ("claim__player", "recorded_by")


@admin.register(Release)
class ReleaseAdmin(ReadOnly):
    list_display = ("id", "player", "login", "recorded_by", "recorded_at")
    list_select_related = ("player", "login", "recorded_by")


@admin.register(Anonymisation)
class AnonymisationAdmin(ReadOnly):
    list_display = ("id", "player", "recorded_by", "recorded_at")
    list_select_related = ("player", "recorded_by")
