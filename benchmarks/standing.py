"""Vehicles that stand although they drive by themselves, over hours of the scenarios that ship.

`python benchmarks/standing.py --scenario all --minutes 120` runs each scenario headless and prints, for each of some
minutes, the greatest number of self-driving vehicles that stood for more than 30 s at any time of the minute, contacts
a kilometre, the process's memory, and the processor time of a step. A vehicle stands while it stays within 2 m of a
place. Self-driving are those with an autopilot, no order to hold or to stay parked, and a goal that they have not
reached. At the end it prints a table with a row for each scenario, and exits with 1 if one is beyond the limit.

The limit is 1 % of the self-driving vehicles, and one vehicle where they are fewer than a hundred; in rain and snow it
is 3 %. It does not apply to vehicles under the rules of 1992, which `world.recovery` leaves as the published program
leaves them.

A second table counts, by the reason at their begin, how standstills of more than 5 s ended: by the driver alone, after
one of its attempts, by a tow, or by setting the vehicle back.

`--weather rain` runs them in rain, and `--write FILE` adds every minute to a CSV file. `--table --of CSV ...` prints
the table of such files without a run, `--figure FILE --of CSV ...` draws them.
"""

import argparse
import csv
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import motorpool as mp
from motorpool.errors import MotorpoolError
from motorpool.world.avoidance.rules import RULES
from motorpool.world.drivers.kinds import AUTOPILOT
from motorpool.world.guidance.goal_kinds import HOLD
from motorpool.world.recovery import phases, reasons
from motorpool.world.recovery.events import BEGAN, FREED, TOWED, WORDS
from motorpool.world.scenario import names as scenario_names

STANDS = 30.0  # a vehicle that stays longer than this stands [s]
PLACE = 2.0  # distance within which it is at the same place [m]
SOME_STEPS = 6  # between two looks at what vehicles do to come free [1]
LOOK = 1.0  # between two looks at the world [s]
SHARE = {"dry": 0.01, "rain": 0.03, "snow": 0.03, "fog": 0.01}  # limit of what may stand [1]
RULES_OF_1992 = "1992 program, not freed"
COLOURS = (6, 0, 2, 4, 8, 10, 12, 16, 18, 1, 3, 5, 9, 7, 11, 13, 17, 19)  # of the map tab20, without grey
OUTCOMES = {
    phases.NONE: "free without an attempt", phases.EASING: "free with less throttle",
    phases.BACKING: "free by backing out", phases.OTHER_WAY: "free on another way",
    phases.YIELDING: "free by yielding", phases.LETTING_PASS: "free after the other yielded",
    phases.WAITING: "free while it waited for a tow", phases.TOWED: "free in a tow",
    phases.PARKING: "parked beside the road",
}  # fmt: skip
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
    is_freed: int = 1  # 0 if recovery leaves all self-driving vehicles as they are

    @property
    def share(self) -> float:
        """Return the share of the self-driving vehicles that stand [1]."""
        return self.standing / max(self.driving, 1)

    @property
    def limit(self) -> int:
        """Return the greatest number of vehicles that may stand."""
        return max(1, math.floor(SHARE[self.weather] * self.driving))


class Outcomes:
    """Numbers of standstills of one world's vehicles by how they ended and by their reason."""

    def __init__(self, world: mp.World):
        self._last_phase = np.zeros(world.vehicles.count, np.int8)  # since the standstill began
        self._reason = np.zeros(world.vehicles.count, np.int8)  # for which it began
        self.counts: Counter[tuple[str, str]] = Counter()  # by outcome and reason

    def observe(self, world: mp.World) -> None:
        """Count what ended in a step."""
        stood, phase = world.events.standstills, world.vehicles.recovery_phase
        if world.tick % SOME_STEPS == 0:
            self._last_phase[phase != phases.NONE] = phase[phase != phases.NONE]
        rows = zip(stood.vehicle.tolist(), stood.what.tolist(), stood.reason.tolist(), strict=True)
        for vehicle, what, reason in rows:
            if what == BEGAN:
                self._reason[vehicle] = reason
            else:
                outcome = OUTCOMES[int(self._last_phase[vehicle])] if what == FREED else WORDS[what]
                self.counts[outcome, reasons.WORDS[int(self._reason[vehicle])]] += 1
            self._last_phase[vehicle] = phases.NONE

    def show(self, name: str) -> None:
        """Print a row for each outcome, a column for each reason."""
        found = [word for word in reasons.WORDS.values() if any(reason == word for _, reason in self.counts)]
        if not found:
            return
        print(f"\n| {name} | {' | '.join(found)} | all |\n|---|{'---:|' * (len(found) + 1)}")
        for outcome in dict.fromkeys((*OUTCOMES.values(), *WORDS[TOWED:])):
            numbers = [self.counts[outcome, reason] for reason in found]
            if any(numbers):
                print(f"| {outcome} | {' | '.join(map(str, numbers))} | {sum(numbers)} |")
        print(flush=True)


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
    parser.add_argument("--table", action="store_true", help="print the table of what --of holds, and end")
    parser.add_argument("--of", type=Path, nargs="+", default=[], metavar="CSV")
    options = parser.parse_args()
    kept = [row for file in options.of for row in read(file)]
    if options.figure is not None:
        draw(options.figure, kept)
    if options.table:
        print_summary(kept)
    if options.figure is not None or options.table:
        return
    rows = measured(options)
    print_summary(rows)
    if not all(is_within(run) for run in runs_of(rows)):
        sys.exit(1)


def measured(options: argparse.Namespace) -> list[Minute]:
    """Run the scenarios; print, keep and return their minutes."""
    rows: list[Minute] = []
    print("| scenario | weather | minute | driving | standing | share | contacts per km | memory [MB] | step [ms] |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in scenario_names() if options.scenario == ["all"] else options.scenario:
        try:
            world = built(name, options.weather, options.seed)
        except MotorpoolError as error:
            print(f"\n{name} is left out: {error}\n")
            continue
        outcomes = Outcomes(world)
        world.observers.append(outcomes)
        for row in watched(world, Path(name).stem, options.weather, options.minutes):
            rows.append(row)
            if row.minute in PRINTED or row.minute == options.minutes:
                show(row)
            if options.write is not None:
                add(options.write, row)
        outcomes.show(Path(name).stem)
    return rows


def built(name: str, weather: str, seed: int | None) -> mp.World:
    """Return the world of a scenario, in some weather."""
    scenario = mp.load(name)
    world = scenario.build() if seed is None else scenario.build(seed=seed)
    if weather != "dry":
        world.weather.change(weather)
    return world


def watched(world: mp.World, name: str, weather: str, minutes: int) -> Iterator[Minute]:
    """Run a world and yield its minutes."""
    watch, is_freed = Watch(world), int(may_be_freed(world))
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
            1000.0 * statistics.median(costs), is_freed,
        )  # fmt: skip


def may_be_freed(world: mp.World) -> bool:
    """Return whether recovery frees any self-driving vehicle that stands, by the rules that they are under."""
    used = set(world.vehicles.avoidance_rule[world.vehicles.driver == AUTOPILOT].tolist())
    return not used or any(RULES[index].may_be_freed for index in used)


def memory() -> float:
    """Return the resident memory of this process [MB]."""
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024.0
    return float("nan")


def show(row: Minute) -> None:
    """Print a minute as a line of the table."""
    print(
        f"| {row.scenario} | {row.weather} | {row.minute} | {row.driving} | {row.standing} | {row.share:.1%} | "
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


def read(file: Path) -> list[Minute]:
    """Return the minutes that a CSV file holds."""
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    before = ", before" if file.stem.endswith("before") else ""
    return [
        Minute(
            row["scenario"] + before, row["weather"], int(row["minute"]), int(row["driving"]), int(row["standing"]),
            float(row["contacts_per_km"]), float(row["memory"]), float(row["step_ms"]), int(row.get("is_freed", 1)),
        )
        for row in rows
    ]  # fmt: skip


def runs_of(rows: list[Minute]) -> list[list[Minute]]:
    """Return the minutes of each scenario in each weather."""
    keys = dict.fromkeys((row.scenario, row.weather) for row in rows)
    return [[row for row in rows if (row.scenario, row.weather) == key] for key in keys]


def is_within(run: list[Minute]) -> bool:
    """Return whether no minute of a run is beyond the limit, or no limit applies to it."""
    return not run[0].is_freed or all(row.standing <= row.limit for row in run)


def print_summary(rows: list[Minute]) -> None:
    """Print a row for each scenario and weather."""
    print(
        "\n| scenario | weather | minutes | self-driving | standing at most | share | may stand | contacts per km "
        "| memory after 10 min and at the end [MB] | step at first and at last [ms] | |"
    )
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|")
    for run in runs_of(rows):
        worst, first, last = max(run, key=lambda row: row.standing), run[0], run[-1]
        early = run[min(9, len(run) - 1)]
        verdict = "within" if is_within(run) else "beyond"
        print(
            f"| {first.scenario} | {first.weather} | {last.minute} | {max(row.driving for row in run)} "
            f"| {worst.standing} | {worst.share:.1%} | {worst.limit if first.is_freed else ''} "
            f"| {last.contacts_per_km:.3f} | {early.memory:.0f}, {last.memory:.0f} "
            f"| {first.step_ms:.2f}, {last.step_ms:.2f} | {verdict if first.is_freed else RULES_OF_1992} |"
        )


def draw(figure: Path, rows: list[Minute]) -> None:
    """Draw the share of standing vehicles and the time of a step over time, a line for each scenario and weather."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    picture, (upper, lower) = plt.subplots(2, 1, sharex=True, figsize=(9.0, 8.0), layout="constrained")
    for number, run in enumerate(runs_of(rows)):
        first, minutes = run[0], [row.minute for row in run]
        notes = [first.weather, *([] if first.is_freed else [RULES_OF_1992])]
        style = ":" if not first.is_freed else "--" if first.weather != "dry" else "-"
        color = "0.5" if not first.is_freed else plt.colormaps["tab20"](COLOURS[number % len(COLOURS)])
        label = f"{first.scenario}, {', '.join(notes)}"
        upper.plot(minutes, [100.0 * row.share for row in run], style, color=color, label=label)
        lower.plot(minutes, [row.step_ms for row in run], style, color=color)
    for weather in ("dry", "rain"):
        upper.axhline(100.0 * SHARE[weather], color="black", linewidth=0.6)
        upper.text(1.0, 102.0 * SHARE[weather], f"limit, {weather}", fontsize="x-small")
    upper.set_yscale("symlog", linthresh=1.0)
    upper.set_yticks([0.0, 0.5, 1.0, 3.0, 10.0, 50.0], ["0", "0.5", "1", "3", "10", "50"])
    lower.set_yscale("log")
    upper.set_ylabel("standing for more than 30 s\n[% of self-driving vehicles]")
    lower.set_ylabel("processor time of a step [ms]")
    lower.set_xlabel("simulated time [min]")
    upper.set_ylim(bottom=0.0)
    for axes in (upper, lower):
        axes.grid(alpha=0.3)
    picture.legend(fontsize="x-small", loc="outside lower center", ncols=3)
    picture.savefig(figure, dpi=110)


if __name__ == "__main__":
    main()
