"""``motorpool dis dump``: a line for each PDU of a capture or of the network."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ...dis.endpoint import PORT
from ...dis.tools.captures import read_capture
from ...dis.tools.dump import Filter, Origin, line, lines_of, record
from ...dis.tools.headers import is_dis
from ..interruption import Interruption, interruptible
from .network import counted, listener, losses, until

Come = tuple[Origin, bytes]


def dump_capture(file: Path, which: Filter, *, as_json: bool, port: int | None = None, count: int | None = None) -> int:
    """Print the PDUs of a capture; returns the exit code.

    Args:
        file: .pcap or .pcapng.
        which: PDUs to print.
        as_json: an object a line.
        port: UDP port whose datagrams are taken; None for those of port 3000, and all that begin as DIS does.
        count: lines after which it ends; None for all.

    Raises:
        ExerciseError: the file cannot be read, or is no capture.
    """
    others = 0

    def come() -> Iterator[Come]:
        nonlocal others
        for captured in read_capture(file):
            wanted = captured.port == PORT or is_dis(captured.data) if port is None else captured.port == port
            if wanted:
                yield Origin(captured.time, captured.source), captured.data
            else:
                others += 1

    printed = _print(come(), which, as_json=as_json, count=count)
    left_out = f"; {others} other UDP datagrams left out" if others else ""
    print(f"{counted(printed, 'line')}{left_out}", file=sys.stderr)
    return 0


def dump_network(
    which: Filter, *, as_json: bool, address: str, interface: str, seconds: float | None, count: int | None = None
) -> int:
    """Print the PDUs that come until Ctrl-C, or for a time; returns the exit code.

    Args:
        which: PDUs to print.
        as_json: an object a line.
        address: to listen on, with or without :port.
        interface: network interface to use.
        seconds: how long; None for until Ctrl-C.
        count: lines after which it ends; None for all.

    Raises:
        ExerciseError: the network cannot be used so.
    """
    printed = 0
    with listener(address, interface) as endpoint, interruptible() as raise_if_interrupted:
        try:
            for _ in until(seconds, raise_if_interrupted):
                come = ((Origin(time, host), data) for data, host, time in endpoint.drain())
                printed += _print(come, which, as_json=as_json, count=None if count is None else count - printed)
                sys.stdout.flush()
                if count is not None and printed >= count:
                    break
        except Interruption:
            pass
        print(f"{counted(printed, 'line')}{losses(endpoint)}", file=sys.stderr)
    return 0


def _print(come: Iterator[Come], which: Filter, *, as_json: bool, count: int | None) -> int:
    """Print PDUs; returns the number of lines."""
    describe: Callable[[Any, Origin], Any] = record if as_json else line
    printed = 0
    if count is not None and count <= 0:
        return printed
    for origin, data in come:
        for found in lines_of(data, origin, which, describe):
            print(json.dumps(found, allow_nan=False) if as_json else found)
            printed += 1
            if printed == count:
                return printed
    return printed
