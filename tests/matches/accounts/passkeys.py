"""A passkey as a browser has it, without the browser. Source: Web Authentication Level 2, 6.1 and 6.5."""

import hashlib
import json
import os
import re

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

ORIGIN, DOMAIN = "http://testserver", "testserver"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class SoftPasskey:
    """Kept on a device that has seen its owner's finger."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.number = os.urandom(16)
        self.user = None
        self.uses = 0

    def add_to(self, browser):
        """What the page answers to whom the key is given."""
        page = browser.get("/account/factors/webauthn/add/").content.decode()
        (data,) = re.findall(r'<script id="passkey_data" type="application/json">(.*?)</script>', page)
        options = json.loads(data)["creation_options"]["publicKey"]
        self.user = options["user"]["id"]
        public = cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))
        attested = bytes(16) + len(self.number).to_bytes(2, "big") + self.number + public
        whole = {"fmt": "none", "attStmt": {}, "authData": self.data(ATTESTED) + attested}
        response = {
            "clientDataJSON": websafe_encode(self.asked("webauthn.create", options["challenge"])),
            "attestationObject": websafe_encode(cbor.encode(whole)),
        }
        sent = {"name": "dora", "passwordless": "on", "credential": self.credential(response)}
        return browser.post("/account/factors/webauthn/add/", sent)

    def log_in(self, browser, **options):
        """What the login answers to the key alone."""
        json_asked = {"Accept": "application/json"}
        asked = browser.get("/account/factors/webauthn/login/", headers=json_asked).json()
        sent = self.answer(asked["request_options"]["publicKey"]["challenge"], **options)
        return browser.post("/account/factors/webauthn/login/", {"credential": sent})

    def answer(self, challenge, origin=ORIGIN, flags=VERIFIED):
        """To a challenge, as the page posts it."""
        asked, data = self.asked("webauthn.get", challenge, origin), self.data(flags - VERIFIED)
        signed = self.key.sign(data + hashlib.sha256(asked).digest(), ec.ECDSA(hashes.SHA256()))
        return self.credential(
            {
                "clientDataJSON": websafe_encode(asked),
                "authenticatorData": websafe_encode(data),
                "signature": websafe_encode(signed),
                "userHandle": self.user,
            }
        )

    def data(self, flags):
        self.uses += 1
        flags = PRESENT | VERIFIED | flags if flags >= 0 else PRESENT
        return hashlib.sha256(DOMAIN.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def asked(self, kind, challenge, origin=ORIGIN):
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def credential(self, response):
        number = websafe_encode(self.number)
        return json.dumps(
            {
                "id": number,
                "rawId": number,
                "type": "public-key",
                "response": response,
                "clientExtensionResults": {"credProps": {"rk": True}},
            }
        )
