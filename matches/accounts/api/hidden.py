"""Rows of which nobody hears but those whom they concern."""

from typing import Any

from django.db.models import Model
from django.http import Http404
from rest_framework import generics

from matches.accounts.models import User

from .authentication import require_caller


class HiddenFromOthers(generics.GenericAPIView[Any]):
    """Base of views of one such row: for whom it does not concern there is none."""

    def concerns(self, user: User, row: Any) -> bool:
        raise NotImplementedError

    def get_object(self) -> Any:
        row: Model = super().get_object()
        if not self.concerns(require_caller(self.request), row):
            raise Http404
        return row
