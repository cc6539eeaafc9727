"""The side forces of three lines of contact at once, at the slip speeds that the step ends with.

A line is what one or more wheels do across themselves: its slip speed is ``s = b . (ahead, left, turn)``, its force is
``-k s`` along ``b``. With all of them the slip speeds at the end are ``s' = (1 + G K)^-1 s``, G the lines' products
over the body's masses. The determinant is a sum of squares and every product of three is made from cross products,
so nothing large cancels, however stiff the tyres or long the step.

Source: Cauchy and Binet's formula for the determinant of ``1 + sum k b b^T``; Moreau's step, as in ``standing``.
"""

from typing import Any, NamedTuple

from .block_friction import Velocity


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


class Cross(NamedTuple):
    """The cross product of two lines."""

    ahead: Any
    left: Any
    turn: Any


def side_impulses(one: Line, two: Line, three: Line, weights: Weights) -> tuple[Any, Any, Any]:
    """Return the impulses [N s] of three lines, each along its own direction.

    Args:
        one, two, three: the lines before the step's side forces.
        weights: of the body.
    """
    areas = Weights(weights.left * weights.turn, weights.ahead * weights.turn, weights.ahead * weights.left)
    one_two, one_three, two_three = crossed(one, two), crossed(one, three), crossed(two, three)
    volume = one.ahead * two_three.ahead + one.left * two_three.left + one.turn * two_three.turn
    k1, k2, k3 = one.stiffness, two.stiffness, three.stiffness
    own_1, own_2, own_3 = (
        k1 * dotted(one, one, weights),
        k2 * dotted(two, two, weights),
        k3 * dotted(three, three, weights),
    )
    both_12 = k1 * k2 * dotted(one_two, one_two, areas)
    both_13 = k1 * k3 * dotted(one_three, one_three, areas)
    both_23 = k2 * k3 * dotted(two_three, two_three, areas)
    all_three = k1 * k2 * k3 * volume * volume * weights.ahead * weights.left * weights.turn
    determinant = 1.0 + own_1 + own_2 + own_3 + both_12 + both_13 + both_23 + all_three
    from_12 = dotted(one, two, weights) + k3 * dotted(one_three, two_three, areas)
    from_13 = dotted(one, three, weights) - k2 * dotted(one_two, two_three, areas)
    from_23 = dotted(two, three, weights) + k1 * dotted(one_two, one_three, areas)
    s1, s2, s3 = one.slip, two.slip, three.slip
    slip_1 = s1 * (1.0 + own_2 + own_3 + both_23) - k2 * s2 * from_12 - k3 * s3 * from_13
    slip_2 = s2 * (1.0 + own_1 + own_3 + both_13) - k1 * s1 * from_12 - k3 * s3 * from_23
    slip_3 = s3 * (1.0 + own_1 + own_2 + both_12) - k1 * s1 * from_13 - k2 * s2 * from_23
    return -k1 * slip_1 / determinant, -k2 * slip_2 / determinant, -k3 * slip_3 / determinant


def slip_of(ahead: Any, left: Any, turn: Any, velocity: Velocity) -> Any:
    """Return the slip speed [m/s] of a line with that direction and lever.

    Args:
        ahead, left: direction of the line in body axes, of length one.
        turn: its lever about the centre of mass [m].
        velocity: of the body.
    """
    return ahead * velocity.ahead + left * velocity.left + turn * velocity.turn


def dotted(one: Any, two: Any, weights: Weights) -> Any:
    """Return the product of two lines, or of two cross products, weighted.

    Args:
        one, two: triples with ``ahead``, ``left`` and ``turn``.
        weights: of the three products.
    """
    return (
        weights.ahead * one.ahead * two.ahead + weights.left * one.left * two.left + weights.turn * one.turn * two.turn
    )


def crossed(one: Line, two: Line) -> Cross:
    """Return the cross product of two lines."""
    return Cross(
        one.left * two.turn - one.turn * two.left,
        one.turn * two.ahead - one.ahead * two.turn,
        one.ahead * two.left - one.left * two.ahead,
    )
