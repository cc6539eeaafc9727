"""Ground of the playground: a plane, level or rising towards the east."""

import math
from typing import Any

AHEAD = 2.0  # distance ahead and to the right at which document 003 samples the ground [m]
MAX_SLOPE = 1.0  # rise over run, 45 degrees [1]


def ground_under(state: Any, slope: float) -> dict[str, float]:
    """Return the ground properties that a model can read on a plane that rises by ``slope`` [1] towards the east."""
    return {
        "height": slope * state.x,
        "slope_x": slope,
        "slope_y": 0.0,
        "height_ahead": slope * (state.x + AHEAD * math.cos(state.yaw)),
        "height_right": slope * (state.x + AHEAD * math.sin(state.yaw)),
    }


# The same as text for generated programs: the properties that change when the vehicle moves.
GROUND_TEXT = {
    "height": "{slope} * car.x",
    "height_ahead": "{slope} * (car.x + 2.0 * cos(car.yaw))",
    "height_right": "{slope} * (car.x + 2.0 * sin(car.yaw))",
}
