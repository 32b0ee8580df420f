"""The disk, the clocks and the network of the chaos do what they are for."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.chaos.clocks import Clocks, compiler
from tests.chaos.surroundings import namespaces_allowed
from tests.config.stack import PROJECT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it takes Linux")

FULL = """
import sys
from pathlib import Path
from tests.chaos.disk import SmallDisk

place = Path(sys.argv[1]) / "var"
with SmallDisk.mounted(place) as disk:
    (place / "before").write_bytes(b"x" * 100_000)
    with disk.full():
        try:
            (place / "during").write_bytes(b"x" * 2_000_000)
        except OSError as error:
            print(error.strerror)
    print((place / "before").stat().st_size)
    (place / "after").write_bytes(b"x" * 2_000_000)
print(place.is_mount())
"""
CUT = """
import subprocess, sys
from pathlib import Path
from tests.chaos.network import ADDRESSES, Network

def hears():
    words = ["nsenter", "--net=/run/netns/redis", sys.executable, "-c", HEAR]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        server.stdout.readline()
        call = ["nsenter", "--net=/run/netns/web", sys.executable, "-c", CALL, ADDRESSES["redis"]]
        said = subprocess.run(call, capture_output=True, text=True).stdout.strip()
        server.kill()
    return said

HEAR = "import socket; s = socket.create_server(('', 6379)); print('listens', flush=True); s.accept()"
CALL = '''
import socket, sys
try:
    socket.create_connection((sys.argv[1], 6379), 1)
    print('heard')
except TimeoutError:
    print('silence')
'''
with Network.made(Path(sys.argv[1])) as network:
    print(hears())
    for name in ("redis", "web", "worker"):
        with network.cut([name]):
            print(name, hears())
    print(hears())
"""


def in_namespaces(program: str, place: Path) -> list[str]:
    """The lines that it writes."""
    enter = "from tests.chaos.surroundings import enter_namespaces\nenter_namespaces()\n"
    words = [sys.executable, "-c", enter + program, str(place)]
    ended = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


needs_namespaces = pytest.mark.skipif(not namespaces_allowed(), reason="it takes root, unshare and ip")


@needs_namespaces
def test_a_full_disk_takes_nothing_until_there_is_room(tmp_path: Path) -> None:
    assert in_namespaces(FULL, tmp_path) == ["No space left on device", "100000", "False"]


@needs_namespaces
def test_whose_link_is_cut_hears_nobody_and_is_told_nothing(tmp_path: Path) -> None:
    said = ["heard", "redis silence", "web silence", "worker heard", "heard"]
    assert in_namespaces(CUT, tmp_path) == said


@pytest.mark.skipif(compiler() is None, reason="it takes a compiler of C")
def test_a_clock_is_wrong_by_what_it_is_set_to_and_the_stopwatch_goes_right(tmp_path: Path) -> None:
    clocks = Clocks.made(tmp_path)
    clocks.set("beat", -3600)
    look = "import time; print(time.time() - float(input()), time.monotonic() - float(input()))"
    with subprocess.Popen(
        [*clocks.before()["beat"], sys.executable, "-c", look],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        said, _ = process.communicate(f"{time.time()}\n{time.monotonic()}\n")
    wrong, gone = map(float, said.split())
    assert -3600 <= wrong < -3500
    assert 0 <= gone < 100
