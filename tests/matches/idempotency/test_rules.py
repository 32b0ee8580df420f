"""Keys, fingerprints, and answers under seal."""

import pytest
from cryptography.exceptions import InvalidTag

from matches.idempotency.rules.requests import is_idempotency_key, request_fingerprint
from matches.idempotency.rules.sealing import KeyOfCaller, SentAnswer

ANSWER = SentAnswer("f", 201, {"Location": "/api/v1/players/7/", "X": "é"}, b'{"token": "gp_secret"}')
KEY = KeyOfCaller("the service's secret", "login 7", "k-1")


@pytest.mark.parametrize(
    ("sent", "good"),
    [
        ("8e03978e-40d5-43e8-bc93-6894a57f9324", True),
        ('"8e03978e-40d5-43e8-bc93-6894a57f9324"', True),
        ("!", True),
        ("~" * 255, True),
        ("", False),
        ("~" * 256, False),
        ("a b", False),
        ("a\n", False),
        ("é", False),
        ("\x7f", False),
    ],
)
def test_a_key_is_1_to_255_visible_characters(sent, good):
    assert is_idempotency_key(sent) is good


def test_a_request_is_the_same_where_all_of_it_is():
    told = ("POST", "/api/v1/players/", "application/json", b'{"name": "Ann"}')
    first = request_fingerprint(*told)
    assert request_fingerprint(*told) == first
    others = [
        ("PUT", *told[1:]),
        ("POST", "/api/v1/clubs/", *told[2:]),
        ("POST", "/api/v1/players/?a=1", *told[2:]),
        (*told[:2], "text/plain", told[3]),
        (*told[:3], b'{"name":"Ann"}'),
        (*told[:3], b""),
    ]
    assert len({first, *(request_fingerprint(*other) for other in others)}) == len(others) + 1


def form(boundary: str, text: str) -> tuple[str, bytes]:
    body = f'--{boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n{text}\r\n--{boundary}--\r\n'
    return f"multipart/form-data; boundary={boundary}", body.encode()


def test_a_form_is_the_same_between_other_boundaries():
    one, again, other = (
        request_fingerprint("POST", "/", *form(*each))
        for each in (("x1y", "7-5"), ("q9", "7-5"), ("x1y", "7-4"))
    )
    assert one == again != other


def test_an_answer_is_read_with_its_key_alone():
    sealed = KEY.seal(ANSWER)
    assert KEY.unseal(sealed) == ANSWER
    assert b"gp_" not in sealed
    assert KEY.seal(ANSWER) != sealed
    for other in (
        KeyOfCaller("another secret", "login 7", "k-1"),
        KeyOfCaller("the service's secret", "login 8", "k-1"),
        KeyOfCaller("the service's secret", "login 7", "k-2"),
    ):
        assert other.digest != KEY.digest
        with pytest.raises(InvalidTag):
            other.unseal(sealed)
    with pytest.raises(InvalidTag):
        KEY.unseal(sealed[:-1] + bytes([sealed[-1] ^ 1]))


def test_an_answer_too_long_is_kept_without_its_body():
    answer = SentAnswer("f", 200, {}, None)
    assert KEY.unseal(KEY.seal(answer)) == answer
