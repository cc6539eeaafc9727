"""The avoidance rule ``dynamic-window`` of one world."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ...entity.component import Entities
from ...neighbours.component import Neighbours
from ...scene import Scene
from ..clear_way import Standing
from ..dynamic_window_costs import CALM, PATIENCE, PERIOD
from ..rule import Options, Rule
from ..surroundings import Surroundings
from .stages import adopt_decisions, decide_in_dynamic_window
from .state import DECIDE, LOOK_AROUND, OFF_DUTY, AvoidanceMemory, Decisions, Mind, Rota

GROUP = 64  # drivers that decide in the same step in a large world: neighbours in memory share cache lines
MANY = 5000  # vehicles of a large world


class DynamicWindow(Rule):
    """The avoidance rule ``dynamic-window``."""

    name = "dynamic-window"
    number = 3
    about = "tries headings and speeds ahead by its own controllers, follows walls, remembers sides and dead ends"
    columns: ClassVar[Mapping[str, Any]] = {"memory": AvoidanceMemory}
    sets_speed = recovers = True

    def __init__(self, scene: Scene, options: Options, index: int):
        vehicles = scene.vehicles
        self._scene, self._index = scene, index
        every = max(1, round(PERIOD / scene.dt))
        self._rota, self._duties = Rota(every, np.zeros(every * CALM, np.int8)), duties(every)
        decisions = Decisions(*np.zeros((2, vehicles.count)))
        self._mind = Mind(vehicles.autopilot, vehicles.memory, decisions, vehicles.freeing)

    def enter(self, rows: Any) -> None:
        """Set the patience of vehicles and their turns to decide."""
        vehicles = self._scene.vehicles
        group = GROUP if vehicles.count >= MANY else 1
        vehicles.patience[rows] = PATIENCE
        vehicles.decision_turn[rows] = vehicles.world_id[rows] // group % len(self._rota.duty)

    @cached_property
    def _surroundings(self) -> Surroundings:
        return surroundings_of(self._scene, self._index)

    def step(self) -> None:
        """Choose heading and speed of those vehicles whose decision is due."""
        scene, vehicles = self._scene, self._scene.vehicles
        self._rota.duty[:] = self._duties[scene.tick % len(self._duties)]
        scene.run(
            decide_in_dynamic_window, vehicles.entity, vehicles.inputs, self._mind, self._surroundings, self._rota,
            scene.dt,
        )  # fmt: skip
        scene.run(
            adopt_decisions, vehicles.inputs, vehicles.autopilot.avoidance, vehicles.memory, self._mind.decisions,
            self._rota, self._index,
        )  # fmt: skip


def surroundings_of(scene: Scene, index: int) -> Surroundings:
    """Return the surroundings of all drivers of a world.

    Args:
        index: number of this rule.
    """
    vehicles = scene.vehicles
    largest_radius = float(scene.objects.radius.max(initial=0.0))
    standing = Standing(scene.sparse_obstacles, largest_radius, scene.clearance)
    return Surroundings(
        vehicles.entity, vehicles.convoys, vehicles.autopilot.avoidance, vehicles.inputs, vehicles.standstill,
        scene.of(Neighbours).neighbourhood, scene.obstacles, standing, scene.map_bounds, index,
        scene.of(Entities).trailers.bodies,
    )  # fmt: skip


def duties(every: int) -> Any:
    """Return the duty of each turn in each step of a period: a row a step, a column a ``decision_turn``; int8.

    Args:
        every: steps between two decisions of a driver.
    """
    steps = np.add.outer(np.arange(every * CALM), np.arange(every * CALM)) % (every * CALM)
    return np.select([steps == 0, steps % every == 0], [LOOK_AROUND, DECIDE], OFF_DUTY).astype(np.int8)
