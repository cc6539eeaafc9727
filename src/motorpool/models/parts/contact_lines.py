"""The side forces of three lines of contact at once, damped over a step as the exact solution damps them.

A line is what one or more wheels do across themselves: its slip speed is ``s = b . (ahead, left, turn)``, its force is
``-k s`` along ``b``. All of them together obey ``s' = -A s / dt``, A the lines' products over the body's masses times
their stiffnesses. As in ``damping``, the slip speeds at the end of a step are ``(1 + A + A^2 / 2)^-1 s``: the
exponential to second order, without overshoot at any length of the step; the impulses follow from the mean slip.

Source: Hairer and Wanner, "Solving Ordinary Differential Equations II", section IV.3: the Pade approximation (0, 2).
"""

from typing import Any, NamedTuple

from ..mathematics import minimum
from .block_friction import Velocity

STIFFEST = 100.0  # share of its slip speed that a line's own force takes in a step, at most [1]


class Line(NamedTuple):
    """One line of contact."""

    ahead: Any  # of the unit vector across the wheel, along body x [1]
    left: Any  # of it, along body y [1]
    turn: Any  # its lever about the centre of mass [m]
    slip: Any  # slip speed before the step's side forces [m/s]
    stiffness: Any  # of the tyres, times dt [kg]


class Weights(NamedTuple):
    """Inverse effective masses: the change of velocity by a force, in the three directions."""

    ahead: Any  # [1/kg]
    left: Any  # [1/kg]
    turn: Any  # [1/(kg m^2)]


class Matrix(NamedTuple):
    """Three by three, by rows."""

    xx: Any
    xy: Any
    xz: Any
    yx: Any
    yy: Any
    yz: Any
    zx: Any
    zy: Any
    zz: Any


def side_impulses(one: Line, two: Line, three: Line, weights: Weights) -> tuple[Any, Any, Any]:
    """Return the impulses [N s] of three lines, each along its own direction.

    Args:
        one, two, three: the lines before the step's side forces.
        weights: of the body.
    """
    own_1, own_2, own_3 = dotted(one, one, weights), dotted(two, two, weights), dotted(three, three, weights)
    from_12, from_13, from_23 = dotted(one, two, weights), dotted(one, three, weights), dotted(two, three, weights)
    k1, k2, k3 = limited(one.stiffness, own_1), limited(two.stiffness, own_2), limited(three.stiffness, own_3)
    rate = Matrix(
        own_1 * k1, from_12 * k2, from_13 * k3,
        from_12 * k1, own_2 * k2, from_23 * k3,
        from_13 * k1, from_23 * k2, own_3 * k3,
    )  # fmt: skip
    end_1, end_2, end_3 = solved(to_second_order(rate), one.slip, two.slip, three.slip)
    mean_1 = end_1 + 0.5 * (rate.xx * end_1 + rate.xy * end_2 + rate.xz * end_3)
    mean_2 = end_2 + 0.5 * (rate.yx * end_1 + rate.yy * end_2 + rate.yz * end_3)
    mean_3 = end_3 + 0.5 * (rate.zx * end_1 + rate.zy * end_2 + rate.zz * end_3)
    return -k1 * mean_1, -k2 * mean_2, -k3 * mean_3


def limited(stiffness: Any, own: Any) -> Any:
    """Return the stiffness, as far as float32 can tell it from an infinite one: the impulse is that to 2e-4.

    Args:
        stiffness: of a line, times dt [kg].
        own: change of its slip speed by an impulse along it [1/kg].
    """
    return minimum(stiffness, STIFFEST / own)


def to_second_order(a: Matrix) -> Matrix:
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


def solved(a: Matrix, x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
    """Return the triple that ``a`` turns into another, by cofactors.

    Args:
        a: a matrix with a positive determinant.
        x, y, z: the other triple.
    """
    xx, xy, xz = a.yy * a.zz - a.yz * a.zy, a.yz * a.zx - a.yx * a.zz, a.yx * a.zy - a.yy * a.zx
    yx, yy, yz = a.xz * a.zy - a.xy * a.zz, a.xx * a.zz - a.xz * a.zx, a.xy * a.zx - a.xx * a.zy
    zx, zy, zz = a.xy * a.yz - a.xz * a.yy, a.xz * a.yx - a.xx * a.yz, a.xx * a.yy - a.xy * a.yx
    over = 1.0 / (a.xx * xx + a.xy * xy + a.xz * xz)
    return (
        (xx * x + yx * y + zx * z) * over,
        (xy * x + yy * y + zy * z) * over,
        (xz * x + yz * y + zz * z) * over,
    )


def slip_of(ahead: Any, left: Any, turn: Any, velocity: Velocity) -> Any:
    """Return the slip speed [m/s] of a line with that direction and lever.

    Args:
        ahead, left: direction of the line in body axes, of length one.
        turn: its lever about the centre of mass [m].
        velocity: of the body.
    """
    return ahead * velocity.ahead + left * velocity.left + turn * velocity.turn


def dotted(one: Line, two: Line, weights: Weights) -> Any:
    """Return the product of two lines over the masses: the change of one's slip speed by an impulse along the other.

    Args:
        one, two: the lines.
        weights: of the body.
    """
    return (
        weights.ahead * one.ahead * two.ahead + weights.left * one.left * two.left + weights.turn * one.turn * two.turn
    )
