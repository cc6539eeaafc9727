"""Formations that are tighter than the gap that their vehicles keep, as ``motorpool check`` reports them."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...base.wording import counted
from ...vehicles.fleet import Fleet
from .goal_kinds import FOLLOW

TOLERANCE = 0.1  # difference of a distance and a gap up to which both are equal [m]


def tight_formations(fleets: Sequence[Fleet], vehicles: Any) -> list[str]:
    """Return a sentence for each fleet with vehicles that are closer to their leaders than their gap.

    Args:
        vehicles: vehicle table of the world of these fleets.
    """
    found, every = list[str](), cast("list[slice]", vehicles.rows)
    is_led: NDArray[np.bool_] = (vehicles.goal == FOLLOW) & (vehicles.leader >= 0)
    for fleet, rows in zip(fleets, every, strict=True):
        ids = rows.start + np.flatnonzero(is_led[rows])
        leaders = vehicles.leader[ids]
        apart = np.hypot(vehicles.x[ids] - vehicles.x[leaders], vehicles.y[ids] - vehicles.y[leaders])
        distance = apart - vehicles.front_reach[ids] - vehicles.rear_reach[leaders]
        lack = vehicles.gap[ids] - distance
        tight = int(np.count_nonzero(lack > TOLERANCE))
        if tight:
            worst = int(np.argmax(lack))
            found.append(
                f"fleet {fleet.name!r}: {counted(tight, 'vehicle')} of {ids.size} that follow start closer to their "
                f"leaders than their gap of {vehicles.gap[ids[worst]]:g} m, the closest at "
                f"{max(float(distance[worst]), 0.0):.1f} m; they stand until these are ahead: place them "
                f"{apart[worst] + lack[worst]:.1f} m apart from position to position, or choose a smaller gap"
            )
    return found
