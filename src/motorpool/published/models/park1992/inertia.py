"""Inertia of a block as computed in document 003, and the correct one.

Appendix B: ``calc_inertia``, ``det`` and ``calc_inverse_inertia``. The document's x is along the vehicle (length), y up
(height), z to the right (width), in SI units. Only the moment about y affects the motion; the matrix
and its inverse are never used there.
"""

from typing import NamedTuple

from ....models.mathematics import Real, select
from .state import VehicleParams

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


class Moments(NamedTuple):
    """Moments of inertia of a body about the axes through its centre [kg m^2]."""

    roll: float  # about the longitudinal axis
    yaw: float  # about the vertical axis
    pitch: float  # about the lateral axis


class Inertia(NamedTuple):
    """Moments and products of inertia in the document's axes [kg m^2]: ``inertia[6]``."""

    x: float
    y: float
    z: float
    xy: float
    xz: float
    yz: float


def yaw_inertia(params: VehicleParams) -> Real:
    """Return the yaw inertia [kg m^2]: as published, from the product of the sides, not of their squares (eq. 2.12)."""
    area = params.width * params.length
    squares = params.length * params.length + params.width * params.width
    return params.mass * select(params.inertia_formula > 0.5, area, squares) / 12.0


def box_inertia(mass: float, length: float, width: float, height: float) -> Moments:
    """Return the moments [kg m^2] of a block, x along its length, by eq. 2.12, correct as published in the text."""
    twelfth = mass / 12.0
    return Moments(
        twelfth * (width * width + height * height),
        twelfth * (length * length + width * width),
        twelfth * (length * length + height * height),
    )


def calc_inertia(mass: float, length: float, width: float, height: float) -> tuple[Inertia, Matrix]:
    """Return ``calc_inertia`` as published: areas for squares, wrong products, and a matrix that is not symmetric."""
    along, upright, across = length * height, width * length, width * height
    i = Inertia(*(mass * area / 12.0 for area in (along, upright, across)),
                *(mass * area / 2.0 for area in (across, upright, along)))  # fmt: skip
    return i, ((i.x, -i.xy, -i.xz), (-i.xy, i.y, i.yz), (-i.xz, -i.yz, i.z))


def determinant(a: Matrix) -> float:
    """Return ``det``, correct as published."""
    return (
        a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
        + a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2])
        + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])
    )


def calc_inverse_inertia(a: Matrix) -> Matrix:
    """Return ``calc_inverse_inertia``, correct as published.

    Raises:
        ZeroDivisionError: the matrix is singular, which the document does not check.
    """
    d = determinant(a)
    return (
        (
            (a[1][1] * a[2][2] - a[1][2] * a[2][1]) / d,
            (a[2][1] * a[0][2] - a[2][2] * a[0][1]) / d,
            (a[0][1] * a[1][2] - a[0][2] * a[1][1]) / d,
        ),
        (
            (a[1][2] * a[2][0] - a[1][0] * a[2][2]) / d,
            (a[2][2] * a[0][0] - a[2][0] * a[0][2]) / d,
            (a[0][2] * a[1][0] - a[0][0] * a[1][2]) / d,
        ),
        (
            (a[1][0] * a[2][1] - a[1][1] * a[2][0]) / d,
            (a[2][0] * a[0][1] - a[2][1] * a[0][0]) / d,
            (a[0][0] * a[1][1] - a[0][1] * a[1][0]) / d,
        ),
    )
