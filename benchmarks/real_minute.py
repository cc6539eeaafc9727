"""Yaw rate and path of a real car, predicted from the angle of its steering wheel and its speed: a minute of comma2k19.

The car is a Toyota RAV4, whose recorder is named in the README of comma2k19. ``CAR`` of the table of real cars has
this generation's wheelbase and steering ratio. The measured yaw rate is that of the recorder's gyroscope about the
vertical, by its pose; the constant offset of the gyroscope is that which gives the turn of the measured course.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import motorpool as mp
from motorpool.base.plotting.style import PALE_INK, draw_curve, label_axes, new_figure, save_figure
from motorpool.models import find
from motorpool.vehicles import real_cars

Floats = NDArray[np.float64]

CAR, BICYCLE, STRAIGHT = "toyota-rav4-hybrid-awd-2022", "bicycle/arc", "straight ahead"
MODELS = {"bicycle": BICYCLE, "single-track": CAR}
RATIO = float(real_cars.rows()[CAR]["steering_ratio"])  # angle of the steering wheel over that of the wheels [1]
WHEELBASE = float(real_cars.rows()[CAR]["wheelbase"])  # [m]
EQUATOR, POLE = 6378137.0, 6356752.3142  # radii of the earth, WGS 84 [m]
EDGE = 10  # rows at both ends that are not judged: the car begins without turning
HALF = 600  # rows of each half
LAID, LENGTHS = 5, (60, 200)  # rows around the start whose course is aligned; of windows of 3 and 10 s
STEPS = 2  # of the model in a row
LANE_CHANGE = slice(180, 300)  # rows of the only clear turns


class Minute(NamedTuple):
    """Measured drive at 20 Hz."""

    time: Floats  # from the first row [s]
    wheel: Floats  # angle of the steering wheel, left positive [rad]
    speed: Floats  # of the wheels [m/s]
    yaw_rate: Floats  # [rad/s]
    x: Floats  # east [m]
    y: Floats  # north [m]
    course: Floats  # of the velocity, counter-clockwise from east [rad]


class Drive(NamedTuple):
    """Predicted drive, at the rows of the measured one."""

    yaw_rate: Floats  # [rad/s]
    x: Floats  # of the centre of mass [m]
    y: Floats  # [m]


class Errors(NamedTuple):
    """Errors of a prediction in one half."""

    yaw_rate: float  # root mean square [rad/s]
    share: float  # of the root mean square of the measured yaw rate [1]
    across: tuple[float, ...]  # root mean square distance across the road at the ends of the windows [m]


def read_minute(path: Path) -> Minute:
    """Return the drive of ``comma2k19-minute.npz``."""
    log = np.load(path)
    time, place, velocity = log["pose_t"], log["pose_ecef"], log["pose_velocity_ecef"]
    up = place[0] / np.array([EQUATOR**2, EQUATOR**2, POLE**2])
    up /= np.linalg.norm(up)
    east = np.cross([0.0, 0.0, 1.0], up)
    east /= np.linalg.norm(east)
    north = np.cross(up, east)
    course = np.unwrap(np.arctan2(velocity @ north, velocity @ east))
    rate = log["gyro"] * _up_in_device(log, up)
    yaw = _integral(log["gyro_t"], rate.sum(axis=1), time)
    yaw_rate = np.gradient(yaw, time)
    offset = (yaw[-1] - yaw[0] - course[-1] + course[0]) / (time[-1] - time[0])
    return Minute(
        time - time[0],
        np.radians(np.interp(time, log["steering_t"], log["steering_deg"])),
        np.interp(time, log["speed_t"], log["speed"][:, 0]),
        yaw_rate - offset,
        (place - place[0]) @ east,
        (place - place[0]) @ north,
        course,
    )


def _up_in_device(log: Mapping[str, Any], up: Floats) -> Floats:
    """Return the vertical in the axes of the recorder at each row of its gyroscope."""
    w, x, y, z = log["pose_quaternion"].T
    turn = np.array([
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ])  # fmt: skip
    seen = np.einsum("ijt,i->jt", turn, up)
    return np.stack([np.interp(log["gyro_t"], log["pose_t"], each) for each in seen], axis=1)


def _integral(time: Floats, values: Floats, at: Floats) -> Floats:
    total = np.concatenate([[0.0], np.cumsum(0.5 * (values[1:] + values[:-1]) * np.diff(time))])
    return np.interp(at, time, total)


def simulate(name: str, minute: Minute, angles: Floats) -> Drive:
    """Return the drives of several cars with the angles of their front wheels (cars, rows) [rad], at the same speed.

    Args:
        name: a kinematic bicycle, or a car whose speed is imposed.
    """
    is_bicycle = name == BICYCLE
    values: dict[str, Any] = {"wheelbase": WHEELBASE} if is_bicycle else find(name).vehicle.params
    ahead = find(CAR).vehicle.params["rear_axle_offset"] if is_bicycle else 0.0  # the bicycle's point is its rear axle
    cars: Any = mp.Fleet(name if is_bicycle else "single-track", len(angles), **values)
    dt = float(minute.time[-1]) / (minute.time.size - 1)
    begin = cars.state if "speed" in cars.state._fields else cars.control
    begin.speed[:] = minute.speed[0]
    rows = []
    for row in range(minute.time.size):
        yaw = cars.state.yaw.copy()
        rows.append((yaw, cars.state.x + ahead * np.cos(yaw), cars.state.y + ahead * np.sin(yaw)))
        following = min(row + 1, minute.time.size - 1)
        for step in range(STEPS):
            share = (step + 0.5) / STEPS
            begin.speed[:] = (1.0 - share) * minute.speed[row] + share * minute.speed[following]
            cars.control.steer_angle[:] = (1.0 - share) * angles[:, row] + share * angles[:, following]
            cars.step(dt / STEPS)
    yaw, x, y = np.moveaxis(np.array(rows), 0, -1)
    return Drive(np.gradient(np.unwrap(yaw, axis=-1), minute.time, axis=-1), x, y)


def drive_straight(minute: Minute) -> Drive:
    """Return the drive of a car that does not turn."""
    way = _integral(minute.time, minute.speed, minute.time)
    return Drive(np.zeros((1, way.size)), way[None], 0.0 * way[None])


def fit_steering(name: str, minute: Minute, rows: slice) -> tuple[float, float]:
    """Return the steering ratio [1] and the offset of the steering wheel [rad] that fit the yaw rate of some rows best.

    Both by Gauss-Newton steps from the table's ratio.
    """
    found = np.array([1.0 / RATIO, 0.0])  # share of the steering wheel, angle of the wheels when it is straight [rad]
    steps = np.array([0.01 / RATIO, 1e-3])
    for _ in range(4):
        tried = found + np.vstack([np.zeros(2), np.diag(steps)])
        rates = simulate(name, minute, tried[:, :1] * minute.wheel + tried[:, 1:]).yaw_rate[:, rows]
        slopes = (rates[1:] - rates[0]).T / steps
        found = found + np.linalg.lstsq(slopes, minute.yaw_rate[rows] - rates[0], rcond=None)[0]
    return 1.0 / found[0], found[1] / found[0]


def errors_of(drive: Drive, minute: Minute, rows: slice) -> Errors:
    """Return the errors of the first car of a drive in some rows."""
    measured = minute.yaw_rate[rows]
    yaw_rate = float(np.sqrt(np.mean((drive.yaw_rate[0, rows] - measured) ** 2)))
    across = tuple(_across(drive, minute, rows, length) for length in LENGTHS)
    return Errors(yaw_rate, yaw_rate / float(np.sqrt(np.mean(measured**2))), across)


def _across(drive: Drive, minute: Minute, rows: slice, length: int) -> float:
    """Return the distance across the road at the ends of windows, root mean square [m].

    Windows begin a third of their length after each other; place and course at their start are the measured ones.
    """
    x, y, found = drive.x[0], drive.y[0], []
    for start in range(rows.start, rows.stop - length, length // 3):
        end, before, after = start + length, start - LAID, start + LAID
        turn = float(np.mean(minute.course[before : after + 1])) - np.arctan2(
            y[after] - y[before], x[after] - x[before]
        )
        east, north = x[end] - x[start], y[end] - y[start]
        east, north = np.cos(turn) * east - np.sin(turn) * north, np.sin(turn) * east + np.cos(turn) * north
        east, north = east - minute.x[end] + minute.x[start], north - minute.y[end] + minute.y[start]
        found.append(np.cos(minute.course[end]) * north - np.sin(minute.course[end]) * east)
    return float(np.sqrt(np.mean(np.square(found))))


class Comparison(NamedTuple):
    """Predictions in one half, the fitted ones with the values of the other half."""

    rows: slice
    rms: float  # of the measured yaw rate, root mean square [rad/s]
    errors: dict[str, Errors]  # by the prediction's name
    fitted: dict[str, tuple[float, float]]  # steering ratio [1] and offset [rad] of the other half, by model


def compare(minute: Minute) -> dict[str, Comparison]:
    """Return the comparison of both halves."""
    halves = {"first": slice(EDGE, HALF), "second": slice(HALF, minute.time.size - EDGE)}
    found = {}
    for half, rows in halves.items():
        (other,) = (each for name, each in halves.items() if name != half)
        errors, fitted = {STRAIGHT: errors_of(drive_straight(minute), minute, rows)}, {}
        for model, name in MODELS.items():
            errors[model] = errors_of(simulate(name, minute, minute.wheel[None] / RATIO), minute, rows)
            fitted[model] = ratio, offset = fit_steering(name, minute, other)
            drive = simulate(name, minute, (minute.wheel[None] + offset) / ratio)
            errors[f"{model}, fitted"] = errors_of(drive, minute, rows)
        rms = float(np.sqrt(np.mean(minute.yaw_rate[rows] ** 2)))
        found[half] = Comparison(rows, rms, errors, fitted)
    return found


def show_minute(path: Path, figure: Path | None) -> None:
    """Print the errors of both halves, and draw the yaw rates."""
    minute = read_minute(path)
    comparisons = compare(minute)
    print(f"steering ratio {RATIO:g}, wheelbase {WHEELBASE:g} m, both of {CAR}\n")
    print(
        "| half judged | prediction | error of the yaw rate [mrad/s] | of the measured one | across after 3 s [m] | "
        "after 10 s [m] |\n|---|---|---:|---:|---:|---:|"
    )
    for half, found in comparisons.items():
        for name, errors in found.errors.items():
            across = " | ".join(f"{each:.2f}" for each in errors.across)
            print(f"| {half} | {name} | {1e3 * errors.yaw_rate:.1f} | {round(100.0 * errors.share)} % | {across} |")
        for model, (ratio, offset) in found.fitted.items():
            print(f"{model}, fitted to the other half: ratio {ratio:.2f}, offset {np.degrees(offset):.2f} degrees")
    if figure:
        draw_minute(figure, minute, comparisons)


def draw_minute(path: Path, minute: Minute, found: Mapping[str, Comparison]) -> None:
    """Draw the yaw rate over the minute with the fitted single-track car, and in the change of lane without a fit."""
    figure, (whole, part) = new_figure(columns=2, height=3.4, width_ratios=(1.5, 1.0))
    fitted = np.full(minute.time.size, np.nan)
    for half in found.values():
        ratio, offset = half.fitted["single-track"]
        fitted[half.rows] = simulate(CAR, minute, (minute.wheel[None] + offset) / ratio).yaw_rate[0, half.rows]
    draw_curve(whole, minute.time, 1e3 * minute.yaw_rate, name="measured", index=0, linewidth=1.2)
    draw_curve(whole, minute.time, 1e3 * fitted, name="single-track", index=2, linewidth=1.6, linestyle="-")
    label_axes(whole, x=("time", "s"), y=("yaw rate", "mrad/s"), title="Fitted to the other half")
    whole.axvline(minute.time[HALF], color=PALE_INK, linewidth=1.0, linestyle=(0, (4, 3)))
    angles, time = minute.wheel[None] / RATIO, minute.time[LANE_CHANGE]
    rates = {"measured": minute.yaw_rate}
    rates |= {model: simulate(name, minute, angles).yaw_rate[0] for model, name in MODELS.items()}
    for index, (name, rate) in enumerate(rates.items()):
        draw_curve(part, time, 1e3 * rate[LANE_CHANGE], name=name, index=index, linewidth=1.8)
    label_axes(part, x=("time", "s"), y=("yaw rate", "mrad/s"), title="Without a fit")
    save_figure(figure, path)
