"""Direct pedals: a driver's throttle and brake as controls of a model that has pedals of its own."""

from ...models.mathematics import Real, maximum, select
from ...models.parts.pedals import CREEPING
from .switches import Pedals

START = 0.05  # speed that a start commands; larger values change nothing but the steering's limit [m/s]
HELD = -1.0  # pedal share of a vehicle at rest, which its parking brake holds [1]
AT_REST = 0.1  # speed below which a vehicle stands without a pedal [m/s]
ROLLING = 0.6  # speed above which a key of the opposite direction brakes [m/s]


def pedals_of_keys(forward: Real, brake: Real, speed: Real) -> Pedals:
    """Return throttle and brake for held keys: the opposite direction brakes while the vehicle rolls.

    Args:
        forward: in -1..1, backward negative.
        brake: in 0..1.
        speed: speed of the vehicle, forward positive [m/s].
    """
    is_against = (forward * speed < 0.0) & (abs(speed) > ROLLING)
    return Pedals(select(is_against, 0.0, forward), maximum(brake, select(is_against, abs(forward), 0.0)))


def pedal_share(speed: float, throttle: float, is_switched: bool, left: float) -> float:
    """Return the share of the throttle that drives a model with pedals.

    It is 0 where the model is given a commanded speed all the same, by a switch, or to brake as it slips back, and
    negative at rest without a throttle, where the parking brake holds it, as a hill holder does.

    Args:
        speed: speed of the vehicle, forward positive [m/s].
        is_switched: whether cruise control, parking brake or engine stop is on.
        left: share of its mobility, in 0..1.
    """
    slips_back = abs(speed) < CREEPING and speed * throttle < 0.0
    rests = abs(speed) < AT_REST and throttle == 0.0
    return select(is_switched or slips_back, 0.0, select(rests, HELD, left))


def starting_speed(commanded: Real, speed: Real, throttle: Real) -> Real:
    """Return the commanded speed [m/s] for which a model holds a vehicle on a slope until its engine pulls enough.

    Args:
        commanded: by the driver's limits, of a throttle that may be too small for them [m/s].
        speed: speed of the vehicle, forward positive [m/s].
    """
    starts = (throttle != 0.0) & (commanded * throttle <= 0.0) & (abs(speed) < CREEPING)
    return select(starts, select(throttle < 0.0, -START, START), commanded)
