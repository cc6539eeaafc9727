"""Drives the world of 1992 as it is listed, with our steering, and put right; records and draws the runs.

    python tools/pictures/world_1992.py

writes docs/recordings/1992.parquet, 1992-steered.parquet and 1992-corrected.parquet, docs/figures/1992.png and
docs/figures/1992-headings.png, and prints what became of the vehicles. It drives the program on hills, too, and once
with a memory that is not zero where the program reads what nobody has set.
"""

import tempfile
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import motorpool as mp
from motorpool.base.plotting.style import CURVES, label_axes, label_map, new_figure, save_figure
from motorpool.errors import Status
from motorpool.studies.published.avoidance.defects import AS_PUBLISHED, Defects

DOCS = Path(__file__).parents[2] / "docs"
SECONDS = 120.0
OTHER_MEMORY = AS_PUBLISHED._replace(false_detection=False)  # four unset variables that are not equal
HEADINGS = ((315, "north-west"), (45, "north-east"), (90, "east"), (135, "south-east"), (180, "south"),
            (225, "south-west"))  # fmt: skip
NEAR = 10.0  # of a heading, that counts as it [degrees]
SCENARIOS = files("motorpool") / "world" / "scenario" / "scenarios"


def text_of(name: str) -> str:
    """The text of a scenario that ships."""
    return (SCENARIOS / f"{name}.yaml").read_text(encoding="utf-8")


def corrected(text: str) -> str:
    """The same scenario with the models and the avoidance put right."""
    return text.replace("park1992/", "friction-circle/").replace("avoidance: as-published", "avoidance: dynamic-window")


class Run(NamedTuple):
    """A world after its time, and what was noted on the way, a row each step."""

    world: mp.World
    contacts: NDArray[np.int64]  # of each vehicle: how often it ran into something, or to the edge of the map
    found: NDArray[np.float64]  # share of the vehicles for which the search found something
    yaw: NDArray[np.float64]  # of each vehicle [rad]
    places: NDArray[np.float64]  # of each vehicle, x and y [m]


class Notes:
    """An observer that notes contacts, headings and places."""

    def __init__(self) -> None:
        self.contacts = np.zeros(0, int)
        self.found: list[float] = []
        self.yaw: list[NDArray[np.float64]] = []
        self.places: list[NDArray[np.float64]] = []
        self._was_stopped = np.zeros(0, bool)

    def observe(self, world: mp.World) -> None:
        """Count the vehicles that touched nothing a step ago."""
        vehicles = world.vehicles
        is_stopped = (vehicles.status & (Status.BLOCKED | Status.OFF_MAP)) != 0
        if not self.contacts.size:
            self.contacts, self._was_stopped = np.zeros(world.count, int), is_stopped
        self.contacts += is_stopped & ~self._was_stopped
        self._was_stopped = is_stopped
        self.found.append(float(vehicles.is_avoiding.mean()))
        self.yaw.append(vehicles.yaw.copy())
        self.places.append(np.array((vehicles.x, vehicles.y)))


def drive(text: str, *, record: str = "", every: int = 2, printed: Defects = AS_PUBLISHED) -> Run:
    """Drive a scenario for its time.

    Args:
        text: of the scenario.
        record: the name of a recording in docs/recordings; none where it is empty.
        every: how many steps lie between two that are recorded.
        printed: which defects of the search stand.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "1992.yaml"
        file.write_text(text, encoding="utf-8")
        world = mp.load(file).build(seed=7)
    world.avoidance.options.published_defects, notes = printed, Notes()
    if record:
        (DOCS / "recordings").mkdir(exist_ok=True)
        with mp.Recorder(DOCS / "recordings" / f"{record}.parquet", every=every, overwrite=True) as recorder:
            world.run(seconds=SECONDS, observers=[recorder, notes])
    else:
        world.run(seconds=SECONDS, observers=[notes])
    return Run(world, notes.contacts, np.array(notes.found), np.array(notes.yaw), np.array(notes.places))


def share_by_heading(yaw: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each step the shares of vehicles near each of ``HEADINGS``, and of the rest."""
    heading = (90.0 - np.degrees(yaw))[:, :, None]
    away = np.abs((heading - np.array([each for each, _ in HEADINGS]) + 180.0) % 360.0 - 180.0)
    shares = (away <= NEAR).mean(axis=1)
    return np.column_stack((shares, 1.0 - shares.sum(axis=1)))


def tell(name: str, run: Run) -> None:
    """Print what became of a run's vehicles."""
    world, contacts = run.world, run.contacts
    print(
        f"{name}: {np.count_nonzero(contacts)} of {world.count} vehicles ran into something or to the edge of the map, "
        f"{contacts.sum()} times in all, on {float(world.vehicles.odometer.sum()) / 1000:.1f} km"
    )


def tell_of_program(name: str, run: Run) -> None:
    """Print how tanks turn, where trucks head, and how often the search finds something."""
    tell(name, run)
    tanks, trucks = run.world.vehicles.rows
    rate, vehicles = run.world.fleets[0].state.yaw_rate, run.world.vehicles
    away = np.hypot(*(run.places[-1] - run.places[0]))
    full = np.mean(np.abs(rate + largest_rate(run.world)) < 1e-6)
    print(f"    the search finds something in {100 * run.found.mean():.1f} % of the looks")
    print(
        f"    tanks: {100 * full:.0f} % turn right at {np.median(-rate):.2f} rad/s, median distance from the start "
        f"{np.median(away[tanks]):.0f} m, median force difference asked for "
        f"{np.median((vehicles.program_left_force - vehicles.program_right_force)[tanks]) / 1e6:.1f} MN"
    )
    shares = share_by_heading(run.yaw[:, trucks])
    for second in (20, 60, 120):
        words = [
            f"{word} {100 * share:.0f} %" for (_, word), share in zip(HEADINGS, shares[10 * second - 1], strict=False)
        ]
        print(f"    trucks after {second} s: {', '.join(words)}, other {100 * shares[10 * second - 1, -1]:.0f} %")
    print(f"    trucks: median distance from the start {np.median(away[trucks]):.0f} m")


def largest_rate(world: mp.World) -> float:
    """Return the yaw rate of a tank at the largest force difference [rad/s]."""
    params = world.fleets[0].params
    return float((0.8 * params.max_drive_force / (params.mass * params.length * params.width / 12.0))[0])


def draw_map(axes, run: Run, *, half: float, title: str, every: int = 2) -> None:
    """Draw the tracks of a run on a map from -half to half [m]."""
    world = run.world
    axes.scatter(world.objects.x, world.objects.y, s=1.0, color="#B8C4B0", linewidths=0.0)
    width = 0.9 if world.count < 100 else 0.6
    for rows, curve in zip(reversed(world.vehicles.rows), (CURVES[1], CURVES[0]), strict=False):
        for vehicle in range(rows.start, rows.stop):
            track = run.places[::every, :, vehicle]
            axes.plot(*track.T, color=curve.colour, linewidth=width)
            axes.plot(*track[-1], "o", color=curve.colour, markersize=2.6 if world.count < 100 else 1.4)
    label_map(axes, title=title)
    axes.set_aspect("equal", adjustable="box")
    axes.set(xlim=(-half, half), ylim=(-half, half))


def draw_headings(run: Run, path: Path) -> None:
    """Draw where trucks head and how fast tanks turn, over time."""
    figure, (left, right) = new_figure(columns=2, height=3.8)
    tanks, trucks = run.world.vehicles.rows
    shares = 100.0 * share_by_heading(run.yaw[:, trucks])
    time = 0.1 * (1 + np.arange(len(shares)))
    colours = [curve.colour for curve in (CURVES[0], CURVES[6], CURVES[4], CURVES[1], CURVES[2], CURVES[3])]
    bottom = np.zeros(len(time))
    for (_, word), share, colour in zip((*HEADINGS, (0, "elsewhere")), shares.T, (*colours, "#E3E3E3"), strict=True):
        left.fill_between(time, bottom, bottom + share, color=colour, linewidth=0.0)
        left.text(
            SECONDS + 2.0, (bottom + 0.5 * share)[-1], word, fontsize=8.5, va="center", color="#222222", clip_on=False
        )
        bottom = bottom + share
    label_axes(left, x=("time", "s"), y=("trucks heading", "%"), title="Trucks: six headings")
    left.set(xlim=(0.0, SECONDS), ylim=(0.0, 100.0))
    turned = np.diff(np.unwrap(run.yaw[:, tanks], axis=0), axis=0) / -0.1
    low, middle, high = np.percentile(turned, (5, 50, 95), axis=1)
    right.fill_between(time[1:], low, high, color="#BFD9EA", linewidth=0.0)
    right.plot(time[1:], middle, color=CURVES[0].colour, linewidth=2.0)
    right.set(xlim=(0.0, 30.0), ylim=(0.0, 1.3))
    right.axhline(largest_rate(run.world), color="#6b6b6b", linewidth=0.9)
    right.text(29.5, largest_rate(run.world) + 0.03, "0.8 × MAXPOWER / inertia", fontsize=8.5, ha="right")
    label_axes(right, x=("time", "s"), y=("yaw rate to the right", "rad/s"), title="Tanks: median, 5 to 95 %")
    save_figure(figure, path)


def main() -> None:
    """Drive, record, draw, tell."""
    listed = drive(text_of("1992"), record="1992", every=20)
    steered = drive(text_of("1992-steered"), record="1992-steered")
    right = drive(corrected(text_of("1992-steered")), record="1992-corrected")
    tell_of_program("1992, level", listed)
    tell_of_program("1992-hills", drive(text_of("1992-hills")))
    tell_of_program("1992, level, another memory", drive(text_of("1992"), printed=OTHER_MEMORY))
    tell("1992-steered", steered)
    tell("1992-steered put right", right)
    figure, (first, second, third) = new_figure(columns=3, height=5.0)
    draw_map(first, listed, half=2000.0, title="As listed in 1992", every=4)
    draw_map(second, steered, half=1000.0, title="Its search, our steering")
    draw_map(third, right, half=1000.0, title="Put right")
    save_figure(figure, DOCS / "figures" / "1992.png")
    draw_headings(listed, DOCS / "figures" / "1992-headings.png")


if __name__ == "__main__":
    main()
