"""Logins and tokens in the admin site."""

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.accounts import services
from matches.base.admin import ModelAdmin, ReadOnly

from .models import ServiceUse, Token, User

if TYPE_CHECKING:
    BaseUserAdmin = UserAdmin[User]
else:
    BaseUserAdmin = UserAdmin


# What lets somebody in is not looked at, let alone written: TOTP keys and sessions are as good as passwords.
for model in (EmailAddress, Authenticator, UserSession):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(User)
class LoginAdmin(BaseUserAdmin):
    list_display = ("username", "is_active", "is_staff", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Address"), {"fields": ("email", "email_confirmed_at")}),
        (pgettext_lazy("login", "Times"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("email", "email_confirmed_at")
    filter_horizontal = ()
    list_filter = ("is_active", "is_staff")
    actions = ("log_out",)

    @admin.action(description=_("Log out on every device"), permissions=["change"])
    def log_out(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            services.log_out_everywhere(user)


@admin.register(Token)
class TokenAdmin(ReadOnly):
    """Tokens are issued over the API, to their owners; here they can be revoked."""

    list_display = ("prefix", "name", "user", "scopes", "place", "place_number", "expires_at", "last_used_at")
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


@admin.register(ServiceUse)
class ServiceUseAdmin(ReadOnly):
    """What programs of clubs did."""

    list_display = ("last_at", "login", "operation", "subject", "outcome", "address", "count")
    list_select_related = ("login",)
