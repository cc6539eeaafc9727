"""The pictures of document 003's vehicles put right: a grade, what traction is left, and a turn within the grip."""

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
from motorpool.base.plotting.style import (
    CURVES,
    INK,
    PALE_INK,
    draw_curve,
    label_axes,
    label_scene,
    mark_value,
    name_curve,
    new_figure,
    note,
    text_colour,
)
from motorpool.models import find
from motorpool.models.composition import nest
from motorpool.models.dynamic.friction_circle.drive import surge_to_reach
from motorpool.models.parts.attitude import GRAVITY, tilt_of

tracked, wheeled = (find(f"friction-circle/{kind}").module for kind in ("tracked", "wheeled"))
BLUE, RED, GREEN, PURPLE = (text_colour(curve.colour) for curve in CURVES[:4])
KILONEWTON = 1000.0  # [N]
FULL = 1e6  # more than any force here [N]
GRADE = 0.6  # rise over run [1]
HULL_HEIGHT = 2.44  # [m]
METRES_PER_NEWTON = 5.5 / 300e3  # how long a force is drawn
STEPS_A_SECOND = 60


def climbing(model: Any, grade: float, *, seconds: float = 240.0, **params: float) -> Any:
    """The state of a vehicle that has climbed a grade at full throttle for four minutes."""
    state, control, settings = model.State(), model.Control(left_force=FULL, right_force=FULL), model.Params(**params)
    ground = model.Ground(slope_x=grade)
    for _ in range(round(seconds * STEPS_A_SECOND)):
        state = model.step(state, control, settings, 1.0 / STEPS_A_SECOND, ground)
    return state


# ---------------------------------------------------------------- the tank


def friction_circle_tracked() -> Any:
    """The forces on a steep grade at the left, traction and resistance over the speed at the right."""
    figure, (scene, forces) = new_figure(columns=2, width=10.4, height=4.8, width_ratios=(1.0, 1.15))
    draw_forces(scene)
    draw_traction(forces)
    return figure


def draw_forces(axes: Any) -> None:
    """A tank from its right side that climbs 60 % at a steady speed: all forces, and their sum is zero."""
    state, params = climbing(tracked, GRADE), tracked.Params()
    slope = math.atan(GRADE)
    weight = params.mass * GRAVITY
    tilt = tilt_of(GRADE, 0.0, 0.0)
    foot = (-14.0, -14.0 * GRADE)
    axes.plot([foot[0], 8.0], [foot[1], 8.0 * GRADE], color=INK, linewidth=1.6)
    draw_guide(axes, foot, (foot[0] + 6.0, foot[1]))
    draw_angle(axes, foot, radius=4.2, start=0.0, end=slope, text="θ", colour=PALE_INK)

    middle = (-0.5 * HULL_HEIGHT * math.sin(slope), 0.5 * HULL_HEIGHT * math.cos(slope), slope)
    draw_box(axes, *middle, length=params.length, width=HULL_HEIGHT)
    tracks = body_point(middle, 0.0, 0.4 - 0.5 * HULL_HEIGHT)
    draw_box(axes, *tracks, slope, length=params.length, width=0.8, fill="#555555")
    centre = middle[:2]
    draw_point(axes, centre)

    pull, press = state.gravity_force * METRES_PER_NEWTON, -weight * tilt.normal * METRES_PER_NEWTON
    draw_arrow(axes, centre, (centre[0], centre[1] - weight * METRES_PER_NEWTON), colour=INK)
    named(axes, (centre[0] + 0.8, centre[1] - 0.5 - weight * METRES_PER_NEWTON), "weight", weight, INK, "left")
    draw_arrow(axes, centre, body_point(middle, pull, 0.0), colour=RED)
    named(axes, body_point(middle, pull - 0.8, 1.9), "m g sin θ", -state.gravity_force, RED, "right")
    draw_guide(axes, body_point(middle, pull, 0.0), body_point(middle, pull, press))
    draw_guide(axes, body_point(middle, 0.0, 0.0), body_point(middle, 0.0, press))
    draw_guide(axes, body_point(middle, pull, press), body_point(middle, 0.0, press))

    bottom = -0.5 * HULL_HEIGHT
    front, rear = 0.5 * params.length, -0.5 * params.length
    ahead = front + state.surge_force * METRES_PER_NEWTON
    draw_arrow(axes, body_point(middle, front, bottom + 0.4), body_point(middle, ahead, bottom + 0.4), colour=BLUE)
    named(axes, body_point(middle, ahead + 0.2, bottom - 0.9), "surge", state.surge_force, BLUE, "left")
    behind = rear + state.drag_force * METRES_PER_NEWTON
    draw_arrow(axes, body_point(middle, rear, bottom + 0.4), body_point(middle, behind, bottom + 0.4), colour=GREEN)
    named(axes, (-3.7, -5.5), "resistance", -state.drag_force, GREEN, "right")
    speed = 3.6 * state.speed
    label_scene(axes, title=f"57 t on a 60 % grade: {speed:.1f} km/h at full power")


def named(axes: Any, at: tuple[float, float], name: str, force: float, colour: str, side: str) -> None:
    """A force's name and size beside its head."""
    text = f"{name}\n{force / KILONEWTON:.0f} kN"
    note(axes, text, x=at[0], y=at[1], transform=axes.transData, color=colour, ha=side)


def draw_traction(axes: Any) -> None:
    """Draw the tractive effort of the engine and the demand of grades; they meet at the final speed."""
    params = tracked.Params()
    own = nest(tracked.COMPOSED.Params, params).vehicle
    speeds = [0.05 * k for k in range(1, 372)] + [params.max_speed] * 2
    kmh = [3.6 * speed for speed in speeds]
    power = params.engine_power * params.drive_efficiency
    grip = params.static_friction * params.mass * GRAVITY
    most = [min(power / speed, grip, params.max_drive_force) / KILONEWTON for speed in speeds[:-1]] + [0.0]
    line = draw_curve(axes, kmh, most, index=0)
    name_curve(axes, line, "most that grip, engine\nand governor give", at=0.45)
    for index, grade in ((1, 0.6), (2, 0.3), (3, 0.1), (5, 0.0)):
        tilt = tilt_of(grade, 0.0, 0.0)
        needed = [surge_to_reach(v, v, tilt.ahead, tilt.normal, own, 1.0) / KILONEWTON for v in speeds[:-1]]
        draw_curve(axes, kmh[:-1], needed, name=f"needed on {100 * grade:.0f} %", index=index)
        end = climbing(tracked, grade)
        mark_value(
            axes,
            (3.6 * end.speed, end.surge_force / KILONEWTON),
            f"{3.6 * end.speed:.1f} km/h",
            offset=(6.0, 4.0),
        )
    axes.set_ylim(0.0, 430.0)
    axes.set_xlim(0.0, 80.0)
    label_axes(axes, x=("speed", "km/h"), y=("force along the slope", "kN"), title="Where it ends up")


# ---------------------------------------------------------------- the truck


def friction_circle_wheeled() -> Any:
    """The circle of equation 3.2 at the left, the turn within the grip at the right."""
    figure, (scene, rates) = new_figure(columns=2, width=10.0, height=4.4, width_ratios=(1.0, 1.1))
    draw_circle(scene)
    draw_rates(rates)
    return figure


def draw_circle(axes: Any) -> None:
    """A truck whose middle goes round a centre: its axles' lines meet there."""
    angle, params = 0.4, wheeled.Params()
    half = 0.5 * params.wheelbase
    drift = math.atan(0.5 * math.tan(angle))
    radius = half / math.sin(drift)
    pose = (0.0, 0.0, 0.5 * math.pi)
    centre = (-radius * math.cos(drift), -radius * math.sin(drift))
    draw_car(axes, pose, wheelbase=params.wheelbase, track_width=1.8, steer_angles=(angle, angle), scale=1.5)
    for ahead in (half, -half):
        draw_guide(axes, centre, body_point(pose, ahead, 0.0))
    draw_length(axes, centre, (0.0, 0.0), text="ρ", side=1)
    draw_length(axes, (1.7, -half), (1.7, half), text="2d", side=-1)
    draw_point(axes, centre, text="centre", offset=(0.0, -9.0), colour=PALE_INK)
    draw_point(axes, (0.0, 0.0))
    draw_arrow(axes, (0.0, 0.0), beyond((0.0, 0.0), 0.5 * math.pi + drift, 6.2), text="v", colour=BLUE)
    draw_guide(axes, (0.0, 0.0), (0.0, 6.2))
    draw_angle(axes, (0.0, 0.0), radius=4.4, start=0.5 * math.pi, end=0.5 * math.pi + drift, text="β", colour=BLUE)
    turn = math.atan2(params.wheelbase, -centre[0])
    draw_angle(axes, centre, radius=4.0, start=0.0, end=turn, colour=RED)
    note(axes, "α", x=centre[0] + 3.2, y=centre[1] + 0.95, transform=axes.transData, color=RED)
    label_scene(axes, title="Two axles without side-slip")


def beyond(start: tuple[float, float], angle: float, distance: float) -> tuple[float, float]:
    """The place that far away in a direction."""
    return start[0] + distance * math.cos(angle), start[1] + distance * math.sin(angle)


def draw_rates(axes: Any) -> None:
    """The yaw rate of one step over the speed, for three wheel angles, in both gears."""
    params = wheeled.Params(max_reverse_speed=20.0)
    speeds = [0.5 * k / 3.6 for k in range(-40, 181)]
    for index, angle in ((0, 0.1), (1, 0.2), (2, 0.4)):
        control = wheeled.Control(steer_angle=angle, cruise=1.0)
        after = [wheeled.step(wheeled.State(speed=v), control, params, 0.01, wheeled.Ground()) for v in speeds]
        rates = [state.yaw / 0.01 for state in after]
        draw_curve(axes, [3.6 * v for v in speeds], rates, index=index)
        name, colour = f"α = {angle:.1f} rad", (BLUE, RED, GREEN)[index]
        note(axes, name, x=-22.0, y=rates[0], transform=axes.transData, color=colour, ha="right")
    limit = [params.sliding_friction * GRAVITY / v for v in speeds if v > 5.5]
    fast = [3.6 * v for v in speeds if v > 5.5]
    axes.plot(fast, limit, color=PALE_INK, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1.5)
    note(axes, "grip: μ g / v", x=31.0, y=0.82, transform=axes.transData)
    axes.axhline(0.0, color=PALE_INK, linewidth=0.8)
    axes.set_xlim(-47.0, 92.0)
    axes.set_ylim(-0.75, 1.05)
    label_axes(axes, x=("speed", "km/h"), y=("yaw rate, left positive", "rad/s"), title="A turn needs speed, and grip")


PICTURES = {"friction-circle-tracked": friction_circle_tracked, "friction-circle-wheeled": friction_circle_wheeled}
