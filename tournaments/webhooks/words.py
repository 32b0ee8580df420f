"""Words for the codes of webhooks."""

from django.utils.translation import pgettext_lazy

WORDS = {
    "webhook_delivery": {
        "waiting": pgettext_lazy("webhook delivery", "Waiting"),
        "delivered": pgettext_lazy("webhook delivery", "Delivered"),
        "given_up": pgettext_lazy("webhook delivery", "Given up"),
    },
    "webhook_state": {
        "active": pgettext_lazy("webhook", "Active"),
        "paused": pgettext_lazy("webhook", "Paused"),
    },
    "webhook_pause": {
        "by_hand": pgettext_lazy("webhook", "paused by somebody of the club"),
        "failing": pgettext_lazy("webhook", "paused, as nothing could be delivered for days"),
        "gone": pgettext_lazy("webhook", "paused, as the receiver says that it is gone (410)"),
        "secret_lost": pgettext_lazy("webhook", "paused, as its secret can be read no more: make another"),
    },
    "webhook_fault": {
        "forbidden": pgettext_lazy("webhook", "The address leads into a network of its own."),
        "unknown_name": pgettext_lazy("webhook", "Nobody knows the name."),
        "unreachable": pgettext_lazy("webhook", "Nobody answers at the address."),
        "certificate": pgettext_lazy("webhook", "The certificate is not of the name, or not to be believed."),
        "timeout": pgettext_lazy("webhook", "No answer within 10 seconds."),
        "broken": pgettext_lazy("webhook", "The connection broke, or the answer is no HTTP."),
    },
}
