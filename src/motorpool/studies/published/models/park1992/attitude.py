"""Pitch and roll from the ground, and the gravity force along the slope.

Document 003, appendix B: ``angle_momentum`` (two samples, 2 m ahead and 2 m to the right) and ``calc_gforce``. Its
pitch is positive nose up, as here. It is stored in degrees, and 360 are added to a negative one, which only loses
digits except in one case.
"""

from .....models.mathematics import PI, Real, sin, sincos
from .state import Ground, VehicleParams

SAMPLE_DISTANCE = 2.0  # from the centre to each sample [m]
DEGREE = PI / 180.0  # DEGTORAD [rad]


def slopes(ground: Ground, yaw: Real, params: VehicleParams) -> tuple[Real, Real]:
    """Return the slopes of the ground ahead and to the right: tangents of pitch and roll."""
    if params.one_sided_sampling > 0.5:
        ahead = (ground.height_ahead - ground.height) / SAMPLE_DISTANCE
        right = (ground.height - ground.height_right) / SAMPLE_DISTANCE
    else:
        sine, cosine = sincos(yaw)
        ahead = ground.slope_x * cosine + ground.slope_y * sine
        right = ground.slope_y * cosine - ground.slope_x * sine
    return ahead, right


def displayed(angle: Real) -> Real:
    """Return degrees in 0..360 of an angle [rad], as ``angle_momentum`` stores pitch and roll."""
    degrees = angle / DEGREE
    return degrees + 360.0 if degrees < 0.0 else degrees


def is_undefined(pitch_up: Real, params: VehicleParams) -> Real:
    """Return 1 where ``calc_gforce`` has no case for the pitch [rad], and reads an unset variable; otherwise 0.

    This occurs for a slope downward that is smaller than the rounding error of the added 360 degrees.
    """
    return 1.0 if params.pitch_wrap > 0.5 and displayed(pitch_up) >= 360.0 else 0.0


def gravity_force(speed: Real, pitch_up: Real, params: VehicleParams) -> Real:
    """Return the force of ``calc_gforce`` along the slope, positive forward [N]; zero where the original is undefined.

    As published a vehicle that moves forward is pulled uphill; at rest or in reverse downhill. Pitch is nose up [rad],
    speed positive forward [m/s].
    """
    if is_undefined(pitch_up, params) > 0.5:
        return 0.0
    downhill = params.mass * params.gravity * sin(pitch_up)
    return downhill if speed > 0.0 and params.gravity_sign > 0.5 else -downhill
