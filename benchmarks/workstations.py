"""Eight people at eight browsers: whether the world holds its 60 Hz, what each gets, and how soon a key is seen to act.

`python benchmarks/workstations.py` starts the installed program; eight browsers without a screen, each a process of
its own, give a name, take a vehicle, drive it in circles, watch another one's autopilot, and press and let go of the
throttle. The time from a key to the first frame that shows what it did is measured in the browser's process.
The world's steps are counted before the browsers come, with them and after they have gone, so that their share of what
the machine can do is seen also where it cannot hold 60 Hz. Arguments are passed on to `motorpool run`, such as
`jacksboro --vehicles 100000`.
"""

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from live_page import processor_seconds
from websockets.sync.client import ClientConnection, connect

from motorpool.app.viewer.first_motion import started, wait_for_world
from motorpool.app.viewer.frames import wire
from motorpool.app.viewer.frames.interest import Viewpoint
from motorpool.app.viewer.serving import binary_messages

BROWSERS = 8
WATCHED_SECONDS = 15.0
ALONE_SECONDS = 10.0  # without a browser, before and after
WARM_UP = 5.0  # before anything is measured [s]
KEY_INTERVAL = 0.37  # between two key strokes; no multiple of a frame [s]
LEAST_HZ, LEAST_FRAMES, MOST_MEGABITS, MOST_DELAY = 59.0, 29.0, 2.0, 0.100
MOST_MEGABITS_LARGE = 3.0  # of a world of which each browser gets its area of interest


class Alone(NamedTuple):
    """The world while nobody looks."""

    hz: float  # steps a second
    processor: float  # processor time of a step [s]


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        cache = Path(os.environ.get("MOTORPOOL_CACHE", temporary))
        with started(*sys.argv[1:], environment={"MOTORPOOL_CACHE": str(cache)}) as (process, url, _):
            wait_for_world(url)
            newest_tick(url)  # compiles what the first frame needs
            before = steps_alone(url, process.pid)
            drivers = [
                subprocess.Popen([sys.executable, __file__, url, str(number)], stdout=subprocess.PIPE, text=True)
                for number in range(BROWSERS)
            ]
            time.sleep(WARM_UP)
            used = processor_seconds(process.pid)
            results = [json.loads(driver.communicate()[0]) for driver in drivers]
            used = processor_seconds(process.pid) - used
            after = steps_alone(url, process.pid)
    print_results(results, used)
    print_share(before, after, hz=min(result["hz"] for result in results), processor=used / WATCHED_SECONDS)


def steps_alone(url: str, pid: int) -> Alone:
    """Measure the world's steps while nobody looks."""
    tick, began = newest_tick(url)
    used = processor_seconds(pid)
    time.sleep(ALONE_SECONDS)
    used = processor_seconds(pid) - used
    last, ended = newest_tick(url)
    hz = (last - tick) / (ended - began)
    return Alone(hz, used / ALONE_SECONDS / hz)


def newest_tick(url: str) -> tuple[int, float]:
    """Look for one frame: return the number of its step, and when it came."""
    with connect(url.replace("http", "ws", 1) + "ws", compression=None, max_size=None) as socket:
        for message in socket:
            if isinstance(message, bytes):
                return int(wire.decode_frame(message).header["tick"]), time.perf_counter()
    raise SystemExit("the server went away")


def print_results(results: list[dict[str, float]], used: float) -> None:
    """A line for each measured thing, its worst browser and its limit."""
    worst = {
        name: (min if name in ("hz", "frames") else max)(result[name] for result in results) for name in results[0]
    }
    print(f"{BROWSERS} browsers, each driving and watching, for {WATCHED_SECONDS:.0f} s; the worst of them:")
    print(f"  world steps a second         {worst['hz']:.1f} (at least {LEAST_HZ:g})")
    print(f"  frames a second              {worst['frames']:.1f} (at least {LEAST_FRAMES:g})")
    limits = f"at most {MOST_MEGABITS:g}; {MOST_MEGABITS_LARGE:g} in a large world"
    print(f"  Mbit/s from the server       {worst['down']:.2f} ({limits})")
    print(f"  Mbit/s of it in JSON         {worst['words']:.3f}")
    print(f"  Mbit/s to the server         {worst['up']:.3f}")
    print(f"  key to frame, median [ms]    {1e3 * worst['median']:.0f}")
    print(f"  key to frame, 95 % [ms]      {1e3 * worst['late']:.0f} (at most {1e3 * MOST_DELAY:.0f})")
    print(f"  processor of the program     {used / WATCHED_SECONDS:.2f} of one core")


def print_share(before: Alone, after: Alone, *, hz: float, processor: float) -> None:
    """Steps with and without browsers, and the browsers' part of the program's processor time.

    Args:
        before, after: the world without browsers.
        hz: steps a second with them.
        processor: of the program with them, in processors.
    """
    print("without a browser, before they come and after they have gone:")
    print(f"  world steps a second         {before.hz:.1f}, {after.hz:.1f}")
    print(f"  processor time a step [ms]   {1e3 * before.processor:.2f}, {1e3 * after.processor:.2f}")
    own = processor - hz * 0.5 * (before.processor + after.processor)
    print(f"processor that {BROWSERS} browsers take: {own:.2f} of one core")


def drive(url: str, number: int) -> dict[str, float]:
    """One browser's session: what it measured."""
    with connect(url.replace("http", "ws", 1) + "ws", compression=None, max_size=None) as socket:
        browser = Browser(socket, vehicle=7 * number)
        browser.say(type="name", name=f"Driver {number}")
        browser.say(type="take", vehicle=7 * number)
        browser.say(type="watch", vehicle=7 * number + 1)
        browser.run(WARM_UP)
        browser.forget()
        browser.run(WATCHED_SECONDS)
        return browser.results()


class Browser:
    """Reads, acknowledges, drives and measures."""

    def __init__(self, socket: ClientConnection, *, vehicle: int) -> None:
        self._socket, self._vehicle = socket, vehicle
        self._viewpoint: Viewpoint | None = None
        self._sequence, self._throttle = 0, 0.0
        self._pressed: float | None = None  # when the key was pressed that no frame has shown yet
        self._ticks: list[int] = []  # number of the step of each frame
        self.forget()

    def forget(self) -> None:
        """Begin to measure anew."""
        self._down = self._words = self._up = self._frames = 0
        self._delays: list[float] = []
        self._ticks = []
        self._began = time.perf_counter()

    def say(self, **message: object) -> None:
        """Send a command."""
        self._send(json.dumps(message))

    def run(self, seconds: float) -> None:
        """Drive for a while."""
        end = time.perf_counter() + seconds
        key_due = input_due = 0.0
        while (now := time.perf_counter()) < end:
            if now >= key_due:
                key_due = now + KEY_INTERVAL
                self._throttle = 1.0 - self._throttle
                self._pressed = now
            if now >= input_due or self._pressed == now:
                input_due = now + 0.1
                self._sequence += 1
                self._send(binary_messages.encode_input(self._sequence, throttle=self._throttle, steer=0.3))
                if self._viewpoint is not None:
                    self._send(binary_messages.encode_viewpoint(self._viewpoint))
            self._read(max(1e-3, min(key_due, input_due, end) - time.perf_counter()))

    def results(self) -> dict[str, float]:
        """Return the measurements since ``forget``."""
        seconds = time.perf_counter() - self._began
        late = statistics.quantiles(self._delays, n=20)[-1]
        rates = {"down": self._down, "words": self._words, "up": self._up}
        return {name: 8e-6 * size / seconds for name, size in rates.items()} | {
            "hz": (self._ticks[-1] - self._ticks[0]) / seconds,
            "frames": self._frames / seconds,
            "median": statistics.median(self._delays),
            "late": late,
        }

    def _send(self, message: str | bytes) -> None:
        self._up += len(message)
        self._socket.send(message)

    def _read(self, timeout: float) -> None:
        try:
            message = self._socket.recv(timeout=timeout)
        except TimeoutError:
            return
        self._down += len(message)
        if isinstance(message, str):
            self._words += len(message)
            return
        self._frames += 1
        frame = wire.decode_frame(message)
        self._ticks.append(int(frame.header["tick"]))
        self._send(binary_messages.encode_acknowledgement(int(frame.header["frame"])))
        x, y, z, yaw = (float(frame.own[name]) for name in ("x", "y", "z", "yaw"))
        self._viewpoint = Viewpoint(x, y, z + 4.0, (math.cos(yaw), math.sin(yaw), -0.1), target=self._vehicle)
        if self._pressed is not None and abs(float(frame.own["throttle"]) - self._throttle) < 0.01:
            self._delays.append(time.perf_counter() - self._pressed)
            self._pressed = None


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1].startswith("http"):
        print(json.dumps(drive(sys.argv[1], int(sys.argv[2]))))
    else:
        main()
