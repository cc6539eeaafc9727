"""Stability component: take-off, landing, wheel lift, rollover and jack-knife, as events and in ``status``.

A change since the last step is an event.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import Status
from ...models.mathematics import select
from ..attitude.columns import Suspension
from ..columns import InVectors, Words, is_any
from ..component import Component, Settings
from ..entity.columns import Motion
from ..model_switching.component import ModelSwitching
from ..scene import Scene
from ..vehicle_table import StateField
from .columns import Upset

TOOK_OFF, LANDED, LIFTED, SET_DOWN, FELL_OVER, RIGHTED, JACK_KNIFED, UNFOLDED = range(8)
OVERTURNED, FOLDED_UP = int(Status.OVERTURNED), int(Status.JACK_KNIFED)  # in ``status``
OTHERS = 0xFFFFFFFF & ~(OVERTURNED | FOLDED_UP)  # unsigned, as NumPy's integers ask for
WORDS = (
    "took off", "landed", "lifted its wheels", "set them down", "fell over", "was righted", "jack-knifed", "unfolded",
)  # fmt: skip

AIRBORNE, LIFTING, FALLEN, FOLDED = 1, 2, 4, 8  # conditions, as bits
_CONDITIONS = ((AIRBORNE, TOOK_OFF), (LIFTING, LIFTED), (FALLEN, FELL_OVER), (FOLDED, JACK_KNIFED))
LEAST_FLIGHT = 0.05  # height above rest from which a vehicle is airborne; smaller values report light rebounds [m]
LEAST_LIFT = 0.02  # rollover angle from which wheel lift is reported, because it is visible [rad]
ON_ITS_SIDE = 1.3  # rollover angle from which a vehicle lies on its side, beyond its balance point [rad]

Floats = NDArray[np.float64]


class StabilityEvents(NamedTuple):
    """Vehicles that took off, landed, lifted wheels, rolled over or jack-knifed in the last step, a column each."""

    vehicle: NDArray[np.int32]  # id
    what: NDArray[np.int8]  # one of the constants above; ``WORDS[what]`` says it
    time: Floats  # simulated, at the end of the step [s]


NO_EVENTS = StabilityEvents(np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0))


class Stability(Component):
    """Stability of one world's vehicles.

    Attributes:
        events: events of the last step.
    """

    name = "stability"
    columns: ClassVar[Mapping[str, Any]] = {"upset": Upset}
    state_columns: ClassVar[Mapping[str, StateField]] = {
        "is_airborne": StateField("is_airborne", part="body"),
        "is_jack_knifed": StateField("is_jack_knifed", part="hitch"),
    }

    def __init__(self, scene: Scene, settings: Settings):
        self.events = NO_EVENTS
        self._scene, self._switching = scene, scene.of(ModelSwitching)

    def bind(self) -> None:
        """Make room for the changes of all vehicles."""
        self._can_be_upset = any(fleet.model.has("body") for fleet in self._scene.fleets)
        self._changed = Changed(np.zeros(self._scene.vehicles.count, np.int8))

    def step(self) -> None:
        """Detect changes since the last step, and mark overturned and jack-knifed vehicles in ``status``."""
        self.events = NO_EVENTS
        if not (self._can_be_upset or self._switching.is_used):
            return
        vehicles, changed = self._scene.vehicles, self._changed
        self._scene.run(detect_conditions, vehicles.motion, vehicles.suspension, vehicles.upset, changed)
        if is_any(changed.bits):
            self.events = _events(vehicles.stability_condition, changed.bits, self._scene.time + self._scene.dt)

    def restore(self, snapshot: None) -> None:
        """Clear the events of the last step."""
        self.events = NO_EVENTS


class Changed(NamedTuple):
    """Conditions that begin or end in this step."""

    bits: Words


def detect_conditions(motion: Motion, suspension: Suspension, upset: Upset, changed: Changed) -> InVectors:
    """Set each vehicle's condition, its changed bits, and its status.

    Args:
        motion: receives the status.
        suspension: height above rest, and rollover angle.
        upset: results of the models; receives the condition.
        changed: receives the difference.
    """
    for i in range(motion.status.size):
        tip = abs(suspension.rollover_angle[i])
        flies = (upset.is_airborne[i] > 0.0) & (suspension.heave[i] > LEAST_FLIGHT)
        condition = select(flies, AIRBORNE, 0) | select(tip > LEAST_LIFT, LIFTING, 0)
        condition |= select(tip > ON_ITS_SIDE, FALLEN, 0) | select(upset.is_jack_knifed[i] > 0.0, FOLDED, 0)
        changed.bits[i] = condition ^ upset.stability_condition[i]
        upset.stability_condition[i] = condition
        flags = select(tip > ON_ITS_SIDE, OVERTURNED, 0) | select(upset.is_jack_knifed[i] > 0.0, FOLDED_UP, 0)
        motion.status[i] = (motion.status[i] & OTHERS) | flags


def _events(condition: Words, changed: Words, time: float) -> StabilityEvents:
    """Return the events of a step, those of the vehicle with the lowest id first."""
    vehicle: list[NDArray[np.intp]] = []
    what: list[NDArray[np.int8]] = []
    for bit, begins in _CONDITIONS:
        for word, is_now in ((begins, bit), (begins + 1, 0)):
            who = np.flatnonzero(((changed & bit) != 0) & ((condition & bit) == is_now))
            vehicle.append(who)
            what.append(np.full(who.size, word, np.int8))
    who = np.concatenate(vehicle)
    order = np.argsort(who, kind="stable")
    return StabilityEvents(who[order].astype(np.int32), np.concatenate(what)[order], np.full(who.size, time))
