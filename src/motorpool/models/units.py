"""Units of document 003 on a driver's instruments, and their conversion to SI and back.

| quantity | display | here |
|---|---|---|
| speed | km/h | m/s |
| angle | degree | rad |
| mass | ton of 1000 kg | kg |
| length | m | m: nothing to convert |

Source: "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics" (document 003), table 5.1. It gives acceleration the unit
"kg m/sec^2", which is a force's, the newton; an acceleration is in m/s^2, displayed and computed.
"""

import math

from .mathematics import Real

KMH_IN_A_METRE_PER_SECOND = 3.6
DEGREES_IN_A_RADIAN = 180.0 / math.pi


def speed_to_kmh(speed: Real) -> Real:
    """Return the speed [km/h] of a speed [m/s]."""
    return speed * KMH_IN_A_METRE_PER_SECOND


def speed_from_kmh(speed_kmh: Real) -> Real:
    """Return the speed [m/s] of a speed [km/h]."""
    return speed_kmh / KMH_IN_A_METRE_PER_SECOND


def angle_to_deg(angle: Real) -> Real:
    """Return the angle [degree] of an angle [rad]."""
    return angle * DEGREES_IN_A_RADIAN


def angle_from_deg(angle_deg: Real) -> Real:
    """Return the angle [rad] of an angle [degree]."""
    return angle_deg / DEGREES_IN_A_RADIAN
