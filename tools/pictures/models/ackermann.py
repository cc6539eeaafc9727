"""The picture of the Ackermann car's page: where its axles meet, and the angles of its wheels up to the limit."""

import math
from typing import Any

from motorpool.base.plotting.drawing import (
    body_point,
    draw_angle,
    draw_arrow,
    draw_box,
    draw_car,
    draw_guide,
    draw_length,
    draw_point,
)
from motorpool.base.plotting.style import CURVES, draw_curve, label_axes, label_scene, new_figure, note, text_colour
from motorpool.models.kinematic.ackermann import arc, geometry

CAR = arc.Params(wheelbase=2.6, track_width=1.5)
STATE = arc.State(x=0.0, y=0.0, yaw=0.5 * math.pi)
CONTROL = arc.Control(outer_wheel_angle=math.radians(28.0), outer_rear_speed=3.0)
ARROW_SECONDS = 0.36  # an arrow is as long as the wheel rolls in that time [s]
OUTER, INNER = text_colour(CURVES[0].colour), text_colour(CURVES[1].colour)


def ackermann_arc() -> Any:
    """The scene at the left, the angles at the right."""
    figure, (scene, curves) = new_figure(columns=2, width=9.6, height=4.4, width_ratios=(1.35, 1.0))
    draw_scene(scene)
    draw_angles(curves)
    return figure


def draw_scene(axes: Any) -> None:
    """A left turn, seen from above: every axle points to the centre of rotation."""
    wheels = geometry.wheels(STATE, CONTROL, CAR)
    centre = geometry.centre_of_rotation(STATE, CONTROL, CAR)
    steer_left, steer_right = wheels.front_left.steer_angle, wheels.front_right.steer_angle
    draw_box(axes, *STATE, length=1.5 * CAR.wheelbase, width=1.25 * CAR.track_width, linewidth=0.0, zorder=1.0)
    shape = {"wheelbase": CAR.wheelbase, "track_width": CAR.track_width, "body": "none"}
    draw_car(axes, tuple(STATE), **shape, steer_angles=(steer_left, steer_right))
    for name, wheel in wheels._asdict().items():
        draw_guide(axes, (wheel.x, wheel.y), centre)
        reach = ARROW_SECONDS * wheel.speed
        head = wheel.x + reach * math.cos(wheel.yaw), wheel.y + reach * math.sin(wheel.yaw)
        colour = INNER if name.endswith("left") else OUTER
        draw_arrow(axes, (wheel.x, wheel.y), head, text="s" if name == "rear_right" else "", colour=colour)
    draw_angle(axes, centre, radius=2.9, start=0.0, end=steer_right, text="α", colour=OUTER)
    draw_angle(axes, centre, radius=1.7, start=0.0, end=steer_left, text="β", colour=INNER)
    draw_point(axes, centre, text="c, centre of rotation", offset=(-2.0, -12.0))
    draw_point(axes, STATE[:2], text="p", offset=(9.0, 0.0))
    outside = 0.5 * CAR.track_width + 0.75
    ends = [body_point(tuple(STATE), ahead, -outside) for ahead in (-0.5 * CAR.wheelbase, 0.5 * CAR.wheelbase)]
    draw_length(axes, *ends, text=f"l = {CAR.wheelbase} m", side=-1)
    above, half = 0.5 * CAR.wheelbase + 1.25, 0.5 * CAR.track_width
    ends = [body_point(tuple(STATE), above, side) for side in (half, -half)]
    draw_length(axes, *ends, text=f"w = {CAR.track_width} m")
    below, distance = wheels.rear_right.y - 1.0, wheels.rear_right.x - centre[0]
    ends = [(centre[0], below), (wheels.rear_right.x, below)]
    draw_length(axes, *ends, text=f"l cot α = {distance:.1f} m", side=-1)
    label_scene(axes, title="All axles meet in one point")


def draw_angles(axes: Any) -> None:
    """The inner wheel's angle and the bicycle's, up to the limit."""
    limit = math.degrees(arc.limit_angle(CAR))
    outer = [limit * k / 200.0 for k in range(201)]

    def degrees(convert: Any) -> list[float]:
        return [math.degrees(convert(math.radians(angle), CAR)) for angle in outer]

    draw_curve(axes, outer, degrees(geometry.inner_wheel_angle), name="inner wheel, β", index=1)
    draw_curve(axes, outer, degrees(geometry.steer_angle_of_bicycle), name="bicycle", index=2)
    draw_curve(axes, outer, outer, name="outer wheel, α", index=0)
    axes.axvline(limit, color="#6b6b6b", linewidth=0.9, linestyle=(0, (4, 3)))
    axes.set(xlim=(0.0, 75.0), ylim=(0.0, 95.0))
    note(axes, f"limit {limit:.0f}°", x=(limit + 1.0) / 75.0, y=0.06)
    label_axes(
        axes, x=("outer wheel's angle", "degree"), y=("steering angle", "degree"), title="The angles of the wheels"
    )


PICTURES = {"ackermann-arc": ackermann_arc}
