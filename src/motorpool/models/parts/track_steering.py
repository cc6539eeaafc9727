"""How the two tracks of a crawler are made to run at different speeds: four kinds of steering gear.

A gear with a differential adds to one track the force that it takes from the other, so what the inner track brakes
drives the outer one; all that it needs from the engine is that force times the difference of the track speeds. A
one-track brake throws that away.

Sources: Wong, "Theory of Ground Vehicles", 4th ed., section 6.5 (clutch and brake, controlled differential,
planetary gear); Merritt, "The evolution of a tank transmission", Proc. IMechE 154 (1946), for the double differential.
"""

from typing import Annotated, Any, NamedTuple

from ..fields import Names, Range
from ..mathematics import clamp, maximum, minimum, select

SteeringGear = Annotated[
    float,
    Range(low=0.0, high=3.0, words="0, 1, 2 or 3"),
    Names((("neutral", 0.0), ("brake", 1.0), ("fixed", 2.0), ("continuous", 3.0)), is_choice=True),
]
NEUTRAL, BRAKE, FIXED, CONTINUOUS = 0.0, 1.0, 2.0, 3.0

CLUTCHES_OPEN = 10.0  # the inner clutch of a one-track brake is open from a tenth of the lever on [1]
SLOWEST = 0.1  # below this difference of track speeds no engine here is limited by its power [m/s]


class Steering(NamedTuple):
    """What the gear is about to do."""

    wish: Any  # difference of the belts' speeds that it brings about, right minus left [m/s]
    most_left: Any  # force with which it drives the left track and brakes the right one [N]
    most_right: Any  # force with which it drives the right track and brakes the left one [N]
    left_share: Any  # of the engine's force, on the left track [1]
    right_share: Any  # on the right track [1]
    left_brake: Any  # on the left track alone [N]
    right_brake: Any  # on the right track alone [N]


def steering_of(state: Any, control: Any, params: Any, running: Any) -> Steering:
    """What the gear is about to do in a step; without its engine (``running`` 0) only a brake still steers."""
    gear, steer = params.steering, control.steer
    way = select(steer > 0.0, 1.0, select(steer < 0.0, -1.0, 0.0 * steer))
    mean = 0.5 * (state.left_track_speed + state.right_track_speed)
    by_ratio = mean * params.track_gauge / params.turning_radius
    wish = steer * select(gear == NEUTRAL, params.max_track_difference, select(gear == CONTINUOUS, by_ratio, 0.0))
    wish = running * (wish + select(gear == FIXED, way * by_ratio, 0.0))

    clutched = maximum(1.0 - CLUTCHES_OPEN * abs(steer), 0.0)
    tight = select(gear == FIXED, abs(steer), select(gear == BRAKE, clutched, 1.0))
    most = tight * params.max_steering_force
    power = params.drive_efficiency * params.engine_power
    difference = state.right_track_speed - state.left_track_speed
    lever = select(gear == BRAKE, steer, 0.0)
    return Steering(
        wish=wish,
        most_left=minimum(most, power / maximum(-difference, SLOWEST)),
        most_right=minimum(most, power / maximum(difference, SLOWEST)),
        left_share=0.5 * (1.0 - lever),
        right_share=0.5 * (1.0 + lever),
        left_brake=maximum(lever, 0.0) * params.max_steering_force,
        right_brake=maximum(-lever, 0.0) * params.max_steering_force,
    )


def full_difference(state: Any, params: Any) -> Any:
    """The difference of the track speeds that a full lever brings about where no brake does it [m/s]."""
    speed = abs(state.speed)
    by_ratio = speed * params.track_gauge / params.turning_radius
    return select(params.steering == NEUTRAL, params.max_track_difference, by_ratio)


def within(force: Any, steering: Steering) -> Any:
    """A steering ``force`` [N], right positive, within what the gear can."""
    return clamp(force, -steering.most_left, steering.most_right)
