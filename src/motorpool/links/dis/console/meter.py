"""``motorpool dis meter``: shows the traffic of an exercise on the network in a live table."""

import contextlib
import json
import time
from collections.abc import Callable, Generator
from typing import Any

from ....base.command_line.interruption import Interruption, interruptible
from ..endpoint import Endpoint
from ..joining import reach
from ..motion.dead_reckoning import Thresholds
from ..tools.meter import Meter, Reading
from .network import counted, listener, until, where

REFRESH = 0.5  # interval between updates of the table [s]
MOST_ROWS = 12  # largest number of hosts in the table


def measure(
    *, address: str, interface: str, seconds: float | None, as_json: bool, thresholds: Thresholds | None = None
) -> int:
    """Show the traffic until Ctrl-C or for a time, and return the exit code.

    Raises:
        ExerciseError: the network cannot be used with these addresses.
    """
    with listener(address, interface) as endpoint, interruptible() as raise_if_interrupted:
        meter, shown = Meter(time.time(), thresholds), 0.0
        if not as_json:
            print(f"listening to {where(endpoint)}, {reach(interface)}; Ctrl-C ends it", flush=True)
        with contextlib.suppress(Interruption), _table(is_shown=not as_json) as show:
            for passed in until(seconds, raise_if_interrupted):
                meter.take(endpoint.drain())
                if passed - shown >= REFRESH:
                    shown = passed
                    show(meter.read(time.time()), endpoint)
        meter.take(endpoint.drain())
        reading = meter.read(time.time())
        print(json.dumps(_as_json(reading, endpoint)) if as_json else _summary(reading, endpoint))
    return 0


@contextlib.contextmanager
def _table(*, is_shown: bool) -> Generator[Callable[[Reading, Endpoint], None], None, None]:
    from rich.live import Live

    from ....base.console import PrintableConsole

    console = PrintableConsole()
    if not (is_shown and console.is_terminal):
        yield _show_nothing
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield lambda reading, endpoint: live.update(_tables(reading, endpoint), refresh=True)


def _show_nothing(_: Reading, __: Endpoint) -> None:
    """Show nothing, because there is no terminal."""


def _tables(reading: Reading, endpoint: Endpoint) -> Any:
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    types = Table("PDU", "number", "a second", box=box.SIMPLE_HEAD)
    for name, count in reading.pdus.items():
        types.add_row(name.replace("_", " "), str(count), f"{reading.pdus_a_second.get(name, 0.0):.1f}")
    hosts = Table("host", "entities", "PDUs", "a second", "kbit/s", box=box.SIMPLE_HEAD)
    for row in reading.hosts[:MOST_ROWS]:
        hosts.add_row(
            Text(row.host),
            str(row.entities),
            str(row.pdus),
            f"{row.pdus_a_second:.1f}",
            f"{row.bits_a_second / 1e3:.1f}",
        )
    head = (
        f"{reading.seconds:.0f} s: {reading.entities} entities, {sum(reading.pdus_a_second.values()):.1f} PDUs/s, "
        f"{reading.bits_a_second / 1e3:.1f} kbit/s"
    )
    return Group(Text(head, style="bold"), types, hosts, Text(_error(reading)), Text(_troubles(reading, endpoint)))


def _summary(reading: Reading, endpoint: Endpoint) -> str:
    total = sum(reading.pdus.values())
    seconds = max(reading.seconds, 1e-3)
    types = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in reading.pdus.items())
    return (
        f"{total} PDUs in {reading.seconds:.1f} s, {total / seconds:.1f} a second{f' ({types})' if types else ''}, of "
        f"{reading.all_entities} entities from {counted(len(reading.hosts), 'host')}\n"
        f"{_error(reading)}\n{_troubles(reading, endpoint)}"
    )


def _error(reading: Reading) -> str:
    error = reading.error
    if error is None:
        return "dead reckoning: no entity moved"
    return (
        f"dead reckoning: error of {counted(error.states, 'state')} median {error.median:.2f} m, 95 % below "
        f"{error.percentile_95:.2f} m, largest {error.largest:.2f} m"
    )


def _troubles(reading: Reading, endpoint: Endpoint) -> str:
    lost = endpoint.counts.flooded + endpoint.counts.overrun
    reasons = ", ".join(f"{count} {reason}" for reason, count in reading.rejected.items())
    return (
        f"late {reading.late}, overdue {reading.overdue}, timed out {reading.timed_out}, dropped here {lost}, "
        f"rejected {sum(reading.rejected.values())}{f' ({reasons})' if reasons else ''}"
    )


def _as_json(reading: Reading, endpoint: Endpoint) -> dict[str, Any]:
    values = reading._asdict()
    values["hosts"] = [row._asdict() for row in reading.hosts]
    values["error"] = None if reading.error is None else reading.error._asdict()
    values["dropped"] = endpoint.counts.flooded + endpoint.counts.overrun
    return values
