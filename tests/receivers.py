"""A real receiver of requests on this machine: what it got, and what it is to answer."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

LOOPBACK = [ip_network("127.0.0.0/8")]


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


Answering = Callable[[Received], tuple[int, bytes, dict[str, str]]]


def answering(status: int = 204, body: bytes = b"", **headers: str) -> Answering:
    return lambda received: (status, body, headers)


def after(seconds: float, then: Answering) -> Answering:
    def slow(received: Received) -> tuple[int, bytes, dict[str, str]]:
        time.sleep(seconds)
        return then(received)

    return slow


@dataclass
class Receiver:
    """answer: what is said to each request. port: where it listens."""

    port: int
    scheme: str = "http"
    answer: Answering = field(default_factory=answering)
    received: list[Received] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/hook"

    def empty(self) -> None:
        self.received.clear()
        self.answer = answering()


@contextmanager
def receiver(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            got = Received(self.path, headers, body)
            box.received.append(got)
            status, said, more = box.answer(got)
            try:
                self.send_response(status)
                for name, value in {"Content-Length": str(len(said)), **more}.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(said)
            except OSError:
                self.close_connection = True

        def log_message(self, *args: Any) -> None:
            return

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: Any) -> None:
            return

    server = Server(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    box = Receiver(server.server_address[1], "http" if tls is None else "https")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield box
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def certified(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server that is `name`, and a client that believes it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = folder / f"{name}.pem"
    pem.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem)
    return server, ssl.create_default_context(cafile=str(pem))


def reachable(settings: Any) -> None:
    """Django's settings, for a service that may send to receivers on this machine."""
    settings.OUTBOUND_NETWORKS = LOOPBACK
    settings.OUTBOUND_HTTP = settings.OUTBOUND_HIGH_PORTS = True
