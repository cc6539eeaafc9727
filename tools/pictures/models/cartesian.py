"""The pictures of the pages about movement by velocity components: which directions are fast, and who gains speed."""

import math
from typing import Any

from motorpool.base.plotting.drawing import draw_arrow
from motorpool.base.plotting.style import PALE_INK, draw_curve, label_axes, label_map, name_curve, new_figure, note
from motorpool.models.kinematic.cartesian import components, quake

DT = 1.0 / 60.0
LIMITS = {"each component": components.Params(limit=0.0), "magnitude": components.Params(limit=1.0)}


def held(model: Any, state: Any, wanted: float, params: Any, *, seconds: float) -> list[Any]:
    """The states of a point whose keys are held towards ``wanted`` [rad]."""
    states = [state]
    for _ in range(round(seconds / DT)):
        states.append(model.step(states[-1], model.Control(1.0, wanted), params, DT))
    return states


# ---------------------------------------------------------------- components


def cartesian_components() -> Any:
    """The speed that each direction ends with, and the paths from one key to the next."""
    figure, (speeds, paths) = new_figure(columns=2, width=10.4, height=4.6)
    draw_top_speeds(speeds)
    draw_paths(paths)
    return figure


def draw_top_speeds(axes: Any) -> None:
    """The velocity after three seconds in every direction, and figure 1's two keys as arrows."""
    label_axes(axes, x=("velocity, east", "m/s"), y=("velocity, north", "m/s"), title="Velocity reached, any direction")
    axes.set_aspect("equal", adjustable="datalim")
    angles = [math.tau * step / 240 for step in range(241)]
    for index, (name, params) in enumerate(LIMITS.items()):
        ends = [held(components, components.State(), angle, params, seconds=3.0)[-1] for angle in angles]
        xs = [state.speed * math.cos(state.yaw) for state in ends]
        ys = [state.speed * math.sin(state.yaw) for state in ends]
        name_curve(axes, draw_curve(axes, xs, ys, index=index), name, at=0.55 if index == 0 else 0.7)
    for key in ((10.0, 0.0), (0.0, 10.0)):
        draw_arrow(axes, (0.0, 0.0), key)
    draw_arrow(axes, (0.0, 0.0), (10.0, 10.0), text="14.1", colour="#0072B2")


def draw_paths(axes: Any) -> None:
    """North for a second and a half, then east."""
    label_map(axes, title="Key north for 1.5 s, then key east")
    for index, (name, params) in enumerate(LIMITS.items()):
        north = held(components, components.State(), 0.5 * math.pi, params, seconds=1.5)
        states = [*north, *held(components, north[-1], 0.0, params, seconds=1.5)]
        xs, ys = [state.x for state in states], [state.y for state in states]
        name_curve(axes, draw_curve(axes, xs, ys, index=index), name, at=0.9 if index else 0.75)


# ---------------------------------------------------------------- Quake


def cartesian_quake() -> Any:
    """Draw the limit on the speed along the wish, and its effect in a turn."""
    figure, (gains, runs) = new_figure(columns=2, width=10.4, height=4.4)
    draw_gains(gains)
    draw_runs(runs)
    return figure


def draw_gains(axes: Any) -> None:
    """Draw the speed gained in a step, over the angle between wish and velocity, without friction."""
    label_axes(
        axes,
        x=("wished direction, from the velocity", "degree"),
        y=("gain of speed in a step of 1/60 s", "m/s"),
        title="At and above the top speed of 10 m/s, no friction",
    )
    params = quake.Params(friction_rate=0.0)
    degrees = [0.5 * step for step in range(271)]
    for index, speed in enumerate((10.0, 12.0, 15.0)):
        gained = [
            quake.step(quake.State(speed=speed), quake.Control(1.0, math.radians(angle)), params, DT).speed - speed
            for angle in degrees
        ]
        draw_curve(axes, degrees, gained, name=f"at {speed:g} m/s", index=index)
    axes.axhline(0.0, color=PALE_INK, linewidth=0.8)
    axes.set(xlim=(0.0, 135.0), xticks=range(0, 136, 45))


def draw_runs(axes: Any) -> None:
    """The speed of one who holds his wish at an angle from the way that he moves."""
    label_axes(axes, x=("time", "s"), y=("speed", "m/s"), title="The wish 60 degrees beside the velocity")
    for index, (name, rate) in enumerate((("friction 4, on the ground", 4.0), ("friction 0", 0.0))):
        state, speeds = quake.State(speed=8.0), [8.0]
        for _ in range(180):
            control = quake.Control(1.0, state.yaw + math.radians(60.0))
            state = quake.step(state, control, quake.Params(friction_rate=rate), DT)
            speeds.append(state.speed)
        draw_curve(axes, [step * DT for step in range(181)], speeds, name=name, index=index)
    axes.axhline(10.0, color=PALE_INK, linewidth=0.9, linestyle=(0, (4, 3)))
    note(axes, "top speed", x=0.85, y=9.65, transform=axes.get_yaxis_transform())
    axes.set(xlim=(0.0, 3.0))


PICTURES = {"cartesian-components": cartesian_components, "cartesian-quake": cartesian_quake}
