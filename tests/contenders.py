"""Processes that act at the same instant, each with a connection of its own.

Each is a copy of one that has loaded the service: to load it costs more than what they do.
"""

import multiprocessing
from multiprocessing.context import ForkServerContext

import django

django.setup()


def contending() -> ForkServerContext:
    """Where such processes, and what they share, come from."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context
