"""/me/notices/: what the caller was told."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import ACCOUNT, READ
from matches.base.api.parsing import read_request_body
from matches.notifications import services
from matches.notifications.models import Delivery
from matches.notifications.selectors import notices_listed, notices_of_login


class NoticeOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="number")
    kind = serializers.CharField(help_text="The code of a kind of notice.")
    subject = serializers.CharField(help_text="What it is about, as its resource is called: `match`.")
    subject_number = serializers.IntegerField()
    title = serializers.CharField(help_text="In the language that was asked for.")
    sentence = serializers.CharField()
    page = serializers.CharField(source="address", help_text="The page to look at.")
    deadline = serializers.DateTimeField(allow_null=True)
    notified_at = serializers.DateTimeField(source="at")
    read_at = serializers.DateTimeField(allow_null=True)
    over = serializers.BooleanField(source="is_over", help_text="Nothing is to be done about it any more.")


class NoticesReadInput(serializers.Serializer[Any]):
    notices = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        max_length=1000,
        help_text="The numbers of those that were seen; all, if none are named.",
    )


class NoticesReadOutput(serializers.Serializer[Any]):
    read = serializers.IntegerField(help_text="How many had not been seen before.")


class NoticesView(generics.ListAPIView[Delivery]):
    """What the caller was told in the last 90 days, the latest first."""

    serializer_class = NoticeOutput
    queryset = Delivery.objects.none()
    filter_backends = ()
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[Delivery]:
        return notices_of_login(require_caller(self.request))

    def paginate_queryset(self, queryset: Any) -> Any:
        login = require_caller(self.request)
        return notices_listed(super().paginate_queryset(queryset) or (), login, timezone.now())


class NoticesReadView(APIView):
    """Noting what was seen."""

    scopes = {"POST": ACCOUNT}

    @extend_schema(request=NoticesReadInput, responses=NoticesReadOutput)
    def post(self, request: Request) -> Response:
        """Note that the caller has seen notices."""
        sent = read_request_body(NoticesReadInput, request)
        read = services.notices_read(login=require_caller(request), numbers=sent.get("notices"))
        return Response(NoticesReadOutput({"read": read}).data)
