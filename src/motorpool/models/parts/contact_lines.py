"""The side forces of three lines of contact at once, damped over a step as the exact solution damps them.

A line is what one or more wheels do across themselves: its slip speed is ``s = b . (ahead, left, turn)``, its force is
``-k s`` along ``b``. All of them together, pulled by gravity by c in the step, obey ``dt s' = -A s + c``, A the lines'
products over the body's masses times their stiffnesses. As in ``damping``, the mean slip speeds of a step are
``(1 + A + A^2 / 2)^-1 (s0 + c / 2 + A / 2 (s0 + c))``: the exponential to second order, without overshoot at any length
of the step, and exact where nothing changes; the impulses follow from the mean slip.

Source: Hairer and Wanner, "Solving Ordinary Differential Equations II", section IV.3: the Pade approximation (0, 2).
"""

from typing import NamedTuple

from ..mathematics import Real, minimum
from .block_friction import Velocity

STIFFEST = 100.0  # share of its slip speed that a line's own force takes in a step, at most [1]


class Line(NamedTuple):
    """One line of contact."""

    ahead: Real  # of the unit vector across the wheel, along body x [1]
    left: Real  # of it, along body y [1]
    turn: Real  # its lever about the centre of mass [m]


class Lines(NamedTuple):
    """The lines of contact of a car: one of each front wheel, one of both rear wheels."""

    left: Line
    right: Line
    rear: Line


class Weights(NamedTuple):
    """Inverse effective masses: the change of velocity by a force, in the three directions."""

    ahead: Real  # [1/kg]
    left: Real  # [1/kg]
    turn: Real  # [1/(kg m^2)]


class Three(NamedTuple):
    """One number for each of three lines."""

    one: Real
    two: Real
    three: Real


class Compliance(NamedTuple):
    """Change of the slip speeds of three lines by impulses along them."""

    one: Real  # of the first by its own impulse [1/kg]
    two: Real  # of the second by its own [1/kg]
    three: Real  # of the third by its own [1/kg]
    one_two: Real  # of the first by the second's, and the other way [1/kg]
    one_three: Real  # [1/kg]
    two_three: Real  # [1/kg]


class Matrix(NamedTuple):
    """Three by three, by rows."""

    xx: Real
    xy: Real
    xz: Real
    yx: Real
    yy: Real
    yz: Real
    zx: Real
    zy: Real
    zz: Real


def compliance_of(one: Line, two: Line, three: Line, weights: Weights) -> Compliance:
    """Return the compliance of a body at three lines of contact."""
    return Compliance(
        dotted(one, one, weights), dotted(two, two, weights), dotted(three, three, weights),
        dotted(one, two, weights), dotted(one, three, weights), dotted(two, three, weights),
    )  # fmt: skip


def mean_slips(free: Three, gravity_slips: Three, stiffness: Three, by: Compliance) -> Three:
    """Return the mean slip speeds [m/s] of three lines in a step.

    Args:
        free: slip speeds that the step would end with without these lines [m/s].
        gravity_slips: part of them that gravity brings about in the step, c above [m/s].
        stiffness: times dt and ``limited`` [kg].
    """
    rate = Matrix(
        by.one * stiffness.one, by.one_two * stiffness.two, by.one_three * stiffness.three,
        by.one_two * stiffness.one, by.two * stiffness.two, by.two_three * stiffness.three,
        by.one_three * stiffness.one, by.two_three * stiffness.two, by.three * stiffness.three,
    )  # fmt: skip
    one, two, three = free
    lost_1 = rate.xx * one + rate.xy * two + rate.xz * three
    lost_2 = rate.yx * one + rate.yy * two + rate.yz * three
    lost_3 = rate.zx * one + rate.zy * two + rate.zz * three
    return Three(
        *solution_of(
            pade_denominator(rate),
            one - 0.5 * (gravity_slips.one - lost_1),
            two - 0.5 * (gravity_slips.two - lost_2),
            three - 0.5 * (gravity_slips.three - lost_3),
        )
    )


def limited(stiffness: Three, by: Compliance) -> Three:
    """Return stiffnesses times dt [kg], limited to the range of float32; impulses agree to 2e-4."""
    return Three(
        minimum(stiffness.one, STIFFEST / by.one),
        minimum(stiffness.two, STIFFEST / by.two),
        minimum(stiffness.three, STIFFEST / by.three),
    )


def pade_denominator(a: Matrix) -> Matrix:
    """Return ``1 + a + a^2 / 2``."""
    return Matrix(
        1.0 + a.xx + 0.5 * (a.xx * a.xx + a.xy * a.yx + a.xz * a.zx),
        a.xy + 0.5 * (a.xx * a.xy + a.xy * a.yy + a.xz * a.zy),
        a.xz + 0.5 * (a.xx * a.xz + a.xy * a.yz + a.xz * a.zz),
        a.yx + 0.5 * (a.yx * a.xx + a.yy * a.yx + a.yz * a.zx),
        1.0 + a.yy + 0.5 * (a.yx * a.xy + a.yy * a.yy + a.yz * a.zy),
        a.yz + 0.5 * (a.yx * a.xz + a.yy * a.yz + a.yz * a.zz),
        a.zx + 0.5 * (a.zx * a.xx + a.zy * a.yx + a.zz * a.zx),
        a.zy + 0.5 * (a.zx * a.xy + a.zy * a.yy + a.zz * a.zy),
        1.0 + a.zz + 0.5 * (a.zx * a.xz + a.zy * a.yz + a.zz * a.zz),
    )


def solution_of(a: Matrix, x: Real, y: Real, z: Real) -> tuple[Real, Real, Real]:
    """Return the triple that ``a``, whose determinant is positive, turns into another, by cofactors."""
    xx, xy, xz = a.yy * a.zz - a.yz * a.zy, a.yz * a.zx - a.yx * a.zz, a.yx * a.zy - a.yy * a.zx
    yx, yy, yz = a.xz * a.zy - a.xy * a.zz, a.xx * a.zz - a.xz * a.zx, a.xy * a.zx - a.xx * a.zy
    zx, zy, zz = a.xy * a.yz - a.xz * a.yy, a.xz * a.yx - a.xx * a.yz, a.xx * a.yy - a.xy * a.yx
    over = 1.0 / (a.xx * xx + a.xy * xy + a.xz * xz)
    return (
        (xx * x + yx * y + zx * z) * over,
        (xy * x + yy * y + zy * z) * over,
        (xz * x + yz * y + zz * z) * over,
    )


def slips_by(impulses: Three, by: Compliance) -> Three:
    """Return the change of the slip speeds [m/s] by impulses [N s] along the lines."""
    one, two, three = impulses
    return Three(
        by.one * one + by.one_two * two + by.one_three * three,
        by.one_two * one + by.two * two + by.two_three * three,
        by.one_three * one + by.two_three * two + by.three * three,
    )


def plus(a: Three, b: Three) -> Three:
    """Return the sums of two numbers of each line."""
    return Three(a.one + b.one, a.two + b.two, a.three + b.three)


def times(factor: Real, a: Three) -> Three:
    """Return each line's number times a factor."""
    return Three(factor * a.one, factor * a.two, factor * a.three)


def slip_of(line: Line, velocity: Velocity) -> Real:
    """Return the slip speed [m/s] of a line under a body with that velocity."""
    return line.ahead * velocity.ahead + line.left * velocity.left + line.turn * velocity.turn


def slips_of(lines: Lines, velocity: Velocity) -> Three:
    """Return the slip speeds of the lines [m/s] under a body with that velocity."""
    return Three(slip_of(lines.left, velocity), slip_of(lines.right, velocity), slip_of(lines.rear, velocity))


def dotted(one: Line, two: Line, weights: Weights) -> Real:
    """Return the product of two lines over the masses: the change of one's slip speed by an impulse along the other."""
    return (
        weights.ahead * one.ahead * two.ahead + weights.left * one.left * two.left + weights.turn * one.turn * two.turn
    )
