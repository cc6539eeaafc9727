"""Ports of this machine, and waiting for what comes to them."""

import socket
import time

from pace import patience


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(reached) -> None:
    end = time.monotonic() + patience(60.0)
    while not reached() and time.monotonic() < end:
        time.sleep(0.01)
    assert reached()
