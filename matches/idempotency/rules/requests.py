"""What makes two requests the same one, sent again.

Source: draft-ietf-httpapi-idempotency-key-header-07, sections 2.1 (the key), 2.4 (the fingerprint).
"""

import hashlib
import json
import re

# The draft has a quoted string, most clients send it bare: each is taken as it comes.
KEY_PATTERN = r"^[!-~]{1,255}$"

_BOUNDARY = re.compile(r'boundary="?([^";]+)', re.IGNORECASE)


def is_idempotency_key(sent: str) -> bool:
    """Whether it is 1 to 255 visible ASCII characters."""
    return re.fullmatch(KEY_PATTERN[1:-1], sent) is not None


def request_fingerprint(method: str, address: str, media_type: str, body: bytes) -> str:
    """SHA-256 of all that a request says, byte for byte.

    But for the boundary between the parts of a form, which clients make up anew each time they send it.
    """
    if media_type.lower().startswith("multipart/") and (found := _BOUNDARY.search(media_type)):
        boundary = found.group(1)
        media_type = media_type.replace(boundary, "")
        body = body.replace(b"--" + boundary.encode(errors="replace"), b"--")
    said = json.dumps([method, address, media_type, hashlib.sha256(body).hexdigest()])
    return hashlib.sha256(said.encode()).hexdigest()
