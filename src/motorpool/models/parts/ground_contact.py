"""Ground contact of a sprung body: gravity along the slope, the ground's support, take-off and landing.

Along the ground the body moves in the plane of the two slopes. Upward it stands on springs that can push and not pull:
when they would have to pull, it flies. On the ground its velocity is counted along the ground, in the air on the map.

The velocity is one vector, and a change of slope does not change it: each step finds it as the last ground left it.
What flies off a kink keeps it whole. What stays on the ground keeps the part along the new ground; the part square to
it goes into the springs, for they push along that normal and take nothing from the speed. A landing is the same. So a
crest at speed lightens and then lifts the vehicle, and a hollow or a landing loads it, by the same few lines.

The ground's slope is taken to be even over a step. ``heave`` is how far the body is above its height at rest, straight
up. ``heave_rate`` is in the air its rate over the ground below, on the ground the upward part of the velocity square
to the ground.

Sources: Rill, "Road Vehicle Dynamics" (2012), section 1.3, for the axes; Goldstein, Poole and Safko, "Classical
Mechanics", 3rd ed., section 1.4, for a frictionless constraint, whose force is square to the surface; the rest is the
free-body diagram of a mass on a spring and damper with one-sided contact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..mathematics import Real, maximum, select
from . import surface
from .attitude import GRAVITY, slopes_of, tilt_along
from .suspension import Response, respond

if TYPE_CHECKING:
    from .body import Params as BodyParams
    from .body import State as BodyState

LIGHT = 1e-3  # a support below this counts as this where it divides [m/s^2]


class GroundContact(NamedTuple):
    """Gravity, support and velocity of a body on its ground, or in the air over it, in one step."""

    ahead: Real  # gravity along body x [m/s^2]
    left: Real  # gravity along body y [m/s^2]
    support: Real  # what presses on the ground, over the mass [m/s^2]; 0 in the air
    speed: Real  # of the body along its x, on the ground or, in the air, on the map [m/s]
    lateral_speed: Real  # the same along y [m/s]
    heave_rate: Real  # relative to the ground [m/s]
    is_airborne: Real  # 1 or 0
    ahead_run: Real  # distance ahead on the map of a metre along body x [1]
    drift_run: Real  # distance ahead on the map of a metre along body y [1]
    left_run: Real  # distance to the left on the map of a metre along body y [1]
    turn_run: Real  # turn on the map of a turn about the ground's normal [1]


class Flight(NamedTuple):
    """Velocity in the directions of the map: ahead, to the left, up."""

    ahead: Real  # [m/s]
    left: Real  # [m/s]
    up: Real  # [m/s]


def resolve_contact(state: BodyState, surface: surface.Ground, params: BodyParams, dt: Real) -> GroundContact:
    """Return the ground contact of a body at the beginning of a step."""
    yaw = state.yaw + 0.5 * dt * state.yaw_rate  # in the middle of the step: what gravity does, it does on the way
    ahead_slope, left_slope = slopes_of(surface.slope_x, surface.slope_y, yaw)
    tilt = tilt_along(ahead_slope, left_slope)
    was_airborne = state.is_airborne > 0.5
    velocity = velocity_of(state, yaw)

    # The velocity along the new ground, and away from it: straight up, and the upward part of what is square to it.
    up_rate = velocity.up - velocity.ahead * ahead_slope - velocity.left * left_slope
    is_new = was_airborne | (surface.slope_x != state.last_slope_x) | (surface.slope_y != state.last_slope_y)
    is_new = is_new & (dt > 0.0)
    ahead = velocity.ahead * tilt.ahead_run - velocity.up * tilt.ahead
    left = velocity.ahead * tilt.drift_run + velocity.left * tilt.left_run - velocity.up * tilt.left
    square_rate = select(is_new, up_rate * tilt.normal * tilt.normal, state.heave_rate)
    heave_rate = select(was_airborne, up_rate, square_rate)

    frequency, damping = params.suspension_frequency, params.suspension_damping
    sprung = GRAVITY - frequency * (frequency * state.heave + 2.0 * damping * heave_rate)
    hangs = was_airborne & (frequency * frequency * state.heave > GRAVITY)  # its springs are at full length
    sprung = select(hangs, 0.0 * sprung, sprung)
    flies = sprung <= 0.0
    return GroundContact(
        ahead=select(flies, 0.0, GRAVITY * tilt.ahead),
        left=select(flies, 0.0, GRAVITY * tilt.left),
        support=maximum(sprung, 0.0) * tilt.normal,
        speed=select(flies, velocity.ahead, select(is_new, ahead, state.speed)),
        lateral_speed=select(flies, velocity.left, select(is_new, left, state.lateral_speed)),
        heave_rate=select(flies, up_rate, square_rate),
        is_airborne=select(flies, 1.0, 0.0),
        ahead_run=select(flies, 1.0, tilt.ahead_run),
        drift_run=select(flies, 0.0, tilt.drift_run),
        left_run=select(flies, 1.0, tilt.left_run),
        turn_run=select(flies, 1.0, tilt.turn_run),
    )


def velocity_of(state: BodyState, yaw: Real) -> Flight:
    """Return the velocity at the start of the step, carried over from the last step's slope or from flight."""
    ahead_slope, left_slope = slopes_of(state.last_slope_x, state.last_slope_y, yaw)
    tilt = tilt_along(ahead_slope, left_slope)
    was_airborne = state.is_airborne > 0.5
    ahead = state.speed * tilt.ahead_run + state.lateral_speed * tilt.drift_run
    ahead = select(was_airborne, state.speed, ahead)
    left = select(was_airborne, state.lateral_speed, state.lateral_speed * tilt.left_run)
    square_rate = select(was_airborne, 0.0, state.heave_rate)  # leans as the normal of the ground does
    return Flight(
        ahead - square_rate * ahead_slope,
        left - square_rate * left_slope,
        state.heave_rate + (ahead * ahead_slope + left * left_slope),
    )


def heave_step(
    state: BodyState, contact: GroundContact, springs: Response, travel: Real, dt: Real
) -> tuple[Real, Real]:
    """Return heave [m] and its rate [m/s] after the step: on the springs exactly, in the air by gravity.

    ``travel`` is that of the springs down to the stop [m].
    """
    sprung, sprung_rate = respond(state.heave, contact.heave_rate, 0.0, springs)
    flown = state.heave + dt * (contact.heave_rate - 0.5 * dt * GRAVITY)
    heave = select(contact.is_airborne > 0.5, flown, sprung)
    rate = select(contact.is_airborne > 0.5, contact.heave_rate - dt * GRAVITY, sprung_rate)
    bottomed = -travel
    is_through = (heave < bottomed) & (dt > 0.0)
    return select(is_through, bottomed, heave), select(is_through, maximum(rate, 0.0), rate)
