"""Requests of the service to addresses that somebody has typed: never into a network of its own.

A name is looked up once, every address it has is judged, and the connection goes to one that was judged: a
name that means something else a moment later reaches nothing. Certificates are checked against the name.
Redirects are answers like any other, proxies of the environment are not asked, and the whole exchange has
one deadline. After OWASP's cheat sheet on server side request forgery.
"""

from .addresses import LONGEST_ADDRESS, checked_address
from .client import FAULTS, OutboundAnswer, OutboundFailed, OutboundFault, outbound_post

__all__ = [
    "FAULTS",
    "LONGEST_ADDRESS",
    "OutboundAnswer",
    "OutboundFailed",
    "OutboundFault",
    "checked_address",
    "outbound_post",
]
