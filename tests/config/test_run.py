"""The script `./run`: its commands, and when it installs."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.config.stack import PROJECT, program

RUN = PROJECT / "run"


def call(directory: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], "HOME": str(directory)} | environment
    return subprocess.run(
        [directory / "run", *arguments], env=clean, cwd="/", capture_output=True, text=True, timeout=30
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The script in a directory of its own, with a lock, notes, and a .venv that says what it should run."""
    shutil.copy(RUN, tmp_path / "run")
    (tmp_path / "uv.lock").write_text("as locked")
    program(tmp_path / ".venv" / "bin" / "python", 'echo "venv: $*"')
    stamp = subprocess.run("cksum <uv.lock", shell=True, cwd=tmp_path, capture_output=True, text=True).stdout
    for group in ("embedded", "kernel", "bots", "pdf", "test", "browser", "lint"):
        (tmp_path / ".venv" / f"synced-{group}").write_text(stamp)
    (tmp_path / "engine" / "kernel").mkdir(parents=True)
    (tmp_path / "engine" / "kernel" / "x.pyx").write_text("as built")
    stamp = subprocess.run("echo -n 'as built' | cksum", shell=True, capture_output=True, text=True).stdout
    (tmp_path / ".venv" / "built-kernel").write_text(stamp)
    # What would install tells how it was called, and has done it.
    program(tmp_path / "python", 'echo "base: $*"')
    return tmp_path


@pytest.mark.parametrize("shell", ["sh", "dash", "bash", "busybox"])
def test_every_shell_can_read_it(shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed here")
    words = ["busybox", "sh"] if shell == "busybox" else [shell]
    assert subprocess.run([*words, "-n", RUN]).returncode == 0


def test_alone_it_lists_every_command(checkout: Path) -> None:
    listed = call(checkout)
    lines = re.findall(r"^  (\w+) +\S", listed.stdout, re.MULTILINE)
    commands = re.findall(r"^    (\w+)\) need", RUN.read_text(), re.MULTILINE)
    assert listed.returncode == 0
    assert sorted(lines) == sorted(commands)
    assert {"serve", "test", "install", "demo", "lint", "bench"} <= set(lines)


def test_without_arguments_every_test_runs_those_of_the_whole_service_beside(checkout: Path) -> None:
    done = call(checkout, "test")
    main = "venv: -m pytest --few -n auto --ignore tests/stack --ignore tests/browser"
    beside = "venv: -m pytest --few tests/stack tests/browser"
    assert done.stdout.splitlines() == [main, beside]
    assert done.returncode == 0
    for failing in ("auto", "pytest --few tests/stack"):
        program(
            checkout / ".venv" / "bin" / "python",
            f'case "$*" in *"{failing}"*) exit 1 ;; *) echo ran ;; esac',
        )
        failed = call(checkout, "test")
        assert (failed.returncode, failed.stdout) == (1, "ran\n"), "the others run all the same"
    assert call(checkout, "test", "-x", "tests/engine").stdout == "ran\n"


def test_an_unknown_command_is_refused(checkout: Path) -> None:
    refused = call(checkout, "surve")
    assert refused.returncode == 2
    assert "There is no command 'surve'." in refused.stderr


def test_nothing_is_installed_when_nothing_is_missing(checkout: Path) -> None:
    done = call(checkout, "test", "-k", "two words", PYTHON=str(checkout / "python"))
    assert (done.stdout, done.stderr) == ("venv: -m pytest -k two words\n", "")


@pytest.mark.parametrize(
    ("command", "groups"),
    [
        ("serve", "embedded kernel"),
        ("test", "embedded kernel test browser"),
        ("install", "embedded kernel bots pdf test browser lint"),
    ],
)
def test_a_changed_lock_is_installed_first(checkout: Path, command: str, groups: str) -> None:
    (checkout / "uv.lock").write_text("locked anew")
    done = call(checkout, command, PYTHON=str(checkout / "python"))
    assert re.match(rf"base: -I {checkout}/config/bootstrap.py \d+ 11 {groups}\n", done.stdout), (
        done.stdout + done.stderr
    )


def test_a_missing_environment_is_installed_first(checkout: Path) -> None:
    (checkout / ".venv" / "bin" / "python").unlink()
    done = call(checkout, "install", PYTHON=str(checkout / "python"))
    assert f"base: -I {checkout}/config/bootstrap.py" in done.stdout


def test_only_what_the_command_needs_is_installed(checkout: Path) -> None:
    (checkout / ".venv" / "synced-test").unlink()
    assert call(checkout, "serve").stdout == "venv: -m config.embedded.serve\n"
    assert "bootstrap.py" in call(checkout, "test", PYTHON=str(checkout / "python")).stdout


def test_the_demo_needs_the_generator_for_its_client_alone(checkout: Path) -> None:
    (checkout / ".venv" / "synced-test").unlink()
    assert call(checkout, "demo", "--port", "8001").stdout == "venv: -m config.demo --port 8001\n"
    generated = ("demo", "--port", "8001", "--generated")
    installed = call(checkout, *generated, PYTHON=str(checkout / "python")).stdout
    assert "config/bootstrap.py" in installed
    assert "embedded kernel test\n" in installed
    assert installed.endswith("venv: -m config.demo --port 8001 --generated\n")


def test_a_changed_kernel_is_built_once(checkout: Path) -> None:
    (checkout / "engine" / "kernel" / "x.pyx").write_text("changed")
    assert call(checkout, "demo").stdout == "venv: -P -m engine.kernel.build\nvenv: -m config.demo\n"
    assert call(checkout, "demo").stdout == "venv: -m config.demo\n"
    assert call(checkout, "install").stdout == "venv: -P -m engine.kernel.build\n"


def test_a_kernel_that_cannot_be_built_stops_nothing(checkout: Path) -> None:
    (checkout / ".venv" / "built-kernel").unlink()
    program(
        checkout / ".venv" / "bin" / "python", 'case "$*" in *build) exit 1 ;; *) echo "venv: $*" ;; esac'
    )
    done = call(checkout, "demo")
    assert (done.returncode, done.stdout) == (0, "venv: -m config.demo\n")


def test_a_python_that_is_too_old_is_named(checkout: Path) -> None:
    (checkout / ".venv" / "bin" / "python").unlink()
    old = program(checkout / "old", 'case "$1" in --version) echo "Python 3.9.2" ;; *) exit 1 ;; esac')
    refused = call(checkout, "serve", PYTHON=str(old))
    assert refused.returncode != 0
    assert f"needs Python 3.11 or later; {old} is Python 3.9.2" in refused.stderr
    assert "PYTHON=" in refused.stderr


def test_the_first_python_that_is_new_enough_is_found(checkout: Path) -> None:
    (checkout / ".venv" / "bin" / "python").unlink()
    programs = checkout / "programs"
    program(programs / "python3", "exit 1")
    program(programs / "python3.12", 'echo "the newer: $*"')
    done = call(checkout, "install", PATH=f"{programs}:/usr/bin:/bin")
    assert "the newer: -I" in done.stdout


def test_a_failed_installation_ends_it(checkout: Path) -> None:
    (checkout / "uv.lock").write_text("locked anew")
    failing = program(checkout / "failing", 'case "$1" in -c) exit 0 ;; *) exit 7 ;; esac')
    done = call(checkout, "serve", PYTHON=str(failing))
    assert done.returncode != 0
    assert "venv:" not in done.stdout
