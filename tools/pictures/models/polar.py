"""The pictures of the pages about polar movement: the red dot and its laws, and what the frame rate does to it."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from matplotlib.patches import Circle

from motorpool.base.plotting.drawing import draw_arrow, draw_scale
from motorpool.base.plotting.style import (
    PALE_INK,
    draw_curve,
    label_axes,
    label_scene,
    new_figure,
    note,
)
from motorpool.models.kinematic.polar import corrected, laws
from motorpool.studies.published.models.polar import faithful

RATE = 60  # frames a second
RED = "#c1272d"
START_SPEED = 8.0  # to the right [m/s]
UP, LEFT = 0.5 * math.pi, math.pi
KEYS = ((UP, 1.8), (LEFT, 1.8))  # the arrow keys, each held for so many seconds
RADIUS = 0.36  # of the dot [m]
ARROW_SECONDS = 0.2  # the speed vector is as long as the dot moves in that time [s]
EVERY = 18  # frames from dot to dot


# ---------------------------------------------------------------- the document's code


def polar_faithful() -> Any:
    """The demo's dot at the left, the laws of turning and braking at the right."""
    figure, (scene, curves) = new_figure(columns=2, width=10.4, height=4.6, width_ratios=(1.1, 1.0))
    draw_dots(scene)
    draw_laws(curves)
    return figure


def draw_dots(axes: Any) -> None:
    """The path of the dot, and the dot with its two vectors every 0.3 s."""
    states, wanted = played(faithful)
    axes.plot([state.x for state in states], [state.y for state in states], color=RED, linewidth=1.0, zorder=1.5)
    for state, direction in list(zip(states, wanted, strict=True))[::EVERY]:
        draw_dot(axes, state, direction)
    changed = states[round(KEYS[0][1] * RATE)]
    for state, text, right in ((states[0], "start: key up", 0.0), (changed, "now key left", -36.0)):
        axes.annotate(text, (state.x, state.y), (right, -20.0), textcoords="offset points", fontsize=9.0, ha="center")
    draw_scale(axes, (states[0].x - 0.4, states[0].y - 2.2), length=2.0)
    label_scene(axes, title="The dot every 0.3 s: white is wanted, black is the speed")


def played(model: Any) -> tuple[list[Any], list[float]]:
    """The states of a dot that starts to the right, and the direction that is wanted in each."""
    states, wanted = [model.State(speed=START_SPEED)], [KEYS[0][0]]
    for direction, seconds in KEYS:
        for _ in range(round(seconds * RATE)):
            states.append(model.step(states[-1], model.Control(1.0, direction), model.Params(), 1.0 / RATE))
            wanted.append(direction)
    return states, wanted


def draw_dot(axes: Any, state: Any, wanted: float) -> None:
    """Red; in it, white, the direction of the acceleration; black, the speed vector."""
    x, y = state.x, state.y
    axes.add_patch(Circle((x, y), RADIUS, facecolor=RED, edgecolor="none", zorder=3.0))
    reach = ARROW_SECONDS * state.speed
    draw_arrow(axes, (x, y), (x + reach * math.cos(state.yaw), y + reach * math.sin(state.yaw)), linewidth=1.3)
    rim = (x + RADIUS * math.cos(wanted), y + RADIUS * math.sin(wanted))
    axes.plot([x, rim[0]], [y, rim[1]], color="white", linewidth=2.2, zorder=5.0, solid_capstyle="butt")


def draw_laws(axes: Any) -> None:
    """Draw the share of the turn rate and of the angular velocity that the laws use, over the remaining angle."""
    degrees = [float(angle) for angle in range(-180, 181, 2)]

    def values(law: Callable[[float], float]) -> list[float]:
        return [law(math.radians(angle)) for angle in degrees]

    def turn(number: float) -> Callable[[float], float]:
        return lambda angle: laws.turn_fraction(number, angle, math.sin(angle), 1.0)

    def brake(number: float) -> Callable[[float], float]:
        return lambda angle: laws.brake_fraction(number, angle, math.cos(angle))

    draw_curve(axes, degrees, values(turn(0.0)), name="turn: sine", index=0)
    draw_curve(axes, degrees, values(turn(laws.LINEAR_TURN)), name="turn: linear", index=1)
    draw_curve(axes, degrees, values(brake(3.0)), name="brake: cosine", index=2)
    draw_curve(axes, degrees, values(brake(laws.LINEAR_BRAKE)), name="brake: linear", index=3)
    axes.axhline(0.0, color=PALE_INK, linewidth=0.8)
    axes.set(xlim=(-180.0, 180.0), ylim=(-1.1, 1.15), xticks=range(-180, 181, 45))
    label_axes(axes, x=("angle left to turn", "degree"), y=("fraction used", "1"), title="The laws, at rest")


# ---------------------------------------------------------------- the corrected model


def polar_corrected() -> Any:
    """Frame rates at the left, a released key at the right; the code thin and grey, the corrected model in colour."""
    figure, (turns, coasts) = new_figure(columns=2, width=10.4, height=4.4)
    draw_turns(turns)
    draw_coasting(coasts)
    return figure


def draw_turns(axes: Any) -> None:
    """The direction over time of a turn by 1.2 rad, at two frame rates, by both models."""
    wanted, seconds = 1.2, 4.0
    axes.axhline(math.degrees(wanted), color=PALE_INK, linewidth=0.9, linestyle=(0, (4, 3)))
    for index, (model, rate) in enumerate(((faithful, 30), (faithful, 240), (corrected, 30), (corrected, 240))):
        states = walked(model, speed=5.0, key=1.0, wanted=wanted, seconds=seconds, rate=rate)
        times = [frame / rate for frame in range(len(states))]
        name = f"{model.__name__.rpartition('.')[2]}, {rate} Hz"
        draw_curve(axes, times, [math.degrees(state.yaw) for state in states], name=name, index=index)
    axes.set(xlim=(0.0, seconds))
    note(axes, "wanted", x=0.01, y=0.5)
    label_axes(axes, x=("time", "s"), y=("direction", "degree"), title="A turn, at two frame rates")


def draw_coasting(axes: Any) -> None:
    """The speed over time without a key."""
    starts = (("from top speed", 10.0, 0.0), ("direction opposed", 5.0, math.pi), ("at rest", 0.0, 0.0))
    for index, (name, speed, wanted) in enumerate(starts):
        states = walked(faithful, speed=speed, key=-1.0, wanted=wanted, seconds=1.0, rate=RATE)
        draw_curve(axes, times(states), speeds(states), name=f"faithful: {name}", index=index, linewidth=1.2)
    states = walked(corrected, speed=10.0, key=-1.0, wanted=math.pi, seconds=1.0, rate=RATE)
    draw_curve(axes, times(states), speeds(states), name="corrected", index=5)
    axes.set(xlim=(0.0, 1.0), ylim=(-0.5, 20.0))
    label_axes(axes, x=("time", "s"), y=("speed", "m/s"), title="No key is held")


def walked(model: Any, *, speed: float, key: float, wanted: float, seconds: float, rate: int) -> list[Any]:
    """The states of a dot that starts to the right."""
    states = [model.State(speed=speed)]
    for _ in range(round(seconds * rate)):
        states.append(model.step(states[-1], model.Control(key, wanted), model.Params(), 1.0 / rate))
    return states


def times(states: Sequence[Any]) -> list[float]:
    """When each state was, at ``RATE``."""
    return [frame / RATE for frame in range(len(states))]


def speeds(states: Sequence[Any]) -> list[float]:
    """Of each state."""
    return [state.speed for state in states]


PICTURES = {"polar-faithful": polar_faithful, "polar-corrected": polar_corrected}
