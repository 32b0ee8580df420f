"""What many at once do to the service: how much it takes, how soon, and how old what waits becomes.

    ./run bench load [--only PART] [--plots FOLDER] [--results 500] [--entries 600] [--seconds 60]
        [--rebuilt 0] [--imported 0] [--clients 16]

The web process, the dispatcher and both workers as the service runs them, over a database of our own. Beside
every part somebody asks a bare Django view (bare.py) for one match, five times a second: what it takes then
is the machine's share. Each part in turn:

`alone`: results so far apart that none waits for another. `entries`: a field opens, and within so many
seconds so many players look at the event and enter it, each with a token of their own. `round_end`: the
director reports so many results of a field of 1,024 within so many seconds while spectators look at the
bracket; where it is asked for, the ratings of so many matches are folded anew meanwhile, and so many results
of elsewhere imported. `flood`: as many results as the service takes.

Times count from the moment at which a request is due, not from when a client has come to it. A result is in
the bracket when the match is there that both its neighbours lead to. Plots are SVG, one of each part.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from django.db import connection

from benchmarks import ratings
from benchmarks.load.mixes import Field, Mix, Sizes, alone, entries, flood, round_end
from benchmarks.load.plots import write_plot
from benchmarks.machine import described_machine
from benchmarks.requests import processes
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.ratings.services import ratings_rebuild
from tournaments.clubs.services import club_create

PARTS = {"alone": alone, "entries": entries, "round_end": round_end, "flood": flood}


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench load", description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", choices=PARTS, help="a part; all without it")
    parser.add_argument("--plots", type=Path, help="the folder for a plot of each part")
    parser.add_argument("--results", type=int, default=500, help="at the end of the round")
    parser.add_argument("--entries", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=60, help="of each part")
    parser.add_argument("--rebuilt", type=int, default=0, help="matches that are there from the beginning")
    parser.add_argument("--imported", type=int, default=0, help="results of elsewhere that are imported")
    parser.add_argument("--clients", type=int, default=16, help="connections that ask at once")
    asked = vars(parser.parse_args(arguments))
    wanted, plots = asked.pop("only") or [*PARTS], asked.pop("plots")
    sizes = Sizes(**asked)
    if sizes.rebuilt:
        ratings.load(sizes.rebuilt)
        ratings_rebuild()
        # As PostgreSQL would have done of its own accord within a minute.
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    director = User.objects.create(username="director", is_staff=True)
    club = club_create(actor=director, name="Golden Club")
    _, token = token_issue(user=director, name="benchmark", scopes=Token.Scope.values)
    field = Field(club, director, token, sizes, random.Random(64))
    yield f"Load, on {described_machine()}"
    for name in wanted:
        prepared = PARTS[name](field)
        with processes() as (ours, theirs):
            mix = Mix(name, ours.connection.port, theirs.connection.port, sizes.clients)
            prepared(mix)
        yield from (f"Load, {line}" for line in mix.lines())
        if plots is not None:
            yield f"Load, {name}: drawn in {write_plot(mix, plots)}"
