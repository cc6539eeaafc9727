"""Cost of dead reckoning and of the way between a map and the Earth, for few and for many vehicles, on one core.

`python benchmarks/dead_reckoning.py` checks that states come back from geocentric coordinates, then prints processor
time a call and a vehicle.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from motorpool.links.dis.motion.columns import EntityStates
from motorpool.links.dis.motion.geodesy import Geodesy
from motorpool.links.dis.motion.smoothing import RemotePoses
from motorpool.models.dead_reckoning import Motion, Pose
from motorpool.models.rotation import Vector

COUNTS = (5, 500, 50_000)  # vehicles: those that send in a step of a world of 500, all of it, a crowd
SECONDS, SAMPLES = 0.05, 9


def states(count: int) -> EntityStates:
    """States of motion on the map of Hunter Liggett, by all nine algorithms."""
    random = np.random.default_rng(1)

    def three(scale: float) -> Vector:
        return Vector(*(scale * random.standard_normal((3, count))))

    place = random.uniform(-13000.0, 13000.0, (2, count))
    pose = Pose(*place, random.uniform(0.0, 1000.0, count), *random.uniform(-1.5, 1.5, (3, count)))
    algorithms = np.resize(np.arange(1, 10, dtype=np.int8), count)
    return EntityStates(Motion(pose, three(15.0), three(1.0), three(0.2)), algorithms, random.uniform(0.0, 1.0, count))


def seconds_of(call: Callable[[], Any]) -> float:
    """The least processor time of a call among samples of many."""
    call()
    began = time.process_time()
    call()
    repeats = max(1, int(SECONDS / max(time.process_time() - began, 1e-6)))
    samples: list[float] = []
    for _ in range(SAMPLES):
        began = time.process_time()
        for _ in range(repeats):
            call()
        samples.append((time.process_time() - began) / repeats)
    return min(samples)


def calls(count: int) -> dict[str, Callable[[], Any]]:
    """What is measured, checked first."""
    sent = states(count)
    geodesy = Geodesy("EPSG:32610", origin_easting=661080.0, origin_northing=3970800.0, geoid_offset=-34.0)
    geocentric = geodesy.to_geocentric(sent.motion, sent.algorithm)
    back = geodesy.to_grid(geocentric, sent.algorithm)
    assert np.abs(np.array(back.pose[:3]) - np.array(sent.motion.pose[:3])).max() < 1e-3
    remote, rows = RemotePoses(count), np.arange(count)
    remote.place(rows, sent)
    return {
        "take new states, to smooth from what is shown": lambda: remote.receive(rows, sent, 3.0),
        "extrapolate and smooth": lambda: remote.show(3.0),
        "map to geocentric": lambda: geodesy.to_geocentric(sent.motion, sent.algorithm),
        "geocentric to map": lambda: geodesy.to_grid(geocentric, sent.algorithm),
    }


def main() -> None:
    """Print the table."""
    table = {count: {name: seconds_of(call) for name, call in calls(count).items()} for count in COUNTS}
    print("| processor time | " + " | ".join(f"{count} vehicles | each" for count in COUNTS) + " |")
    print("|---|" + "---:|" * (2 * len(COUNTS)))
    for name in table[COUNTS[0]]:
        cells = (f"{1e6 * table[n][name]:.0f} us | {1e9 * table[n][name] / n:.0f} ns" for n in COUNTS)
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
