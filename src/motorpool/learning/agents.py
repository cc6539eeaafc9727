"""Agents: groups of vehicles that share a world, and whose episodes begin and end together.

The agents of a group are neighbouring rows of a batch; all rows are vehicles of one world, in which vehicles touch
those of their own group only (``Entities.group_size``). A group equals a group of its own to the bit. An agent whose
episode is over stands with its brake on, and is not judged, until the episodes of all agents of its group are over.
"""

import secrets

import numpy as np
from numpy.typing import NDArray

from ..base.errors import WorldError
from ..world.world import World
from .group import Group
from .task import Task

SEED_STEP = 0x9E3779B97F4A7C15  # between the seeds of two agents of a group: 2**64 over the golden ratio

Truths = NDArray[np.bool_]


class Agents:
    """The groups of a batch.

    Args:
        task: a task of many agents.
        world: whose vehicles, row by row, are the agents.

    Attributes:
        columns: data of all agents, a row for each.
        size: number of agents in a group.
    """

    def __init__(self, task: Task, world: World):
        vehicles, count = world.vehicles, world.count
        self.size = task.agents
        first = np.arange(count, dtype=np.int32) // self.size * self.size
        roles = np.minimum(np.arange(count) - first, max(len(task.content.roles) - 1, 0)).astype(np.int32)
        self.columns = Group(
            vehicles.x, vehicles.y, vehicles.yaw, vehicles.speed, vehicles.yaw_rate, vehicles.half_length,
            vehicles.half_width, vehicles.body_offset, first, (first + self.size).astype(np.int32), roles,
            np.zeros(count, np.int8), np.zeros(count),
        )  # fmt: skip
        self._task, self._vehicles = task, vehicles

    @property
    def is_over(self) -> Truths:
        """Mask of the agents whose episodes are over while their group goes on."""
        return self.columns.is_over != 0

    def closed(self, is_over: Truths) -> Truths:
        """Return the rows of the groups in which all of these rows are over."""
        return np.repeat(is_over.reshape(-1, self.size).all(axis=1), self.size)

    def note(self, is_over: Truths) -> None:
        """Add agents whose episodes are over."""
        self.columns.is_over[is_over] = 1

    def begin(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Begin the episodes of these rows; return them in order.

        Raises:
            WorldError: they are not the rows of whole groups.
        """
        chosen = np.zeros(self.columns.first.size, np.bool_)
        chosen[rows] = True
        broken = np.flatnonzero(chosen & ~self.closed(chosen))
        if broken.size:
            first = int(self.columns.first[broken[0]])
            raise WorldError(
                f"{self._task.name}: environment {broken[0]} is to begin anew without all agents of its group, "
                f"{first} to {first + self.size - 1}; their episodes begin together"
            )
        self.columns.is_over[rows] = 0
        return np.flatnonzero(chosen)

    def seeds(self, seeds: list[int | None], are_new: list[bool]) -> list[int | None]:
        """Return a seed for each agent: that of its group's first one, plus a number by its place.

        Args:
            seeds: seeds of whole groups, one for each agent; None continues with the next episodes.
            are_new: which of them never had a seed, and get a random one instead of None.
        """
        found: list[int | None] = []
        for place in range(0, len(seeds), self.size):
            seed = seeds[place]
            if seed is None and are_new[place]:
                seed = secrets.randbits(63)
            found += [None if seed is None else (seed + other * SEED_STEP) % 2**64 for other in range(self.size)]
        return found

    def brake(self) -> None:
        """Brake the vehicles of agents whose episodes are over."""
        over, vehicles = self.is_over, self._vehicles
        vehicles.throttle[over], vehicles.brake[over], vehicles.target_steer[over] = 0.0, 1.0, 0.0
