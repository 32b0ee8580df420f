"""Logins and tokens in the admin site."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from matches.accounts import services
from matches.base.admin import ModelAdmin, ReadOnly

from .models import Token, User

if TYPE_CHECKING:
    BaseUserAdmin = UserAdmin[User]
else:
    BaseUserAdmin = UserAdmin


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
