"""The ground under the playground: a plane that may rise towards the east."""

import math
from typing import Any

AHEAD = 2.0  # where document 003 samples the ground, ahead of the vehicle and to its right [m]
MAX_SLOPE = 1.0  # height per distance: 45 degrees [1]


def ground_under(state: Any, slope: float) -> dict[str, float]:
    """Return all ground properties that a model can read, on a plane that rises by ``slope`` towards the east."""
    return {
        "height": slope * state.x,
        "slope_x": slope,
        "slope_y": 0.0,
        "height_ahead": slope * (state.x + AHEAD * math.cos(state.yaw)),
        "height_right": slope * (state.x + AHEAD * math.sin(state.yaw)),
    }


# The same as text, for the six lines: what has to be told before each step because the vehicle moved.
GROUND_TEXT = {
    "height": "{slope} * car.x",
    "height_ahead": "{slope} * (car.x + 2.0 * cos(car.yaw))",
    "height_right": "{slope} * (car.x + 2.0 * sin(car.yaw))",
}
