"""Vehicles that stand although they drive by themselves, over hours of the scenarios that ship.

`python benchmarks/standing.py --minutes 120` runs each scenario headless and prints, for each of some minutes, the
greatest number of self-driving vehicles that stood for more than 30 s at any time of the minute, contacts a kilometre,
the process's memory, and the processor time of a step. A vehicle stands while it stays within 2 m of a place.
Self-driving are those with an autopilot, no order to hold or to stay parked, and a goal that they have not reached.

`--weather rain` runs them in rain, `--write FILE` adds every minute to a CSV file, and `--figure FILE --of CSV` draws
what such a file holds. The script uses only what the package exports and the columns of its worlds, so that it runs
against an older version, too: `PYTHONPATH=OTHER/src python benchmarks/standing.py`.
"""

import argparse
import csv
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import motorpool as mp
from motorpool.errors import MotorpoolError
from motorpool.scenario import names as scenario_names
from motorpool.world.drivers.kinds import AUTOPILOT
from motorpool.world.guidance.goal_kinds import HOLD

STANDS = 30.0  # a vehicle that stays longer than this stands [s]
PLACE = 2.0  # distance within which it is at the same place [m]
LOOK = 1.0  # between two looks at the world [s]
SHARE = {"dry": 0.01, "rain": 0.03, "snow": 0.03, "fog": 0.01}  # limit of what may stand [1]
PRINTED = (1, 2, 5, 10, 20, 30, 45, 60, 90, 120)  # minutes


class Minute(NamedTuple):
    """State of a scenario at the end of a minute, or the greatest value in it."""

    scenario: str
    weather: str
    minute: int
    driving: int  # vehicles that drive by themselves
    standing: int  # of them, at most at any time of the minute
    contacts_per_km: float  # since the start
    memory: float  # resident [MB]
    step_ms: float  # median processor time of a step [ms]


class Watch:
    """Places of one world's vehicles, and since when they are there."""

    def __init__(self, world: mp.World):
        vehicles = world.vehicles
        self._world, self.contacts = world, 0
        self._x, self._y = vehicles.x.copy(), vehicles.y.copy()
        self._since = np.full(vehicles.count, world.time)

    def observe(self, world: mp.World) -> None:
        """Count the contacts of a step."""
        self.contacts += len(world.events.contacts[0])

    def look(self) -> tuple[int, int]:
        """Return how many vehicles drive by themselves, and how many of them stand."""
        vehicles, now = self._world.vehicles, self._world.time
        drives = (vehicles.driver == AUTOPILOT) & (vehicles.goal != HOLD)
        drives &= (vehicles.is_parked == 0) & (vehicles.has_arrived == 0)
        went = np.hypot(vehicles.x - self._x, vehicles.y - self._y) > PLACE
        went |= ~drives
        self._x[went], self._y[went], self._since[went] = vehicles.x[went], vehicles.y[went], now
        return int(np.count_nonzero(drives)), int(np.count_nonzero(now - self._since > STANDS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", nargs="+", default=["training-area"], help="names, files, or all")
    parser.add_argument("--minutes", type=int, default=20)
    parser.add_argument("--weather", choices=sorted(SHARE), default="dry")
    parser.add_argument("--seed", type=int, default=None, help="the scenario's own by default")
    parser.add_argument("--write", type=Path, default=None, metavar="CSV", help="add each minute to this file")
    parser.add_argument("--figure", type=Path, default=None, metavar="FILE", help="draw what --of holds, and end")
    parser.add_argument("--of", type=Path, nargs="+", default=[], metavar="CSV")
    options = parser.parse_args()
    if options.figure is not None:
        draw(options.figure, options.of)
        return
    scenarios = scenario_names() if options.scenario == ["all"] else options.scenario
    print("| scenario | weather | minute | driving | standing | share | contacts per km | memory [MB] | step [ms] |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    worst: dict[str, float] = {}
    for name in scenarios:
        try:
            world = built(name, options.weather, options.seed)
        except MotorpoolError as error:
            print(f"\n{name} is left out: {error}\n")
            continue
        for row in watched(world, Path(name).stem, options.weather, options.minutes):
            worst[row.scenario] = max(worst.get(row.scenario, 0.0), row.standing / max(row.driving, 1))
            if row.minute in PRINTED or row.minute == options.minutes:
                show(row)
            if options.write is not None:
                add(options.write, row)
    limit = SHARE[options.weather]
    for name, share in worst.items():
        print(f"\n{name}: at most {share:.1%} stood, {'within' if share <= limit else 'beyond'} the limit {limit:.0%}")


def built(name: str, weather: str, seed: int | None) -> mp.World:
    """Return the world of a scenario, in some weather."""
    scenario = mp.load(name)
    world = scenario.build() if seed is None else scenario.build(seed=seed)
    if weather != "dry":
        world.weather.change(weather)
    return world


def watched(world: mp.World, name: str, weather: str, minutes: int) -> Iterator[Minute]:
    """Run a world and yield its minutes."""
    watch = Watch(world)
    world.observers.append(watch)
    steps = round(LOOK / world.dt)
    for minute in range(1, minutes + 1):
        most, driving, costs = 0, 0, list[float]()
        for _ in range(round(60.0 / LOOK)):
            begun = time.process_time()
            for _ in range(steps):
                world.step()
            costs.append((time.process_time() - begun) / steps)
            driving, standing = watch.look()
            most = max(most, standing)
        kilometres = float(world.vehicles.odometer.sum()) / 1000.0
        yield Minute(
            name, weather, minute, driving, most, watch.contacts / max(kilometres, 1e-3), memory(),
            1000.0 * statistics.median(costs),
        )  # fmt: skip


def memory() -> float:
    """Return the resident memory of this process [MB]."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024.0
    return float("nan")


def show(row: Minute) -> None:
    """Print a minute as a line of the table."""
    share = row.standing / max(row.driving, 1)
    print(
        f"| {row.scenario} | {row.weather} | {row.minute} | {row.driving} | {row.standing} | {share:.1%} | "
        f"{row.contacts_per_km:.3f} | {row.memory:.0f} | {row.step_ms:.3f} |",
        flush=True,
    )


def add(file: Path, row: Minute) -> None:
    """Add a minute to a CSV file."""
    is_new = not file.exists()
    with file.open("a", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        if is_new:
            writer.writerow(Minute._fields)
        writer.writerow([round(value, 4) if isinstance(value, float) else value for value in row])


def draw(figure: Path, files: list[Path]) -> None:
    """Draw the share of standing vehicles and the time of a step over time, a line for each file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    picture, (upper, lower) = plt.subplots(2, 1, sharex=True, figsize=(8.0, 6.0), layout="constrained")
    for file in files:
        with file.open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        for scenario in dict.fromkeys(row["scenario"] for row in rows):
            own = [row for row in rows if row["scenario"] == scenario]
            minutes = [int(row["minute"]) for row in own]
            label = f"{scenario}, {file.stem.rpartition('-')[2]}"
            upper.plot(
                minutes, [100.0 * int(row["standing"]) / max(int(row["driving"]), 1) for row in own], label=label
            )
            lower.plot(minutes, [float(row["step_ms"]) for row in own], label=label)
    upper.set_ylabel("standing for more than 30 s\n[% of self-driving vehicles]")
    lower.set_ylabel("processor time of a step [ms]")
    lower.set_xlabel("simulated time [min]")
    for axes in (upper, lower):
        axes.set_ylim(bottom=0.0)
        axes.grid(alpha=0.3)
    upper.legend(fontsize="small")
    picture.savefig(figure, dpi=110)


if __name__ == "__main__":
    main()
