"""Dual numbers: values with a derivative, for compiled steps that are differentiated in one direction.

A model's step, specialised with this vocabulary, takes ``Dual`` inputs and returns ``Dual`` results (forward mode). If
one input has the derivative 1 and all others have 0, the derivatives of the results are those by that input. The values
are computed as in the step itself. At a corner (``minimum``, ``abs``, a branch) the derivative is that of the side on
which the value lies.

Source: Griewank and Walther, "Evaluating Derivatives", 2nd ed. (2008), chapter 3.
"""

from collections.abc import Mapping
from functools import cache
from types import FunctionType
from typing import Any, ClassVar

from ..models import mathematics
from ..models.mathematics import select
from .specialise import Specialiser
from .vocabulary import CPU


class Dual:
    """Number and its derivative.

    Compiled code takes it as a structure with operators, see ``form.values``.

    Attributes:
        value: number.
        slope: its derivative.
    """

    __slots__ = ("slope", "value")
    _fields: ClassVar[tuple[str, ...]] = ("value", "slope")
    _field_defaults: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, value: float, slope: float):
        self.value, self.slope = value, slope

    @staticmethod
    def of_number(number: float) -> "Dual":
        """Return a number that is constant along the direction."""
        return Dual(number, 0.0)

    def __add__(self, other: "Dual | float") -> "Dual":
        return (
            Dual(self.value + other.value, self.slope + other.slope)
            if isinstance(other, Dual)
            else Dual(self.value + other, self.slope)
        )

    def __radd__(self, other: float) -> "Dual":
        return Dual(other + self.value, self.slope)

    def __sub__(self, other: "Dual | float") -> "Dual":
        return (
            Dual(self.value - other.value, self.slope - other.slope)
            if isinstance(other, Dual)
            else Dual(self.value - other, self.slope)
        )

    def __rsub__(self, other: float) -> "Dual":
        return Dual(other - self.value, -self.slope)

    def __mul__(self, other: "Dual | float") -> "Dual":
        return (
            Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)
            if isinstance(other, Dual)
            else Dual(self.value * other, self.slope * other)
        )

    def __rmul__(self, other: float) -> "Dual":
        return Dual(other * self.value, other * self.slope)

    def __truediv__(self, other: "Dual | float") -> "Dual":
        return _quotient(self, other) if isinstance(other, Dual) else Dual(self.value / other, self.slope / other)

    def __rtruediv__(self, other: float) -> "Dual":
        return _over(other / self.value, self)

    def __neg__(self) -> "Dual":
        return Dual(-self.value, -self.slope)

    def __abs__(self) -> "Dual":
        return Dual(abs(self.value), -self.slope if self.value < 0.0 else self.slope)

    def __lt__(self, other: "Dual | float") -> bool:
        return self.value < value_of(other)

    def __le__(self, other: "Dual | float") -> bool:
        return self.value <= value_of(other)

    def __gt__(self, other: "Dual | float") -> bool:
        return self.value > value_of(other)

    def __ge__(self, other: "Dual | float") -> bool:
        return self.value >= value_of(other)

    def __eq__(self, other: object) -> bool:
        return self.value == value_of(other)

    def __ne__(self, other: object) -> bool:
        return self.value != value_of(other)

    __hash__ = None  # pyright: ignore[reportAssignmentType]


def value_of(number: Any) -> Any:
    """Return the value of a dual number, or a plain number as it is."""
    return number.value if isinstance(number, Dual) else number


def slope_of(number: Any) -> Any:
    """Return the derivative of a dual number; 0 for a plain number."""
    return number.slope if isinstance(number, Dual) else 0.0


def _quotient(one: Dual, other: Dual) -> Dual:
    ratio = one.value / other.value
    return Dual(ratio, (one.slope - ratio * other.slope) / other.value)


def _over(ratio: float, below: Dual) -> Dual:
    return Dual(ratio, -ratio * below.slope / below.value)


def _plain(function: Any) -> Any:
    return CPU["float64"][function]


_plain_sincos, _plain_atan, _plain_exp = map(_plain, (mathematics.sincos, mathematics.atan, mathematics.exp))
_plain_atan2, _plain_sqrt = map(_plain, (mathematics.atan2, mathematics.sqrt))
_plain_floor, _plain_wrap_angle = map(_plain, (mathematics.floor, mathematics.wrap_angle))


def _sincos(angle: Any) -> Any:
    return _sincos_along(angle) if isinstance(angle, Dual) else _plain_sincos(angle)


def _sincos_along(angle: Dual) -> tuple[Dual, Dual]:
    sine, cosine = _plain_sincos(angle.value)
    return Dual(sine, cosine * angle.slope), Dual(cosine, -sine * angle.slope)


def _atan(ratio: Any) -> Any:
    return _atan_along(ratio) if isinstance(ratio, Dual) else _plain_atan(ratio)


def _atan_along(ratio: Dual) -> Dual:
    return Dual(_plain_atan(ratio.value), ratio.slope / (1.0 + ratio.value * ratio.value))


def _atan2(y: Any, x: Any) -> Any:
    angle = _plain_atan2(value_of(y), value_of(x))
    return _angle_along(angle, y, x) if isinstance(y + x, Dual) else angle


def _angle_along(angle: float, y: Any, x: Any) -> Dual:
    """Return the angle of a vector, with the derivative 0 for the zero vector."""
    square = value_of(x) * value_of(x) + value_of(y) * value_of(y)
    turned = value_of(x) * slope_of(y) - value_of(y) * slope_of(x)
    return Dual(angle, turned / select(square > 0.0, square, 1.0))


def _sqrt(value: Any) -> Any:
    return _sqrt_along(value) if isinstance(value, Dual) else _plain_sqrt(value)


def _sqrt_along(value: Dual) -> Dual:
    root = _plain_sqrt(value.value)
    return Dual(root, 0.5 * value.slope / root)


def _exp(value: Any) -> Any:
    return _exp_along(value) if isinstance(value, Dual) else _plain_exp(value)


def _exp_along(value: Dual) -> Dual:
    power = _plain_exp(value.value)
    return Dual(power, power * value.slope)


def _floor(value: Any) -> Any:
    return _plain_floor(value_of(value))


def _wrap_angle(angle: Any) -> Any:
    return Dual(_plain_wrap_angle(angle.value), angle.slope) if isinstance(angle, Dual) else _plain_wrap_angle(angle)


# What each name becomes; the functions that are not here are written in these and in operators.
DUAL: Mapping[Any, Any] = {
    **CPU["float64"],
    mathematics.sincos: _sincos,
    mathematics.atan: _atan,
    mathematics.atan2: _atan2,
    mathematics.sqrt: _sqrt,
    mathematics.exp: _exp,
    mathematics.floor: _floor,
    mathematics.wrap_angle: _wrap_angle,
}

# Methods of the class, by name: a part of a kernel's fingerprint.
METHODS = {name: member for name in vars(Dual) if isinstance(member := getattr(Dual, name), FunctionType)}


@cache
def dual_copies() -> Specialiser:
    """Return the copies of functions that take dual numbers, plain ones, or both."""
    return Specialiser(DUAL, "float64", lambda function: function)
