"""A real car of a tenth of the size that slides: fitted to one drive, predicted in two others.

The car is an F1TENTH with a VESC, driven by remote control. Its commands, inertial sensor, wheel speed and place (a
particle filter) are in four files with their own times (FrictionMaps 6a1b907; MIT, Copyright 2022 AhmadAmine998).
``python benchmarks/real_vehicles.py slides FOLDER`` prints the tables and draws the figure.
"""

import itertools
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorpool.base.plotting.style import (
    INK,
    PALE_INK,
    curve_style,
    draw_curve,
    label_axes,
    label_map,
    new_figure,
    note,
    save_figure,
)
from motorpool.errors import FitError
from motorpool.models import find
from motorpool.studies.fitting import Fit, certificate_of, fit
from motorpool.studies.fitting.channels import signals_of, smoothed
from motorpool.studies.fitting.prediction import driven
from motorpool.studies.logs import Log, read_log
from motorpool.studies.logs.speed_scale import speed_scale_of

Floats = NDArray[np.float64]

FITTED, UNSEEN = "DS2", ("DS1", "DS3")  # drives
FILES = {"command": "commandData", "imu": "imuData", "odom": "odomData", "pose": "pfPoseData"}
COLUMNS = (
    "speed=vx",  # of the wheels
    "x=pose/x",
    "y=pose/y",
    "pose/time=s+ns*1e-9-0.03",  # the filter's yaw is 0.029 to 0.032 s behind that of the gyroscope
    "yaw_rate_deg_s=imu/wz",
    "lateral_acceleration_g=ax",  # the sensor is mounted a quarter turn from the car
    "longitudinal_acceleration_g=-ay",
)
STEERING = ("steer_offset", "steer_ratio", "steer_delay", "sensor_ahead")
TYRES = ("front_axle_cornering_coefficient", "rear_axle_cornering_coefficient", "tyre_grip")
WHEELBASE = 0.3302  # of the F1TENTH [m]
# The windows are shorter than usual, because a car that spins in the model says nothing about the real one.
OPTIONS: dict[str, Any] = {"window": 1.5, "hold_out": 0.0, "starts": 1, "is_robust": True, "is_held": True}
WINDOW = 3.0  # of a prediction [s]
MARGIN = 0.12  # of a log's piece beside its window, for commands that lie between the rows [s]
CLASSES = (0.0, 4.0, 6.0, 20.0)  # edges of lateral accelerations [m/s^2]
SHOWN = 15.0  # beginning of the drawn part of the unseen drive [s]
STEP = 0.01  # of lags [s]
SMOOTHING = 0.5  # of measured lateral accelerations and of the path for sideslip angles [s]
DELAY, LOCKED = 0.14, 0.3  # of the steering [s]; commands beyond this are full lock, which is 0.34 [rad]
SLOWEST = 1.0  # speed below which a sideslip angle is mostly noise [m/s]


class Window(NamedTuple):
    """Errors of one window of an unseen drive, over the length of its path."""

    lateral: float  # lateral acceleration that is exceeded in a tenth of the window [m/s^2]
    sideslip: float  # sideslip angle at the centre of mass, without its sign, median of the window [rad]
    errors: dict[str, float]  # by predictor [1]


def read_drives(folder: Path) -> dict[str, Log]:
    """Return the drives DS1, DS2 and DS3 of a folder with four files of each.

    Raises:
        SystemExit: a file is missing.
    """
    found: dict[str, Log] = {}
    for name in (FITTED, *UNSEEN):
        with tempfile.TemporaryDirectory() as together:
            drive = Path(together) / name
            drive.mkdir()
            for own, theirs in FILES.items():
                source = folder / f"{name}-{theirs}.csv.gz"
                if not source.exists():
                    raise SystemExit(f"{folder} has no {source.name}")
                shutil.copyfile(source, drive / f"{own}.csv.gz")
            log = read_log(drive, columns=COLUMNS)
        found[name] = Log(log.time, log.values, name=name)  # without the folder, which is gone
    return found


def fitted_cars(log: Log) -> dict[str, Fit]:
    """Return the car with tyres and the kinematic bicycle, fitted to a drive."""
    return {
        "single-track": fit(log, "F1TENTH", free=[*STEERING, *TYRES], **OPTIONS),
        "bicycle": fit(log, "bicycle", free=list(STEERING), fix={"wheelbase": WHEELBASE}, **OPTIONS),
    }


def windows_of(log: Log, cars: Mapping[str, tuple[Any, Mapping[str, float]]]) -> Iterator[Window]:
    """Yield the errors of windows of ``WINDOW`` that begin a second after each other.

    Args:
        cars: model and parameters of each by name; the first has the position of the sensor.
    """
    lateral = smoothed(log.time, log.values["lateral_acceleration"], SMOOTHING)
    sideslip = sideslip_of(log, next(iter(cars.values()))[1]["sensor_ahead"])
    for begin in np.arange(0.0, log.duration - WINDOW, 1.0):
        rows = (log.time >= begin - MARGIN) & (log.time <= begin + WINDOW + MARGIN)
        piece = Log(log.time[rows], {key: values[rows] for key, values in log.values.items()}, name=log.name)
        errors: dict[str, float] = {}
        try:
            for name, (model, params) in cars.items():
                found = certificate_of(piece, model, params=params, is_held=True).errors[0]
                errors[name] = found.vehicle
                errors.setdefault("bicycle of this wheelbase", found.bicycle)
                errors.setdefault("constant turn rate", found.turn_rate)
        except FitError:  # it stands, or there is a gap
            continue
        slip = abs(sideslip[rows][np.isfinite(sideslip[rows])])
        yield Window(
            lateral=float(np.nanquantile(abs(lateral[rows]), 0.9)),
            sideslip=float(np.median(slip)) if slip.size else np.nan,
            errors=errors,
        )


def sideslip_of(log: Log, sensor_ahead: float) -> Floats:
    """Return the sideslip angle at the centre of mass, from the measured path; NaN at low speed [rad]."""
    x, y, yaw, rate = (smoothed(log.time, log.values[name], SMOOTHING) for name in ("x", "y", "yaw", "yaw_rate"))
    east, north = np.gradient(x, log.time), np.gradient(y, log.time)
    ahead = smoothed(log.time, east * np.cos(yaw) + north * np.sin(yaw), SMOOTHING)
    left = smoothed(log.time, north * np.cos(yaw) - east * np.sin(yaw), SMOOTHING) - sensor_ahead * rate
    return np.where(ahead > SLOWEST, np.arctan2(left, np.maximum(ahead, SLOWEST)), np.nan)


def lag_of(log: Log, later: str, earlier: str) -> float:
    """Return the time by which a quantity is behind another that it follows, by their greatest correlation [s].

    Args:
        later: quantity; of "yaw" it is the rate.
    """
    time = np.arange(0.0, log.duration, STEP)
    columns: list[Floats] = []
    for name in (later, earlier):
        values = smoothed(log.time, log.values[name], 0.1 if name == "yaw" else 0.02)
        there = np.isfinite(values)
        column = np.interp(time, log.time[there], values[there])
        columns.append(np.gradient(column, time) if name == "yaw" else column)
    lags = np.arange(-30, 31)
    matches = [float(np.corrcoef(np.roll(columns[0], -lag)[30:-30], columns[1][30:-30])[0, 1]) for lag in lags]
    return STEP * float(lags[int(np.argmax(matches))])


def print_slides(log: Log, sensor_ahead: float) -> None:
    """Print the shares of the time by lateral acceleration, the sideslip angle, and the yaw rate at full lock."""
    speed, rate = (smoothed(log.time, log.values[name], 0.25) for name in ("speed", "yaw_rate"))
    lateral = abs(smoothed(log.time, log.values["lateral_acceleration"], SMOOTHING))
    sideslip = np.degrees(abs(sideslip_of(log, sensor_ahead)))
    there = np.isfinite(log.values["steer_angle"])
    delayed = np.interp(log.time - DELAY, log.time[there], log.values["steer_angle"][there])
    drives = speed > SLOWEST
    print(f"lateral acceleration in one hundredth of the time above {np.nanquantile(lateral[drives], 0.99):.1f} m/s²")
    for low, high in itertools.pairwise(CLASSES):
        rows = drives & (lateral >= low) & (lateral < high) & np.isfinite(sideslip)
        locked = rows & (abs(delayed) > LOCKED)
        if locked.any():
            turns = rate[locked] * WHEELBASE / (speed[locked] * np.tan(delayed[locked]))
            print(
                f"{low:g} to {high:g} m/s²: {rows.sum() / drives.sum():.0%} of the time, median sideslip angle "
                f"{np.median(sideslip[rows]):.2g}°, at full lock {np.median(turns):.2f} of the rate of wheels that roll"
            )


def show_slides(folder: Path, figure: Path | None) -> None:
    """Fit, print the tables of values and errors, and draw them."""
    drives = read_drives(folder)
    fits = fitted_cars(drives[FITTED])
    print("| parameter | unit | known or usual | single-track | bicycle |\n|---|---|---:|---:|---:|")
    for one in fits["single-track"].estimates:
        both = [fits[name][one.name] if one.name in STEERING or name == "single-track" else None for name in fits]
        cells = [
            f"{each.value:.3g} ({each.interval.low:.3g} to {each.interval.high:.3g})" if each else "–" for each in both
        ]
        print(f"| `{one.name}` | {one.unit or '1'} | {one.start:.4g} | {' | '.join(cells)} |")
    cars = {name: (found.model, found.params) for name, found in fits.items()}
    usual = find("F1TENTH")
    shown = {"F1TENTH": (usual, usual.module.Params._field_defaults), **cars}
    for drive, log in drives.items():
        print(f"\n{drive}{', fitted' if drive == FITTED else ''}: {log}")
        scale = speed_scale_of([log])
        print(
            f"yaw behind the gyroscope: {lag_of(log, 'yaw', 'yaw_rate'):.2f} s; gyroscope behind the command: "
            f"{lag_of(log, 'yaw_rate', 'steer_angle'):.2f} s; speed along the path over that of the wheels: "
            f"{scale.value:.3f} ({scale.low:.3f} to {scale.high:.3f})"
        )
        print_slides(log, fits["single-track"].params["sensor_ahead"])
        for name, (model, params) in shown.items():
            lines = list(certificate_of(log, model, params=params, is_held=True).lines())[1:]
            print("\n".join(f"{name}: {line}" for line in lines))
    windows = list(windows_of(drives[UNSEEN[0]], cars))
    print_classes(windows)
    if figure:
        draw_slides(figure, drives[UNSEEN[0]], cars, windows)


def print_classes(windows: list[Window]) -> None:
    """Print the median errors by lateral acceleration."""
    names = list(windows[0].errors)
    print(f"\n| lateral acceleration | windows | sideslip | {' | '.join(names)} |")
    print(f"|---|---:|---:|{'---:|' * len(names)}")
    for low, high in itertools.pairwise(CLASSES):
        chosen = [one for one in windows if low <= one.lateral < high]
        if chosen:
            medians = [100.0 * float(np.nanmedian([one.errors[name] for one in chosen])) for name in names]
            slip = np.degrees(np.nanmedian([one.sideslip for one in chosen]))
            cells = " | ".join(f"{median:.2g} %" for median in medians)
            print(f"| {low:g} to {high:g} m/s² | {len(chosen)} | {slip:.2g}° | {cells} |")


def draw_slides(path: Path, log: Log, cars: Mapping[str, Any], windows: list[Window]) -> None:
    """Draw predicted paths of some windows, and the errors of all over the lateral acceleration."""
    figure, (left, right) = new_figure(columns=2, height=4.4, width_ratios=(1.0, 1.0))
    shown = (log.time >= SHOWN) & (log.time <= SHOWN + 4.0 * WINDOW)
    left.plot(log.values["x"][shown], log.values["y"][shown], ".", color=PALE_INK, markersize=2.5, alpha=0.6)
    for index, (name, (model, params)) in enumerate(cars.items()):
        signals = signals_of(log, model, params)
        for number in range(4):
            begin = SHOWN + number * WINDOW
            rows = slice(*np.searchsorted(log.time, (begin, begin + WINDOW)).tolist())
            ahead, _ = driven(log, signals, model, params, rows, True, {})
            draw_curve(left, *ahead.T, index=index, linewidth=1.8)
            left.plot(*ahead[0], "o", color=INK, markersize=4, zorder=5)
        lateral, errors = np.array([(one.lateral, 100.0 * one.errors[name]) for one in windows]).T
        style = curve_style(index)
        marker = {"color": style["color"], "markersize": 4, "alpha": 0.75}
        right.plot(lateral, errors, "os"[index], label=f"{name}, fitted", **marker)
    label_map(left)
    note(left, "grey: measured\nlines: predictions of 3 s\nfrom the black dots", x=0.05, y=0.5)
    label_axes(right, x=("lateral acceleration", "m/s²"), y=("error over the path", "%"))
    right.set_ylim(bottom=0.0)
    right.legend(loc="upper left", frameon=False, fontsize=9.0)
    save_figure(figure, path)
