"""Suspensions: what springs, jumps and falls add to the height and attitude of the ground."""

from typing import Any, NamedTuple

import numpy as np

from ...fleet import Fleet
from ..columns import is_any
from ..model_switching.component import ModelSwitching
from ..scene import Scene


class Sprung(NamedTuple):
    """Vehicles of a model with springs."""

    state: Any  # columns of the model
    rows: Any  # of the vehicles there
    ids: Any  # of the vehicles in the world
    has_hitch: bool  # and so may jack-knife


class Suspensions:
    """The suspensions of one world's vehicles.

    Args:
        scene: the world's.
        switching: the world's alternate models.
    """

    def __init__(self, scene: Scene, switching: ModelSwitching):
        self._vehicles, self._switching = scene.vehicles, switching
        self._of_fleets = [
            _sprung(fleet, slice(None), rows)
            for fleet, rows in zip(scene.fleets, scene.vehicles.rows, strict=True)
            if is_sprung(fleet)
        ]

    def apply(self) -> None:
        """Add to the height and attitude of the ground what the models' springs, jumps and falls make of it."""
        for state, rows, ids, _ in self.now():
            vehicles = self._vehicles
            vehicles.z[ids] += state.heave[rows]
            vehicles.pitch[ids] += state.body_pitch[rows]
            vehicles.roll[ids] += state.body_roll[rows] + state.rollover_angle[rows]

    def now(self) -> list[Sprung]:
        """Return the suspensions that carry a vehicle now."""
        vehicles = self._vehicles
        if not is_any(vehicles.uses_alternate_model):
            return self._of_fleets
        movers = self._switching.movers(np.arange(vehicles.count))
        return [_sprung(fleet, rows, ids) for fleet, rows, ids in movers if is_sprung(fleet)]


def is_sprung(fleet: Fleet) -> bool:
    """Return whether a fleet's model has springs, and so heaves, leans and tips."""
    return fleet.model.has("body")


def _sprung(fleet: Fleet, rows: Any, ids: Any) -> Sprung:
    return Sprung(fleet.state, rows, ids, fleet.model.has("hitch"))
