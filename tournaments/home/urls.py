"""The address of the first page."""

from django.urls import path

from .pages import home_page

pages = [path("", home_page, name="home")]
