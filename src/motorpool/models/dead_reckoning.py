"""Dead reckoning: all nine algorithms of DIS, in the vocabulary of ``mathematics``.

| number | name | position | attitude |
|---|---|---|---|
| 1 | static | stays | stays |
| 2, 3 | FPW, RPW | P + V t | stays, turns |
| 4, 5 | RVW, FVW | P + V t + A t^2 / 2 | turns, stays |
| 6, 7 | FPB, RPB | P + R0 V t, P + R0 R1 V | stays, turns |
| 8, 9 | RVB, FVB | P + R0 (R1 V + R2 A), P + R0 (V t + A t^2 / 2) | turns, stays |

F is fixed and R rotating, P constant velocity and V constant acceleration, W velocities along the axes of the world and
B along those of the body. Any other number is taken as static. R0 turns body axes into world axes at t = 0. With
theta = w t, w the angular velocity about the body's axes, [theta] the matrix of theta x, and a its length, the attitude
is R0 exp([theta]) and

    R1 = t   (I   + c2        [theta] + c3        [theta]^2)
    R2 = t^2 (I/2 + (c2 - c3) [theta] + (c3 - c4) [theta]^2)
    c2 = (1 - cos a) / a^2,  c3 = (a - sin a) / a^3,  c4 = (cos a - 1 + a^2 / 2) / a^4

the integrals of exp([w s]) and s exp([w s]). The standard divides by w, which other programs then do at rest; here
c3 and c4 are series below a = 1, where the formulas lose digits, and 1 - cos a is 2 sin^2(a / 2).

The world may be geocentric, with DIS's psi, theta, phi and body axes, or ours: the formulas know no frame.

Source: IEEE 1278.1, annex E; Towers and Hines, "Equations for DIS dead reckoning", derived again.
"""

from typing import Generic, NamedTuple

from .mathematics import Real, select, sincos, sqrt
from .rotation import (
    SMALLEST_SQUARE,
    Number,
    Quaternion,
    Vector,
    cross,
    euler_angles_of,
    product,
    quaternion_of,
    rotate,
)

SERIES_BELOW = 1.0  # the square of the angle turned [rad^2]
MAX_ROTATION = 1e6  # a body that turned by more since its last state turns by so much: sin is no longer known [rad]


class Pose(NamedTuple, Generic[Number]):
    """Position and attitude in one world, of one body or of several as columns."""

    x: Number  # [m]
    y: Number  # [m]
    z: Number  # [m]
    yaw: Number  # see ``rotation``, like the others; DIS's psi [rad]
    pitch: Number  # DIS's theta [rad]
    roll: Number  # DIS's phi [rad]


class Motion(NamedTuple, Generic[Number]):
    """State of motion that is extrapolated."""

    pose: Pose[Number]
    velocity: Vector[Number]  # along the axes of the world, or of the body by algorithms 6 to 9 [m/s]
    acceleration: Vector[Number]  # likewise [m/s^2]
    angular_velocity: Vector[Number]  # about the axes of the body [rad/s]


def dead_reckon(motion: Motion[Real], algorithm: Real, elapsed: Real) -> Pose[Real]:
    """Return the pose of a body ``elapsed`` [s] after ``motion``, by one of the algorithms 1 to 9."""
    is_moving = (algorithm > 1.5) & (algorithm < 9.5)
    is_body = algorithm > 5.5
    order = algorithm - select(is_body, 6.0, 2.0)  # 0 FP, 1 RP, 2 RV, 3 FV
    attitude = quaternion_of(motion.pose)
    theta = _limited(_scaled(select(is_moving & (abs(order - 1.5) < 1.0), elapsed, 0.0), motion.angular_velocity))
    first = _scaled(select(is_moving, elapsed, 0.0), motion.velocity)
    second = _scaled(select(is_moving & (order > 1.5), elapsed * elapsed, 0.0), motion.acceleration)
    turn, in_body = _turned(theta, first, second)
    in_world = rotate(attitude, in_body)
    angles = euler_angles_of(product(attitude, turn))
    return Pose(
        motion.pose.x + select(is_body, in_world.x, first.x + 0.5 * second.x),
        motion.pose.y + select(is_body, in_world.y, first.y + 0.5 * second.y),
        motion.pose.z + select(is_body, in_world.z, first.z + 0.5 * second.z),
        angles.yaw,
        angles.pitch,
        angles.roll,
    )


def _scaled(factor: Real, v: Vector[Real]) -> Vector[Real]:
    return Vector(factor * v.x, factor * v.y, factor * v.z)


def _limited(theta: Vector[Real]) -> Vector[Real]:
    """Shorten a rotation vector whose length no sine is known of."""
    square = theta.x * theta.x + theta.y * theta.y + theta.z * theta.z
    is_long = square > MAX_ROTATION * MAX_ROTATION
    return _scaled(select(is_long, MAX_ROTATION / sqrt(select(is_long, square, 1.0)), 1.0), theta)


def _turned(theta: Vector[Real], first: Vector[Real], second: Vector[Real]) -> tuple[Quaternion, Vector[Real]]:
    """Return exp([theta]) of a rotation vector [rad], and the way of the body in the axes that it had at first.

    Args:
        first: velocity times time [m].
        second: acceleration times time squared [m].
    """
    square = theta.x * theta.x + theta.y * theta.y + theta.z * theta.z
    turns = square > SMALLEST_SQUARE
    angle = sqrt(select(turns, square, 1.0))
    sine, cosine = sincos(0.5 * angle)
    ratio = select(turns, sine / angle, 0.5)
    c2 = 2.0 * ratio * ratio
    c3, c4 = _coefficients(square, 2.0 * sine * cosine, c2)
    turn = Quaternion(select(turns, cosine, 1.0), ratio * theta.x, ratio * theta.y, ratio * theta.z)
    # [theta] and [theta]^2 act on sums: one cross product each
    once = cross(theta, _sum(c2, first, c2 - c3, second))
    twice = cross(theta, cross(theta, _sum(c3, first, c3 - c4, second)))
    return turn, Vector(
        first.x + 0.5 * second.x + once.x + twice.x,
        first.y + 0.5 * second.y + once.y + twice.y,
        first.z + 0.5 * second.z + once.z + twice.z,
    )


def _sum(a: Real, u: Vector[Real], b: Real, v: Vector[Real]) -> Vector[Real]:
    return Vector(a * u.x + b * v.x, a * u.y + b * v.y, a * u.z + b * v.z)


def _coefficients(square: Real, sine: Real, c2: Real) -> tuple[Real, Real]:
    """Return c3 and c4, from the angle squared [rad^2] and c2."""
    is_small = square < SERIES_BELOW
    t = select(is_small, square, 0.0)
    # 1/3! - t/5! + ... and 1/4! - t/6! + ...: the last terms are below 1e-17 at t = 1
    c3 = 1.0 / 355687428096000.0 - t * (1.0 / 121645100408832000.0)
    c3 = 1.0 / 1307674368000.0 - t * c3
    c3 = 1.0 / 6227020800.0 - t * c3
    c3 = 1.0 / 39916800.0 - t * c3
    c3 = 1.0 / 362880.0 - t * c3
    c3 = 1.0 / 5040.0 - t * c3
    c3 = 1.0 / 120.0 - t * c3
    c3 = 1.0 / 6.0 - t * c3
    c4 = 1.0 / 6402373705728000.0 - t * (1.0 / 2432902008176640000.0)
    c4 = 1.0 / 20922789888000.0 - t * c4
    c4 = 1.0 / 87178291200.0 - t * c4
    c4 = 1.0 / 479001600.0 - t * c4
    c4 = 1.0 / 3628800.0 - t * c4
    c4 = 1.0 / 40320.0 - t * c4
    c4 = 1.0 / 720.0 - t * c4
    c4 = 1.0 / 24.0 - t * c4
    large = select(is_small, 1.0, square)
    angle = sqrt(large)
    return select(is_small, c3, (angle - sine) / (angle * large)), select(is_small, c4, (0.5 - c2) / large)
