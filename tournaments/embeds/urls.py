"""The addresses of embeds."""

from django.urls import path

from .pages import bracket_embed, embed_script, ladder_embed, standings_embed, tournament_file

pages = [
    path("embed/embed.js", embed_script, name="embed-script"),
    path("embed/tournaments/<int:pk>/bracket/", bracket_embed, name="tournament-bracket-embed"),
    path("embed/tournaments/<int:pk>/standings/", standings_embed, name="tournament-standings-embed"),
    path("tournaments/<int:pk>/event.html", tournament_file, name="tournament-file"),
    path("embed/ladders/<int:pk>/", ladder_embed, name="ladder-embed"),
]
