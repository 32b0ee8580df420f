"""Players in the admin site, and the facts about them."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.base.admin import ModelAdmin, ReadOnly
from matches.players import services
from matches.players.models import (
    Alias,
    Anonymisation,
    AnonymisationCancellation,
    AnonymisationRequest,
    Claim,
    ClaimAnswer,
    ClaimObjection,
    FederationNumber,
    Invitation,
    InvitationAnswer,
    InvitationLink,
    InvitationLinkEnd,
    LoginAttachment,
    Member,
    Merge,
    Player,
    ProfileConsent,
    Release,
    Rename,
)

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Player]
else:
    ModelForm = forms.ModelForm


class PlayerForm(ModelForm):
    """A player's name and the names the player goes by elsewhere."""

    aliases = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 4}), help_text=_("One name a line.")
    )

    class Meta:
        model = Player
        fields = ["name", "reading", "user"]

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
            raise forms.ValidationError(_("The player has a login already; it stays."))
        if self.instance.kind != Player.Kind.PERSON and user is not None:
            raise forms.ValidationError(_("The logins of its members speak for a pair or a team."))
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
            "reading": form.cleaned_data["reading"],
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


@admin.register(AnonymisationRequest)
class AnonymisationRequestAdmin(ReadOnly):
    list_display = ("id", "player", "effective_at", "recorded_by", "recorded_at")
    list_select_related = ("player", "recorded_by")


@admin.register(AnonymisationCancellation)
class AnonymisationCancellationAdmin(ReadOnly):
    list_display = ("id", "stops", "recorded_by", "recorded_at")
    list_select_related = ("stops__player", "recorded_by")


@admin.register(ClaimObjection)
class ClaimObjectionAdmin(ReadOnly):
    list_display = ("id", "claim", "recorded_by", "recorded_at")
    list_select_related = ("claim__player", "recorded_by")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("id", "kind", "player", "login", "recorded_by", "recorded_at")
    list_filter = ("kind",)
    list_select_related = ("player", "login", "recorded_by")


@admin.register(InvitationLink)
class InvitationLinkAdmin(ReadOnly):
    list_display = ("id", "player", "expires_at", "recorded_by", "recorded_at")
    list_select_related = ("player", "recorded_by")


@admin.register(InvitationLinkEnd)
class InvitationLinkEndAdmin(ReadOnly):
    list_display = ("id", "link", "claim", "recorded_by", "recorded_at")
    list_select_related = ("link__player", "claim__player", "recorded_by")


@admin.register(InvitationAnswer)
class InvitationAnswerAdmin(ReadOnly):
    list_display = ("id", "invitation", "accepts", "recorded_by", "recorded_at")
    list_select_related = ("invitation__player", "invitation__login", "recorded_by")


@admin.register(LoginAttachment)
class LoginAttachmentAdmin(ReadOnly):
    list_display = ("id", "player", "login", "recorded_by", "recorded_at")
    list_select_related = ("player", "login", "recorded_by")


@admin.register(ProfileConsent)
class ProfileConsentAdmin(ReadOnly):
    list_display = ("id", "player", "public", "recorded_by", "recorded_at")
    list_select_related = ("player", "recorded_by")


@admin.register(Rename)
class RenameAdmin(ReadOnly):
    list_display = ("id", "player", "former", "name", "recorded_by", "recorded_at")
    list_select_related = ("player", "recorded_by")
