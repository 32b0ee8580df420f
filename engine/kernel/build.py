"""Compiles the kernel for the Python that runs this: python -m engine.kernel.build

Needs Cython, a C compiler (CC names another than Python's own) and Python's headers. Where one of them is
missing, or the folder cannot be written to, nothing is built, nothing is said, and the engine does without.

Two at once do no harm: each compiles in a directory of its own and puts whole files into place.
"""

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import FOLDER as HERE
from . import source_checksum

FOLDER = Path(HERE)


def compile_command() -> list[str] | None:
    """The command that compiles and links a module of this Python; None if there is no compiler."""
    names = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    commands = [shlex.split(name) for name in names if name]
    found = next((words for words in commands if shutil.which(words[0])), None)
    if found is None:
        return None
    # Python's own: "gcc -pthread -shared" on Linux, "clang -bundle -undefined dynamic_lookup" on macOS.
    flags = shlex.split(sysconfig.get_config_var("LDSHARED") or "cc -shared")[1:]
    return [*found, *flags, *shlex.split(sysconfig.get_config_var("CCSHARED") or "-fPIC")]


def build_kernel() -> None:
    """Compile every module. Raises OSError or CalledProcessError."""
    headers = Path(sysconfig.get_path("include"))
    command = compile_command()
    if command is None or not (headers / "Python.h").exists() or not importlib.util.find_spec("Cython"):
        return
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    # Products are rounded before they are added, as Python's are.
    options = [
        "-O3",
        "-fno-strict-aliasing",
        "-ffp-contract=off",
        f"-I{headers}",
        f"-DSOURCE={source_checksum()}UL",
    ]

    with tempfile.TemporaryDirectory(prefix=".build-", dir=FOLDER) as directory:

        def build_module(source: Path) -> None:
            code = Path(directory) / f"{source.stem}.c"
            made = Path(directory) / f"{source.stem}{suffix}"
            # Seen from the top of the package: a module finds the others by their full names.
            run_command(FOLDER.parents[1], sys.executable, "-m", "cython", "-3", source, "-o", code)
            run_command(Path(directory), *command, *options, code, "-o", made)
            made.replace(FOLDER / made.name)

        with ThreadPoolExecutor() as side_by_side:
            list(side_by_side.map(build_module, sorted(FOLDER.glob("*.pyx"))))


def run_command(directory: Path, *words: object) -> None:
    subprocess.run([str(word) for word in words], cwd=directory, check=True, capture_output=True, text=True)


if __name__ == "__main__":
    try:
        build_kernel()
    except OSError:
        pass  # a folder that cannot be written to
    except subprocess.CalledProcessError as error:
        print(f"The kernel cannot be compiled; the engine does without it.\n{error.stderr}", file=sys.stderr)
