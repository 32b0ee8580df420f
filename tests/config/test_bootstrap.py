import hashlib
import zipfile
from pathlib import Path

import pytest

from config import bootstrap


@pytest.mark.parametrize(
    ("system", "machine", "musl", "wheel"),
    [
        ("Linux", "x86_64", False, "manylinux_2_17_x86_64.manylinux2014_x86_64"),
        ("Linux", "x86_64", True, "musllinux_1_1_x86_64"),
        ("Linux", "aarch64", False, "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"),
        ("Linux", "armv7l", False, "manylinux_2_17_armv7l"),
        ("Linux", "riscv64", False, "manylinux_2_31_riscv64"),
        ("Darwin", "arm64", True, "macosx_11_0_arm64"),
        ("Darwin", "x86_64", True, "macosx_10_12_x86_64"),
    ],
)
def test_the_locked_uv_fits_the_machine(system: str, machine: str, musl: bool, wheel: str) -> None:
    urls = [entry["url"] for entry in bootstrap.locked_uv()["wheels"]]
    chosen = bootstrap.wheel_for_machine(urls, system, machine, musl)
    assert chosen is not None
    assert f"-py3-none-{wheel}" in chosen


def test_no_wheel_fits_an_unknown_machine() -> None:
    urls = [entry["url"] for entry in bootstrap.locked_uv()["wheels"]]
    assert bootstrap.wheel_for_machine(urls, "Linux", "vax", musl=False) is None


def test_the_wheel_that_demands_least_is_taken() -> None:
    urls = ["uv-1-py3-none-manylinux_2_28_x86_64.whl", "uv-1-py3-none-manylinux_2_5_x86_64.whl"]
    assert bootstrap.wheel_for_machine(urls, "Linux", "AMD64", musl=False) == urls[1]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """A locked uv whose only wheel is a file here."""
    monkeypatch.setattr(bootstrap.platform, "system", lambda: "Linux")
    monkeypatch.setattr(bootstrap.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(bootstrap.platform, "libc_ver", lambda: ("glibc", "2.36"))
    wheel = tmp_path / "uv-1.2.3-py3-none-manylinux_2_17_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("uv/__init__.py", "")
        archive.writestr("uv-1.2.3.data/scripts/uvx", "another program")
        archive.writestr("uv-1.2.3.data/scripts/uv", "the program")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return {"version": "1.2.3", "wheels": [{"url": wheel.as_uri(), "hash": f"sha256:{digest}"}]}


def test_the_program_is_taken_from_the_wheel(package: dict) -> None:
    assert bootstrap.fetch_uv(package) == b"the program"


def test_a_wheel_that_is_not_the_locked_one_is_refused(package: dict) -> None:
    package["wheels"][0]["hash"] = "sha256:" + "0" * 64
    with pytest.raises(bootstrap.InstallFailed, match=r"not the file that uv\.lock names"):
        bootstrap.fetch_uv(package)


def test_a_wheel_that_cannot_be_had_is_named(package: dict, tmp_path: Path) -> None:
    next(tmp_path.glob("*.whl")).unlink()
    with pytest.raises(bootstrap.InstallFailed, match=r"uv-1\.2\.3-.* could not be fetched"):
        bootstrap.fetch_uv(package)
