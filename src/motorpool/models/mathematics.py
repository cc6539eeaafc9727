"""The vocabulary that every model is written in: one text for floats, arrays and compiled kernels.

Given Python numbers these are ``math``; given arrays they follow the array's own namespace (NumPy,
JAX, and whatever else has ``__array_namespace__``). Kernels replace them, name by name, with
polynomials on the CPU and with libdevice on CUDA. Outside these functions a model uses only
``+ - * /``, ``abs`` and comparisons.

None of them raises for a finite or infinite number: where ``math`` would, the result is NaN.
``select`` evaluates both sides, so guard the argument of a risky expression, not its result:
``select(x > 0.0, sqrt(select(x > 0.0, x, 1.0)), 0.0)`` has finite gradients, too.
"""

import math
from collections.abc import Callable
from typing import Any, TypeAlias, overload

Real: TypeAlias = float  # to readers and type checkers; at run time also an array, or a value that a compiler traces
Flag: TypeAlias = bool  # truth value, likewise; models join such values by & and |
Whole: TypeAlias = int  # whole number, likewise

PI = math.pi
TWO_PI = 2.0 * math.pi
HALF_PI = 0.5 * math.pi

_NAN = math.nan
_NUMBER: tuple[type, ...] = (float, int)  # anything else is an array


def _namespace(*values: object) -> Any:
    for value in values:
        if not isinstance(value, _NUMBER) and hasattr(value, "__array_namespace__"):
            return _namespace_of(value)
    return None


def _namespace_of(array: Any) -> Any:
    return array.__array_namespace__()


def _scalar_or_array(function: Callable[[Real], Real], name: str, value: Real) -> Real:
    """``function(value)`` for a number (NaN where it is undefined), or the array namespace's ``name``."""
    if isinstance(value, _NUMBER):
        try:
            return function(value)
        except (ValueError, OverflowError):
            return _NAN
    return getattr(_namespace_of(value), name)(value)


def sin(angle: Real) -> Real:
    """Sine of an angle [rad]."""
    return _scalar_or_array(math.sin, "sin", angle)


def cos(angle: Real) -> Real:
    """Cosine of an angle [rad]."""
    return _scalar_or_array(math.cos, "cos", angle)


def sincos(angle: Real) -> tuple[Real, Real]:
    """Sine and cosine of an angle [rad]."""
    if isinstance(angle, _NUMBER):
        try:
            return math.sin(angle), math.cos(angle)
        except ValueError:
            return _NAN, _NAN
    namespace = _namespace_of(angle)
    return namespace.sin(angle), namespace.cos(angle)


def tan(angle: Real) -> Real:
    """Tangent of an angle [rad]."""
    return _scalar_or_array(math.tan, "tan", angle)


def atan(ratio: Real) -> Real:
    """Arc tangent [rad], in [-pi/2, pi/2]."""
    return _scalar_or_array(math.atan, "atan", ratio)


def atan2(y: Real, x: Real) -> Real:
    """Angle of the vector (x, y) [rad], in [-pi, pi]; zero for the zero vector."""
    namespace = _namespace(y, x)
    if namespace is None:
        return math.atan2(y, x)
    return namespace.atan2(*_arrays(namespace, y, x))


def sqrt(value: Real) -> Real:
    """Square root; NaN for negative numbers."""
    if isinstance(value, _NUMBER):
        return math.sqrt(value) if value >= 0.0 else _NAN
    return _namespace_of(value).sqrt(value)


def exp(value: Real) -> Real:
    """Exponential; infinite where it overflows."""
    if isinstance(value, _NUMBER):
        try:
            return math.exp(value)
        except OverflowError:
            return math.inf
    return _namespace_of(value).exp(value)


def floor(value: Real) -> Real:
    """Return the largest whole number not above ``value``, as a float."""
    if isinstance(value, _NUMBER):
        return float(math.floor(value)) if math.isfinite(value) else value
    return _namespace_of(value).floor(value)


@overload
def select(condition: Flag, if_true: Whole, if_false: Whole) -> Whole: ...
@overload
def select(condition: Flag, if_true: Real, if_false: Real) -> Real: ...
def select(condition: Flag, if_true: Real, if_false: Real) -> Real:
    """``if_true`` where the condition holds, else ``if_false``; both are evaluated."""
    namespace = _namespace(condition, if_true, if_false)
    if namespace is None:
        return if_true if condition else if_false
    return namespace.where(condition, if_true, if_false)


@overload
def minimum(a: Whole, b: Whole) -> Whole: ...
@overload
def minimum(a: Real, b: Real) -> Real: ...
def minimum(a: Real, b: Real) -> Real:
    """Return the smaller of two numbers, NaN if either is."""
    namespace = _namespace(a, b)
    if namespace is None:
        return b if b < a or b != b else a
    return namespace.minimum(*_arrays(namespace, a, b))


@overload
def maximum(a: Whole, b: Whole) -> Whole: ...
@overload
def maximum(a: Real, b: Real) -> Real: ...
def maximum(a: Real, b: Real) -> Real:
    """Return the larger of two numbers, NaN if either is."""
    namespace = _namespace(a, b)
    if namespace is None:
        return b if b > a or b != b else a
    return namespace.maximum(*_arrays(namespace, a, b))


def clamp(value: Real, low: Real, high: Real) -> Real:
    """``value`` limited to [low, high]; NaN stays NaN."""
    return minimum(maximum(value, low), high)


def wrap_angle(angle: Real) -> Real:
    """Return the same direction as ``angle`` [rad], in (-pi, pi]."""
    if isinstance(angle, _NUMBER):
        if -PI < angle <= PI:
            return angle
        try:
            wrapped = math.remainder(angle, TWO_PI)
        except ValueError:
            return _NAN
        return PI if wrapped <= -PI else wrapped
    namespace = _namespace_of(angle)
    wrapped = angle - TWO_PI * namespace.ceil(angle / TWO_PI - 0.5)
    wrapped = namespace.where(wrapped <= -PI, wrapped + TWO_PI, wrapped)  # the ends, where rounding decides
    return namespace.where(wrapped > PI, PI, wrapped)


def _arrays(namespace: Any, a: Any, b: Any) -> tuple[Any, Any]:
    if isinstance(a, _NUMBER):
        a = namespace.asarray(a, dtype=b.dtype)
    if isinstance(b, _NUMBER):
        b = namespace.asarray(b, dtype=a.dtype)
    return a, b
