"""Gunner: what people aim and fire at, from any thread, read at the start of each step.

An aim holds until the next; a shot that is asked for while the gun is being loaded is not kept.
"""

import math
import threading
from collections.abc import Iterable
from typing import Any

from ..errors import WorldError
from .actions import Aim, PullTrigger, Repair, apply


class Gunner:
    """A mailbox between people at their guns and the world; every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._aims: dict[int, tuple[float, float]] = {}
        self._shots: set[int] = set()
        self._repairs: set[int] = set()
        self._pulled: list[int] = []  # triggers of the step before

    def aim(self, vehicle_id: int, *, yaw: float, elevation: float) -> None:
        """Aim a vehicle's gun; it turns there as fast as it can.

        Args:
            vehicle_id: its row in the vehicle table.
            yaw: of the turret from the hull's forward direction, left positive [rad].
            elevation: of the barrel above the hull's plane [rad].

        Raises:
            WorldError: a value is not finite.
        """
        aim = float(yaw), float(elevation)
        if not all(map(math.isfinite, aim)):
            raise WorldError(f"vehicle {vehicle_id}: an aim of {aim} is not finite; give angles in radians")
        with self._lock:
            self._aims[vehicle_id] = aim

    def fire(self, vehicle_id: int) -> None:
        """Pull a vehicle's trigger once."""
        with self._lock:
            self._shots.add(vehicle_id)

    def repair(self, vehicle_id: int) -> None:
        """Make a vehicle whole."""
        with self._lock:
            self._repairs.add(vehicle_id)

    def read(self, world: Any) -> None:
        """Apply aims, triggers and repairs, as actions; vehicles that the world does not have are forgotten."""
        with self._lock:
            aims, self._aims = self._aims, {}
            shots, self._shots = self._shots, set()
            repairs, self._repairs = self._repairs, set()
        for vehicle_id in self._pulled:
            apply(PullTrigger(vehicle_id, is_pulled=False), world)
        self._pulled = _known(shots, world.count)
        for vehicle_id in self._pulled:
            apply(PullTrigger(vehicle_id), world)
        for vehicle_id in _known(repairs, world.count):
            apply(Repair(vehicle_id), world)
        for vehicle_id in _known(aims, world.count):
            apply(Aim(vehicle_id, *aims[vehicle_id]), world)


def _known(vehicle_ids: Iterable[int], count: int) -> list[int]:
    """Return the vehicles that a world of ``count`` vehicles has, in their order."""
    return sorted(vehicle_id for vehicle_id in vehicle_ids if 0 <= vehicle_id < count)
