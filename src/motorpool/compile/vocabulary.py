"""The vocabulary of ``models.mathematics`` in compiled code on the CPU: branch-free polynomials.

LLVM turns a loop over these into SIMD; a call to the C library's ``sin`` would stop that. An angle is
reduced to r in [-pi/2, pi/2] by subtracting n pi in three parts (Cody and Waite); then
sin = (-1)^n (r + r^3 S(r^2)) and cos = (-1)^n (1 - r^2/2 + r^4 C(r^2)). An arc tangent is reduced to
|r| <= tan(pi/8), then atan = r + r^3 A(r^2).

Absolute errors, measured against mpmath by the tests: sin and cos 4e-16 for |angle| < 1e6 rad (float32:
2e-7 for |angle| < 1e3 rad), atan 3e-16 (2e-7), atan2 5e-16 (3e-7). Beyond those angles the error grows with
the angle, until the results mean nothing: they are then not even limited by 1. Zeros have no sign here, and
the angle of a vector with two infinite components is NaN. exp is 2^n exp(r) with |r| <= ln(2)/2 and
exp(r) = 1 + r + r^2 E(r), to two units in the last place.

Each function is plain Python on one float type. ``specialise`` compiles it, exchanges the names it
imports from ``models.mathematics`` for their counterparts here, and types its literals.

Coefficients: ``tools/generated/minimax.py``. Source: Cody and Waite, "Software Manual for the Elementary
Functions" (1980); Muller, "Elementary Functions", 3rd ed., chapters 3 and 11.
"""

import math
from typing import Any

import numpy as np

from ..models import mathematics
from ..models.mathematics import atan, maximum, minimum, select, sincos


def _sincos_double(angle: Any) -> Any:
    turns = np.rint(angle * 0.3183098861837907)
    r = ((angle - turns * 3.1415926534682512) - turns * 1.2154201012607932e-10) - turns * 4.044532497591901e-21
    half = turns * 0.5
    sign = 1.0 - 4.0 * (half - np.floor(half))
    t = r * r
    s = -7.642425229092812e-13 + t * 2.7158482021711677e-15
    s = 1.6058915074925684e-10 + t * s
    s = -2.5052106309659862e-08 + t * s
    s = 2.755731920391461e-06 + t * s
    s = -0.00019841269841158036 + t * s
    s = 0.008333333333333012 + t * s
    s = -0.16666666666666663 + t * s
    c = 4.777116707328046e-14 + t * -1.5142465691193055e-16
    c = -1.1470681209705338e-11 + t * c
    c = 2.0876755937510105e-09 + t * c
    c = -2.755731921357343e-07 + t * c
    c = 2.4801587301526617e-05 + t * c
    c = -0.00138888888888887 + t * c
    c = 0.041666666666666664 + t * c
    return sign * (r + r * t * s), sign * (1.0 - (0.5 * t - t * t * c))


def _sincos_single(angle: Any) -> Any:
    turns = np.rint(angle * 0.3183098861837907)
    r = ((angle - turns * 3.140625) - turns * 0.0009670257568359375) - turns * 6.278329465203569e-07
    half = turns * 0.5
    sign = 1.0 - 4.0 * (half - np.floor(half))
    t = r * r
    s = -0.00019807417993433774 + t * 2.603430175440735e-06
    s = 0.008333015255630016 + t * s
    s = -0.16666656732559204 + t * s
    c = 2.477379166521132e-05 + t * -2.6279826670361217e-07
    c = -0.0013888644753023982 + t * c
    c = 0.0416666604578495 + t * c
    return sign * (r + r * t * s), sign * (1.0 - (0.5 * t - t * t * c))


def _sin(angle: Any) -> Any:
    return sincos(angle)[0]


def _cos(angle: Any) -> Any:
    return sincos(angle)[1]


def _tan(angle: Any) -> Any:
    sine, cosine = sincos(angle)
    return sine / cosine


def _reduce_atan(size: Any) -> Any:
    """(r, offset) with atan(size) = offset + atan(r) and |r| <= tan(pi/8), for size >= 0."""
    is_large = size > 2.414213562373095
    is_middle = size > 0.41421356237309503
    r = select(is_large, -1.0 / select(is_large, size, 1.0), select(is_middle, (size - 1.0) / (size + 1.0), size))
    offset = select(is_large, 1.5707963267948966, select(is_middle, 0.7853981633974483, 0.0))
    return r, offset


def _atan_double(ratio: Any) -> Any:
    r, offset = _reduce_atan(abs(ratio))
    t = r * r
    a = 0.03782203972147543 + t * -0.017668954706459673
    a = -0.050285848496102535 + t * a
    a = 0.05845191218224189 + t * a
    a = -0.06662678147862072 + t * a
    a = 0.07692016465283785 + t * a
    a = -0.09090894823035395 + t * a
    a = 0.11111110658039351 + t * a
    a = -0.1428571427697938 + t * a
    a = 0.19999999999909843 + t * a
    a = -0.3333333333333297 + t * a
    angle = offset + (r + r * t * a)
    return select(ratio < 0.0, -angle, angle)


def _atan_single(ratio: Any) -> Any:
    r, offset = _reduce_atan(abs(ratio))
    t = r * r
    a = -0.13978330790996552 + t * 0.0839049369096756
    a = 0.19986745715141296 + t * a
    a = -0.33333179354667664 + t * a
    angle = offset + (r + r * t * a)
    return select(ratio < 0.0, -angle, angle)


def _atan2(y: Any, x: Any) -> Any:
    is_steep = abs(y) > abs(x)
    longer = select(is_steep, abs(y), abs(x))
    shorter = select(is_steep, abs(x), abs(y))
    angle = atan(shorter / select(longer == 0.0, 1.0, longer))
    angle = select(is_steep, 1.5707963267948966 - angle, angle)
    angle = select(x < 0.0, 3.141592653589793 - angle, angle)
    return select(y < 0.0, -angle, angle)


def _sqrt(value: Any) -> Any:
    return np.sqrt(value)


def _exp_double(value: Any) -> Any:
    # 2^n in two factors, each made from its bits: n alone does not fit an exponent near overflow and zero.
    turns = _turns_of_exp(minimum(maximum(value, -746.0), 710.0))
    r = (minimum(maximum(value, -746.0), 710.0) - turns * 0.6931471803691238) - turns * 1.9082149292705877e-10
    e = 2.762007662442708e-07 + r * 2.5110030183863242e-08
    e = 2.7557242375011287e-06 + r * e
    e = 2.480152132084093e-05 + r * e
    e = 0.00019841269886569933 + r * e
    e = 0.0013888888917197684 + r * e
    e = 0.008333333333322212 + r * e
    e = 0.04166666666662416 + r * e
    e = 0.16666666666666674 + r * e
    e = 0.5000000000000001 + r * e
    half = np.floor(turns * 0.5)
    first = np.int64((np.int64(half) + 1023) << 52).view(np.float64)
    second = np.int64((np.int64(turns - half) + 1023) << 52).view(np.float64)
    return (1.0 + (r + r * r * e)) * first * second


def _exp_single(value: Any) -> Any:
    turns = _turns_of_exp(minimum(maximum(value, -104.0), 89.0))
    r = (minimum(maximum(value, -104.0), 89.0) - turns * 0.693145751953125) - turns * 1.428606765330187e-06
    e = 0.008363177068531513 + r * 0.0013941109646111727
    e = 0.04166637361049652 + r * e
    e = 0.16666576266288757 + r * e
    e = 0.5 + r * e
    half = np.floor(turns * 0.5)
    first = np.int32((np.int32(half) + 127) << 23).view(np.float32)
    second = np.int32((np.int32(turns - half) + 127) << 23).view(np.float32)
    return (1.0 + (r + r * r * e)) * first * second


def _turns_of_exp(value: Any) -> Any:
    """Return the n of exp(value) = 2^n exp(r) with |r| <= ln(2) / 2; 0 for NaN, which is no integer."""
    turns = np.rint(value * 1.4426950408889634)
    return select(turns == turns, turns, 0.0)


def _floor(value: Any) -> Any:
    return np.floor(value)


def _select(condition: Any, if_true: Any, if_false: Any) -> Any:
    return if_true if condition else if_false


def _minimum(a: Any, b: Any) -> Any:
    return b if b < a or b != b else a


def _maximum(a: Any, b: Any) -> Any:
    return b if b > a or b != b else a


def _clamp(value: Any, low: Any, high: Any) -> Any:
    return minimum(maximum(value, low), high)


def _wrap_angle(angle: Any) -> Any:
    return _within_half_a_turn(angle - 6.283185307179586 * np.ceil(angle * 0.15915494309189535 - 0.5))


def _within_half_a_turn(wrapped: Any) -> Any:
    """Return an angle that is wrapped but for rounding, in (-pi, pi]."""
    return select(wrapped <= -3.141592653589793, 3.141592653589793, minimum(wrapped, 3.141592653589793))


_SHARED = {
    mathematics.sin: _sin,
    mathematics.cos: _cos,
    mathematics.tan: _tan,
    mathematics.atan2: _atan2,
    mathematics.sqrt: _sqrt,
    mathematics.floor: _floor,
    mathematics.select: _select,
    mathematics.minimum: _minimum,
    mathematics.maximum: _maximum,
    mathematics.clamp: _clamp,
    mathematics.wrap_angle: _wrap_angle,
}

# What each name becomes on the CPU, by the float type of the columns.
CPU = {
    "float64": _SHARED
    | {mathematics.sincos: _sincos_double, mathematics.atan: _atan_double, mathematics.exp: _exp_double},
    "float32": _SHARED
    | {mathematics.sincos: _sincos_single, mathematics.atan: _atan_single, mathematics.exp: _exp_single},
}


def _cuda_sincos(angle: Any) -> Any:
    return math.sin(angle), math.cos(angle)


def _cuda_atan(ratio: Any) -> Any:
    return math.atan(ratio)


def _cuda_sqrt(value: Any) -> Any:
    return math.sqrt(value)


def _cuda_exp(value: Any) -> Any:
    return math.exp(value)


def _rounded_double(value: Any) -> Any:
    """The nearest whole number for |value| < 2^51, by the rounding of an addition (CUDA's ``ceil`` gives integers)."""
    return (value + 6755399441055744.0) - 6755399441055744.0


def _rounded_single(value: Any) -> Any:
    """Return the nearest whole number for |value| < 2^22."""
    return (value + 12582912.0) - 12582912.0


def _rounded(value: Any) -> Any:
    """Stands for one of the two above; exchanged like the names of ``models.mathematics``."""
    return np.rint(value)


def _cuda_floor(value: Any) -> Any:
    whole = _rounded(value)
    return select(whole > value, whole - 1.0, whole)


def _cuda_wrap_angle(angle: Any) -> Any:
    wrapped = angle - 6.283185307179586 * _rounded(angle * 0.15915494309189535)
    return _within_half_a_turn(wrapped)


_CUDA_SHARED = _SHARED | {
    mathematics.sincos: _cuda_sincos,
    mathematics.atan: _cuda_atan,
    mathematics.sqrt: _cuda_sqrt,
    mathematics.exp: _cuda_exp,
    mathematics.floor: _cuda_floor,
    mathematics.wrap_angle: _cuda_wrap_angle,
}

# On CUDA ``math`` is libdevice: exact enough, and nothing there needs to vectorise.
CUDA = {
    "float64": _CUDA_SHARED | {_rounded: _rounded_double},
    "float32": _CUDA_SHARED | {_rounded: _rounded_single},
}
