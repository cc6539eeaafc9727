"""The stability component: take-off, landing, wheel lift, rollover and jack-knife, as events and in ``status``.

What is new since the last step is an event.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import Status
from ..attitude.suspension import Sprung, Suspensions
from ..columns import is_any
from ..component import Component, Settings
from ..model_switching.component import ModelSwitching
from ..scene import Scene

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


class StabilityEvents(NamedTuple):
    """Vehicles that left the ground, came back to it, fell over or folded up in the last step, a column each."""

    vehicle: NDArray[np.int32]  # id
    what: NDArray[np.int8]  # one of the constants above; ``WORDS[what]`` says it
    time: Floats  # simulated, at the end of the step [s]


NO_EVENTS = StabilityEvents(np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0))


class Stability(Component):
    """Stability of one world's vehicles.

    Attributes:
        events: what happened in the last step.
    """

    name = "stability"

    def __init__(self, scene: Scene, settings: Settings):
        self.events = NO_EVENTS
        self._scene, self._vehicles = scene, scene.vehicles
        self._suspensions = Suspensions(scene, scene.of(ModelSwitching))
        self._conditions = np.zeros(scene.vehicles.count, np.int8)

    def step(self) -> None:
        """Detect what is new since the last step, and mark in ``status`` who lies on its side or is folded up."""
        time = self._scene.time + self._scene.dt
        self.events = NO_EVENTS
        sprung, was_upset = self._suspensions.now(), is_any(self._conditions)
        if not sprung and not was_upset:
            return
        now = self._present(sprung)
        if not was_upset and not is_any(now):
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
        self.events = StabilityEvents(who[order].astype(np.int32), np.concatenate(what)[order], np.full(who.size, time))
        self._conditions[:] = now

    def restore(self, snapshot: None) -> None:
        """Take the conditions from the models, whose states have been restored. There are no events then."""
        self.events = NO_EVENTS
        self._conditions[:] = self._present(self._suspensions.now())

    def _present(self, sprung: Sequence[Sprung]) -> NDArray[np.int8]:
        """The condition of every vehicle."""
        now = np.zeros(self._vehicles.count, np.int8)
        for state, rows, ids, has_hitch in sprung:
            tip = np.abs(state.rollover_angle[rows])
            flies = (state.is_airborne[rows] > 0.0) & (state.heave[rows] > LEAST_FLIGHT)
            now[ids] = flies * AIRBORNE + (tip > LEAST_LIFT) * LIFTING + (tip > ON_ITS_SIDE) * FALLEN
            if has_hitch:
                now[ids] += (state.is_jack_knifed[rows] > 0.0) * FOLDED
        return now
