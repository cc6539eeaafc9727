"""Plan view of a road: the reference line in the plane, of lines, arcs, spirals and cubic curves.

Each kind of curve is a function from the distance along it to its position and heading in the axes of its start: u
forward, v to the left. ``PlanView`` joins the curves of a road.

Source: ASAM OpenDRIVE 1.6, chapter 7 (Geometry), elements <line>, <arc>, <spiral>, <poly3> and <paramPoly3>.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TURN_PER_PIECE = 1.0  # of a spiral within which the quadrature is accurate to 1e-15 of the length [rad]
MOST_TURN = 200.0  # limit of the turning of a curve [rad]
PIECES_OF_CUBIC = 64  # of a cubic curve, over which its length is integrated
NEWTON_STEPS = 8
LEAST_SPEED = 1e-9  # of a cubic curve by its parameter, below which it counts as standing [m]
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
NODES, WEIGHTS = 0.5 * (_NODES + 1.0), 0.5 * _WEIGHTS  # of the Gauss-Legendre quadrature over 0..1

Floats = NDArray[np.float64]


class CurvePoints(NamedTuple):
    """Points of a curve in the axes of its start; arrays of one shape."""

    u: Floats  # forward [m]
    v: Floats  # to the left [m]
    heading: Floats  # counter-clockwise from forward [rad]


Curve = Callable[[Floats], CurvePoints]  # from distances along the curve [m]


def line(distance: Floats) -> CurvePoints:
    """Return points of a straight line (<line>).

    Args:
        distance: along the line [m].
    """
    return CurvePoints(distance, np.zeros_like(distance), np.zeros_like(distance))


def arc(distance: Floats, *, curvature: float) -> CurvePoints:
    """Return points of a circular arc (<arc>): v = s sinc(a/2) sin(a/2) with the angle a = s curvature.

    Args:
        distance: along the arc [m].
        curvature: positive to the left [1/m].
    """
    half = 0.5 * curvature * distance
    chord = distance * np.sinc(half / np.pi)
    return CurvePoints(chord * np.cos(half), chord * np.sin(half), 2.0 * half)


def spiral(distance: Floats, *, curvature_start: float, curvature_end: float, length: float) -> CurvePoints:
    """Return points of an Euler spiral (<spiral>), whose curvature changes linearly with the distance.

    The heading is s (k0 + k' s / 2); position is the integral of its cosine and sine, by Gauss-Legendre quadrature of
    16 points over pieces that turn by at most ``TURN_PER_PIECE``. In contrast to Fresnel integrals, this has no
    singularity for equal curvatures.

    Args:
        distance: along the spiral [m].
        curvature_start: at distance zero, positive to the left [1/m].
        curvature_end: at the distance ``length`` [1/m].
    """
    rate = (curvature_end - curvature_start) / length

    def direction(s: Floats) -> Floats:
        heading = s * (curvature_start + 0.5 * rate * s)
        return np.stack([np.cos(heading), np.sin(heading)])

    sharpest = max(abs(curvature_start), abs(curvature_end))
    pieces = 1 + int(sharpest * length / TURN_PER_PIECE)
    u, v = _integral(direction, distance, length=length, pieces=pieces)
    return CurvePoints(u, v, distance * (curvature_start + 0.5 * rate * distance))


def poly3(distance: Floats, *, coefficients: Floats, length: float) -> CurvePoints:
    """Return points of a cubic v(u) = a + b u + c u^2 + d u^3 (<poly3>, deprecated since 1.6).

    The distance is the length of the curve from u = 0 on, so that u is found by Newton's method.

    Args:
        distance: along the curve [m].
        coefficients: (4,): a, b, c, d.
        length: length of the curve, the upper limit of u [m].
    """
    _, b, c, d = coefficients

    def speed(u: Floats) -> Floats:
        return np.hypot(1.0, b + u * (2.0 * c + 3.0 * d * u))

    u = _parameter_at(distance, speed, end=length)
    return CurvePoints(u, _cubic(coefficients, u), np.arctan(b + u * (2.0 * c + 3.0 * d * u)))


def param_poly3(
    distance: Floats, *, u_coefficients: Floats, v_coefficients: Floats, length: float, is_normalized: bool
) -> CurvePoints:
    """Return points of a parametric cubic curve u(p), v(p) (<paramPoly3>).

    With ``pRange="arcLength"``, p is the distance. With ``pRange="normalized"``, p goes from 0 to 1, and is found from
    the fraction of the curve's length, so that positions along the road are lengths of the reference line.

    Args:
        distance: along the curve [m].
        u_coefficients: (4,): a, b, c, d of u(p) [m].
        v_coefficients: (4,): a, b, c, d of v(p) [m].
        is_normalized: range of p is 0 to 1 rather than 0 to ``length``.
    """

    def speed(p: Floats) -> Floats:
        return np.hypot(_cubic_slope(u_coefficients, p), _cubic_slope(v_coefficients, p))

    p = distance
    if is_normalized:
        whole = float(_integral(lambda p: speed(p)[None], np.ones(1), length=1.0, pieces=PIECES_OF_CUBIC)[0, 0])
        p = distance / length
        if whole > LEAST_SPEED:
            p = _parameter_at(p * whole, speed, end=1.0)
    heading = np.arctan2(_cubic_slope(v_coefficients, p), _cubic_slope(u_coefficients, p))
    return CurvePoints(_cubic(u_coefficients, p), _cubic(v_coefficients, p), heading)


def _cubic(coefficients: Floats, p: Floats) -> Floats:
    a, b, c, d = coefficients
    return a + p * (b + p * (c + p * d))


def _cubic_slope(coefficients: Floats, p: Floats) -> Floats:
    _, b, c, d = coefficients
    return b + p * (2.0 * c + p * 3.0 * d)


def _integral(function: Callable[[Floats], Floats], ends: Floats, *, length: float, pieces: int) -> Floats:
    """Return the integrals of a function with k values from zero to each end; shape (k, ends).

    The range from zero to ``length`` is divided into equal pieces; an end beyond it belongs to the last one.
    """
    step = length / pieces
    knots = step * np.arange(pieces)
    whole = np.cumsum(step * function(knots[:, None] + step * NODES) @ WEIGHTS, axis=-1)
    before = np.concatenate([np.zeros((len(whole), 1)), whole], axis=-1)
    index = np.clip((ends / step).astype(np.intp), 0, pieces - 1)
    rest = ends - knots[index]
    return before[:, index] + rest * (function(knots[index][:, None] + rest[:, None] * NODES) @ WEIGHTS)


def _parameter_at(distance: Floats, speed: Callable[[Floats], Floats], *, end: float) -> Floats:
    """Return the parameters at which the length of a curve from parameter zero is the distance, up to ``end``.

    Args:
        speed: length per parameter, at parameters.
    """
    knots = np.linspace(0.0, end, PIECES_OF_CUBIC + 1)
    lengths = _integral(lambda p: speed(p)[None], knots, length=end, pieces=PIECES_OF_CUBIC)[0]
    found = np.interp(distance, lengths, knots)
    for _ in range(NEWTON_STEPS):
        error = _integral(lambda p: speed(p)[None], found, length=end, pieces=PIECES_OF_CUBIC)[0] - distance
        found = np.clip(found - error / np.maximum(speed(found), LEAST_SPEED), 0.0, end)
    return found


@dataclass(frozen=True, eq=False)
class Geometry:
    """One curve of a reference line."""

    start: float  # distance along the road [m]
    x: float  # of its first point [m]
    y: float  # [m]
    heading: float  # at its first point, counter-clockwise from east [rad]
    length: float  # [m]
    curve: Curve


@dataclass(frozen=True, eq=False)
class PlanView:
    """Reference line of a road in the plane."""

    geometries: tuple[Geometry, ...]  # by their starts

    @property
    def length(self) -> float:
        """Return the distance of the last point along the road [m]."""
        return self.geometries[-1].start + self.geometries[-1].length

    @cached_property
    def starts(self) -> Floats:
        """Return the starts of the curves [m]."""
        return np.array([geometry.start for geometry in self.geometries])

    @property
    def largest_gap(self) -> float:
        """Return the largest distance between the end of a curve and the beginning of the next one [m]."""
        gaps = [0.0]
        for before, after in zip(self.geometries, self.geometries[1:], strict=False):
            x, y, _ = _points_of(before, np.array([after.start]))
            gaps.append(float(np.hypot(x[0] - after.x, y[0] - after.y)))
        return max(gaps)

    def points(self, s: Floats) -> tuple[Floats, Floats, Floats]:
        """Return x [m], y [m] and the heading [rad] at distances along the road [m]; shapes as ``s``, (points,)."""
        if len(self.geometries) == 1:
            return _points_of(self.geometries[0], s)
        index = np.clip(np.searchsorted(self.starts, s, side="right") - 1, 0, None)
        order = np.argsort(index, kind="stable")
        ends: NDArray[np.intp] = np.cumsum(np.bincount(index, minlength=len(self.geometries)))
        x, y, heading = np.empty_like(s), np.empty_like(s), np.empty_like(s)
        numbers: list[int] = np.unique(index).tolist()
        for number in numbers:
            chosen = order[ends[number - 1] if number else 0 : ends[number]]
            x[chosen], y[chosen], heading[chosen] = _points_of(self.geometries[number], s[chosen])
        return x, y, heading

    def moved(self, *, angle: float, x: float, y: float) -> "PlanView":
        """Return the line turned about the origin by an angle [rad], and then moved [m]."""
        cosine, sine = np.cos(angle), np.sin(angle)
        return PlanView(
            tuple(
                replace(
                    each,
                    x=float(cosine * each.x - sine * each.y + x),
                    y=float(sine * each.x + cosine * each.y + y),
                    heading=each.heading + angle,
                )
                for each in self.geometries
            )
        )


def _points_of(geometry: Geometry, s: Floats) -> tuple[Floats, Floats, Floats]:
    u, v, heading = geometry.curve(s - geometry.start)
    cosine, sine = np.cos(geometry.heading), np.sin(geometry.heading)
    return geometry.x + cosine * u - sine * v, geometry.y + sine * u + cosine * v, geometry.heading + heading
