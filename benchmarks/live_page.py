"""Start-up time of the live world, and its tick rate with four browsers (60 Hz are wanted).

`python benchmarks/live_page.py` starts the installed program with an empty and with a warm kernel cache and takes the
time to the first frame in which vehicles have moved; then four browsers without a screen watch for ten seconds.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator
from pathlib import Path

import numpy as np
from websockets.sync.client import connect

from motorpool.viewer import commands, wire
from motorpool.viewer.schema import binary

COMMAND = [
    sys.executable,
    "-c",
    "from motorpool.cli import main; main()",
    "run",
    "jacksboro",
    "--port",
    "0",
    "--no-browser",
]
BROWSERS = 4
WATCHED_SECONDS = 10.0
COLD_LIMIT, WARM_LIMIT = 15.0, 5.0  # to the first moving frame [s]
LEAST_HZ = 59.0  # of 60, over the last two seconds of the watch


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        for name, limit in (("empty", COLD_LIMIT), ("warm", WARM_LIMIT)):
            with running(Path(cache)) as (process, url, started):
                seconds = first_motion(url) - started
                print(
                    f"{name} kernel cache: first moving frame after {seconds:.1f} s (limit {limit:.0f} s)", flush=True
                )
                if name == "warm":
                    watch(process, url)


@contextlib.contextmanager
def running(cache: Path, *options: str) -> Generator[tuple[subprocess.Popen[str], str, float], None, None]:
    """The program with these options, its address, and when it was started."""
    started = time.monotonic()
    environment = os.environ | {"MOTORPOOL_CACHE": str(cache)}
    with subprocess.Popen([*COMMAND, *options], env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split()[4]
        wait_for_world(url)
        yield process, url, started
        process.send_signal(signal.SIGINT)


def wait_for_world(url: str) -> None:
    """Wait until the server, which answers while the world is being built, has it."""
    while True:
        with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(url + "world.json"):
            return
        time.sleep(0.05)


def frames(url: str) -> Iterator[wire.DecodedFrame]:
    """Return the messages that a browser gets, each acknowledged."""
    with connect(url.replace("http", "ws", 1) + "ws", compression=None) as socket:
        for message in socket:
            if isinstance(message, bytes):
                frame = wire.decode_frame(message)
                socket.send(commands.encode_acknowledgement(int(frame.header["frame"])))
                yield frame


def first_motion(url: str) -> float:
    """When the first frame came in which a vehicle is elsewhere than in the first one."""
    places: dict[int, np.void] = {}
    for frame in frames(url):
        for record in frame.records:
            place = record[["x", "y"]]
            if places.setdefault(int(record["id"]), place) != place:
                return time.monotonic()
    raise SystemExit("the server went away before anything moved")


def watch(process: subprocess.Popen[str], url: str) -> None:
    """Let the browsers look, each a process of its own, and say how the world kept up."""
    before = processor_seconds(process.pid)
    watchers = [
        subprocess.Popen([sys.executable, __file__, url], stdout=subprocess.PIPE, text=True) for _ in range(BROWSERS)
    ]
    results = [tuple(map(float, watcher.communicate()[0].split())) for watcher in watchers]
    used = processor_seconds(process.pid) - before
    hz = min(result[0] for result in results)
    verdict = "held" if hz >= LEAST_HZ else "NOT held"
    print(f"{BROWSERS} browsers: {hz:.1f} world steps a second ({verdict})")
    for number, (_, rate, kilobytes) in enumerate(results, 1):
        print(f"  browser {number}: {rate:.1f} frames a second, {kilobytes:.0f} kB a second")
    print(f"  processor: {used / WATCHED_SECONDS:.2f} of one core for simulation and server together")


def watch_one(url: str) -> None:
    """A browser: prints the world's rate, its own frame rate and its kilobytes a second."""
    count, size, hz = 0, 0, 0.0
    end = time.monotonic() + WATCHED_SECONDS
    for frame in frames(url):
        count += 1
        size += wire.HEADER.itemsize + wire.OWN.itemsize + frame.records.nbytes
        hz = float(frame.header["measured_hz"]) * binary.RATE_UNIT
        if time.monotonic() > end:
            break
    print(hz, count / WATCHED_SECONDS, size / WATCHED_SECONDS / 1000)


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used, where the system tells (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        watch_one(sys.argv[1])
    else:
        main()
