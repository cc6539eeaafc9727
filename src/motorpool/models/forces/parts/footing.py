"""How a body stands on its ground, or flies over it: what gravity pulls, what the ground carries, how it closes in.

Along the ground the body moves in the plane of the two slopes. Upward it stands on springs that can push and not pull:
when they would have to pull, it flies. In the air its velocity is counted on the map, on the ground along the ground;
taking off and landing change one into the other, and what points into the ground at a landing goes into the springs.
So a crest at speed lightens and then lifts the vehicle, and a landing loads it, by the same few lines.

The ground's slope is taken to be even over a step. ``heave`` is how far the body is above its height at rest, and its
rate is relative to the ground; where the slope changes, the rate jumps by what the ground then rises faster.

Source: Rill, "Road Vehicle Dynamics" (2012), section 1.3, for the axes; the rest is the free-body diagram of a mass on
a spring and damper with one-sided contact.
"""

from typing import Any, NamedTuple

from ...mathematics import maximum, select
from ...park.attitude import GRAVITY, slopes_of, tilt_of
from .suspension import Response, respond

LIGHT = 1e-3  # a support below this counts as this where it divides [m/s^2]


class Footing(NamedTuple):
    """What the ground means for the body in this step."""

    ahead: Any  # gravity along body x [m/s^2]
    left: Any  # gravity along body y [m/s^2]
    support: Any  # what presses on the ground, over the mass [m/s^2]; 0 in the air
    speed: Any  # of the body along its x, on the ground or, in the air, on the map [m/s]
    lateral_speed: Any  # the same along y [m/s]
    heave_rate: Any  # relative to the ground [m/s]
    is_airborne: Any  # 1 or 0
    ahead_run: Any  # distance ahead on the map of a metre along body x [1]
    drift_run: Any  # distance ahead on the map of a metre along body y [1]
    left_run: Any  # distance to the left on the map of a metre along body y [1]
    turn_run: Any  # turn on the map of a turn about the ground's normal [1]


def footing_of(state: Any, ground: Any, params: Any, dt: Any) -> Footing:
    """The footing of a body at the beginning of a step."""
    yaw = state.yaw + 0.5 * dt * state.yaw_rate  # in the middle of the step: what gravity does, it does on the way
    tilt = tilt_of(ground, yaw)
    was_airborne = state.is_airborne
    ahead_slope, left_slope = slopes_of(ground, yaw)

    map_ahead = state.speed * tilt.ahead_run + state.lateral_speed * tilt.drift_run
    map_ahead = select(was_airborne > 0.5, state.speed, map_ahead)
    map_left = select(was_airborne > 0.5, state.lateral_speed, state.lateral_speed * tilt.left_run)
    rise = map_ahead * ahead_slope + map_left * left_slope
    before_ahead, before_left = slopes_of(_LastSlopes(state.last_slope_x, state.last_slope_y), yaw)
    jump = rise - (map_ahead * before_ahead + map_left * before_left)
    heave_rate = state.heave_rate - select(dt > 0.0, jump, 0.0 * jump)

    frequency, damping = params.suspension_frequency, params.suspension_damping
    carried = GRAVITY - frequency * (frequency * state.heave + 2.0 * damping * heave_rate)
    hangs = (was_airborne > 0.5) & (frequency * frequency * state.heave > GRAVITY)  # its springs are at full length
    carried = select(hangs, 0.0 * carried, carried)
    is_airborne = select(carried > 0.0, 0.0, 1.0)
    climb_rate = heave_rate + rise
    lands, flies = was_airborne * (1.0 - is_airborne), is_airborne
    landed_ahead = map_ahead * tilt.ahead_run - climb_rate * tilt.ahead
    landed_left = map_ahead * tilt.drift_run + map_left * tilt.left_run - climb_rate * tilt.left
    speed = select(lands > 0.5, landed_ahead, select(flies > 0.5, map_ahead, state.speed))
    lateral_speed = select(lands > 0.5, landed_left, select(flies > 0.5, map_left, state.lateral_speed))
    landed_rise = -speed * tilt.ahead - lateral_speed * tilt.left
    return Footing(
        ahead=(1.0 - flies) * GRAVITY * tilt.ahead,
        left=(1.0 - flies) * GRAVITY * tilt.left,
        support=maximum(carried, 0.0) * tilt.normal,
        speed=speed,
        lateral_speed=lateral_speed,
        heave_rate=select(lands > 0.5, climb_rate - landed_rise, heave_rate),
        is_airborne=is_airborne,
        ahead_run=select(flies > 0.5, 1.0, tilt.ahead_run),
        drift_run=select(flies > 0.5, 0.0, tilt.drift_run),
        left_run=select(flies > 0.5, 1.0, tilt.left_run),
        turn_run=select(flies > 0.5, 1.0, tilt.turn_run),
    )


def heaved(state: Any, footing: Footing, springs: Response, params: Any, dt: Any) -> tuple[Any, Any]:
    """Heave [m] and its rate [m/s] after the step: on the springs exactly, in the air by gravity."""
    sprung, sprung_rate = respond(state.heave, footing.heave_rate, 0.0, springs)
    flown = state.heave + dt * (footing.heave_rate - 0.5 * dt * GRAVITY)
    heave = select(footing.is_airborne > 0.5, flown, sprung)
    rate = select(footing.is_airborne > 0.5, footing.heave_rate - dt * GRAVITY, sprung_rate)
    bottomed = -params.suspension_travel
    is_through = (heave < bottomed) & (dt > 0.0)
    return select(is_through, bottomed, heave), select(is_through, maximum(rate, 0.0), rate)


class _LastSlopes(NamedTuple):
    """The slopes of a step ago, as a ground."""

    slope_x: Any
    slope_y: Any
