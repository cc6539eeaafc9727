"""Get round what one ran into on the way somewhere: back off, drive aside for a while, and wider each time.

Ours; it needs no map, and where a plan is known to be clear it is not needed.
"""

import math

from ...models.mathematics import Real, floor, minimum, select

ANGLE = 0.25 * math.pi  # of the first detour, to the left; the second goes as far to the right [rad]
WIDEST = 3.0  # times that angle; then it begins again with the first
FIRST_DURATION = 2.5  # of the first [s]
MORE_DURATION = 0.75  # that each further one lasts longer [s]
DETOUR_SPEED = 5.0  # meanwhile, at most [m/s]
MOST = 60  # detours that are counted


def detour_angle(number: Real) -> Real:
    """Direction [rad] of the ``number``-th detour, counted from 1, left of the course positive."""
    pair = floor(0.5 * (number - 1.0))
    step = pair - WIDEST * floor(pair / WIDEST) + 1.0
    return ANGLE * step * select(number - 1.0 > 2.0 * pair, -1.0, 1.0)


def detour_duration(number: Real) -> Real:
    """Duration [s] of the ``number``-th detour."""
    return FIRST_DURATION + MORE_DURATION * minimum(number - 1.0, 20.0)
