"""Figures of document 002, "Kinematics of a turning car": four wheels, one centre of rotation."""

import math
from typing import Any

import numpy as np

from ....base.plotting.drawing import draw_car, draw_guide, draw_point, draw_scale
from ....base.plotting.style import PALE_INK, draw_curve, label_axes, label_scene, new_figure, note
from ....models.kinematic.ackermann import arc, geometry
from ...compare.ready_made import Comparison

CAR = arc.Params(wheelbase=2.6, track_width=1.5)


def wheel_angles() -> Any:
    """Draw steer angles and rolling speeds without slip of any wheel, up to the steering limit."""
    figure, (angles, speeds) = new_figure(columns=2, height=4.4, title="$l = 2.6$ m, $w = 1.5$ m")
    limit = math.degrees(arc.limit_angle(CAR))
    outer = np.linspace(0.0, 0.999 * limit, 200)
    _draw_angles(angles, outer)
    _draw_speeds(speeds, outer)
    for axes in (angles, speeds):
        axes.axvline(limit, color=PALE_INK, linewidth=0.9, linestyle=(0, (4, 3)))
        note(axes, f"limit {limit:.0f}°", x=limit + 0.8, y=0.3, transform=axes.get_xaxis_transform())
        axes.set_xlim(0.0, 78.0)
    return figure


def _draw_angles(axes: Any, outer: Any) -> None:
    label_axes(axes, x=("outer front wheel, α", "degree"), y=("steering angle", "degree"), title="Angles of the wheels")
    radians = np.radians(outer)
    draw_curve(axes, outer, outer, name="outer front, α", index=0)
    draw_curve(axes, outer, np.degrees(geometry.inner_wheel_angle(radians, CAR)), name="inner front, β", index=1)
    draw_curve(axes, outer, np.degrees(geometry.steer_angle_of_bicycle(radians, CAR)), name="bicycle", index=2)


def _draw_speeds(axes: Any, outer: Any) -> None:
    title = "Speeds at which they roll"
    label_axes(axes, x=("outer front wheel, α", "degree"), y=("speed, over the outer rear's", "1"), title=title)
    wheels = [
        geometry.wheels(arc.State(), arc.Control(angle, 1.0), CAR) for angle in np.radians(outer).tolist()
    ]  # fmt: skip
    names = {
        "rear_right": "outer rear, s",
        "front_right": "outer front",
        "front_left": "inner front",
        "rear_left": "inner rear",
    }
    for index, (field, name) in enumerate(names.items()):
        draw_curve(axes, outer, [getattr(four, field).speed for four in wheels], name=name, index=index)
    axes.set_ylim(0.0, 2.2)


def centre() -> Any:
    """Draw the document's figure at three steer angles, the last of them the limit."""
    figure, scenes = new_figure(columns=3, height=4.6, title="The axes of all wheels meet in the centre of rotation")
    for axes, angle in zip(scenes, (math.radians(20.0), math.radians(35.0), arc.limit_angle(CAR)), strict=True):
        _draw_centre(axes, arc.State(yaw=0.5 * math.pi), arc.Control(float(angle), 1.0))
    return figure


def _draw_centre(axes: Any, state: Any, control: Any) -> None:
    wheels = geometry.wheels(state, control, CAR)
    middle = geometry.centre_of_rotation(state, control, CAR)
    left, right = wheels.front_left.steer_angle, wheels.front_right.steer_angle
    size: dict[str, Any] = {"wheelbase": CAR.wheelbase, "track_width": CAR.track_width}
    draw_car(axes, tuple(state), **size, steer_angles=(left, right), body="none")
    for wheel in wheels:
        draw_guide(axes, (wheel.x, wheel.y), middle)
    _draw_circles(axes, wheels, middle)
    draw_point(axes, middle, text="c", offset=(0.0, -12.0))
    draw_scale(axes, (-6.8, -2.6), length=2.0)
    label_scene(axes, title=f"α = {math.degrees(right):.0f}°, β = {math.degrees(left):.0f}°")
    axes.set_aspect("equal", adjustable="box")  # the same scale for all three
    axes.set(xlim=(-7.2, 2.0), ylim=(-3.3, 5.6))


def _draw_circles(axes: Any, wheels: Any, middle: tuple[float, float]) -> None:
    """Draw a part of each wheel's path."""
    for index, (field, name) in enumerate({"rear_right": "outer rear", "rear_left": "inner rear"}.items()):
        wheel = getattr(wheels, field)
        radius, start = math.dist((wheel.x, wheel.y), middle), math.atan2(wheel.y - middle[1], wheel.x - middle[0])
        turn = np.linspace(start, start + 1.2, 60) if radius > 0.05 else np.full(2, start)
        draw_curve(
            axes, middle[0] + radius * np.cos(turn), middle[1] + radius * np.sin(turn), index=index, zorder=1.0,
            name=f"{name}, $R = {radius:.1f}$ m",
        )  # fmt: skip


COMPARISONS = (
    Comparison(
        "wheel-angles",
        "002",
        "angles and speeds of the four wheels, up to where the car turns about one of them",
        wheel_angles,
    ),
    Comparison("centre-of-rotation", "002", "all axes meet in one point: at three steering angles", centre),
)
