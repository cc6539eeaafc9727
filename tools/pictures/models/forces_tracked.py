"""The picture of the tracked dynamic model: what the ground does in a pivot, what wider turns take."""

import math
from typing import Any, NamedTuple

from motorpool.base.plotting.drawing import body_point, draw_arrow, draw_point, draw_tracked
from motorpool.base.plotting.style import (
    CURVES,
    INK,
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
from motorpool.models.dynamic.skid_steer.belts import STANDING
from motorpool.models.dynamic.skid_steer.track import Slip, Soil, shear_stiffness, station_stiffness
from motorpool.models.parts.attitude import GRAVITY

tank = find("skid-steer").module
BLUE, RED, GREEN = (text_colour(curve.colour) for curve in CURVES[:3])
PLACES = (-0.4375, -0.3125, -0.1875, -0.0625, 0.0625, 0.1875, 0.3125, 0.4375)  # of the stations, over the length
METRES_PER_NEWTON = 1.25 / 30e3  # how long a force is drawn
KILONEWTON = 1000.0  # [N]
STEPS_A_SECOND = 240
NORTH = 0.5 * math.pi


class Turning(NamedTuple):
    """A vehicle that has turned until nothing changes any more."""

    state: Any
    params: Any
    ground: Any

    def slip(self, side: float) -> Slip:
        """Return the slip of the left (1) or right (-1) track on level ground, under half of the weight."""
        state, params = self.state, self.params
        belt = state.left_track_speed if side > 0.0 else state.right_track_speed
        along = state.speed - 0.5 * side * params.track_gauge * state.yaw_rate - belt
        transfer = side * params.mass * params.centre_height * state.specific_force_left / params.track_gauge
        load = 0.5 * params.mass * GRAVITY - transfer
        return Slip(along, state.lateral_speed, params.contact_length * state.yaw_rate, belt, load, 0.0)

    @property
    def soil(self) -> Soil:
        """The ground as its tracks find it."""
        return Soil(self.ground.friction, self.ground.sliding_friction, self.ground.shear_length)


def turned(seconds: float, *, throttle: float = 0.0, steer: float = 0.0, **params: float) -> Turning:
    """A vehicle on dry asphalt, its controls held so long."""
    state, settings, ground = tank.State(), tank.Params(**params), tank.Ground()
    for _ in range(round(seconds * STEPS_A_SECOND)):
        state = tank.step(state, tank.Control(throttle=throttle, steer=steer), settings, 1.0 / STEPS_A_SECOND, ground)
    return Turning(state, settings, ground)


def skid_steer() -> Any:
    """The ground's forces in a pivot at the left, what the sprockets give in turns of any radius at the right."""
    figure, (scene, forces) = new_figure(columns=2, width=10.4, height=5.0, width_ratios=(1.0, 1.35))
    draw_pivot(scene)
    draw_sprockets(forces)
    return figure


# ---------------------------------------------------------------- the pivot


def draw_pivot(axes: Any) -> None:
    """A tank seen from above that turns left on the spot, the force of the ground at each of sixteen stations."""
    pivot = turned(6.0, steer=1.0)
    state, params = pivot.state, pivot.params
    pose = (0.0, 0.0, NORTH)
    gauge, length = params.track_gauge, params.contact_length
    draw_tracked(axes, pose, track_gauge=gauge, length=length + 0.4)
    for side in (1.0, -1.0):
        slip = pivot.slip(side)
        way, softness = math.copysign(1.0, slip.belt), length / (abs(slip.belt) * 1e-5)
        for place in PLACES:
            stiffness = station_stiffness(place, slip, pivot.soil, way, softness)
            ahead, left = -stiffness * slip.along, -params.side_grip * stiffness * (slip.across + place * slip.turning)
            foot = body_point(pose, place * length, 0.5 * side * gauge)
            ahead_by, left_by = ahead * METRES_PER_NEWTON, left * METRES_PER_NEWTON
            head = body_point(pose, place * length + ahead_by, 0.5 * side * gauge + left_by)
            draw_arrow(axes, foot, head, colour=RED)
        outside = 0.5 * side * gauge + 1.05 * side
        belt = 0.6 * slip.belt
        draw_arrow(axes, body_point(pose, -belt, outside), body_point(pose, belt, outside), colour=BLUE)
    draw_point(axes, (0.0, 0.0), colour=INK)
    centre = 0.5 * gauge + 1.3
    speed = f"{abs(state.right_track_speed):.1f} m/s"
    note(axes, speed, x=-centre, y=0.0, transform=axes.transData, color=BLUE, ha="right")
    note(axes, speed, x=centre, y=0.0, transform=axes.transData, color=BLUE, ha="left")
    text = f"turns at {state.yaw_rate:.2f} rad/s;\nwithout slip {2.0 * state.right_track_speed / gauge:.2f} rad/s"
    note(axes, text, x=0.0, y=-3.3, transform=axes.transData, color=INK, ha="center")
    key, middle = (-1.9, 3.0), 3.0
    draw_arrow(axes, key, (key[0] + 20e3 * METRES_PER_NEWTON, middle), colour=RED)
    note(axes, "20 kN of the ground", x=key[0] + 1.05, y=middle, transform=axes.transData, color=RED)
    axes.update_datalim([(-3.2, -3.9), (3.2, 3.9)])
    label_scene(axes, title="57 t turn left on the spot")


# ---------------------------------------------------------------- turns of any radius


def sprocket_force(turning: Turning, side: float) -> float:
    """Return the force of the left (1) or right (-1) sprocket on the ground and against its track's resistance [N]."""
    slip, params = turning.slip(side), turning.params
    grip = shear_stiffness(slip, turning.soil, params.side_grip, params.contact_length)
    resistance = params.rolling_factor * turning.ground.track_resistance * slip.load
    return -grip.along * slip.along + math.copysign(min(1.0, abs(slip.belt) / STANDING), slip.belt) * resistance


def draw_sprockets(axes: Any) -> None:
    """Both sprockets' forces over the radius, at walking pace, and those of tracks that slip sideways only."""
    levers = [0.02, 0.03, 0.05, 0.08, 0.12, 0.17, 0.23, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    turns = [turned(12.0, throttle=0.6, steer=lever, max_speed=1.5, engine_lag=0.2) for lever in levers]
    radii = [turn.state.speed / turn.state.yaw_rate for turn in turns]
    outer = [sprocket_force(turn, -1.0) / KILONEWTON for turn in turns]
    inner = [sprocket_force(turn, 1.0) / KILONEWTON for turn in turns]
    name_curve(axes, draw_curve(axes, radii, outer, index=0), "outer sprocket", at=0.4)
    name_curve(axes, draw_curve(axes, radii, inner, index=1), "inner sprocket", at=0.4)

    params, ground = turns[0].params, turns[0].ground
    weight = params.mass * GRAVITY
    friction = ground.friction * params.side_grip
    rolling = 0.5 * params.rolling_factor * ground.track_resistance * weight
    moment = friction * weight * params.contact_length / (4.0 * params.track_gauge)
    for force, text in ((rolling + moment, "no slip along the tracks: $f_r W/2 + M_r/B$"), (rolling - moment, "")):
        axes.axhline(force / KILONEWTON, color=PALE_INK, linewidth=0.9, linestyle=(0, (5, 3)))
        height = force / KILONEWTON + 9.0
        note(axes, text, x=max(radii), y=height, transform=axes.transData, ha="right")
    axes.axhline(0.0, color=INK, linewidth=0.8)
    axes.set_xscale("log")
    label_axes(axes, x=("radius of the turn", "m"), y=("force", "kN"), title="What turns of any radius take")


PICTURES = {"skid-steer": skid_steer}
