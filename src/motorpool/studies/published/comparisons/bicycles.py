"""Figures of document 004, "Simple 2D car steering physics in games": the six lines and their variants."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....base.plotting.drawing import draw_bicycle
from ....base.plotting.style import (
    INK,
    PALE_INK,
    draw_curve,
    label_axes,
    label_map,
    mark_value,
    new_figure,
    new_map_figure,
    note,
)
from ...compare.figures import draw_errors
from ...compare.ready_made import Comparison
from ...compare.runs import Entry, Run, Study, run, study

REAR, FRONT = "bicycle/arc:speed_reference=rear", "bicycle/arc:speed_reference=front"
SIX, SIX_LIMIT = "bicycle/six-line", "bicycle/six-line-limit"
LONGER, FOLLOWS, OLD_LINE = "bicycle/longer-front", "bicycle/rear-follows", "bicycle/old-line"

# ---------------------------------------------------------------- accuracy

PUBLISHED = ((0.1, 2.497), (0.01, 2.497), (0.001, 2.497), (0.1, 2.378), (0.01, 2.484), (0.001, 2.496))  # dt, degrees


def accuracy() -> Any:
    """Draw the comments' table as curves, and the same rules at a steer angle that shows their differences."""
    figure, (table, position, heading) = new_map_figure(height=7.0)
    _draw_table(table)
    studies = list(_studies_at_30_degrees())
    title = "30 degrees, 3 m/s, $b = 2.5$ m, 2 s"
    draw_errors(position, studies, what="position", against="", title=f"Position: {title}")
    draw_errors(heading, studies, what="heading", against="", title=f"Heading: {title}")
    return figure


def _draw_table(axes: Any) -> None:
    """Draw the heading after a second, which the author and comment 20 give for three frame times."""
    label_axes(axes, x=("dt", "s"), y=("heading after 1 s", "degree"), title="5 degrees, 1 m/s, $b = 2$ m")
    axes.set_xscale("log")
    values = {"steer_angle": math.radians(5.0), "speed": 1.0, "wheelbase": 2.0}
    dts = [10.0 ** (-place / 4.0) for place in range(4, 13)]
    names = {
        SIX: "six lines", FOLLOWS: "rear follows (20)", LONGER: "longer front (4)", OLD_LINE: "old line (49)",
        REAR: "arc, rear speed", FRONT: "arc, front speed",
    }  # fmt: skip
    for index, (model, name) in enumerate(names.items()):
        ends = [math.degrees(run(Entry(model, values), seconds=1.0, dt=dt).pose[2]) for dt in dts]
        draw_curve(axes, dts, ends, name=name, index=index)
    for dt, degrees in PUBLISHED:
        mark_value(axes, (dt, degrees), f"{degrees:.3f}" if degrees < 2.4965 else "", is_published=True)
    note(axes, "circles: as published", x=0.03, y=0.05)
    axes.margins(x=0.15, y=0.12)


def _studies_at_30_degrees() -> Sequence[Study]:
    """Return the errors of each rule from the exact arc at its speed, and of the six lines from their own limit."""
    values = {"steer_angle": math.radians(30.0), "speed": 3.0, "wheelbase": 2.5}
    dts = [0.1 / 2**halving for halving in range(7)]
    cases = (
        (SIX, REAR, "six lines\nfrom the rear-speed arc"), (FOLLOWS, FRONT, "rear follows (20)"),
        (LONGER, REAR, "longer front (4)"), (OLD_LINE, FRONT, "old line (49)"),
        (SIX, SIX_LIMIT, "six lines\nfrom their own limit"),
    )  # fmt: skip
    return [
        study(Entry(model, values, name=name), seconds=2.0, dts=dts, reference=Entry(goal, values))
        for model, goal, name in cases
    ]


# ---------------------------------------------------------------- steering angle

ANGLES = tuple(range(1, 81))  # [degree]
MARKED = (5, 10, 20, 30, 45, 60)  # steer angles with a mark [deg]


def steering() -> Any:
    """Draw the curvature to which the six lines converge, over the steer angle."""
    figure, (ratio, slip) = new_figure(columns=2, height=4.2)
    label_axes(
        ratio, x=("steering angle", "degree"), y=("curvature, over that without slip", "1"),
        title="They turn too little",
    )  # fmt: skip
    label_axes(
        slip, x=("steering angle", "degree"), y=("angle between path and front wheel", "degree"),
        title="Their front wheel slips",
    )  # fmt: skip
    exact = [wheel_paths(REAR, angle) for angle in ANGLES]
    six = [wheel_paths(SIX_LIMIT, angle) for angle in ANGLES]
    ratios = {angle: s[0] / e[0] for angle, s, e in zip(ANGLES, six, exact, strict=True)}
    slips = {angle: s[1] for angle, s in zip(ANGLES, six, strict=True)}
    for axes, values, at_rest, digits in ((ratio, ratios, 1.0, 3), (slip, slips, 0.0, 2)):
        draw_curve(axes, ANGLES, [at_rest] * len(ANGLES), name="exact arc", index=0)
        draw_curve(axes, ANGLES, list(values.values()), name="six lines, dt to 0", index=1)
        for angle in MARKED:
            offset = (-5.0, -5.0) if axes is ratio else (-5.0, 5.0)
            mark_value(
                axes, (angle, values[angle]), f"{values[angle]:.{digits}f}" if angle >= 10 else "", offset=offset
            )
    note(ratio, f"{ratios[5]:.3f} at 5 degrees, as in the comments' test", x=0.03, y=0.05)
    note(slip, f"{slips[5]:.4f} at 5 degrees", x=0.06, y=0.55)
    ratio.set_ylim(0.0, 1.15)
    return figure


def wheel_paths(model: str, degrees: float) -> tuple[float, float]:
    """Return the curvature [1/m] of the rear wheel's path and the front wheel's slip angle [degree] in a short step."""
    steer = math.radians(degrees)
    entry = Entry(model, {"steer_angle": steer, "speed": 1.0, "wheelbase": 1.0})
    x, y, yaw = run(entry, seconds=1e-4, dt=1e-4).pose
    rear = math.hypot(x - 0.5 * math.cos(yaw) + 0.5, y - 0.5 * math.sin(yaw))
    front_direction = math.atan2(y + 0.5 * math.sin(yaw), x + 0.5 * math.cos(yaw) - 0.5)
    return yaw / rear, math.degrees(steer + 0.5 * yaw - front_direction)


# ---------------------------------------------------------------- wheels tracked separately

BASE, SPEED, FRAME, STEER = 50.0, 50.0, 1.0 / 60.0, math.radians(20.0)  # comment 4's
FRAMES = 700  # of the drive


def baseline() -> Any:
    """Draw comment 4: two wheels tracked separately approach each other; the six lines place them again every frame."""
    figure, (distance, paths) = new_figure(columns=2, height=4.4)
    front, back = separate_wheels()
    between = np.hypot(*(front - back).T)
    values = {"steer_angle": STEER, "speed": SPEED, "wheelbase": BASE}
    six = run(Entry(SIX, values), seconds=FRAMES * FRAME, dt=FRAME)
    frames = np.arange(FRAMES + 1)
    title = "50 units apart, 50 units/s, 20 degrees, 60 Hz"
    label_axes(distance, x=("frame", "1"), y=("front to back wheel", "m"), title=title)
    draw_curve(distance, frames, np.full(FRAMES + 1, BASE), name="six lines: placed anew every frame", index=0)
    draw_curve(distance, frames, between, name="wheels kept from frame to frame", index=1)
    slope = SPEED * FRAME * (1.0 - math.cos(STEER))
    draw_curve(
        distance, frames, BASE - slope * frames, name=r"$v\,(1 - \cos\delta)$ a second less", index=3, linewidth=1.2
    )
    mark_value(distance, (500, 26.2), "as published: 26.2", is_published=True, offset=(-10.0, -8.0))
    mark_value(distance, (500, float(between[500])), f"{between[500]:.1f}", offset=(6.0, 4.0))
    distance.set_ylim(0.0, 60.0)
    label_map(paths, title="The path it takes")
    draw_curve(paths, six["x"], six["y"], name="six lines", index=0)
    middle = 0.5 * (front + back)
    draw_curve(paths, middle[:, 0], middle[:, 1], name="wheels kept", index=1)
    return figure


def separate_wheels() -> tuple[Any, Any]:
    """Return both wheels [m] after each frame, each moved along its direction without correction of their distance."""
    front, back = [(0.5 * BASE, 0.0)], [(-0.5 * BASE, 0.0)]
    step = SPEED * FRAME
    for _ in range(FRAMES):
        (front_x, front_y), (back_x, back_y) = front[-1], back[-1]
        heading = math.atan2(front_y - back_y, front_x - back_x)
        front.append((front_x + step * math.cos(heading + STEER), front_y + step * math.sin(heading + STEER)))
        back.append((back_x + step * math.cos(heading), back_y + step * math.sin(heading)))
    return np.array(front), np.array(back)


# ---------------------------------------------------------------- drift

DRIFT = {"steer_angle": 0.35, "speed": 8.0, "wheelbase": 2.6}


def drift() -> Any:
    """Draw comment 13: the wheels move along an earlier heading; a delay in frames depends on the frame rate."""
    figure, (paths, slip) = new_figure(columns=2, height=4.6, title="8 m/s, steering angle 20 degrees, $b = 2.6$ m")
    label_map(paths, title="Paths for 2 s; bodies every second")
    label_axes(
        slip, x=("time", "s"), y=("rear wheel's path, off the body", "degree"), title="How far the rear slides out"
    )
    cases: tuple[tuple[str, dict[str, float], int, str], ...] = (
        (SIX, {}, 60, "no delay"),
        ("bicycle/drift-frames", {"delay_frames": 10.0}, 60, "10 frames at 60 Hz"),
        ("bicycle/drift-frames", {"delay_frames": 10.0}, 120, "10 frames at 120 Hz"),
        ("bicycle/drift", {"delay": 1.0 / 6.0}, 60, "1/6 s at 60 Hz"),
        ("bicycle/drift", {"delay": 1.0 / 6.0}, 120, "1/6 s at 120 Hz"),
    )
    for index, (model, delay, rate, name) in enumerate(cases):
        one = run(Entry(model, {**DRIFT, **delay}), seconds=2.0, dt=1.0 / rate)
        draw_curve(paths, one["x"], one["y"], name=name, index=index)
        draw_curve(slip, one.times[1:], _rear_slip(one), name=name, index=index)
        if index < 2:
            for at in range(0, len(one.times), rate):
                pose = (float(one["x"][at]), float(one["y"][at]), float(one["yaw"][at]))
                look = {"wheelbase": DRIFT["wheelbase"], "steer_angle": DRIFT["steer_angle"]}
                draw_bicycle(paths, pose, **look, colour=PALE_INK if index == 0 else INK, opacity=0.8)
    slip.set_ylim(top=1.0)
    return figure


def _rear_slip(one: Run) -> Any:
    """Return the angle [degree] from the body to the motion of the rear wheel, positive to the left, at each step."""
    half = 0.5 * DRIFT["wheelbase"]
    x, y = one["x"] - half * np.cos(one["yaw"]), one["y"] - half * np.sin(one["yaw"])
    direction = np.arctan2(np.diff(y), np.diff(x))
    middle = one["yaw"][:-1] + 0.5 * np.remainder(np.diff(one["yaw"]) + math.pi, math.tau) - 0.5 * math.pi
    return np.degrees(np.remainder(direction - middle + math.pi, math.tau) - math.pi)


COMPARISONS = (
    Comparison(
        "bicycle-accuracy", "004", "the comments' table, and every rule's error against dt at 30 degrees", accuracy
    ),
    Comparison(
        "bicycle-steering",
        "004",
        "what the six lines converge to: too little curvature, a front wheel that slips",
        steering,
    ),
    Comparison("baseline-shrink", "004", "wheels that are tracked separately come closer together", baseline),
    Comparison(
        "drift-delay",
        "004",
        "drift by a delayed heading: in frames it depends on the frame rate, in seconds not",
        drift,
    ),
)
