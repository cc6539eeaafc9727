"""Back a trailer along a line or to a place: the steering command for a model that guides its trailer in reverse.

The trailer's axle is taken for a vehicle of its own that drives backward: it goes along the circle that touches the
trailer and leads through a point of the line further back. The model turns its front wheels as that circle needs, and
keeps the trailer from folding up (``models.parts.hitch``): ``control_from_command`` of ``tractor-trailer`` and
``tractor-trailer/chain`` understand a steering command in reverse so, whoever gives it.

Sources: pure pursuit, as in ``pursuit``; for trailers as "virtual tractors": Morales, Martinez, Mandow and
Garcia-Cerezo, "Steering the last trailer as a virtual tractor for reversing vehicles with passive on- and off-axle
hitches", IEEE Transactions on Industrial Electronics 60 (2013).
"""

from typing import Any, NamedTuple

from ...models.mathematics import clamp, maximum, sincos, sqrt, tan, wrap_angle
from ...models.parts.hitch import tightest_curvature

LOOK_BACK = 1.5  # lengths of the trailer between its axle and the point that it aims at [1]


class Trailer(NamedTuple):
    """Pose of a trailer's axle, its length, and the tightest curvature that a command stands for."""

    x: Any  # east [m]
    y: Any  # north [m]
    yaw: Any  # counter-clockwise from east [rad]
    length: Any  # hitch to axle [m]
    tightest: Any  # curvature that a full steering command stands for [1/m]


def trailer_of(state: Any, params: Any) -> Trailer:
    """The first trailer of a ``tractor-trailer`` or of a ``tractor-trailer/chain``."""
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
    """The steering command in -1..1, left positive, that backs the trailer's axle to a place behind it.

    Args:
        trailer: pose, length and tightest curvature of the trailer.
        x, y: the place [m].
    """
    sine, cosine = sincos(trailer.yaw)
    east, north = x - trailer.x, y - trailer.y
    aside = north * cosine - east * sine
    square = east * east + north * north
    curvature = 2.0 * aside / maximum(square, 0.25 * trailer.length * trailer.length)
    return clamp(curvature / maximum(trailer.tightest, 1e-6), -1.0, 1.0)


def steer_back_along(trailer: Trailer, start_x: Any, start_y: Any, end_x: Any, end_y: Any) -> Any:
    """The same along the line through two points, from the first to the second, and on beyond it.

    Args:
        trailer: pose, length and tightest curvature of the trailer.
        start_x, start_y: first point [m].
        end_x, end_y: second point [m].
    """
    east, north = end_x - start_x, end_y - start_y
    length = maximum(sqrt(east * east + north * north), 1e-9)
    east, north = east / length, north / length
    along = (trailer.x - start_x) * east + (trailer.y - start_y) * north + LOOK_BACK * trailer.length
    return steer_back_to(trailer, start_x + along * east, start_y + along * north)
