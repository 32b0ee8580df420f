"""Ties this process to its parent, becomes the user it should be, then becomes the program it should run.

    python child.py PARENT SIGNAL IDENTITY PROGRAM [ARGUMENT...]

PARENT is the parent's process id, SIGNAL the number of the signal to get when the parent dies (Linux),
IDENTITY is "self", "namespace:UID:GID" (that user inside a user namespace of its own, where files keep
their owner) or "user:UID:GID" (that user for good). Started as a file, with the standard library only.
"""

import ctypes
import os
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000


def change_user(identity: str) -> None:
    """Change the user of this process. Raises OSError where the system does not allow it."""
    kind, *numbers = identity.split(":")
    if kind == "self":
        return
    user, group = map(int, numbers)
    if kind == "user":
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
        return
    outside_user, outside_group = os.getuid(), os.getgid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"no user namespace: {os.strerror(number)}")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {outside_user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {outside_group} 1")


def die_with_parent(parent: int, signal: int) -> None:
    """Have the system send `signal` to this process when the parent dies; leave at once if it already has."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)


def main() -> None:
    parent, signal, identity, *program = sys.argv[1:]
    change_user(identity)
    # After the change of user, which clears the setting.
    die_with_parent(int(parent), int(signal))
    os.execv(program[0], program)


if __name__ == "__main__":
    main()
