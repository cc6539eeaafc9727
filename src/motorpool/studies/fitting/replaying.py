"""Replay of a log: the measured drive as a recording, beside the drive that a model makes of the same commands.

    record_drive(read_log("drive.csv"), "drive.parquet", model="car")

Both are vehicles of a world on level ground, which is shown and not stepped: ``motorpool replay drive.csv`` plays it
like any recording. The measured path is moved to the middle of the ground.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ...base.command_line.command import Service, service
from ...base.command_line.simulating import status_line
from ...base.errors import FitError
from ...models import consent
from ...models.mathematics import wrap_angle
from ...recording.recorder import Recorder
from ...world.drivers.kinds import ABSENT, AUTOPILOT
from ...world.scenario.document import as_text
from ...world.scenario.loader import scenario_of
from ..logs import Log, read_log
from .prediction import Prediction, predict

Floats = NDArray[np.float64]

DT = 1.0 / 60.0  # of the ticks [s]
EVERY = 2  # ticks of a recorded row [1]
WIDEST_GAP = 2.0  # between two measured positions, over which the vehicle is shown on a straight line [s]
STANDING = 0.3  # speed below which the heading is kept, for the course of noise means nothing [m/s]
MARGIN = 500.0  # of the ground around the drive [m]
LARGEST_GROUND = 200_000.0  # side of it; longer drives are refused [m]
APART = 30.0  # of the vehicles before the drive is shown: no vehicle is longer [m]
DEFAULT_VEHICLE = "car"  # that a measured drive is shown with


class Motion(NamedTuple):
    """A drive at the recorded times."""

    x: Floats  # east; NaN where it is unknown [m]
    y: Floats  # north [m]
    yaw: Floats  # counter-clockwise from east [rad]
    speed: Floats  # forward positive [m/s]


def record_drive(log: Log, path: Path | str, *, model: str | None = None) -> list[str]:
    """Write a log as a recording of one vehicle, or of two: as measured, and as its model drives by the log's commands.

    Args:
        model: name of a vehicle or model that is shown, and predicts the drive where the log has its commands.

    Returns:
        What was recorded, a sentence for each vehicle.

    Raises:
        FitError: the log has no path, or one that no ground can hold.
        RecordingError: the file exists or cannot be written.
    """
    log, how = with_path(log)
    times = np.arange(0.0, log.duration, DT * EVERY)
    measured = motion_of(log, log.values["x"], log.values["y"], times, yaw=log.values.get("yaw"))
    fleets, motions = ["measured"], [measured]
    said = [f"measured{how}: {log.duration:.1f} s, {_length(measured):.0f} m"]
    if model is not None:
        predicted, sentence = _predicted(log, model)
        said.append(sentence)
        if predicted is not None:
            fleets.append("simulated")
            motions.append(motion_of(log, predicted.x, predicted.y, times))
    _record(Path(path), model or DEFAULT_VEHICLE, fleets, motions)
    return said


def with_path(log: Log) -> tuple[Log, str]:
    """Return a log with a path, by dead reckoning from speed and yaw rate where it has none, and words for that.

    Raises:
        FitError: it has neither.
    """
    known = log.values
    if {"x", "y"} <= known.keys():
        return log, ""
    if "speed" not in known or not {"yaw", "yaw_rate"} & known.keys():
        raise FitError(
            f"{log.name} has no path to show, nor a speed with a yaw or yaw rate; name its columns, such as "
            f"--column x=COLUMN --column y=COLUMN (motorpool log {log.file or log.name} lists what was understood)"
        )
    interval = np.diff(log.time, prepend=log.time[0])
    yaw = known["yaw"] if "yaw" in known else np.cumsum(np.nan_to_num(known["yaw_rate"]) * interval)
    advance = np.nan_to_num(known["speed"]) * interval
    values = {**known, "yaw": yaw, "x": np.cumsum(advance * np.cos(yaw)), "y": np.cumsum(advance * np.sin(yaw))}
    return Log(log.time, values, name=log.name, file=log.file, notes=log.notes), " by dead reckoning from its speed"


def motion_of(log: Log, x: Floats, y: Floats, times: Floats, *, yaw: Floats | None = None) -> Motion:
    """Return a path of the rows of a log at other times, with the course as yaw and its rate as speed.

    Args:
        yaw: as measured at the rows; by default the course [rad].
    """
    is_there = np.isfinite(x) & np.isfinite(y)
    if is_there.sum() < 2:
        raise FitError(f"{log.name} has fewer than two positions")
    known, east, north = log.time[is_there], x[is_there], y[is_there]
    after = np.clip(np.searchsorted(known, times), 1, known.size - 1)
    is_shown = (known[after] - known[after - 1] <= WIDEST_GAP) & (times >= known[0]) & (times <= known[-1])
    velocity_east, velocity_north = (np.gradient(np.interp(times, known, one), times) for one in (east, north))
    speed = np.hypot(velocity_east, velocity_north)
    course = _held(np.arctan2(velocity_north, velocity_east), speed > STANDING)
    if yaw is not None and np.isfinite(yaw).sum() > 1:
        is_known = np.isfinite(yaw)
        heading = np.interp(times, log.time[is_known], yaw[is_known])
        speed = np.where(np.cos(course - heading) < 0.0, -speed, speed)
    else:
        heading = course
    hidden = np.where(is_shown, 0.0, np.nan)
    return Motion(
        np.interp(times, known, east) + hidden, np.interp(times, known, north) + hidden,
        cast("Floats", wrap_angle(cast("Any", heading))), speed,
    )  # fmt: skip


def play_log(
    file: Path,
    *,
    model: str | None,
    vehicle: int | None,
    columns: Sequence[str],
    rate: float | None,
    database: Path | None,
    out: Path | None,
    is_trusted: bool,
    **page: Any,
) -> int:
    """Play a log in the page until Ctrl-C, or write the recording of it, and return the exit code.

    Args:
        model: name of a vehicle or model that is shown beside the measured one.
        vehicle: number of the measured one, in a log of several.
        out: recording to write in place of the page.
        page: arguments of the service that plays a recording.

    Raises:
        FitError: the log cannot be read, or has no path.
    """
    known = model or DEFAULT_VEHICLE
    consent.trust_vehicles([known], is_trusted=is_trusted)
    log = read_log(file, model=known, columns=columns, vehicle=vehicle, rate=rate, database=database)
    if out is not None:
        with status_line("recording the drive"):
            said = record_drive(log, out, model=model)
        print("\n".join([*said, f"written: {out}"]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{file.stem or 'log'}.parquet"
        with status_line("recording the drive"):
            said = record_drive(log, path, model=model)
        print("\n".join(said), flush=True)
        return service("play a recording")(path, **page)


SERVICE = Service("play a log", play_log)


def _predicted(log: Log, model: str) -> tuple[Prediction | None, str]:
    try:
        found = predict(log, model)
    except FitError as reason:
        return None, f"simulated: not shown, for {reason}"
    return found, f"simulated: {model} by the log's commands, {found.share:.1%} of its path from the measured one"


def _record(path: Path, model: str, fleets: Sequence[str], motions: Sequence[Motion]) -> None:
    """Write motions of vehicles as a recording, around the middle of level ground."""
    east = np.concatenate([motion.x for motion in motions])
    north = np.concatenate([motion.y for motion in motions])
    middle = [0.5 * (np.nanmin(one) + np.nanmax(one)) for one in (east, north)]
    side = 2.0 * MARGIN + max(np.nanmax(one) - np.nanmin(one) for one in (east, north))
    if side > LARGEST_GROUND:
        raise FitError(f"the drive spans {side / 1000.0:.0f} km; at most {LARGEST_GROUND / 1000.0:.0f} km can be shown")
    content = {
        "terrain": {"source": "flat", "size": float(np.ceil(side))},
        "dt": "1/60",
        "vehicles": [
            {
                "name": name,
                "model": model,
                "count": 1,
                "driver": "parked",
                "start": {"positions": [[0, 6 * number, 0]]},
            }
            for number, name in enumerate(fleets)
        ],
    }
    scenario = scenario_of(as_text(content), name=path.stem[:40] or "log", folder=Path.cwd(), where=path.name)
    world = scenario.build(can_step=False)
    vehicles = world.vehicles
    with Recorder(path, every=EVERY) as recorder:
        for row in range(motions[0].x.size):
            for number, motion in enumerate(motions):
                is_there = bool(np.isfinite(motion.x[row]))
                vehicles.driver[number] = AUTOPILOT if is_there else ABSENT
                vehicles.x[number] = motion.x[row] - middle[0] if is_there else 0.0
                vehicles.y[number] = motion.y[row] - middle[1] if is_there else 0.0
                vehicles.yaw[number], vehicles.speed[number] = motion.yaw[row], motion.speed[row]
            world.show_tick((row + 1) * EVERY)
            recorder.observe(world)


def _held(values: Floats, is_known: NDArray[np.bool_]) -> Floats:
    """Return values, where they are not known the last known ones, and before the first the first."""
    if not is_known.any():
        return np.zeros_like(values)
    last = np.maximum.accumulate(np.where(is_known, np.arange(values.size), -1))
    return values[np.where(last < 0, int(np.argmax(is_known)), last)]


def _length(motion: Motion) -> float:
    return float(np.nansum(np.hypot(np.diff(motion.x), np.diff(motion.y))))
