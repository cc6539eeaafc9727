"""Bodies: how vehicles sit above the ground under them, and when they take off, land, fall over or jack-knife.

The ground gives every vehicle its height and attitude; a model with springs adds heave, pitch and roll, and the tip of
a vehicle that rolls onto its side. What is new since the last step is an event.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import Status
from ...fleet import Fleet
from ..model_switching.component import Twins
from ..vehicle_table import Roster

TOOK_OFF, LANDED, LIFTED, SET_DOWN, FELL_OVER, RIGHTED, JACK_KNIFED, UNFOLDED = range(8)
WORDS = (
    "took off", "landed", "lifted its wheels", "set them down", "fell over", "was righted", "jack-knifed", "unfolded",
)  # fmt: skip

AIRBORNE, LIFTING, FALLEN, FOLDED = np.array([1, 2, 4, 8], np.int8)  # conditions, as bits
_CONDITIONS = ((AIRBORNE, TOOK_OFF), (LIFTING, LIFTED), (FALLEN, FELL_OVER), (FOLDED, JACK_KNIFED))
LEAST_FLIGHT = 0.05  # above its height at rest, below which a light spring is no flight [m]
LEAST_LIFT = 0.02  # of the tip, from which on wheels are off the ground for people to see [rad]
ON_ITS_SIDE = 1.3  # of the tip, beyond the balance of all but the flattest vehicle: nothing brings it back [rad]

Floats = NDArray[np.float64]
Sprung = tuple[Any, Any, Any]  # state columns of a model with springs, rows there, and the ids of their vehicles


class Upsets(NamedTuple):
    """Vehicles that left the ground, came back to it, fell over or folded up in the last step, a column each."""

    vehicle: NDArray[np.int32]  # id
    what: NDArray[np.int8]  # one of the constants above; ``WORDS[what]`` says it
    time: Floats  # simulated, at the end of the step [s]


NO_UPSETS = Upsets(np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0))


class Bodies:
    """The bodies of one world's vehicles.

    Args:
        vehicles: the world's.
        fleets: the world's.
        twins: the world's.

    Attributes:
        upsets: what happened in the last step.
    """

    def __init__(self, vehicles: Roster, fleets: Sequence[Fleet], twins: Twins):
        self.upsets = NO_UPSETS
        self._vehicles, self._twins = vehicles, twins
        self._conditions = np.zeros(vehicles.count, np.int8)
        self._fleets_with_springs = [
            (fleet.state, slice(None), rows)
            for fleet, rows in zip(fleets, vehicles.rows, strict=True)
            if is_sprung(fleet)
        ]

    def sit(self) -> None:
        """Add to the height and attitude of the ground what the models' springs, jumps and falls make of it."""
        for state, rows, ids in self._sprung():
            vehicles = self._vehicles
            vehicles.z[ids] += state.heave[rows]
            vehicles.pitch[ids] += state.body_pitch[rows]
            vehicles.roll[ids] += state.body_roll[rows] + state.rollover_angle[rows]

    def notice(self, time: float) -> None:
        """Find what is new since the last step, and mark in ``status`` who lies on its side or is folded up.

        Args:
            time: simulated, at the end of the step [s].
        """
        self.upsets = NO_UPSETS
        sprung, was_upset = self._sprung(), self._conditions.any()
        if not sprung and not was_upset:
            return
        now = self._present(sprung)
        if not was_upset and not now.any():
            return
        status = self._vehicles.status
        status &= ~np.uint32(Status.OVERTURNED | Status.JACK_KNIFED)
        status[(now & FALLEN) > 0] |= np.uint32(Status.OVERTURNED)
        status[(now & FOLDED) > 0] |= np.uint32(Status.JACK_KNIFED)
        vehicle: list[NDArray[np.intp]] = []
        what: list[NDArray[np.int8]] = []
        for bit, begins in _CONDITIONS:
            for word, changed in ((begins, now & ~self._conditions), (begins + 1, self._conditions & ~now)):
                who = np.flatnonzero(changed & bit)
                vehicle.append(who)
                what.append(np.full(who.size, word, np.int8))
        who = np.concatenate(vehicle)
        order = np.argsort(who, kind="stable")
        self.upsets = Upsets(who[order].astype(np.int32), np.concatenate(what)[order], np.full(who.size, time))
        self._conditions[:] = now

    def restore(self) -> None:
        """Take the conditions from the models, whose states have been restored. There are no events then."""
        self.upsets = NO_UPSETS
        self._conditions[:] = self._present(self._sprung())

    def _present(self, sprung: Sequence[Sprung]) -> NDArray[np.int8]:
        """The condition of every vehicle."""
        now = np.zeros(self._vehicles.count, np.int8)
        for state, rows, ids in sprung:
            tip = np.abs(state.rollover_angle[rows])
            flies = (state.is_airborne[rows] > 0.0) & (state.heave[rows] > LEAST_FLIGHT)
            now[ids] = flies * AIRBORNE + (tip > LEAST_LIFT) * LIFTING + (tip > ON_ITS_SIDE) * FALLEN
            if hasattr(state, "is_jack_knifed"):
                now[ids] += (state.is_jack_knifed[rows] > 0.0) * FOLDED
        return now

    def _sprung(self) -> list[Sprung]:
        """The springs that carry a vehicle now."""
        vehicles = self._vehicles
        if not vehicles.is_twin.any():
            return self._fleets_with_springs
        movers = self._twins.movers(np.arange(vehicles.count))
        return [(fleet.state, rows, ids) for fleet, rows, ids in movers if is_sprung(fleet)]


def is_sprung(fleet: Fleet) -> bool:
    """Whether a fleet's model has springs, and so heaves, leans and tips."""
    return "heave" in fleet.model.module.State._fields
