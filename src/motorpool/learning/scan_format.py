"""Arguments of scans as observations, with their ranges; tasks and sensors give them the same names."""

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from ..models.fields import NonNegative, Positive, Range
from ..vehicles.sensor_kinds import Beams, Offset

Angle = Annotated[float, Range(low=-2.0 * math.pi, high=2.0 * math.pi, words="in -360..360 degrees")]


class Scan2d(NamedTuple):
    """Range of each beam of a planar laser scanner on the vehicle; ``max_range`` without a return."""

    beams: Beams  # number of beams, each of which is an entry [1]
    first_angle: Angle  # of the first beam, counter-clockwise from the vehicle's heading [rad]
    last_angle: Angle  # of the last beam [rad]
    max_range: Positive  # a longer distance is no return [m]
    min_range: NonNegative = 0.0  # distance at which beams begin; a solid there is measured at this distance [m]
    x: Offset = 0.0  # of the scanner, ahead of the vehicle's reference point [m]
    y: Offset = 0.0  # to the left of it [m]
    z: Offset = 1.0  # above it [m]
    yaw: Angle = 0.0  # added to the angles of all beams [rad]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each range [m]

    @property
    def angles(self) -> NDArray[np.float64]:
        """Angles of the beams in the vehicle's x-y plane (beams,) [rad]."""
        return self.yaw + np.linspace(self.first_angle, self.last_angle, int(self.beams))


OPTIONAL = frozenset(Scan2d._field_defaults)


def range_problems(given: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yield the name of each argument that is out of range, and the words for the allowed values.

    Args:
        given: arguments in SI, by name; those that are not given are not checked.
    """
    hints: dict[str, Any] = get_type_hints(Scan2d, include_extras=True)
    for name, value in given.items():
        allowed = next(each for each in hints[name].__metadata__ if isinstance(each, Range))
        if not allowed.contains(value) or (name == "beams" and value != int(value)):
            yield name, allowed.words
    if given.get("min_range", 0.0) > given.get("max_range", math.inf):
        yield "min_range", "at most max_range"
