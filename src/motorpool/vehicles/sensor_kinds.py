"""Kinds of sensors of a vehicle, and their parameters with ranges, units and meanings.

Every error is zero by default: a sensor without parameters measures what the world computes. The error models are those
of the literature:

* White noise and slowly varying bias of accelerometers and gyroscopes: IEEE Std 952-1997 (annex C) and IEEE Std
  1554-2005; Groves, "Principles of GNSS, Inertial, and Multisensor Integrated Navigation Systems", 2nd ed. (2013),
  section 4.4. A varying bias ("drift") is a first-order Gauss-Markov process with a standard deviation and a
  correlation time.
* Errors of satellite positions, white and correlated: Groves (2013), section 9.3. Outages begin at random with a mean
  interval and last a random time with a mean duration, both exponentially distributed.
* Errors of odometry, by scale and by random walk over the distance: Groves (2013), section 6.3; Borenstein and Feng,
  "Measurement and Correction of Systematic Odometry Errors in Mobile Robots", IEEE Trans. Robotics and Automation 12
  (1996).
* Beams: Gaussian noise of the range and lost beams; Thrun, Burgard, Fox, "Probabilistic Robotics" (2005), section 6.3.
"""

import math
from typing import Annotated, Any, NamedTuple

from ..models.fields import Fraction, NonNegative, Positive, Range

HIGHEST_RATE = 10_000.0  # [Hz]
LONGEST_DELAY = 60.0  # [s]
MOST_BEAMS = 8192  # of a scan, or of a ring
MOST_RAYS = 1 << 18  # of one reading of one vehicle

Rate = Annotated[float, Range(low=0.0, high=HIGHEST_RATE, is_open=True, words="above 0 and below 10000")]
Delay = Annotated[float, Range(low=0.0, high=LONGEST_DELAY, words="in 0..60")]
Angle = Annotated[float, Range(low=-2.0 * math.pi, high=2.0 * math.pi, words="in -2 pi..2 pi (in radians)")]
Elevation = Annotated[float, Range(low=-0.5 * math.pi, high=0.5 * math.pi, words="in -pi/2..pi/2 (in radians)")]
Beams = Annotated[float, Range(low=1.0, high=MOST_BEAMS, words="a whole number in 1..8192")]
Rings = Annotated[float, Range(low=1.0, high=1024.0, words="a whole number in 1..1024")]
Offset = Annotated[float, Range(low=-100.0, high=100.0, words="in -100..100")]


class Mount(NamedTuple):
    """Position and attitude of a sensor on its vehicle, from the model's reference point on the ground."""

    x: Offset = 0.0  # ahead [m]
    y: Offset = 0.0  # to the left [m]
    z: Offset = 0.0  # above the ground [m]
    yaw: Angle = 0.0  # counter-clockwise from the vehicle's x axis [rad]
    pitch: Angle = 0.0  # nose down positive, after yaw [rad]
    roll: Angle = 0.0  # right side down positive, after pitch [rad]


AT_REFERENCE = Mount()  # at the reference point, along the vehicle's axes


class Imu(NamedTuple):
    """Inertial measurement unit: specific force and angular rate along the sensor's axes."""

    rate: Rate = 100.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    accelerometer_noise: NonNegative = 0.0  # density of the white noise (velocity random walk) [m/s^2/sqrt(Hz)]
    accelerometer_bias: NonNegative = 0.0  # standard deviation of each axis' constant bias [m/s^2]
    accelerometer_drift: NonNegative = 0.0  # standard deviation of each axis' varying bias [m/s^2]
    accelerometer_drift_time: Positive = 300.0  # correlation time of the varying bias [s]
    accelerometer_scale_error: Fraction = 0.0  # standard deviation of each axis' scale error [1]
    accelerometer_step: NonNegative = 0.0  # quantisation of the readings; 0 for none [m/s^2]
    accelerometer_range: NonNegative = 0.0  # greatest magnitude of an axis; 0 for no limit [m/s^2]
    gyroscope_noise: NonNegative = 0.0  # density of the white noise (angle random walk) [rad/s/sqrt(Hz)]
    gyroscope_bias: NonNegative = 0.0  # standard deviation of each axis' constant bias [rad/s]
    gyroscope_drift: NonNegative = 0.0  # standard deviation of each axis' varying bias [rad/s]
    gyroscope_drift_time: Positive = 300.0  # correlation time of the varying bias [s]
    gyroscope_scale_error: Fraction = 0.0  # standard deviation of each axis' scale error [1]
    gyroscope_step: NonNegative = 0.0  # quantisation of the readings; 0 for none [rad/s]
    gyroscope_range: NonNegative = 0.0  # greatest magnitude of an axis; 0 for no limit [rad/s]


class Gnss(NamedTuple):
    """Receiver of satellite positions: latitude, longitude and height of its antenna."""

    rate: Rate = 5.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    horizontal_noise: NonNegative = 0.0  # standard deviation of the white error, east and north each [m]
    horizontal_drift: NonNegative = 0.0  # standard deviation of the correlated error, east and north each [m]
    vertical_noise: NonNegative = 0.0  # standard deviation of the white error of the height [m]
    vertical_drift: NonNegative = 0.0  # standard deviation of the correlated error of the height [m]
    drift_time: Positive = 100.0  # correlation time of the correlated errors [s]
    outage_interval: NonNegative = 0.0  # mean time from the end of an outage to the next; 0 for no outages [s]
    outage_duration: Positive = 10.0  # mean duration of an outage [s]


class Odometry(NamedTuple):
    """Dead reckoning from the distance that the wheels or tracks have rolled, and the yaw rate."""

    rate: Rate = 50.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    scale_error: Fraction = 0.0  # standard deviation of the scale error of the distance [1]
    distance_noise: NonNegative = 0.0  # random walk of the distance over the distance [m/sqrt(m)]
    yaw_noise: NonNegative = 0.0  # density of the white noise of the yaw rate [rad/s/sqrt(Hz)]
    yaw_bias: NonNegative = 0.0  # standard deviation of the constant bias of the yaw rate [rad/s]
    yaw_drift: NonNegative = 0.0  # standard deviation of the varying bias of the yaw rate [rad/s]
    yaw_drift_time: Positive = 300.0  # correlation time of the varying bias [s]
    yaw_scale_error: Fraction = 0.0  # standard deviation of the scale error of the yaw rate [1]


class WheelSpeeds(NamedTuple):
    """Angular speeds of all wheels, or of the sprockets of both tracks."""

    rate: Rate = 50.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each wheel [rad/s]
    scale_error: Fraction = 0.0  # standard deviation of each wheel's scale error: of its radius [1]
    step: NonNegative = 0.0  # quantisation of the readings; 0 for none [rad/s]
    range: NonNegative = 0.0  # greatest magnitude; 0 for no limit [rad/s]


class Scan2d(NamedTuple):
    """Planar scanner: distances along beams in the sensor's x-y plane."""

    rate: Rate = 10.0  # scans a second [Hz]
    delay: Delay = 0.0  # from a scan to its delivery [s]
    dropout: Fraction = 0.0  # share of beams that return nothing although they hit [1]
    beams: Beams = 360.0  # number of beams [1]
    first_angle: Angle = -math.pi  # of the first beam, counter-clockwise from the sensor's x axis [rad]
    last_angle: Angle = math.pi  # of the last beam [rad]
    min_range: NonNegative = 0.0  # distance at which beams begin; a solid there is measured at this distance [m]
    max_range: Positive = 30.0  # a longer distance is no return [m]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each distance [m]
    bias: NonNegative = 0.0  # standard deviation of the constant bias of all distances [m]
    step: NonNegative = 0.0  # quantisation of the distances; 0 for none [m]


class Scan3d(NamedTuple):
    """Scanner with rings of beams: distances along beams at several elevations."""

    rate: Rate = 10.0  # scans a second [Hz]
    delay: Delay = 0.0  # from a scan to its delivery [s]
    dropout: Fraction = 0.0  # share of beams that return nothing although they hit [1]
    rings: Rings = 16.0  # number of rings [1]
    beams: Beams = 360.0  # number of beams of a ring [1]
    first_angle: Angle = -math.pi  # of the first beam, counter-clockwise from the sensor's x axis [rad]
    last_angle: Angle = math.pi  # of the last beam [rad]
    lowest: Elevation = -0.26  # elevation of the first ring [rad]
    highest: Elevation = 0.26  # elevation of the last ring [rad]
    min_range: NonNegative = 0.0  # distance at which beams begin; a solid there is measured at this distance [m]
    max_range: Positive = 100.0  # a longer distance is no return [m]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each distance [m]
    bias: NonNegative = 0.0  # standard deviation of the constant bias of all distances [m]
    step: NonNegative = 0.0  # quantisation of the distances; 0 for none [m]


class HeightScan(NamedTuple):
    """Heights of the ground at a grid of points around the vehicle, above the ground under the sensor."""

    rate: Rate = 10.0  # scans a second [Hz]
    delay: Delay = 0.0  # from a scan to its delivery [s]
    dropout: Fraction = 0.0  # share of scans that are lost [1]
    rows: Rings = 16.0  # number of points ahead [1]
    columns: Rings = 16.0  # number of points across [1]
    spacing: Positive = 1.0  # of the points [m]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each height [m]
    bias: NonNegative = 0.0  # standard deviation of the constant bias of all heights [m]
    step: NonNegative = 0.0  # quantisation of the heights; 0 for none [m]


KINDS: dict[str, Any] = {
    "imu": Imu,
    "gnss": Gnss,
    "odometry": Odometry,
    "wheel-speeds": WheelSpeeds,
    "scan-2d": Scan2d,
    "scan-3d": Scan3d,
    "height-scan": HeightScan,
}
WHOLE = ("beams", "rings", "rows", "columns")  # parameters that are whole numbers
