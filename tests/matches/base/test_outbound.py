"""Requests to addresses that somebody has typed: OWASP's list for server side request forgery, and more."""

import socket
import threading
import time
from contextlib import suppress
from ipaddress import ip_address

import pytest

from matches.base.errors import ForbiddenAddress
from matches.base.outbound import OutboundFailed, checked_address, outbound_post
from matches.base.outbound.networks import is_public_address
from tests.each import check_all
from tests.receivers import after, answering, certified, reachable, receiver

PUBLIC = "8.8.8.8"

NEVER = """
http://club.example/hook
ftp://club.example/
file:///etc/passwd
gopher://127.0.0.1:6379/_FLUSHALL
dict://127.0.0.1:11211/
javascript:alert(1)
//club.example/hook
club.example/hook
https://
https:///hook
https:club.example
https://club.example:22/
https://club.example:6379/
https://club.example:8080/
https://club.example:0/
https://club.example:99999/
https://club.example:x/
https://user@club.example/
https://user:pass@club.example/
https://club.example@127.0.0.1/
https://@club.example/
https://club.example/#part
https://club.example\\@127.0.0.1/
https://club.example%2f@127.0.0.1/
https://club.example%00.evil.example/
https://127.0.0.1/
https://127.0.0.1:8443/
https://127.1/
https://127.0.1/
https://127.1.1.1/
https://127.000.000.001/
https://0177.0.0.1/
https://0177.0.0.01/
https://0x7f.0.0.1/
https://0x7f000001/
https://0x7f.1/
https://2130706433/
https://017700000001/
https://4294967296/
https://0/
https://0.0.0.0/
https://127.0.0.1./
https://127.0.0.1.:443/
https://10.0.0.1/
https://10.255.255.255/
https://172.16.0.1/
https://172.31.255.255/
https://192.168.0.1/
https://100.64.0.1/
https://100.100.100.200/latest/meta-data/
https://169.254.169.254/latest/meta-data/
https://2852039166/latest/meta-data/
https://0xA9FEA9FE/
https://169.254.170.2/v2/credentials
https://192.0.0.192/latest/
https://168.63.129.16/machine
https://192.0.2.1/
https://198.18.0.1/
https://198.51.100.1/
https://203.0.113.1/
https://224.0.0.1/
https://239.255.255.250/
https://240.0.0.1/
https://255.255.255.255/
https://[::]/
https://[::1]/
https://[0:0:0:0:0:0:0:1]/
https://[::ffff:127.0.0.1]/
https://[::ffff:7f00:1]/
https://[::127.0.0.1]/
https://[::ffff:0:127.0.0.1]/
https://[64:ff9b::7f00:1]/
https://[64:ff9b::10.0.0.1]/
https://[64:ff9b:1::7f00:1]/
https://[2002:7f00:1::]/
https://[2001:0:53aa:64c:0:0:80ff:fffe]/
https://[2001:db8::1]/
https://[3fff::1]/
https://[fe80::1]/
https://[fe80::1%25eth0]/
https://[fec0::1]/
https://[fc00::1]/
https://[fd00:ec2::254]/latest/meta-data/
https://[ff02::1]/
https://[100::1]/
https://[::1/
https://localhost/
https://LOCALHOST/
https://localhost.localdomain.localhost/
https://redis/
https://metadata/
https://metadata.google.internal/
https://printer.local/
https://club.example./
https://club..example/
https://.club.example/
https://-club.example/
https://club-.example/
https://club_hall.example/
https://club .example/
https://club.example/a b
https://club.example/\t
https://①②⑦.⓪.⓪.①/
https://①②⑦。⓪。⓪。①/
https://１２７.0.0.1/
https://127。0。0。1/
https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/
https://club.example\u200b/
https://*.example/
https://club,example/
""".strip().splitlines()

ALWAYS = {
    "https://club.example/hook": "https://club.example/hook",
    "https://club.example": "https://club.example",
    "https://club.example:443/hook": "https://club.example/hook",
    "https://club.example:8443/hook?a=b&c=d%20e": "https://club.example:8443/hook?a=b&c=d%20e",
    "HTTPS://Club.Example/Hook": "https://club.example/Hook",
    "https://bücher.example/": "https://xn--bcher-kva.example/",
    "https://日本.example/": "https://xn--wgv71a.example/",
    f"https://{PUBLIC}/": f"https://{PUBLIC}/",
    "https://[2606:4700:4700::1111]/": "https://[2606:4700:4700::1111]/",
    "https://[64:ff9b::808:808]/": "https://[64:ff9b::808:808]/",
}


@pytest.fixture(scope="module")
def box():
    with receiver() as found:
        yield found


@pytest.fixture
def allowed(settings, box):
    reachable(settings)
    box.empty()
    return box


def posted(address, **more):
    return outbound_post(address, content=b"{}", headers={"content-type": "application/json"}, **more)


def failed(address, **more):
    with pytest.raises(OutboundFailed) as failure:
        posted(address, **more)
    return failure.value.fault


def test_addresses_that_are_refused():
    def check(address):
        with pytest.raises(ForbiddenAddress):
            checked_address(address)
        assert failed(address, resolver=unasked) == "forbidden"

    check_all(check, [(address,) for address in NEVER])


def unasked(host, port):
    raise AssertionError("nobody has to be asked")


def test_too_long():
    with pytest.raises(ForbiddenAddress):
        checked_address("https://club.example/" + "a" * 500)


def test_addresses_that_are_kept():
    assert {address: str(checked_address(address)) for address in ALWAYS} == ALWAYS


@pytest.mark.parametrize(
    "numbers", [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::ffff:127.0.0.1"], ["fe80::1%lo"], ["::1", PUBLIC]]
)
def test_a_name_that_leads_inside_reaches_nothing(monkeypatch, numbers):
    monkeypatch.setattr(socket, "create_connection", unconnected)
    assert failed("https://club.example/", resolver=lambda host, port: numbers) == "forbidden"


def unconnected(*args, **kwargs):
    raise AssertionError("nothing is to be connected to")


def test_a_name_that_nobody_knows():
    assert failed("https://club.example/", resolver=lambda host, port: []) == "unknown_name"
    assert failed("https://nothing.invalid/") == "unknown_name"


def test_a_name_is_asked_for_once_and_its_answer_alone_is_connected_to(settings, box, monkeypatch):
    """DNS that changes its mind: public when it is looked at, loopback when it is connected to."""
    box.empty()
    settings.OUTBOUND_HTTP = settings.OUTBOUND_HIGH_PORTS = True
    asked, connected = [], []

    def changing(host, port):
        asked.append(host)
        return [PUBLIC] if len(asked) == 1 else ["127.0.0.1"]

    def connect(address, *args, **kwargs):
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    assert failed(f"http://club.example:{box.port}/", resolver=changing) == "unreachable"
    assert asked == ["club.example"]
    assert connected == [(PUBLIC, box.port)], "the number, which nobody looks up again"
    assert box.received == []
    monkeypatch.undo()
    assert failed(f"http://club.example:{box.port}/", resolver=changing) == "forbidden"
    assert box.received == []


def test_what_is_sent_and_answered(allowed):
    allowed.answer = answering(200, b"thank you")
    answer = posted(allowed.url)
    assert (answer.status, answer.body) == (200, b"thank you")
    (got,) = allowed.received
    assert (got.path, got.body) == ("/hook", b"{}")
    assert got.headers["host"] == f"127.0.0.1:{allowed.port}"


def test_a_redirect_is_not_followed(allowed):
    allowed.answer = answering(302, Location=f"http://127.0.0.1:{allowed.port}/other")
    assert posted(allowed.url).status == 302
    assert [got.path for got in allowed.received] == ["/hook"]


def test_proxies_of_the_environment_are_not_asked(allowed, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert posted(allowed.url).status == 204


def test_no_more_is_read_than_wanted(allowed):
    allowed.answer = answering(200, b"x" * 5_000_000)
    assert posted(allowed.url).body == b"x" * 1024


def test_who_is_slow_is_not_waited_for(allowed):
    allowed.answer = after(3, answering())
    begun = time.monotonic()
    assert failed(allowed.url, seconds=0.5) == "timeout"
    assert time.monotonic() - begun < 2


def test_who_drips_is_not_waited_for(settings):
    """A byte now and then keeps each step short, and all of them together not."""
    reachable(settings)
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=drip, args=(server,), daemon=True)
        thread.start()
        begun = time.monotonic()
        assert failed(f"http://127.0.0.1:{server.getsockname()[1]}/", seconds=1) == "timeout"
        assert time.monotonic() - begun < 2.5
        thread.join()


def drip(server):
    connection, _ = server.accept()
    with connection, suppress(OSError):
        for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 60:
            connection.sendall(bytes([byte]))
            time.sleep(0.1)


def test_a_resolver_that_hangs_is_not_waited_for():
    begun = time.monotonic()
    assert failed("https://club.example/", seconds=0.3, resolver=lambda *_: time.sleep(2) or []) == "timeout"
    assert time.monotonic() - begun < 1.5


def test_what_is_no_http(allowed):
    allowed.answer = answering(200, Content_Length="x")
    assert failed(allowed.url) == "broken"


def test_nobody_listens(settings):
    reachable(settings)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert failed(f"http://127.0.0.1:{port}/") == "unreachable"


def test_a_certificate_is_of_the_name(settings, tmp_path):
    reachable(settings)
    server, believing = certified(tmp_path, "club.example")
    with receiver(server) as box:

        def to(name, **more):
            return f"https://{name}:{box.port}/", {"resolver": lambda *_: ["127.0.0.1"], **more}

        address, more = to("club.example", certificates=believing)
        assert posted(address, **more).status == 204
        assert box.received[0].headers["host"] == f"club.example:{box.port}"
        address, more = to("other.example", certificates=believing)
        assert failed(address, **more) == "certificate"
        address, more = to("club.example")
        assert failed(address, **more) == "certificate", "nobody answers for who signed it"
        assert len(box.received) == 1


def test_networks_that_are_allowed_are_no_others(settings):
    reachable(settings)
    assert str(checked_address("http://127.0.0.1:8000/")) == "http://127.0.0.1:8000/"
    for address in (
        "http://10.0.0.1:8000/",
        "http://[::1]:8000/",
        "http://127.1:8000/",
        "http://127.0.0.1:22/",
    ):
        with pytest.raises(ForbiddenAddress):
            checked_address(address)


def test_numbers_that_are_public():
    assert all(map(is_public_address, map(ip_address, [PUBLIC, "1.1.1.1", "2606:4700::1", "11.0.0.1"])))
