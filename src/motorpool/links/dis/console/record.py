"""``motorpool dis record``: writes received datagrams to a capture."""

from pathlib import Path

from ....base.command_line.interruption import Interruption, interruptible
from ..joining import reach
from ..tools.captures import CaptureWriter
from ..tools.headers import is_dis
from .network import counted, listener, losses, progress_line, until, where


def record(
    file: Path, *, address: str, interface: str, seconds: float | None = None, keeps_all: bool = False,
    overwrite: bool = False,
) -> int:  # fmt: skip
    """Write received datagrams to a capture (.pcap) until Ctrl-C or for a time, and return the exit code.

    Raises:
        ExerciseError: the file exists or cannot be written, or the network cannot be used with these addresses.
    """
    others, hosts, size = 0, set[str](), 0
    with (
        listener(address, interface) as endpoint,
        CaptureWriter(file, overwrite=overwrite) as writer,
        interruptible() as raise_if_interrupted,
        progress_line(seconds) as show,
    ):
        writer.flush()  # so that the file is a valid, empty capture from the start
        print(f"recording {where(endpoint)}, {reach(interface)}, to {file}; Ctrl-C ends it", flush=True)
        try:
            for passed in until(seconds, raise_if_interrupted):
                received = endpoint.drain()
                for data, host, time in received:
                    if keeps_all or is_dis(data):
                        writer.write(time, data, source=host, port=endpoint.port, to=endpoint.to[0])
                        hosts.add(host)
                        size += len(data)
                    else:
                        others += 1
                if received:
                    writer.flush()
                show(passed, f"{counted(writer.count, 'datagram')} from {counted(len(hosts), 'host')}")
        except Interruption:
            pass
    left_out = f"; {others} others left out" if others else ""
    print(
        f"recorded {counted(writer.count, 'datagram')} ({size / 1e6:.1f} MB) from {counted(len(hosts), 'host')} to "
        f"{file}{left_out}{losses(endpoint)}"
    )
    return 0
