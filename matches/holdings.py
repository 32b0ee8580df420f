"""What matches hold on a player, section by section, and what of it is withheld after anonymising."""

from matches.models import (
    Alias,
    Anonymisation,
    Answer,
    Appeal,
    Claim,
    ClaimAnswer,
    FederationNumber,
    LiveGame,
    Match,
    Member,
    Merge,
    Penalty,
    Player,
    RatingEntry,
    RatingStanding,
    Release,
    Reminder,
    Report,
    Result,
    Ruling,
    Schedule,
    Seat,
    Token,
    User,
    Vote,
)
from matches.privacy import covers, veil
from matches.withholding import emptied, finding_withheld, no_names, problem_withheld

ITS_MATCHES = ("one", "two", "one__roster__player", "two__roster__player")
OF_ITS_MATCHES = tuple(f"match__{side}" for side in ITS_MATCHES)
SECRET = ("password", "is_staff", "is_superuser", "is_active")

covers("player", Player, player=("pk", "roster__player"), left=("created_by",))
covers("aliases", Alias, player=("player",))
covers("federation_numbers", FederationNumber, player=("player",))
covers("login", User, login=("pk",), left=SECRET)
covers("tokens", Token, login=("user",), left=("digest",))
covers("pairs_and_teams", Member, player=("player",))
covers("merges", Merge, player=("kept", "absorbed"), left=("recorded_by", "request_id"))
covers("claims", Claim, login=("recorded_by",))
covers("claims_of_the_player", Claim, player=("player",), left=("recorded_by", "request_id", "note"))
covers("claim_answers", ClaimAnswer, player=("claim__player",), login=("claim__recorded_by", "recorded_by"))
covers("releases", Release, player=("player",), login=("login",), left=("recorded_by", "request_id"))
covers("anonymisation", Anonymisation, player=("player",))
covers("matches", Match, player=ITS_MATCHES, left=("created_by",))
covers("results", Result, player=OF_ITS_MATCHES, left=("recorded_by", "request_id"))
covers("ratings", RatingStanding, player=("player",))
covers("rating_history", RatingEntry, player=("player",))
covers("reminders", Reminder, player=OF_ITS_MATCHES)
covers("reports", Report, login=("recorded_by",))
covers("answers", Answer, login=("recorded_by",))
covers("appeals", Appeal, login=("recorded_by",))
covers("games_told", LiveGame, login=("recorded_by",))
covers("rulings", Ruling, login=("recorded_by",))
covers("schedules", Schedule, login=("recorded_by",))
covers("penalties", Penalty, login=("recorded_by",))
covers("committee_seats", Seat, login=("member",))
covers("votes", Vote, login=("recorded_by",))

veil("report", *OF_ITS_MATCHES, transcript=emptied, names=no_names)
veil(
    "verdict",
    *(f"report__{side}" for side in OF_ITS_MATCHES),
    finding=finding_withheld,
    problem=problem_withheld,
)
veil("claim", "player", note=emptied)
