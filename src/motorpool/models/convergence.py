"""Orders of convergence: a model's module declares how its error shrinks with the time step.

    CONVERGENCE = (Convergence(EXACT),)  # any step has the same result as two halves of it
    CONVERGENCE = (Convergence(1, at=UNDER_WAY),)  # half the error at half the step

The contract suite measures the order by steps of 1/64 and 1/128 s over one second.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

EXACT = math.inf  # order of a model that has no error at any step

# Fields of a vehicle in motion throughout: one that comes to rest or begins to slide does so at the end of some step.
ROLLING: Mapping[str, float] = MappingProxyType({
    "speed": 10.0, "lateral_speed": 0.0, "yaw_rate": 0.0, "parking_brake": 0.0, "engine_stop": 0.0,
    "static_friction": 0.8, "sliding_friction": 0.7, "max_steer_angle": 0.1,
})  # fmt: skip

# The same for models with springs and tyres: neither spinning nor braked to a stop, on even ground, settled; a trailer
# straight behind, tracks as fast as the vehicle. A model lacks some of these fields.
UNDER_WAY: Mapping[str, float] = MappingProxyType({
    "speed": 10.0, "lateral_speed": 0.0, "yaw_rate": 0.0, "parking_brake": 0.0, "engine_stop": 0.0, "brake": 0.0,
    "throttle": 0.2, "is_airborne": 0.0, "rollover_angle": 0.0, "rollover_rate": 0.0, "slope_x": 0.0, "slope_y": 0.0,
    "last_slope_x": 0.0, "last_slope_y": 0.0, "friction": 0.9, "sliding_friction": 0.8, "max_steer_angle": 0.05,
    "wheel_angle": 0.0, "gear_count": 0.0, "max_speed": 50.0, "tyre_grip": 1.0, "fuel_used": 0.0,
    "left_track_speed": 10.0, "right_track_speed": 10.0, "steer": 0.05,
    "hitch_angle": 0.0, "trailer_yaw_rate": 0.0, "hitch_pull": 0.0, "max_hitch_angle": 1.5,
})  # fmt: skip


class Convergence(NamedTuple):
    """Order at which the position of a model converges."""

    order: float  # power of the time step in the error; ``EXACT``, or 0 if it does not converge
    at: Mapping[str, float] = MappingProxyType({})  # values of fields at which the order holds; other fields vary
    reference: str = ""  # name of the model that is right; empty: this one with small steps
    excess: float = 0.1  # by which a measured order may be higher, as second-order errors are larger at first
