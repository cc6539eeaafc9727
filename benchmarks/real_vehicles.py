"""Models beside public measurements of real vehicles.

    python benchmarks/real_vehicles.py turning FOLDER
    python benchmarks/real_vehicles.py turning FOLDER --figure docs/figures/real-turning.png
    python benchmarks/real_vehicles.py cars
    python benchmarks/real_vehicles.py cars --figure docs/figures/real-cars.png
    python benchmarks/real_vehicles.py minute FILE --figure docs/figures/real-minute.png
    python benchmarks/real_vehicles.py tracks FILE --figure docs/figures/real-tracks.png
    python benchmarks/real_vehicles.py slides FOLDER
    python benchmarks/real_vehicles.py slides FOLDER --figure docs/figures/real-slides.png

``turning``: effective track of a Clearpath Husky A200, a robot with four wheels and skid steering, on several grounds,
beside that of ``skid-steer`` with the robot's dimensions. The effective track is the difference of the wheel speeds,
right less left, over the yaw rate; without slip it is the distance between the wheels. FOLDER holds files
``GROUND-NUMBER.csv`` or ``.csv.gz`` with the columns ``left_wheel_speed_m_s``, ``right_wheel_speed_m_s`` and
``yaw_rate_rad_s``, such as extracts of BorealTC (LaRocque et al. 2024, arXiv:2403.16877).

No parameter is fitted. Track, wheelbase and wheel radius are those of Clearpath's ``husky_description``. ``skid-steer``
has tracks, whose pressure is at eight stations, and not wheels: the contact length is such that the stations have the
mean square distance of the wheels from the middle. Mass, yaw inertia and forces do not change the result.
``cars``: the cars of the table of real cars (``vehicles.real_cars``) beside their measured times: from 70 to 10 mph in
neutral, by the coast-down of their certification, and from rest to 60 mph. Rolling resistance and air drag are those
that meet the coast-down best; force and power at the wheels are by two rules for all cars.
``minute``: yaw rate and path of a car on a road by the angle of its steering wheel, see ``real_minute``.
``tracks``: slips of a tracked robot by the speeds of its tracks, see ``real_tracks``.

``slides``: a car of a tenth of the size that slides, fitted to one drive and predicted in two others; see
``real_slides.py``.
"""

import argparse
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import real_minute
import real_tracks
from numpy.typing import NDArray
from real_slides import show_slides

import motorpool as mp
from motorpool.base.plotting.style import (
    INK,
    PALE_INK,
    curve_style,
    label_axes,
    new_figure,
    note,
    save_figure,
    text_colour,
)
from motorpool.ground.terrain.surface import FIELDS, rows_of
from motorpool.models import find
from motorpool.models.dynamic.skid_steer.track import SPREAD
from motorpool.vehicles import real_cars

# Clearpath Husky A200: husky/husky 03cff37, husky_description/urdf/husky.urdf.xacro
TRACK, WHEELBASE, WHEEL_RADIUS = 0.5708, 0.5120, 0.1651  # [m]
CONTACT_LENGTH = 0.5 * WHEELBASE / math.sqrt(SPREAD)  # stations have the mean square place of the wheels [m]
HUSKY: dict[str, Any] = {
    "mass": 60.0, "yaw_inertia": 4.0, "centre_height": 0.15, "track_gauge": TRACK, "contact_length": CONTACT_LENGTH,
    "side_grip": 1.0, "steering": "neutral", "max_steering_force": 2000.0, "max_drive_force": 800.0,
    "engine_power": 1000.0, "max_brake_force": 800.0, "wheel_radius": WHEEL_RADIUS,
}  # fmt: skip
SOILS = {  # class of Motorpool's table that stands for each ground of BorealTC
    "asphalt": "dry-asphalt",
    "flooring": "concrete",
    "ice": "ice",
    "sandy_loam": "dry-earth",
    "snow": "packed-snow",
}
NOT_DRAWN = ("snow",)  # single samples up to ten times the track; see docs/validation.md
LEAST_DIFFERENCE, LEAST_YAW_RATE = 0.3, 0.05  # of a sample in a turn; smaller ones are mostly noise [m/s], [rad/s]
LONGEST, MILES_60 = 600.0, 26.8224  # of a simulated time [s]; 60 mph [m/s]
SETTLING, STEP = 2.0, 0.02  # simulated time until the turn is steady, and the step [s]


class Turning(NamedTuple):
    """Samples in turns on one ground."""

    runs: int  # files with such samples
    tracks: NDArray[np.float64]  # effective track of each sample [m]
    difference: float  # median of the difference of the wheel speeds, without its sign [m/s]


def read_turns(folder: Path) -> dict[str, Turning]:
    """Return the samples in turns by ground, from all files of a folder."""
    samples: dict[str, list[NDArray[np.float64]]] = {}
    for path in sorted(folder.glob("*-*.csv*")):
        rows = np.genfromtxt(path, delimiter=",", names=True)
        difference = rows["right_wheel_speed_m_s"] - rows["left_wheel_speed_m_s"]
        yaw_rate = rows["yaw_rate_rad_s"]
        turns = (abs(difference) > LEAST_DIFFERENCE) & (abs(yaw_rate) > LEAST_YAW_RATE)
        if turns.any():
            ground = path.name.partition("-")[0]
            samples.setdefault(ground, []).append(np.stack([difference[turns], yaw_rate[turns]]))
    return {
        ground: Turning(len(runs), both[0] / both[1], float(np.median(abs(both[0]))))
        for ground, runs in samples.items()
        for both in (np.concatenate(runs, axis=1),)
    }


def soil_of(name: str) -> dict[str, float]:
    """Return the properties of a class of Motorpool's table that ``skid-steer`` reads."""
    row = dict(zip(FIELDS, rows_of([name])[0].tolist(), strict=True))
    return {key: row[key] for key in ("friction", "sliding_friction", "track_resistance", "shear_length")}


def predict_track(soil: Mapping[str, float], difference: float = 0.39, **changes: float) -> float:
    """Return the effective track of the Husky that turns on the spot [m].

    Args:
        soil: properties of the ground by name, of tracks.
        difference: difference of the wheel speeds [m/s].
        changes: other parameters of the vehicle.
    """
    robot: Any = mp.Vehicle("skid-steer", **{**HUSKY, **changes}, max_track_difference=difference)
    for name, value in soil.items():
        setattr(robot, name, value)
    robot.steer = 1.0
    robot.step(STEP, steps=round(SETTLING / STEP))
    return (robot.right_track_speed - robot.left_track_speed) / robot.yaw_rate


def four_wheel_track(track: float = TRACK, wheelbase: float = WHEELBASE) -> float:
    """Return the effective track of four point contacts with isotropic friction, at any friction [m].

    At the yaw rate r and wheel speeds of +-r b / 2 each wheel slips by r l / 2 across and r (b - B) / 2 along, with the
    wheelbase l and the track B. All friction is opposed to slip and equal, so that its moments about the middle
    balance if l l / 2 = B (b - B) / 2: b = B + l l / B.
    """
    return track + wheelbase * wheelbase / track


def show_turning(folder: Path, figure: Path | None) -> None:
    """Print the table of measured and predicted effective tracks, and draw them."""
    measured = read_turns(folder)
    if not measured:
        raise SystemExit(f"{folder} has no file GROUND-NUMBER.csv or .csv.gz with samples in turns")
    predicted = {
        ground: predict_track(soil_of(SOILS[ground]), turning.difference)
        for ground, turning in measured.items()
        if ground in SOILS
    }
    print(
        "| ground | runs | samples | measured [m] | 10 to 90 % [m] | over the track | soil | predicted [m] | "
        "difference |\n|---|---:|---:|---:|---:|---:|---|---:|---:|"
    )
    for ground, found in predicted.items():
        runs, tracks, _ = measured[ground]
        low, median, high = np.quantile(tracks, (0.1, 0.5, 0.9))
        print(
            f"| {ground.replace('_', ' ')} | {runs} | {tracks.size} | {median:.2f} | {low:.2f} – {high:.2f} | "
            f"{median / TRACK:.2f} | `{SOILS[ground]}` | {found:.2f} | {round(100.0 * (found / median - 1.0)):+d} % |"
        )
    print(f"\nfour point contacts: {four_wheel_track():.2f} m; distance between the wheels: {TRACK:.2f} m")
    if figure:
        draw_turning(figure, measured, predicted)


def draw_turning(path: Path, measured: Mapping[str, Turning], predicted: Mapping[str, float]) -> None:
    """Draw the quantiles of the measured effective tracks, and the predictions."""
    grounds = [ground for ground in predicted if ground not in NOT_DRAWN]
    figure, (axes,) = new_figure(height=3.2)
    blue, red = curve_style(0)["color"], curve_style(1)["color"]
    places = np.arange(len(grounds))[::-1]
    for place, ground in zip(places, grounds, strict=True):
        low, quarter, median, most, high = np.quantile(measured[ground].tracks, (0.1, 0.25, 0.5, 0.75, 0.9))
        axes.plot((low, high), (place, place), color=blue, linewidth=1.6, solid_capstyle="butt")
        axes.barh(place, most - quarter, left=quarter, height=0.34, color=blue, alpha=0.35, linewidth=0)
        axes.plot((median, median), (place - 0.17, place + 0.17), color=blue, linewidth=2.8, solid_capstyle="butt")
    axes.plot([predicted[ground] for ground in grounds], places, "D", color=red, markersize=6, zorder=4)
    top = len(grounds) - 0.35
    for value, name in ((TRACK, "distance between\nthe wheels"), (four_wheel_track(), "four point contacts")):
        axes.axvline(value, color=PALE_INK, linewidth=1.0, linestyle=(0, (4, 3)))
        note(axes, name, x=value + 0.012, y=top, transform=axes.transData, va="top")
    names = [f"{ground.replace('_', ' ')}\n{measured[ground].tracks.size} samples" for ground in grounds]
    axes.set_yticks(places, names)
    for word, share, colour in (
        ("measured: median, 25 to 75 %, 10 to 90 %", 0.62, blue),
        ("skid-steer, without a fit", 0.50, red),
    ):
        note(axes, word, x=0.98, y=share, ha="right", color=text_colour(colour))
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.grid(False, axis="y")
    axes.set_ylim(-0.6, top + 0.1)
    axes.set_xlim(left=0.5)
    label_axes(axes, x=("effective track", "m"), y=("ground", ""))
    axes.set_ylabel("")  # the names of the grounds say it
    save_figure(figure, path)


def timed(names: list[str], start: float, end: float, **controls: float) -> NDArray[np.float64]:
    """Return the times of cars from one speed to another on level asphalt [s]; NaN of one that does not reach it.

    Args:
        controls: their controls, "throttle" or "engine_stop".
    """
    params = [find(name).vehicle.params for name in names]
    columns = {key: np.array([each[key] for each in params]) for key in params[0]}
    fleet: Any = mp.Fleet("single-track", len(names), **columns, **controls)
    fleet.state.speed[:] = start
    found, before = np.full(len(names), np.nan), fleet.state.speed.copy()
    for step in range(round(LONGEST / STEP)):
        fleet.step(STEP)
        passes = np.isnan(found) & ((fleet.state.speed >= end) if end > start else (fleet.state.speed <= end))
        found[passes] = STEP * (step + (end - before[passes]) / (fleet.state.speed[passes] - before[passes]))
        if not np.isnan(found).any():
            break
        before = fleet.state.speed.copy()
    return found


def show_cars(figure: Path | None) -> None:
    """Print how far simulated times of real cars are from the measured ones, and draw both."""
    rows = real_cars.rows()
    rolling = [name for name, row in rows.items() if row["coast_a"]]
    starting = [name for name, row in rows.items() if row["acceleration_time"]]
    terms = [[float(rows[name][key]) for key in ("mass", "coast_a", "coast_b", "coast_c")] for name in rolling]
    measured = {
        "70 to 10 mph in neutral": (rolling, np.array([real_cars.coast_time(*each) for each in terms])),
        "rest to 60 mph": (starting, np.array([float(rows[name]["acceleration_time"]) for name in starting])),
    }
    simulated = {
        "70 to 10 mph in neutral": timed(rolling, real_cars.FAST, real_cars.SLOW, engine_stop=1.0),
        "rest to 60 mph": timed(starting, 0.0, MILES_60, throttle=1.0),
    }
    print(
        "| time | cars | median error | nine of ten within | within 5 % | within 10 % |\n|---|---:|---:|---:|---:|---:|"
    )
    for kind, (names, times) in measured.items():
        errors = abs(simulated[kind] / times - 1.0)
        shares = " | ".join(f"{round(100.0 * float(np.mean(errors < most)))} %" for most in (0.05, 0.1))
        median, most = (f"{100.0 * float(np.quantile(errors, share)):.2g} %" for share in (0.5, 0.9))
        print(f"| {kind} | {len(names)} | {median} | {most} | {shares} |")
    print("\n| worst ten | time | measured [s] | simulated [s] | error |\n|---|---|---:|---:|---:|")
    every = [
        (abs(ours / theirs - 1.0), name, kind, theirs, ours)
        for kind, (names, times) in measured.items()
        for name, theirs, ours in zip(names, times.tolist(), simulated[kind].tolist(), strict=True)
    ]
    for _, name, kind, theirs, ours in sorted(every, reverse=True)[:10]:
        print(f"| `{name}` | {kind} | {theirs:.1f} | {ours:.1f} | {round(100.0 * (ours / theirs - 1.0)):+d} % |")
    if figure:
        draw_cars(figure, measured, simulated)


def draw_cars(
    path: Path, measured: Mapping[str, tuple[list[str], NDArray[np.float64]]], simulated: Mapping[str, Any]
) -> None:
    """Draw simulated times over measured ones."""
    figure, places = new_figure(columns=2, height=3.2)
    for axes, (kind, (_, times)) in zip(places, measured.items(), strict=True):
        ours = simulated[kind]
        ends = np.array([0.95 * min(times.min(), ours.min()), 1.05 * max(times.max(), ours.max())])
        axes.fill_between(ends, 0.9 * ends, 1.1 * ends, color=PALE_INK, alpha=0.15, linewidth=0)
        axes.plot(ends, ends, color=PALE_INK, linewidth=1.0)
        axes.plot(times, ours, "o", color=curve_style(0)["color"], markersize=3.5, alpha=0.6, markeredgewidth=0)
        axes.set_xlim(*ends)
        axes.set_ylim(*ends)
        label_axes(axes, x=(f"measured, {kind}", "s"), y=("simulated", "s"))
        note(axes, "band: 10 %", x=0.97, y=0.06, ha="right")
    save_figure(figure, path)


def main() -> None:
    """Run the comparison that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.set_defaults(run=lambda options: parser.print_help())
    kinds = parser.add_subparsers(title="comparisons")
    turning = kinds.add_parser("turning", help="effective track of a robot with skid steering")
    turning.add_argument("folder", type=Path, help="folder with files GROUND-NUMBER.csv or .csv.gz")
    turning.add_argument("--figure", type=Path, help="file of the figure")
    turning.set_defaults(run=lambda options: show_turning(options.folder, options.figure))
    cars = kinds.add_parser("cars", help="times of the cars of the table of real cars")
    cars.add_argument("--figure", type=Path, help="file of the figure")
    cars.set_defaults(run=lambda options: show_cars(options.figure))
    minute = kinds.add_parser("minute", help="yaw rate and path of a car by the angle of its steering wheel")
    minute.add_argument("file", type=Path, help="file with the columns of comma2k19, comma2k19-minute.npz")
    minute.add_argument("--figure", type=Path, help="file of the figure")
    minute.set_defaults(run=lambda options: real_minute.show_minute(options.file, options.figure))
    tracks = kinds.add_parser("tracks", help="slips of a tracked robot by the speeds of its tracks")
    tracks.add_argument("file", type=Path, help="file with the columns of tracked-robot-indoor.csv")
    tracks.add_argument("--figure", type=Path, help="file of the figure")
    tracks.set_defaults(run=lambda options: real_tracks.show_tracks(options.file, options.figure))
    slides = kinds.add_parser("slides", help="a car of a tenth of the size that slides, fitted and predicted")
    slides.add_argument(
        "folder", type=Path, help="folder with the files DS1-commandData.csv.gz to DS3-pfPoseData.csv.gz"
    )
    slides.add_argument("--figure", type=Path, help="file of the figure")
    slides.set_defaults(run=lambda options: show_slides(options.folder, options.figure))
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
