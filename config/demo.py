"""A club night, played over the public REST API as a club's own program would: `./run demo`.

Founds a club, enters sixteen players, draws a knockout to 5, 5, 7 and 9 points, and reports one real
transcript for every match. What follows (the referee's verdicts, the bracket, the ratings) is the
service's doing; this program only asks and prints.
"""

import argparse
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from config.embedded import service
from config.rest import PATIENCE_SECONDS, Api, Refused

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "data" / "clubnight"
CLUB = "Golden Point Club"
LENGTHS = (5, 5, 7, 9)
# Seed 1 first. A nickname is the name under which the player stands in the transcript of the first
# round; where there is none, the report says who is who.
PLAYERS = (
    ("Aiko Mori", "Bot_expert_A"),
    ("Ben Carter", "Drv_A"),
    ("Carla Rossi", None),
    ("Dmitri Volkov", "Bot_weak_A"),
    ("Elif Kaya", "Bot_wild_A"),
    ("Farid Haddad", None),
    ("Grete Holm", None),
    ("Haruto Sato", "Bot_mixed_A"),
    ("Inês Duarte", "Bot_mixed_B"),
    ("Jonas Weber", None),
    ("Kaito Ueda", None),
    ("Leila Amini", "Bot_wild_B"),
    ("Mats Nyberg", "Bot_weak_B"),
    ("Noor Rahman", None),
    ("Olga Petrova", "Drv_B"),
    ("Pablo Ruiz", "Bot_expert_B"),
)
# What is reported in each slot of the bracket. Round 1 has the nicknames of its players where they have any.
TRANSCRIPTS = {
    "R1-M1": "std_05p_0000",
    "R1-M2": "std_05p_0005",
    "R1-M3": "std_05p_0015",
    "R1-M4": "std_05p_0010",
    "R1-M5": "std_05p_0020",
    "R1-M6": "std_05p_0025",
    "R1-M7": "std_05p_0030",
    "R1-M8": "std_05p_d000",
    "R2-M1": "std_05p_0035",
    "R2-M2": "std_05p_0040",
    "R2-M3": "std_05p_0045",
    "R2-M4": "std_05p_0050",
    "R3-M1": "std_07p_0005",
    "R3-M2": "std_07p_0015",
    "R4-M1": "std_09p_0010",
}


class ClubNight:
    """One tournament from the draw to the prizes."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.pending: dict[int, tuple[dict[str, Any], str]] = {}  # report -> fixture, file
        self.reported: set[str] = set()

    def set_up_tournament(self) -> None:
        """Find or make the club and the players; announce, enter, draw."""
        api = self.api
        clubs = [club for club in api.rows_of("clubs/") if club["name"] == CLUB]
        club = clubs[0] if clubs else api.post("clubs/", name=CLUB)
        self.is_rated = any(each["rating_pool"] is None for each in club["sanctioned_for"])
        recorded = f"clubs/{club['id']}/players/"
        known = {player["name"]: player for player in api.rows_of(recorded)}
        self.players = [
            known.get(name) or api.post(recorded, name=name, aliases=[nick] if nick else [])
            for name, nick in PLAYERS
        ]
        self.before = self.fibs_ratings()
        self.tournament = api.post(
            "tournaments/",
            club=club["id"],
            name=f"Club night {datetime.now():%Y-%m-%d %H:%M:%S}",
            lengths=list(LENGTHS),
        )
        self.base = f"tournaments/{self.tournament['id']}/"
        entries = [api.post(f"{self.base}entries/", player=player["id"]) for player in self.players]
        api.post(f"{self.base}draw/", seeding="manual", seeded=[entry["id"] for entry in entries])
        print_line(f"{club['name']}: {self.tournament['name']}, {len(entries)} players,")
        print_line(
            f"a knockout to {', '.join(map(str, LENGTHS))} points. Every result is a real transcript.\n"
        )

    def play_rounds(self) -> None:
        """Report every match that can be played until the tournament is over."""
        heard = time.monotonic()
        while self.api.get(self.base)["state"] != "finished":
            for fixture in self.api.get(f"{self.base}fixtures/", page_size=50)["results"][::-1]:
                if fixture["key"] not in self.reported:
                    self.send_report(fixture)
                    heard = time.monotonic()
            for number in list(self.pending):
                if self.print_verdict(number):
                    heard = time.monotonic()
            if time.monotonic() - heard > PATIENCE_SECONDS:
                raise Refused(f"Nothing has happened for {PATIENCE_SECONDS:.0f} s; see /readyz.")
            time.sleep(0.1)

    def send_report(self, fixture: dict[str, Any]) -> None:
        """Send the slot's transcript, saying who is who where the nicknames on file do not."""
        match = fixture["match"]
        path = FOLDER / f"{TRANSCRIPTS[fixture['key']]}.mat"
        body: dict[str, Any] = {"transcript": path.read_text()}
        heading = next(line for line in body["transcript"].splitlines() if " : 0" in line)
        columns = [column.strip() for column in heading.split(" : 0")[:2]]
        nicks = dict(PLAYERS)
        if {nicks[match[side]["name"]] for side in ("one", "two")} != set(columns):
            body["names"] = {"one": columns[0], "two": columns[1]}
        report = self.api.post(f"matches/{match['id']}/reports/", **body)
        self.reported.add(fixture["key"])
        self.pending[report["id"]] = (fixture, path.name)

    def print_verdict(self, number: int) -> bool:
        """Print the verdict on a report once there is one. Raises Refused if it was not accepted."""
        report = self.api.get(f"reports/{number}/")
        if report["state"] == "pending":
            return False
        fixture, file = self.pending.pop(number)
        if report["state"] == "refused":
            raise Refused(f"{fixture['key']}, {file}: {report['problem']['detail']}")
        match = self.api.get(f"matches/{fixture['match']['id']}/")
        score, details = match["result"]["score"], report["verdict"]["details"]
        one, two = match["one"]["name"], match["two"]["name"]
        games = f"{len(details['games'])} games"
        print_line(
            f"  {fixture['key']:<6} {one:>14} {score['one']:>2} - {score['two']:<2} {two:<14}"
            f" {details['verdict']}, {games:>8}, {file}"
        )
        return True

    def fibs_ratings(self) -> dict[str, float]:
        """Every player's FIBS rating now; who has none yet starts at 1500."""
        found = {}
        for player in self.players:
            rows = self.api.get(f"players/{player['id']}/")["ratings"]
            found[player["name"]] = next(
                (row["rating"] for row in rows if row["rating_system"] == "fibs"), 1500.0
            )
        return found

    def ratings_after_night(self) -> dict[str, float]:
        """The ratings once every match of the night is in them; the worker folds them in by itself.

        Where another club was here first, and staff has not sanctioned this one, they stay as they are.
        """
        if not self.is_rated:
            return self.fibs_ratings()
        deadline = time.monotonic() + PATIENCE_SECONDS
        for match in list(self.api.rows_of("matches/", tournament=self.tournament["id"])):
            while len(self.api.get(f"matches/{match['id']}/")["ratings"]) < 2:
                if time.monotonic() > deadline:
                    raise Refused("The ratings have not followed; see /readyz.")
                time.sleep(0.1)
        return self.fibs_ratings()

    def print_result(self, url: str) -> None:
        """Print the bracket, the prizes and the ratings, and where to look at them."""
        print_line("\nThe bracket")
        for round in self.api.get(f"{self.base}bracket/"):
            print_line(f"  Round {round['number']}, to {round['length']} points")
            for slot in round["slots"]:
                result = slot["match"]["result"]
                sides = [slot[side]["player"]["name"] for side in ("one", "two")]
                winner = sides[0] if result["winner"] == "one" else sides[1]
                score = f"{result['score']['one']}-{result['score']['two']}"
                print_line(f"    {sides[0]:>14} - {sides[1]:<14} {score:>5}   {winner} wins")
        print_line("\nPlaces")
        standings = self.api.get(f"{self.base}standings/")
        for row in standings[:4]:
            place = str(row["first"]) if row["first"] == row["last"] else f"{row['first']}-{row['last']}"
            print_line(f"  {place:>4}  {row['entry']['player']['name']}")
        print_line("\nRatings")
        after = self.ratings_after_night()
        for name, value in sorted(after.items(), key=lambda item: -item[1]):
            print_line(
                f"  {name:<14} {self.before[name]:8.2f} -> {value:8.2f}   {value - self.before[name]:+7.2f}"
            )
        champion = standings[0]["entry"]["player"]["id"]
        final = self.api.get(f"{self.base}bracket/")[-1]["slots"][0]["match"]["id"]
        print_line("\nLook at it")
        print_line(f"  {url}/tournaments/{self.tournament['id']}/   the bracket")
        print_line(f"  {url}/matches/{final}/   the final, game by game")
        print_line(f"  {url}/players/{champion}/   the winner's rating")
        print_line(f"  {url}/api/v1/docs/   the API")


def print_line(text: str) -> None:
    print(text, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run demo", description="Play a club night over the REST API.")
    parser.add_argument("--url", help="a service elsewhere, as http://host:port (default: the one here)")
    parser.add_argument("--username", help="login to use there")
    parser.add_argument("--password")
    parser.add_argument("--port", type=int, help="where to start the service if it is not up (default: 8000)")
    parser.add_argument(
        "--generated",
        action="store_true",
        help="through the client that openapi-python-client makes of docs/openapi.yaml",
    )
    options = parser.parse_args()
    try:
        elsewhere = options.url and service.Service(options.url.rstrip("/"), options.username or "", None)
        found = elsewhere or service.find_service()
        running = found or start_service(options.port)
        began = time.monotonic()
        password = options.password or running.password or ""
        night = ClubNight(api_of(options.generated)(running.url, running.username, password))
        night.set_up_tournament()
        night.play_rounds()
        night.print_result(running.url)
    except (Refused, service.ServiceUnavailable) as reason:
        sys.exit(str(reason))
    print_line(f"\nDone in {time.monotonic() - began:.1f} s.")
    if not found:
        print_line("The service was started for this and stays up; ./run stop ends it.")


def api_of(generated: bool) -> type[Api]:
    """What the API is asked through."""
    if not generated:
        return Api
    from config.generated import GeneratedApi

    return GeneratedApi


def start_service(port: int | None) -> service.Service:
    """The service, started because it was not up."""
    print_line("Starting the service ...")
    running = service.launch_service([] if port is None else ["--port", str(port)])
    print_line(f"It runs at {running.url}/, login {running.username} / {running.password}.\n")
    return running


if __name__ == "__main__":
    main()
