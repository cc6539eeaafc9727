"""Steering gear of a tracked vehicle: four kinds, which make the two tracks run at different speeds.

A gear with a differential adds to one track the force that it takes from the other, so that the power of the braked
inner track drives the outer one; the engine supplies that force times the difference of the track speeds. A one-track
brake turns that power into heat.

Sources: Wong, "Theory of Ground Vehicles", 4th ed., section 6.5 (clutch and brake, controlled differential,
planetary gear); Merritt, "The evolution of a tank transmission", Proc. IMechE 154 (1946), for the double differential.
"""

from typing import Annotated, NamedTuple

from ...fields import Names, Positive, Range
from ...mathematics import Real, clamp, maximum, minimum, select
from ...parts.powertrain import Params as Powertrain
from .track import State as Belts

SteeringGear = Annotated[
    float,
    Range(low=0.0, high=3.0, words="0, 1, 2 or 3"),
    Names((("neutral", 0.0), ("brake", 1.0), ("fixed", 2.0), ("continuous", 3.0)), is_choice=True),
]
NEUTRAL, BRAKE, FIXED, CONTINUOUS = 0.0, 1.0, 2.0, 3.0  # code of the steering gear

CLUTCHES_OPEN = 10.0  # the inner clutch of a one-track brake is open from a tenth of the lever on [1]
SLOWEST = 0.1  # below this difference of track speeds no engine here is limited by its power [m/s]


class Params(NamedTuple):
    """The steering gear; that of a main battle tank by default."""

    steering: SteeringGear = 0.0  # neutral: pivots; brake: of one track; fixed, continuous: ratio of track speeds [1]
    max_track_difference: Positive = 2.8  # of the track speeds, by a neutral gear, at any speed [m/s]
    turning_radius: Positive = 3.95  # tightest that the ratio of a fixed or continuous gear gives, without slip [m]
    max_steering_force: Positive = 300e3  # that the gear adds to one track, or with which it brakes one [N]


class Steering(NamedTuple):
    """Forces of the gear in a step, and the difference of the belts' speeds that it brings about."""

    target_difference: Real  # difference of the belts' speeds that it brings about, right minus left [m/s]
    most_left: Real  # force with which it drives the left track and brakes the right one [N]
    most_right: Real  # force with which it drives the right track and brakes the left one [N]
    left_share: Real  # of the engine's force, on the left track [1]
    right_share: Real  # on the right track [1]
    left_brake: Real  # on the left track alone [N]
    right_brake: Real  # on the right track alone [N]
    power: Real  # of the engine at the ground [W]


def steering_of(
    belts: Belts, lever: Real, params: Params, gauge: Real, powertrain: Powertrain, running: Real
) -> Steering:
    """Return forces and target of the gear for a lever in -1..1, left positive, and a gauge [m] of the tracks.

    The engine runs where ``running`` is 1; without it only a brake still steers.
    """
    gear = params.steering
    way = select(lever > 0.0, 1.0, select(lever < 0.0, -1.0, 0.0 * lever))
    mean = 0.5 * (belts.left_track_speed + belts.right_track_speed)
    by_ratio = mean * gauge / params.turning_radius
    target = lever * select(gear == NEUTRAL, params.max_track_difference, select(gear == CONTINUOUS, by_ratio, 0.0))
    target = running * (target + select(gear == FIXED, way * by_ratio, 0.0))

    clutched = maximum(1.0 - CLUTCHES_OPEN * abs(lever), 0.0)
    tight = select(gear == FIXED, abs(lever), select(gear == BRAKE, clutched, 1.0))
    most = tight * params.max_steering_force
    power = powertrain.drive_efficiency * powertrain.engine_power
    difference = belts.right_track_speed - belts.left_track_speed
    braking = select(gear == BRAKE, lever, 0.0)
    return Steering(
        target_difference=target,
        most_left=minimum(most, power / maximum(-difference, SLOWEST)),
        most_right=minimum(most, power / maximum(difference, SLOWEST)),
        left_share=0.5 * (1.0 - braking),
        right_share=0.5 * (1.0 + braking),
        left_brake=maximum(braking, 0.0) * params.max_steering_force,
        right_brake=maximum(-braking, 0.0) * params.max_steering_force,
        power=power,
    )


def full_difference(speed: Real, params: Params, gauge: Real) -> Real:
    """Return the difference of the track speeds [m/s] that a full lever brings about where no brake does it."""
    by_ratio = abs(speed) * gauge / params.turning_radius
    return select(params.steering == NEUTRAL, params.max_track_difference, by_ratio)


def limited_force(force: Real, steering: Steering) -> Real:
    """Return a steering ``force`` [N], right positive, within the gear's limits."""
    return clamp(force, -steering.most_left, steering.most_right)
