"""Scripted driver of BackTrailer-v0: cascaded control of the path, the trailer's heading and the hitch angle.

The lateral error asks for a heading of the trailer, the heading error for a hitch angle, and the steering wheel holds
that hitch angle, which is unstable in reverse. Each loop is linearised exactly by the vehicle's kinematics, with the
distance backed up in place of time.

Source: Pradalier and Usher, "Robust trajectory tracking for a reversing tractor trailer", Journal of Field Robotics
25(6-7) (2008), for a loop of the hitch angle inside one of the path; gains by random search on 400 starts.
"""

import numpy as np
from numpy.typing import NDArray

WHEELBASE, TRAILER_LENGTH = 3.6, 8.1  # of the lorry that the task declares; the hitch is above the rear axle [m]
MAX_STEER_ANGLE = 0.6  # [rad]
APPROACH = 0.125  # heading of the trailer for a lateral error [rad/m]
MAX_APPROACH = 0.7  # [rad]
TURN = 0.37  # of the trailer, for an error of its heading [1/m]
MAX_HITCH_ANGLE = 0.7  # [rad]
HOLD = 0.58  # change of the hitch angle, for its error [1/m]


def drive(observations: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the steering command (rows, 1) for observations (rows, entries) of BackTrailer-v0."""
    seen = observations.astype(np.float64)
    left = np.where(abs(seen[:, 2]) < 1.0, seen[:, 2], 6.0 * seen[:, 1])
    heading = np.arctan2(seen[:, 3], seen[:, 4])
    hitch = np.arctan2(seen[:, 5], seen[:, 6])
    wanted_heading = np.clip(np.arctan(APPROACH * left), -MAX_APPROACH, MAX_APPROACH)
    wanted_sine = -TURN * TRAILER_LENGTH * (heading - wanted_heading)
    limit = np.sin(MAX_HITCH_ANGLE)
    wanted_hitch = np.arcsin(np.clip(wanted_sine, -limit, limit))
    curvature = -np.sin(hitch) / TRAILER_LENGTH - HOLD * (hitch - wanted_hitch)
    steer_angle = np.arctan(WHEELBASE * curvature)
    return np.clip(steer_angle / MAX_STEER_ANGLE, -1.0, 1.0)[:, None]
