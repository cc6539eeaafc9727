"""The pictures of the vehicles with trailers: a lorry that backs into a lane, one that folds up, and a long train."""

import math
from typing import Any

from motorpool.base.plotting.drawing import body_point, draw_box, draw_guide, draw_scale, draw_wheel
from motorpool.base.plotting.style import (
    CURVES,
    PALE_INK,
    draw_curve,
    label_axes,
    label_scene,
    name_curve,
    new_figure,
    note,
    text_colour,
)
from motorpool.models import find
from motorpool.models.kinematic import trailer_chain as chain
from motorpool.world.navigation.trailer_reversing import steer_back_along, trailer_of

lorry = find("tractor-trailer").module
BLUE, RED, GREEN, PURPLE = (text_colour(curve.colour) for curve in CURVES[:4])
DT = 0.02  # [s]
LANE = 5.0  # how far aside [m]
SIZES = ((5.9, 2.5), (13.6, 2.5))  # of tractor and trailer: length, width [m]
REAR_OVERHANG = 4.0  # of the trailer behind its axle [m]


# ---------------------------------------------------------------- the lorry


def tractor_trailer() -> Any:
    """Backing into a lane above; below, hitch angles of hard braking in a bend."""
    figure, (scene, bend) = new_figure(rows=2, width=10.0, height=7.0)
    draw_backing(scene)
    draw_folding(bend)
    return figure


def backed() -> list[Any]:
    """The states of a lorry that backs into a lane aside."""
    params, state, states = lorry.Params(), lorry.State(), []
    for _ in range(round(36.0 / DT)):
        steer = steer_back_along(trailer_of(state, params), 0.0, LANE, -10.0, LANE)
        state = lorry.step(
            state, lorry.control_from_command(state, -2.0, steer, params, DT), params, DT, lorry.Ground()
        )
        states.append(state)
    return states


def draw_backing(axes: Any) -> None:
    """A lorry at three moments, and the lines that its axles' middles leave."""
    params, states = lorry.Params(), backed()
    for place in (0.0, LANE):
        for side in (-1.75, 1.75):
            draw_guide(axes, (-88.0, place + side), (8.0, place + side))
    fronts = [body_point(state[:3], params.front_axle_offset, 0.0) for state in states]
    tails = [trailer_of(state, params) for state in states]
    axes.plot(*zip(*fronts, strict=True), color=CURVES[1].colour, linestyle=CURVES[1].dashes, linewidth=1.6, zorder=3.5)
    axes.plot([t.x for t in tails], [t.y for t in tails], color=CURVES[0].colour, linewidth=2.0, zorder=3.5)
    for index, opacity in ((0, 0.55), (round(11.0 / DT), 0.8), (len(states) - 1, 1.0)):
        draw_lorry(axes, states[index], opacity)
    note(axes, "front axle", x=-21.5, y=-2.9, transform=axes.transData, color=RED, ha="center")
    note(axes, "trailer's axle", x=-44.0, y=3.7, transform=axes.transData, color=BLUE, ha="center")
    note(axes, "start", x=5.2, y=0.0, transform=axes.transData)
    note(axes, "after 11 s", x=-29.0, y=8.6, transform=axes.transData, ha="center")
    note(axes, "after 36 s", x=-75.0, y=8.6, transform=axes.transData, ha="center")
    draw_scale(axes, (-85.0, -4.0), length=10.0)
    label_scene(axes, title="It backs into a lane 5 m aside at 2 m/s: first the tractor swings out, the other way")


def draw_lorry(axes: Any, state: Any, opacity: float) -> None:
    """Tractor and trailer from above, with one wheel on each side of an axle."""
    params = lorry.Params()
    pose, tail = state[:3], trailer_of(state, params)
    (length, width), (box_length, box_width) = SIZES
    middle = body_point((tail.x, tail.y, tail.yaw), 0.5 * box_length - REAR_OVERHANG, 0.0)
    draw_box(axes, *body_point(pose, 0.35, 0.0), pose[2], length=length, width=width, alpha=opacity)
    draw_box(axes, *middle, tail.yaw, length=box_length, width=box_width, fill="#e8edf2", alpha=opacity)
    axles = (
        (pose, params.front_axle_offset, state.wheel_angle),
        (pose, -params.rear_axle_offset, 0.0),
        ((tail.x, tail.y, tail.yaw), 0.0, 0.0),
    )
    for (x, y, yaw), ahead, turned in axles:
        for side in (-1.0, 1.0):
            draw_wheel(axes, *body_point((x, y, yaw), ahead, side), yaw + turned, scale=1.5, alpha=opacity)


def draw_folding(axes: Any) -> None:
    """The hitch angle over time in a slippery bend: not braked, all axles braked, the tractor's alone."""
    cases = (
        ("not braked", 0.0, {}, 0),
        ("all axles braked, gently", 0.15, {}, 2),
        ("tractor's brakes alone, hard", 1.0, {"trailer_max_brake_force": 0.0}, 1),
    )
    for name, brake, params, index in cases:
        times, angles, jammed = folding(brake, params)
        line = draw_curve(axes, times, angles, index=index)
        name_curve(axes, line, name, at={0: 0.75, 1: 0.6, 2: 0.25}[index])
        if jammed:
            note(axes, f"meets the cab at {jammed:.1f} s", x=jammed + 0.1, y=-91.5, transform=axes.transData, color=RED)
    axes.set_ylim(-100.0, 8.0)
    axes.set_xlim(0.0, 12.0)
    label_axes(
        axes, x=("time after the pedal", "s"), y=("hitch angle", "degrees"),
        title="A left bend at 12 m/s on a slippery road (friction 0.3): what the brakes do to it",
    )  # fmt: skip


def folding(brake: float, values: dict[str, float]) -> tuple[list[float], list[float], float]:
    """Times [s], hitch angles [degrees], and when the trailer meets the cab, 0 for never."""
    params, ground = lorry.Params(**values), lorry.Ground(friction=0.3, sliding_friction=0.25)
    state, usual = lorry.State(speed=12.0), lorry.Params()
    for _ in range(round(4.0 / DT)):
        state = lorry.step(state, lorry.control_from_command(state, 12.0, 0.05, usual, DT), usual, DT, ground)
    times, angles, jammed = [], [], 0.0
    for count in range(round(12.0 / DT)):
        times.append(count * DT)
        angles.append(math.degrees(state.hitch_angle))
        state = lorry.step(state, lorry.Control(brake=brake, steer_angle=0.035), params, DT, ground)
        jammed = jammed or state.is_jack_knifed * count * DT
    return times, angles, jammed


# ---------------------------------------------------------------- the chain


def tractor_trailer_chain() -> Any:
    """The swept path of a train at the left; hitch angles in reverse at the right."""
    figure, (scene, reverse) = new_figure(columns=2, width=10.4, height=5.0, width_ratios=(1.0, 1.1))
    draw_train(scene)
    draw_growth(reverse)
    return figure


def train() -> Any:
    """Three short trailers behind a tractor."""
    return chain.Params(trailer_count=3.0, trailer_length=5.0, second_trailer_length=5.0, third_trailer_length=5.0)


def axles_of(state: Any, params: Any) -> list[tuple[float, float, float]]:
    """The tractor's rear axle and those of all three trailers: x, y [m] and yaw [rad]."""
    poses = [(*body_point(state[:3], -params.rear_axle_offset, 0.0), state.yaw)]
    hitches = (
        (state.hitch_angle, params.hitch_offset - params.rear_axle_offset, params.trailer_length),
        (state.second_hitch_angle, params.second_hitch_offset, params.second_trailer_length),
        (state.third_hitch_angle, params.third_hitch_offset, params.third_trailer_length),
    )
    for angle, offset, length in hitches:
        hitch = body_point(poses[-1], -offset, 0.0)
        yaw = poses[-1][2] + angle
        poses.append((*body_point((*hitch, yaw), -length, 0.0), yaw))
    return poses


def draw_train(axes: Any) -> None:
    """A train half way round a bend, and the lines of its front and of its last axle."""
    params, state = train(), chain.State()
    tracks: list[list[tuple[float, float, float]]] = []
    fronts: list[tuple[float, float]] = []
    shown = []
    for count in range(1260):
        angle = 0.34 if 300 <= count < 760 else 0.0
        state = chain.step(state, chain.Control(angle, 3.0), params, DT)
        tracks.append(axles_of(state, params))
        fronts.append(body_point(state[:3], params.front_axle_offset, 0.0))
        if count in (640,):
            shown.append(state)
    for index in range(4):
        curve = CURVES[index]
        line = [track[index][:2] for track in tracks]
        axes.plot(*zip(*line, strict=True), color=curve.colour, linestyle=curve.dashes, linewidth=1.5, zorder=3.5)
    axes.plot(*zip(*fronts, strict=True), color=PALE_INK, linewidth=0.9, zorder=3.4)
    for at in shown:
        for place, (x, y, yaw) in enumerate(axles_of(at, params)):
            ahead = 0.5 * (params.front_axle_offset + params.rear_axle_offset) if place == 0 else 1.6
            length = 5.2 if place == 0 else 4.4
            draw_box(axes, *body_point((x, y, yaw), ahead, 0.0), yaw, length=length, width=2.2, alpha=0.9)
            for side in (-0.95, 0.95):
                draw_wheel(axes, *body_point((x, y, yaw), 0.0, side), yaw)
        for side in (-0.95, 0.95):
            front = body_point(at[:3], params.front_axle_offset, side)
            draw_wheel(axes, *front, at.yaw + 0.34)
    names = ("third trailer", "second trailer", "first trailer", "tractor's rear axle")
    for row, (name, colour) in enumerate(zip(names, (PURPLE, GREEN, RED, BLUE), strict=True)):
        note(axes, name, x=21.0, y=8.0 + 1.5 * row, transform=axes.transData, color=colour, ha="right")
    end = fronts[-1]
    note(axes, "front axle", x=end[0], y=end[1] + 1.2, transform=axes.transData, ha="center")
    draw_scale(axes, (-14.0, 4.0), length=5.0)
    label_scene(axes, title="Each axle cuts the corner more than the one before it")


def draw_growth(axes: Any) -> None:
    """The hitch angle over the way backward: with the wheels straight, by the formula, and guided."""
    params = chain.Params()
    for index, (name, guide) in enumerate((("wheels straight", 0.0), ("guided", 1.0))):
        state, ways, angles = chain.State(hitch_angle=math.radians(10.0)), [], []
        for count in range(round(15.0 / DT)):
            ways.append(2.0 * count * DT)
            angles.append(math.degrees(state.hitch_angle))
            state = chain.step(state, chain.Control(0.0, -2.0, guide), params, DT)
        shown = [(way, angle) for way, angle in zip(ways, angles, strict=True) if 0.0 <= angle < 95.0 and way < 25.0]
        line = draw_curve(axes, *zip(*shown, strict=True), index=index)
        name_curve(axes, line, name, at=0.75 if index == 0 else 0.55)
    exact = [
        math.degrees(2.0 * math.atan(math.tan(math.radians(5.0)) * math.exp(way / params.trailer_length)))
        for way in range(0, 20, 2)
    ]
    axes.plot(range(0, 20, 2), exact, "o", color=PALE_INK, markersize=5.5, fillstyle="none", zorder=4.0)
    note(axes, "○  tan(γ/2) = tan 5° exp(s/8.1 m)", x=0.04, y=0.93)
    axes.set_ylim(-3.0, 95.0)
    axes.set_xlim(0.0, 25.0)
    label_axes(
        axes,
        x=("way backward", "m"),
        y=("hitch angle", "degrees"),
        title="Backward from 10 degrees: folded, or led",
    )


PICTURES = {"tractor-trailer": tractor_trailer, "tractor-trailer-chain": tractor_trailer_chain}
