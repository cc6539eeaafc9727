"""``motorpool dis dump``: prints the PDUs of a capture or of the network, one per line."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ....base.command_line.interruption import Interruption, interruptible
from ..endpoint import PORT
from ..tools.captures import read_capture
from ..tools.dump import Filter, Origin, line, lines_of, record
from ..tools.headers import is_dis
from .network import counted, listener, losses, until

Received = tuple[Origin, bytes]


def dump_capture(file: Path, which: Filter, *, as_json: bool, port: int | None = None, count: int | None = None) -> int:
    """Print the PDUs of a capture (.pcap, .pcapng) and return the exit code.

    Args:
        port: UDP port of the datagrams; None for port 3000 and all datagrams with a DIS header.

    Raises:
        ExerciseError: the file cannot be read, or is not a capture.
    """
    others = 0

    def datagrams() -> Iterator[Received]:
        nonlocal others
        for captured in read_capture(file):
            is_read = captured.port == PORT or is_dis(captured.data) if port is None else captured.port == port
            if is_read:
                yield Origin(captured.time, captured.source), captured.data
            else:
                others += 1

    printed = _print(datagrams(), which, as_json=as_json, count=count)
    left_out = f"; {others} other UDP datagrams left out" if others else ""
    print(f"{counted(printed, 'line')}{left_out}", file=sys.stderr)
    return 0


def dump_network(
    which: Filter, *, as_json: bool, address: str, interface: str, seconds: float | None, count: int | None = None
) -> int:
    """Print the PDUs that are received until Ctrl-C or for a time, and return the exit code.

    Raises:
        ExerciseError: the network cannot be used with these addresses.
    """
    printed = 0
    with listener(address, interface) as endpoint, interruptible() as raise_if_interrupted:
        try:
            for _ in until(seconds, raise_if_interrupted):
                received = ((Origin(time, host), data) for data, host, time in endpoint.drain())
                printed += _print(received, which, as_json=as_json, count=None if count is None else count - printed)
                sys.stdout.flush()
                if count is not None and printed >= count:
                    break
        except Interruption:
            pass
        print(f"{counted(printed, 'line')}{losses(endpoint)}", file=sys.stderr)
    return 0


def _print(received: Iterator[Received], which: Filter, *, as_json: bool, count: int | None) -> int:
    describe: Callable[[Any, Origin], Any] = record if as_json else line
    printed = 0
    if count is not None and count <= 0:
        return printed
    for origin, data in received:
        for found in lines_of(data, origin, which, describe):
            print(json.dumps(found, allow_nan=False) if as_json else found)
            printed += 1
            if printed == count:
                return printed
    return printed
