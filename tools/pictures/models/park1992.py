"""The pictures of document 003's vehicles: gravity uphill and what follows, and a truck that turns at any speed."""

import math
from typing import Any

from motorpool.base.plotting.drawing import body_point, draw_arrow, draw_box, draw_guide
from motorpool.base.plotting.style import (
    CURVES,
    INK,
    PALE_INK,
    draw_curve,
    label_axes,
    label_map,
    label_scene,
    new_figure,
    note,
    text_colour,
)
from motorpool.studies.published.models.park1992 import tracked, wheeled

FRAME = 0.1  # ten frames a second, as in 1992 [s]
GRADE = 0.1  # rise over run [1]
TANK_HEIGHT = 2.44  # [m]
KILONEWTON = 1000.0  # [N]
METRES_PER_NEWTON = 6.0 / 60e3  # how long a force is drawn
AS_PUBLISHED, CORRECTED = text_colour(CURVES[1].colour), text_colour(CURVES[0].colour)


def park1992_tracked() -> Any:
    """The forces on a grade at the left, the speeds that follow at the right."""
    figure, (scene, speeds) = new_figure(columns=2, width=9.6, height=3.6, width_ratios=(1.25, 1.0))
    draw_forces(scene)
    draw_speeds(speeds)
    return figure


def coasting(grade: float, **defects: float) -> list[tracked.State]:
    """A tank at 5 m/s without a driver, every tenth of a second for fifteen."""
    params = tracked.Params()._replace(**defects)
    ground = tracked.Ground(height_ahead=2.0 * grade)
    states = [tracked.State(speed=5.0, acceleration=-1.0)]
    for _ in range(150):
        states.append(tracked.step(states[-1], tracked.Control(), params, FRAME, ground))
    return states


def draw_forces(axes: Any) -> None:
    """A tank seen from its right side, with what acts along the slope in the first step."""
    slope, length = math.atan(GRADE), tracked.Params().length
    printed, corrected = coasting(GRADE)[1], coasting(GRADE, gravity_sign=0.0)[1]
    axes.plot([-12.0, 12.0], [-12.0 * GRADE, 12.0 * GRADE], color=INK, linewidth=1.6)
    draw_guide(axes, (-12.0, -12.0 * GRADE), (12.0, -12.0 * GRADE))
    note(axes, "10 %", x=5.0, y=-0.55, transform=axes.transData)
    middle = (-0.5 * TANK_HEIGHT * math.sin(slope), 0.5 * TANK_HEIGHT * math.cos(slope), slope)
    draw_box(axes, *middle, length=length, width=TANK_HEIGHT)
    draw_box(axes, *body_point(middle, 0.0, 0.4 - 0.5 * TANK_HEIGHT), slope, length=length, width=0.8, fill="#555555")
    for left, force, name, colour, side in (
        (0.0, printed.gravity_force, "gravity, printed", AS_PUBLISHED, "bottom"),
        (0.0, corrected.gravity_force, "gravity, corrected", CORRECTED, "bottom"),
        (0.3 - 0.5 * TANK_HEIGHT, printed.drag_force, "friction and air", INK, "top"),
    ):
        start = math.copysign(0.5 * length, force)
        draw_force(axes, (start, start + METRES_PER_NEWTON * force, left), middle, colour=colour)
        x, y = body_point(middle, start + 0.5 * METRES_PER_NEWTON * force, left + (0.3 if side == "bottom" else -1.15))
        text = f"{name}\n{abs(force) / KILONEWTON:.1f} kN"
        note(axes, text, x=x, y=y, transform=axes.transData, color=colour, ha="center", va=side)
    draw_force(axes, (-1.2, 1.2, 1.9), middle, colour=PALE_INK)
    note(axes, "5 m/s", x=-0.2, y=3.5, transform=axes.transData, ha="center", va="bottom")
    label_scene(axes, title="A tank of 57 t rolls uphill, without a driver")


def draw_force(
    axes: Any, along: tuple[float, float, float], middle: tuple[float, float, float], *, colour: str
) -> None:
    """An arrow from and to places ahead of the middle, so far to its left (in this view: above it)."""
    start, end, left = along
    draw_arrow(axes, body_point(middle, start, left), body_point(middle, end, left), colour=colour)


def draw_speeds(axes: Any) -> None:
    """The speeds of fifteen seconds."""
    times = [FRAME * number for number in range(151)]
    for index, name, states in (
        (1, "10 % uphill, printed", coasting(GRADE)),
        (0, "10 % uphill, gravity corrected", coasting(GRADE, gravity_sign=0.0)),
        (2, "flat", coasting(0.0)),
    ):
        draw_curve(axes, times, [state.speed for state in states], name=name, index=index)
    label_axes(axes, x=("time", "s"), y=("speed", "m/s"), title="What becomes of its speed")


def park1992_wheeled() -> Any:
    """Paths at three speeds at the left, the yaw rate over the speed at the right."""
    figure, (paths, rates) = new_figure(columns=2, width=9.6, height=4.4)
    draw_paths(paths)
    draw_rates(rates)
    return figure


def turning(speed: float, **defects: float) -> list[wheeled.State]:
    """A truck that cruises with its front wheel at 0.2 rad, every tenth of a second for ten."""
    params = wheeled.Params()._replace(**defects)
    control = wheeled.Control(steer_angle=0.2, cruise=1.0)
    states = [wheeled.State(speed=speed)]
    for _ in range(100):
        states.append(wheeled.step(states[-1], control, params, FRAME, wheeled.Ground()))
    return states


def draw_paths(axes: Any) -> None:
    """One wheel angle, three speeds: one circle for wheels that roll, three as printed."""
    for index, speed in ((1, 3.0), (2, 6.0), (3, 12.0)):
        states = turning(speed)
        places = [state.x for state in states], [state.y for state in states]
        draw_curve(axes, *places, name=f"printed, {speed:.0f} m/s", index=index)
    states = turning(12.0, yaw_independent_of_speed=0.0)
    draw_curve(axes, [state.x for state in states], [state.y for state in states], name="corrected, any speed", index=0)
    label_map(axes, title="Ten seconds with the wheel at 0.2 rad")


def draw_rates(axes: Any) -> None:
    """Draw the yaw rate from reverse to top speed."""
    speeds = [0.1 * number for number in range(-50, 151)]
    for index, name, defects in ((1, "as-published", {}), (0, "corrected", {"yaw_independent_of_speed": 0.0})):
        rates = [turning(speed, **defects)[1].yaw_rate if speed else math.nan for speed in speeds]
        draw_curve(axes, speeds, rates, name=name, index=index)
    axes.plot([0.0], [0.0], "o", color=AS_PUBLISHED, markersize=5.0)
    note(axes, "at rest: none", x=-0.4, y=0.03, transform=axes.transData, ha="right")
    label_axes(axes, x=("speed", "m/s"), y=("yaw rate", "rad/s"), title="It turns left in reverse, too")


PICTURES = {"park1992-tracked": park1992_tracked, "park1992-wheeled": park1992_wheeled}
