"""Sockets of ``motorpool dis``, and what they all show of their work."""

import contextlib
import sys
import time
from collections.abc import Callable, Generator
from typing import Any

from ...dis.endpoint import PORT, Endpoint
from ..waiting import waiting

SWITCH = 5e-4  # the thread that receives waits at most so long for the one that works, while datagrams pile up [s]
PAUSE = 0.02  # between two looks at what has come [s]


def sender(to: str, interface: str) -> Endpoint:
    """Return a socket that sends, from any free port, so that a program that listens on this machine is no obstacle.

    Args:
        to: address of a host, a group or a broadcast, with or without :port.
        interface: network interface to use.

    Raises:
        ExerciseError: the network cannot do it.
    """
    return Endpoint(to if ":" in to else f"{to}:{PORT}", port=0, interface=interface)


def listener(address: str, interface: str) -> Endpoint:
    """Return a socket that listens.

    Args:
        address: of a group or a broadcast, or the interface's own, with or without :port.
        interface: network interface to use.

    Raises:
        ExerciseError: the port is taken, or the network cannot do it.
    """
    sys.setswitchinterval(SWITCH)
    host, _, port = address.partition(":")
    is_number = port.isdecimal() and 0 < int(port) < 65536
    return Endpoint(host if is_number else address, port=int(port) if is_number else PORT, interface=interface)


def where(endpoint: Endpoint) -> str:
    """Return the address that a socket listens on, in words."""
    return f"{endpoint.to[0]}:{endpoint.port}"


@contextlib.contextmanager
def progress_line(total: float | None = None, unit: str = "s") -> Generator[Callable[[float, str], None], None, None]:
    """Show on stderr how far something is; yields what moves it: the amount done, and words beside.

    Args:
        total: amount at the end; None if nobody knows.
        unit: of it.
    """
    with waiting("waiting", total=total) as tell:

        def show(done: float, words: str) -> None:
            share = f"{done:.0f} of {total:.0f} {unit}, " if total is not None else ""
            tell(f"{share}{words}", done=done)

        yield show


def until(seconds: float | None, raise_if_interrupted: Callable[[], None]) -> Generator[float, None, None]:
    """Yield the time since the beginning again and again, until it is over or somebody ends it by an exception.

    Args:
        seconds: how long; None for without end.
        raise_if_interrupted: what does that.
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
    """Return what a socket that listens has lost, as the end of a sentence; nothing if it is nothing."""
    counts = endpoint.counts
    lost = counts.flooded + counts.overrun
    return f"; {counted(lost, 'datagram')} came too fast and got lost" if lost else ""
