"""Time from the start of ``motorpool run`` to the first frame in which a vehicle has moved.

``python -m motorpool.app.viewer.first_motion training-area`` prints it [s]. ``MOTORPOOL_CACHE`` is where kernels lie.
"""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator, Mapping

import numpy as np
from websockets.sync.client import connect

from ...base.operating_system import interrupt
from .frames import wire
from .serving import binary_messages

POLL = 0.02  # between two requests for the world [s]


@contextlib.contextmanager
def started(
    *options: str, environment: Mapping[str, str] | None = None
) -> Generator[tuple["subprocess.Popen[str]", str, float], None, None]:
    """Run the live world in a process; yield the process, the address of its page, and the time of its start [s].

    Args:
        options: command-line options of ``motorpool run``.
        environment: variables that replace those of this process.

    Raises:
        SystemExit: the live world did not start.
    """
    began = time.monotonic()
    command = [sys.executable, "-m", "motorpool", "run", *options, "--port", "0", "--no-browser"]
    environment = os.environ | (environment or {})
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            words = process.stdout.readline().split()
            if len(words) < 5:
                raise SystemExit("motorpool: the live world did not start; its own message says why")
            yield process, words[4], began
        finally:
            interrupt(process)


def wait_for_world(url: str) -> None:
    """Wait until the server shows a world."""
    while True:
        with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(url + "world.json"):
            return
        time.sleep(POLL)


def frames(url: str) -> Iterator[wire.DecodedFrame]:
    """Yield the frames that a browser gets, each acknowledged."""
    with connect(url.replace("http", "ws", 1) + "ws", compression=None) as socket:
        for message in socket:
            if isinstance(message, bytes):
                frame = wire.decode_frame(message)
                socket.send(binary_messages.encode_acknowledgement(int(frame.header["frame"])))
                yield frame


def first_motion(url: str) -> float:
    """Return the time at which the first frame arrives in which a vehicle has moved [s].

    Raises:
        SystemExit: the server ended before.
    """
    places: dict[int, np.void] = {}
    for frame in frames(url):
        for record in frame.records:
            place = record[["x", "y"]]
            if places.setdefault(int(record["id"]), place) != place:
                return time.monotonic()
    raise SystemExit("motorpool: the server went away before anything moved")


def main(options: list[str]) -> None:
    """Print the time to the first motion of a live world with these options [s]."""
    with started(*options) as (_, url, began):
        wait_for_world(url)
        print(first_motion(url) - began, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
