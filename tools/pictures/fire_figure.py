"""Draws docs/figures/fire.png: run it after a change to how rounds fly or what they meet.

A tank in the Jacksboro terrain fires along a valley at several elevations, by a world's own steps; the profile is of
the ground under the line of fire. Below, the same shot in air and without.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

import motorpool as mp
from motorpool.base.plotting.style import draw_curve, label_axes, mark_value, new_figure, note, save_figure
from motorpool.world.gunnery.guns import Armament
from motorpool.world.gunnery.rounds import FLYING

FIGURE = Path(__file__).parents[2] / "docs" / "figures" / "fire.png"
BODY = mp.Body(7.9, 3.7, 2.4)
PLACE = (6174.0, 680.0, -0.31)  # x, y [m], yaw [rad]
GUN = Armament(muzzle_speed=250.0)
FAR = 2800.0  # that is drawn [m]
DRAG = 4e-4  # of a slow round with a blunt nose [1/m]


def shot(terrain: Any, *, elevation: float, gun: Armament = GUN) -> tuple[Any, tuple[float, float], float]:
    """A round's way along the line of fire: distances and heights, where it fell, and when."""
    x, y, yaw = PLACE
    tank = mp.Fleet("tracked", 1, name="tank", body=BODY, x=x, y=y, yaw=yaw)
    world = mp.World(fleets=[tank], terrain=terrain, armament={"tank": gun})
    vehicles, rounds = world.vehicles, world.gunnery.rounds
    world.resolve_positions()
    tilt = -float(vehicles.pitch[0])
    vehicles.desired_speed[:] = 0.0
    vehicles.turret_elevation[:] = vehicles.aim_elevation[:] = elevation - tilt  # level ground's elevation
    vehicles.trigger[:] = 1.0
    path = []
    while not world.events.impacts.time.size:
        world.step()
        vehicles.trigger[:] = 0.0
        path += [(along(rounds.x[i], rounds.y[i]), rounds.z[i]) for i in np.flatnonzero(rounds.what == FLYING)]
    met = world.events.impacts
    end = (along(met.x[0], met.y[0]), float(met.z[0]))
    return np.array([*path, end]).T, end, float(met.time[0])


def along(x: float, y: float) -> float:
    """Distance from the tank along its yaw [m]."""
    return (x - PLACE[0]) * math.cos(PLACE[2]) + (y - PLACE[1]) * math.sin(PLACE[2])


def draw_ground(axes: Any, terrain: Any, far: float) -> None:
    """The profile under the line of fire."""
    distance = np.linspace(0.0, far, 2000)
    x, y = PLACE[0] + distance * math.cos(PLACE[2]), PLACE[1] + distance * math.sin(PLACE[2])
    height = terrain.sample(x, y)[0]
    axes.fill_between(distance, height, height.min() - 400.0, color="#d9d2c5", linewidth=0.0)
    axes.plot(distance, height, color="#57534e", linewidth=1.2)


def draw(terrain: Any) -> Any:
    """Both panels, to one scale each."""
    figure, (above, below) = new_figure(rows=2, width=9.0, height=7.4, title="A round flies until it meets something")
    for index, degrees in enumerate((5.0, 8.0, 12.0)):
        (distance, height), end, time = shot(terrain, elevation=math.radians(degrees))
        draw_curve(above, distance, height, name=f"{degrees:g}°", index=index)
        mark_value(above, end, f"{time:.1f} s", offset=(6.0, -7.0))
    for index, (name, drag) in enumerate((("no air", 0.0), (f"air, drag {DRAG:g} /m", DRAG))):
        gun = GUN._replace(round_drag=drag)
        (distance, height), end, time = shot(terrain, elevation=math.radians(12.0), gun=gun)
        draw_curve(below, distance, height, name=name, index=index)
        mark_value(below, end, f"{time:.1f} s", offset=(6.0, -7.0))
    for axes, title in ((above, "by elevation, 250 m/s, without air"), (below, "12°, 250 m/s")):
        draw_ground(axes, terrain, FAR)
        axes.set(xlim=(0.0, FAR))
        low = terrain.sample(PLACE[0], PLACE[1])[0] - 80.0
        axes.set(ylim=(low, low + 270.0))
        label_axes(axes, x=("distance along the line of fire", "m"), y=("height", "m"), title=title)
        note(axes, "ground under the line of fire", x=0.02, y=0.06)
    return figure


if __name__ == "__main__":
    save_figure(draw(mp.load_terrain("jacksboro")), FIGURE)
