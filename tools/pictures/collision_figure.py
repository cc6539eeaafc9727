"""Draws docs/figures/contact.png: run it after a change to what a collision does.

A lorry strikes a car that crosses its way, in a world's own steps: both brake, neither avoids the other. Outlines are
the bodies every third of a second; arrows are their velocities, one metre long for each 2 m/s.
"""

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import motorpool as mp
from motorpool.base.plotting.style import CURVES, INK, label_map, new_figure, save_figure, text_colour
from motorpool.errors import require
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.world.avoidance.rules import index_of
from motorpool.world.guidance.goal_kinds import HOLD

FIGURE = Path(__file__).parents[2] / "docs" / "figures" / "contact.png"
LORRY, CAR = mp.Body(6.7, 2.4, 2.8), mp.Body(4.5, 1.8, 1.5)
DT = 1 / 120  # [s]
EVERY = 1 / 3  # between two outlines [s]
ARROW = 0.5  # length of 1 m/s [m]


class Moment(NamedTuple):
    """Where both are, and how they move; a row each."""

    time: float  # since the contact [s]
    x: Any  # [m]
    y: Any  # [m]
    yaw: Any  # [rad]
    velocity_x: Any  # [m/s]
    velocity_y: Any  # [m/s]
    yaw_rate: Any  # [rad/s]


def crash() -> tuple[list[Moment], Any]:
    """Every step of the collision until both stand, and the first blow."""
    lorry = mp.Fleet("friction-circle/wheeled", 1, name="lorry", body=LORRY, x=-14.0, mass=8178.0)
    car = mp.Fleet("bicycle", 1, name="car", body=CAR, x=0.6, y=-8.6, yaw=0.5 * math.pi)
    world = mp.World(fleets=[lorry, car], terrain=Terrain.flat(size=400.0), dt=DT)
    vehicles = world.vehicles
    vehicles.avoidance_rule[:], vehicles.goal[:] = index_of("none"), HOLD
    vehicles.speed[:] = 15.0, 10.0
    lorry.state.speed[:] = 15.0
    moments, blow = [moment(world)], None
    while vehicles.speed.any() or vehicles.residual_lateral_speed.any() or vehicles.residual_yaw_rate.any():
        world.step()
        moments.append(moment(world))
        if blow is None and world.events.contacts.time.size:
            blow = world.events.contacts
    assert blow is not None
    return [one._replace(time=one.time - float(blow.time[0])) for one in moments], blow


def moment(world: Any) -> Moment:
    """Return the present state of both vehicles."""
    vehicles = world.vehicles
    sine, cosine = np.sin(vehicles.yaw), np.cos(vehicles.yaw)
    east = vehicles.speed * cosine - vehicles.lateral_speed * sine
    north = vehicles.speed * sine + vehicles.lateral_speed * cosine
    pose = (column.copy() for column in (vehicles.x, vehicles.y, vehicles.yaw))
    return Moment(world.time, *pose, east, north, vehicles.yaw_rate.copy())


def outline(axes: Any, one: Moment, vehicle: int, *, is_last: bool) -> None:
    """A body as it stands, with a line across it behind its windscreen."""
    patches = require("matplotlib.patches", extra="app", purpose="a figure")
    body, curve = (LORRY, CAR)[vehicle], CURVES[vehicle]
    sine, cosine = math.sin(one.yaw[vehicle]), math.cos(one.yaw[vehicle])
    axis, side = np.array([cosine, sine]), np.array([-sine, cosine])
    middle = np.array([one.x[vehicle], one.y[vehicle]])
    half_length, half_width = 0.5 * body.length, 0.5 * body.width
    corners = [middle + a * half_length * axis + b * half_width * side for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    line = 1.6 if is_last else 0.8
    axes.add_patch(
        patches.Polygon(
            corners,
            facecolor=curve.colour if is_last else "none",
            alpha=0.25 if is_last else 0.8,
            edgecolor="none" if is_last else curve.colour,
            linestyle=curve.dashes,
            linewidth=line,
        )
    )
    if is_last:
        axes.add_patch(
            patches.Polygon(corners, facecolor="none", edgecolor=curve.colour, linestyle=curve.dashes, linewidth=line)
        )
    front = [middle + 0.5 * half_length * axis + b * half_width * side for b in (1, -1)]
    axes.plot(*np.array(front).T, color=curve.colour, linewidth=line, alpha=1.0 if is_last else 0.8)


def arrow(axes: Any, one: Moment, vehicle: int, *, name: str, at: tuple[float, float]) -> None:
    """The velocity, from the middle of the body, and how fast that is, told at a place relative to it [m]."""
    start = np.array([one.x[vehicle], one.y[vehicle]])
    velocity = np.array([one.velocity_x[vehicle], one.velocity_y[vehicle]])
    style = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.6, "shrinkA": 0.0, "shrinkB": 0.0}
    axes.annotate("", start + ARROW * velocity, start, arrowprops=style, zorder=6.0)
    text = f"{name}: {math.hypot(*velocity):.1f} m/s"
    if abs(one.yaw_rate[vehicle]) > 0.01:
        text += f", {math.degrees(one.yaw_rate[vehicle]):+.0f} °/s".replace("-", "\u2212")
    axes.text(*(start + at), text, fontsize=9.0, color=text_colour(CURVES[vehicle].colour), va="center")


def draw() -> Any:
    """Before, and after."""
    moments, blow = crash()
    struck = next(k for k, one in enumerate(moments) if one.time > -0.5 * DT)
    every = round(EVERY / DT)
    before, after = moments[struck - 1 :: -every], [*moments[struck::every], moments[-1]]
    figure, (left, right) = new_figure(columns=2, width=10.0, height=4.0, title="A lorry strikes a car that crosses")
    for vehicle, name in enumerate(("lorry", "car")):
        for one in before:
            outline(left, one, vehicle, is_last=one is before[0])
        for one in after:
            outline(right, one, vehicle, is_last=one in (after[0], after[-1]))
        arrow(left, before[0], vehicle, name=name, at=((-4.5, 2.2), (1.6, -2.0))[vehicle])
        arrow(right, after[0], vehicle, name=name, at=((-4.5, 2.2), (-2.0, -5.2))[vehicle])
    right.plot(blow.x, blow.y, "o", color=INK, markersize=4.0, zorder=7.0)
    label_map(left, title="before: both brake")
    title = f"after the blow of {1e-3 * blow.impulse[0]:.0f} kN s: both stand {moments[-1].time:.1f} s later"
    label_map(right, title=title)
    for axes in (left, right):
        axes.set_aspect("equal", adjustable="box")
        axes.set(xlim=(-16.0, 14.0), ylim=(-12.0, 8.0))
    return figure


if __name__ == "__main__":
    save_figure(draw(), FIGURE)
