"""Trailer reversing: the steering command that backs a trailer along a line or to a point.

The axle of the trailer is treated as a vehicle that drives backward, on the circle that is tangent to the trailer and
contains a point of the line farther back. ``control_from_command`` of ``tractor-trailer`` and ``tractor-trailer/chain``
takes a steering command in reverse as the curvature of that circle; the model turns its front wheels accordingly and
prevents a jack-knife (``models.parts.hitch``).

Sources: pure pursuit, as in ``pursuit``; for trailers as "virtual tractors": Morales, Martinez, Mandow and
Garcia-Cerezo, "Steering the last trailer as a virtual tractor for reversing vehicles with passive on- and off-axle
hitches", IEEE Transactions on Industrial Electronics 60 (2013).
"""

from typing import Any, NamedTuple

from ...models.mathematics import clamp, maximum, sincos, sqrt, tan, wrap_angle
from ...models.parts.hitch import tightest_curvature

LOOK_BACK = 1.5  # lookahead distance over the length of the trailer; smaller values make it weave [1]


class Trailer(NamedTuple):
    """Pose of a trailer's axle, its length, and the curvature for a full steering command."""

    x: Any  # east [m]
    y: Any  # north [m]
    yaw: Any  # counter-clockwise from east [rad]
    length: Any  # hitch to axle [m]
    tightest: Any  # curvature for a full steering command [1/m]


def trailer_of(state: Any, params: Any) -> Trailer:
    """Return the first trailer of a ``tractor-trailer`` or of a ``tractor-trailer/chain``."""
    sine, cosine = sincos(state.yaw)
    yaw = wrap_angle(state.yaw + state.hitch_angle)
    far_sine, far_cosine = sincos(yaw)
    wheelbase = params.front_axle_offset + params.rear_axle_offset
    offset = params.hitch_offset - params.rear_axle_offset
    return Trailer(
        state.x - params.hitch_offset * cosine - params.trailer_length * far_cosine,
        state.y - params.hitch_offset * sine - params.trailer_length * far_sine,
        yaw,
        params.trailer_length,
        tightest_curvature(tan(params.max_steer_angle) / wheelbase, offset, params.trailer_length),
    )


def steer_back_to(trailer: Trailer, x: Any, y: Any) -> Any:
    """Return the steering command in -1..1, left positive, that backs the trailer's axle to a point [m] behind it."""
    sine, cosine = sincos(trailer.yaw)
    east, north = x - trailer.x, y - trailer.y
    aside = north * cosine - east * sine
    square = east * east + north * north
    curvature = 2.0 * aside / maximum(square, 0.25 * trailer.length * trailer.length)
    return clamp(curvature / maximum(trailer.tightest, 1e-6), -1.0, 1.0)


def steer_back_along(trailer: Trailer, start_x: Any, start_y: Any, end_x: Any, end_y: Any) -> Any:
    """Return the steering command that backs the trailer along the line from one point [m] to another and beyond it."""
    east, north = end_x - start_x, end_y - start_y
    length = maximum(sqrt(east * east + north * north), 1e-9)
    east, north = east / length, north / length
    along = (trailer.x - start_x) * east + (trailer.y - start_y) * north + LOOK_BACK * trailer.length
    return steer_back_to(trailer, start_x + along * east, start_y + along * north)
