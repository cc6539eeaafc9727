"""Rewinding of a running world, by a copy of each simulated second of the last minute.

The copies are bounded in number and in bytes; a world too large for them keeps none.
"""

from collections import deque
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ...recording.description import other_sources

if TYPE_CHECKING:
    from ...world import World
    from ...world.world import Snapshot

INTERVAL = 1.0  # simulated, between two copies [s]
LONGEST = 60.0  # simulated, back [s]
MOST_BYTES = 256 << 20  # of all copies


class History:
    """An observer that keeps copies of a world."""

    def __init__(self, *, is_kept: bool = True) -> None:
        self._is_kept = is_kept
        self._snapshots: deque[Snapshot] = deque(maxlen=round(LONGEST / INTERVAL) + 1)
        self._is_too_large = False

    def observe(self, world: "World") -> None:
        """Keep a copy, once a simulated second."""
        if not self._is_kept or self._is_too_large or world.tick % max(1, round(INTERVAL / world.dt)):
            return
        snapshot = world.snapshot()
        self._is_too_large = size_of(snapshot) * (LONGEST / INTERVAL + 1) > MOST_BYTES
        if self._is_too_large:  # ruts grow
            self._snapshots.clear()
        else:
            self._snapshots.append(snapshot)

    def reach(self, world: "World") -> float:
        """Return the longest time by which the world may be rewound now [s]."""
        return (world.tick - self._snapshots[0].tick) * world.dt if self._snapshots else 0.0

    def refusal(self, world: "World") -> str | None:
        """Return a sentence that says why the world cannot be rewound; None if it can."""
        if any(getattr(observer, "is_recording", False) for observer in world.observers):
            return "a recording is running, which cannot go back; end it, or run without --record, to rewind"
        if foreign := other_sources(world, scripts=False):
            return f"the world has inputs that cannot be rewound: {foreign[0]}"
        if self._is_too_large:
            return f"a world of {world.count} vehicles is too large to keep copies of for rewinding"
        if not self._snapshots:
            return "the world has just begun; there is nothing to go back to yet"
        return None

    def rewind(self, world: "World", seconds: float) -> float:
        """Set the world back by about ``seconds`` [s], between two steps in the simulation's thread; returns how far.

        Raises:
            IndexError: there is no copy.
        """
        now, wanted = world.tick, world.tick - seconds / world.dt
        nearest = min(range(len(self._snapshots)), key=lambda index: abs(self._snapshots[index].tick - wanted))
        snapshot = self._snapshots[nearest]
        while self._snapshots[-1] is not snapshot:
            self._snapshots.pop()
        world.restore(snapshot)
        world.vehicles.trigger[:] = 0.0  # the trigger belonged to the step before
        return (now - snapshot.tick) * world.dt


def size_of(snapshot: Any) -> int:
    """Return the bytes of all arrays in a snapshot."""
    if isinstance(snapshot, np.ndarray):
        return snapshot.nbytes
    return sum(map(size_of, cast("tuple[Any, ...]", snapshot))) if isinstance(snapshot, tuple) else 0
