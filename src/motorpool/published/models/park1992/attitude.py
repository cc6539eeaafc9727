"""Pitch and roll from the ground, and the force of gravity along the slope.

Document 003, appendix B: ``angle_momentum`` (two samples, 2 m ahead and 2 m to the right) and ``calc_gforce``.
Its pitch is nose up positive, as here; it keeps it in degrees and adds 360 to a negative one, which costs digits
and does nothing else, but for one case.
"""

from ....models.mathematics import PI, Real, sin, sincos
from .state import Ground, VehicleParams

SAMPLE_DISTANCE = 2.0  # from the middle to each sample [m]
DEGREE = PI / 180.0  # DEGTORAD [rad]


def slopes(ground: Ground, yaw: Real, params: VehicleParams) -> tuple[Real, Real]:
    """Slopes of the ground ahead and to the right: tangents of pitch and roll.

    Args:
        ground: heights or slopes under the vehicle: the model's ``Ground``.
        yaw: of the vehicle, counter-clockwise from east [rad].
        params: the ``Params`` of the vehicle.
    """
    if params.one_sided_sampling > 0.5:
        ahead = (ground.height_ahead - ground.height) / SAMPLE_DISTANCE
        right = (ground.height - ground.height_right) / SAMPLE_DISTANCE
    else:
        sine, cosine = sincos(yaw)
        ahead = ground.slope_x * cosine + ground.slope_y * sine
        right = ground.slope_y * cosine - ground.slope_x * sine
    return ahead, right


def displayed(angle: Real) -> Real:
    """Degrees in 0..360, as ``angle_momentum`` keeps a pitch or a roll [rad]."""
    degrees = angle / DEGREE
    return degrees + 360.0 if degrees < 0.0 else degrees


def is_undefined(pitch_up: Real, params: VehicleParams) -> Real:
    """1 where ``calc_gforce`` has no case for the pitch [rad], and uses a variable that it never set.

    That is a slope downward smaller than the rounding of the 360 degrees that are added to it.
    """
    return 1.0 if params.pitch_wrap > 0.5 and displayed(pitch_up) >= 360.0 else 0.0


def gravity_force(speed: Real, pitch_up: Real, params: VehicleParams) -> Real:
    """``calc_gforce``: along the slope, forward positive [N]; zero where the original leaves it undefined.

    As printed a vehicle that moves forward is pulled uphill; standing or moving back it is pulled downhill.

    Args:
        speed: forward positive [m/s].
        pitch_up: of the ground, nose up positive [rad].
        params: the ``Params`` of the vehicle.
    """
    if is_undefined(pitch_up, params) > 0.5:
        return 0.0
    downhill = params.mass * params.gravity * sin(pitch_up)
    return downhill if speed > 0.0 and params.gravity_sign > 0.5 else -downhill
