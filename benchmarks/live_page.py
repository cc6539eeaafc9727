"""Start-up time of the live worlds, and the tick rate of one with four browsers (60 Hz are wanted).

`python benchmarks/live_page.py` starts the installed program with an empty and with a warm kernel cache and takes the
time to the first frame in which vehicles have moved; then four browsers without a screen watch for ten seconds.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from motorpool.app.viewer.first_motion import first_motion, frames, started, wait_for_world
from motorpool.app.viewer.frames import wire
from motorpool.app.viewer.schema import binary

SCENARIOS = {"training-area": 5.0, "jacksboro": 4.0}  # limit to the first moving frame with an empty cache [s]
BROWSERS = 4
WATCHED_SECONDS = 10.0
WARM_LIMIT = 5.0  # to the first moving frame [s]
LEAST_HZ = 59.0  # of 60, over the last two seconds of the watch


def main() -> None:
    for scenario, cold in SCENARIOS.items():
        with tempfile.TemporaryDirectory() as cache:
            for name, limit in (("empty", cold), ("warm", WARM_LIMIT)):
                with started(scenario, environment={"MOTORPOOL_CACHE": cache}) as (process, url, began):
                    wait_for_world(url)
                    seconds = first_motion(url) - began
                    verdict = f"limit {limit:.0f} s, {'held' if seconds <= limit else 'NOT held'}"
                    print(f"{scenario}, {name} cache: first moving frame after {seconds:.1f} s ({verdict})", flush=True)
                    if name == "warm" and scenario == "jacksboro":
                        watch(process, url)


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
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        watch_one(sys.argv[1])
    else:
        main()
