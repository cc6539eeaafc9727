"""Thresholds of dead reckoning, and the algorithm of a vehicle; ``models.dead_reckoning`` has the formulas.

Source: IEEE 1278.1-2012, 4.2 and annex E. The distance is in space; the angle is that of the single rotation between
two attitudes, because differences of Euler angles are undefined for a body that points up.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..wire.enumerations import LAND_APPEARANCE, DeadReckoning

MOVING = DeadReckoning.RVW  # algorithm of moving vehicles
STANDING = 1e-3  # speed below which a vehicle is sent as static [m/s]


class Thresholds(NamedTuple):
    """Thresholds of the age and error of a state; the defaults are the standard's."""

    distance: float = 1.0  # between the sent and the true position [m]
    angle: float = math.radians(3.0)  # between the sent and the true attitude [rad]
    heartbeat: float = 5.0  # age at which a state is sent again [s]
    time_out: float = 12.0  # age at which an entity that sends nothing is removed [s]


def algorithm_of(speed: Any, yaw_rate: Any = 0.0) -> Any:
    """Return the algorithm to send a vehicle with: static below ``STANDING`` [m/s] and [rad/s], otherwise RVW."""
    moves = (np.abs(speed) > STANDING) | (np.abs(yaw_rate) > STANDING)
    return np.where(moves, MOVING, DeadReckoning.STATIC).astype(np.int8)


def effective_algorithm(algorithm: Any, appearance: Any) -> Any:
    """Return the algorithm to extrapolate a received entity with: static if the frozen bit of its appearance is set."""
    is_frozen = LAND_APPEARANCE.frozen.read(np.asarray(appearance)) != 0
    return np.where(is_frozen, DeadReckoning.STATIC, algorithm).astype(np.int8)
