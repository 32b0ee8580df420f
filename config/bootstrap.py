"""Installs the locked packages into .venv with nothing but Python's standard library and the network.

    python -I config/bootstrap.py STAMP GROUP...

Fetches the uv that uv.lock names (checked against its hash), has it make .venv and install the runtime
packages and those of the groups, and notes STAMP for each group. `./run` calls it when a note is missing
or differs. Two at once take turns; one that was interrupted is repaired by the next.
"""

import fcntl
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
VENV = PROJECT / ".venv"
# Where uv runs from until .venv can hold it; a killed installation leaves it.
WORK = ".golden-uv-"
# Present while packages are being written: found at the start, they may be torn.
TORN = VENV / "installing"


class InstallFailed(Exception):
    """The text says why and what to do."""


def wheel_for_machine(urls: Sequence[str], system: str, machine: str, musl: bool) -> str | None:
    """The wheel for this machine among the addresses, the one with the fewest demands; None without one.

    `system` and `machine` as platform.system() and platform.machine() say them; `musl` says which C
    library a Linux has.
    """
    machine = {"amd64": "x86_64", "i386": "i686"}.get(machine.lower(), machine.lower())
    if system == "Darwin":
        kind = "macosx"
    else:
        machine = "aarch64" if machine == "arm64" else machine
        kind = "musllinux" if musl else "manylinux"
    found = []
    for url in urls:
        # name-version-python-abi-platforms.whl, the platforms joined by dots: manylinux_2_17_x86_64.
        for tag in url.removesuffix(".whl").rpartition("-")[2].split("."):
            if tags := re.fullmatch(rf"{kind}_(\d+)_(\d+)_{re.escape(machine)}", tag):
                found.append((int(tags[1]), int(tags[2]), url))
    return min(found)[2] if found else None


def locked_uv() -> dict[str, Any]:
    """What uv.lock says about uv: version, and wheels with url and hash."""
    lock = tomllib.loads((PROJECT / "uv.lock").read_text())
    return next(package for package in lock["package"] if package["name"] == "uv")


def fetch_uv(package: dict[str, Any]) -> bytes:
    """uv's program. Raises InstallFailed."""
    hashes = {wheel["url"]: wheel["hash"] for wheel in package["wheels"]}
    musl = not platform.libc_ver()[0]
    url = wheel_for_machine([*hashes], platform.system(), platform.machine(), musl)
    if url is None:
        raise InstallFailed(
            f"There is no uv {package['version']} for {platform.system()} {platform.machine()}."
        )
    print_progress(f"Fetching uv {package['version']}, which installs the rest.")
    try:
        with urllib.request.urlopen(url, timeout=60) as response:
            wheel = response.read()
    except (urllib.error.URLError, OSError) as error:
        hint = " Install certificates (Debian: the package ca-certificates)." if "CERT" in str(error) else ""
        raise InstallFailed(f"{url} could not be fetched: {error}.{hint}") from error
    kind, _, digest = hashes[url].partition(":")
    if hashlib.new(kind, wheel).hexdigest() != digest:
        raise InstallFailed(
            f"{url} is not the file that uv.lock names: another {kind}. Nothing was installed."
        )
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        name = next(name for name in archive.namelist() if name.endswith("/scripts/uv"))
        return archive.read(name)


def python_works(python: Path) -> bool:
    """Whether the virtual environment's Python runs (its base may have been removed or upgraded)."""
    try:
        return subprocess.run([python, "-I", "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def install_packages(stamp: str, groups: Sequence[str]) -> None:
    """Bring .venv to what uv.lock says. Raises InstallFailed."""
    if python_works(VENV / "bin" / "python") and all(noted_stamp(group) == stamp for group in groups):
        return  # another one has done it while we waited for our turn
    package = locked_uv()
    uv = VENV / "bin" / f"uv-{package['version']}"
    for left in PROJECT.glob(f"{WORK}*"):
        shutil.rmtree(left)
    fresh = not python_works(VENV / "bin" / "python")
    if fresh or not uv.exists():
        with tempfile.TemporaryDirectory(prefix=WORK, dir=PROJECT) as directory:
            new = Path(directory) / "uv"
            new.write_bytes(uv.read_bytes() if uv.exists() else fetch_uv(package))
            new.chmod(0o755)
            if fresh:
                run_uv(
                    new,
                    "venv",
                    "--quiet",
                    "--clear",
                    "--no-python-downloads",
                    "--python",
                    sys.executable,
                    VENV,
                )
            shutil.copy2(new, uv.with_name("uv.new"))
            uv.with_name("uv.new").replace(uv)
    print_progress(f"Installing the locked packages into {VENV.name} ({', '.join(['runtime', *groups])}).")
    repair = ["--reinstall"] if TORN.exists() else []
    TORN.touch()
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    chosen = [word for group in groups for word in ("--group", group)]
    # Inexact: what another verb needs stays.
    options = ["--frozen", "--inexact", "--compile-bytecode", "--no-python-downloads", "--no-default-groups"]
    # The certificates this machine trusts, as Python does: a company's proxy may have its own.
    run_uv(
        uv, "sync", "--system-certs", *options, *quiet, *repair, "--python", VENV / "bin" / "python", *chosen
    )
    # As the packages are: else each process of the first start compiles them for itself.
    sources = [PROJECT / name for name in ("config", "engine", "matches", "tournaments")]
    subprocess.run([VENV / "bin" / "python", "-m", "compileall", "-q", *sources], check=False)
    for group in groups:
        (VENV / f"synced-{group}").write_text(stamp)
    TORN.unlink()


def noted_stamp(group: str) -> str | None:
    file = VENV / f"synced-{group}"
    return file.read_text() if file.exists() else None


def run_uv(uv: Path, *arguments: object) -> None:
    environment = dict(os.environ, UV_PROJECT_ENVIRONMENT=str(VENV))
    # Another environment may be active where we were called from.
    environment.pop("VIRTUAL_ENV", None)
    words = [str(argument) for argument in (uv, *arguments)]
    home = Path.home()
    if "UV_CACHE_DIR" not in environment and not (home.is_dir() and os.access(home, os.W_OK)):
        words.append("--no-cache")
    if subprocess.run(words, cwd=PROJECT, env=environment).returncode:
        raise InstallFailed("The packages could not be installed (see above); the next call tries again.")


def print_progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    stamp, *groups = sys.argv[1:]
    directory = os.open(PROJECT, os.O_RDONLY)
    fcntl.flock(directory, fcntl.LOCK_EX)
    try:
        install_packages(stamp, groups)
    except InstallFailed as fault:
        sys.exit(str(fault))
    except KeyboardInterrupt:
        sys.exit("Interrupted; the next call goes on.")


if __name__ == "__main__":
    main()
