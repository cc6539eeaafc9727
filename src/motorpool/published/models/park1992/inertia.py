"""The inertia of a block as document 003 computes it, and as it is.

Appendix B: ``calc_inertia``, ``det`` and ``calc_inverse_inertia``. The document's x runs along the vehicle, y up,
z to the right. Only the moment about y moves anything; the matrix and its inverse are never used there.
"""

from typing import NamedTuple

from ....models.mathematics import Real, select
from .state import VehicleParams

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


class Moments(NamedTuple):
    """Of a body about the axes through its middle [kg m^2]."""

    roll: float  # about the axis along it
    yaw: float  # about the vertical
    pitch: float  # about the axis across it


class Inertia(NamedTuple):
    """``inertia[6]``: moments and products in the document's axes [kg m^2]."""

    x: float
    y: float
    z: float
    xy: float
    xz: float
    yz: float


def yaw_inertia(params: VehicleParams) -> Real:
    """About the vertical [kg m^2]: as printed, the sides multiplied; right, the sum of their squares (eq. 2.12)."""
    area = params.width * params.length
    squares = params.length * params.length + params.width * params.width
    return params.mass * select(params.inertia_formula > 0.5, area, squares) / 12.0


def box_inertia(mass: float, length: float, width: float, height: float) -> Moments:
    """The moments of a block, eq. 2.12: right as printed in the document's text.

    Args:
        mass: of the block [kg].
        length: along x [m].
        width: along z [m].
        height: along y [m].
    """
    twelfth = mass / 12.0
    return Moments(
        twelfth * (width * width + height * height),
        twelfth * (length * length + width * width),
        twelfth * (length * length + height * height),
    )


def calc_inertia(mass: float, length: float, width: float, height: float) -> tuple[Inertia, Matrix]:
    """``calc_inertia`` as printed: areas for squares, products that a block does not have, a matrix not symmetric.

    Args:
        mass: of the block [kg].
        length: along x [m].
        width: along z [m].
        height: along y [m].
    """
    along, upright, across = length * height, width * length, width * height
    i = Inertia(*(mass * area / 12.0 for area in (along, upright, across)),
                *(mass * area / 2.0 for area in (across, upright, along)))  # fmt: skip
    return i, ((i.x, -i.xy, -i.xz), (-i.xy, i.y, i.yz), (-i.xz, -i.yz, i.z))


def determinant(a: Matrix) -> float:
    """``det``: right."""
    return (
        a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
        + a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2])
        + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])
    )


def calc_inverse_inertia(a: Matrix) -> Matrix:
    """``calc_inverse_inertia``: right.

    Raises:
        ZeroDivisionError: the matrix has no inverse; the document does not look.
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
