"""Addresses that hold a secret, which no line of the log repeats."""

import logging
import re

# What follows is the secret of a mailed link, or of a printed one.
SECRET_PATHS = re.compile(r"^(/account/(?:password/reset|email/confirm)/|/notices/unsubscribe/|/slips/).+")


def path_as_logged(path: str) -> str:
    return SECRET_PATHS.sub(r"\1...", path)


class SecretPathFilter(logging.Filter):
    """Shortens paths in what Django logs itself: a form from elsewhere, a fault of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                path_as_logged(each) if isinstance(each, str) else each for each in record.args
            )
        return True
