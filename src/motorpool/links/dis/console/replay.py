"""``motorpool dis replay``: sends a capture again."""

from collections.abc import Callable
from pathlib import Path

from ....base.command_line.interruption import Interruption, interruptible
from ..endpoint import Endpoint
from ..joining import reach
from ..tools.replay import Contents, Replay, contents_of, datagrams_of, replay
from .network import counted, progress_line, sender


def replay_capture(
    file: Path, how: Replay, *, to: str, interface: str, port_in_file: int | None = None, loops: bool = False
) -> int:
    """Send the DIS datagrams of a capture (.pcap, .pcapng) and return the exit code.

    Args:
        port_in_file: UDP port of the datagrams to send; None for all with a DIS header.
        loops: repeat until Ctrl-C.

    Raises:
        ExerciseError: the file has no such datagrams, or the network cannot be used with these addresses.
    """
    how.checked()
    rounds, exit_code = 0, 0
    with sender(to, interface) as endpoint, interruptible() as raise_if_interrupted:
        try:
            contents = _read(file, port_in_file, raise_if_interrupted)
            print(_introduction(file, contents, endpoint), flush=True)
            with progress_line(contents.duration, "s recorded") as show:

                def progress(_: int, passed: float) -> None:
                    show(passed, f"{counted(endpoint.counts.sent, 'datagram')} sent")
                    raise_if_interrupted()

                while loops or not rounds:
                    replay(datagrams_of(file, port=port_in_file), endpoint.send, how, progress=progress)
                    rounds += 1
        except Interruption as interruption:
            exit_code = 0 if loops else interruption.exit_code
        print(_summary(endpoint, rounds, was_interrupted=exit_code != 0))
    return exit_code


def _read(file: Path, port_in_file: int | None, raise_if_interrupted: Callable[[], None]) -> Contents:
    with progress_line() as show:

        def progress(count: int) -> None:
            show(0.0, f"read {counted(count, 'datagram')}")
            raise_if_interrupted()

        return contents_of(file, port=port_in_file, progress=progress)


def _introduction(file: Path, contents: Contents, endpoint: Endpoint) -> str:
    host, port = endpoint.to
    others = f", {contents.others} others left out" if contents.others else ""
    return (
        f"{file}: {counted(contents.datagrams, 'datagram')} of DIS in {contents.duration:.1f} s from "
        f"{counted(len(contents.hosts), 'host')}{others}; to {host}:{port}, {reach(endpoint.interface)}"
    )


def _summary(endpoint: Endpoint, rounds: int, *, was_interrupted: bool) -> str:
    (host, port), counts = endpoint.to, endpoint.counts
    verb = "interrupted after" if was_interrupted else "sent"
    repeated = f" in {rounds} rounds" if rounds > 1 else ""
    refused = f"; the network refused {counted(counts.unsent, 'datagram')}" if counts.unsent else ""
    return f"{verb} {counted(counts.sent, 'datagram')} to {host}:{port}{repeated}{refused}"
