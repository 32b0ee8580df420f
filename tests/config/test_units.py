"""Units of systemd and manifests of Kubernetes run what docker-compose.yml runs."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.web import GRACE_SECONDS
from matches.work.queues import PATIENT, PROMPT, Queue
from tests.config.stack import PROJECT
from tests.config.test_deployment import OURS, PAGE, command_of, read_by_settings

SYSTEMD, KUBERNETES = PROJECT / "deploy" / "systemd", PROJECT / "deploy" / "kubernetes"
LOGS = "--loglevel=INFO"
# How long a process of compose may take to end.
SECONDS = {"1m": 60, None: 10}


def composed(name: str) -> list[str]:
    """The command of a service, with what stands where no variable is set."""
    return [re.sub(r"\$\{\w+:-(\w+)\}", r"\1", word) for word in command_of(name)]


# -- systemd


def settings_of(path: Path) -> dict[str, list[str]]:
    """What a unit says, by name: each may be said several times."""
    found: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        if line and line[0] not in "#[":
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def unit_of(name: str) -> tuple[str, str]:
    """The file of a service's unit, and its instance."""
    if name in set(Queue):
        return "golden-point-worker@.service", name
    return ("golden-point-web@.service", "8000") if name == "web" else (f"golden-point-{name}.service", "")


def unit_command(name: str) -> list[str]:
    file, instance = unit_of(name)
    variables = {"WEB_HOST": "0.0.0.0"}
    said = settings_of(SYSTEMD / file)
    own = SYSTEMD / f"{file.replace('@', f'@{instance}')}.d" / "processes.conf"
    for each in [*said.get("Environment", []), *(settings_of(own)["Environment"] if own.exists() else [])]:
        variable, _, value = each.partition("=")
        variables[variable] = variables.get(variable, value) if variable == "WEB_HOST" else value
    (command,) = said["ExecStart"]
    words = command.replace("%i", instance).replace("%%", "%").split()
    return [re.sub(r"\$\{(\w+)\}", lambda found: variables[found[1]], word) for word in words]


@pytest.mark.parametrize("name", OURS)
def test_a_unit_runs_what_compose_runs(name: str) -> None:
    python, *words = unit_command(name)
    assert python == "/srv/golden-point/.venv/bin/python"
    assert words == composed(name)[1:]


def test_there_is_no_unit_besides() -> None:
    units = {path.name for path in SYSTEMD.glob("*.service")}
    assert units == {unit_of(name)[0] for name in OURS}
    queues = {name.partition("@")[2].split(".")[0] for name in map(str, SYSTEMD.glob("*worker@?*.d"))}
    assert queues < set(Queue)


@pytest.mark.parametrize("name", sorted(set(OURS) - {"migrate"}))
def test_a_unit_is_started_again_and_stopped_in_time(name: str) -> None:
    said = settings_of(SYSTEMD / unit_of(name)[0])
    assert said["Restart"] == ["always"]
    assert said["WantedBy"] == ["golden-point.target"]
    (seconds,) = map(int, said["TimeoutStopSec"])
    if name in set(Queue):
        assert seconds == SECONDS[OURS[name]["stop_grace_period"]]
    if name in ("web", "solo"):
        assert seconds > GRACE_SECONDS


@pytest.mark.parametrize("name", sorted(set(OURS) - {"migrate"}))
def test_where_cores_are_short_what_nobody_waits_for_comes_last(name: str) -> None:
    """As `give_way` has it for processes beside each other: of containers and units each has a share."""
    file, instance = unit_of(name)
    own = SYSTEMD / f"{file.replace('@', f'@{instance}')}.d" / "weight.conf"
    said = settings_of(SYSTEMD / file) | (settings_of(own) if own.exists() else {})
    (weight,) = map(int, said.get("CPUWeight", ["100"]))
    shares = OURS[name].get("cpu_shares", 1024)
    assert (weight, shares) == ((12, 128) if name in {*PATIENT, "solo"} else (100, 1024))


def test_a_queue_that_nobody_waits_for_asks_for_fewer_cores() -> None:
    cores = {
        name: int(container_of(DEPLOYMENTS[name])["resources"]["requests"]["cpu"].removesuffix("m"))
        for name in Queue
    }
    assert max(cores[queue] for queue in PATIENT) < min(cores[queue] for queue in PROMPT)


def test_what_units_share_exists() -> None:
    said = settings_of(SYSTEMD / "golden-point-.service.d" / "shared.conf")
    assert said["EnvironmentFile"] == ["/etc/golden-point.env"]
    assert said["Environment"] == ["GOLDEN_ENV=production"]
    assert {name for value in said["Environment"] for name in [value.partition("=")[0]]} <= read_by_settings()


def test_who_migrates_comes_as_the_owner_whatever_the_others_are_told() -> None:
    """Of what says the same variable the last holds; drop-ins are read after the unit, by their names."""
    assert "EnvironmentFile" not in settings_of(SYSTEMD / "golden-point-migrate.service")
    shared = [path.name for path in (SYSTEMD / "golden-point-.service.d").iterdir()]
    (own,) = (SYSTEMD / "golden-point-migrate.service.d").iterdir()
    assert settings_of(own)["EnvironmentFile"] == ["-/etc/golden-point-migrate.env"]
    assert own.name > max(shared)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    shutil.copytree(SYSTEMD, tmp_path, dirs_exist_ok=True)
    for path in tmp_path.glob("*.service"):
        path.write_text(path.read_text().replace("/srv/golden-point/.venv/bin/python", "/bin/sh"))
    names = [file.replace("@", f"@{instance}") for file, instance in map(unit_of, OURS)]
    path = f"{tmp_path}:/usr/lib/systemd/system:/lib/systemd/system"
    verified = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / each for each in names if "@" not in each)]
        + [each for each in names if "@" in each],
        env=os.environ | {"SYSTEMD_UNIT_PATH": path},
        capture_output=True,
        text=True,
    )
    assert (verified.returncode, verified.stderr) == (0, "")


# -- Kubernetes


def manifests() -> list[dict[str, Any]]:
    """Everything that the kustomization has."""
    listed = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())["resources"]
    return [each for name in listed for each in yaml.safe_load_all((KUBERNETES / name).read_text())]


def manifests_of(kind: str) -> dict[str, Any]:
    return {each["metadata"]["name"]: each for each in manifests() if each["kind"] == kind}


DEPLOYMENTS = manifests_of("Deployment")


def pod_of(manifest: dict[str, Any]) -> Any:
    return manifest["spec"]["template"]["spec"]


def container_of(manifest: dict[str, Any]) -> Any:
    (container,) = pod_of(manifest)["containers"]
    return container


def test_there_is_a_deployment_of_each_process() -> None:
    assert set(DEPLOYMENTS) == set(OURS) - {"migrate"}
    assert set(manifests_of("Job")) == {"migrate"}


@pytest.mark.parametrize("name", OURS)
def test_a_pod_runs_what_compose_runs(name: str) -> None:
    manifest = (manifests_of("Job") | DEPLOYMENTS)[name]
    assert container_of(manifest)["command"] == composed(name)
    assert container_of(manifest)["resources"]["limits"].keys() == {"memory"}
    if name != "migrate":
        labels = manifest["spec"]["template"]["metadata"]["labels"]
        assert labels == manifest["spec"]["selector"]["matchLabels"] == {"component": name}
        seconds = pod_of(manifest)["terminationGracePeriodSeconds"]
        (stop,) = settings_of(SYSTEMD / unit_of(name)[0])["TimeoutStopSec"]
        assert seconds == int(stop) + (5 if "lifecycle" in container_of(manifest) else 0)


def test_beat_is_alone() -> None:
    assert DEPLOYMENTS["beat"]["spec"]["replicas"] == 1
    assert DEPLOYMENTS["beat"]["spec"]["strategy"] == {"type": "Recreate"}


def test_web_pods_are_asked_for_themselves_and_not_for_the_service() -> None:
    container = container_of(DEPLOYMENTS["web"])
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[probe]["httpGet"]["path"] == "/healthz"
    assert "localhost" in manifests_of("ConfigMap")["golden-point"]["data"]["ALLOWED_HOSTS"].split(",")


def test_services_budgets_and_scalers_are_of_deployments() -> None:
    for kind in ("Service", "PodDisruptionBudget", "HorizontalPodAutoscaler", "NetworkPolicy"):
        assert set(manifests_of(kind)) <= set(DEPLOYMENTS)
    assert set(manifests_of("Service")) == {"web", "solo"}


def test_pods_are_confined_and_of_the_user_of_the_image() -> None:
    (user,) = re.findall(r"useradd --system --uid (\d+) ", (PROJECT / "Dockerfile").read_text())
    shared = yaml.safe_load((KUBERNETES / "shared.yaml").read_text())
    for manifest in (shared, manifests_of("Job")["migrate"]):
        pod = pod_of(manifest)
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["runAsUser"] == int(user)
        for container in pod["containers"] + pod.get("initContainers", []):
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert container["volumeMounts"] == [{"name": "passing", "mountPath": "/tmp"}]
            assert [next(iter(each)) for each in container["envFrom"]] == ["configMapRef", "secretRef"]


def test_variables_exist_and_no_secret_is_among_them() -> None:
    named = set(manifests_of("ConfigMap")["golden-point"]["data"])
    assert named <= read_by_settings()
    text = (KUBERNETES / "variables.yaml").read_text()
    secrets = set(re.findall(r"from-literal=([A-Z_]+)=", text))
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"} <= secrets <= read_by_settings()
    assert not secrets & named


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not installed")
def test_kustomize_puts_all_together() -> None:
    built = subprocess.run(["kubectl", "kustomize", KUBERNETES], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    made = list(yaml.safe_load_all(built.stdout))
    assert len(made) == len(manifests())
    for each in made:
        if each["kind"] in ("Deployment", "Job"):
            assert container_of(each)["securityContext"]["readOnlyRootFilesystem"] is True
            assert pod_of(each)["securityContext"]["runAsNonRoot"] is True


def test_the_page_leads_to_both() -> None:
    assert "deploy/systemd" in PAGE
    assert "deploy/kubernetes" in PAGE
