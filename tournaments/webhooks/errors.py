"""Why something of webhooks is refused."""

from matches.base.errors import Refusal


class UnknownEventType(Refusal):
    """There is no such type of event."""

    code = "unknown_event_type"
    title = "There is no such type of event"


class TooManyWebhooks(Refusal):
    """The club has as many as a club may have."""

    code = "too_many_webhooks"
    title = "The club has as many webhooks as it may have"


class WebhookNotActive(Refusal):
    """Nothing is sent there now."""

    code = "webhook_paused"
    title = "The webhook is paused"
