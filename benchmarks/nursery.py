"""Web processes that are there at once: copies of one that has loaded the service.

    python -m benchmarks.nursery --fd 7

Each line of standard input is the name by which PostgreSQL shall know one; its number is answered. With the
end of the input all of them end.
"""

import argparse
import os
import signal
import socket
import sys

from config.web import WebServer, server_configuration


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fd", type=int, required=True, help="descriptor of the listening socket")
    listener = socket.socket(fileno=parser.parse_args().fd)
    configuration = server_configuration()
    configuration.load()
    # Those who were killed leave nothing to wait for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    children = []
    for name in sys.stdin:
        number = os.fork()
        if number == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.environ["PGAPPNAME"] = name.strip()
            WebServer(configuration).run(sockets=[listener])
            os._exit(0)
        children.append(number)
        print(number, flush=True)
    for number in children:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            continue


if __name__ == "__main__":
    main()
