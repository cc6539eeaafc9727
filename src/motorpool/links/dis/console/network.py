"""Sockets and progress lines of ``motorpool dis``."""

import contextlib
import sys
import time
from collections.abc import Callable, Generator
from typing import Any

from ....base.command_line.waiting import waiting
from ..endpoint import PORT, Endpoint

SWITCH = 5e-4  # longest wait of the receiving thread for the interpreter [s]; longer waits lose datagrams
PAUSE = 0.02  # interval between two readings of received datagrams [s]


def sender(to: str, interface: str) -> Endpoint:
    """Return a socket that sends from a free port, so that other programs on this machine can listen on the DIS port.

    Raises:
        ExerciseError: the network cannot be used with these addresses.
    """
    return Endpoint(to if ":" in to else f"{to}:{PORT}", port=0, interface=interface)


def listener(address: str, interface: str) -> Endpoint:
    """Return a socket that listens.

    Raises:
        ExerciseError: the port is in use, or the network cannot be used with these addresses.
    """
    sys.setswitchinterval(SWITCH)
    host, _, port = address.partition(":")
    is_number = port.isdecimal() and 0 < int(port) < 65536
    return Endpoint(host if is_number else address, port=int(port) if is_number else PORT, interface=interface)


def where(endpoint: Endpoint) -> str:
    """Return the address that a socket listens on."""
    return f"{endpoint.to[0]}:{endpoint.port}"


@contextlib.contextmanager
def progress_line(total: float | None = None, unit: str = "s") -> Generator[Callable[[float, str], None], None, None]:
    """Show progress on stderr; yields a function to call with the finished amount, of a known ``total``, and a text."""
    with waiting("waiting", total=total) as show:

        def progress(done: float, words: str) -> None:
            share = f"{done:.0f} of {total:.0f} {unit}, " if total is not None else ""
            show(f"{share}{words}", done=done)

        yield progress


def until(seconds: float | None, raise_if_interrupted: Callable[[], None]) -> Generator[float, None, None]:
    """Yield the time since the beginning [s] every `PAUSE`, until ``seconds`` have passed; without end for None.

    ``raise_if_interrupted`` is called before each further value, and an exception that it raises ends the loop.
    """
    begin = time.monotonic()
    while True:
        passed = time.monotonic() - begin
        yield passed
        raise_if_interrupted()
        if seconds is not None and passed >= seconds:
            return
        time.sleep(PAUSE)


def counted(count: int, what: str) -> str:
    """Return a number with its noun: 1 datagram, 2 datagrams."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def losses(endpoint: Any) -> str:
    """Return the number of lost datagrams as the end of a sentence; empty if there are none."""
    counts = endpoint.counts
    lost = counts.flooded + counts.overrun
    return f"; {counted(lost, 'datagram')} lost because they came too fast" if lost else ""
