"""Overlap of two vehicles: rectangles on the ground, by separating axes. Scalar functions for compiled kernels.

Source: Ericson, "Real-Time Collision Detection" (2005), section 4.4.1, in the plane.
"""

from ...models.mathematics import sincos


def overlap(
    dx: float, dy: float, yaw: float, half_length: float, half_width: float,
    other_yaw: float, other_half_length: float, other_half_width: float,
) -> bool:  # fmt: skip
    """Return whether two rectangles overlap by more than an edge.

    Args:
        dx, dy: from the first centre to the second, east and north [m]; yaws are counter-clockwise from east [rad].
        half_length, half_width: half of the sides of the first rectangle; likewise of the second one [m].
    """
    sine, cosine = sincos(yaw)
    other_sine, other_cosine = sincos(other_yaw)
    along, across = abs(cosine * other_cosine + sine * other_sine), abs(sine * other_cosine - cosine * other_sine)
    return (
        abs(dx * cosine + dy * sine) < half_length + other_half_length * along + other_half_width * across
        and abs(dy * cosine - dx * sine) < half_width + other_half_length * across + other_half_width * along
        and abs(dx * other_cosine + dy * other_sine) < other_half_length + half_length * along + half_width * across
        and abs(dy * other_cosine - dx * other_sine) < other_half_width + half_length * across + half_width * along
    )
