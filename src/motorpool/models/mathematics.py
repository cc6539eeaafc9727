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
from typing import Any

PI = math.pi
TWO_PI = 2.0 * math.pi
HALF_PI = 0.5 * math.pi

_NAN = math.nan


def _namespace(*values: Any) -> Any:
    """The array namespace of the first array among ``values``, or None when all are plain numbers."""
    for value in values:
        if not isinstance(value, (float, int)) and hasattr(value, "__array_namespace__"):
            return value.__array_namespace__()
    return None


def _scalar_or_array(function: Any, name: str, value: Any) -> Any:
    """``function(value)`` for a number (NaN where it is undefined), or the array namespace's ``name``."""
    if isinstance(value, (float, int)):
        try:
            return function(value)
        except (ValueError, OverflowError):
            return _NAN
    return getattr(value.__array_namespace__(), name)(value)


def sin(angle: Any) -> Any:
    """Sine of an angle [rad]."""
    return _scalar_or_array(math.sin, "sin", angle)


def cos(angle: Any) -> Any:
    """Cosine of an angle [rad]."""
    return _scalar_or_array(math.cos, "cos", angle)


def sincos(angle: Any) -> tuple[Any, Any]:
    """Sine and cosine of an angle [rad]."""
    if isinstance(angle, (float, int)):
        try:
            return math.sin(angle), math.cos(angle)
        except ValueError:
            return _NAN, _NAN
    namespace = angle.__array_namespace__()
    return namespace.sin(angle), namespace.cos(angle)


def tan(angle: Any) -> Any:
    """Tangent of an angle [rad]."""
    return _scalar_or_array(math.tan, "tan", angle)


def atan(ratio: Any) -> Any:
    """Arc tangent [rad], in [-pi/2, pi/2]."""
    return _scalar_or_array(math.atan, "atan", ratio)


def atan2(y: Any, x: Any) -> Any:
    """Angle of the vector (x, y) [rad], in [-pi, pi]; zero for the zero vector."""
    namespace = _namespace(y, x)
    if namespace is None:
        return math.atan2(y, x)
    return namespace.atan2(*_arrays(namespace, y, x))


def sqrt(value: Any) -> Any:
    """Square root; NaN for negative numbers."""
    if isinstance(value, (float, int)):
        return math.sqrt(value) if value >= 0.0 else _NAN
    return value.__array_namespace__().sqrt(value)


def exp(value: Any) -> Any:
    """Exponential; infinite where it overflows."""
    if isinstance(value, (float, int)):
        try:
            return math.exp(value)
        except OverflowError:
            return math.inf
    return value.__array_namespace__().exp(value)


def floor(value: Any) -> Any:
    """The largest whole number not above ``value``, as a float."""
    if isinstance(value, (float, int)):
        return float(math.floor(value)) if math.isfinite(value) else value
    return value.__array_namespace__().floor(value)


def select(condition: Any, if_true: Any, if_false: Any) -> Any:
    """``if_true`` where the condition holds, else ``if_false``; both are evaluated.

    Args:
        condition: a truth value, or an array of them.
        if_true: number or array.
        if_false: number or array.
    """
    namespace = _namespace(condition, if_true, if_false)
    if namespace is None:
        return if_true if condition else if_false
    return namespace.where(condition, if_true, if_false)


def minimum(a: Any, b: Any) -> Any:
    """The smaller of two numbers, NaN if either is."""
    namespace = _namespace(a, b)
    if namespace is None:
        return b if b < a or b != b else a
    return namespace.minimum(*_arrays(namespace, a, b))


def maximum(a: Any, b: Any) -> Any:
    """The larger of two numbers, NaN if either is."""
    namespace = _namespace(a, b)
    if namespace is None:
        return b if b > a or b != b else a
    return namespace.maximum(*_arrays(namespace, a, b))


def clamp(value: Any, low: Any, high: Any) -> Any:
    """``value`` limited to [low, high]; NaN stays NaN.

    Args:
        value: number or array.
        low: least, at most ``high``.
        high: greatest.
    """
    return minimum(maximum(value, low), high)


def wrap_angle(angle: Any) -> Any:
    """The same direction as ``angle`` [rad], in (-pi, pi]."""
    if isinstance(angle, (float, int)):
        if -PI < angle <= PI:
            return angle
        try:
            wrapped = math.remainder(angle, TWO_PI)
        except ValueError:
            return _NAN
        return PI if wrapped <= -PI else wrapped
    namespace = angle.__array_namespace__()
    wrapped = angle - TWO_PI * namespace.ceil(angle / TWO_PI - 0.5)
    wrapped = namespace.where(wrapped <= -PI, wrapped + TWO_PI, wrapped)  # the ends, where rounding decides
    return namespace.where(wrapped > PI, PI, wrapped)


def _arrays(namespace: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """Both values as arrays of the array's own type (the array standard takes no bare numbers here)."""
    if isinstance(a, (float, int)):
        a = namespace.asarray(a, dtype=b.dtype)
    if isinstance(b, (float, int)):
        b = namespace.asarray(b, dtype=a.dtype)
    return a, b
