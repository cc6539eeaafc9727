"""Figures 2.1, 3.1 to 3.5 and 4.1 of document 003, the thesis on NPSNET, drawn from its text and equations.

Its frame has x and z on the ground and y up; spatial figures are oblique projections.
"""

import math
from typing import Any

import numpy as np

from ....base.plotting.drawing import (
    draw_angle,
    draw_arrow,
    draw_bicycle,
    draw_box,
    draw_guide,
    draw_length,
    draw_point,
    draw_tracked,
)
from ....base.plotting.style import draw_curve, label_scene, name_curve, new_figure, note
from ...compare.ready_made import Comparison

Point = tuple[float, float]
Space = tuple[float, float, float]
ORIGIN: Point = (0.0, 0.0)  # of the sketches: the vehicle's centre [m]


def _seen(x: float, y: float, z: float) -> Point:
    """Return the projection of a point: x to the right, y up, z towards the reader."""
    return x - 0.45 * z, y - 0.35 * z


def _arrow(axes: Any, start: Space, end: Space, text: str, colour: str = "#222222") -> None:
    draw_arrow(axes, _seen(*start), _seen(*end), text=text, colour=colour)


def _frame(axes: Any, title: str, *, x: Point, y: Point) -> None:
    label_scene(axes, title=title)
    axes.set_aspect("equal", adjustable="box")
    axes.set(xlim=x, ylim=y)


def _axes_of_space(axes: Any, size: float) -> None:
    for end, text in (((size, 0.0, 0.0), "x"), ((0.0, size, 0.0), "y"), ((0.0, 0.0, size), "z")):
        _arrow(axes, (0.0, 0.0, 0.0), end, text, "#6b6b6b")


# ---------------------------------------------------------------- 2.1, 3.1, 3.2: coordinates


def coordinates() -> Any:
    """Draw a particle's momentum, the coordinates of a path, and the forces of two tracks."""
    figure, (momentum, path, tracks) = new_figure(columns=3, width=14.0, height=4.8)
    _draw_momentum(momentum)
    _draw_path_coordinates(path)
    _draw_track_forces(tracks)
    return figure


def _draw_momentum(axes: Any) -> None:
    """Draw the displacement of a particle from the centre of mass, and its momentum (equations 2.8 and 2.9)."""
    _axes_of_space(axes, 3.4)
    centre, particle = (2.2, 1.9, 0.3), (3.0, 2.6, 0.3)
    at = _seen(*centre)
    turn = np.linspace(0.0, math.tau, 90)
    outline = draw_curve(
        axes, at[0] + 1.4 * np.cos(turn) + 0.2 * np.cos(2.0 * turn), at[1] + 1.1 * np.sin(turn), index=0, linewidth=1.6
    )
    name_curve(axes, outline, "body", at=0.9)
    _arrow(axes, (0.0, 0.0, 0.0), centre, "")
    _arrow(axes, centre, particle, "")
    draw_point(axes, at, text="c(t)", offset=(4.0, -12.0))
    draw_point(axes, _seen(*particle), text="$r_i(t)$", offset=(8.0, -10.0))
    _arrow(axes, particle, (2.5, 3.7, 0.3), "$m_i \\dot r_i(t)$", "#D55E00")
    _frame(axes, "Figure 2.1: momentum of a particle", x=(-2.2, 4.4), y=(-1.8, 4.6))


def _draw_path_coordinates(axes: Any) -> None:
    """Draw the surface normal r, the tangent t of the path, q normal to both, and n to the centre of curvature."""
    along = np.linspace(-1.0, 1.0, 60)
    places = [_seen(1.8 + 1.7 * s, 0.55 * s, 1.2 - 0.9 * s * s) for s in along.tolist()]
    line = draw_curve(axes, [x for x, _ in places], [y for _, y in places], index=0)
    name_curve(axes, line, "path on the ground", at=0.15)
    here = (1.8, 0.0, 1.2)
    for end, text in (((1.7, 0.55, 0.0), "t"), ((-0.45, 1.4, 0.0), "r"), ((0.0, 0.0, -1.5), "q")):
        _arrow(axes, here, (here[0] + end[0], here[1] + end[1], here[2] + end[2]), text)
    _arrow(axes, here, (here[0] - 0.25, here[1] + 0.85, here[2] - 1.4), "n", "#D55E00")
    draw_point(axes, _seen(*here), text="centre of mass", offset=(4.0, -12.0))
    _arrow(axes, (-1.0, 0.0, 1.4), (0.0, 0.0, 1.4), "x", "#6b6b6b")
    _arrow(axes, (-1.0, 0.0, 1.4), (-1.0, 1.0, 1.4), "y", "#6b6b6b")
    _arrow(axes, (-1.0, 0.0, 1.4), (-1.0, 0.0, 2.4), "z", "#6b6b6b")
    _frame(axes, "Figure 3.1: reference frame, path coordinates", x=(-2.6, 3.9), y=(-1.6, 2.2))


def _draw_track_forces(axes: Any) -> None:
    """Draw two forces at equal distances from the centre of mass; unequal ones turn the vehicle."""
    draw_tracked(axes, (0.0, 0.0, 0.5 * math.pi), track_gauge=2.0)
    for side, length, text in ((-1.0, 1.2, "$f_l$"), (1.0, 2.1, "$f_r$")):
        draw_arrow(axes, (side, 1.65), (side, 1.65 + length), text=text, colour="#D55E00")
        draw_length(axes, ORIGIN, (side, 0.0), text="d", side=1 if side > 0.0 else -1)
    draw_point(axes, ORIGIN, text="c", offset=(0.0, -12.0))
    turn = np.linspace(0.0, 0.55, 40)
    path = draw_curve(axes, 5.0 * np.cos(turn) - 5.0, 5.0 * np.sin(turn), index=0, linewidth=1.4, zorder=3.5)
    name_curve(axes, path, "where it goes", at=1.0)
    _frame(axes, "Figure 3.2: a tracked vehicle, two forces", x=(-3.4, 3.4), y=(-2.4, 4.4))


# ---------------------------------------------------------------- 3.3, 3.4: wheels


def wheels() -> Any:
    """Draw the turning centre of a wheeled vehicle, and its orientation by two positions."""
    figure, (turn, positions) = new_figure(columns=2, width=11.5, height=5.0)
    _draw_turn(turn)
    _draw_positions(positions)
    return figure


HALF, RHO = 1.5, 4.0  # d and rho of figure 3.3 [m]


def steering_angle(half: float, rho: float) -> float:
    """Return the steer angle by equation 3.2 [rad]."""
    return math.atan(2.0 * half / math.sqrt(rho * rho - half * half))


def _draw_turn(axes: Any) -> None:
    """Draw a turn: the rear axle points to the turning centre, at the distance rho from the centre of mass."""
    pose, beside = (0.0, 0.0, 0.5 * math.pi), math.sqrt(RHO * RHO - HALF * HALF)
    centre, angle = (-beside, -HALF), steering_angle(HALF, RHO)
    draw_bicycle(axes, pose, wheelbase=2.0 * HALF, steer_angle=angle)
    draw_guide(axes, (0.0, -HALF), centre)
    draw_guide(axes, (0.0, HALF), centre)
    first = math.atan2(HALF, beside)
    arc = np.linspace(first - 0.55, first + 0.75, 60)
    path = draw_curve(axes, centre[0] + RHO * np.cos(arc), centre[1] + RHO * np.sin(arc), index=0, linewidth=1.4)
    name_curve(axes, path, "path of the centre of mass", at=0.95)
    radius = draw_curve(axes, [0.0, centre[0]], [0.0, centre[1]], index=1, linewidth=1.4)
    name_curve(axes, radius, "ρ", at=0.5)
    draw_guide(axes, (0.0, HALF), (0.0, HALF + 1.4))
    draw_angle(axes, (0.0, HALF), radius=1.0, start=0.5 * math.pi, end=0.5 * math.pi + angle, text="α")
    for start, end in (((0.7, -HALF), (0.7, 0.0)), ((0.7, 0.0), (0.7, HALF))):
        draw_length(axes, start, end, text="d", side=-1)
    draw_point(axes, centre, text="centre of turn", offset=(0.0, -12.0))
    note(
        axes,
        rf"$\tan\alpha = 2d\,/\sqrt{{\rho^2 - d^2}}$: {math.degrees(angle):.0f}° for $d = 1.5$, $\rho = 4$",
        x=0.02,
        y=0.02,
    )
    _frame(axes, "Figure 3.3: a wheeled vehicle's turn", x=(-4.9, 2.6), y=(-2.7, 3.7))


STEP, ANGLE = 1.0, math.radians(35.0)  # delta s, and theta from the tangent to the vehicle, of figure 3.4


def next_positions() -> tuple[Point, Point, float]:
    """Return centre of mass and rear axle at i + 1, and a (equation 3.4, with p of length 1)."""
    remaining = -STEP * math.cos(ANGLE) + math.sqrt(HALF * HALF - (STEP * math.sin(ANGLE)) ** 2)
    direction = (math.cos(ANGLE), -math.sin(ANGLE))  # p_i, with the tangent t_i along x (equation 3.3)
    return (STEP, 0.0), (-remaining * direction[0], -remaining * direction[1]), remaining


def _draw_positions(axes: Any) -> None:
    """Draw the displacement of the centre of mass along the tangent, and of the rear axle along the vehicle."""
    centre, rear, remaining = next_positions()
    before = (-HALF * math.cos(ANGLE), HALF * math.sin(ANGLE))
    old = draw_curve(axes, [before[0], 0.0], [before[1], 0.0], index=0, linestyle="-")
    name_curve(axes, old, "vehicle at i, length d", at=0.0)
    new = draw_curve(axes, [rear[0], centre[0]], [rear[1], centre[1]], index=1, linestyle="-")
    name_curve(axes, new, "vehicle at i + 1, length d", at=0.3)
    draw_arrow(axes, ORIGIN, centre, text="")
    draw_guide(axes, ORIGIN, (0.0, -0.62))
    draw_guide(axes, centre, (STEP, -0.62))
    draw_length(axes, (0.0, -0.6), (STEP, -0.6), text="Δs", side=-1)
    draw_arrow(axes, centre, (centre[0] + 0.7, 0.0), text="$t_i$", colour="#6b6b6b")
    ahead = (0.6 * math.cos(ANGLE), -0.6 * math.sin(ANGLE))
    draw_arrow(axes, ORIGIN, ahead, text="$p_i$", colour="#6b6b6b")
    direction = math.atan2(centre[1] - rear[1], centre[0] - rear[0])
    beyond = (centre[0] + 0.8 * math.cos(direction), centre[1] + 0.8 * math.sin(direction))
    draw_arrow(axes, centre, beyond, text="$p_{i+1}$", colour="#6b6b6b")
    for at, text, offset in (
        (ORIGIN, "c at i", (-8.0, -10.0)),
        (centre, "c at i + 1", (6.0, 9.0)),
        (rear, "", (0.0, 0.0)),
    ):
        draw_point(axes, at, text=text, offset=offset)
    note(axes, f"a = {remaining:.2f}, from c at i back to the rear axle at i + 1", x=0.02, y=0.04)
    _frame(axes, "Figure 3.4: orientation by two positions", x=(-1.7, 2.3), y=(-0.95, 1.25))


# ---------------------------------------------------------------- 3.5, 4.1: slope, search


def slope_and_search() -> Any:
    """Draw gravity on a slope, from the side and from behind; and the area searched for obstacles."""
    figure, (side, behind, search) = new_figure(columns=3, width=14.0, height=4.8)
    _draw_slope(side, math.radians(18.0), length=3.2, symbol="$θ_p$", title="Figure 3.5: pitch, from the side")
    _draw_slope(behind, math.radians(-14.0), length=2.8, symbol="$θ_r$", title="and roll, from behind")
    _draw_search(search)
    return figure


def _draw_slope(axes: Any, angle: float, *, length: float, symbol: str, title: str) -> None:
    """Draw a block on an inclined surface: its weight, and the components along and normal to the ground."""
    cosine, sine = math.cos(angle), math.sin(angle)
    ground = draw_curve(axes, [-3.0 * cosine, 3.0 * cosine], [-3.0 * sine, 3.0 * sine], index=0, linestyle="-")
    name_curve(axes, ground, "ground", at=0.95)
    middle = (-0.6 * sine, 0.6 * cosine)
    draw_box(axes, *middle, angle, length=length, width=1.1)
    down = (middle[0], middle[1] - 1.9)
    along = (middle[0] - 1.9 * sine * cosine, middle[1] - 1.9 * sine * sine)
    into = (middle[0] + 1.9 * cosine * sine, middle[1] - 1.9 * cosine * cosine)
    draw_arrow(axes, middle, down)
    draw_point(axes, down, text="m g", offset=(-9.0 if angle > 0.0 else 9.0, 0.0))
    draw_arrow(axes, middle, along, text="m g sin", colour="#6b6b6b")
    draw_arrow(axes, middle, into, text="m g cos", colour="#6b6b6b")
    draw_point(axes, middle)
    corner = (-3.0 * cosine, -3.0 * sine) if angle > 0.0 else (3.0 * cosine, 3.0 * sine)
    reach = 1.6 if angle > 0.0 else -1.6
    draw_guide(axes, corner, (corner[0] + reach, corner[1]))
    start = 0.0 if angle > 0.0 else math.pi
    draw_angle(axes, corner, radius=1.3, start=start, end=start + angle, text=symbol)
    _frame(axes, title, x=(-3.5, 3.5), y=(-2.2, 2.4))


SEARCH_ANGLE, LEAST_RANGE, SPEED = math.radians(10.0), 20.0, 60.0 / 3.6  # the thesis's theta_l, d_minimum, and 60 km/h


def search_range(speed: float) -> float:
    """Return the range by equation 4.1 [m]."""
    return LEAST_RANGE + speed


def corridor(speed: float) -> float:
    """Return the width of both triangles at their far end [m]; in the thesis "approximately 12.9 meters"."""
    return 2.0 * search_range(speed) * math.tan(SEARCH_ANGLE)


def _draw_search(axes: Any) -> None:
    """Draw the left and right triangle, 10 degrees each, with the range of equation 4.1."""
    far, half = search_range(SPEED), 0.5 * corridor(SPEED)
    for index, (side, name) in enumerate(((-half, "left triangle"), (half, "right triangle"))):
        line = draw_curve(axes, [0.0, side, 0.0, 0.0], [0.0, far, far, 0.0], index=index, linewidth=1.6)
        name_curve(axes, line, name, at=0.2)
    draw_box(axes, 0.0, -3.0, 0.5 * math.pi, length=6.0, width=3.0)
    draw_length(axes, (-half, far + 1.5), (half, far + 1.5), text=f"{corridor(SPEED):.1f} m")
    draw_length(axes, (half + 11.0, 0.0), (half + 11.0, far), text=f"d = 20 + {SPEED:.1f} m", side=-1)
    for end in (SEARCH_ANGLE, -SEARCH_ANGLE):
        text = "$θ_l$" if end > 0.0 else "$θ_r$"
        draw_angle(axes, ORIGIN, radius=15.0, start=0.5 * math.pi, end=0.5 * math.pi + end, text=text)
    _frame(axes, "Figure 4.1: searching area at 60 km/h", x=(-20.0, 38.0), y=(-8.0, 43.0))


COMPARISONS = (
    Comparison(
        "figures-003-coordinates",
        "003",
        "figures 2.1, 3.1, 3.2: momentum, path coordinates, two track forces",
        coordinates,
    ),
    Comparison("figures-003-wheels", "003", "figures 3.3, 3.4: centre of turn, orientation by two positions", wheels),
    Comparison(
        "figures-003-ground", "003", "figures 3.5, 4.1: gravity on a slope, the searching area", slope_and_search
    ),
)
