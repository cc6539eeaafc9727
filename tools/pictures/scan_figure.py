"""Draws docs/figures/scans.png: a planar and a spatial laser scan of one vehicle, on hills with trees and vehicles.

`python tools/pictures/scan_figure.py`. Left the planar scan from above, right the points of the spatial scan.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import motorpool as mp
from motorpool.base.plotting.style import GRID, INK, LABEL_SIZE, PALE_INK, save_palette
from motorpool.models.frames import body_axes
from motorpool.world.sensors.scan import Poses, scan_2d, scan_3d, scan_world

OUT = Path(__file__).parents[2] / "docs" / "figures" / "scans.png"
SIDE, POSTS = 160.0, 81  # of the ground [m], posts along a side
HEIGHT = 1.9  # of the scanner above the ground [m]
REACH = 60.0  # [m]
PLANAR = np.radians(np.linspace(-135.0, 135.0, 541))
AZIMUTHS, ELEVATIONS = np.radians(np.arange(0.0, 360.0, 0.8)), np.radians(np.linspace(-18.0, 8.0, 27))
GROUND, TREE, VEHICLE = "#b08d57", "#3a7d44", "#d1495b"


def main() -> None:
    """Scan and draw."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    world = world_of()
    pose = world.vehicles.pose
    x, y, z, *attitude = (column[:1] for column in pose)
    yaw, pitch, roll = attitude
    poses = Poses(x, y, z + HEIGHT, yaw, pitch, roll, world.vehicles.vehicle_id[:1])
    figure = Figure(figsize=(10.5, 5.0), layout="constrained")
    draw_planar(figure.add_subplot(1, 2, 1), world, poses)
    draw_spatial(figure.add_subplot(1, 2, 2, projection="3d"), world, poses)
    names = {"ground": GROUND, "trees and rocks": TREE, "vehicles": VEHICLE}
    dots = [Line2D([], [], color=colour, marker="o", linestyle="", label=name) for name, colour in names.items()]
    figure.legend(handles=dots, loc="outside lower center", ncols=3, frameon=False, fontsize=LABEL_SIZE)
    save_palette(figure, OUT, dpi=110, colours=128)


def world_of() -> mp.World:
    """Return vehicles on hills, the first in the middle."""
    x = np.linspace(-0.5 * SIDE, 0.5 * SIDE, POSTS)
    heights = 3.0 * np.sin(x / 17.0)[None, :] * np.cos(x / 21.0)[:, None] + 2.5 * np.cos(x / 31.0)[:, None]
    terrain = mp.Terrain.from_heights(heights, SIDE / (POSTS - 1))
    objects = mp.scatter_objects(terrain, count=70, seed=3, keep_off=lambda x, y, _: np.hypot(x, y) > 9.0)
    world = mp.World(fleets=["M998", ("M1A1", 4), ("car", 4)], terrain=terrain, objects=objects, seed=1)
    turns = np.linspace(0.3, 5.2, world.count - 1)
    away = np.resize([13.0, 22.0, 31.0, 18.0], world.count - 1)
    x, y = away * np.cos(turns), away * np.sin(turns)
    world.place_vehicles(slice(None), np.array([0.0, *x]), np.array([0.0, *y]), np.linspace(0.4, 5.0, world.count))
    world.step()
    return world


def draw_planar(axes: Any, world: mp.World, poses: Poses) -> None:
    """Draw the planar scan from above, with outlines of what there is."""
    from matplotlib.patches import Circle, Polygon

    ranges = scan_2d(scan_world(world), poses, PLANAR, REACH)[0]
    x, y, _ = points_of(poses, PLANAR, np.zeros(1), np.minimum(ranges, REACH)[None])
    terrain = world.terrain
    side = terrain.x_west, terrain.x_east, terrain.y_south, terrain.y_north
    axes.contour(np.linspace(*side[:2], POSTS), np.linspace(*side[2:], POSTS), terrain.heights, 14, colors=GRID)
    axes.fill(np.append(x, poses.x), np.append(y, poses.y), color="#9ec9e2", alpha=0.55, linewidth=0.0)
    for i in range(world.objects.count):
        place = world.objects.x[i], world.objects.y[i]
        axes.add_patch(Circle(place, world.objects.radius[i], facecolor=TREE, alpha=0.6))
    body = world.vehicles
    for i in range(world.count):
        forward, left = ((np.cos(turn), np.sin(turn)) for turn in (body.yaw[i], body.yaw[i] + 0.5 * np.pi))
        corners = [
            (body.x[i] + a * forward[0] + b * left[0], body.y[i] + a * forward[1] + b * left[1])
            for a, b in np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) * (body.half_length[i], body.half_width[i])
        ]
        axes.add_patch(Polygon(corners, facecolor=INK if i == 0 else PALE_INK, alpha=0.8))
    met = np.isfinite(ranges)
    colours = colours_of(world, x[met], y[met])
    axes.scatter(x[met], y[met], s=7.0, c=colours, zorder=3)
    axes.set(xlim=(-REACH, REACH), ylim=(-REACH, REACH), aspect="equal", xlabel="x [m]", ylabel="y [m]")
    axes.set_title("2-D: 541 beams, 60 m, tilted with the vehicle", fontsize=LABEL_SIZE)


def draw_spatial(axes: Any, world: mp.World, poses: Poses) -> None:
    """Draw the points of the spatial scan."""
    ranges = scan_3d(scan_world(world), poses, AZIMUTHS, ELEVATIONS, REACH)[0]
    met = np.isfinite(ranges)
    x, y, z = (values[met.ravel()] for values in points_of(poses, AZIMUTHS, ELEVATIONS, np.where(met, ranges, 0.0)))
    axes.scatter(x, y, z, s=2.4, c=colours_of(world, x, y), linewidths=0.0, depthshade=False)
    axes.set(xlim=(-45.0, 45.0), ylim=(-45.0, 45.0), zlim=(-12.0, 14.0), xlabel="x [m]", ylabel="y [m]")
    axes.set_box_aspect((90.0, 90.0, 26.0), zoom=1.4)
    axes.view_init(elev=38.0, azim=-70.0)
    axes.set_title("3-D: 27 rings of 450 beams", fontsize=LABEL_SIZE)


def points_of(poses: Poses, azimuths: Any, elevations: Any, ranges: Any) -> tuple[NDArray[np.float64], ...]:
    """Return the ends of beams in the world, (rings * beams,) each [m]."""
    forward, left, up = (np.array(axis).ravel() for axis in body_axes(poses.yaw[0], poses.pitch[0], poses.roll[0]))
    azimuth, elevation = np.meshgrid(azimuths, elevations)
    ahead, aside = np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth)
    to = ahead[..., None] * forward + aside[..., None] * left + np.sin(elevation)[..., None] * up
    ends = np.array([poses.x[0], poses.y[0], poses.z[0]]) + ranges[..., None] * to
    return tuple(ends.reshape(-1, 3).T)


def colours_of(world: mp.World, x: Any, y: Any) -> NDArray[np.str_]:
    """Return the colour of each point: that of the tree or vehicle at its place, else that of the ground."""
    colours = np.full(x.shape, GROUND)
    things = (
        (world.objects.x, world.objects.y, world.objects.radius, TREE),
        (*world.vehicles.columns("x", "y", "radius"), VEHICLE),
    )
    for east, north, radius, colour in things:
        distance = np.hypot(x[:, None] - east, y[:, None] - north) - radius
        colours[(distance < 0.02).any(axis=1)] = colour
    return colours


if __name__ == "__main__":
    main()
