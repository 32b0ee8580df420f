"""Whatever is announced has a picture, set, replaced and removed in one way."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from matches.edits.models import Edit, Presented
from matches.facts.selectors import fact_list
from matches.pictures.rules import BYTES_MAX
from matches.ratings.models import RatingPool, RatingPoolEdit
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as
from tests.factories import UserFactory
from tests.matches.pictures.drawing import drawn, sent
from tests.operations import OPERATIONS
from tests.test_compare import compare
from tournaments.clubs.models import Club, ClubEdit, Placed
from tournaments.clubs.services import club_rating_pool_open
from tournaments.venues.models import VenueEdit
from tournaments.venues.services import venue_create

from .test_events import KINDS, Announced

pytestmark = pytest.mark.django_db

DOG, CAT = sent(drawn(600, 400)), sent(drawn(300, 500), format="JPEG")

SUBJECTS = {
    "club": ("clubs", ClubEdit),
    "venue": ("venues", VenueEdit),
    "rating pool": ("rating-pools", RatingPoolEdit),
}


class Shown:
    """Something with a picture, and how a director reaches it."""

    def __init__(self, director, address, row, edit):
        self.director, self.address, self.row, self.edit = director, address, row, edit
        self.api = api_as(director)

    def at(self, rest=""):
        return f"/api/v1/{self.address}/{self.row.pk}/{rest}"

    def put(self, content, kind="image/png", api=None):
        return (api or self.api).generic("PUT", self.at("picture/"), content, content_type=kind)

    def put_form(self, **fields):
        return self.api.put(self.at("picture/"), fields, format="multipart")

    @property
    def picture(self):
        return self.api.get(self.at()).json()["picture"]

    @property
    def edits(self):
        return list(self.edit.objects.order_by("serial"))


@pytest.fixture(params=[*KINDS, *SUBJECTS])
def shown(request, club, director):
    if request.param in KINDS:
        event = Announced(KINDS[request.param], club, director)
        return Shown(director, event.kind.address, event.row, event.kind.edit)
    create = {"club": lambda **_: club, "venue": venue_create, "rating pool": club_rating_pool_open}
    row = create[request.param](actor=director, club=club, name="Winter")
    return Shown(director, SUBJECTS[request.param][0], row, SUBJECTS[request.param][1])


def test_all_of_them_are_tried():
    assert {*Presented.__subclasses__()} == {Club, RatingPool, Placed}
    paths = {path for _, path, _ in OPERATIONS if path.endswith("/picture/")}
    there = {kind.address for kind in KINDS.values()} | {address for address, _ in SUBJECTS.values()}
    assert paths == {f"/api/v1/{address}/{{id}}/picture/" for address in there}


def test_it_is_set_replaced_and_removed(shown, client):
    assert shown.picture is None
    file = SimpleUploadedFile("dog.png", DOG, content_type="image/png")
    answer = shown.put_form(picture=file, alt="犬です。")
    assert answer.status_code == 200, answer.content
    picture = answer.json()
    assert (picture["width"], picture["height"], picture["alt"]) == (600, 400, "犬です。")
    assert shown.picture == picture
    for address in (picture["url"], picture["small_url"]):
        assert client.get(address)["Content-Type"] == "image/webp"
    other = shown.put(CAT, "image/jpeg").json()
    assert (other["width"], other["height"], other["alt"]) == (300, 500, "")
    assert shown.api.patch(shown.at(), {"picture_alt": "A cat."}).json()["picture"]["alt"] == "A cat."
    assert shown.api.delete(shown.at("picture/")).status_code == 204
    assert shown.api.delete(shown.at("picture/")).status_code == 204, "twice is once"
    assert shown.picture is None
    assert len(shown.edits) == 4
    for edit, alt in zip(shown.edits[::-1], ("A cat.", "", "犬です。"), strict=False):
        undone = shown.api.post(shown.at(f"edits/{edit.pk}/undo/"), {})
        assert undone.json()["picture"]["alt"] == alt
    assert shown.picture == picture
    listed = shown.api.get(f"/api/v1/{shown.address}/").json()["results"]
    assert [row["picture"] for row in listed if row["id"] == shown.row.pk] == [picture]
    assert compare() == "Everything stored is what the facts say.\n"


def test_how_it_reads(shown):
    shown.put(DOG)
    shown.put(CAT)
    shown.api.delete(shown.at("picture/"))
    shown.put_form(picture=SimpleUploadedFile("dog.png", DOG), alt="A dog.")
    said = [
        fact.sentence
        for fact in fact_list(shown.director, shown.row)[:100]
        if isinstance(fact.fact, Edit) and "picture" in fact.fact.changes
    ]
    assert said == [
        "Picture: changed.",
        "Picture: changed.",
        "The picture was removed.",
        "Picture: changed. Description of the picture: A dog., was nothing.",
    ]


def test_what_is_refused(shown):
    before = rows_of_everything()
    for content, kind, status, code in (
        (b"no picture", "image/png", 422, "unreadable_picture"),
        (b"", "image/png", 400, "invalid_request"),
        (b"<svg/>", "image/svg+xml", 422, "unreadable_picture"),
        (DOG + b"\0" * BYTES_MAX, "image/png", 413, "picture_too_large"),
        (DOG + b"\0" * 5_000_000, "image/png", 413, "request_too_large"),
        (sent(drawn(5001, 5000, mode="1")), "image/png", 422, "too_many_pixels"),
        (DOG, "application/json", 415, "unsupported_media_type"),
        (DOG, "application/octet-stream", 415, "unsupported_media_type"),
        (b"{}", "application/json", 415, "unsupported_media_type"),
    ):
        assert_problem(shown.put(content, kind), status, code)
    assert rows_of_everything() == before
    file = SimpleUploadedFile("dog.png", DOG)
    for fields in (
        {},
        {"alt": "A dog."},
        {"picture": "a name"},
        {"picture": file, "alt": "x" * 201},
        {"picture": file, "title": "A dog."},
        {"picture": file, "alt": ["A dog.", "A cat."]},
    ):
        assert_problem(shown.put_form(**fields), 400, "invalid_request")
    assert_problem(shown.api.patch(shown.at(), {"picture_alt": "A dog."}), 409, "no_picture")
    assert_problem(shown.api.patch(shown.at(), {"picture": None}), 400, "invalid_request")
    assert_problem(shown.api.delete(shown.at("picture/"), {"reason": "x"}), 400, "invalid_request")
    assert rows_of_everything() == before


def test_who_may(shown):
    shown.put(DOG)
    stranger = api_as(UserFactory())
    before = rows_of_everything()
    assert_problem(shown.put(CAT, api=stranger), 403, "not_allowed")
    # Not even looked at.
    assert_problem(shown.put(b"no picture", api=stranger), 403, "not_allowed")
    assert_problem(stranger.delete(shown.at("picture/")), 403, "not_allowed")
    assert_problem(shown.put(CAT, api=APIClient()), 401, "not_authenticated")
    assert rows_of_everything() == before


def test_what_was_removed_shows_none(shown):
    shown.put(DOG)
    if shown.address == "clubs":
        shown.api.delete(shown.at())
    else:
        assert shown.api.delete(shown.at()).status_code == 204
    assert_problem(shown.put(CAT), 404, "not_found")
    assert_problem(shown.api.delete(shown.at("picture/")), 404, "not_found")
