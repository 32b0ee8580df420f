"""Addresses of embeds: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import EventCardView, EventDocumentView
from .pages import bracket_embed, embed_script, event_schema, ladder_embed, standings_embed, tournament_file

api = [
    path("tournaments/<int:pk>/event.json", EventDocumentView.as_view(), name="tournament-document"),
    path("tournaments/<int:pk>/card.png", EventCardView.as_view(), name="tournament-card"),
]

pages = [
    path("embed/embed.js", embed_script, name="embed-script"),
    path("embed/event.schema.json", event_schema, name="event-schema"),
    path("embed/tournaments/<int:pk>/bracket/", bracket_embed, name="tournament-bracket-embed"),
    path("embed/tournaments/<int:pk>/standings/", standings_embed, name="tournament-standings-embed"),
    path("tournaments/<int:pk>/event.html", tournament_file, name="tournament-file"),
    path("embed/ladders/<int:pk>/", ladder_embed, name="ladder-embed"),
]
