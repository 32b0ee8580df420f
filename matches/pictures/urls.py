"""Addresses of pictures."""

from django.urls import re_path

from .pages import picture_page

pages = [
    re_path(r"^pictures/(?P<sha256>[0-9a-f]{64})\.webp$", picture_page, name="picture"),
    re_path(
        r"^pictures/(?P<sha256>[0-9a-f]{64})-small\.webp$",
        picture_page,
        {"small": True},
        name="picture-small",
    ),
]
