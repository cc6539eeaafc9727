"""One step of Lobatto IIIC for two linear equations: yaw rate and side-slip of a car with linear tyres.

Source: Hairer and Wanner, "Solving Ordinary Differential Equations II", section IV.5: of fourth order, and stable at
any length of the step.
"""

from typing import NamedTuple

from ...mathematics import Flag, Real, select

TINY = 1e-9  # of a determinant that is taken no smaller


class Stage(NamedTuple):
    """Steering and speed at one of the three times of a step, with the resulting rates of yaw rate and side-slip.

    The rates of yaw rate and side-slip are ``matrix (yaw_rate, sideslip_angle) + (turn, slip)``.
    """

    wheel_angle: Real
    speed: Real
    is_rolling: Flag  # as below 0.1 m/s
    matrix: "Matrix"
    turn: Real  # [rad/s^2]
    slip: Real  # [rad/s]


class Matrix(NamedTuple):
    """Two by two, by rows."""

    a: Real
    b: Real
    c: Real
    d: Real


class Pair(NamedTuple):
    """Yaw rate and side-slip angle, or changes of them."""

    turn: Real
    slip: Real


def lobatto(begin: Pair, first: Stage, middle: Stage, last: Stage, dt: Real) -> tuple[Pair, Pair, Pair]:
    """Return yaw rate and side-slip at the three stages of a step; the last is its end.

    The changes z since the beginning obey 3 z1 + 4 z2 - z3 = dt f1, z3 - z1 = dt f2, z1 - 4 z2 + 3 z3 = dt f3, where
    f = A (begin + z) + b is linear: z1 and then z2 are eliminated.
    """
    one, two, three = scaled(first.matrix, dt), scaled(middle.matrix, dt), scaled(last.matrix, dt)
    push_one, push_two, push_three = (
        change_of(first, begin, dt),
        change_of(middle, begin, dt),
        change_of(last, begin, dt),
    )
    product = times(one, two)
    own = Matrix(
        4.0 - 3.0 * two.a + product.a,
        product.b - 3.0 * two.b,
        product.c - 3.0 * two.c,
        4.0 - 3.0 * two.d + product.d,
    )
    inverse = inverted(own)
    pushed = applied(one, push_two)
    right = Pair(push_one.turn + 3.0 * push_two.turn - pushed.turn, push_one.slip + 3.0 * push_two.slip - pushed.slip)
    left = Matrix(2.0 - one.a, -one.b, -one.c, 2.0 - one.d)
    through = times(Matrix(4.0 + two.a, two.b, two.c, 4.0 + two.d), inverse)
    whole = times(through, left)
    whole = Matrix(whole.a + 4.0 - three.a, whole.b - three.b, whole.c - three.c, whole.d + 4.0 - three.d)
    gained = applied(through, right)
    total = Pair(push_two.turn + push_three.turn + gained.turn, push_two.slip + push_three.slip + gained.slip)
    end = applied(inverted(whole), total)
    back = applied(left, end)
    mid = applied(inverse, Pair(right.turn - back.turn, right.slip - back.slip))
    slope = applied(two, mid)
    start = Pair(end.turn - slope.turn - push_two.turn, end.slip - slope.slip - push_two.slip)
    return added(begin, start), added(begin, mid), added(begin, end)


def change_of(stage: Stage, at: Pair, dt: Real) -> Pair:
    """Return the change in ``dt`` at the rates that a stage has ``at`` a pair."""
    own = applied(stage.matrix, at)
    return Pair(dt * (own.turn + stage.turn), dt * (own.slip + stage.slip))


def scaled(matrix: Matrix, factor: Real) -> Matrix:
    """Return a matrix times a number."""
    return Matrix(factor * matrix.a, factor * matrix.b, factor * matrix.c, factor * matrix.d)


def times(left: Matrix, right: Matrix) -> Matrix:
    """Return the product of two matrices."""
    return Matrix(
        left.a * right.a + left.b * right.c,
        left.a * right.b + left.b * right.d,
        left.c * right.a + left.d * right.c,
        left.c * right.b + left.d * right.d,
    )


def inverted(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix."""
    determinant = matrix.a * matrix.d - matrix.b * matrix.c
    determinant = select(abs(determinant) < TINY, TINY, determinant)
    return Matrix(matrix.d / determinant, -matrix.b / determinant, -matrix.c / determinant, matrix.a / determinant)


def applied(matrix: Matrix, pair: Pair) -> Pair:
    """Return a matrix times a pair."""
    return Pair(matrix.a * pair.turn + matrix.b * pair.slip, matrix.c * pair.turn + matrix.d * pair.slip)


def added(left: Pair, right: Pair) -> Pair:
    """Return the sum of two pairs."""
    return Pair(left.turn + right.turn, left.slip + right.slip)
