"""Drivers of a world: a policy drives the vehicles of a task in a world that may be watched, joined and recorded.

    world = learning.drive("BackTrailer-v0", "policy.npz", count=12)
    world.run(seconds=60, observers=[mp.Recorder("run.parquet")])

The policy sees what the task's stages compute, and acts by actions of the world, as people do: a recording of it is
complete, and a person may take any of the vehicles.
"""

import json
import math
import os
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import ScenarioError, WorldError
from ..base.wording import counted
from ..world.drivers.kinds import PLAYER
from ..world.scenario.document import as_text
from ..world.scenario.loader import Scenario, scenario_of
from ..world.sources.actions import NOT_OURS, Action, DriveByPolicy, Place, apply
from ..world.sources.placing import differences, values_of
from ..world.world import World
from .batch import Batch
from .layout import Layout, laid_out, marks, middle, terrain_of
from .policy import Policy
from .task import Task, load

Floats = NDArray[np.float64]
Decide = Callable[[NDArray[np.float32]], Any]  # observations (rows, entries) to actions (rows, actions)

PAUSE = 2.0  # from the end of an episode to the beginning of the next one [s]
MARGIN = 100.0  # of flat ground around the vehicles [m]


class Driven(NamedTuple):
    """Vehicles of a task, with their driver.

    Attributes:
        origins: origin of each vehicle's own task, x and y in columns [m].
    """

    task: Task
    decide: Decide
    seed: int
    scenario: Scenario
    origins: Floats

    def begin(self, world: World) -> None:
        """Have the policy drive in a world of the scenario from its next step on."""
        world.sources.append(PolicySource(self))


def drive(task: Any, policy: Any, count: int = 1, *, seed: int = 0) -> World:
    """Return a world in which a policy drives vehicles through a task, episode after episode.

    Example:
        world = learning.drive("BackTrailer-v0", lambda observations: -3.0 * observations[:, 1:2], count=12)
        world.run(seconds=60)

    Args:
        task: a task, its name, or its file.
        policy: a function from observations (rows, entries) to actions (rows, actions) in -1..1; or a file of weights.
        count: number of vehicles; on plain ground each has a place of its own.
        seed: seed of the first vehicle's episodes; each next vehicle gets the next number.

    Raises:
        ScenarioError: the task does not exist, or has mistakes.
        WorldError: the weights are wrong, or do not fit the task.
    """
    driven = driven_by(task, policy, count, seed=seed)
    world = driven.scenario.build()
    driven.begin(world)
    return world


def driven_by(task: Any, policy: Any, count: int = 1, *, seed: int = 0) -> Driven:
    """Return the vehicles and the driver of which ``drive`` makes a world.

    Raises:
        ScenarioError: the task does not exist, or has mistakes.
        WorldError: the weights are wrong, or do not fit the task.
    """
    if count < 1:
        raise WorldError(f"count is {count}; it must be 1 or more")
    found = load(task)
    if found.agents > 1:
        raise ScenarioError(f"{found.name} is a task of {found.agents} agents; only a task of one can be driven so")
    decide: Decide = Policy.load(cast("str", policy)) if isinstance(policy, str | os.PathLike) else policy
    if isinstance(decide, Policy):
        _check_fit(decide, found)
    layout = laid_out(found, count)
    return Driven(found, decide, seed, _scenario(found, layout, seed), layout.origins)


class PolicySource:
    """A source that drives the first vehicles of a world by a policy, except those that a person drives.

    A batch of its own computes what the policy sees, from the vehicles' columns in their own task's frame.
    """

    is_recorded = True

    def __init__(self, driven: Driven):
        self._driven = driven
        self._batch = batch = Batch(driven.task, len(driven.origins))
        self._is_running = np.zeros(batch.count, np.bool_)
        self._pauses = np.zeros(batch.count, np.int64)  # decisions until the next episode
        self._pause = max(1, round(PAUSE / driven.task.content.decision))

    def __repr__(self) -> str:
        return f"<PolicySource for {self._driven.task.name}: {counted(self._batch.count, 'vehicle')}>"

    def read(self, world: World) -> None:
        """Make a decision for every vehicle, if one is due.

        Raises:
            WorldError: an action is not a number, or there are too few.
        """
        batch = self._batch
        if world.tick % batch.steps:
            return
        free = ~np.isin(world.vehicles.driver[: batch.count], (PLAYER, *NOT_OURS))
        self._is_running &= free
        self._judge(world)
        self._begin(world, np.flatnonzero(free & ~self._is_running & (self._pauses <= 0)))
        if self._is_running.any():
            self._act(world)
        for row in np.flatnonzero(free & ~self._is_running).tolist():
            _apply(DriveByPolicy(row, brake=1.0), world)

    def _judge(self, world: World) -> None:
        """Look at the vehicles, and find the episodes that are over."""
        batch, running = self._batch, self._is_running
        self._pauses -= 1
        if not running.any():
            return
        self._look(world)
        result = batch.judge(~running)
        over = running & (result.is_over | result.is_cut)
        self._pauses[over] = self._pause
        running &= ~over

    def _look(self, world: World) -> None:
        """Copy the columns of the vehicles into the batch, each into its own task's frame."""
        batch, theirs = self._batch, world.vehicles
        mine = batch.world.vehicles
        for name in mine.names:
            getattr(mine, name)[:] = getattr(theirs, name)[: batch.count]
        mine.x[:] -= self._driven.origins[:, 0]
        mine.y[:] -= self._driven.origins[:, 1]
        fleet = batch.world.fleets[0]
        columns, there = fleet.named_columns(), world.fleets[0].named_columns()
        bound = {f"state.{name}" for name in fleet.bound_columns}
        for name in columns.keys() - bound:
            columns[name][:] = there[name]

    def _begin(self, world: World, rows: NDArray[np.intp]) -> None:
        """Begin new episodes."""
        if not rows.size:
            return
        batch = self._batch
        seeds = [None if batch.episodes[row] >= 0 else self._driven.seed + row for row in rows.tolist()]
        batch.reset(rows, seed=seeds)
        for row, (x, y) in zip(rows.tolist(), self._driven.origins[rows].tolist(), strict=True):
            values = values_of(batch.world, row)
            values["x"] += x
            values["y"] += y
            apply(Place(row, json.dumps(differences(values, world, row))), world)
        self._is_running[rows], self._pauses[rows] = True, 0

    def _act(self, world: World) -> None:
        """Set the inputs of the vehicles whose episodes go on."""
        batch = self._batch
        batch.act(self._driven.decide(batch.entries))
        vehicles = batch.world.vehicles
        inputs = np.stack([vehicles.throttle, vehicles.brake, vehicles.target_steer], axis=1)
        for row in np.flatnonzero(self._is_running).tolist():
            _apply(DriveByPolicy(row, *inputs[row].tolist()), world)


def _apply(action: DriveByPolicy, world: World) -> None:
    if not action.is_applied(world.vehicles):
        apply(cast("Action", action), world)


def _check_fit(policy: Policy, task: Task) -> None:
    entries, actions = len(task.entries), len(task.content.actions)
    if (policy.entries, policy.actions) != (entries, actions):
        trained = f" of {policy.task}" if policy.task else ""
        raise WorldError(
            f"{policy.where} takes {counted(policy.entries, 'observation')} and gives "
            f"{counted(policy.actions, 'action')}{trained}; {task.name} has {entries} and {actions}"
        )


def _scenario(task: Task, layout: Layout, seed: int) -> Scenario:
    """Return the scenario of the world: that of the task, with each vehicle at its goal until the first step."""
    origins = layout.origins
    values: dict[str, Any] = task.scenario(len(origins)).content.model_dump(mode="json", exclude_unset=True)
    values["seed"] = values.get("seed", seed)
    values["description"] = f"Driven by a policy: {task.content.description}"
    if origins.any():
        terrain = terrain_of(values)
        spacing = float(terrain.get("spacing") or 50.0)
        side = max(2.0 * (float(np.abs(origins).max()) + MARGIN), float(terrain.get("size") or 0.0))
        values["terrain"] = {**terrain, "size": spacing * math.ceil(side / spacing)}
        goal = task.content.goal
        x, y, heading_deg = middle(goal.x), middle(goal.y), 90.0 - middle(goal.yaw_deg)
        places = [[x + east, y + north, heading_deg] for east, north in origins.tolist()]
        values["vehicles"] = [{**values["vehicles"][0], "start": {"positions": places}}]
    if layout.mark is not None:
        values["roads"] = {"lines": list(marks(task, layout))}
    return scenario_of(as_text(values), name=task.name, folder=task.folder, where=f"{task.where}, world")
