"""Alert rules, dashboard and runbooks name what there is, and each other."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from config.monitoring.catalogue import METRICS, MetricKind
from matches.work.queues import Queue
from matches.work.selectors import DISPATCHER_SILENT, WORKER_SILENT
from tests.config.stack import PROJECT

FOLDER = PROJECT / "config" / "monitoring"
GROUPS = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
RULES: list[dict[str, Any]] = [rule for group in GROUPS for rule in group["rules"]]
DASHBOARD = json.loads((FOLDER / "dashboard.json").read_text())
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
RUNBOOKS = (PROJECT / "docs" / "runbooks.md").read_text()
SECTIONS = dict(re.findall(r"^## (\w+)$\n(.*?)(?=^## |\Z)", RUNBOOKS, re.MULTILINE | re.DOTALL))
BY_SERIES = {series: metric for metric in METRICS.values() for series in metric.series}
BY_ALERT = {rule["alert"]: rule for rule in RULES}


def expressions() -> Iterator[tuple[str, str]]:
    for rule in RULES:
        yield rule["alert"], rule["expr"]
    for panel in PANELS:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


@pytest.mark.parametrize(("name", "expression"), [*expressions()])
def test_it_asks_for_metrics_and_labels_that_exist(name: str, expression: str) -> None:
    named = re.findall(r"\b(golden_\w+)(?:\{([^}]*)\})?", expression)
    assert named
    labels: set[str] = set()
    for series, matchers in named:
        metric = BY_SERIES[series]
        labels |= {*metric.labels, *(["le"] if metric.kind is MetricKind.HISTOGRAM else [])}
        asked = re.findall(r"(\w+)(?:=|!=|=~|!~)\"", matchers)
        assert set(asked) <= set(metric.labels), series
        for queue in re.findall(r"queue=~?\"([^\"]+)\"", matchers):
            assert set(queue.split("|")) <= set(Queue)
    for grouped in re.findall(r"\bby \(([^)]*)\)", expression):
        assert {label.strip() for label in grouped.split(",")} <= labels


@pytest.mark.parametrize(("name", "expression"), [*expressions()])
def test_counters_are_asked_how_fast_they_grow(name: str, expression: str) -> None:
    """A sum since some restart says nothing; how much it grew does."""
    for before, series in re.findall(r"(\w*\(?)(golden_\w+)", expression):
        grows = BY_SERIES[series].kind is not MetricKind.GAUGE
        assert grows == (before in ("rate(", "increase(")), series


def test_every_metric_is_in_a_rule_or_on_the_dashboard() -> None:
    asked = {series for _, text in expressions() for series in re.findall(r"\bgolden_\w+", text)}
    assert {BY_SERIES[series].name for series in asked} == set(METRICS)


def test_every_alert_has_its_runbook_and_none_is_besides() -> None:
    assert sorted(SECTIONS) == sorted(BY_ALERT)
    assert len(BY_ALERT) == len(RULES)


@pytest.mark.parametrize("rule", RULES, ids=BY_ALERT)
def test_an_alert_says_how_bad_it_is_and_what_to_do(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in ("critical", "warning")
    assert rule["annotations"].keys() == {"summary", "runbook"}
    assert rule["annotations"]["runbook"] == f"docs/runbooks.md#{rule['alert'].lower()}"
    # What is gone has no labels left.
    named = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
    metrics = [BY_SERIES[series] for series in re.findall(r"\bgolden_\w+", rule["expr"])]
    assert named <= {label for metric in metrics for label in metric.labels}


@pytest.mark.parametrize("name", SECTIONS)
def test_a_runbook_says_what_it_means_what_to_look_at_and_how_it_ends(name: str) -> None:
    for part in ("**Means.**", "**Look.**", "**Do.**", "**Ends**"):
        assert part in SECTIONS[name], part
    commands = re.findall(r"\./run manage (\w+)|manage\.py (\w+)", SECTIONS[name])
    from django.core.management import get_commands

    assert {one or other for one, other in commands} <= set(get_commands())
    assert set(re.findall(r"golden_\w+", SECTIONS[name])) <= {*BY_SERIES, *METRICS}
    variables = set(re.findall(r"`([A-Z]+_[A-Z_]+)`", SECTIONS[name]))
    known = "".join((PROJECT / page).read_text() for page in ("docs/operations.md", ".env.example"))
    assert {each for each in variables if each not in known} == set()


def test_silence_is_what_the_health_check_takes_for_it() -> None:
    def seconds(name: str) -> set[str]:
        return set(re.findall(r"> (\d+)", BY_ALERT[name]["expr"]))

    assert seconds("DispatcherSilent") == {f"{DISPATCHER_SILENT.total_seconds():.0f}"}
    assert seconds("WorkerSilent") == seconds("BeatSilent") == {f"{WORKER_SILENT.total_seconds():.0f}"}


def test_the_dashboard_can_be_imported() -> None:
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(numbers)) == len(numbers)
    (variable,) = DASHBOARD["templating"]["list"]
    assert {panel["datasource"]["uid"] for panel in PANELS} == {f"${{{variable['name']}}}"}
    places = [
        (place["x"] + across, place["y"] + down)
        for place in (panel["gridPos"] for panel in DASHBOARD["panels"])
        for across in range(place["w"])
        for down in range(place["h"])
    ]
    assert len(set(places)) == len(places), "two panels lie on each other"
    assert max(across for across, _ in places) < 24
