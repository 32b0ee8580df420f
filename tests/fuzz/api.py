"""Sends the API what its document allows and what it does not, as who runs things, who plays and nobody.

    ./run fuzz api                   2,000 requests
    ./run fuzz api 20000             so many
    ./run fuzz api 20000 4711        the same ones again: the seed of a run is printed

Every check of schemathesis that looks at one request and its answer, over two clubs with all there is to have
(tests/api/world.py). What a request writes is rolled back. What is wrong is printed, each kind once, and the
exit status is then 1.
"""

import os
import random
import re
import time
from collections import Counter
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup

from config.wsgi import application
from matches.base.api.throttling import throttle_counters
from tests.api.cases import two_clubs
from tests.api.permissions import cases_of
from tests.api.world import World
from tests.operations import OPERATIONS
from tests.rows import rolled_back

CASES = int(os.environ.get("FUZZ_CASES", "2000"))
SEED = int(os.environ.get("FUZZ_SEED") or random.SystemRandom().randrange(10**9))
CALLERS = ("anonymous", "player", "director")
# These ask for several requests that hang together; scopes and addresses have tests of their own.
OTHERS = {"use_after_free", "ensure_resource_availability", "ignored_auth", "object_level_authorization"}
# A request of the right shape may still be refused: for who asks, for what there is, for what it says.
REFUSALS = ["2xx", "304", "401", "403", "404", "406", "409", "410", "412", "413", "422", "429"]
# Rules between the members of a body are said in words: one of two, or what a preset does not bring.
IN_WORDS = re.compile(r'"code":"(invalid|required)"')


class Fuzz:
    def __init__(self, world: World) -> None:
        load_all_checks()
        self.world = world
        self.schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
        # No text has the character 0: PostgreSQL keeps none.
        self.schema.config.generation.allow_x00 = False
        configured = self.schema.config.checks
        configured.positive_data_acceptance.expected_statuses = REFUSALS
        configured.negative_data_rejection.expected_statuses = [*REFUSALS[1:], "400", "405", "415"]
        self.checks = [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in OTHERS]
        self.sent: Counter[str] = Counter()
        self.answers: Counter[int] = Counter()
        self.wrong: dict[str, str] = {}

    def run(self, cases: int) -> None:
        draw = random.Random(SEED)
        each = max(cases // (len(OPERATIONS) * len(CALLERS) * 2), 1)
        found = [(who, *operation) for who in CALLERS for operation in OPERATIONS]
        draw.shuffle(found)
        for who, method, path, _ in found:
            for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:
                self.ask(who, method, path, mode, each, draw.randrange(10**9))

    def ask(self, who: str, method: str, path: str, mode: Any, count: int, started: int) -> None:
        operation = self.schema[path][method]
        things = self.world.ours.things | self.world.ours.of.get(who, {})
        rows = cases_of(method, path)[0].rows

        @seed(started)
        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def send(case: Any) -> None:
            name_rows(case, path, rows, things)
            if len((case.headers or {}).get("If-Match", "")) % 8:
                # Of a version that there never was nothing else is looked at.
                del case.headers["If-Match"]
            self.sent[who] += 1
            throttle_counters().flushdb()
            headers = {"Accept-Encoding": "identity"}
            if who != "anonymous":
                headers["Authorization"] = f"Bearer {self.world.ours.secrets[who]}"
            with rolled_back():
                answer = case.call(headers=headers)
            self.answers[answer.status_code] += 1
            try:
                case.validate_response(answer, checks=self.checks)
            except FailureGroup as group:
                for failure in group.exceptions:
                    self.note(who, case, answer, failure)

        try:
            send()
        except Exception as fault:
            if "Unsatisfiable" not in type(fault).__name__:
                self.wrong[f"{method.upper()} {path} {type(fault).__name__}"] = repr(fault)[:600]

    def note(self, who: str, case: Any, answer: Any, failure: Any) -> None:
        title = getattr(failure, "title", type(failure).__name__)
        if title == "Schema-valid request rejected" and IN_WORDS.search(answer.text):
            return
        key = f"{case.operation.method.upper()} {case.operation.path}: {title}"
        said = str(failure).strip().splitlines()
        self.wrong.setdefault(
            key,
            f"{who}: {case.as_curl_command()[:600]}\n    {answer.status_code} {answer.text[:400]}\n    "
            + "\n    ".join(said[:6]),
        )


def name_rows(case: Any, path: str, rows: dict[str, str], things: dict[str, Any]) -> None:
    """Put numbers of rows there are into the address, mostly: a number out of nowhere is none of them."""
    for called, name in re.findall(r"([^/]*)/\{(\w+)\}", path):
        known = things.get(rows.get(called, called))
        drawn = case.path_parameters.get(name)
        if isinstance(known, int) and isinstance(drawn, int) and not isinstance(drawn, bool) and drawn % 8:
            case.path_parameters[name] = known


@pytest.mark.django_db
@pytest.mark.timeout(0)
def test_whatever_is_sent(capsys: Any) -> None:
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    fuzz = Fuzz(two_clubs())
    begun = time.monotonic()
    fuzz.run(CASES)
    with capsys.disabled():
        for key, said in sorted(fuzz.wrong.items()):
            print(f"\n{key}\n    {said}")
        statuses = ", ".join(f"{status}: {count}" for status, count in sorted(fuzz.answers.items()))
        callers = ", ".join(f"{who} {count}" for who, count in fuzz.sent.items())
        seconds = time.monotonic() - begun
        print(f"\n{sum(fuzz.sent.values())} requests ({callers}) in {seconds:.0f} s; seed {SEED}; {statuses}")
        print(f"{len(fuzz.wrong)} kinds of fault")
    assert not fuzz.wrong
