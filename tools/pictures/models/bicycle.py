"""The pictures of the bicycle cars' pages: what one long frame does, and what comes of it."""

import math
from typing import Any

from motorpool.base.plotting.drawing import (
    body_point,
    draw_angle,
    draw_arrow,
    draw_bicycle,
    draw_guide,
    draw_length,
    draw_point,
)
from motorpool.base.plotting.style import (
    CURVES,
    draw_curve,
    label_axes,
    label_map,
    label_scene,
    mark_value,
    name_curve,
    new_figure,
    note,
    text_colour,
)
from motorpool.models import find
from motorpool.models.kinematic.arc import State

BLUE, RED, GREEN, PURPLE = (text_colour(curve.colour) for curve in CURVES[:4])
PALE = "#8a8a8a"
WHEELBASE, STEER, FRAME = 2.5, math.radians(40.0), 1.0  # of the scenes: a very long frame, 1 m [m, rad, m]
DEGREES = [0.5 * k for k in range(1, 180)]
SIX, LIMIT, LONGER, FOLLOWS, OLD = (
    f"bicycle/{name}" for name in ("six-line", "six-line-limit", "longer-front", "rear-follows", "old-line")
)


def driven(name: str, speed: float, steer: float, *, dt: float, steps: int = 1, **params: float) -> list[Any]:
    """The states of a car of that model that begins at the origin, facing east."""
    module = find(name).module
    states, settings = [module.State()], module.Params(**{"wheelbase": WHEELBASE, **params})
    for _ in range(steps):
        states.append(module.step(states[-1], module.Control(steer, speed), settings, dt))
    return states


def wheel(state: Any, ahead: float, wheelbase: float = WHEELBASE) -> tuple[float, float]:
    """Where the front wheel (``ahead`` 1) or the back wheel (-1) is."""
    return body_point(tuple(state[:3]), 0.5 * ahead * wheelbase, 0.0)


def beyond(start: tuple[float, float], angle: float, distance: float) -> tuple[float, float]:
    """The place that far away in a direction."""
    return start[0] + distance * math.cos(angle), start[1] + distance * math.sin(angle)


# ---------------------------------------------------------------- one long frame


def draw_frame(axes: Any, name: str, *, front: float, back: float, title: str) -> State:
    """The car before (pale), its wheels' ways, and the car after; returns the state after."""
    before, after = driven(name, FRAME, STEER, dt=1.0)
    colours = RED, BLUE
    draw_bicycle(axes, tuple(before), wheelbase=WHEELBASE, steer_angle=STEER, colour=PALE, scale=0.85, opacity=0.5)
    draw_bicycle(axes, tuple(after), wheelbase=WHEELBASE, steer_angle=STEER, scale=0.85)
    for ahead, angle, distance, colour in ((1.0, STEER, front, colours[0]), (-1.0, 0.0, back, colours[1])):
        start = wheel(before, ahead)
        if distance:
            draw_arrow(axes, start, beyond(start, angle, distance), colour=colour)
    label_scene(axes, title=title)
    return after


def near_circle(
    axes: Any, centre: tuple[float, float], start: float, end: float, text: str, *, below: bool = False
) -> None:
    """A piece of the circle of places that are a wheelbase away, and its radius."""
    angles = [start + (end - start) * k / 60.0 for k in range(61)]
    points = [beyond(centre, angle, WHEELBASE) for angle in angles]
    axes.plot(*zip(*points, strict=True), color=GREEN, linestyle=CURVES[2].dashes, linewidth=1.6, zorder=3.5)
    offset, side = ((0.0, -5.0), "top") if below else ((0.0, 5.0), "bottom")
    axes.annotate(text, points[-1], offset, textcoords="offset points", color=GREEN, fontsize=9.0, ha="center", va=side)


# ---------------------------------------------------------------- bicycle/arc


def bicycle_arc() -> Any:
    """The centre of the turn and the three speeds; the yaw rate for each meaning of "speed"."""
    figure, (scene, rates) = new_figure(columns=2, width=9.6, height=4.4, width_ratios=(1.25, 1.0))
    steer, facing_north = math.radians(35.0), (0.0, 0.0, 0.5 * math.pi)
    radius = WHEELBASE / math.tan(steer)
    centre = -radius, -0.5 * WHEELBASE
    for ahead in (-0.5, 0.0, 0.5):
        draw_guide(axes=scene, start=(0.0, ahead * WHEELBASE), end=centre)
    draw_bicycle(scene, facing_north, wheelbase=WHEELBASE, steer_angle=steer)
    for ahead, name, colour in ((-0.5, "rear", BLUE), (0.0, "centre", RED), (0.5, "front", GREEN)):
        start = 0.0, ahead * WHEELBASE
        distance = math.dist(start, centre)
        angle = math.atan2(start[1] - centre[1], start[0] - centre[0]) + 0.5 * math.pi
        draw_arrow(scene, start, beyond(start, angle, 0.25 * distance), colour=colour)
        scene.annotate(
            f"{name}: {distance / radius:.2f} v",
            start, (16.0, -4.0), textcoords="offset points", color=colour, fontsize=9.0,
        )  # fmt: skip
    draw_angle(scene, centre, radius=1.5, start=0.0, end=steer, text="δ")
    draw_point(scene, centre, text="centre of the turn", offset=(-2.0, -9.0))
    draw_length(scene, (centre[0], -2.1), (0.0, -2.1), text=f"b cot δ = {radius:.2f} m", side=-1)
    draw_length(scene, (1.55, -0.5 * WHEELBASE), (1.55, 0.5 * WHEELBASE), text="b", side=-1)
    label_scene(scene, title="Both wheels' axles meet in one point")
    for index, name in enumerate(("rear", "centre", "front")):
        turns = [
            math.degrees(driven(f"bicycle/arc:speed_reference={name}", 1e-3, math.radians(each), dt=1.0)[-1].yaw) * 1e3
            for each in DEGREES
        ]
        line = draw_curve(rates, DEGREES, turns, index=index)
        name_curve(rates, line, name, at=0.5)
    rates.set(xlim=(0.0, 90.0), ylim=(0.0, 80.0))
    label_axes(
        rates, x=("steering angle", "degree"), y=("yaw rate at 1 m/s", "degree/s"), title="Whose speed is 1 m/s?"
    )
    return figure


# ---------------------------------------------------------------- bicycle/six-line


def six_line() -> Any:
    """One frame; the published table as a picture."""
    figure, (scene, table) = new_figure(columns=2, width=9.6, height=4.4, width_ratios=(1.2, 1.0))
    after = draw_frame(scene, SIX, front=FRAME, back=FRAME, title="One frame of 1 m at 40 degrees")
    moved = beyond(wheel(State(), 1.0), STEER, FRAME), beyond(wheel(State(), -1.0), 0.0, FRAME)
    scene.plot(*zip(*moved, strict=True), "o", color=PURPLE, markerfacecolor="white", markersize=8.0, zorder=6.0)
    draw_point(scene, moved[0], text="moved front wheel", offset=(-8.0, 10.0), colour=PURPLE)
    draw_point(scene, moved[1], text="moved back wheel", offset=(0.0, -20.0), colour=PURPLE)
    slip = math.dist(moved[0], wheel(after, 1.0))
    note(
        scene,
        f"the moved wheels are {math.dist(*moved):.2f} m apart, not {WHEELBASE} m:\n"
        f"each is then put {100.0 * slip:.0f} cm off its place",
        x=0.0, y=0.92,
    )  # fmt: skip
    draw_table(table)
    return figure


def draw_table(axes: Any) -> None:
    """The heading after one second, 5 degrees, wheelbase 2, speed 1: over the frame time, and as published."""
    counts = sorted({round(5.0 * 200.0 ** (k / 40.0)) for k in range(41)})
    times = [1.0 / count for count in counts]
    for index, name in enumerate((SIX, FOLLOWS, OLD, LONGER)):
        headings = [
            math.degrees(driven(name, 1.0, math.radians(5.0), dt=1.0 / count, steps=count, wheelbase=2.0)[-1].yaw)
            for count in counts
        ]
        draw_curve(axes, times, headings, name=name.partition("/")[2], index=index)
    for values in ((2.497, 2.497, 2.497), (2.378, 2.484, 2.496)):
        for dt, value in zip((0.1, 0.01, 0.001), values, strict=True):
            mark_value(axes, (dt, value), is_published=True)
    axes.set(xscale="log", ylim=(2.36, 2.53))
    note(axes, "circles: published", x=0.03, y=0.06)
    label_axes(axes, x=("frame time", "s"), y=("heading after 1 s", "degree"), title="One second at 5 degrees")


# ---------------------------------------------------------------- bicycle/six-line-limit


def six_line_limit() -> Any:
    """Draw the share of a car's curvature that is left, and the path that it leads to."""
    figure, (ratios, paths) = new_figure(columns=2, width=9.6, height=4.2)
    share, slip = [], []
    for degrees in DEGREES:
        steer = math.radians(degrees)
        after = driven(LIMIT, 1e-4, steer, dt=1.0)[-1]
        (front_x, front_y), (back_x, _) = wheel(after, 1.0), wheel(after, -1.0)
        share.append(100.0 * after.yaw / (back_x + 0.5 * WHEELBASE) / (math.tan(steer) / WHEELBASE))
        slip.append(degrees - math.degrees(math.atan2(front_y, front_x - 0.5 * WHEELBASE)))
    line = draw_curve(ratios, DEGREES, share, index=0)
    name_curve(ratios, line, "curvature, % of a car's", at=0.5)
    line = draw_curve(ratios, DEGREES, slip, index=1)
    name_curve(ratios, line, "side slip of the front wheel, degree", at=0.4)
    ratios.set(xlim=(0.0, 90.0), ylim=(0.0, 105.0))
    label_axes(
        ratios, x=("steering angle", "degree"), y=("share, slip angle", "%, degree"), title="What the six lines lose"
    )
    steer = math.radians(35.0)
    for index, (name, text) in enumerate(
        (
            (LIMIT, "six-line-limit"),
            ("bicycle/arc:speed_reference=rear", "arc, speed of the rear"),
            ("bicycle/arc:speed_reference=front", "arc, speed of the front"),
        )
    ):
        path = driven(name, 3.0, steer, dt=0.02, steps=130)
        draw_curve(paths, [at.x for at in path], [at.y for at in path], name=text, index=index)
        mark_value(paths, (path[-1].x, path[-1].y))
    draw_bicycle(paths, (0.0, 0.0, 0.0), wheelbase=WHEELBASE, steer_angle=steer, colour=PALE)
    label_map(paths, title="2.6 s at 3 m/s and 35 degrees")
    return figure


# ---------------------------------------------------------------- bicycle/longer-front


def longer_front() -> Any:
    """The longer step; wheels that are tracked on their own."""
    figure, (scene, apart) = new_figure(columns=2, width=9.6, height=4.4, width_ratios=(1.2, 1.0))
    along, across = (WHEELBASE - FRAME) * math.cos(STEER), (WHEELBASE - FRAME) * math.sin(STEER)
    front = math.sqrt(WHEELBASE**2 - across**2) - along
    draw_frame(scene, LONGER, front=front, back=FRAME, title="One frame: the back wheel rolls 1 m")
    back, line = beyond(wheel(State(), -1.0), 0.0, FRAME), wheel(State(), 1.0)
    near_circle(scene, back, -0.12, 0.75, "a wheelbase away")
    draw_guide(scene, line, beyond(line, STEER, 1.4 * front))
    scene.annotate(
        f"front step {front:.2f} m",
        line,
        (0.0, -40.0),
        textcoords="offset points",
        color=RED,
        fontsize=9.0,
        ha="center",
    )
    draw_baselines(apart)
    return figure


def draw_baselines(axes: Any) -> None:
    """Comment 4's experiment: baseline 50, speed 50, 20 degrees, 60 Hz; the wheels are never put back."""
    steer, distance = math.radians(20.0), 50.0 / 60.0
    for index, (is_longer, name) in enumerate(((True, "front step of comment 4"), (False, "equal steps"))):
        front, back, baselines = complex(50.0), 0j, [50.0]
        for _ in range(500):
            ahead = (front - back) / abs(front - back)
            along = (abs(front - back) - distance) * math.cos(steer)
            root = math.sqrt(along**2 + distance * (2.0 * abs(front - back) - distance))
            back += distance * ahead
            front += (root - along if is_longer else distance) * ahead * complex(math.cos(steer), math.sin(steer))
            baselines.append(abs(front - back))
        line = draw_curve(axes, list(range(501)), baselines, index=index)
        name_curve(axes, line, name, at=0.5)
    mark_value(axes, (500, 26.2), "26.2, published", is_published=True, offset=(-9.0, -3.0))
    axes.set(xlim=(0, 520), ylim=(0.0, 56.0))
    label_axes(axes, x=("frame", "1"), y=("distance of the wheels", "m"), title="Wheels that are never put back")


# ---------------------------------------------------------------- bicycle/rear-follows


def rear_follows() -> Any:
    """The new front wheel seen from the old back wheel; how far one frame turns."""
    figure, (scene, turns) = new_figure(columns=2, width=9.6, height=4.4, width_ratios=(1.2, 1.0))
    draw_frame(scene, FOLLOWS, front=FRAME, back=0.0, title="One frame: the front wheel rolls 1 m")
    back, front = wheel(State(), -1.0), beyond(wheel(State(), 1.0), STEER, FRAME)
    draw_guide(scene, back, front)
    turn = math.atan2(front[1] - back[1], front[0] - back[0])
    draw_angle(scene, back, radius=2.2, start=0.0, end=turn, text="turn", colour=GREEN)
    draw_turns(turns, shown=(FOLLOWS, SIX, OLD))
    return figure


def draw_turns(axes: Any, *, shown: tuple[str, ...]) -> None:
    """The turn of one frame, as a share of what the limit turns, over the length of the frame."""
    steer = math.radians(20.0)
    for index, name in enumerate(shown):
        lengths = [-0.8 + 0.02 * k for k in range(81)]
        shares = [
            100.0 * driven(name, each * WHEELBASE, steer, dt=1.0)[-1].yaw / (each * math.sin(steer)) if each else 100.0
            for each in (round(length, 9) for length in lengths)
        ]
        draw_curve(axes, lengths, shares, name=name.partition("/")[2], index=index)
    axes.set(xlim=(-0.8, 0.8), ylim=(0.0, 320.0))
    axes.axvline(0.0, color="#6b6b6b", linewidth=0.9)
    label_axes(
        axes,
        x=("way in one frame", "wheelbases"),
        y=("turn, of that of short frames", "%"),
        title="20 degrees, one frame",
    )


# ---------------------------------------------------------------- bicycle/old-line


def old_line() -> Any:
    """The place on the old line; the errors of all four."""
    figure, (scene, errors) = new_figure(columns=2, width=9.6, height=4.4, width_ratios=(1.2, 1.0))
    front = beyond(wheel(State(), 1.0), STEER, FRAME)
    after = driven(OLD, FRAME, STEER, dt=1.0)[-1]
    back = wheel(after, -1.0)[0] + 0.5 * WHEELBASE
    draw_frame(scene, OLD, front=FRAME, back=back, title="One frame: the front wheel rolls 1 m")
    near_circle(scene, front, math.pi + 0.05, math.pi + 0.5, "a wheelbase away", below=True)
    draw_guide(scene, (-2.0, 0.0), (1.9, 0.0))
    draw_errors(errors)
    return figure


def draw_errors(axes: Any) -> None:
    """Of the heading after two seconds at 30 degrees and 3 m/s, each against the model that it converges to."""
    counts = [20 * 2**power for power in range(6)]
    cases = (
        (OLD, "bicycle/arc:speed_reference=front", "old-line: order 2"),
        (SIX, LIMIT, "six-line, to its own limit"),
        (LONGER, "bicycle/arc", "longer-front"),
        (FOLLOWS, "bicycle/arc:speed_reference=front", "rear-follows"),
    )
    steer = math.radians(30.0)
    for index, (name, reference, text) in enumerate(cases):
        right = driven(reference, 3.0, steer, dt=2.0)[-1].yaw
        errors = [
            math.degrees(abs(driven(name, 3.0, steer, dt=2.0 / count, steps=count)[-1].yaw - right)) for count in counts
        ]
        draw_curve(axes, [2.0 / count for count in counts], errors, name=text, index=index)
    axes.set(xscale="log", yscale="log")
    label_axes(
        axes, x=("frame time", "s"), y=("error of the heading", "degree"), title="After 2 s at 30 degrees and 3 m/s"
    )


# ---------------------------------------------------------------- bicycle/drift and bicycle/drift-frames

BEND = {"speed": 10.0, "steer": 0.2}  # [m/s, rad]


def drift() -> Any:
    """A car that points into its bend; the same at any frame rate."""
    figure, (paths, angles) = new_figure(columns=2, width=9.6, height=4.4)
    for index, (name, text, delay) in enumerate(
        (("bicycle/drift", "delay 0.3 s", {"delay": 0.3}), (SIX, "no delay: six-line", {}))
    ):
        path = driven(name, **BEND, dt=1 / 60, steps=150, **delay)
        line = draw_curve(paths, [at.x for at in path], [at.y for at in path], index=index)
        name_curve(paths, line, text, at=0.45)
        if delay:
            for state in path[30::30]:
                draw_bicycle(paths, tuple(state[:3]), wheelbase=WHEELBASE, steer_angle=BEND["steer"])
    label_map(paths, title="2.5 s at 10 m/s: the car every 0.5 s")
    draw_angles(angles, "bicycle/drift", lambda rate: {"delay": 1 / 6}, "A delay of 1/6 s at three frame rates")
    return figure


def drift_frames() -> Any:
    """Three frame rates, three paths and three drifts."""
    figure, (paths, angles) = new_figure(columns=2, width=9.6, height=4.4)
    for index, rate in enumerate((30, 60, 120)):
        path = driven("bicycle/drift-frames", **BEND, dt=1 / rate, steps=2 * rate, delay_frames=10.0)
        draw_curve(paths, [at.x for at in path], [at.y for at in path], name=f"{rate} Hz", index=index)
        mark_value(paths, (path[-1].x, path[-1].y))
    label_map(paths, title="2 s at 10 m/s, a delay of 10 frames")
    draw_angles(
        angles, "bicycle/drift-frames", lambda rate: {"delay_frames": 10.0}, "The drift depends on the frame rate"
    )
    return figure


def rolled(name: str, state: Any, *, dt: float, **delay: float) -> float:
    """The direction in which the back wheel rolls in the next frame: the car's own way, if it is not steered."""
    module = find(name).module
    after = module.step(state, module.Control(0.0, 1.0), module.Params(wheelbase=WHEELBASE, **delay), dt)
    return math.atan2(after.y - state.y, after.x - state.x)


def draw_angles(axes: Any, name: str, delay: Any, title: str) -> None:
    """Between where the car points and where its back wheel goes, over time."""
    for index, rate in enumerate((30, 60, 120)):
        path = driven(name, **BEND, dt=1 / rate, steps=round(1.5 * rate), **delay(rate))
        times = [k / rate for k in range(len(path) - 1)]
        drifts = [math.degrees(state.yaw - rolled(name, state, **delay(rate), dt=1 / rate)) for state in path[:-1]]
        draw_curve(axes, times, drifts, name=f"{rate} Hz", index=index)
    axes.set(xlim=(0.0, 1.5), ylim=(0.0, None))
    label_axes(axes, x=("time", "s"), y=("the car points ahead of its way by", "degree"), title=title)


PICTURES = {
    "bicycle-arc": bicycle_arc,
    "bicycle-six-line": six_line,
    "bicycle-six-line-limit": six_line_limit,
    "bicycle-longer-front": longer_front,
    "bicycle-rear-follows": rear_follows,
    "bicycle-old-line": old_line,
    "bicycle-drift": drift,
    "bicycle-drift-frames": drift_frames,
}
