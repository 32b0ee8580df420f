"""/clubs/<id>/webhooks/, /webhooks/<id>/: where programs of a club hear of its events, and what was sent."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import ACCOUNT
from matches.accounts.api.secret_answers import SecretAnswers, SecretField
from matches.accounts.permissions import require_permission
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.base.outbound import FAULTS
from matches.facts.api.versions import versioned
from matches.notifications.selectors import kinds_declared
from tournaments.clubs.models import Club

from . import services
from .models import URL_MAX, Webhook, WebhookAttempt, WebhookDelivery
from .selectors import delivery_list, event_types, webhook_list, webhooks_managed

EVENT_TYPES = [(name, kinds_declared()[code].name) for name, code in event_types().items()]


class EventTypeField(serializers.ChoiceField):
    """The type of an event. One that there is not is refused by the service, which says which there are."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=EVENT_TYPES, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        sent: str = serializers.CharField(max_length=80).run_validation(data)
        return sent


class TypesField(serializers.ListField):
    child = EventTypeField()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{"max_length": 100, "help_text": "Of events; all, where there are none.", **kwargs}
        )


class CauseField(serializers.ChoiceField):
    """A code, or null where the row has none."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        super().__init__(choices=choices, allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) if value else None


class WebhookInput(serializers.Serializer[Any]):
    url = serializers.CharField(max_length=URL_MAX, help_text="Where events are posted: https.")
    types = TypesField(default=list)


class WebhookPatch(serializers.Serializer[Any]):
    url = serializers.CharField(max_length=URL_MAX, required=False)
    types = TypesField(required=False)
    active = serializers.BooleanField(required=False, help_text="false: nothing is sent for now.")


class WebhookOutput(serializers.Serializer[Webhook]):
    id = serializers.IntegerField()
    club = serializers.IntegerField(source="club_id")
    url = serializers.CharField()
    types = TypesField()
    active = serializers.BooleanField(source="is_active")
    pause_cause = CauseField(Webhook.PauseCause.choices, help_text="Why nothing is sent.")
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="The first failure since something was delivered."
    )
    waiting = serializers.IntegerField(help_text="How many deliveries wait.")
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(
        source="created_by.username", default=None, allow_null=True, help_text="Username."
    )
    before_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when the secret before this one signs as well."
    )


class NewWebhookOutput(WebhookOutput):
    secret = SecretField(help_text="Signs what is sent. Shown this once.")


class WebhookAttemptOutput(serializers.Serializer[WebhookAttempt]):
    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True, help_text="Of the answer; null where there was none.")
    fault = CauseField(FAULTS, help_text="Why there was none.")
    milliseconds = serializers.IntegerField()
    answer = serializers.CharField(help_text="How the answer begins.")


class SubjectOutput(serializers.Serializer[Any]):
    kind = serializers.CharField(source="subject_kind")
    number = serializers.IntegerField(source="subject")


class WebhookDeliveryOutput(serializers.Serializer[WebhookDelivery]):
    id = serializers.IntegerField()
    message = serializers.CharField(help_text="Its webhook-id, the same at each attempt.")
    type = serializers.CharField()
    subject = SubjectOutput(source="*")
    state = serializers.ChoiceField(choices=WebhookDelivery.State.choices)
    happened_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(help_text="When it is sent next; of those that wait.")
    closed_at = serializers.DateTimeField(allow_null=True)
    attempts = WebhookAttemptOutput(source="tries", many=True)


class RedeliverInput(serializers.Serializer[Any]):
    since = serializers.DateTimeField(help_text="When the first of what is wanted has happened.")


class RedeliverOutput(serializers.Serializer[Any]):
    deliveries = serializers.IntegerField(help_text="How many go again.")


class OfWebhook(SecretAnswers, generics.GenericAPIView[Any]):
    """Base of what whoever runs a club sees and does of its webhooks; for others there are none."""

    def requested_webhook(self, name: str = "pk") -> Webhook:
        caller = require_caller(self.request)
        webhook = generics.get_object_or_404(webhooks_managed(caller), pk=self.kwargs[name])
        require_permission(caller, "webhook_manage", webhook.club)
        return webhook

    def answer(self, pk: int) -> Webhook:
        """The webhook as it is now."""
        found: Webhook = webhooks_managed(require_caller(self.request)).get(pk=pk)
        return found


class WebhooksView(SecretAnswers, generics.ListAPIView[Webhook]):
    """Webhooks of a club, the latest first: for whoever runs it."""

    serializer_class = WebhookOutput
    queryset = Webhook.objects.none()
    filter_backends = ()
    scopes = {"GET": ACCOUNT, "POST": ACCOUNT}

    def requested_club(self) -> Club:
        club = generics.get_object_or_404(Club, pk=self.kwargs["pk"])
        require_permission(require_caller(self.request), "webhook_manage", club)
        return club

    def get_queryset(self) -> QuerySet[Webhook]:
        return webhook_list(self.requested_club())

    @extend_schema(request=WebhookInput, responses={201: NewWebhookOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Have events of the club posted to an address; the answer has the secret that signs them."""
        club = self.requested_club()
        sent = read_request_body(WebhookInput, request)
        webhook, secret = services.webhook_add(actor=require_caller(request), club_id=club.pk, **sent)
        found = webhook_list(club).get(pk=webhook.pk)
        answer = NewWebhookOutput(found, context={"secret": secret}).data
        location = reverse("api-tournaments:webhook", args=[webhook.pk])
        return Response(answer, status=201, headers={"Location": location})


@versioned("webhook", private=True)
class WebhookView(OfWebhook):
    """A webhook of a club."""

    serializer_class = WebhookOutput
    queryset = Webhook.objects.none()
    scopes = {"GET": ACCOUNT, "PATCH": ACCOUNT, "DELETE": ACCOUNT}

    def get(self, request: Request, pk: int) -> Response:
        """Where events go, which, and how it goes."""
        return Response(WebhookOutput(self.requested_webhook()).data)

    @extend_schema(request=WebhookPatch, responses=WebhookOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change where events go and which, pause it, or set it going again."""
        webhook = self.requested_webhook()
        sent = read_request_body(WebhookPatch, request, partial=True)
        services.webhook_change(actor=require_caller(request), webhook_id=webhook.pk, **sent)
        return Response(WebhookOutput(self.answer(pk)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it, and what is known of its deliveries."""
        refuse_request_body(request)
        services.webhook_remove(actor=require_caller(request), webhook_id=self.requested_webhook().pk)
        return Response(status=204)


class WebhookSecretView(OfWebhook):
    """The secret of a webhook."""

    serializer_class = NewWebhookOutput
    queryset = Webhook.objects.none()
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=None, responses={201: NewWebhookOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Make another secret; for a day the one before it signs as well."""
        refuse_request_body(request)
        webhook = self.requested_webhook()
        _, secret = services.webhook_secret_rotate(actor=require_caller(request), webhook_id=webhook.pk)
        return Response(NewWebhookOutput(self.answer(pk), context={"secret": secret}).data, status=201)


class WebhookTestView(OfWebhook):
    """Trying a webhook."""

    serializer_class = WebhookDeliveryOutput
    queryset = WebhookDelivery.objects.none()
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=None, responses={202: WebhookDeliveryOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Send the event `webhook.test`; its delivery says what comes of it."""
        refuse_request_body(request)
        webhook = self.requested_webhook()
        delivery = services.webhook_test(actor=require_caller(request), webhook_id=webhook.pk)
        location = reverse("api-tournaments:webhook-delivery", args=[webhook.pk, delivery.pk])
        answer = WebhookDeliveryOutput(delivery).data
        return Response(answer, status=202, headers={"Location": location})


class DeliveryFilters(filters.FilterSet):
    state = filters.ChoiceFilter(choices=WebhookDelivery.State.choices)

    class Meta:
        model = WebhookDelivery
        fields = ("state",)


class WebhookDeliveriesView(OfWebhook, generics.ListAPIView[WebhookDelivery]):
    """What was sent to a webhook within 30 days, the latest first."""

    serializer_class = WebhookDeliveryOutput
    queryset = WebhookDelivery.objects.none()
    filterset_class = DeliveryFilters
    scopes = {"GET": ACCOUNT}

    def get_queryset(self) -> QuerySet[WebhookDelivery]:
        return delivery_list(self.requested_webhook())


class WebhookRedeliverFailedView(OfWebhook):
    """Sending all again that has failed."""

    serializer_class = RedeliverOutput
    queryset = WebhookDelivery.objects.none()
    scopes = {"POST": ACCOUNT}

    @extend_schema(
        request=RedeliverInput,
        responses={202: RedeliverOutput},
        operation_id="webhooks_deliveries_redeliver_failed",
    )
    def post(self, request: Request, pk: int) -> Response:
        """Send again, with the same ids and in order, all that has happened since a time and has failed."""
        webhook = self.requested_webhook()
        sent = read_request_body(RedeliverInput, request)
        count = services.deliveries_redeliver(
            actor=require_caller(request), webhook_id=webhook.pk, since=sent["since"]
        )
        location = reverse("api-tournaments:webhook-deliveries", args=[webhook.pk])
        return Response({"deliveries": count}, status=202, headers={"Location": location})


class WebhookDeliveryView(OfWebhook):
    """What was sent to a webhook, with each attempt."""

    serializer_class = WebhookDeliveryOutput
    queryset = WebhookDelivery.objects.none()
    scopes = {"GET": ACCOUNT}

    def get(self, request: Request, webhook: int, pk: int) -> Response:
        """One delivery, with what was answered."""
        found = delivery_list(self.requested_webhook("webhook"))
        return Response(WebhookDeliveryOutput(generics.get_object_or_404(found, pk=pk)).data)


class WebhookRedeliverView(OfWebhook):
    """Sending something again."""

    serializer_class = WebhookDeliveryOutput
    queryset = WebhookDelivery.objects.none()
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=None, responses={202: WebhookDeliveryOutput})
    def post(self, request: Request, webhook: int, pk: int) -> Response:
        """Send it again, with the same id; or at once, where it waits."""
        refuse_request_body(request)
        found = delivery_list(self.requested_webhook("webhook"))
        delivery = generics.get_object_or_404(found, pk=pk)
        services.webhook_redeliver(actor=require_caller(request), webhook_id=webhook, delivery_id=delivery.pk)
        return Response(WebhookDeliveryOutput(found.get(pk=pk)).data, status=202)
