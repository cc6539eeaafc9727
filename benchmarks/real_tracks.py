"""Slips of a tracked robot, predicted by ``skid-steer`` from the speeds of its tracks.

The robot is the MAXXII of Focchi et al. (2025, arXiv:2409.18641), driven indoors at constant speeds of both motors:
mfocchi/tracked_robot_simulator eb9c69e, ``ident_wheels_real_indoor.csv`` (Apache-2.0). A slip is the speed of a track
less that of the hull over it. Dimensions and mass are those of the authors' program.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import motorpool as mp
from motorpool.base.plotting.style import curve_style, label_axes, new_figure, note, save_figure, text_colour
from motorpool.ground.terrain.surface import FIELDS, rows_of

Floats = NDArray[np.float64]

# mfocchi/robot_control 1c7111e, base_controllers/tracked_robot/utils/maxxi_constants.py
GAUGE, LENGTH, SPROCKET_RADIUS, GEAR = 0.606, 0.70, 0.0856, 34.45  # [m], [m], [m], [1]
ROBOT: dict[str, Any] = {
    "mass": 61.05, "yaw_inertia": 4.5, "centre_height": 0.2, "track_gauge": GAUGE, "side_grip": 1.0,
    "wheel_radius": SPROCKET_RADIUS, "max_drive_force": 800.0, "engine_power": 1000.0,
    "steering": "brake", "max_steering_force": 1e-6,  # no gear: the speeds of the tracks are imposed
    "rotating_mass_factor": 1e5,
}  # fmt: skip
SOIL = "concrete"  # class of Motorpool's table that stands for the floor
TURNS = 0.1  # difference of the track speeds of a point in a turn [m/s]
SETTLING, STEP = 2.0, 0.01  # simulated time until the motion is steady, and the step [s]
TRIED = np.arange(0.40, 0.801, 0.01)  # contact lengths of the fit [m]


class Points(NamedTuple):
    """Steady points."""

    left: Floats  # speed of the left track round its wheels [m/s]
    right: Floats  # of the right track [m/s]
    slips: Floats  # of both tracks (2, points) [m/s]

    def take(self, chosen: Any) -> "Points":
        """Return some of the points."""
        return Points(self.left[chosen], self.right[chosen], self.slips[:, chosen])


def read_points(path: Path) -> Points:
    """Return the points of ``tracked-robot-indoor.csv``."""
    rows = np.genfromtxt(path, delimiter=",", names=True)
    speed = SPROCKET_RADIUS / GEAR
    slips = np.stack([rows["left_slip"], rows["right_slip"]])
    return Points(speed * rows["left_motor_speed"], speed * rows["right_motor_speed"], slips)


def predict_slips(points: Points, length: float | Floats, **soil: float) -> Floats:
    """Return the slips of both tracks (2, points) [m/s].

    Args:
        points: speeds of the tracks.
        length: of each track on the ground [m].
        soil: properties of the ground that replace those of ``SOIL``.
    """
    robots: Any = mp.Fleet("skid-steer", points.left.size, contact_length=length, **ROBOT)
    table = dict(zip(FIELDS, rows_of([SOIL])[0].tolist(), strict=True)) | soil
    for name in ("friction", "sliding_friction", "track_resistance", "shear_length"):
        getattr(robots.ground, name)[:] = table[name]
    robots.state.speed[:] = 0.5 * (points.left + points.right)
    robots.state.yaw_rate[:] = (points.right - points.left) / GAUGE
    for _ in range(round(SETTLING / STEP)):
        robots.state.left_track_speed[:] = points.left
        robots.state.right_track_speed[:] = points.right
        robots.step(STEP)
    half = 0.5 * GAUGE * robots.state.yaw_rate
    return np.stack([points.left - robots.state.speed + half, points.right - robots.state.speed - half])


def effective_track(points: Points, slips: Floats) -> float:
    """Return the difference of the track speeds over the yaw rate, median over the turns [m]."""
    difference = points.right - points.left
    turns = abs(difference) > TURNS
    yaw_rate = (difference - slips[1] + slips[0]) / GAUGE
    return float(np.median(difference[turns] / yaw_rate[turns]))


def fit_length(points: Points) -> float:
    """Return the contact length that predicts the slips of some points best [m]."""
    many = Points(*(np.tile(each, TRIED.size) for each in points))
    errors = (predict_slips(many, np.repeat(TRIED, points.left.size)) - many.slips) ** 2
    return float(TRIED[np.argmin(errors.reshape(2, TRIED.size, -1).mean(axis=(0, 2)))])


def track_slips(points: Points, track: float) -> Floats:
    """Return the slips of a robot of one effective track [m]."""
    half = 0.5 * (points.right - points.left) * (1.0 - GAUGE / track)
    return np.stack([-half, half])


def asymmetry(points: Points) -> float:
    """Return the deviation of the slips from those of a symmetric robot, root mean square [m/s].

    Its slips at opposite speeds of both tracks are opposite; their sum has the deviations of two points.
    """
    speeds = np.stack([points.left, points.right])
    distances = np.abs(speeds[:, :, None] + speeds[:, None, :]).max(axis=0)
    one, other = np.nonzero(np.triu(distances < 1e-6, 1))
    return float(np.sqrt(0.5 * np.mean((points.slips[:, one] + points.slips[:, other]) ** 2)))


def predictions(points: Points) -> dict[str, tuple[Points, Floats]]:
    """Return the points that are judged and their predicted slips, by the prediction's name.

    What is fitted is fitted to every second point, and judged on the others.
    """
    is_fitted = np.arange(points.left.size) % 2 == 0
    fitted, judged = points.take(is_fitted), points.take(~is_fitted)
    length, track = fit_length(fitted), effective_track(fitted, fitted.slips)
    speeds, others = np.stack([fitted.left, fitted.right]).T, np.stack([judged.left, judged.right])
    terms = np.linalg.lstsq(speeds, fitted.slips.T, rcond=None)[0]
    return {
        "no slip": (judged, 0.0 * judged.slips),
        f"`skid-steer`, {LENGTH:.2f} m of track": (judged, predict_slips(judged, LENGTH)),
        f"`skid-steer`, length fitted: {length:.2f} m": (judged, predict_slips(judged, length)),
        f"one effective track, fitted: {track:.2f} m": (judged, track_slips(judged, track)),
        "four coefficients of the track speeds, fitted": (judged, terms.T @ others),
    }


def show_tracks(path: Path, figure: Path | None) -> None:
    """Print the errors of the predicted slips, and draw the slips."""
    points = read_points(path)
    found = predictions(points)
    judged = found["no slip"][0]
    print(f"{points.left.size} points, {judged.left.size} of them judged\n")
    print("| prediction | effective track [m] | error of the slips [mm/s] |\n|---|---:|---:|")
    print(f"| measured | {effective_track(judged, judged.slips):.2f} | |")
    for name, (which, slips) in found.items():
        error = 1e3 * float(np.sqrt(np.mean((slips - which.slips) ** 2)))
        print(f"| {name} | {effective_track(which, slips):.2f} | {error:.1f} |")
    print(f"\ndeviation of the slips from those of a symmetric robot: {1e3 * asymmetry(points):.1f} mm/s")
    if figure:
        draw_tracks(figure, points)


def draw_tracks(path: Path, points: Points) -> None:
    """Draw half of the difference of the slips over the difference of the track speeds, measured and predicted."""
    figure, (axes,) = new_figure(height=3.4)
    fitted = fit_length(points.take(slice(None, None, 2)))
    difference = points.right - points.left
    order = np.argsort(difference)
    kinds = {
        "measured": points.slips,
        f"skid-steer, length fitted: {fitted:.2f} m": predict_slips(points, fitted),
        f"skid-steer, {LENGTH:.2f} m of track": predict_slips(points, LENGTH),
    }
    for index, (name, slips) in enumerate(kinds.items()):
        style = curve_style(index)
        half = 500.0 * (slips[1] - slips[0])[order]
        if index:
            axes.plot(difference[order], half, **style)
        else:
            axes.plot(difference[order], half, "o", color=style["color"], markersize=3.5, alpha=0.7)
        note(axes, name, x=0.03, y=0.94 - 0.09 * index, color=text_colour(style["color"]))
    label_axes(axes, x=("right less left track speed", "m/s"), y=("half of right less left slip", "mm/s"))
    save_figure(figure, path)
